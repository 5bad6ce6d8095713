"""Cooldown, hourly budget, and the newcomer's first minutes; a yes for what destroys."""

import pytest
from test_god_flow import BREAD, game, make  # noqa: F401 - fixtures

from mcgod.errors import Busy
from mcgod.god import runner
from mcgod.god.turn import Request
from mcgod.rules.plan import allowance
from mcgod.rules.policy import overridden, shipped

POLICY = shipped()["god"]


@pytest.mark.parametrize(
    ("limits", "deeds", "reason"),
    [
        ({}, [(99.0, 500)], None),
        ({"cooldown": 10}, [], None),
        ({"cooldown": 10}, [(95.0, 0)], "cooldown"),
        ({"cooldown": 5}, [(95.0, 0)], None),
        ({"hourly": 10}, [(50.0, 6), (60.0, 4)], "hourly-budget"),
        ({"hourly": 10}, [(50.0, 6), (60.0, 3)], None),
        ({"hourly": 10}, [(-3600.0, 60)], None),
    ],
)
def test_allowance(limits, deeds, reason):
    refusal = allowance(POLICY._replace(**limits), deeds, now=100.0)
    assert (refusal.reason if refusal else None) == reason


def test_a_player_who_prays_too_soon_is_told_to_wait(make, game):  # noqa: F811
    times = iter(range(1000, 2000))
    services = make(commands=[BREAD] * 3, speeches=["Eat."] * 3, game=game, clock=lambda: float(next(times)))
    services.policies = overridden(shipped(), {"god": {"cooldown": 3600}}, "test")
    request = Request("hungry", owner="Steve", player="Steve")
    runner.run(request, services)
    with pytest.raises(Busy, match="Steve has to wait: .* seconds to go: wait a moment"):
        runner.run(request, services)
    runner.run(Request("hungry", owner="Alex", player="Alex"), services)
    assert len(game.ran) == 3  # bread and speech for Steve, speech alone for Alex, who may not be given Steve's bread


def test_a_newcomer_gets_gifts_only_for_a_while(make, game):  # noqa: F811
    now = [1000.0]
    harm = '{"reason":"","commands":["effect give Steve poison 5"]}'
    services = make(
        commands=[BREAD, harm, harm, harm], speeches=["."] * 3, game=game, clock=lambda: now[0], newcomer_minutes=10
    )
    runner.run(Request("", owner="Steve", player="Steve", mode="god_system", event="first_login"), services)
    now[0] += 599
    result = runner.run(Request("x", owner="Steve", player="Steve"), services)
    assert result["verdicts"][0]["reason"] == "not-benevolent"
    now[0] += 2
    assert runner.run(Request("x", owner="Steve", player="Steve"), services)["commands"]


@pytest.mark.parametrize("answer", [True, False])
def test_what_destroys_waits_for_a_yes(make, game, answer):  # noqa: F811
    asked = []
    services = make(
        commands=['{"reason":"","commands":["stop","time set day"]}'] * 2,
        game=game,
        confirm=lambda them: asked.append(them) or answer,
    )
    result = runner.run(Request("stop the server", mode="sudo"), services)
    assert asked[0] == ["stop"]
    assert result["commands"] == (["stop", "time set day"] if answer else ["time set day"])
    assert game.ran == result["commands"]


def test_old_deeds_are_forgotten_and_first_logins_are_not(make):  # noqa: F811
    from mcgod.store.port import Deed

    store = make().store
    store.start("Steve")
    store.note_deed("Steve", Deed(1.0, 0, "first_login"))
    for number in range(1500):
        store.note_deed("Steve", Deed(float(number), 1))
    deeds = store.deeds("Steve")
    assert deeds[0] == Deed(1.0, 0, "first_login")
    assert 500 <= len(deeds) < 1500
    assert deeds[-1] == Deed(1499.0, 1)


def test_a_yes_is_for_the_commands_that_were_shown(make, game):  # noqa: F811
    asked = []
    first, second = ('{"reason":"","commands":["stop","nonsense"]}', '{"reason":"","commands":["stop","op Alex"]}')
    services = make(commands=[first, second], game=game, confirm=lambda them: asked.append(them) or them == ["stop"])
    result = runner.run(Request("stop the server", mode="sudo"), services)
    assert asked == [["stop"], ["op Alex"]]
    assert result["commands"] == game.ran == ["stop"]
