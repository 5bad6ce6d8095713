"""Import and export of a base: JSON lines, a folder of Markdown, or the data folder of a MemorySmith.

A folder that was exported has ``pages/**/*.md`` and ``memories/*.json``, byte
for byte as in the base. JSON lines are ``Entry.to_json``, sorted. An export
that is imported elsewhere exports the same bytes again.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod import fsio, jsonl
from mcgod.errors import BadInput, BadUsage, McgodError, NotFound, StoreFailed
from mcgod.kb import frontmatter, memories, memorysmith, pages
from mcgod.kb.port import Entry, Place, Reference
from mcgod.kb.slug import free, slug

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from mcgod.kb.local import LocalBase

_DEEPEST = 32  # folders in each other; a link may close a circle


class Outcome(NamedTuple):
    """What became of one thing: ``state`` is new, changed, same, or skipped for the reason in ``text``."""

    source: str
    reference: str
    state: str
    text: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return ``{"source","reference","state","text"}``."""
        return self._asdict()


class Item(NamedTuple):
    """Something to import: the ``text`` of the file that it will be, or the ``fault`` that keeps it out.

    ``told`` is the entry that it was exported as, if it was; its base need not be the one it goes to.
    """

    source: str
    kind: str = ""
    id: str = ""
    text: str = ""
    fault: str = ""
    told: Entry | None = None


def lines(base: LocalBase) -> Iterator[bytes]:
    """Yield every page and memory of ``base``, but for what ships, as a JSON line. Raises BadInput."""
    for kind, shelf in base.shelves.items():
        for entry in sorted(shelf.own()):
            yield jsonl.line(base.entry(kind, entry).to_json())


