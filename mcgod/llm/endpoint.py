"""A model server that is spoken to with httpx: one fresh connection a call, under a Watch.

Every exception that leaves is of mcgod's tree, and none holds the key: it
travels in a header, or below everything that logs an address, and where a
server repeats it in an error it is blotted out.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from mcgod.errors import BadConfig
from mcgod.llm import faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import httpx

    from mcgod.llm.watch import Watch
    from mcgod.llm.wire import Wire

T = TypeVar("T")


class Endpoint:
    """The server at ``url``, whose ``protocol`` errors name; ``headers`` carry the ``key``, if there is one.

    ``connect`` is the seconds to be connected, ``timeout`` those between two
    pieces of an answer. ``scheme`` is that of an address without one,
    ``missing`` what helps where the server knows no such model or path.
    Raises BadConfig for a key that no header can carry.
    """

    def __init__(
        self,
        url: str,
        *,
        protocol: str,
        connect: float,
        timeout: float,
        key: str = "",
        headers: Mapping[str, str] | None = None,
        scheme: str = "http",
        missing: str = "",
    ) -> None:
        if not (key.isascii() and key.isprintable()) or " " in key:
            raise BadConfig("the model's key has a blank or a sign that no key has", hint="look at model.key for it")
        self.url = (url if "://" in url else f"{scheme}://{url}").rstrip("/")
        self.key = key
        self._protocol = protocol
        self._headers = dict(headers or {})
        self._connect = connect
        self._timeout = timeout
        self._missing = missing

    @contextmanager
    def post(
        self, path: str, body: Mapping[str, Any], watch: Watch, *, query: Mapping[str, str] | None = None
    ) -> Iterator[httpx.Response]:
        """Yield the answer to ``body`` at ``path`` before it is read; ModelFailed when it is an error.

        ``query`` is secret and takes the headers' place.
        """
        with (
            self._client(watch, query) as (client, wire),
            client.stream("POST", f"{self.url}/{path}", json=body) as answer,
        ):
            if not answer.is_success:
                answer.read()
                raise self._failed(answer, wire)
            yield answer

    def get(self, path: str, read: Callable[[Any], T], watch: Watch, *, query: Mapping[str, str] | None = None) -> T:
        """Return what ``read`` makes of the document at ``path``; ModelFailed when the answer is an error."""
        with self._client(watch, query) as (client, wire):
            answer = client.get(f"{self.url}/{path}")
            if not answer.is_success:
                raise self._failed(answer, wire)
            return read(answer.json())

    def _failed(self, answer: httpx.Response, wire: Wire) -> faults.ModelFailed:
        fault = faults.failed(
            self.url, answer.status_code, self._blotted(_detail(answer)), wire.retry_after or _delay(answer)
        )
        if fault.status in (401, 403) or (fault.status == 400 and "api key" in fault.detail.casefold()):
            fault.hint = "set model.key, or model.key_file, or MCGOD_MODEL_KEY"
        elif fault.status == 404:
            fault.hint = self._missing
        return fault

    def _blotted(self, text: str) -> str:
        for shape in {self.key, quote(self.key, safe="")} - {""}:
            text = text.replace(shape, "***")
        return text

    @contextmanager
    def _client(self, watch: Watch, query: Mapping[str, str] | None = None) -> Iterator[tuple[httpx.Client, Wire]]:
        import httpx  # noqa: PLC0415 - heavy; in the first call

        from mcgod.llm.wire import Wire  # noqa: PLC0415

        wire = Wire(watch, self.url, query)
        headers = {} if query else self._headers
        patience = httpx.Timeout(self._timeout, connect=min(self._connect, self._timeout))
        try:
            with httpx.Client(transport=wire, timeout=patience, headers=headers, trust_env=False) as client:
                yield client, wire
        except faults.StreamError as error:
            raise faults.failed(self.url, error.status, self._blotted(str(error))) from error
        except Exception as error:
            cure = "is model.endpoint right, and does the server run?"
            raise faults.explain(error, endpoint=self.url, watch=watch, protocol=self._protocol, cure=cure) from error
        finally:
            wire.close()


def streams(answer: httpx.Response) -> bool:
    """Whether ``answer`` comes as server-sent events."""
    return "event-stream" in answer.headers.get("Content-Type", "")


def events(answer: httpx.Response) -> Iterator[str]:
    """Yield the data of each event; comments that keep the connection, and names of events, fall out."""
    for line in answer.iter_lines():
        field, _, value = line.partition(":")
        if field == "data":
            yield value.strip()


def _told(answer: httpx.Response) -> Any:
    """Return the error in the body of ``answer``, which Google wraps in a list where it was to stream one."""
    told: Any = json.loads(answer.content)
    first: Any = told[0] if isinstance(told, list) and told else told
    return first.get("error", first)


def _detail(answer: httpx.Response) -> str:
    """Return what a failed answer says."""
    try:
        error = _told(answer)
        text = error.get("message", error) if isinstance(error, dict) else error
    except (ValueError, AttributeError):
        text = answer.text
    return str(text) or answer.reason_phrase


def _delay(answer: httpx.Response) -> str | None:
    """Return the seconds to wait that Google names in the body: ``{"details":[{"retryDelay":"7s"}]}``.

    Source: google.rpc.RetryInfo in https://cloud.google.com/apis/design/errors
    """
    try:
        delays = [detail["retryDelay"] for detail in _told(answer)["details"] if "retryDelay" in detail]
        return str(delays[0]).removesuffix("s") if delays else None
    except (ValueError, AttributeError, TypeError, KeyError):
        return None
