"""``mcgod kb search``, ``near`` and ``reindex``: from words to references that get opens."""

import json

import pytest
from fake_memorysmith import FakeMemorySmith
from fake_openai import FakeOpenAI


@pytest.fixture
def village(mcgod):
    done = mcgod(
        "kb", "add", "--at", "120,64,-300", "--tags", "village", input="# North village\nA smithy by the river.\n"
    )
    assert done.exit_code == 0
    return done.stdout.strip()


def found(mcgod, *words):
    done = mcgod("kb", "search", *words, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def test_a_fresh_machine_knows_how_to_pray_and_what_things_are_made_of(mcgod):
    assert found(mcgod, "how do I pray")[0]["ref"] == "agent:page:praying"
    assert found(mcgod, "iron pickaxes")[0]["ref"] == "agent:item:iron_pickaxe"


def test_check_4_get_opens_whatever_search_prints_in_any_base(mcgod, village):
    for query in ("smithy", "pray", "oak planks", "village"):
        for hit in found(mcgod, query):
            assert mcgod("kb", "get", hit["ref"]).exit_code == 0


def test_what_was_just_written_is_found_and_what_was_removed_is_not(mcgod, village):
    assert found(mcgod, "smithy by the river")[0]["ref"] == village
    mcgod("kb", "remove", village)
    assert mcgod("kb", "search", "smithy river", "--kb", "world").exit_code == 1


def test_the_nearest_come_first_with_their_distance(mcgod, village):
    mcgod("kb", "add", "--at", "0,64,0", input="# Spawn\nHere it began.\n")
    done = mcgod("kb", "near", "100,64,-300", "--json")
    assert [(hit["id"], hit["distance"]) for hit in json.loads(done.stdout)] == [
        ("north-village", 20.0),
        ("spawn", 316.2),
    ]
    assert "20 blocks away" in mcgod("kb", "near", "100,64,-300").stdout
    assert found(mcgod, "village", "--near", "0,64,0")[0]["distance"] == 323.1
    assert mcgod("kb", "near", "0,64,0,the_nether").exit_code == 1


def test_nothing_is_1_with_nothing_on_stdout_but_an_empty_list_in_json(mcgod):
    done = mcgod("kb", "search", "quantum", "chromodynamics")
    assert (done.exit_code, done.stdout) == (1, "")
    assert (mcgod("kb", "search", "quantum", "--json").stdout) == "[]\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["search"], "an empty query"),
        (["search", "foo:bar"], "no field 'foo'"),
        (["search", "x", "--kb", "moon"], "no knowledge base"),
        (["near", "here"], "'here' is no place"),
        (["near", "1,2"], "'1,2' is no place"),
        (["search", "x", "--near", "1,2,3,4,5"], "is no place"),
    ],
)
def test_bad_input(mcgod, words, message):
    done = mcgod("kb", *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


def test_explain_shows_the_parts(mcgod, village):
    done = mcgod("kb", "search", "river", "smithy", "--explain")
    assert "idf" in done.stdout
    assert "lexical" in done.stdout


def test_a_wrong_word_is_put_right_and_said(mcgod):
    done = mcgod("kb", "search", "pickaxxe")
    assert (done.exit_code, "searched for 'pickaxe'" in done.stderr) == (0, True)


def test_reindex_tells_what_changed_and_builds_anew_when_asked(mcgod, village):
    assert mcgod("kb", "reindex").stdout.endswith(" entries changed\n")
    assert mcgod("kb", "reindex").stdout == "0 entries changed\n"
    assert json.loads(mcgod("kb", "reindex", "--whole", "--json").stdout)["changed"] > 1000


def test_a_base_on_a_server_is_asked_and_its_hits_are_weighed_like_any_other(mcgod, monkeypatch):
    with FakeMemorySmith() as server:
        server.pages["castle"] = {
            "slug": "castle",
            "title": "The castle",
            "markdown": "# The castle\nStands on a hill.",
        }
        monkeypatch.setenv("MCGOD_KB_WORLD_URL", server.url)
        hit = found(mcgod, "castle")[0]
        assert (hit["ref"], 0.5 < hit["score"] <= 1) == ("world:page:castle", True)
        assert mcgod("kb", "get", hit["ref"]).exit_code == 0


def test_a_server_that_is_down_is_69_and_never_an_empty_success(mcgod, monkeypatch):
    with FakeMemorySmith() as server:
        url = server.url
    monkeypatch.setenv("MCGOD_KB_WORLD_URL", url)
    done = mcgod("kb", "search", "castle")
    assert (done.exit_code, done.stdout) == (69, "")
    assert mcgod("kb", "search", "oak log", "--kb", "agent").exit_code == 0


def test_an_embedder_that_is_down_is_noted_and_the_words_are_searched(mcgod, monkeypatch):
    with FakeOpenAI() as server:
        url = server.url
    for name, value in {"KB_EMBEDDER": "openai", "KB_EMBEDDER_ENDPOINT": url, "MODEL_EMBEDDING": "m"}.items():
        monkeypatch.setenv(f"MCGOD_{name}", value)
    done = mcgod("kb", "search", "oak log")
    assert done.exit_code == 0
    assert "searched by words alone" in done.stderr
    monkeypatch.delenv("MCGOD_MODEL_EMBEDDING")
    assert "model.embedding is not set" in mcgod("kb", "search", "oak log").stderr


def test_a_reader_that_leaves_is_no_failure(shell):
    done = shell("mcgod kb search oak --limit 500 | head -n 1 >/dev/null; echo ${PIPESTATUS[0]}")
    assert (done.stdout, done.stderr) == ("0\n", "")
