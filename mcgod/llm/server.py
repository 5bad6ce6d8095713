"""An Ollama server as the ollama package reaches it: one fresh connection a call, under a Watch.

Every exception that leaves is of mcgod's tree. The package takes 0.2 s of CPU
to import, so that happens in the first call.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from mcgod.llm.faults import explain, failed

if TYPE_CHECKING:
    from collections.abc import Iterator

    import ollama

    from mcgod.llm.watch import Watch
    from mcgod.llm.wire import Wire


class Server:
    """The server at ``endpoint``; ``connect`` and ``timeout`` (between two pieces of an answer) are seconds."""

    def __init__(self, endpoint: str, *, connect: float, timeout: float) -> None:
        self.endpoint = (endpoint if "://" in endpoint else f"http://{endpoint}").rstrip("/")
        self._connect = connect
        self._timeout = timeout

    def chat(self, watch: Watch, request: dict[str, Any]) -> Iterator[ollama.ChatResponse]:
        """Stream the pieces of an answer to ``request``, the arguments of ``ollama.Client.chat``."""
        with self._client(watch) as (client, _):
            yield from client.chat(**request, stream=True)

    def models(self, watch: Watch) -> list[str]:
        """Return the names of the models that are pulled."""
        with self._client(watch) as (client, _):
            return [found.model for found in client.list().models if found.model]

    def version(self, watch: Watch) -> str:
        """Return the server's version, which the ollama package has no call for; empty when it does not say."""
        import httpx  # noqa: PLC0415 - with the ollama package

        with self._client(watch) as (_, wire), httpx.Client(transport=wire, timeout=self._timeout) as client:
            answer = client.get(f"{self.endpoint}/api/version").raise_for_status().json()
            return str(answer.get("version", ""))

    @contextmanager
    def _client(self, watch: Watch) -> Iterator[tuple[ollama.Client, Wire]]:
        import httpx  # noqa: PLC0415 - heavy, see above
        import ollama  # noqa: PLC0415

        from mcgod.llm.wire import Wire  # noqa: PLC0415

        wire = Wire(watch, self.endpoint)
        patience = httpx.Timeout(self._timeout, connect=min(self._connect, self._timeout))
        try:
            yield ollama.Client(self.endpoint, transport=wire, timeout=patience), wire
        except Exception as error:
            if isinstance(error, ollama.ResponseError) and not (watch.cancelled or watch.expired):
                status = max(error.status_code, 0)
                raise failed(self.endpoint, status, error.error, wire.retry_after) from error
            cure = "start it with: ollama serve"
            raise explain(error, endpoint=self.endpoint, watch=watch, protocol="Ollama's", cure=cure) from error
        finally:
            wire.close()
