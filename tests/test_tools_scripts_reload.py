"""reload-game: the server loads its scripts anew, and whatever did not load is found in its logs."""

from pathlib import Path
from threading import Event

import pytest
from scripts_play import Scripts

from mcgod.errors import BadConfig, Cancelled
from mcgod.game.port import Reply
from mcgod.tools.scripts.faults import faults
from mcgod.tools.scripts.growth import MOST, Growth

LATEST, OWN = Path("logs/latest.log"), Path("logs/kubejs/server.log")

PARSING = (
    "Whilst parsing command on line 2: Unknown or incomplete command, see below for error at position 0: <--[HERE]"
)
# Shapes as servers write them, shortened; the functions and scripts are made up.
VANILLA = f"""\
[12:00:00] [Server thread/INFO]: [Rcon: Reloading!]
[12:00:00] [main/ERROR]: Failed to load function mcgod:bad
java.util.concurrent.CompletionException: java.lang.IllegalArgumentException: {PARSING}
\tat java.base/java.util.concurrent.CompletableFuture.encodeThrowable(CompletableFuture.java:315) ~[?:?]
\tat net.minecraft.server.ServerFunctionLibrary.lambda$reload$2(ServerFunctionLibrary.java:97) ~[server.jar:?]
Caused by: java.lang.IllegalArgumentException: {PARSING}
\tat net.minecraft.commands.functions.CommandFunction.fromLines(CommandFunction.java:86) ~[server.jar:?]
\t... 3 more
[12:00:01] [Server thread/INFO]: Steve joined the game
[12:00:01] [Server thread/ERROR]: Couldn't load tag minecraft:tick as it is missing following references: mcgod:gone
[12:00:01] [Worker-Main-2/ERROR]: Couldn't parse data file 'mcgod:x' from 'mcgod:recipe/x.json': DataResult.Error
[12:00:02 ERROR]: Failed to load function mcgod:paper
"""
FOUND = [
    "Failed to load function mcgod:bad",
    f"java.util.concurrent.CompletionException: java.lang.IllegalArgumentException: {PARSING}",
    "Couldn't load tag minecraft:tick as it is missing following references: mcgod:gone",
    "Couldn't parse data file 'mcgod:x' from 'mcgod:recipe/x.json': DataResult.Error",
    "Failed to load function mcgod:paper",
]


def in_log(text, path=LATEST):
    return faults((path, line) for line in text.splitlines())


def test_vanilla_errors_are_found_without_the_frames_of_java():
    assert in_log(VANILLA) == FOUND


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (
            "[12:00:00] [Server thread/ERROR] [KubeJS Server/]: Error in 'ServerEvents.loaded': TypeError: x is null",
            "Error in 'ServerEvents.loaded': TypeError: x is null",
        ),
        (
            "[12:00:00] [Server thread/ERROR] (KubeJS Server) mcgod/shop.js#3: ReferenceError: y",
            "mcgod/shop.js#3: ReferenceError: y",
        ),
        (
            "[12:00:00] [ERR ] Error loading KubeJS script: server_scripts:mcgod/shop.js: SyntaxError: missing )",
            "Error loading KubeJS script: server_scripts:mcgod/shop.js: SyntaxError: missing )",
        ),
        (
            "[12:00:00] [main/INFO]: Loaded 3/4 KubeJS server scripts with 1 errors and 0 warnings",
            "Loaded 3/4",
        ),
        ("[12:00:00] [Server thread/WARN]: Failed to execute reload", "Failed to execute reload"),
        ("[12:00:00] [INFO] Loaded 4/4 KubeJS server scripts in 0.05 s with 0 errors and 2 warnings", None),
        ("[12:00:00] [Server thread/INFO]: kubejs: no errors", None),
        ("[12:00:00] [Server thread/ERROR]: Something else failed", None),
        ("[12:00:00] [Server thread/INFO]: <Mallory> kubejs error", None),
        ("[12:00:00] [Server thread/INFO]: [Not Secure] <Mallory> mcgod/x failed", None),
        ("[12:00:00] [Server thread/INFO]: <Mallory> Failed to load function mcgod:x", None),
        ("[12:00:00] [Server thread/INFO]: [Rcon: kubejs error]", None),
        ("", None),
        ("[", None),
    ],
)
def test_one_line_is_an_error_or_none(line, found):
    assert [told[: len(found)] for told in in_log(line)] == [found] if found else in_log(line) == []


