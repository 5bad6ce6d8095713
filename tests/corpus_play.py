"""A stage for the corpus with whatever model a test brings, and models that follow no script but a purpose."""

import json
from collections import deque

from mcgod.corpus.stage import VERSION, Stage
from mcgod.god.souls import Souls
from mcgod.god.turn import Services
from mcgod.grammar import registry, trees
from mcgod.llm.oracle import Oracle
from mcgod.llm.port import Completion, Usage
from mcgod.store.files import FileStore


class Fixed:
    """Answers every proposal with ``commands`` and every other question with ``speech``."""

    name = "fixed/1"

    def __init__(self, commands=(), speech="So be it, child."):
        self.commands, self.speech = list(commands), speech

    def chat(self, messages, *, tools=(), schema=None, on_delta=None, cancel=None):
        asked = json.loads(messages[-1].content)["task"]
        text = json.dumps({"reason": "", "commands": self.commands}) if asked == "commands" else self.speech
        return Completion(text, self.name, usage=Usage(100, 10))


class Broken:
    """Fails as often as there are errors, then answers as the oracle does."""

    name = "broken/1"

    def __init__(self, *errors):
        self._errors, self._oracle = deque(errors), oracle()

    def chat(self, messages, **how):
        if self._errors and (error := self._errors.popleft()):
            raise error
        return self._oracle.chat(messages, **how)


def oracle():
    return Oracle(lambda version: registry.load(version).ids("item"))


def stage(folder, model, **more):
    return Stage(
        Services(
            store=FileStore(folder / "sessions"),
            souls=Souls(folder / "souls"),
            registry=registry.load(VERSION),
            tree=trees.load(VERSION),
            command_model=model,
            message_model=model,
            **more,
        )
    )
