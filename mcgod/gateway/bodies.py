"""What callers send and get, as the OpenAPI document tells it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from mcgod.god.modes import EVENTS, MODES
from mcgod.god.wording import LONGEST

_MODES = Literal["god", "sudo", "god_system"]
_EVENTS = Literal["first_login", "death", "advancement", "random"]
assert set(MODES) == {"god", "sudo", "god_system"}
assert set(EVENTS) == {"first_login", "death", "advancement", "random"}


def _whole(value: Any) -> Any:
    """Take ``3.0`` for 3, which JSON Schema does not tell apart."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


_Steps = Annotated[int, Field(ge=0, le=20), BeforeValidator(_whole)]
_Option = Annotated[int, Field(ge=1, le=5), BeforeValidator(_whole)]


class _Asked(BaseModel):
    """A body that is taken as it is: nothing is converted, and nothing unknown is passed over."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Start(_Asked):
    """A session to begin."""

    player: Annotated[str, Field(min_length=1, max_length=32, description="Who speaks in it.")]
    mode: Annotated[_MODES, Field(description="sudo is for operators and god.sudo_users.")] = "god"


class Context(_Asked):
    """What the caller knows of the game. It is data to models; see the manual for what of it counts as observed."""

    server_state: dict[str, Any] = Field(default_factory=dict)
    player_state: dict[str, Any] = Field(default_factory=dict)
    recent_events: Annotated[list[Any], Field(max_length=200)] = Field(default_factory=list)


class Message(_Asked):
    """Something that a player says, or that happened to one."""

    role: Annotated[Literal["user"], Field(description="Only players speak here.")] = "user"
    text: Annotated[str, Field(max_length=LONGEST, description="A chat's trigger word at its start is left out.")] = ""
    context: Context = Field(default_factory=Context)
    allow_tools: bool = True
    max_tool_steps: _Steps | None = None
    execute: Annotated[bool, Field(description="Run the commands that pass, instead of returning them.")] = False
    event: Annotated[_EVENTS | None, Field(description="In a session of god_system, what happened.")] = None
    stream: Annotated[bool, Field(description="Answer with server-sent events, as does Accept.")] = False


class Reply(_Asked):
    """The answer to a question: one of the three."""

    option: Annotated[_Option | None, Field(description="Which of the options, from 1.")] = None
    text: Annotated[str | None, Field(min_length=1, max_length=400, description="In the player's own words.")] = None
    skip: Annotated[Literal[True] | None, Field(description="The player does not answer.")] = None
    stream: bool = False


class Fault(BaseModel):
    """Why something failed; ``exit`` is the exit code that the command line has for it."""

    slug: str
    exit: int
    message: str
    hint: str


class Faulty(BaseModel):
    """The body of every error."""

    error: Fault


class Started(BaseModel):
    """A session that has begun."""

    session_id: str
    session: str


class Session(BaseModel):
    """A session. Times are ISO 8601."""

    session_id: str
    session: str
    title: str
    owner: str
    player: str | None
    mode: str
    turns: int
    created_at: str
    updated_at: str
    closed_at: str | None


class Turn(BaseModel):
    """The result of a turn. ``commands`` passed the rules; ``verdicts`` tell of all that were proposed."""

    model_config = ConfigDict(extra="allow")

    v: int
    request_id: str
    session: str
    owner: str
    mode: str
    player: str | None
    message: str
    commands: list[str]
    verdicts: list[dict[str, Any]]
    tool_trace: list[dict[str, Any]]
    dry_run: bool


class Question(BaseModel):
    """What the player is asked."""

    text: str
    options: list[str]
    seconds: float


class Waits(BaseModel):
    """A turn that waits for an answer: POST it to ``/v1/requests/{request_id}/answer``."""

    request_id: str
    state: Literal["waiting"]
    question: Question


class Request(BaseModel):
    """A message and what has become of it. ``sent`` are the commands that went to the game."""

    request_id: str
    session_id: str | None
    state: str
    text: str
    question: Question | None = None
    result: dict[str, Any] | None = None
    error: Fault | None = None
    sent: list[dict[str, Any]] = Field(default_factory=list)


class Requests(BaseModel):
    """The messages that are on their way."""

    requests: list[Request]


class Health(BaseModel):
    """Whether the gateway serves."""

    status: Literal["ok", "stopping"]
    version: str
    engine: str
