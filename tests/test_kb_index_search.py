"""What a search finds, in which order, and what it says of it."""

import json

import pytest
from kb_play import Held, page

from mcgod.errors import BadUsage
from mcgod.kb.index.search import Search
from mcgod.kb.port import Place

NORTH = page(
    "villages/north",
    "North village",
    "A village with a smithy by the river.",
    tags=("village",),
    place=Place(120, 64, -300),
)
FARM = page(
    "farm",
    "The wheat farm",
    "Wheat grows near the northern village.",
    tags=("farm",),
    links=("villages/north",),
    place=Place(10, 64, 0),
)
NETHER = page("fort", "Fortress", "Blazes and wither skeletons.", place=Place(0, 64, 0, "minecraft:the_nether"))
OAK = page("oak_log", "Oak Log", "A log of an oak tree. Made into planks.", kb="agent", kind="item")
DARK = page("dark_oak_log", "Dark Oak Log", "A log of a dark oak tree.", kb="agent", kind="item")
NOTE = page("oak-note", "Oak Log", "A log of an oak tree. Made into planks.", kind="memory")


@pytest.fixture
def find(tmp_path):
    search = Search(tmp_path / "kb" / "index.sqlite", {"all": Held(NORTH, FARM, NETHER, OAK, DARK, NOTE)})
    search.refresh()
    yield search.find
    search.close()


def refs(found):
    return [str(hit.reference) for hit in found.hits]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("oak log", "agent:item:oak_log"),
        ("Dark OAK logs?", "agent:item:dark_oak_log"),
        ("minecraft:oak_log", "agent:item:oak_log"),
        ("villages", "world:page:villages/north"),
        ("where is the village with a smithy", "world:page:villages/north"),
        ("whaet", "world:page:farm"),
        ("skeletn", "world:page:fort"),
        ("smith*", "world:page:villages/north"),
        ('"wheat farm"', "world:page:farm"),
        ("title:fortress", "world:page:fort"),
        ("tag:farm", "world:page:farm"),
        ("kind:page village", "world:page:villages/north"),
        ("north -wheat", "world:page:villages/north"),
        ('"grows near" OR title:fortress blazes', "world:page:fort"),
    ],
)
def test_the_first_hit(find, query, first):
    assert refs(find(query))[0] == first


@pytest.mark.parametrize(
    ("query", "ref"),
    [
        ("village -river", "world:page:villages/north"),
        ("kind:item village", "world:page:villages/north"),
        ('"farm wheat"', "world:page:farm"),
        ("title:river", "world:page:villages/north"),
        ("oak -kind:memory", "world:memory:oak-note"),
        ("log -tag:village -dark", "agent:item:dark_oak_log"),
    ],
)
def test_what_a_condition_excludes(find, query, ref):
    assert ref not in refs(find(query, threshold=0))


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("colour:red", "no field 'colour'"),
        ("kind:cow", "kind:cow is no kind"),
        ("oak AND log", "cannot be read at 'AND'"),
        ("oak~2", "cannot be read at 'oak~2'"),
        ("(oak)", "cannot be read"),
        ('say "oak', "cannot be read"),
        ("OR oak", "OR stands between"),
        ('"oak" OR', "cannot end with OR"),
        ('"oak" OR tag:farm', "OR joins"),
        ('""', "an empty phrase"),
        ("o*k", "cannot be read"),
        ("a " * 70, "at most 64 words"),
    ],
)
def test_what_is_no_query_is_an_error_that_says_what_there_is(find, query, message):
    with pytest.raises(BadUsage, match=message):
        find(query)


@pytest.mark.parametrize("query", ["", "  ", "?", "the", "' OR 1=1 --".replace("OR", "or"), "minecraft:", "木"])
def test_odd_queries_do_no_harm(find, query):
    find(query)


