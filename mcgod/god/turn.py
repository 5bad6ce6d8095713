"""One turn: what was asked, what it works with, and what has come of it so far."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mcgod.llm.port import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from threading import Event

    from mcgod.errors import McgodError
    from mcgod.game.port import Game, PlayerState, ServerState
    from mcgod.god.seen import Seen
    from mcgod.god.souls import Souls
    from mcgod.god.trace import Trace
    from mcgod.grammar.nodes import Tree
    from mcgod.grammar.registry import Registry
    from mcgod.llm.port import Completion, Message, Model, ToolCall
    from mcgod.rules.policy import Policy
    from mcgod.rules.verdict import Verdict
    from mcgod.store.port import Requests, Store
    from mcgod.store.session import Session
    from mcgod.tools.port import Ask
    from mcgod.tools.toolbox import Called, Toolbox

    # A model's answer that called tools, its calls by ids of their own, and what they came to.
    Round = tuple[Completion, tuple[ToolCall, ...], tuple[Called, ...]]


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asked.

    ``session`` is an id of the owner's, None for the active one (or a new
    one). ``confirmed``: an admin said yes to what destroys. ``seen`` is what
    the caller knows of the game.
    """

    text: str
    owner: str = "cli"
    mode: str = "god"
    player: str | None = None
    session: str | None = None
    soul: str | None = None
    event: str | None = None
    dry_run: bool = False
    confirmed: bool = False
    seen: Seen | None = None
    id: str = field(default_factory=lambda: secrets.token_hex(8))


@dataclass(slots=True)
class Services:
    """What a turn works with.

    ``game`` is None when no server is configured: then every turn is a dry
    run. ``confirm`` is asked, with the commands, before something is run that
    destroys; ``before_act`` is called before a turn's first command. ``emit``
    receives stream events; ``clock`` gives epoch seconds and ``timer``
    seconds of any origin, for durations. ``summary_model`` writes titles.
    ``requests`` is where a running turn can be seen and stopped, which sets
    ``cancel``, and where one that failed is kept. ``tools`` are open in ``tool_modes``, at most
    ``max_tool_steps`` times a turn; ``ask`` is how they reach the player.
    ``knowledge`` returns what is known of a text. ``task`` is what a command
    model is told to do, instead of the mode's own words. ``program``: the
    command model is one, which is told of the turn as JSON and may speak too.
    """

    store: Store
    souls: Souls
    registry: Registry
    tree: Tree
    command_model: Model
    message_model: Model
    summary_model: Model | None = None
    game: Game | None = None
    policies: Mapping[str, Policy] | None = None
    history_name: str = "ollamaHistory"
    history_tokens: int = 3000
    max_commands: int = 8
    default_soul: str = "default"
    newcomer_minutes: int = 10
    confirm: Callable[[list[str]], bool] | None = None
    before_act: Callable[[], None] = lambda: None
    emit: Callable[[str, Any], None] = lambda _event, _data: None
    clock: Callable[[], float] = time.time
    timer: Callable[[], float] = time.perf_counter
    requests: Requests | None = None
    cancel: Event | None = None
    tools: Toolbox | None = None
    tool_modes: frozenset[str] = frozenset({"god", "god_system"})
    max_tool_steps: int = 16
    ask: Ask | None = None
    knowledge: Callable[[str], list[dict[str, Any]]] | None = None
    task: str = ""
    program: bool = False


@dataclass(slots=True)
class Turn:
    """The state that the nodes fill in, one after another.

    ``conversation`` is what the command model has been told while it works on
    an answer. ``calling`` is one that asks for the tools in ``calls``, of
    which the first have come to ``called``. ``said`` counts the lines of the
    message that were said in the game. ``began`` is when by the services'
    timer, and ``spent`` the seconds that went into it before that.
    """

    request: Request
    services: Services
    session: Session | None = None
    trace: Trace | None = None
    soul: str = "default"
    newcomer: bool = False
    yes_to: frozenset[str] = frozenset()
    server: ServerState | None = None
    player: PlayerState | None = None
    conversation: list[Message] = field(default_factory=list)
    calling: Completion | None = None
    calls: tuple[ToolCall, ...] = ()
    called: list[Called] = field(default_factory=list)
    tries: int = 0
    reason: str = ""
    spoken: str = ""
    proposed: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    message: str = ""
    models: dict[str, str] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    ms: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    fault: McgodError | None = None
    rounds: list[Round] = field(default_factory=list)
    executed: list[Verdict] = field(default_factory=list)
    acting: bool = False
    known: list[dict[str, Any]] = field(default_factory=list)
    carried: dict[str, Any] = field(default_factory=dict)
    told: dict[str, Any] = field(default_factory=dict)
    said: int = 0
    began: float = 0.0
    spent: float = 0.0

    @property
    def dry(self) -> bool:
        """Whether nothing will be run: asked for, or there is no server."""
        return self.request.dry_run or self.services.game is None

    @property
    def may_use_tools(self) -> bool:
        """Whether models may call tools in this turn."""
        return self.services.tools is not None and self.request.mode in self.services.tool_modes

    def tools(self) -> Toolbox:
        """Return the tools, which a turn that may use them has."""
        assert self.services.tools is not None
        return self.services.tools

    def begin_acting(self) -> None:
        """Let it be known, once, that from now on commands are run."""
        if not self.acting:
            self.acting = True
            self.services.before_act()

    def known_session(self) -> Session:
        """Return the session, which every node after ``load`` has."""
        assert self.session is not None
        return self.session

    def stage(self, name: str, **fields: Any) -> None:
        """Write one stage to the turn trace, if the turn has got that far."""
        if self.trace is not None:
            self.trace.write(name, **fields)
