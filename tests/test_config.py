"""Settings: every layer in its place, every value with its origin, every fault with its line."""

import os

import pytest

from mcgod import config, configfile
from mcgod.errors import BadConfig
from mcgod.settings import SETTINGS


@pytest.fixture
def load(tmp_path):
    """Resolve settings from text: ``load(user=…, near=…, environ=…, flags=…)``."""

    def run(user=None, near=None, environ=None, flags=None, mode=0o600):
        cwd = tmp_path / "work" / "deep"
        cwd.mkdir(parents=True, exist_ok=True)
        for path, text in ((tmp_path / "config.toml", user), (tmp_path / "work" / "mcgod.toml", near)):
            if text is not None:
                path.write_text(text, "utf-8")
                path.chmod(mode)
        return config.load(tmp_path / "config.toml", environ=environ or {}, cwd=cwd, flags=flags)

    return run


def test_each_layer_beats_the_next(load, tmp_path):
    user, near = "[rcon]\nhost='user'\nport=1\ntimeout=1", "[rcon]\nport=2\ntimeout=2"
    found = load(user, near, {"MCGOD_RCON_TIMEOUT": "3"}, {"rcon.tls": 1, "rcon.host": None})
    origins = {
        name: (found[name], found.value(name).origin) for name in ("rcon.host", "rcon.port", "rcon.timeout", "rcon.tls")
    }
    assert origins == {
        "rcon.host": ("user", str(tmp_path / "config.toml")),
        "rcon.port": (2, str(tmp_path / "work" / "mcgod.toml")),
        "rcon.timeout": (3.0, "env MCGOD_RCON_TIMEOUT"),
        "rcon.tls": (1, "flag"),
    }
    assert (found["output"], found.value("output").origin) == ("", "default")


def test_the_server_tells_its_own_port_and_password(load, tmp_path):
    (tmp_path / "server.properties").write_text("rcon.port=4242\nrcon.password=ab\\\\cd\n")
    found = load(f'[server]\ndir="{tmp_path}"')
    assert (found["rcon.port"], found.rcon_password()) == (4242, r"ab\cd")
    assert found.value("rcon.port").origin == str(tmp_path / "server.properties")
    assert load(f'[server]\ndir="{tmp_path}"\n[rcon]\nport=7')["rcon.port"] == 7


def test_three_variables_are_enough_for_a_server(load):
    found = load(environ={"MCGOD_RCON_HOST": "h", "MCGOD_RCON_PORT": "1", "MCGOD_RCON_PASSWORD": "Ab5%9^x!"})
    assert found.has_server
    assert found.rcon_password() == "Ab5%9^x!"
    assert not load(environ={"MCGOD_RCON_PORT": "1"}).has_server
    assert not load(environ={"MCGOD_RCON_HOST": ""}).has_server


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[rcon]\n\nport = 'x'\n", "config.toml, line 3: rcon.port must be a whole number"),
        ("[rcon]\nport = true\n", "config.toml, line 2: rcon.port must be a whole number"),
        ("[rcon]\nprot = 1\n", "config.toml, line 2: no setting is called rcon.prot"),
        (
            "[model]\nprovider = 'gtp'\n",
            "config.toml, line 2: model.provider must be one of oracle, ollama, openai, vertex, local",
        ),
        ("god.sudo_users = [1]\n", "config.toml, line 1: god.sudo_users must be a list of texts"),
        ("[rcon]\nport = 70000\n", "config.toml, line 2: rcon.port must be at most 65535"),
        ("a = = 1\n", "config.toml is not TOML: Invalid value (at line 1, column 5)"),
    ],
)
def test_a_fault_names_file_line_and_key(load, text, message):
    with pytest.raises(BadConfig) as caught:
        load(text)
    assert caught.value.message.endswith(message)


def test_a_fault_in_the_environment_names_the_variable(load):
    with pytest.raises(BadConfig, match="MCGOD_RCON_PORT: rcon.port must be a whole number"):
        load(environ={"MCGOD_RCON_PORT": "x"})


