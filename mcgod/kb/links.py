"""Links of a Markdown page: ``[text](target)`` and ``[[target|text]]``, as ids of pages or whole references. Pure.

A target with ``./``, ``../`` or ``.md`` is a file beside the page; any other
is a slug from the root, as in a wiki. Code, images and web addresses are no
links.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from mcgod.errors import BadUsage
from mcgod.kb.slug import slug

_CODE = re.compile(r"^(```|~~~).*?^\1[^\n]*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[\[([^\[\]\n]+)\]\]|(?<!!)\[[^\]\n]*\]\(\s*<?([^)\s>]+)>?[^)\n]*\)")
_WHOLE = re.compile(r"(?:(?:agent|world):)?(?:page|memory|item|fact):.+\Z")
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//|#", re.IGNORECASE)


def links(body: str, page: str = "") -> tuple[str, ...]:
    """Return what ``body``, the text of the page with the slug ``page``, points at: each target once, in order."""
    if "](" not in body and "[[" not in body:
        return ()
    found = []
    for wiki, plain in _LINK.findall(_CODE.sub("", body)):
        target = _wiki(wiki) if wiki else _plain(plain, page)
        if target:
            found.append(target)
    return tuple(dict.fromkeys(found))


def heading(body: str) -> str:
    """Return the text of the first ``# `` line outside of code, or nothing."""
    if "# " not in body:
        return ""
    found = re.search(r"^# +(.*?)[ #]*$", _CODE.sub("", body) if "`" in body or "~" in body else body, re.MULTILINE)
    return found[1].strip() if found else ""


def _wiki(text: str) -> str | None:
    target = text.split("|", maxsplit=1)[0].split("#", maxsplit=1)[0].strip()
    return target if _WHOLE.match(target) else _slug(target)


def _plain(target: str, page: str) -> str | None:
    if _WHOLE.match(target):
        return target
    if _ELSEWHERE.match(target):
        return None
    path = unquote(re.split(r"[?#]", target)[0])
    if path.startswith("/"):
        return _slug(path)
    if path.startswith(".") or path.lower().endswith(".md"):
        return _slug(_joined(page, path))
    last = path.rpartition("/")[2]
    return None if "." in last else _slug(path)  # a file of another kind


def _joined(page: str, path: str) -> str:
    parts = page.split("/")[:-1]
    for part in path.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _slug(path: str) -> str | None:
    try:
        return slug(path)
    except BadUsage:
        return None