def test_check_1_page_and_memory_of_equal_relevance_tie_and_off_domain_says_so(find):
    hits = {str(hit.reference): hit.score for hit in find("oak log").hits}
    assert hits["agent:item:oak_log"] == pytest.approx(hits["world:memory:oak-note"], abs=0.05)
    assert all(0 < score <= 1 for score in hits.values())
    nothing = find("quantum chromodynamics of quarks")
    assert (nothing.hits, nothing.below) == ([], 0)
    weak = find("the river of quantum chromodynamics and of gauge bosons")
    assert (weak.hits, weak.below) == ([], 1)


def test_check_2_explain_shows_every_part(find):
    why = find("oak planks", explain=True).hits[0].why
    assert why
    assert [part["word"] for part in why["words"]] == ["oak", "planks"]
    assert all(part["idf"] > 0 for part in why["words"])
    assert {"whole_title", "links"} <= set(why)
    assert find("oak").hits[0].why is None


def test_check_3_the_snippet_is_the_matching_passage_and_near_sorts_by_distance(tmp_path):
    long = page(
        "long", "Long", "filler words here. " * 40 + "The diamond lies under the anvil. " + "more filler. " * 40
    )
    search = Search(tmp_path / "i.sqlite", {"all": Held(long, NORTH, FARM, NETHER)})
    search.refresh()
    assert "diamond lies under the anvil" in search.find("diamond anvil").hits[0].snippet
    near = search.find("", near=Place(100, 64, -300))
    assert [(str(hit.reference), round(hit.distance or 0)) for hit in near.hits] == [
        ("world:page:villages/north", 20),
        ("world:page:farm", 313),
    ]
    assert refs(search.find("blazes", near=Place(0, 0, 0, "minecraft:the_nether"))) == ["world:page:fort"]


def test_links_lift_what_is_tied_to_another_hit(find):
    lone, tied = Held(NORTH, FARM), find("village", explain=True)
    assert lone
    lifts = {str(hit.reference): hit.why["links"] for hit in tied.hits if hit.why}
    assert lifts["world:page:farm"] > 0
    assert lifts["world:page:villages/north"] > 0


def test_bases_and_kinds_can_be_chosen(find):
    assert refs(find("oak log", kbs=["world"])) == ["world:memory:oak-note"]
    assert set(refs(find("oak log", kinds=["item"]))) == {"agent:item:oak_log", "agent:item:dark_oak_log"}


def test_a_wrong_word_is_put_right_and_told(find):
    assert dict(find("vilage").meant) == {"vilage": "village"}
    assert find("vilage").hits[0].score < find("village").hits[0].score


def test_a_hit_as_json(find):
    told = json.loads(json.dumps(find("wheat farm").hits[0].to_json()))
    assert (told["ref"], told["kb"], told["kind"], told["id"]) == ("world:page:farm", "world", "page", "farm")
    assert told["place"] == {"x": 10.0, "y": 64.0, "z": 0.0, "dimension": "minecraft:overworld"}


@pytest.mark.parametrize(
    ("body", "query"),
    [
        ("Das Dorf hat eine Schmiede und Äcker.", "acker"),
        ("La forêt enchantée est au sud.", "foret"),
        ("村にはパン屋があります", "パン屋"),
        ("北边有一个村庄", "村庄"),
        ("Деревня у реки", "деревня"),
        ("หมู่บ้านทางเหนือ", "หมู่บ้าน"),
    ],
)
def test_any_language_is_found_by_its_own_words(tmp_path, body, query):
    search = Search(tmp_path / "i.sqlite", {"all": Held(page("a", "A", body), OAK, NORTH, FARM)})
    search.refresh()
    assert refs(search.find(query)) == ["world:page:a"]


def test_a_word_that_most_entries_have_still_ranks(tmp_path):
    """SQLite's own weight would be nought for it."""
    many = [page(f"p{number}", f"Thing {number}", "crafting " * (number + 1) + "stone " * 20) for number in range(20)]
    search = Search(tmp_path / "i.sqlite", {"all": Held(*many)})
    search.refresh()
    hits = search.find("crafting", limit=20, threshold=0, explain=True).hits
    assert hits[0].score > hits[-1].score
    assert len(hits) == 20
