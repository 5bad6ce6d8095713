"""Histories are cut by whole turns, and a call never loses its result."""

from hypothesis import given
from hypothesis import strategies as st

from mcgod.store import history


def turn(number, calls=1, size=10):
    ids = [f"{number}-{n}" for n in range(calls)]
    return [
        {"role": "user", "content": "u" * size},
        {"role": "assistant", "content": None, "toolCalls": [{"id": i, "name": "t", "arguments": "{}"} for i in ids]},
        *({"role": "tool", "content": "r" * size, "toolCallId": i} for i in ids),
        {"role": "assistant", "content": "a" * size},
    ]


def test_the_oldest_turns_go_first_and_whole():
    entries = [*turn(1), *turn(2), *turn(3)]
    cost = sum(history.entry_tokens(entry) for entry in turn(3))
    assert history.trim(entries, cost) == turn(3)
    assert history.trim(entries, 2 * cost) == [*turn(2), *turn(3)]
    assert history.trim(entries, 10 * cost) == entries
    assert history.trim(entries, cost - 1) == []


def test_a_call_that_was_never_answered_is_left_out():
    entries = [{"role": "user", "content": "x"}, {"role": "assistant", "content": None, "toolCalls": [{"id": "1"}]}]
    assert history.trim(entries, 1000) == entries[:1]


def test_a_result_that_nobody_asked_for_is_left_out():
    assert history.trim([{"role": "tool", "content": "x", "toolCallId": "9"}], 1000) == []


def test_wide_scripts_cost_more():
    assert history.tokens("木" * 30) == 30
    assert history.tokens("a" * 30) == 10


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 50)), max_size=8), st.integers(0, 300))
def test_a_trimmed_history_is_a_tail_of_turns_within_the_budget(shapes, budget):
    made = [turn(number, *shape) for number, shape in enumerate(shapes)]
    kept = history.trim([entry for one in made for entry in one], budget)
    assert sum(history.entry_tokens(entry) for entry in kept) <= budget
    whole = history.paired([entry for one in made for entry in one])
    assert kept == whole[len(whole) - len(kept) :]
    calls = {call["id"] for entry in kept for call in entry.get("toolCalls") or ()}
    assert calls == {entry["toolCallId"] for entry in kept if entry["role"] == "tool"}
