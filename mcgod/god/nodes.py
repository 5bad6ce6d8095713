"""The nodes of the flow: each takes the turn one step further and writes what it did to the trace."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from mcgod.errors import Cancelled, GameUnreachable
from mcgod.game.speech import clean, tellraw
from mcgod.god import briefing, consult, prompts, tooluse
from mcgod.god.allowance import allow
from mcgod.god.contexts import rules_context, tool_context
from mcgod.god.remember import remember
from mcgod.god.seen import Seen
from mcgod.god.trace import Trace
from mcgod.llm import answers
from mcgod.rules.plan import plan
from mcgod.store.carry import carry_on
from mcgod.store.port import Deed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcgod.god.turn import Turn
    from mcgod.rules.verdict import Verdict
    from mcgod.store.session import Session

# What is said when a model could not be understood, or had nothing to say.
FALLBACK = "The heavens are silent for now. Ask me again in a while."
SILENCE = "The god listens, and says nothing."


def load(turn: Turn) -> None:
    """Find or start the session, settle the soul, and open the trace."""
    request, services = turn.request, turn.services
    store = services.store
    with _timed(turn, "load"):
        allow(turn)
        found = store.find(request.owner, request.session) if request.session else store.active(request.owner)
        if found is None:
            found = store.start(request.owner, mode=request.mode, player=request.player)

        carried = 0

        def count(session: Session) -> None:
            nonlocal carried
            session.turns += 1
            carried = carry_on(session, services.history_name)

        turn.session = store.update(request.owner, found.id, count)
        if carried:
            turn.notes.append(f"{carried} turns were taken over from another provider's history")
        turn.soul = request.soul or services.souls.active(request.owner, services.default_soul)
        services.souls.path(turn.soul)
    turn.trace = Trace(store, request.owner, found.id, request.id, turn.session.turns, services.clock)
    turn.stage(
        "input",
        text=request.text,
        mode=request.mode,
        event=request.event,
        owner=request.owner,
        player=request.player,
        soul=turn.soul,
        dry_run=turn.dry,
        version=services.registry.asked,
        newcomer=turn.newcomer,
        confirmed=request.confirmed,
        max_commands=services.max_commands,
        tools=turn.may_use_tools,
    )
    services.emit("START", {"sessionId": found.id, "request": " ".join(request.text.split())[:600]})


def observe(turn: Turn) -> None:
    """Ask the server how it and the player are, and what is known of the matter. Raises GameUnreachable.

    What the caller has seen spares the question, but where something is to be run.
    """
    game, player, seen = turn.services.game, turn.request.player, turn.request.seen
    given = seen if seen and turn.dry else Seen()
    with _timed(turn, "observe"):
        turn.server = given.server or (game.state() if game else None)
        turn.player = given.player or (game.player(player) if game and player else None)
        turn.told = dict(seen.told) if seen else {}
        if turn.services.knowledge and turn.request.mode == "god":
            turn.known = turn.services.knowledge(turn.request.text)
    turn.stage(
        "observed",
        server=turn.server.to_json() if turn.server else None,
        player=prompts.player_json(turn.player),
        # The rules measure from the very place, which prompts are told in whole blocks.
        position=turn.player.position if turn.player else None,
        known=turn.known,
        **({"told": turn.told} if turn.told else {}),
    )


def propose(turn: Turn) -> None:
    """Ask the command model, once more with the reasons when rules rejected something; it may call tools first."""
    with _timed(turn, "think"):
        if not turn.conversation:
            rejected = [verdict for verdict in turn.verdicts if not verdict.allowed]
            turn.tries += 1
            question = briefing.messages if turn.services.program else prompts.command_messages
            turn.conversation = question(turn, rules_context(turn).policy, rejected)
        first = None
        # Whoever has used tools has what they told, and mends the rest without them.
        if turn.tries == 1 and turn.may_use_tools:
            first = tooluse.ask(turn, turn.tools())
            if turn.calls:
                return
        said = consult.ask(turn, "command", turn.conversation, answers.proposal, first=first)
    turn.conversation = []
    turn.proposed = said.commands if said else ()
    turn.reason = said.reason if said else "the answer could not be read"
    turn.spoken = clean(said.speech) if said and turn.services.program else ""
    if said:
        turn.notes += said.notes


def use_tools(turn: Turn) -> None:
    """Run the next tool that the command model has called."""
    with _timed(turn, "think"):
        tooluse.call_next(turn, turn.tools(), tool_context(turn))


def judge(turn: Turn) -> None:
    """Let the rules decide on every proposed command, and an admin on what only lacks a yes."""
    turn.verdicts = _planned(turn)
    # A yes is for the commands that were shown, not for what a model thinks of next.
    blocked = [verdict.proposed for verdict in turn.verdicts if verdict.reason == "needs-yes"]
    if blocked and turn.services.confirm and turn.services.confirm(blocked):
        turn.yes_to |= frozenset(blocked)
        turn.verdicts = _planned(turn)
    told = [verdict.to_json() for verdict in turn.verdicts]
    turn.stage("verdicts", reason=turn.reason, verdicts=told, yes_to=sorted(turn.yes_to))


def speak(turn: Turn) -> None:
    """Let the message model find the words, unless a program has; where it fails, a fixed line is said."""
    if turn.spoken:
        turn.message = turn.spoken
        turn.services.emit("DELTA", turn.message)
        turn.stage("message", text=turn.message)
        return
    with _timed(turn, "think"):
        messages = prompts.message_messages(turn, turn.services.souls.text(turn.soul))
        prompt = messages[0].content
        spoken = consult.ask(
            turn, "message", messages, lambda text, **how: clean(answers.speech(text, prompt=prompt, **how))
        )
    turn.message = FALLBACK if spoken is None else spoken or SILENCE
    turn.stage("message", text=turn.message)


def act(turn: Turn) -> None:
    """Run the accepted commands in order, then say the message in the game.

    A server that goes away stops the run: what was sent last is marked as
    unknown, the rest stays unrun, and the fault surfaces once all is stored.
    So does somebody's wish to stop.
    """
    game = turn.services.game
    if game is None or turn.dry:
        return
    with _timed(turn, "act"):
        turn.begin_acting()
        try:
            for place, verdict in enumerate(turn.verdicts):
                if verdict.command is not None and verdict.ran is False:
                    _check_stop(turn)
                    _run(turn, place, verdict.command)
            if turn.request.player and turn.player is not None:
                for command in tellraw(turn.request.player, turn.message)[turn.said :]:
                    game.command(command)
                    turn.said += 1
        except (GameUnreachable, Cancelled) as fault:
            turn.fault = fault


def persist(turn: Turn) -> None:
    """Add the turn to the session's history and close the trace."""
    turn.ms["total"] = round((turn.services.timer() - turn.began) * 1000)
    _remember(turn)
    turn.stage("end", state="failed" if turn.fault else "done", ms=turn.ms, notes=turn.notes)


