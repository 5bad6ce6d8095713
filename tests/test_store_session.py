"""Sessions as values: the mod's own JSON shape, tokens, titles, references."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcgod.errors import BadInput
from mcgod.store.session import Session, slug, tidy_title

# As the in-game agent mod writes it.
FOREIGN = {
    "id": "1a2b",
    "title": "A castle",
    "titleSlug": "stale-slug",
    "createdAt": 1700000000000,
    "updatedAt": 1700000001000,
    "titleGenerated": True,
    "openAiHistory": [
        {"role": "user", "content": "build"},
        {
            "role": "assistant",
            "content": None,
            "toolCalls": [{"id": "c1", "name": "execute-command", "arguments": "{}"}],
        },
        {"role": "tool", "content": "ok", "toolCallId": "c1"},
    ],
    "vertexHistory": [{"role": "user", "parts": [{"text": "hi"}]}],
}


def test_a_file_of_the_mod_is_read_and_written_back_whole():
    session = Session.from_json(FOREIGN, default_id="zzzz")
    assert (session.id, session.token) == ("1a2b", "1a2b-A-castle")
    written = session.to_json()
    assert written["titleSlug"] == "A-castle"
    assert {key: written[key] for key in FOREIGN if key != "titleSlug"} == {
        k: v for k, v in FOREIGN.items() if k != "titleSlug"
    }


def test_missing_fields_get_their_defaults_and_unknown_ones_stay():
    session = Session.from_json({"title": "x", "agent": {"a": 1}}, default_id="k3f9")
    assert (session.id, session.title_generated, session.mode, session.histories["openAiHistory"]) == (
        "k3f9",
        True,
        "god",
        [],
    )
    assert session.to_json()["agent"] == {"a": 1}
    assert not Session.from_json({}, default_id="k3f9").title_generated


@pytest.mark.parametrize("raw", [[], "x", None, 3, {"v": 99}])
def test_what_is_no_session_or_of_a_newer_version_is_refused(raw):
    with pytest.raises(BadInput):
        Session.from_json(raw, default_id="k3f9")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("wood for shelter", "wood-for-shelter"),
        ("  Ünïcode -- & more!  ", "ncode-more"),
        ("日本語", "session"),
        ("a" * 60, "a" * 48),
        ("x" * 47 + " y", "x" * 47),
    ],
)
def test_slugs(title, expected):
    assert slug(title) == expected


def test_references():
    session = Session("k3f9", title="wood")
    assert all(session.answers_to(text) for text in ("k3f9", "K3F9", "k3f9-wood", "k3f9-anything", "k3f9-"))
    assert not any(session.answers_to(text) for text in ("k3f", "k3f99", "wood", "", "k3f9x-wood"))


@given(st.text())
def test_titles_and_slugs_are_bounded(text):
    assert 1 <= len(tidy_title(text)) <= 100
    assert set(slug(text)) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
    assert 1 <= len(slug(text)) <= 48


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_any_json_is_a_session_or_bad_input(raw):
    try:
        session = Session.from_json(raw, default_id="k3f9")
    except BadInput:
        return
    assert Session.from_json(session.to_json(), default_id="k3f9") == session
