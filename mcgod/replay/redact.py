"""Take out of a record who it was: names, addresses and keys, each replaced by the same stand-in everywhere. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial
from ipaddress import IPv6Address
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_UUID = re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b")
_IPV4 = re.compile(r"(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\w)")
_IPV6 = re.compile(r"(?<![\w:])(?=[:\w]*[0-9a-fA-F])[0-9a-fA-F:]*:[0-9a-fA-F:]*:[0-9a-fA-F:]*(?![\w:])")
_KEY = re.compile(
    r"(?<=Bearer )[\w.~+/=-]{8,}"
    r"|\b(?:sk|pk|rk|gsk|ghp|gho|hf|xox[bap]|tvly|AIza)[-_]?[A-Za-z0-9_-]{16,}"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"
    r"|\b(?=\w*\d)(?=\w*[A-Za-z])[A-Za-z0-9]{32,}\b"
)
# A name stands for itself between what is no letter of it; "\n" before it may be two characters of JSON inside JSON.
_NAME = r"(?:(?<!\w)|(?<=\\[nrtbf]))(?<!minecraft:){}(?!\w)"


@dataclass(slots=True)
class Redactor:
    """Replaces ``names`` of players, and whatever is an address, a key or a UUID.

    The first name becomes ``Player1``, the next ``Player2``; addresses become
    those that are kept for documents (RFC 5737, RFC 3849).
    """

    names: Iterable[str]
    _known: dict[str, str] = field(default_factory=dict)
    _patterns: list[tuple[re.Pattern[str], str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Give each name its stand-in, whatever its case; longer names are looked for first."""
        stand_ins: dict[str, str] = {}
        for name in self.names:
            if name:
                stand_ins.setdefault(name.lower(), f"Player{len(stand_ins) + 1}")
        for name, stand_in in sorted(stand_ins.items(), key=lambda pair: -len(pair[0])):
            self._patterns.append((re.compile(_NAME.format(re.escape(name)), re.IGNORECASE), stand_in))

    def of(self, value: Any) -> Any:
        """Return a JSON value with every string in it redacted, the keys of objects too."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.of(one) for one in value]
        if isinstance(value, dict):
            return {self.text(key): self.of(one) for key, one in value.items()}
        return value

    def text(self, text: str) -> str:
        """Return one string redacted."""
        text = _KEY.sub(self._stand_in("key", lambda number: f"KEY{number}"), text)
        text = _UUID.sub(self._stand_in("uuid", lambda number: f"00000000-0000-0000-0000-{number:012d}"), text)
        text = _IPV4.sub(self._stand_in("ipv4", lambda number: f"192.0.2.{(number - 1) % 254 + 1}"), text)
        of_ipv6 = self._stand_in("ipv6", lambda number: f"2001:db8::{number:x}")
        text = _IPV6.sub(lambda found: of_ipv6(found) if _is_ipv6(found[0]) else found[0], text)
        for pattern, stand_in in self._patterns:
            text = pattern.sub(partial(_cased, stand_in), text)
        return text

    def _stand_in(self, kind: str, make: Callable[[int], str]) -> Callable[[re.Match[str]], str]:
        def of(found: re.Match[str]) -> str:
            key = f"{kind} {found[0]}"
            if key not in self._known:
                self._known[key] = make(1 + sum(one.startswith(f"{kind} ") for one in self._known))
            return self._known[key]

        return of


def _is_ipv6(text: str) -> bool:
    """Tell an address from a time of day."""
    try:
        IPv6Address(text)
    except ValueError:
        return False
    return True


def _cased(stand_in: str, found: re.Match[str]) -> str:
    """Return a name's stand-in, in small letters where the name is, since a rule may hang on it."""
    return stand_in.lower() if found[0].islower() else stand_in
