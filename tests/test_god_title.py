"""Titles: written after the answer, never over somebody's own, and never worth an error."""

import pytest
from test_god_flow import make  # noqa: F401 - a fixture

from mcgod.errors import ModelUnreachable, StoreFailed
from mcgod.god import runner
from mcgod.god.title import entitle
from mcgod.god.turn import Request
from mcgod.llm.scripted import Scripted


def prayed(services, text="I need wood for a shelter"):
    return runner.run(Request(text, owner="Steve"), services)


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("Wood for shelter", "Wood for shelter"),
        ('\n**"Wood\tfor shelter"**\nmore', "Wood for shelter"),
        ("x" * 200, "x" * 80),
        ("  \n", "I need wood for a shelter"),
        (ModelUnreachable("down"), "I need wood for a shelter"),
    ],
)
def test_the_summarising_model_writes_the_title(make, said, title):  # noqa: F811
    services = make(summary_model=Scripted([said]))
    result = prayed(services)
    assert result["session"].endswith("-I-need-wood-for-a-shelter")
    assert entitle(services, result, "I need wood for a shelter") == title
    session = services.store.active("Steve")
    assert (session.title, session.title_generated) == (title, True)
    assert entitle(services, result, "x") is None
    assert len(services.summary_model.calls) == 1


def test_a_disk_that_refuses_costs_no_more_than_the_title(make, monkeypatch):  # noqa: F811
    services = make(summary_model=Scripted(["A title"]))
    result = prayed(services)

    def refuse(*_):
        raise StoreFailed("the disk is full")

    monkeypatch.setattr(services.store, "update", refuse)
    assert entitle(services, result, "x") is None


def test_a_name_that_somebody_gave_meanwhile_stays(make):  # noqa: F811
    services = make()
    result = prayed(services)
    session = services.store.find("Steve", result["session"])
    services.store.update("Steve", session.id, lambda kept: setattr(kept, "title_generated", False))

    class Slow(Scripted):
        def chat(self, *words, **how):
            services.store.update("Steve", session.id, lambda kept: kept.rename("my own"))
            return super().chat(*words, **how)

    services.summary_model = Slow(["a title"])
    assert entitle(services, result, "x") == "my own"


def test_without_a_summarising_model_the_first_words_are_the_title(make):  # noqa: F811
    services = make()
    result = prayed(services)
    assert entitle(services, result, "x") is None
    assert services.store.active("Steve").title_generated
