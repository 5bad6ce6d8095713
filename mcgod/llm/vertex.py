"""The ``Model`` port over Vertex AI in express mode, and whatever speaks Google's ``generateContent`` as it does.

The key goes into a header. Where a server knows it only as a part of the
address, it is put there below all that logs or shows one.
"""

from __future__ import annotations

import json
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from mcgod.llm.candidates import Gatherer, Piece, read
from mcgod.llm.endpoint import Endpoint, events, streams
from mcgod.llm.faults import ModelFailed
from mcgod.llm.generation import Form, request
from mcgod.llm.remote import Remote
from mcgod.llm.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import httpx

    from mcgod.llm.port import Message, Schema
    from mcgod.llm.reply import Reply

T = TypeVar("T")


class Vertex(Remote[Form]):
    """One model of Vertex, or of a server that speaks as it does.

    ``model`` is a name, or a path such as ``publishers/google/models/x``.
    Times are in seconds: ``connect`` to be connected, ``timeout`` for the
    first and between any two pieces of the answer, ``total`` for everything,
    retries included. ``think`` is a switch, a level or a budget in tokens;
    empty leaves it to the model. ``sleep`` replaces the waiting between
    retries. Raises BadConfig for a key that none is.
    """

    def __init__(
        self,
        model: str,
        *,
        endpoint: str = "https://aiplatform.googleapis.com/v1",
        key: str = "",
        connect: float = 20.0,
        timeout: float = 60.0,
        total: float = 60.0,
        max_tokens: int | None = None,
        think: str = "",
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        self.model = model
        self._path = quote(model.strip("/") if "/" in model else f"publishers/google/models/{model}", safe="/@-._~:")
        server = Endpoint(
            endpoint,
            protocol="Vertex's",
            key=key,
            headers={"x-goog-api-key": key} if key else None,
            connect=connect,
            timeout=timeout,
            scheme="https",
            missing=f"is {model!r} the model's name there, and does model.endpoint end in a version such as /v1?",
        )
        super().__init__(f"vertex/{model}", server, Form.of(model, think, max_tokens), total=total, sleep=sleep)
        self._query: dict[str, str] | None = None

    def models(self) -> list[str]:
        """Return the names of the models there. Raises ModelUnreachable, as where express mode has no list."""
        parent = self._path.rpartition("/")[0]

        def names(told: Any) -> list[str]:
            found = told.get("models") or told.get("publisherModels") or []
            return [str(entry["name"]).rpartition("/")[2] for entry in found]

        with Watch(None, self._total) as watch:
            return self._keyed(lambda query: self._server.get(parent, names, watch, query=query))

    def check(self) -> None:
        """Let the server count the tokens of a word, which shows that it takes the key and has the model.

        Raises ModelUnreachable.
        """
        body = {"contents": [{"role": "user", "parts": [{"text": "Hail"}]}]}
        with Watch(None, self._total) as watch, self._post("countTokens", body, watch) as answer:
            json.loads(answer.read())["totalTokens"]

    def _request(
        self, form: Form, messages: Sequence[Message], tools: Sequence[Schema], schema: Schema | None
    ) -> dict[str, Any]:
        return request(self.model, form, messages, tools, schema)

    def _gatherer(self, reply: Reply) -> Gatherer:
        return Gatherer(reply, self.endpoint)

    def _pieces(self, body: dict[str, Any], watch: Watch) -> Iterator[Piece | None]:
        """Yield the pieces of an answer; None is the end of one that was not streamed, an object or a list of them."""
        with self._post("streamGenerateContent?alt=sse", body, watch) as answer:
            if streams(answer):
                for data in events(answer):
                    if data != "[DONE]":  # which Google does not send, but proxies do
                        yield read(json.loads(data))
                return
            told = json.loads(answer.read())
            for value in told if isinstance(told, list) else [told]:
                yield read(value)
            yield None

    @contextmanager
    def _post(self, method: str, body: dict[str, Any], watch: Watch) -> Iterator[httpx.Response]:
        path = f"{self._path}:{method}"
        with ExitStack() as stack:
            yield self._keyed(
                lambda query: stack.enter_context(self._server.post(path, body, watch, query=query)),
            )

    def _keyed(self, call: Callable[[dict[str, str] | None], T]) -> T:
        """Make ``call`` with the key in its header; where that is refused, in its query, and so from then on."""
        try:
            return call(self._query)
        except ModelFailed as fault:
            if fault.status not in (401, 403) or self._query or not self._server.key:
                raise
            self._query = {"key": self._server.key}
            try:
                return call(self._query)
            except ModelFailed as second:
                if second.status in (401, 403):
                    self._query = None
                raise
