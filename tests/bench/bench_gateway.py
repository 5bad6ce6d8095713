"""The gateway: what a message costs over the turn itself, and 500 sessions at once. Run with ``make bench``."""

import asyncio
import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles

import gateway_play
import pytest

from mcgod.gateway.engines import Plain
from mcgod.gateway.stategraph import Graphs
from mcgod.god import runner
from mcgod.god.turn import Request

pytestmark = pytest.mark.bench

ROUNDS = 60
MODEL = 0.05  # seconds for each of the two answers of a turn


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


class Caller:
    """A caller with one connection and no more to it than that: a client's own pool would be the slowest part."""

    def __init__(self, url):
        self._host = url.split("//")[1].rstrip("/")

    async def post(self, path, body):
        """Post ``body`` and return the document that comes back."""
        data = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: {self._host}\r\nAuthorization: Bearer {gateway_play.TOKEN}\r\n"
        kind = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        self._out.write((head + kind).encode() + data)
        status, *heads = (await self._in.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        size = next(int(line.split(":")[1]) for line in heads if line.lower().startswith("content-length"))
        told = json.loads(await self._in.readexactly(size))
        assert status.split()[1] == "200", told
        return told

    async def __aenter__(self):
        self._in, self._out = await asyncio.open_connection(*self._host.split(":"))
        return self

    async def __aexit__(self, *_):
        self._out.close()


async def crowd(url, sessions, each):
    """Let ``sessions`` say ``each`` messages, one after another; the seconds that each took, and all of them."""
    waits, began = [], asyncio.Event()

    async def one(number):
        async with Caller(url) as caller:
            made = await caller.post("/v1/session/start", {"player": f"P{number}"})
            await began.wait()
            for _ in range(each):
                start = time.perf_counter()
                await caller.post(f"/v1/session/{made['session_id']}/message", gateway_play.PRAYER)
                waits.append(time.perf_counter() - start)

    running = [asyncio.create_task(one(number)) for number in range(sessions)]
    await asyncio.sleep(0)
    began.set()
    start = time.perf_counter()
    await asyncio.gather(*running)
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
