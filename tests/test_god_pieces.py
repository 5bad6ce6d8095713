"""When the pieces of an answer came: in the trace, and read by whoever replays it."""

from test_god_flow import make, stages  # noqa: F401 - a fixture

from mcgod.god import runner
from mcgod.god.pieces import Pieces
from mcgod.god.turn import Request
from mcgod.llm.port import Completion
from mcgod.replay import prose, timeline, trace


class Slow:
    """A model that says its answer word by word, each after 0.2 seconds of a clock that it turns itself."""

    name = "slow/1"

    def __init__(self):
        self.now = 0.0

    def chat(self, _messages, *, on_delta=None, **_how):
        words = ["Eat, ", "child, ", "and ", "grow."]
        for word in words:
            self.now += 0.2
            if on_delta:
                on_delta(word)
        return Completion("".join(words), self.name)


def test_pieces_that_come_together_are_one():
    times = iter([0.0, 0.010, 0.012, 0.055, 0.070, 1.0])
    heard = []
    pieces = Pieces(lambda: next(times), lambda *told: heard.append(told))
    for piece in ("a", "bb", "ccc", "dddd", "e"):
        pieces.take(piece)
    assert pieces.to_json() == {"deltas": [[10, 6], [70, 4], [1000, 1]]}
    assert heard == [("DELTA", piece) for piece in ("a", "bb", "ccc", "dddd", "e")]


def test_an_answer_in_one_piece_leaves_no_mark():
    pieces = Pieces(lambda: 0.0, None)
    pieces.take("all of it")
    assert pieces.to_json() == {}


def test_the_trace_tells_when_an_answer_came_and_a_person_reads_it(make):  # noqa: F811
    services = make()
    services.message_model = slow = Slow()
    services.timer = lambda: slow.now
    runner.run(Request("x", owner="Steve", player="Steve"), services)
    told = [record for record in stages(services) if record["stage"] == "response"]
    assert ["deltas" in record for record in told] == [False, True]
    assert told[1]["deltas"] == [[200, 5], [400, 7], [600, 4], [800, 5]]
    lines = services.store.turn_lines("Steve", services.store.active("Steve").id)
    shown = [
        prose.shown(stage, record, full=False)
        for turn in trace.turns(trace.stages(lines, "x"))
        for stage, record in timeline.told(turn, full=False)
        if stage.name == "response"
    ]
    assert "in 4 pieces, the first after 200 ms, the last after 800 ms" in shown[1]
    assert "piece" not in shown[0]
    (turn,) = trace.turns(trace.stages(services.store.turn_lines("Steve", services.store.active("Steve").id), "x"))
    told = [(stage, record) for stage, record in timeline.told(turn, full=True) if stage.name == "response"]
    assert [piece["text"] for piece in told[1][1]["pieces"]] == ["Eat, ", "child, ", "and ", "grow."]
    assert "piece     400 ms  child, " in prose.shown(*told[1], full=True)
