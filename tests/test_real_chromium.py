"""The report page in a real browser, at the size of a phone and of a desk. Marked ``real``; needs Chromium."""

from collections import Counter

import pytest
from page_play import evil_turn
from png import pixels
from replay_play import GOLDEN, turn, verdict

pytestmark = pytest.mark.real

TURNS = "document.querySelectorAll('tbody.turn')"
VISIBLE = f"[...{TURNS}].filter((turn) => turn.checkVisibility()).length"
OVERFLOW = """[...document.querySelectorAll("body *")].filter((one) => {
  const place = one.getBoundingClientRect();
  return place.width && (place.right > innerWidth + 1 || place.left < -1);
}).map((one) => one.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def browser():
    from rigs.chromium import Browser

    with Browser() as started:
        yield started


@pytest.fixture
def page(mcgod, tmp_path):
    """A page of golden turns, one that is all markup, and one with a word that does not break, against the oracle."""
    path, page = tmp_path / "turns.jsonl", tmp_path / "page.html"
    golden = [(GOLDEN / f"{name}.jsonl").read_bytes() for name in ("good", "sloppy", "hostile", "tools")]
    long = turn(8, verdict("give Steve " + "x" * 400), text="y" * 400, player="z" * 80, mode="sudo")
    path.write_bytes(b"".join([*golden, *evil_turn(7, mode="god"), *long]))
    done = mcgod("replay", "report", path, "--against", "oracle", "--world", "--html", page)
    assert done.exit_code == 1
    return page


@pytest.mark.parametrize(("width", "height"), [(360, 800), (768, 1024), (1280, 900)])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_page_fits_its_window_and_is_no_empty_sheet(browser, page, width, height, dark):
    browser.open(page, width=width, height=height, dark=dark)
    browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert browser.run("document.documentElement.scrollWidth") == width
    assert browser.run(OVERFLOW) == []
    for place in ("header", "#plots", "#turns", "tbody.turn:last-of-type"):
        browser.scroll_to(place)
        wide, tall, rows = pixels(browser.picture(scale=0.25))
        assert wide / tall == pytest.approx(width / height, rel=0.01)
        # A sheet with words on it: mostly ground, dark or light as was wished, and a good deal that is not.
        tones = Counter(row[at] for row in rows for at in range(0, len(row), len(row) // wide))
        ground, share = tones.most_common(1)[0]
        assert (ground < 64) is dark
        assert len(tones) > 20, place
        assert 0.25 < share / tones.total() < 0.99


def test_nothing_is_asked_for_and_nothing_of_others_runs(browser, page):
    before, complaints = len(browser.requested()), len(browser.complaints())
    browser.open(page, width=360, height=800)
    assert browser.run(f"{TURNS}.length") == 12
    assert browser.requested()[before:] == [page.as_uri()]
    assert browser.complaints()[complaints:] == []
    assert browser.run("performance.getEntriesByType('resource').length") == 0
    assert browser.run("document.querySelectorAll('script').length") == 1
    assert browser.run("document.querySelectorAll('img, iframe, object, link, [onclick]').length") == 0


def test_the_policy_stops_what_would_come_through_as_markup(browser, page):
    browser.open(page, width=1280, height=900)
    browser.run("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.bad = 1\">')")
    browser.run("document.body.append(Object.assign(document.createElement('script'), { text: 'window.bad = 2' }))")
    browser.run("fetch('http://127.0.0.1:9/').then(() => { window.bad = 3 }, () => 0)")
    assert browser.run("window.bad") is None


def test_filters(browser, page):
    browser.open(page, width=1280, height=900)
    assert browser.run("document.getElementById('shown').textContent") == "12 of 12 turns"
    assert browser.choose(mode="sudo") == "2 of 12 turns"
    assert browser.run(VISIBLE) == 2
    assert browser.choose(mode="sudo", text="dry DAY") == "1 of 12 turns"
    assert browser.choose(mode="", text="", verdicts="rejected") == "6 of 12 turns"
    assert browser.choose(verdicts="", judged="same-effect") == "3 of 12 turns"
    assert browser.choose(judged="", player="z" * 80) == "1 of 12 turns"
    browser.run("document.querySelector('form button').click()")
    assert browser.choose() == "12 of 12 turns"
    browser.run("document.querySelector('a[data-search=\"count-cap\"]').click()")
    assert browser.run("document.getElementById('shown').textContent") == "2 of 12 turns"
    assert browser.run(VISIBLE) == 2


def test_it_is_read_without_its_script_too(browser, page):
    browser("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(page, width=360, height=800)
    browser("Emulation.setScriptExecutionDisabled", value=False)
    assert browser.run("document.getElementById('filters').checkVisibility()") is False
    assert browser.run(VISIBLE) == 12


def test_three_thousand_turns_are_there_within_seconds_and_filtered(browser, mcgod, tmp_path):
    path, page = tmp_path / "turns.jsonl", tmp_path / "page.html"
    path.write_bytes(b"".join(line for number in range(1, 3001) for line in turn(number, verdict("op Steve"))))
    assert mcgod("replay", "report", path, "--html", page).exit_code == 0
    browser.open(page, width=360, height=800)
    assert browser.run(f"{TURNS}.length") == 3000
    assert browser.choose(text="0000000000000bb8") == "1 of 3000 turns"
    assert browser.run("document.documentElement.scrollWidth") == 360
