"""The settings' values, each with where it came from.

flag > environment > ``mcgod.toml`` at or above the working directory > the
user's ``config.toml`` > the server's own ``server.properties`` > default.
With paths.py, the only module that reads the environment.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadConfig
from mcgod.settings import FAMILIES, SETTINGS, Setting, find

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

# Provider -> the variables in which its maker's other programs look for the key.
_OWN_KEYS = {"vertex": ("GOOGLE_API_KEY", "GEMINI_API_KEY")}


class Value(NamedTuple):
    """A setting's value and its origin: ``flag``, ``env MCGOD_X``, a file's path, or ``default``."""

    setting: Setting
    value: Any
    origin: str

    def shown(self) -> Any:
        """Return the value with a secret masked."""
        return ("********" if self.value else "") if self.setting.secret else self.value

    def __repr__(self) -> str:
        return f"Value({self.setting.name}={self.shown()!r} from {self.origin})"


class Config:
    """The resolved settings. ``config["rcon.port"]`` is the value, ``config.value(...)`` keeps its origin."""

    def __init__(self, values: dict[str, Value], environ: Mapping[str, str]) -> None:
        self._values = values
        self._environ = environ

    def __getitem__(self, name: str) -> Any:
        return self.value(name).value

    def value(self, name: str) -> Value:
        """Return the value of ``name`` with its origin. Raises BadConfig for a name that no setting has."""
        if name in self._values:
            return self._values[name]
        setting = find(name)
        if setting is None:
            raise unknown(name)
        return Value(setting, setting.default, "default")

    def is_set(self, name: str) -> bool:
        """Whether anybody set ``name``."""
        return name in self._values

    def __iter__(self) -> Iterator[Value]:
        return (self.value(name) for name in dict.fromkeys([*SETTINGS, *self._values]))

    @property
    def webhooks(self) -> list[str]:
        """The names of the webhooks that have an address."""
        return [name for name in self.named("webhook") if self.is_set(f"webhook.{name}.url")]

    def named(self, family: str) -> list[str]:
        """Return the names for which a setting of ``family`` is given, in alphabetical order."""
        start = f"{family}."
        return sorted({name.removeprefix(start).split(".")[0] for name in self._values if name.startswith(start)})

    @property
    def has_server(self) -> bool:
        """Whether any layer says how to reach a server."""
        return any(self.is_set(name) for name in ("server.dir", "rcon.host", "rcon.password", "rcon.password_file"))

    def rcon_password(self) -> str:
        """Return the RCON password: the setting, else the content of ``rcon.password_file``. Raises BadConfig."""
        return self.secret("rcon.password")

    def model_key(self) -> str:
        """Return the provider's key: ``model.key``, else the content of ``model.key_file``. Raises BadConfig.

        Where no endpoint is set, OPENAI_API_KEY serves as well, and for Vertex
        GOOGLE_API_KEY or GEMINI_API_KEY: no endpoint but the maker's own is to see it.
        """
        names = _OWN_KEYS.get(self["model.provider"], ("OPENAI_API_KEY",))
        own = [] if self["model.endpoint"] else [self._environ[name] for name in names if self._environ.get(name)]
        return self.secret("model.key") or (own[0] if own else "")

    def search_key(self) -> str:
        """Return the key of the search: ``tools.search.api_key``, else the content of ``tools.search.api_key_file``.

        Raises BadConfig.
        """
        return self.secret("tools.search.api_key")

    def mcp_token(self, name: str) -> str:
        """Return the token of a tool server: the setting, else the content of its ``token_file``. Raises BadConfig."""
        return self.secret(f"tools.mcp.{name}.token")

    def variables(self, names: Iterable[str]) -> dict[str, str]:
        """Return those of the environment's variables that are named and set."""
        return {name: self._environ[name] for name in names if name in self._environ}

    def harmless_environment(self) -> dict[str, str]:
        """Return the environment without the variables that hold secrets of ours, for programs that are run."""
        ours = {setting.variable for setting in SETTINGS.values() if setting.secret}
        ours |= {setting.variable for _, setting in _named_in(self._environ) if setting.secret}
        return {name: value for name, value in self._environ.items() if name not in ours}

    def kb_key(self, base: str) -> str:
        """Return the key of the knowledge base ``base``: the setting, else the content of its file. Raises BadConfig.

        The key of one base is never sent to the other's server.
        """
        return self.secret(f"kb.{base}.api_key")

    def secret(self, name: str) -> str:
        """Return a secret: the setting, else the content of the file that ``name``_file names. Raises BadConfig."""
        named: str = self[f"{name}_file"]
        if self[name] or not named:
            return str(self[name])
        path = Path(named).expanduser()
        try:
            _check_private(path)
            # Only the line end goes: a password may begin or end with a blank.
            return path.read_text("utf-8").rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            raise BadConfig(f"{name}_file: cannot read {path}: {_why(error)}") from error

    def ollama_endpoint(self) -> str:
        """Return where Ollama listens: ``model.endpoint``, else ``OLLAMA_HOST``, else the local default."""
        return str(self["model.endpoint"] or self._environ.get("OLLAMA_HOST") or "http://127.0.0.1:11434")

    def embedder_endpoint(self) -> str:
        """Return where the server of ``kb.embedder`` listens."""
        if self["kb.embedder_endpoint"]:
            return str(self["kb.embedder_endpoint"])
        return self.ollama_endpoint() if self["kb.embedder"] == "ollama" else self.openai_endpoint()

    def openai_endpoint(self) -> str:
        """Return where an OpenAI-compatible server listens: ``model.endpoint``, else OpenAI's own."""
        return str(self["model.endpoint"] or "https://api.openai.com/v1")

    def vertex_endpoint(self) -> str:
        """Return where Vertex listens: ``model.endpoint``, else Google's own, of express mode."""
        return str(self["model.endpoint"] or "https://aiplatform.googleapis.com/v1")