def test_in_a_log_of_kubejs_every_error_counts_with_the_stack_behind_it():
    text = (
        "[12:00:00] [ERROR] ! shop.js#3: something is wrong: error\n"
        "[12:00:00] [ERROR]   at dev.latvian.mods.rhino.Context.call(Context.java:1)\n"
        "  at shop.js:12\n"
        "[12:00:00] [INFO] done\n"
        "  at nowhere.js:1\n"
    )
    assert in_log(text, OWN) == [
        "! shop.js#3: something is wrong: error", "at dev.latvian.mods.rhino.Context.call(Context.java:1)",
        "at shop.js:12",
    ]  # fmt: skip


def test_the_same_error_in_two_logs_is_told_once_and_a_flood_is_cut():
    line = "Error in 'ServerEvents.loaded': TypeError"
    both = [
        (LATEST, f"[12:00:00] [Server thread/ERROR] [KubeJS Server/]: {line}"),
        (OWN, f"[12:00:00] [ERROR] {line}"),
    ]
    assert faults(both) == [line]
    assert len(in_log("\n".join(f"[12:00:00] [main/ERROR]: Failed to load function a:{i}" for i in range(500)))) == 120


def reload(play, **how):
    return play("reload-game", **how)


def test_a_good_reload(tmp_path):
    play = Scripts(tmp_path)
    play.log(VANILLA)  # of an earlier reload
    play.answer = lambda _: "Reloading!"
    assert reload(play) == (
        "reload success\noutput: Reloading!\nerrors:\nnone",
        {"reloaded": True, "output": "Reloading!", "errors": []},
        True,
    )
    assert play.game.ran == ["reload"]
    assert play.pauses == [0.08] * 6


def test_a_reload_is_among_what_the_turn_has_done(tmp_path):
    play, ran, begun = Scripts(tmp_path), [], []
    play.answer = lambda _: "Reloading!"
    reload(play, ran=ran, before_act=lambda: begun.append(list(play.game.ran)))
    assert [(one.command, one.ran, one.output) for one in ran] == [("reload", True, "Reloading!")]
    assert begun == [[]]


def test_errors_are_found_in_what_the_log_gained(tmp_path):
    play = Scripts(tmp_path)
    play.log("[11:00:00] [main/ERROR]: Failed to load function mcgod:old\n")
    play.answer = lambda _: play.log(VANILLA) or "Reloading!"
    text, data, ok = reload(play)
    assert text.splitlines() == ["reload success", "output: Reloading!", "errors:", *FOUND]
    assert (data["errors"], ok) == (FOUND, False)


@pytest.mark.parametrize(
    "name", ["kubejs/logs/server.txt", "kubejs/logs/server.log", "logs/kubejs/server.log", "logs/latest.log"]
)
def test_errors_that_come_late_are_awaited_in_every_log(tmp_path, name):
    play = Scripts(tmp_path)
    line = "[12:00:00] [Server thread/ERROR] [KubeJS Server/]: mcgod/x.js#1: TypeError: no\n"
    play.on_sleep = lambda count: play.log(line, name) if count == 5 else None
    assert reload(play).data["errors"] == ["mcgod/x.js#1: TypeError: no"]


def test_nothing_more_is_awaited_once_the_log_is_quiet(tmp_path):
    play = Scripts(tmp_path)
    play.answer = lambda _: play.log("[12:00:00] [Server thread/INFO]: [Rcon: Reloading!]\n") or "Reloading!"
    reload(play)
    assert len(play.pauses) == 1


def test_a_reload_that_failed(tmp_path):
    play = Scripts(tmp_path)
    play.answer = lambda _: "Reloading!Reload failed; keeping old data"
    text, _, ok = reload(play)
    assert text.splitlines()[0] == "reload failed"
    assert not ok
    play.answer = lambda command: Reply(command, "", ok=False, known=False)
    assert reload(play).text.splitlines()[:2] == ["reload failed", "output: (the answer was lost)"]


