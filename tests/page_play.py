"""A report page for tests: turns whose every word wants to be markup, and a parser that takes no nonsense."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

from replay_play import line, turn, verdict

EVIL = (
    "</script><script>alert(1)</script><img src=x onerror=alert(1)>\" onclick='alert(1)' <!-- ]]> &amp;\x00\u202e\ud800"
)
_VOID = {"meta", "input", "br", "img", "link", "hr"}


def evil_turn(number=1, mode=EVIL):
    """The lines of a turn with EVIL wherever a player, a model or a server puts words."""
    rejected = verdict(EVIL, reason=EVIL) | {"hint": EVIL}
    made = turn(
        number,
        verdict(EVIL, repairs=[(EVIL, EVIL, EVIL)]),
        rejected,
        text=EVIL,
        player=EVIL,
        owner=EVIL,
        mode=mode,
        soul=EVIL,
        observed={"server": {"online": [EVIL]}, "known": [EVIL]},
    )
    records = [json.loads(one) for one in made]
    tool = {"stage": "tool", "tool": EVIL, "arguments": EVIL, "text": EVIL, "ok": False}
    odd = {"stage": EVIL, EVIL: EVIL}
    for record in records:
        if record["stage"] in ("response", "message"):
            record["text"] = EVIL
    head = {name: records[0][name] for name in ("v", "request_id", "turn", "at")}
    records[4:4] = [head | tool, head | odd]
    records[-1]["notes"] = [EVIL]
    return [line(record) for record in records]


class Page(HTMLParser):
    """What stands on a page: ``tags`` with their attributes in order, and ``text``; unbalanced tags fail at once."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, Any]]] = []
        self.text = ""
        self.inside: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID and not (tag in ("rect", "path") and self._open[-1] in ("svg", "pattern")):
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self._open, tag
        assert self._open.pop() == tag

    def handle_data(self, data):
        self.text += data
        self.inside.setdefault(self._open[-1] if self._open else "", []).append(data)

    def all(self, tag, **attributes):
        """The attributes of every such tag."""
        wanted = attributes.items()
        return [attrs for name, attrs in self.tags if name == tag and wanted <= attrs.items()]
