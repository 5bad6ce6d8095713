"""The link to a fake mod: one request at a time, no answer to the wrong request, and waits apart."""

import asyncio

import pytest
from fake_mod import FakeMod
from fake_mod_answers import CAPABILITIES
from link_play import at, linked

from mcgod.errors import BadInput, Busy
from mcgod.game.modlink.failures import Lacking, ModGone, ModRefused, ModTimedOut, NotTheMod
from mcgod.game.modlink.primitives import PRIMITIVES


@pytest.fixture
def hasty(monkeypatch):
    """Make STATE's patience short, so that a test need not wait for it."""
    monkeypatch.setitem(PRIMITIVES, "state", PRIMITIVES["state"]._replace(seconds=0.05))


@pytest.mark.parametrize(("vantage", "version"), CAPABILITIES)
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_each_mod_does_what_it_lists_and_says_what_it_lacks(vantage, version, line_end):
    given = {
        "command": {"command": "list"}, "mark": {"text": "x"}, "wait": {"ticks": 0}, "chat": {"text": "hi"},
        "connect": {"address": "127.0.0.1:1"}, "world": {"level": "New World"}, "player": {"player": "Ann"},
        "context": {"id": "ctx-1"},
    }  # fmt: skip
    done, lacking = set(), set()

    async def work(link, heard):
        await heard.ups()
        assert link.mod[:2] == (vantage, f"{version}.0")
        for name, primitive in PRIMITIVES.items():
            try:
                assert (await link.ask(name, given.get(name)))["type"] in primitive.replies
                done.add(name)
            except Lacking:
                lacking.add(name)

    with FakeMod(vantage, version, line_end=line_end) as mod:
        linked(at(mod), work)
    assert done == {name for name, one in PRIMITIVES.items() if not one.needs or one.needs & {*mod.capabilities}}
    assert done | lacking == {*PRIMITIVES}
    # What is lacking was never sent.
    assert not {line.split()[0] for line in mod.asked} & {PRIMITIVES[name].verb for name in lacking}


def test_events_come_once_and_in_order_marked_or_not():
    async def work(link, heard):
        await heard.ups()
        await link.ask("state")  # a second socket, to which the mod broadcasts too
        for number in range(50):
            mod.push("never_heard_of", number=number)
        assert (await link.ask("command", {"command": "x"}))["detail"] == "x"
        await heard.until(lambda all_: len(all_) == 51)
        assert [one["number"] for one in heard.all[1:]] == [*range(50)]

    with FakeMod("client", "0.1") as mod:
        linked(at(mod), work)


def test_trap_2_a_late_answer_is_never_the_answer_to_a_later_request(hasty):
    async def work(link, heard):
        await heard.ups()
        mod.hold("STATE")
        with pytest.raises(ModTimedOut) as late:
            await link.ask("state")
        assert late.value.sent
        mod.release("STATE")
        assert (await link.ask("command", {"command": "one"}))["detail"] == "one"
        assert (await link.ask("mark", {"text": "two"}))["detail"] == "two"
        # The socket that listens was not given up with it: no event was missed.
        assert [one for one in heard.all if isinstance(one, tuple)] == [("up", "server")]

    with FakeMod() as mod:
        linked(at(mod), work)


def test_trap_2_a_late_answer_of_the_same_type_is_not_taken(hasty):
    numbers = iter(range(10))

    async def work(link, heard):
        await heard.ups()
        mod.hold("STATE")
        with pytest.raises(ModTimedOut):
            await link.ask("state")
        mod.release("STATE")
        assert (await link.ask("state"))["tick"] == 1

    with FakeMod(answers={"STATE": lambda _: {"type": "state", "tick": next(numbers)}}) as mod:
        linked(at(mod), work)


def test_an_answer_of_another_type_ends_the_socket():
    async def work(link, heard):
        await heard.ups()
        with pytest.raises(NotTheMod, match="'entities' where 'state' was awaited") as odd:
            await link.ask("state")
        assert odd.value.sent
        assert (await link.ask("command", {"command": "x"}))["detail"] == "x"

    with FakeMod(answers={"STATE": lambda _: {"type": "entities", "entities": []}}) as mod:
        linked(at(mod), work)


