"""Whole bases in and out, looked over and counted: what ``mcgod kb import|export|verify|stats`` do."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from mcgod.errors import BadInput, NotFound, StoreFailed

from ._kb import bases, named, one

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcgod.kb.exchange import Item

    from ._app import App


def taken(this: App, source: str, kb: str | None, author: str) -> None:
    """Import ``source`` and tell what became of each thing. Raises BadInput when some did not parse."""
    from mcgod.kb import exchange

    known, fallback = bases(this), one(kb)
    counts: dict[str, int] = dict.fromkeys(("new", "changed", "same", "skipped"), 0)
    outcomes = []
    for outcome in exchange.take(
        lambda told: known.local(kb or (told if told in ("agent", "world") else fallback)),
        _items(source),
        author=author,
    ):
        counts[outcome.state] += 1
        outcomes.append(outcome.to_json())
        if outcome.state == "skipped" and not this.out.json:
            this.out.note(f"{outcome.source}: {outcome.text}")
    this.out.emit({**counts, "outcomes": outcomes}, ", ".join(f"{count} {state}" for state, count in counts.items()))
    if counts["skipped"]:
        raise BadInput(f"{counts['skipped']} of {len(outcomes)} were left out", hint="mend them, and import again")


def given_out(this: App, folder: Path | None, kb: str | None) -> None:
    """Print or write every entry of the bases that are folders."""
    from mcgod.kb import exchange

    known = bases(this)
    names = sorted(named(kb)) if kb else [name for name in sorted(named(kb)) if known.is_local(name)]
    if folder is None:
        for name in names:
            for line in exchange.lines(known.local(name)):
                this.out.line(line.decode("utf-8"))
        return
    counts = {
        name: exchange.to_folder(known.local(name), folder / name if len(names) > 1 else folder) for name in names
    }
    this.out.emit(counts, "\n".join(f"{name}: {count} files" for name, count in counts.items()))


def verified(this: App, kb: str | None, *, adopt: bool) -> None:
    """Print what is wrong; exits with 1 when something needs mending."""
    from mcgod.kb.verify import Finding, verify

    known = bases(this)
    found = []
    for name in named(kb):
        if kb in (None, "all") and not known.is_local(name):
            this.out.note(f"the {name} base is on a server, and is not looked at")
            continue
        found += verify(known.local(name), exists=known.exists, adopt=adopt)
    for facts in map(known.facts, named(kb)):
        if broken := facts.broken:
            found.append(Finding("corrupt", f"{facts.kb}/facts.jsonl", f"{broken} lines of it are no facts"))
    faults = sum(1 for each in found if each.fault)
    lines = [f"{'fault' if each.fault else 'note '}  {each.code:9}  {each.entry}  {each.text}" for each in found]
    told = {"clean": not faults, "findings": [each.to_json() for each in found]}
    this.out.emit(told, "\n".join([*lines, f"{faults} faults" if faults else "clean"]))
    if faults:
        raise typer.Exit(1)


def counted(this: App, kb: str | None) -> None:
    """Print how much there is in each base."""
    from mcgod.kb.verify import stats

    known, rows = bases(this), []
    for name in named(kb):
        row = stats(known.local(name)) if known.is_local(name) else {"kb": name, "server": known.where(name)}
        row |= {"facts": len(known.facts(name).all())}
        if name == "agent":
            row |= {"items": len(known.items.stamps()), "version": known.items.version}
        rows.append(row)
    shown = [
        f"{key}: {value}" if key == "kb" else f"  {key}: {value}"
        for row in rows
        for key, value in row.items()
        if key != "tags"
    ]
    this.out.emit(rows, "\n".join(shown))


def _items(source: str) -> Iterable[Item]:
    from mcgod.kb import exchange

    if source == "-":
        return exchange.from_lines(sys.stdin.buffer.read(), "stdin")
    path = Path(source).expanduser()
    if path.is_dir():
        return exchange.from_folder(path)
    try:
        return exchange.from_lines(path.read_bytes(), str(path))
    except FileNotFoundError:
        raise NotFound(f"there is no {path}", hint="a folder, or a file of JSON lines") from None
    except OSError as error:
        raise StoreFailed(f"cannot read {path}: {error.strerror}") from error
