"""From settings to the services that a turn works with: game, models, souls, ids."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mcgod.config import read_tables
from mcgod.errors import BadConfig
from mcgod.god.owners import folder
from mcgod.god.souls import Souls
from mcgod.god.turn import Services
from mcgod.grammar import registry, trees, versions

if TYPE_CHECKING:
    from mcgod.config import Config
    from mcgod.game.port import Game
    from mcgod.game.rcon import Rcon
    from mcgod.grammar.nodes import Tree
    from mcgod.grammar.registry import Registry
    from mcgod.llm.port import Model
    from mcgod.paths import Paths
    from mcgod.rules.policy import Policy
    from mcgod.store.port import Store


def services(config: Config, paths: Paths, store: Store) -> Services:
    """Assemble everything. Connects to nothing yet. Raises BadConfig."""
    ids, tree = game_data(paths, version(config))
    return Services(
        store=store,
        souls=Souls(paths.souls),
        registry=ids,
        tree=tree,
        policies=policies(config),
        command_model=model(config, config["model.command"]),
        message_model=model(config, config["model.message"] or config["model.command"]),
        game=game(config),
        history_tokens=config["god.history_tokens"],
        max_commands=config["god.max_commands"],
        default_soul=config["god.soul"],
        newcomer_minutes=config["god.first_login_minutes"],
    )


def policies(config: Config) -> dict[str, Policy]:
    """Return every mode's limits: the shipped ones, with those of ``rules.file`` on top. Raises BadConfig."""
    from mcgod.rules.policy import overridden, shipped  # noqa: PLC0415 - only what judges needs them

    if not config["rules.file"]:
        return shipped()
    path = Path(config["rules.file"]).expanduser()
    return overridden(shipped(), read_tables(path), str(path))


def game_data(paths: Paths, wanted: str) -> tuple[Registry, Tree]:
    """Return the ids and the grammar of game version ``wanted``: imported, vendored, or the nearest older ones."""
    return registry.load(wanted, paths.gamedata), trees.load(wanted, paths.gamedata)


def version(config: Config) -> str:
    """Return the game version: as set, else as the server's folder tells, else the default."""
    if config["server.version"]:
        return str(config["server.version"])
    place = folder(config)
    return (place.version if place else None) or versions.DEFAULT


def rcon(config: Config) -> Rcon | None:
    """Return the client of the configured server, not yet connected; None when there is none. Raises BadConfig."""
    if not config.has_server:
        return None
    from mcgod.game.rcon import Rcon  # noqa: PLC0415 - a dry run needs no socket

    password = config.rcon_password()
    if not password:
        raise BadConfig(
            "a server is configured but no RCON password",
            hint="set rcon.password in server.properties, MCGOD_RCON_PASSWORD, or rcon.password_file",
        )
    return Rcon(
        config["rcon.host"], password, config["rcon.port"], tlsmode=config["rcon.tls"], timeout=config["rcon.timeout"]
    )


def game(config: Config) -> Game | None:
    """Return the configured server as a Game, or None. Raises BadConfig."""
    client = rcon(config)
    if client is None:
        return None
    from mcgod.game.over_rcon import RconGame  # noqa: PLC0415 - a dry run needs no socket

    return RconGame(client)


def model(config: Config, name: str) -> Model:
    """Return the model called ``name`` of the configured provider. Raises BadConfig."""
    provider = config["model.provider"]
    if provider == "oracle":
        from mcgod.llm.oracle import Oracle  # noqa: PLC0415 - one provider a run

        return Oracle(lambda wanted: registry.load(wanted).ids("item"))
    if not name:
        raise BadConfig(
            f"model.provider is {provider} but model.command is not set", hint="mcgod config set model.command qwen3:8b"
        )
    from mcgod.llm.ollama import Ollama  # noqa: PLC0415 - 200 ms that the oracle does without

    return Ollama(
        name,
        endpoint=config.ollama_endpoint(),
        timeout=config["model.timeout"],
        num_ctx=config["model.num_ctx"],
        keep_alive=config["model.keep_alive"],
        think=config["model.think"] or None,
    )