def load(user_file: Path, *, environ: Mapping[str, str], cwd: Path, flags: Mapping[str, Any] | None = None) -> Config:
    """Resolve every layer. Raises BadConfig that names the file, line and key, or the variable, at fault."""
    values: dict[str, Value] = {}
    layers = [user_file, nearest(cwd)]
    for path in layers:
        if path:
            values |= _file_layer(path)
    values |= _environment_layer(environ)
    for name, given in (flags or {}).items():
        if given is not None:
            values[name] = Value(SETTINGS[name], SETTINGS[name].check(given), "flag")
    if "server.dir" in values and values["server.dir"].value:
        folder = Path(values["server.dir"].value).expanduser()
        values = _properties_layer(folder / "server.properties") | values
    return Config(values, environ)


def nearest(cwd: Path) -> Path | None:
    """Return the ``mcgod.toml`` at or above ``cwd``, or None."""
    for folder in (cwd, *cwd.parents):
        path = folder / "mcgod.toml"
        if path.is_file():
            return path
    return None


def read_file(path: Path) -> dict[str, Any]:
    """Read a TOML file into ``{"rcon.port": 25575, ...}``; a missing file is empty. Raises BadConfig."""
    return dict(_flat(read_tables(path))) if path.exists() else {}


def read_tables(path: Path) -> dict[str, Any]:
    """Read a TOML file. Raises BadConfig when it cannot be read, or is none."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfig(f"cannot read {path}: {_why(error)}") from error
    import tomllib  # noqa: PLC0415 - only when there is a file

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadConfig(f"{path} is not TOML: {error}") from error


def unknown(name: str) -> BadConfig:
    """Return the error for a setting that does not exist, with the nearest one that does."""
    import difflib  # noqa: PLC0415 - only on the way to an error

    near = difflib.get_close_matches(name, SETTINGS, n=1)
    return BadConfig(f"no setting is called {name}", hint=f"did you mean {near[0]}?" if near else "mcgod config show")


def _file_layer(path: Path) -> dict[str, Value]:
    layer = {}
    for name, raw in read_file(path).items():
        try:
            setting = find(name)
            if setting is None:
                raise unknown(name)
            if setting.secret:
                _check_private(path)
            layer[name] = Value(setting, setting.check(raw), str(path))
        except BadConfig as error:
            raise BadConfig(f"{path}, line {_line_of(path, name)}: {error.message}", hint=error.hint) from None
    return layer


def _environment_layer(environ: Mapping[str, str]) -> dict[str, Value]:
    layer = {}
    for name, setting in [*SETTINGS.items(), *_named_in(environ)]:
        text = environ.get(setting.variable)
        if not text:  # an empty variable counts as unset
            continue
        try:
            layer[name] = Value(setting, setting.read(text), f"env {setting.variable}")
        except BadConfig as error:
            raise BadConfig(f"{setting.variable}: {error.message}") from None
    return layer


def _named_in(environ: Mapping[str, str]) -> Iterator[tuple[str, Setting]]:
    """Yield the settings of families that variables such as MCGOD_WEBHOOK_DISCORD_URL name.

    A name may have underscores, and so may a field: the longest field counts.
    """
    for family, fields in FAMILIES.items():
        start = f"MCGOD_{family.replace('.', '_').upper()}_"
        for variable in environ:
            rest = variable.removeprefix(start).lower()
            field = max((one.name for one in fields if rest.endswith(f"_{one.name}")), key=len, default="")
            if variable.startswith(start) and field:
                setting = find(f"{family}.{rest.removesuffix(f'_{field}')}.{field}")
                if setting:
                    yield setting.name, setting


def _properties_layer(path: Path) -> dict[str, Value]:
    """Read what the server says of itself; a file that is not there, or says nothing, gives nothing."""
    from mcgod import properties  # noqa: PLC0415 - most commands know no server's folder

    try:
        found = properties.parse(path.read_bytes())
    except OSError:
        return {}
    layer = {}
    for name, key in (("rcon.port", "rcon.port"), ("rcon.password", "rcon.password")):
        if found.get(key):
            try:
                layer[name] = Value(SETTINGS[name], SETTINGS[name].read(found[key]), str(path))
            except BadConfig as error:
                raise BadConfig(f"{path}: {error.message}") from None
    return layer


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _line_of(path: Path, name: str) -> int:
    """Find the line, from 1, on which ``name`` is set; the nearest table header where that fails."""
    table, header = "", 1
    for number, raw in enumerate(path.read_text("utf-8").splitlines(), start=1):
        line = raw.strip()
        if line.startswith("["):
            table = line.strip("[] \t").replace(" ", "") + "."
            header = number if name.startswith(table) else header
        elif "=" in line and table + line.split("=")[0].strip().replace(" ", "").replace('"', "") == name:
            return number
    return header


def _check_private(path: Path) -> None:
    """Refuse a file with a secret in it that other users may read."""
    if os.name != "nt" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise BadConfig(f"{path} holds a secret and other users may read it", hint=f"chmod 600 {path}")


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
