"""One turn as a part of the table: what was asked and what came of it, how models compare, and its timeline."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.replay import prose, timeline
from mcgod.replay.page.text import cut, duration, escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mcgod.replay.trace import Stage

COLUMNS = ("Turn", "Asked and said", "Commands", "Time", "Tokens")
_CUT = 2_000  # characters of one text
# The words of prose that the style sheet knows.
_STYLED = frozenset({"accepted", "repaired", "refused", "ran", "failed", "unknown"})
_SIGNS = {"accepted": "✓", "repaired": "⟳", "rejected": "✗"}
_JUDGED = {"same": "= the same", "same effect": "≈ same effect", "differs": "≠ differs"}
_MARKS = (("same", "=", "in both"), ("added", "+", "only now"), ("missing", "−", "only then"))


class Told(NamedTuple):
    """What a page is told of a turn: ``head`` as ``listing.head`` makes it, ``was`` as ``compare.recorded`` does.

    ``rows`` are those of ``Comparison.row``, ``session`` is empty where the
    page is about one, ``full`` leaves no text cut.
    """

    head: Mapping[str, Any]
    was: Mapping[str, Any]
    stages: Sequence[Stage]
    rows: Sequence[Mapping[str, Any]] = ()
    session: str = ""
    full: bool = False

    def verdicts(self) -> list[Mapping[str, Any]]:
        """Return every verdict of every attempt: what was refused at first and then left out is among them."""
        judged = (stage.record.get("verdicts") or () for stage in self.stages if stage.name == "verdicts")
        return [one for verdicts in judged for one in verdicts]


def body(told: Told) -> Iterator[str]:
    """Yield the HTML of one turn. Raises Damaged."""
    judged = ["no-answer" if row["error"] else row["judged"].replace(" ", "-") for row in told.rows]
    kinds = dict.fromkeys(str(one.get("verdict")) for one in told.verdicts())
    facts = {
        "player": told.head["player"] or "",
        "mode": told.head["mode"] or "",
        "verdicts": " ".join(kinds),
        "judged": " ".join(dict.fromkeys(judged)),
    }
    data = "".join(f' data-{name}="{escaped(fact)}"' for name, fact in facts.items())
    yield f'<tbody class="turn"{data}>\n'
    yield _was(told)
    yield from map(_now, told.rows)
    yield f'<tr class="line"><td colspan="{len(COLUMNS)}"><details><summary>Timeline '
    yield f"<small>{escaped(told.head['request_id'])}</small></summary><ol>\n"
    for stage, record in timeline.told(told.stages, full=told.full):
        yield _stage(stage, record, None if told.full else _CUT)
    yield "</ol></details></td></tr>\n</tbody>\n"


def _was(told: Told) -> str:
    head, was = told.head, told.was
    at = str(head["at"] or "")[:19].replace("T", " ")
    session = f"<small>{escaped(told.session)}</small>" if told.session else ""
    error = f'<p class="failed">failed: {cut(was["error"], _CUT)}</p>' if was["error"] else ""
    said = f'<p class="said">{cut(was["message"], _CUT)}</p>' if was["message"] else ""
    who = f"<small><bdi>{escaped(head['player'] or 'nobody')}</bdi>, {escaped(head['mode'])}</small>"
    return (
        f'<tr class="was"><th scope="row"><b>{head["turn"]}</b> {session}<small>{escaped(at)}</small>{who}</th>'
        f'<td><p class="asked">{cut(str(head["text"] or ""), _CUT)}</p>{said}{error}</td>'
        f"<td>{_verdicts(was['verdicts'])}</td>{_spent(was)}</tr>\n"
    )


def _verdicts(verdicts: Iterable[Mapping[str, Any]]) -> str:
    """Return the commands that may run, and those that may not with the reason."""
    lines = []
    for one in verdicts:
        kind = str(one.get("verdict"))
        style = kind if kind in _SIGNS else "unknown"
        why = f" <small>{escaped(one.get('reason'))}</small>" if one.get("reason") else ""
        text = cut(str(one.get("command") or one.get("proposed")), _CUT)
        sign = _SIGNS.get(kind, "?")
        lines.append(f'<li class="{style}"><abbr title="{style}">{sign}</abbr> <code>{text}</code>{why}</li>')
    return _list(lines) or '<p class="none">no command</p>'


def _now(row: Mapping[str, Any]) -> str:
    now = row["now"]
    judged = "no answer" if row["error"] else row["judged"]
    style = judged.replace(" ", "-")
    said = f'<p class="said">{cut(now["message"], _CUT)}</p>' if row["message_changed"] else ""
    error = f'<p class="failed">{cut(row["error"], _CUT)}</p>' if row["error"] else ""
    commands = _marked(row) or '<p class="none">no command</p>'
    if row["effect"] and row["judged"] != "same":
        commands += f'<p class="label">What came of it</p>{_marked(row["effect"])}'
    return (
        f'<tr class="now"><th scope="row"><span class="judged {style}">{_JUDGED.get(judged, "? no answer")}</span></th>'
        f'<td><p class="model"><bdi>{escaped(row["model"])}</bdi></p>{said}{error}</td>'
        f"<td>{commands}</td>{_spent(now)}</tr>\n"
    )


def _marked(found: Mapping[str, Any]) -> str:
    lines = [
        f'<li class="{says}"><abbr title="{about}">{mark}</abbr> <code>{cut(line, _CUT)}</code></li>'
        for says, mark, about in _MARKS
        for line in found[says]
    ]
    return _list(lines)


def _list(lines: Sequence[str]) -> str:
    return f'<ul class="commands">{"".join(lines)}</ul>' if lines else ""


def _spent(side: Mapping[str, Any]) -> str:
    tokens = side["tokens"]
    return (
        f'<td class="number" data-label="thought for">{duration(side["ms"])}</td>'
        f'<td class="number" data-label="tokens">{tokens["input"]:,} in, {tokens["output"]:,} out</td>'
    )


def _stage(stage: Stage, record: dict[str, Any], most: int | None) -> str:
    lines = []
    for what, text in prose.parts(stage, record):
        style = f' class="{what}"' if what in _STYLED else ""
        lines.append(f"<p{style}><b>{escaped(what)}</b> <span>{cut(text, most)}</span></p>")
    return f'<li><span class="at">{prose.since(record)}</span><div>{"".join(lines)}</div></li>\n'
