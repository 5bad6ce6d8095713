"""Is everything there that a god needs? Each check answers, or names its cure."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadConfig, McgodError
from mcgod.god import setup
from mcgod.god.owners import folder
from mcgod.store import opening

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcgod.config import Config
    from mcgod.llm.port import Model
    from mcgod.paths import Paths


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found; ``cure`` is empty when all is well, or there is nothing to do."""

    name: str
    ok: bool
    text: str
    cure: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return ``{"check","ok","text","cure"}``."""
        return {"check": self.name, "ok": self.ok, "text": self.text, "cure": self.cure}


def checkup(config: Config, paths: Paths) -> Iterator[Finding]:
    """Run every check, one after another; each finding comes as soon as it is known."""
    for name, check in _CHECKS.items():
        try:
            yield check(name, config, paths)
        except McgodError as error:
            yield Finding(name, ok=False, text=error.message, cure=error.hint)


def _folders(name: str, _config: Config, paths: Paths) -> Finding:
    for root in dict.fromkeys((paths.config_root, paths.data_root, paths.run_root)):
        place = next(folder for folder in (root, *root.parents) if folder.exists())
        if not os.access(place, os.W_OK | os.X_OK):
            return Finding(
                name, ok=False, text=f"{place} cannot be written", cure=f"chmod u+rwx {place}, or set MCGOD_HOME"
            )
        if place == root and os.name != "nt" and root.stat().st_mode & 0o077 and root == paths.data_root:
            return Finding(name, ok=False, text=f"{root} is open to other users", cure=f"chmod 700 {root}")
    return Finding(name, ok=True, text=str(paths.data_root))


def _rcon(name: str, config: Config, _paths: Paths) -> Finding:
    try:
        client = setup.rcon(config)
    except BadConfig as error:
        return Finding(name, ok=False, text=error.message, cure=error.hint)
    if client is None:
        return Finding(
            name,
            ok=False,
            text="no server is configured, so prayers are dry runs",
            cure="mcgod config init --server-dir DIR",
        )
    try:
        client.connect()
        players = client.command("list")
    finally:
        client.disconnect()
    warning = ""
    if "\\" in config.rcon_password():
        warning = "; the password has a backslash, which server.properties must hold doubled"
    where = f"{config['rcon.host']}:{config['rcon.port']}"
    return Finding(
        name,
        ok=True,
        text=f"logged in at {where}: {players.splitlines()[0] if players else 'no answer to list'}{warning}",
    )


def _log(name: str, config: Config, _paths: Paths) -> Finding:
    named = config["log.path"]
    place = folder(config)
    path = Path(named).expanduser() if named else place.log if place else None
    if path is None:
        return Finding(
            name, ok=False, text="it is not known where the server's log is", cure="mcgod config set log.path FILE"
        )
    try:
        with path.open("rb") as log:
            log.read(1)
    except OSError as error:
        return Finding(
            name,
            ok=False,
            text=f"cannot read {path}: {error.strerror}",
            cure="start the server once, or check its rights",
        )
    return Finding(name, ok=True, text=str(path))


def _model(name: str, config: Config, _paths: Paths) -> Finding:
    model = setup.model(config, config["model.command"])
    if config["model.provider"] == "oracle":
        return Finding(name, ok=True, text=f"{model.name}, built in; set model.provider for a language model")
    if config["model.provider"] == "local":
        return _local(name, model)
    wanted = {config["model.command"], config["model.message"] or config["model.command"]}
    if config["model.provider"] == "vertex":
        return _vertex(name, config, sorted(wanted))
    from mcgod.llm.ollama import Ollama  # noqa: PLC0415 - only when it is the provider
    from mcgod.llm.openai import OpenAI  # noqa: PLC0415

    assert isinstance(model, (Ollama, OpenAI))
    if isinstance(model, Ollama):
        where, cure = f"ollama {model.version()} at {config.ollama_endpoint()}", "ollama pull {}"
    else:
        where, cure = f"the server at {model.endpoint}", "mcgod config set model.command NAME"
    installed = model.models()
    missing = sorted(model for model in wanted if not {model, f"{model}:latest"} & set(installed))
    if missing:
        have = f"; it has {', '.join(installed[:20])}" if installed else "; it has none"
        return Finding(name, ok=False, text=f"{where} has no {missing[0]}{have}", cure=cure.format(missing[0]))
    return Finding(name, ok=True, text=f"{where} has {', '.join(sorted(wanted))}")


def _local(name: str, model: Model) -> Finding:
    """Read the file, which is the only way to know that it is a model."""
    from mcgod.llm.local import Local  # noqa: PLC0415 - only when it is the provider

    assert isinstance(model, Local)
    model.load()
    return Finding(name, ok=True, text=f"{model.name}, in this process, from {model.path}")


def _vertex(name: str, config: Config, wanted: list[str]) -> Finding:
    """Ask for each model by itself: express mode has no list of them."""
    from mcgod.llm.faults import ModelFailed  # noqa: PLC0415 - only when it is the provider
    from mcgod.llm.vertex import Vertex  # noqa: PLC0415

    for named in wanted:
        model = setup.model(config, named)
        assert isinstance(model, Vertex)
        try:
            model.check()
        except ModelFailed as error:
            if error.status != 404:
                raise
            try:
                have = f"it has {', '.join(model.models()[:20])}"
            except McgodError:
                have = "its models cannot be listed"
            return Finding(name, ok=False, text=f"{error.message}; {have}", cure=error.hint)
    where = config.vertex_endpoint()
    return Finding(name, ok=True, text=f"the server at {where} takes the key and has {', '.join(wanted)}")


def _version(name: str, config: Config, _paths: Paths) -> Finding:
    from mcgod.grammar import registry  # noqa: PLC0415 - the last check

    place = folder(config)
    told = config["server.version"] or (place.version if place else None)
    if not told:
        return Finding(
            name, ok=False, text="the game version is not known", cure="mcgod config set server.version 1.21.4"
        )
    data = registry.load(told)
    note = "" if data.exact else f"; its ids are taken from {data.version}, the nearest there is data for"
    return Finding(name, ok=True, text=f"{told}{note}")


def _store(name: str, config: Config, paths: Paths) -> Finding:
    shared = opening.link(config)
    if shared is None:
        return Finding(name, ok=True, text=f"files in {paths.sessions}")
    from mcgod.store.redis.link import forgets  # noqa: PLC0415 - most homes keep files

    facts, where = shared.facts(), f"the Redis at {shared.address}"
    if forgets(facts):
        cure = f"in its redis.conf: maxmemory-policy noeviction, not {facts['maxmemory_policy']}"
        return Finding(name, ok=False, text=f"{where} may forget what it was told when it is full", cure=cure)
    if not facts["aof_enabled"]:
        return Finding(name, ok=False, text=f"{where} forgets what is new when it dies", cure="appendonly yes")
    if facts["role"] != "master":
        return Finding(name, ok=False, text=f"{where} is a replica", cure="point store.url to the primary")
    return Finding(name, ok=True, text=f"{where}, version {facts['redis_version']}")


_CHECKS: dict[str, Callable[[str, Config, Paths], Finding]] = {
    "folders": _folders,
    "rcon": _rcon,
    "log": _log,
    "model": _model,
    "version": _version,
    "store": _store,
}