def to_folder(base: LocalBase, folder: Path) -> int:
    """Write every page and memory, but for what ships, below ``folder``, which must be new or empty.

    Returns how many there are. Raises BadUsage, StoreFailed.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadUsage(f"{folder} is not an empty folder", hint="name a new one")
    count = 0
    for shelf in base.shelves.values():
        for entry in shelf.own():
            path = folder / shelf.path(entry).relative_to(base.folder)
            fsio.make_folder(path.parent)
            fsio.replace_file(path, shelf.data(entry) or b"", durable=False)
            count += 1
    return count


def take(pick: Callable[[str], LocalBase], items: Iterable[Item], *, author: str = "") -> Iterator[Outcome]:
    """Import ``items`` one by one and tell what became of each; an entry that differs gets a new version.

    ``pick`` returns the base for things of the base that it is called with,
    empty where they do not say. What does not parse is skipped and told; the
    rest goes on. Raises Busy, StoreFailed.
    """
    for item in items:
        base = pick(item.told.kb if item.told else "")
        reference = str(Reference(base.name, item.kind, item.id)) if item.kind else ""
        if item.fault:
            yield Outcome(item.source, reference, "skipped", item.fault)
            continue
        try:
            same = item.told and _says(base, item.told)
            state = "same" if same else base.store(item.kind, item.id, item.text, author=author)
        except BadInput as error:
            yield Outcome(item.source, reference, "skipped", error.message)
        else:
            yield Outcome(item.source, reference, state)


def from_lines(data: bytes, name: str) -> Iterator[Item]:
    """Read JSON lines, one entry each; items and facts are not of a file, and are skipped."""
    for number, raw in enumerate(data.split(b"\n"), 1):
        if not raw.strip():
            continue
        source = f"{name}, line {number}"
        try:
            yield _of_entry(_entry(json.loads(raw)), source)
        except json.JSONDecodeError as error:
            yield Item(source, fault=f"not JSON: {error.msg}")
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            yield Item(source, fault=f"not an entry: {type(error).__name__} {error}")
        except McgodError as error:
            yield Item(source, fault=error.message)


def from_folder(folder: Path) -> Iterator[Item]:
    """Read a folder: of a MemorySmith or an export when it has pages or memories in it, else of Markdown.

    Raises NotFound for no folder, BadInput for one with nothing to import.
    """
    if not folder.is_dir():
        raise NotFound(f"there is no folder {folder}")
    root = _below(folder, "data") or folder
    own, records = _below(root, "pages"), _below(root, "memories")
    if own and not records and any(path.suffix.lower() == ".md" for path in root.iterdir()):
        own = None  # a wiki that happens to have such a folder
    found = False
    texts = own if own or records else folder
    for item in (*(_pages(texts) if texts else ()), *(_memories(records) if records else ())):
        found = True
        yield item
    if not found:
        raise BadInput(f"{folder} has no Markdown and no memories in it", hint="name the folder that has them")


def _pages(folder: Path) -> Iterator[Item]:
    taken: set[str] = set()
    for path in _files(folder, ".md"):
        name = path.relative_to(folder).as_posix()
        try:
            page = free(slug(name), taken.__contains__)
            taken.add(page)
            text = _text(path)
            role = _role(path)
            if role:
                document = frontmatter.parse(text, name)
                text = frontmatter.render(document.changed({"minimum_role": role}))
            yield Item(name, "page", page, text)
        except (BadInput, BadUsage) as error:
            yield Item(name, "page", fault=error.message)


def _memories(folder: Path) -> Iterator[Item]:
    for path in _files(folder, ".json"):
        name = path.relative_to(folder).as_posix()
        try:
            text = _text(path)
            raw = json.loads(text.removeprefix("\ufeff"))
            if isinstance(raw, dict) and "v" not in raw:
                if raw.get("Status", raw.get("status")) is None and path.parent != folder:
                    raw = raw | {"Status": path.parent.name}  # it lies in the folder of its status
                record = memorysmith.record(raw)
                yield Item(name, "memory", record["id"], memories.render(record))
            else:
                yield Item(name, "memory", memories.parse(text, name)["id"], text)
        except json.JSONDecodeError as error:
            yield Item(name, "memory", fault=f"line {error.lineno}: not JSON: {error.msg}")
        except RecursionError:
            yield Item(name, "memory", fault="nested too deep")
        except BadInput as error:
            yield Item(name, "memory", fault=error.message)


def _says(base: LocalBase, told: Entry) -> bool:
    """Whether ``base`` has the very entry already, in whatever way its file is written."""
    try:
        found = base.get(Reference(base.name, told.kind, told.id))
    except (BadInput, NotFound):
        return False
    return all(
        getattr(found, name) == getattr(told, name) for name in ("title", "body", "tags", "place", "updated", "more")
    )


def _of_entry(told: Entry, source: str) -> Item:
    if told.kind == "page":
        return Item(source, "page", slug(told.id), frontmatter.render(pages.from_entry(told)), told=told)
    if told.kind == "memory":
        return Item(source, "memory", told.id, memories.render(memories.from_entry(told)), told=told)
    return Item(source, told.kind, told.id, fault=f"a base keeps pages and memories, no {told.kind}")


def _entry(raw: Any) -> Entry:
    """Return the entry that ``to_json`` told. Raises ValueError, KeyError or TypeError for what is none."""
    if not isinstance(raw, dict):
        raise TypeError("it is no object")
    place = raw.get("place")
    return Entry(
        kb=str(raw.get("kb", "")),
        kind=str(raw.get("kind", "page")),
        id=str(raw["id"]),
        title=str(raw.get("title", "")),
        body=str(raw["body"]),
        tags=tuple(map(str, raw.get("tags", ()))),
        place=Place(**place) if place else None,
        updated=float(raw.get("updated", 0.0)),
        more=dict(raw.get("more", {})),
    )


def _below(folder: Path, name: str) -> Path | None:
    """Return the folder ``name`` in ``folder``, in whatever case it is written."""
    return next((path for path in sorted(folder.iterdir()) if path.is_dir() and path.name.lower() == name), None)


def _files(folder: Path, suffix: str, depth: int = 0) -> Iterator[Path]:
    """Yield the files of a kind in the order of their names; hidden ones, assets and sidecars are passed by."""
    if depth > _DEEPEST:
        return
    try:
        found = sorted(folder.iterdir())
    except OSError as error:
        raise StoreFailed(f"cannot read {folder}: {error.strerror}") from error
    for path in found:
        if path.name.startswith("."):
            continue
        if path.is_dir():
            if path.name != "assets" and not path.is_symlink():
                yield from _files(path, suffix, depth + 1)
        elif path.suffix.lower() == suffix:
            yield path


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("not UTF-8 text") from None
    except OSError as error:
        raise StoreFailed(f"cannot read {path}: {error.strerror}") from error


def _role(path: Path) -> str:
    """Return who may read a page, as its sidecar tells, where that is not everybody."""
    try:
        raw = json.loads(path.with_name(f"{path.stem}.page.json").read_bytes())
    except (OSError, ValueError):
        return ""
    role = raw.get("minimumRole") if isinstance(raw, dict) else None
    return role if isinstance(role, str) and role.lower() not in ("anonymous", "public") else ""
