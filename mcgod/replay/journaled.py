"""What an event of the journal is as a deed in a sandbox. Pure."""

from __future__ import annotations

from typing import Any, NamedTuple

_DEEDS = {"join": "join", "leave": "leave", "chat": "chat"}


class Deed(NamedTuple):
    """What a sandbox is asked to do; ``text`` is empty but for a chat."""

    do: str
    name: str
    text: str = ""

    def details(self) -> dict[str, str]:
        """Return the fields of the request."""
        return {"name": self.name, **({"text": self.text} if self.text else {})}


def deeds(event: dict[str, Any], online: set[str]) -> list[Deed]:
    """Return what a sandbox must do for ``event``, and note in ``online`` who is then there.

    Whoever speaks and was not seen to join joins first. Words with a slash in
    front are left out, since a sandbox runs those as a command.
    """
    do, name, text = _DEEDS.get(str(event.get("type"))), str(event.get("player") or ""), str(event.get("text") or "")
    if do is None or not name or (do == "chat" and (not text.strip() or text.lstrip().startswith("/"))):
        return []
    if do == "leave":
        found = [Deed("leave", name)] if name in online else []
        online.discard(name)
        return found
    found = [] if name in online else [Deed("join", name)]
    online.add(name)
    return [*found, Deed("chat", name, text)] if do == "chat" else found
