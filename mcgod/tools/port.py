"""The ``Tool`` port: a name, a JSON schema for its arguments, how much it may do, and the function that does it.

A family of tools is a function that takes what the family needs (folders,
settings, a game) and returns its tools. What differs from call to call comes
in a Context.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from threading import Event

    from mcgod.game.port import Game
    from mcgod.rules.context import Context as RulesContext
    from mcgod.rules.verdict import Verdict

    Run = Callable[[Mapping[str, Any], "Context"], "ToolResult"]
    Ask = Callable[["Question"], "Answer"]

# What a tool may do at worst.
RISKS = {
    "read": "reads the game, the server's folder or mcgod's own files",
    "web": "fetches something from outside, and brings its words back",
    "ask": "asks the player and waits",
    "record": "changes what mcgod remembers",
    "act": "runs commands in the game",
    "write": "writes files of the server",
}
# Who may use which. What comes from the web must not steer an admin's powers, so sudo gets none of it.
_OPEN = {
    "god": frozenset({"read", "web", "ask", "record"}),
    "sudo": frozenset({"read", "ask", "record", "act", "write"}),
    "god_system": frozenset({"read"}),
    "shell": frozenset(RISKS),
}
MODES = tuple(_OPEN)


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. ``parameters`` is the JSON schema of its arguments, an object; ``risk`` is one of RISKS.

    ``run`` gets arguments that the schema accepts. It raises an error of the
    tree when it fails, whose message goes to the model or the shell.
    ``aliases`` are other names under which arguments are taken. ``outside``
    marks results that hold words of people nobody vouches for.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    run: Run
    risk: str = "read"
    aliases: Mapping[str, str] = field(default_factory=dict)
    outside: bool = False

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes that may use it, of MODES."""
        return tuple(mode for mode, risks in _OPEN.items() if self.risk in risks)

    def to_json(self) -> dict[str, Any]:
        """Return ``{"name","description","risk","modes","parameters"}``."""
        return {
            "name": self.name,
            "description": self.description,
            "risk": self.risk,
            "modes": list(self.modes),
            "parameters": dict(self.parameters),
        }


class ToolResult(NamedTuple):
    """What a tool found: ``text`` for a reader, ``data`` (JSON) for a program. Not ``ok``: it worked, but in vain."""

    text: str
    data: Any = None
    ok: bool = True


class Question(NamedTuple):
    """A question to the player: its words, and at most five options, to be answered within ``seconds``."""

    text: str
    options: tuple[str, ...]
    seconds: float = 60.0


class Answer(NamedTuple):
    """What came of a question: ``option`` (from 0), or ``text`` in the player's own words, or why it was skipped."""

    option: int | None = None
    text: str = ""
    skipped: str = ""


class LaidAside(Exception):
    """Raised by an Ask that does not wait: the turn stops here, and asks again once there is an answer.

    No error, so it is none of the tree.
    """

    def __init__(self, question: Question) -> None:
        super().__init__(question.text)
        self.question = question


@dataclass(frozen=True, slots=True)
class Context:
    """For whom a tool is called, and what it may touch.

    ``mode`` is one of MODES. ``rules`` judges commands; without ``game``, or
    with ``dry_run``, nothing is run. ``ran`` grows by the verdict of each
    command that is run, since a turn's limits hold for all of them together;
    one that nobody knows the outcome of has ``ran`` None. ``confirm`` is
    asked before something is run that destroys; ``before_act`` is called
    before anything is run. ``ask`` reaches the player, None where nobody can
    be asked. ``cancel``, once set, ends what waits. ``carried`` is what one
    call found and later steps of the turn are to know, under the tool's name.
    ``emit`` hears how a long call is getting on, in stream events.
    """

    mode: str = "shell"
    player: str | None = None
    owner: str = "cli"
    session: str = ""
    dry_run: bool = False
    game: Game | None = None
    rules: RulesContext | None = None
    ran: list[Verdict] = field(default_factory=list)
    confirm: Callable[[list[str]], bool] | None = None
    before_act: Callable[[], None] = lambda: None
    ask: Ask | None = None
    cancel: Event | None = None
    carried: dict[str, Any] = field(default_factory=dict)
    emit: Callable[[str, Any], None] = lambda _event, _data: None


def parameters(properties: Mapping[str, Any] | None = None, required: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the schema of an object with ``properties``, of which ``required`` must be there."""
    schema: dict[str, Any] = {"type": "object", "properties": dict(properties or {})}
    return schema | {"required": list(required)} if required else schema
