"""One JSON request to a knowledge base on another machine, with an end in time, and errors that say what to do.

The key travels in a header and is in no error. Redirects are not followed,
since they would carry it elsewhere. Proxies of the environment are not used.
"""

from __future__ import annotations

import json as jsonlib
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadConfig, BadInput, Cancelled, KbUnreachable, McgodError, NotFound
from mcgod.llm.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Mapping
    from threading import Event

_LONGEST = 200  # characters of what a server says that an error shows


class Rejected(BadInput):
    """The server would not have what it was sent; ``status`` is its code."""

    def __init__(self, message: str, *, status: int) -> None:
        super().__init__(message)
        self.status = status


class Caller:
    """The server at ``url`` behind the base ``name``; ``timeout`` is the seconds for a whole answer.

    Raises BadConfig for an address or a key that cannot be one.
    """

    def __init__(self, url: str, name: str, *, key: str = "", timeout: float, cancel: Event | None = None) -> None:
        if not (key.isascii() and key.isprintable()) or " " in key:
            raise BadConfig(f"kb.{name}.api_key has a blank or a sign that no key has", hint="look at the key for it")
        self.url = (url if "://" in url else f"http://{url}").rstrip("/")
        self.name = name
        self.where = _shown(self.url, name)
        self._key = key
        self._timeout = timeout
        self._cancel = cancel

    def ask(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, json: Any = None) -> Any:
        """Return the JSON that the server answers. Raises KbUnreachable, NotFound for a 404, Rejected or Cancelled."""
        import httpx  # noqa: PLC0415 - a base in a folder does without

        from mcgod.llm.wire import Wire  # noqa: PLC0415 - with httpx

        headers = {"X-Api-Key": self._key} if self._key else {}
        with Watch(self._cancel, self._timeout) as watch:
            wire = Wire(watch, self.url)
            try:
                with httpx.Client(transport=wire, timeout=self._timeout, headers=headers, trust_env=False) as client:
                    answer = client.request(method, f"{self.url}/{path}", params=query, json=json)
                    said = None if answer.status_code == 204 else _document(answer.content)
            except Exception as error:
                raise self._explained(error, watch) from error
            finally:
                wire.close()
        if answer.is_success and not isinstance(said, _Text):
            return said
        raise self._refused(answer.status_code, said, f"{method} /{path}")

    def strange(self, what: str) -> KbUnreachable:
        """Return the error for an answer that is not MemorySmith's."""
        return KbUnreachable(
            f"{self.where} does not answer as a MemorySmith server: {what}", hint=f"is kb.{self.name}.url right?"
        )

    def _refused(self, status: int, said: Any, asked: str) -> McgodError:
        if status in (401, 403):
            told = "refuses the key" if self._key else "wants a key"
            cure = f"set MCGOD_KB_{self.name.upper()}_API_KEY, or kb.{self.name}.api_key_file"
            return KbUnreachable(f"{self.where} {told}: {status} {self._blotted(said)}".rstrip(": "), hint=cure)
        if status == 404:
            return NotFound(f"{self.where} has no {asked.partition(' ')[2]}")
        if status in (400, 409, 413, 422):
            return Rejected(f"{self.where} would not have it: {status} {self._blotted(said)}", status=status)
        if 200 <= status < 400:
            return self.strange(f"{asked} gives {status} {self._blotted(said)}".rstrip())
        return KbUnreachable(
            f"{self.where} answered {status}: {self._blotted(said)}".rstrip(": "), hint="try again in a moment"
        )

    def _blotted(self, said: Any) -> str:
        if isinstance(said, dict):
            # ProblemDetails, with the fields at fault. Source: RFC 9457, and ASP.NET's ValidationProblemDetails
            faults = said.get("errors") if isinstance(said.get("errors"), dict) else {}
            told = [f"{field}: {_first(fault)}" for field, fault in (faults or {}).items()]
            said = "; ".join(told) or said.get("detail") or said.get("title") or said.get("message") or said
        text = " ".join(str("" if said is None else said).split())
        text = text.replace(self._key, "***") if self._key else text
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"

    def _explained(self, error: Exception, watch: Watch) -> McgodError:
        import httpx  # noqa: PLC0415 - loaded already

        cure = f"does the server run, and is kb.{self.name}.url right?"
        if watch.cancelled:
            return Cancelled("the request was stopped")
        if watch.expired or isinstance(error, httpx.TimeoutException):
            return KbUnreachable(f"{self.where} gave no answer in {watch.elapsed:.1f} s", hint="raise kb.timeout")
        if isinstance(error, httpx.ConnectError):
            return KbUnreachable(f"{self.where} cannot be reached: {self._blotted(error)}", hint=cure)
        if isinstance(error, httpx.TransportError | OSError):
            return KbUnreachable(f"the connection to {self.where} broke: {self._blotted(error)}", hint=cure)
        return self.strange(self._blotted(error))


class _Text(NamedTuple):
    """An answer that is not JSON."""

    text: str

    def __str__(self) -> str:
        return self.text


def _document(content: bytes) -> Any:
    try:
        return jsonlib.loads(content)
    except ValueError:
        return _Text(content[:400].decode("utf-8", "replace"))


def _first(fault: Any) -> str:
    return str(fault[0] if isinstance(fault, list) and fault else fault)


def _shown(url: str, name: str) -> str:
    """Return the address without a name and a password in it. Raises BadConfig."""
    from urllib.parse import urlsplit  # noqa: PLC0415 - a base in a folder does without

    try:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and parts.hostname:
            return f"the {name} base at {parts.hostname}" + (f":{parts.port}" if parts.port else "")
    except ValueError:  # a port that is no number
        pass
    raise BadConfig(f"kb.{name}.url is no address", hint="such as http://127.0.0.1:5089")
