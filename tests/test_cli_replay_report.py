"""``mcgod replay report``: the page on the command line."""

import json

import pytest
from page_play import Page, evil_turn
from replay_play import GOLDEN, turn, verdict

ORDERED = "give Steve minecraft:bread 4"


@pytest.fixture
def path(tmp_path):
    """A trace of two turns."""
    file = tmp_path / "turns.jsonl"
    file.write_bytes(b"".join([*turn(1, verdict(ORDERED), text="bread"), *evil_turn(2)]))
    return file


@pytest.fixture
def model(tmp_path):
    """Make a scripted model that orders ``commands`` once, or never answers."""

    def make(*commands):
        script = tmp_path / "model.jsonl"
        said = [json.dumps({"reason": "", "commands": commands}), "Take it."] if commands else []
        script.write_text("".join(json.dumps({"text": text}) + "\n" for text in said))
        return f"scripted:{script}"

    return make


def test_a_page_is_written_for_its_owner_alone_and_the_same_again(mcgod, path, tmp_path):
    page = tmp_path / "page.html"
    done = mcgod("replay", "report", path, "--html", page)
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", f"mcgod: {page}: 2 turns\n")
    assert page.stat().st_mode & 0o777 == 0o600
    written = page.read_bytes()
    assert len(Page(written.decode()).all("tbody", **{"class": "turn"})) == 2
    out = mcgod("replay", "report", path, "--html", "-")
    assert (out.exit_code, out.stderr, out.stdout) == (0, "", written.decode())


@pytest.mark.parametrize("name", ["good", "hostile", "oracle", "sloppy", "tools"])
def test_golden_traces_give_the_same_bytes_compared_too(mcgod, name):
    words = ("replay", "report", GOLDEN / f"{name}.jsonl", "--against", "oracle", "--world", "--html", "-")
    first, again = mcgod(*words), mcgod(*words)
    assert first.exit_code == (0 if name == "oracle" else 1)
    assert first.stdout == again.stdout != ""


def test_every_session_and_one_turn(mcgod, home):
    mcgod("pray", "I need wood", "--as", "Steve")
    mcgod("pray", "a bed", "--as", "Alex")
    page = Page(mcgod("replay", "report", "--all", "--html", "-").stdout)
    assert [attrs["data-player"] for attrs in page.all("tbody", **{"class": "turn"})] == ["Alex", "Steve"]
    assert "all sessions" in page.inside["title"][0]
    assert "a bed" in Page(mcgod("replay", "report", "--as", "Alex", "--turn", 1, "--html", "-").stdout).text


def test_damage_is_told_on_the_page_and_is_65(mcgod, path, tmp_path):
    page = tmp_path / "page.html"
    path.write_bytes(path.read_bytes()[:-20])
    done = mcgod("replay", "report", path, "--html", page)
    assert (done.exit_code, done.stdout) == (65, "")
    assert ": the line is cut short" in done.stderr
    assert ": the line is cut short" in Page(page.read_text("utf-8")).text
    assert len(Page(page.read_text("utf-8")).all("tbody", **{"class": "turn"})) == 2


def test_without_turns_there_is_no_page(mcgod, path, tmp_path):
    page = tmp_path / "page.html"
    done = mcgod("replay", "report", path, "--turn", 9, "--html", page)
    assert (done.exit_code, done.stderr, page.exists()) == (1, "mcgod: no turns\n", False)
    path.write_bytes(b"{\n")
    assert mcgod("replay", "report", path, "--html", page).exit_code == 65
    assert not page.exists()


def test_models_are_compared_and_a_difference_is_1(mcgod, path, tmp_path, model):
    words = ("replay", "report", path, "--turn", 1, "--html", "-", "--against", model("give Steve bread 4"))
    done = mcgod(*words)
    page = Page(done.stdout)
    assert (done.exit_code, page.all("tbody", **{"class": "turn"})[0]["data-judged"]) == (1, "differs")
    same = mcgod(*words, "--world")
    page = Page(same.stdout)
    assert (same.exit_code, page.all("tbody", **{"class": "turn"})[0]["data-judged"]) == (0, "same-effect")
    assert "≈ same effect" in page.text


def test_a_model_that_never_answers_is_told_on_the_page_and_is_69(mcgod, path, tmp_path, model):
    page = tmp_path / "page.html"
    done = mcgod("replay", "report", path, "--turn", 1, "--html", page, "--against", model())
    assert (done.exit_code, done.stdout) == (69, "")
    assert "no-answer" in Page(page.read_text("utf-8")).all("tbody", **{"class": "turn"})[0]["data-judged"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ((), 2),
        (("--html", "no/such/page.html"), 74),
        (("--html", "x", "--world"), 2),
        (("--html", "x", "--mc", "1.21.4"), 2),
        (("--html", "x", "--against", "qwen3:8b"), 2),
    ],
)
def test_how_a_page_is_not_asked_for(mcgod, path, words, code):
    done = mcgod("replay", "report", path, *words)
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr


def test_a_reader_that_leaves_is_not_a_failure(shell, path):
    done = shell(f"mcgod replay report {path} --html - | head -c 15; echo ${{PIPESTATUS[0]}} >&2")
    assert (done.stdout, done.stderr) == ("<!doctype html>", "0\n")
