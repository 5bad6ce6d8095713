"""``mcgod config`` and ``mcgod doctor``."""

import json
import zipfile

import pytest
from fake_ollama import FakeOllama


def test_show_tells_the_origin_and_masks_secrets(mcgod, monkeypatch, home):
    monkeypatch.setenv("MCGOD_RCON_PASSWORD", "hunter2")
    rows = {line.split()[0]: line.split()[1:] for line in mcgod("config", "show", "--origin").stdout.splitlines()}
    assert rows["rcon.password"] == ["********", "env", "MCGOD_RCON_PASSWORD"]
    assert rows["rcon.port"] == ["25575", "default"]
    told = json.loads(mcgod("config", "show", "--json").stdout)
    assert (told["rcon.password"], told["rcon.port"], told["god.sudo_users"]) == ("********", 25575, [])


def test_set_get_unset_path(mcgod, home):
    assert mcgod("config", "path").stdout == f"{home}/config.toml\n"
    assert mcgod("config", "set", "rcon.port", "4242").stdout == "rcon.port = 4242\n"
    assert mcgod("config", "set", "god.sudo_users", "Alex, Steve").stdout == "god.sudo_users = Alex, Steve\n"
    assert mcgod("config", "get", "rcon.port").stdout == "4242\n"
    assert json.loads(mcgod("config", "get", "rcon.port", "--json").stdout)["origin"] == f"{home}/config.toml"
    assert mcgod("config", "unset", "rcon.port").exit_code == 0
    assert mcgod("config", "get", "rcon.port").stdout == "25575\n"
    assert (home / "config.toml").stat().st_mode & 0o777 == 0o600


def test_a_secret_is_never_an_argument(mcgod, home):
    done = mcgod("config", "set", "rcon.password", "hunter2")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "process list" in done.stderr
    assert mcgod("config", "set", "rcon.password", "-", input="Ab5%9^x!\n").stdout == "rcon.password = ********\n"
    assert 'password = "Ab5%9^x!"' in (home / "config.toml").read_text()


def test_b013_a_password_reaches_the_settings_byte_for_byte(mcgod, home, monkeypatch):
    from mcgod import config

    monkeypatch.setenv("MCGOD_RCON_PASSWORD", "Ab5%9^x!")
    assert (
        config.load(home / "config.toml", environ={"MCGOD_RCON_PASSWORD": "Ab5%9^x!"}, cwd=home).rcon_password()
        == "Ab5%9^x!"
    )


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (["config", "set", "rcon.prot", "1"], 78, "no setting is called rcon.prot"),
        (["config", "set", "rcon.port", "x"], 78, "rcon.port must be a whole number"),
        (["config", "get", "nothing"], 78, "no setting is called nothing"),
        (["config", "init", "--server-dir", "/nowhere"], 66, "/nowhere holds no server.properties"),
    ],
)
def test_faults(mcgod, words, code, text):
    done = mcgod(*words)
    assert (done.exit_code, done.stdout) == (code, "")
    assert text in done.stderr


def test_output_as_a_setting_makes_every_command_print_json(mcgod, monkeypatch):
    monkeypatch.setenv("MCGOD_OUTPUT", "json")
    assert json.loads(mcgod("config", "path").stdout)["exists"] is False
    assert mcgod("config", "path", "--no-json").stdout.endswith("config.toml\n")


@pytest.fixture
def folder(tmp_path):
    """A server's folder with RCON off and nothing known."""
    place = tmp_path / "server"
    (place / "logs").mkdir(parents=True)
    (place / "server.properties").write_text("level-name=W\\u00f6rld\nenable-rcon=false\nrcon.password=\n")
    return place


def test_init_says_what_is_missing(mcgod, folder):
    done = mcgod("config", "init", "--server-dir", folder, "--json")
    found = json.loads(done.stdout)
    assert (found["world"], found["rcon"], found["log"], "server.version" in found) == ("Wörld", False, None, False)
    assert "enable-rcon=true" in done.stderr
    assert "the game version is not known" in done.stderr


def jar(path, version):
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("version.json", json.dumps({"id": version, "name": version}))


def test_the_version_comes_from_the_jar_paper_or_the_log(mcgod, folder):
    def version():
        return json.loads(mcgod("config", "init", "--server-dir", folder, "--json").stdout)

    (folder / "logs" / "latest.log").write_text(
        "[1:2:3] [Server thread/INFO]: Starting minecraft server version 1.20.1\n"
    )
    assert version()["server.version"] == "1.20.1"
    jar(folder / "server.jar", "1.20.4")
    (folder / "broken.jar").write_bytes(b"PK no jar")
    assert version()["server.version"] == "1.20.4"
    (folder / "version_history.json").write_text('{"currentVersion":"git-Paper-99 (MC: 1.21.1)"}')
    found = version()
    assert (found["server.version"], found["server.kind"]) == ("1.21.1", "paper")


def test_doctor_names_each_cure(mcgod, folder, monkeypatch):
    monkeypatch.setenv("MCGOD_SERVER_DIR", str(folder))
    done = mcgod("doctor", "--json")
    lines = {line["check"]: line for line in json.loads(done.stdout)}
    assert done.exit_code == 69
    assert {name for name, line in lines.items() if not line["ok"]} == {"rcon", "log", "version"}
    assert all(line["cure"] for line in lines.values() if not line["ok"])


def test_doctor_without_a_server_says_how_to_get_one(mcgod):
    done = mcgod("doctor")
    assert done.exit_code == 69
    assert (
        "failed  rcon     no server is configured, so prayers are dry runs\n        cure: mcgod config init"
        in done.stdout
    )
    assert "ok      model    oracle/1" in done.stdout


def test_b085_b102_doctor_looks_into_ollama(mcgod, monkeypatch):
    with FakeOllama(models=["tiny:1b", "big:70b"]) as server:
        monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "ollama")
        monkeypatch.setenv("MCGOD_MODEL_ENDPOINT", server.url)
        monkeypatch.setenv("MCGOD_MODEL_COMMAND", "tiny:1b")
        assert "has tiny:1b" in json.loads(mcgod("doctor", "--json").stdout)[3]["text"]
        monkeypatch.setenv("MCGOD_MODEL_MESSAGE", "small:3b")
        line = json.loads(mcgod("doctor", "--json").stdout)[3]
        assert (line["ok"], line["cure"]) == (False, "ollama pull small:3b")
        assert "it has tiny:1b, big:70b" in line["text"]
    assert json.loads(mcgod("doctor", "--json").stdout)[3]["ok"] is False


def test_ollama_without_a_model_is_a_bad_setting(mcgod, monkeypatch):
    monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "ollama")
    done = mcgod("pray", "wood")
    assert (done.exit_code, done.stdout) == (78, "")
    assert "model.command is not set" in done.stderr
