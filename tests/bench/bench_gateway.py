"""The gateway: what a message costs over the turn itself, and 500 sessions at once. Run with ``make bench``."""

import asyncio
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles

import gateway_play
import httpx
import pytest

from mcgod.gateway.engines import Plain
from mcgod.gateway.stategraph import Graphs
from mcgod.god import runner
from mcgod.god.turn import Request

pytestmark = pytest.mark.bench

ROUNDS = 60
MODEL = 0.05  # seconds for each of the two answers of a turn
HEAD = {"Authorization": f"Bearer {gateway_play.TOKEN}"}


@contextmanager
def serving(folder, seconds, engine):
    """A gateway in a process of its own; its address and the process."""
    words = [sys.executable, gateway_play.__file__, str(folder), str(seconds), engine]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdin
        try:
            yield process.stdout.readline().strip(), process
        finally:
            process.stdin.close()
            process.wait(60)


@pytest.mark.parametrize("engine", ["plain", "langgraph"])
def test_a_message_over_the_turn_itself(engine, tmp_path):
    """By turns, the turn alone and as a message over HTTP; nobody waits for the disk, so that what is left is ours."""
    services = gateway_play.slow_services(tmp_path, 0.0)
    request = Request("I am hungry", owner="Alex", player="Alex", dry_run=True)
    kind = Plain() if engine == "plain" else Graphs(tmp_path / "turns.sqlite")
    spent: dict[str, list[float]] = {"turn": [], "message": [], "keyed": []}
    with gateway_play.gateway_on(tmp_path, services, engine=kind) as api:
        session = api.start()
        calls = {
            "turn": lambda: runner.run(replace(request, id=os.urandom(8).hex()), services),
            "message": lambda: api.say(session).raise_for_status(),
            "keyed": lambda: api.say(session, key=os.urandom(8).hex()).raise_for_status(),
        }
        for _ in range(ROUNDS):  # interleaved, for a busy machine is busy for all of them
            for name, call in calls.items():
                start = time.perf_counter()
                call()
                spent[name].append(1000 * (time.perf_counter() - start))
    turn, message, keyed = (median(spent[name]) for name in calls)
    print(
        f"\n{engine}: a turn {turn:.1f} ms, as a message {message - turn:.1f} ms more ({message / turn:.2f} x), "
        f"{keyed - turn:.1f} ms more with a key"
    )
    if engine == "plain":
        assert message - turn < 15


async def crowd(url, sessions, each):
    """Let ``sessions`` say ``each`` messages, one after another; the seconds that each took, and all of them."""
    limits = httpx.Limits(max_connections=sessions, max_keepalive_connections=sessions)
    async with httpx.AsyncClient(base_url=url, headers=HEAD, timeout=300, limits=limits, trust_env=False) as api:
        waits = []

        async def one(number):
            made = await api.post("/v1/session/start", json={"player": f"P{number}"})
            path = f"/v1/session/{made.json()['session_id']}/message"
            for _ in range(each):
                start = time.perf_counter()
                (await api.post(path, json=gateway_play.PRAYER)).raise_for_status()
                waits.append(time.perf_counter() - start)

        start = time.perf_counter()
        await asyncio.gather(*map(one, range(sessions)))
        return waits, time.perf_counter() - start


@pytest.mark.parametrize("engine", ["plain", "langgraph"])
def test_500_sessions_at_once(engine, tmp_path):
    with serving(tmp_path, MODEL, engine) as (url, process):

        def resident():
            return int(Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

        before = resident()
        waits, took = asyncio.run(crowd(url, 500, 3))
        cut = quantiles(waits, n=100)
        over = [1000 * (wait - 2 * MODEL) for wait in (cut[49], cut[98])]
        print(
            f"\n{engine}: 500 sessions, {len(waits)} messages in {took:.1f} s: {len(waits) / took:.0f} a second; "
            f"over the model's time p50 {over[0]:.0f} ms, p99 {over[1]:.0f} ms; "
            f"memory {before:.0f} MB before, {resident():.0f} MB after"
        )
        assert len(waits) == 1500
