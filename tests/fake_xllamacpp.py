"""Stands in for the package xllamacpp: a script of chunks, and what it was asked."""

from __future__ import annotations

import sys
import threading
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace


def said(text="", finish=None, **more):
    """Return a chunk as llama.cpp streams it."""
    return {"choices": [{"index": 0, "finish_reason": finish, "delta": {"content": text}}]} | more


USAGE = {"choices": [], "usage": {"prompt_tokens": 20, "completion_tokens": 2}}


class FakeLibrary(ModuleType):
    """Put into ``sys.modules`` by ``install``; ``chunks`` are streamed, an exception among them is raised.

    An Event among them is waited for. ``asked`` has the bodies, ``loads`` the
    parameters of each load, ``stops`` how often a caller had left.
    """

    def __init__(self, *chunks, broken=""):
        super().__init__("xllamacpp")
        self.__spec__ = ModuleSpec("xllamacpp", None)
        self.chunks, self.broken = chunks, broken
        self.asked, self.loads = [], []
        self.stopped = threading.Event()
        library = self

        class Server:
            def __init__(self, params):
                if library.broken:
                    raise RuntimeError(library.broken)
                library.loads.append(params)

            def handle_chat_completions(self, body, take):
                library.asked.append(body)
                for chunk in library.chunks:
                    if isinstance(chunk, threading.Event):
                        chunk.wait()
                    elif isinstance(chunk, Exception):
                        raise chunk
                    elif take(chunk):
                        library.stopped.set()
                        return
                return

        self.Server = Server

    def CommonParams(self):
        """Return parameters that take any value."""
        return SimpleNamespace(model=SimpleNamespace(), cpuparams=SimpleNamespace(), cpuparams_batch=SimpleNamespace())

    def install(self, monkeypatch):
        """Be the package from now on."""
        monkeypatch.setitem(sys.modules, "xllamacpp", self)
        return self
