"""Calls under way: threads that tell, ask and are stopped; and the lines that carry them."""

import asyncio
import os
import threading

import pytest

from mcgod.errors import BadUsage, Busy, Cancelled
from mcgod.mcpserver import calls as module
from mcgod.mcpserver.calls import Calls, Form
from mcgod.mcpserver.pipes import LONGEST, LinesIn, LinesOut

FORM = Form("Really?", {"type": "object"})


def run(work):
    """Run a coroutine that is given the calls of a server."""

    async def whole():
        calls = Calls()
        try:
            return await work(calls)
        finally:
            await calls.close(10)

    return asyncio.run(whole())


def test_a_call_tells_how_it_gets_on_and_what_it_came_to():
    async def work(calls):
        job = calls.begin(lambda job: job.tell("progress", 1) or "result")
        return [await job.next(), await job.next()]

    assert run(work) == [("progress", 1), ("done", "result")]


def test_what_a_call_raises_is_told():
    async def work(calls):
        return await calls.begin(lambda _: 1 / 0).next()

    kind, error = run(work)
    assert (kind, type(error)) == ("failed", ZeroDivisionError)


def test_a_question_waits_for_the_call_that_answers_it():
    async def work(calls):
        job = calls.begin(lambda job: job.ask(FORM))
        _, asked = await job.next()
        name = calls.park(job, asked, "call")
        for wrong in (("nothing", "call"), (name, "another call"), ("", "")):
            with pytest.raises(BadUsage, match="not open"):
                calls.resume(*wrong, {"yes": True})
        assert calls.resume(name, "call", {"yes": 1}) is job
        told = await job.next()
        with pytest.raises(BadUsage, match="not open"):
            calls.resume(name, "call", {"yes": True})
        return told

    assert run(work) == ("done", {"yes": 1})


def test_a_late_answer_to_one_question_is_none_to_the_next(monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.01)

    async def work(calls):
        again = threading.Event()

        def ask_twice(job):
            first = job.ask(FORM)
            job.tell("progress", "over")
            again.wait(10)
            return first, job.ask(FORM)

        job = calls.begin(ask_twice)
        _, first = await job.next()
        name = calls.park(job, first, "call")
        assert (await job.next()).value == "over"
        calls.resume(name, "call", {"yes": True})
        again.set()
        await job.next()
        return await job.next()

    assert run(work) == ("done", (None, None))


def test_a_stop_ends_what_waits_for_a_person():
    async def work(calls):
        job = calls.begin(lambda job: job.ask(FORM))
        await job.next()
        job.stop()
        return await job.next()

    kind, error = run(work)
    assert (kind, type(error)) == ("failed", Cancelled)


def test_too_many_calls_are_turned_away_until_one_ends():
    async def work(calls):
        jobs = [calls.begin(lambda job: job.cancel.wait(60)) for _ in range(32)]
        with pytest.raises(Busy):
            calls.begin(lambda _: None)
        jobs[0].stop()
        await jobs[0].next()
        await asyncio.sleep(0)
        while True:
            try:
                return await calls.begin(lambda _: "room").next()
            except Busy:
                await asyncio.sleep(0)

    assert run(work) == ("done", "room")


def test_lines_come_whole_and_a_long_one_as_no_message():
    reading, writing = os.pipe()

    async def work():
        def write():
            data = b'{"a":1}\n\n  \n' + b"x" * (LONGEST + 100_000) + b"\n[2]\ntorn"
            while data:
                data = data[os.write(writing, data) :]
            os.close(writing)

        thread = threading.Thread(target=write)
        thread.start()
        found = [line async for line in LinesIn(reading)]
        thread.join()
        return found

    assert asyncio.run(work()) == ['{"a":1}', "a message that is too long", "[2]"]
    os.close(reading)


def test_a_reader_that_has_left_is_noticed_and_holds_nobody_up():
    reading, writing = os.pipe()
    os.close(reading)

    async def work():
        out = LinesOut(writing)
        await out.write("one\n")
        await asyncio.wait_for(out.gone.wait(), 10)
        await out.write("two\n")
        out.close()

    asyncio.run(work())
    os.close(writing)