def test_trap_3_cache_statistics_answer_their_request_and_shift_nothing():
    async def work(link, heard):
        await heard.ups()
        assert (await link.ask("context_stats"))["cache"]["capacity"] == 256
        assert (await link.ask("context", {"id": "ctx-1"}))["status"] == "ok"

    with FakeMod("server", "0.6") as mod:
        linked(at(mod), work)


def test_trap_4_a_wait_keeps_nobody_waiting():
    async def work(link, heard):
        await heard.ups()
        long, short = asyncio.create_task(link.ask("wait", {"ticks": 72_000})), link.ask("wait", {"ticks": 20})
        short = asyncio.create_task(short)
        await asyncio.to_thread(mod.until, lambda mod: mod.waiting() == 2)
        assert (await link.ask("state"))["tick"] == 9
        mod.tick(20)
        assert (await short)["type"] == "wait_ack"
        assert not long.done()
        long.cancel()
        await asyncio.to_thread(mod.until, lambda mod: len(mod.connections) == 2)

    with FakeMod() as mod:
        linked(at(mod), work)


def test_waits_have_a_bound(monkeypatch):
    monkeypatch.setattr("mcgod.game.modlink.link._MOST_WAITS", 1)

    async def work(link, heard):
        await heard.ups()
        first = asyncio.create_task(link.ask("wait", {"ticks": 10}))
        await asyncio.to_thread(mod.until, lambda mod: mod.waiting() == 1)
        with pytest.raises(Busy, match="1 waits"):
            await link.ask("wait", {"ticks": 10})
        mod.tick(10)
        await first

    with FakeMod() as mod:
        linked(at(mod), work)


@pytest.mark.parametrize("lost", ["every socket", "the one that listens"])
def test_a_lost_connection_fails_what_is_in_flight_at_once(lost):
    async def work(link, heard):
        await heard.ups()
        mod.hold("SNAPSHOT")
        wait = asyncio.create_task(link.ask("wait", {"ticks": 72_000}))
        asked = asyncio.create_task(link.ask("snapshot"))
        await asyncio.to_thread(mod.until, lambda mod: len(mod.asked) == 2)
        if lost == "every socket":
            mod.hang_up()
        else:
            mod.connections[0].close()
        for task in (wait, asked):
            with pytest.raises(ModGone) as gone:
                await task
            assert gone.value.sent
        await heard.ups(2)
        assert [one[0] for one in heard.all if isinstance(one, tuple)] == ["up", "down", "up"]
        assert (await link.ask("state"))["tick"] == 9

    with FakeMod() as mod:
        linked(at(mod), work)


def test_a_caller_that_goes_away_takes_nobodys_answer_with_it():
    async def work(link, heard):
        await heard.ups()
        mod.hold("STATE")
        gone = asyncio.create_task(link.ask("state"))
        await asyncio.to_thread(mod.until, lambda mod: len(mod.asked) == 1)
        asking = mod.connections[1]
        gone.cancel()
        other = asyncio.create_task(link.ask("command", {"command": "x"}))
        mod.release("STATE")
        assert (await other)["detail"] == "x"
        assert mod.connections[1:] == [asking]

    with FakeMod() as mod:
        linked(at(mod), work)


def test_the_mods_own_errors_do_not_end_the_socket():
    async def work(link, heard):
        await heard.ups()
        with pytest.raises(ModRefused, match="the mod says: no such dimension: x"):
            await link.ask("state")
        with pytest.raises(BadInput):
            await link.ask("wait", {"ticks": -1})
        await link.ask("mark", {"text": "x"})
        assert len(mod.connections) == 2

    with FakeMod(answers={"STATE": lambda _: {"type": "error", "message": "no such dimension: x"}}) as mod:
        linked(at(mod), work)