def test_an_unknown_setting_suggests_the_nearest(load):
    with pytest.raises(BadConfig) as caught:
        load("[rcon]\nprot = 1\n")
    assert caught.value.hint == "did you mean rcon.port?"


def test_a_file_with_a_secret_must_be_private(load, tmp_path):
    with pytest.raises(BadConfig, match="other users may read it"):
        load("[rcon]\npassword='x'\n", mode=0o644)
    assert load("[rcon]\npassword='x'\n", mode=0o600)["rcon.password"] == "x"
    assert load("[rcon]\nport=1\n", mode=0o644)["rcon.port"] == 1


def test_openais_own_key_is_shown_to_nobody_else(load):
    for environ, key in (
        ({}, "sk-own"),
        ({"MCGOD_MODEL_ENDPOINT": "http://127.0.0.1:8080/v1"}, ""),
        ({"MCGOD_MODEL_ENDPOINT": "http://127.0.0.1:8080/v1", "MCGOD_MODEL_KEY": "sk-other"}, "sk-other"),
    ):
        assert load(environ={"OPENAI_API_KEY": "sk-own", **environ}).model_key() == key


def test_googles_own_key_is_shown_to_vertex_alone(load):
    own = {"MCGOD_MODEL_PROVIDER": "vertex", "OPENAI_API_KEY": "sk-own", "GEMINI_API_KEY": "AIza-two"}
    for environ, key in (
        ({}, "AIza-two"),
        ({"GOOGLE_API_KEY": "AIza-one"}, "AIza-one"),
        ({"MCGOD_MODEL_KEY": "AIza-set"}, "AIza-set"),
        ({"MCGOD_MODEL_ENDPOINT": "http://127.0.0.1:8080/v1"}, ""),
        ({"MCGOD_MODEL_PROVIDER": "openai"}, "sk-own"),
    ):
        assert load(environ={**own, **environ}).model_key() == key
    assert load(environ=own).vertex_endpoint() == "https://aiplatform.googleapis.com/v1"


def test_a_password_file_is_read_byte_for_byte_and_must_be_private(load, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text(" Ab5%9^x! \n")
    secret.chmod(0o644)
    found = load(environ={"MCGOD_RCON_PASSWORD_FILE": str(secret)})
    with pytest.raises(BadConfig, match="other users may read it"):
        found.rcon_password()
    secret.chmod(0o600)
    assert found.rcon_password() == " Ab5%9^x! "
    secret.unlink()
    with pytest.raises(BadConfig, match="cannot read"):
        found.rcon_password()


def test_secrets_are_masked_wherever_they_are_shown(load):
    value = load(environ={"MCGOD_RCON_PASSWORD": "hunter2"}).value("rcon.password")
    assert "hunter2" not in repr(value) + str(value.shown())


def test_a_file_that_is_a_folder_is_named(tmp_path):
    with pytest.raises(BadConfig, match="cannot read"):
        config.load(tmp_path, environ={}, cwd=tmp_path)


def test_ollama_host_means_what_it_means_elsewhere(load):
    assert load().ollama_endpoint() == "http://127.0.0.1:11434"
    assert load(environ={"OLLAMA_HOST": "http://h:1"}).ollama_endpoint() == "http://h:1"
    assert (
        load("[model]\nendpoint='http://m:2'", environ={"OLLAMA_HOST": "http://h:1"}).ollama_endpoint() == "http://m:2"
    )


def test_an_edit_keeps_comments_and_sets_or_removes(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text("# mine\n[rcon]\nport = 1 # odd\nhost = 'h'\n")
    configfile.edit(path, {"rcon.port": 2, "rcon.host": None, "model.provider": "oracle"})
    assert path.read_text() == '# mine\n[rcon]\nport = 2 # odd\n\n[model]\nprovider = "oracle"\n'
    assert os.stat(path).st_mode & 0o777 == 0o600


def test_an_edit_leaves_a_file_alone_that_does_not_parse(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text("= broken")
    with pytest.raises(BadConfig):
        configfile.edit(path, {"rcon.port": 2})
    assert path.read_text() == "= broken"


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_every_default_is_a_value_of_its_setting(setting):
    assert setting.check(setting.default) == setting.default
    assert setting.help