def test_a_log_that_is_rolled_meanwhile_is_read_to_its_end_and_anew(tmp_path):
    play = Scripts(tmp_path)
    play.log("[11:00:00] [main/ERROR]: Failed to load function mcgod:old\n" * 100)
    log = play.server / "logs/latest.log"

    def roll(_):
        play.log("[23:59:59] [main/ERROR]: Failed to load function mcgod:before\n")
        log.rename(play.server / "logs/2026-11-30-1.log")
        play.log("[00:00:00] [main/ERROR]: Failed to load function mcgod:after\n")
        return "Reloading!"

    play.answer = roll
    assert reload(play).data["errors"] == [
        "Failed to load function mcgod:before", "Failed to load function mcgod:after",
    ]  # fmt: skip


def test_a_log_that_is_emptied_meanwhile_is_read_from_its_start(tmp_path):
    play = Scripts(tmp_path)
    play.log("[11:00:00] [main/ERROR]: Failed to load function mcgod:old\n" * 100)

    def empty(_):
        (play.server / "logs/latest.log").write_text("[00:00:00] [main/ERROR]: Failed to load function mcgod:new\n")
        return "Reloading!"

    play.answer = empty
    assert reload(play).data["errors"] == ["Failed to load function mcgod:new"]


def test_of_a_flood_the_end_is_read(tmp_path):
    file = tmp_path / "latest.log"
    file.write_bytes(b"old\n")
    with Growth([file, tmp_path / "none"]) as growth:
        assert not growth.read()
        with file.open("ab") as opened:
            opened.write(b"x" * 2 * MOST + b"\nend\n")
        assert growth.read()
        assert not growth.read()
        lines = growth.lines()
    assert [line for _, line in lines][1:] == ["end"]
    assert sum(len(line) + 1 for _, line in lines) == MOST


def test_no_file_stays_open(tmp_path):
    file = tmp_path / "latest.log"
    file.write_bytes(b"old\n")
    descriptors = Path("/proc/self/fd")
    before = len(list(descriptors.iterdir()))
    with Growth([file]) as growth:
        growth.read()
        file.unlink()
        growth.read()
        file.write_bytes(b"new\n")
        growth.read()
        assert [line for _, line in growth.lines()] == ["new"]
    assert len(list(descriptors.iterdir())) == before


def test_a_dry_run_and_a_missing_game_run_nothing(tmp_path):
    play = Scripts(tmp_path)
    assert reload(play, dry_run=True).text == "dry run: would run /reload and read the logs"
    assert play.game.ran == []
    with pytest.raises(BadConfig, match="no server is configured"):
        reload(play, game=None)


def test_a_wish_to_stop_ends_the_wait(tmp_path):
    play, cancel = Scripts(tmp_path), Event()
    play.on_sleep = lambda _: cancel.set()
    with pytest.raises(Cancelled):
        reload(play, cancel=cancel)
    assert len(play.pauses) == 1


def test_without_kubejs_the_tree_of_commands_is_not_sent_and_that_is_said(tmp_path):
    play = Scripts(tmp_path, kubejs=True)
    text, _, ok = play("sync-command-tree")
    assert not ok
    assert "reload-game" in text
    assert play.game.ran == []


@pytest.mark.parametrize(
    ("known", "ran"),
    [
        ("kubejs reload server_scripts", ["kubejs reload server_scripts"]),
        ("kubejs reload server-scripts", ["kubejs reload server_scripts", "kubejs reload server-scripts"]),
    ],
)
def test_with_kubejs_scripts_are_loaded_by_the_name_that_is_known(tmp_path, known, ran):
    play = Scripts(tmp_path, kubejs=True, opened=True)
    play.answer = lambda text: "Done!" if text == known else Reply(text, "Incorrect argument for command", ok=False)
    assert play("sync-command-tree", dry_run=True).text == "dry run: would run /kubejs reload server_scripts"
    assert play("sync-command-tree")[::2] == (f"/{known}: Done!", True)
    assert play.game.ran == ran
