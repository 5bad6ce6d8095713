"""Front matter: typed fields between two ``---`` lines at the top of a Markdown page. Pure.

    ---
    title: North Gate
    type: landmark
    tags: [gate, wall]
    position: [120, 64, -300]
    dimension: minecraft:overworld
    ---
    The gate of …

A subset of YAML: no anchors. Fields that are not known stay as they came. A
page that was not changed is written back byte for byte.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadInput
from mcgod.kb import fields

if TYPE_CHECKING:
    from collections.abc import Mapping

_FENCE = "---"
_MARK = "\ufeff"  # of byte order, which some editors put before everything
_PLAIN = {
    "bool": r"(true|false)\Z",
    "int": r"-?(0|[1-9]\d{0,17})\Z",
    "float": r"-?\d{1,17}\.\d{1,25}(e[-+]?\d{1,3})?\Z",
}
_CURE = "mend the lines between the two --- lines at its top"


class Document(NamedTuple):
    """A page: its ``fields``, its ``body``, and the ``head`` as it stood in the file, fences included.

    ``head`` is empty where there is none, or where the fields have changed since.
    """

    fields: dict[str, Any]
    body: str
    head: str = ""

    def changed(self, changes: Mapping[str, Any], body: str | None = None) -> Document:
        """Return this page with other fields; None takes a field away. Raises BadInput for a wrong value."""
        merged = self.fields | {name: fields.check(name, value) for name, value in changes.items() if value is not None}
        merged = {name: value for name, value in merged.items() if changes.get(name, value) is not None}
        same = merged == self.fields
        return Document(merged, self.body if body is None else body, self.head if same else "")


def parse(text: str, name: str) -> Document:
    """Read a page; ``name`` is the file that errors name. Raises BadInput with its line and field."""
    lines = text.split("\n")
    if lines[0].removeprefix(_MARK).rstrip() != _FENCE:
        return Document({}, text[1:], _MARK) if text.startswith(_MARK) else Document({}, text)
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == _FENCE), None)
    if end is None:
        raise BadInput(f"{name}, line 1: the --- at its top has no second ---", hint=_CURE)
    head = "\n".join(lines[: end + 1])
    rest = text[len(head) :]
    newline = rest[:1]
    return Document(_read("\n".join(lines[1:end]), name), rest[1:], head + newline)


def render(document: Document) -> str:
    """Return the text of the page: the head as it stood, or anew from the fields."""
    if document.head:
        whole = document.head.endswith(("\n", _MARK)) or not document.body
        return document.head + ("" if whole else "\n") + document.body
    if not document.fields:
        # A body that begins like front matter would be taken for it.
        first = document.body.split("\n", 1)[0].removeprefix(_MARK).rstrip()
        return f"{_FENCE}\n{_FENCE}\n{document.body}" if first == _FENCE else document.body
    import yaml  # noqa: PLC0415 - most commands write no page

    known = sorted(document.fields, key=fields.order)
    lines = [
        yaml.safe_dump(
            {field: document.fields[field]},
            allow_unicode=True,
            # One line a field: a list stays on it, and a lone text is not put into braces.
            default_flow_style=None if isinstance(document.fields[field], list | dict) else False,
            sort_keys=False,
            width=10**6,
        )
        for field in known
    ]
    return f"{_FENCE}\n{''.join(lines)}{_FENCE}\n{document.body}"


def _read(head: str, name: str) -> dict[str, Any]:
    import yaml  # noqa: PLC0415 - pages without front matter need none

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(head)
    try:
        if "*" in head and any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(head, type(loader))):
            raise BadInput(f"{name}: its front matter has an alias (*), which is not read", hint=_CURE)
        node = loader.get_single_node()
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            raise BadInput(f"{name}, line 2: its front matter is no list of fields", hint=_CURE)
        return _fields(node, loader, name)
    except RecursionError as error:
        raise BadInput(f"{name}: its front matter is nested too deep", hint=_CURE) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f", line {mark.line + 2}" if mark else ""
        raise BadInput(f"{name}{where}: its front matter is not YAML: {error.problem}", hint=_CURE) from error
    except yaml.YAMLError as error:  # a character that YAML does not know
        raise BadInput(f"{name}: its front matter is not YAML: {error}".split("\n")[0], hint=_CURE) from error
    finally:
        loader.dispose()


def _fields(node: Any, loader: Any, name: str) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for key, value in node.value:
        field = str(key.value)
        line = key.start_mark.line + 2  # counted from 1, and the fence is the first
        if field in read:
            raise BadInput(f"{name}, line {line}: {field} stands twice", hint=_CURE)
        try:
            read[field] = fields.check(field, _value(value, loader, text=fields.is_text(field)))
        except (BadInput, ValueError) as error:
            raise BadInput(f"{name}, line {line}: {error}", hint=_CURE) from error
    return {field: value for field, value in read.items() if value is not None}


def _value(node: Any, loader: Any, *, text: bool) -> Any:
    """Return what ``node`` holds; ``text`` keeps words such as ``no`` and ``12:30`` as they are written."""
    if node.id == "sequence":
        return [_value(one, loader, text=text) for one in node.value]
    if node.id == "mapping":
        return {str(key.value): _value(one, loader, text=text) for key, one in node.value}
    kind = node.tag.rpartition(":")[2]
    # What YAML 1.1 reads out of 12:30, 0o17, yes and .inf is not what people mean.
    if kind == "null" or (not text and kind in _PLAIN and re.match(_PLAIN[kind], node.value)):
        return loader.construct_object(node)
    return str(node.value)
