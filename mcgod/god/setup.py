"""From settings to the services that a turn works with: game, models, souls, ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.errors import BadConfig
from mcgod.god.gamedata import game_data, policies, version
from mcgod.god.souls import Souls
from mcgod.god.turn import Services
from mcgod.grammar import registry
from mcgod.store import opening

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.config import Config
    from mcgod.game.port import Game
    from mcgod.game.rcon import Rcon
    from mcgod.llm.port import Model
    from mcgod.paths import Paths
    from mcgod.store.port import Store

# Whose history is kept in a shape of its own; the others share one.
_HISTORIES = {"openai": "openAiHistory", "vertex": "vertexHistory"}

# A model's name for each provider, as an example.
_EXAMPLES = {"ollama": "qwen3:8b", "openai": "gpt-5-mini", "vertex": "gemini-3-flash-preview"}


def services(config: Config, paths: Paths, store: Store, *, note: Callable[[str], None] = lambda _: None) -> Services:
    """Assemble everything; close its ``tools`` and ``game`` at the end. Raises BadConfig.

    Connects to nothing yet, but to servers whose tools are not known: see ``mcgod.god.toolbox``.
    """
    ids, tree = game_data(paths, version(config))
    return Services(
        store=store,
        souls=Souls(paths.souls),
        registry=ids,
        tree=tree,
        policies=policies(config),
        **_deciding(config),
        message_model=model(config, config["model.message"] or config["model.command"]),
        summary_model=_summary_model(config),
        game=game(config),
        history_name=_HISTORIES.get(config["model.provider"], "ollamaHistory"),
        history_tokens=config["god.history_tokens"],
        max_commands=config["god.max_commands"],
        default_soul=config["god.soul"],
        newcomer_minutes=config["god.first_login_minutes"],
        requests=opening.requests(config, paths),
        **_knowing(config, paths, note),
        tool_modes=tool_modes(config),
        max_tool_steps=config["god.max_tool_steps"],
    )


def _deciding(config: Config) -> dict[str, Any]:
    """Return who proposes commands: the command model, or the program of ``god.engine``. Raises BadConfig."""
    engine = config["god.engine"]
    if not engine:
        return {"command_model": model(config, config["model.command"])}
    import shlex  # noqa: PLC0415 - most ask a model

    from mcgod.llm.program import Program  # noqa: PLC0415

    try:
        command = shlex.split(engine.removeprefix("exec:"))
    except ValueError as error:
        raise BadConfig(f"god.engine: {error}") from None
    if not engine.startswith("exec:") or not command:
        raise BadConfig("god.engine is exec: and a command", hint="such as exec:/opt/god/think.py")
    program = Program(command, config.harmless_environment(), total=config["model.total_timeout"])
    return {"command_model": program, "program": True}


def _knowing(config: Config, paths: Paths, note: Callable[[str], None]) -> dict[str, Any]:
    """Return the tools and the knowledge of a turn: none for the oracle, and no tools for a small model."""
    provider = config["model.provider"]
    if provider == "oracle" and not config["god.engine"]:
        return {}
    from mcgod.god.knowledge import Knowledge  # noqa: PLC0415 - the oracle needs none of it
    from mcgod.god.toolbox import toolbox  # noqa: PLC0415

    known = Knowledge(config, paths, note)
    # A program brings its own, or takes ours over MCP.
    tools = None if provider == "local" or config["god.engine"] else toolbox(config, paths, note=note, knowledge=known)
    most = config["god.knowledge"]
    return {"tools": tools, "knowledge": (lambda text: known.matching(text, most)) if most else None}


def _summary_model(config: Config) -> Model | None:
    name = config["model.summary"]
    return model(config, name) if name and config["model.provider"] != "oracle" else None


def tool_modes(config: Config) -> frozenset[str]:
    """Return the modes in which a model may call tools."""
    return frozenset({"god", "god_system"} if config["god.tools"] else ()) | (
        {"sudo"} if config["god.sudo_tools"] else set()
    )


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
    if provider == "local":
        return _local(config)
    if not name:
        raise BadConfig(
            f"model.provider is {provider} but model.command is not set",
            hint=f"mcgod config set model.command {_EXAMPLES[provider]}",
        )
    patience = {
        "connect": config["model.connect_timeout"],
        "timeout": config["model.timeout"],
        "total": config["model.total_timeout"],
    }
    if provider == "ollama":
        return _ollama(config, name, patience)
    of_a_key = {
        "key": config.model_key(),
        "max_tokens": config["model.max_tokens"] or None,
        "think": config["model.think"],
        **patience,
    }
    if provider == "vertex":
        from mcgod.llm.vertex import Vertex  # noqa: PLC0415 - one provider a run

        return Vertex(name, endpoint=config.vertex_endpoint(), **of_a_key)
    from mcgod.llm.openai import OpenAI  # noqa: PLC0415 - one provider a run

    return OpenAI(name, endpoint=config.openai_endpoint(), **of_a_key)


def _local(config: Config) -> Model:
    from mcgod.llm import engine  # noqa: PLC0415 - one provider a run
    from mcgod.llm.local import Local  # noqa: PLC0415

    return Local(
        engine.weights(config["model.path"]),
        threads=engine.threads_for(config["model.threads"]),
        window=config["model.num_ctx"],
        max_tokens=config["model.max_tokens"] or None,
        timeout=config["model.timeout"],
        total=config["model.total_timeout"],
    )


def _ollama(config: Config, name: str, patience: dict[str, Any]) -> Model:
    from mcgod.llm.ollama import Ollama  # noqa: PLC0415 - 200 ms that the oracle does without

    return Ollama(
        name,
        endpoint=config.ollama_endpoint(),
        num_ctx=config["model.num_ctx"],
        num_predict=config["model.max_tokens"] or None,
        keep_alive=config["model.keep_alive"],
        think=config["model.think"] or None,
        **patience,
    )