def _remember(turn: Turn) -> None:
    request = turn.request
    if request.player:  # first, since a limit that is counted twice does no harm
        ran = sum(1 for verdict in turn.verdicts if verdict.ran is not False)
        turn.services.store.note_deed(request.owner, Deed(turn.services.clock(), ran, request.event))
    turn.session = turn.services.store.update(
        request.owner, turn.known_session().id, lambda session: remember(turn, session)
    )


def remember_failed(turn: Turn) -> None:
    """Add to the history what tools had run when the turn failed; those of its commands that are left never ran."""
    turn.verdicts, turn.message = tuple(turn.executed), FALLBACK
    _remember(turn)


def calls_a_tool(turn: Turn) -> bool:
    """Whether the command model has called a tool that was not run yet."""
    return bool(turn.calls)


def deserves_another_try(turn: Turn) -> bool:
    """Whether something was rejected and the command model has not been told of it yet."""
    return turn.tries < 2 and any(not verdict.allowed for verdict in turn.verdicts)


NODES: dict[str, Callable[[Turn], None]] = {
    node.__name__: node for node in (load, observe, propose, use_tools, judge, speak, act, persist)
}
CONDITIONS: dict[str, Callable[[Turn], bool]] = {
    condition.__name__: condition for condition in (calls_a_tool, deserves_another_try)
}


def _check_stop(turn: Turn) -> None:
    """Raise Cancelled once somebody asked for an end."""
    if turn.services.cancel and turn.services.cancel.is_set():
        raise Cancelled("the request was stopped")


def _run(turn: Turn, place: int, command: str) -> None:
    game = turn.services.game
    assert game is not None
    reply = game.command(command)
    verdict = turn.verdicts[place].with_reply(reply.text, ran=True if reply.known else None, ok=reply.ok)
    turn.verdicts = (*turn.verdicts[:place], verdict, *turn.verdicts[place + 1 :])
    turn.stage("reply", command=command, output=reply.text, ok=reply.ok, known=reply.known)
    if not reply.known:
        raise GameUnreachable(
            f"the server went away during {command.split(maxsplit=1)[0]!r}, which may have run", hint="mcgod doctor"
        )


def _planned(turn: Turn) -> tuple[Verdict, ...]:
    """Judge what is proposed as a whole with what tools have run already, which stands first."""
    ran = turn.executed
    verdicts = plan([*(verdict.command or "" for verdict in ran), *turn.proposed], rules_context(turn))
    return (*ran, *verdicts[len(ran) :])


@contextmanager
def _timed(turn: Turn, part: str) -> Iterator[None]:
    start = turn.services.timer()
    try:
        yield
    finally:
        turn.ms[part] = turn.ms.get(part, 0) + round((turn.services.timer() - start) * 1000)
