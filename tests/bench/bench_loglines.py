"""Log lines a second on one core, beside the parser of PyPI ``mcdreforged``.

Theirs gives time, level, speaker and text of a line and leaves joins and the
rest to later checks; ours gives the finished event. Rounds are interleaved, so
what slows the machine slows both. Run with ``make bench`` or
``pytest -m bench -s tests/bench/bench_loglines.py``.
"""

from __future__ import annotations

import random
import time
from datetime import UTC, date
from statistics import median
from typing import TYPE_CHECKING

import pytest

from mcgod.game.follow import Follower
from mcgod.game.loglines import Context, Dater, LogReader, Roster, parse

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.bench

ROUNDS = 9
COUNT = 20_000
NAMES = [f"Player_{number}" for number in range(40)]
QUIET = (
    "{name} joined the game",
    "{name} left the game",
    "{name} was slain by Zombie",
    "{name} has made the advancement [Stone Age]",
    "{name} lost connection: Disconnected",
    "Saving chunks for level 'ServerLevel[world]'/minecraft:overworld",
    "[{name}: Set the time to 1000]",
)


def made_log(head: str, chat: float) -> list[str]:
    """Make COUNT lines of which the share ``chat`` is chat."""
    dice = random.Random(7)
    words = ("hello", "pray", "for", "wood", "and", "stone", "anyone", "near", "spawn", "ok", "thanks")
    lines = []
    for number in range(COUNT):
        name = dice.choice(NAMES)
        clock = f"{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}"
        said = " ".join(dice.choices(words, k=dice.randrange(1, 12)))
        body = f"<{name}> {said}" if dice.random() < chat else dice.choice(QUIET).format(name=name)
        lines.append(head.format(clock) + body)
    return lines


LOGS = {
    "vanilla, 90 % chat": (made_log("[{}] [Server thread/INFO]: ", 0.9), "VanillaHandler"),
    "paper, 90 % chat": (made_log("[{} INFO]: ", 0.9), "BukkitHandler"),
    "forge, 90 % chat": (made_log("[{}] [Server thread/INFO] [minecraft/DedicatedServer]: ", 0.9), "ForgeHandler"),
    "vanilla, no chat": (made_log("[{}] [Server thread/INFO]: ", 0.0), "VanillaHandler"),
}


def rate(run: Callable[[list[str]], None], lines: list[str]) -> float:
    started = time.perf_counter()
    run(lines)
    return len(lines) / (time.perf_counter() - started)


def line_by_line(function: Callable[[str], object]) -> Callable[[list[str]], None]:
    def run(lines: list[str]) -> None:
        for line in lines:
            function(line)

    return run


def reading(lines: list[str]) -> None:
    reader = LogReader(roster=NAMES, dater=Dater(date(2026, 11, 30), zone=UTC))
    for line in lines:
        reader.feed(line)


@pytest.mark.parametrize("log", LOGS)
def test_lines_per_second(log: str) -> None:
    from mcdreforged.handler import impl  # pyright: ignore[reportMissingImports] - of the bench extra

    lines, handler = LOGS[log]
    context = Context(roster=Roster(NAMES))
    runs = {
        "parse": line_by_line(lambda line: parse(line, context)),
        "LogReader": reading,
        "mcdreforged": line_by_line(getattr(impl, handler)().parse_server_stdout),
    }
    speeds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            speeds[name].append(rate(run, lines))
    print(f"\n{log}")
    for name, values in speeds.items():
        ratio = median(a / b for a, b in zip(values, speeds["mcdreforged"], strict=True))
        print(f"  {name:12}{median(values):10,.0f} lines/s   {ratio:5.2f} times mcdreforged")
    if "90 %" in log:
        assert median(a / b for a, b in zip(speeds["parse"], speeds["mcdreforged"], strict=True)) > 1.3
        assert median(a / b for a, b in zip(speeds["LogReader"], speeds["mcdreforged"], strict=True)) > 1


def test_lines_per_second_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "latest.log"
    lines = LOGS["vanilla, 90 % chat"][0]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")

    def follow(_: list[str]) -> None:
        follower = Follower(path, start="beginning")
        while follower.poll():
            pass
        follower.close()

    print(f"\nfollower alone: {median(rate(follow, lines) for _ in range(ROUNDS)):,.0f} lines/s")
