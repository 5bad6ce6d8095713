"""Eight processes write and search one home and are killed at random: the base is whole, and the index follows."""

import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from mcgod import config, paths
from mcgod.grammar import versions
from mcgod.kb.bases import Bases
from mcgod.kb.finding import Finder
from mcgod.kb.verify import verify

WORK = """
import sys
from pathlib import Path
from mcgod import config, paths
from mcgod.kb.bases import Bases
from mcgod.kb.finding import Finder

home, who, writes = Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "write"
where = paths.find({"MCGOD_HOME": str(home)})
bases = Bases(config.load(where.config, environ={}, cwd=home), where, lambda: "1.21.4")
finder = Finder(config.load(where.config, environ={}, cwd=home), where, bases)
print("ready", flush=True)
for number in range(100000):
    if writes:
        page = bases["world"].add_page(f"A smithy of {who} number{number}.", {"title": f"{who} {number}"})
        print(page.id, flush=True)
    else:
        found = finder.find("smithy", kbs=("world",), limit=5)
        assert all(hit.score > 0 for hit in found.hits)
        print(len(found.hits), flush=True)
"""
ROUNDS = 5


def start(home, number):
    words = [sys.executable, "-c", WORK, str(home), f"w{number}", "write" if number % 2 else "search"]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_eight_processes_that_are_killed_leave_a_clean_base_and_an_index_that_follows(tmp_path):
    dice, written = random.Random(7), set()
    for turn in range(ROUNDS):
        workers = [start(tmp_path, 8 * turn + number) for number in range(8)]
        for worker in workers:
            assert worker.stdout
            assert worker.stdout.readline() == "ready\n"
        end = time.monotonic() + 2 + dice.random()
        while time.monotonic() < end:
            time.sleep(0.05)  # they work meanwhile
        for worker in workers:
            worker.kill()
        for number, worker in enumerate(workers):
            out, err = worker.communicate(timeout=60)
            assert err == ""
            if number % 2:
                written |= set(out.split("\n")[:-1])
    where = paths.find({"MCGOD_HOME": str(tmp_path)})
    settings = config.load(where.config, environ={}, cwd=tmp_path)
    bases = Bases(settings, where, lambda: versions.DEFAULT)
    assert verify(bases.local("world")) == []
    finder = Finder(settings, where, bases)
    finder.refresh()
    known = {
        ref.rsplit(":", 1)[1] for (ref,) in finder._search._index.db.execute("SELECT ref FROM docs WHERE kb = 'world'")
    }
    assert written
    assert written <= known
    assert finder.find("smithy", kbs=("world",)).hits


def test_threads_may_share_one_search(tmp_path):
    """Each look takes in what others have written meanwhile, over the one connection that they share."""
    where = paths.find({"MCGOD_HOME": str(tmp_path)})
    settings = config.load(where.config, environ={}, cwd=tmp_path)
    bases = Bases(settings, where, lambda: versions.DEFAULT)

    def look(number):
        bases.local("world").add_page(f"A smithy, number{number}.", {"title": f"Smithy {number}"})
        return len(finder.find("smithy", kbs=("world",)).hits)

    with closing(Finder(settings, where, bases)) as finder, ThreadPoolExecutor(8) as pool:
        assert all(pool.map(look, range(24)))
