"""The report page: sound HTML, nothing of what others wrote is markup, nothing is fetched, and it stays small."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from page_play import EVIL, Page, evil_turn
from replay_play import turn, turns, verdict

from mcgod.errors import StoreFailed
from mcgod.replay import compare, listing, trace
from mcgod.replay.compare import Comparison
from mcgod.replay.page import spool as spooling
from mcgod.replay.page.document import Page as Document
from mcgod.replay.page.series import Series
from mcgod.replay.page.spool import Spool
from mcgod.replay.page.text import cut, duration, escaped
from mcgod.replay.page.turn import Told


def told(stages, models=(), session=""):
    was = compare.recorded(stages)
    other = was | {"verdicts": [verdict("time set day")], "message": "No."}
    rows = [model.row(was, other) for model in models]
    return Told(listing.head(stages), was, stages, rows, session)


def html(found, *names, title="k3f9-wood", notes=()):
    """The page of some turns, compared with models called ``names``."""
    models = [Comparison(name) for name in names]
    with Spool() as spool:
        page = Document(spool, compared=bool(names))
        for stages in found:
            page.turn(told(stages, models))
        for note in notes:
            page.note(note)
        return b"".join(page.pieces(title, [model.summary() for model in models])).decode()


def evil():
    return list(trace.turns(trace.stages(evil_turn(), "t")))


@pytest.mark.parametrize("name", ["good", "hostile", "oracle", "sloppy", "tools"])
def test_the_page_is_sound_and_the_same_every_time(name):
    text = html(turns(name), "oracle")
    page = Page(text)
    assert text == html(turns(name), "oracle")
    assert len(page.all("tbody", **{"class": "turn"})) == len(turns(name))
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    assert page.all("meta", name="viewport") == [
        {"name": "viewport", "content": "width=device-width, initial-scale=1"},
    ]


def test_words_of_others_are_text_wherever_they_stand():
    page = Page(html(evil(), EVIL, title=EVIL, notes=[EVIL]))
    plain = Page(html(list(trace.turns(trace.stages(turn(1, verdict("a"), verdict("b", reason="c")), "t"))), "m"))
    assert page.text.count("<img src=x onerror=alert(1)>") > 20
    assert len(page.all("script")) == 1
    assert page.all("img") == []
    assert {tag for tag, _ in page.tags} <= {tag for tag, _ in plain.tags} | {"i", "p"}
    named = {name for _, attrs in page.tags for name in attrs}
    assert named <= {name for _, attrs in plain.tags for name in attrs}
    assert not re.search("[\x00\u202e\ud800]", page.text)


def test_nothing_is_fetched_and_only_its_own_script_and_style_are_allowed():
    page = Page(html(evil(), EVIL))
    assert all(value.startswith("#") for _, attrs in page.tags for name, value in attrs.items() if name == "href")
    assert not {name for _, attrs in page.tags for name in attrs} & {"src", "style", "action", "srcset"}
    assert "url(" not in page.inside["style"][0].replace("url(#hatch)", "")
    (policy,) = [attrs["content"] for attrs in page.all("meta") if attrs.get("http-equiv")]
    hashes = [b64encode(sha256("".join(page.inside[tag]).encode()).digest()).decode() for tag in ("style", "script")]
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{hashes[0]}'; script-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )


def test_the_table_has_what_the_filters_look_for():
    page = Page(html(turns("hostile"), "m"))
    first, second, _ = page.all("tbody", **{"class": "turn"})
    assert (first["data-player"], first["data-mode"], first["data-judged"]) == ("Steve", "god", "differs")
    assert second["data-verdicts"] == "repaired rejected"
    assert [attrs["name"] for attrs in page.all("select")] == ["player", "mode", "verdicts", "judged"]
    assert page.all("form") == [{"id": "filters", "hidden": None}]
    assert [attrs["name"] for attrs in Page(html(turns("good"))).all("select")] == ["player", "mode", "verdicts"]


def test_reasons_and_repairs_are_counted_and_lead_to_their_turns():
    page = Page(html(turns("sloppy")))
    tallies = {attrs["data-search"] for attrs in page.all("a")}
    assert {"count-cap", "everyday-name"} <= tallies
    assert "diamonds → diamond" in page.inside["code"]


def test_plots_tell_in_words_what_they_show():
    page = Page(html(turns("good"), "m"))
    drawn = page.all("svg", role="img")
    names = {attrs["id"] for _, attrs in page.tags if "id" in attrs}
    assert len(drawn) == 2
    assert all(set(attrs["aria-labelledby"].split()) <= names for attrs in drawn)
    assert page.inside["desc"] == ["652 tokens a turn on average, 652 at most. From below: in, then out."] * 2
    assert "Nothing was counted." in page.text


def test_a_series_has_no_more_bars_however_many_turns_there_are():
    series = Series("t", "ms", ("in", "out"))
    for number in range(10_001):
        series.add(number, 1)
    assert (len(series.bars) <= 240, series.width, series.turns) == (True, 64, 10_001)
    assert sum(bar.turns for bar in series.bars) == 10_001
    assert (series.peak, series.mean) == (10_001, 5001.0)
    assert [bar.turns for bar in series.bars[:-1]] == [64] * (len(series.bars) - 1)


def test_what_no_html_may_hold_is_replaced_and_long_texts_are_cut():
    assert escaped("a\x00\x9b\u202e\ud800\ufffe<&\"'\n\t") == "a\ufffd\ufffd\ufffd\ufffd\ufffd&lt;&amp;&quot;&#x27;\n\t"
    assert cut("<" * 12, 10) == "&lt;" * 10 + '… <i class="rest">2 characters more</i>'
    assert [duration(ms) for ms in (999, 1234, None)] == ["999 ms", "1.2 s", "?"]


@pytest.mark.parametrize("repairs", [3, [4], {"a": 1}])
def test_a_verdict_of_another_shape_is_damage_and_leaves_the_page_as_it_was(repairs):
    (found,) = trace.turns(trace.stages(turn(1, verdict("op Steve", reason="never") | {"repairs": repairs}), "t"))
    with Spool() as spool:
        page = Document(spool, compared=False)
        with pytest.raises(trace.Damaged):
            page.turn(told(found))
        assert (page.turns, list(spool.pieces())) == (0, [])


def test_what_is_too_long_for_memory_comes_back_whole_and_a_full_disk_is_a_failed_store(monkeypatch):
    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(spooling, "_IN_MEMORY", 10)
    with Spool() as spool:
        spool.write("ü" * 1_000_000)
        assert b"".join(spool.pieces()).decode() == "ü" * 1_000_000
        monkeypatch.setattr(spool._file, "write", full)
        with pytest.raises(StoreFailed, match="No space left"):
            spool.write("x")
