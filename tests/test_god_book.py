"""A session as a written book: pages that the game shows whole, commands that every version's grammar takes."""

import json

import pytest

from mcgod.errors import BadConfig, NotFound, Refused
from mcgod.game import snbt
from mcgod.game.port import FakeGame, PlayerState, Reply
from mcgod.god import book
from mcgod.grammar import trees
from mcgod.grammar.dialect import Dialect
from mcgod.grammar.registry import load
from mcgod.rules.context import Context as RulesContext
from mcgod.rules.judge import judge
from mcgod.tools.port import Context

SPOKEN = [("You", "say \"hi\" \\ {x}\nand 'so' § on"), ("God", "木" * 60 + "\U0001f600")]


def rules(version):
    return RulesContext(load(version), trees.load(version), mode="sudo", online=frozenset({"Steve"}), confirmed=True)


@pytest.mark.parametrize("version", ["1.16.5", "1.19.2", "1.20.4", "1.20.6", "1.21.4", "1.21.5", "1.21.11", "26.1"])
def test_every_command_of_a_book_passes_the_rules_of_its_version(version):
    context = rules(version)
    written = book.pages('The "title"', SPOKEN)
    made = book.commands("Steve", 'The "title"', written, "mcgod_a1", Dialect(version, context.registry))
    verdicts = [judge(command, context) for command in made]
    assert [(verdict.verdict, verdict.hint) for verdict in verdicts] == [("accepted", None)] * len(made)
    assert all(len(command.encode()) <= 1446 for command in made)


@pytest.mark.parametrize(("version", "inner"), [("1.20.4", True), ("1.21.4", True), ("1.21.5", False)])
def test_the_text_arrives_as_it_was_said(version, inner):
    text = "a \"b\" \\n 'c'\nd"
    dialect = Dialect(version, load(version))
    page = book.commands("Steve", "t", [text], "x", dialect)[1].split(" append value ")[1]
    assert json.loads(snbt.read(page) if inner else page.replace("{text:", '{"text":')) == {"text": text}


def test_a_page_has_no_more_than_the_game_shows():
    laid = book.pages("t", [("You", "word " * 200), ("God", "x" * 100)])
    assert max(len(page.split("\n")) for page in laid) <= 14
    assert max(len(line) for page in laid for line in page.split("\n")) <= 19


def test_too_long_a_session_loses_its_oldest_pages_and_says_so():
    laid = book.pages("t", [("You", f"{number} " + "word " * 60) for number in range(300)])
    assert len(laid) == book.MOST_PAGES
    assert "pages are left out" in laid[0]
    assert "299" in "".join(laid[-6:])


def test_the_book_is_written_page_by_page_and_then_let_go():
    game = FakeGame(players={"Steve": PlayerState("Steve")})
    book.give(Context(game=game, rules=rules("1.21.4")), "Steve", "t", ["one", "two"], "mcgod_a1")
    assert [command.split()[0] for command in game.ran] == ["execute", "data", "data", "data"]
    assert "PickupDelay:32767" in game.ran[0]
    assert game.ran[-1].endswith("{PickupDelay:0}")


def test_nobody_gets_a_book_who_is_not_there():
    with pytest.raises(NotFound):
        book.give(Context(game=FakeGame(), rules=rules("1.21.4")), "Steve", "t", ["one"], "x")
    with pytest.raises(BadConfig):
        book.give(Context(rules=rules("1.21.4")), "Steve", "t", ["one"], "x")


def test_a_server_that_will_not_write_ends_it():
    game = FakeGame(players={"Steve": PlayerState("Steve")}, answer=lambda text: Reply(text, "No entity", ok=False))
    with pytest.raises(Refused, match="would not write the book: No entity"):
        book.give(Context(game=game, rules=rules("1.21.4")), "Steve", "t", ["one"], "x")
    assert len(game.ran) == 1
