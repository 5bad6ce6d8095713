"""Functions of data packs in the sandbox: loaded as the game loads them, and run without a word."""

import pytest
from sandbox_play import Play, Wire

from mcgod.sandbox import Sandbox, functions

UNKNOWN = "Unknown or incomplete command, see below for error at position 0: <--[HERE]"
NO_SLASH = "(did you mean 'say'? Do not use a preceding forwards slash.)"


def packed(folder, texts, *, kind="function", meta='{"pack": {"description": "", "pack_format": 61}}'):
    """A pack in ``folder`` with the functions ``texts`` of namespace ``ns``."""
    (folder / "a").mkdir(parents=True)
    (folder / "a" / "pack.mcmeta").write_text(meta)
    for name, text in texts.items():
        file = folder / "a" / "data" / "ns" / kind / f"{name}.mcfunction"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


def playing(texts, *players, version="1.21.4"):
    play = Play(*players, version=version)
    play.realm.read_functions = lambda: texts
    play("reload")
    return play


def test_functions_are_read_from_every_pack_by_id(tmp_path):
    packed(tmp_path, {"hello": "say hi", "deep/er": ""})
    assert functions.read(tmp_path, "1.21.4") == {"ns:deep/er": "", "ns:hello": "say hi"}
    assert functions.read(tmp_path, "1.20.6") == {}


def test_before_1_21_the_folder_has_an_s(tmp_path):
    packed(tmp_path, {"hello": "say hi"}, kind="functions")
    assert functions.read(tmp_path, "1.20.6") == {"ns:hello": "say hi"}
    assert functions.read(tmp_path, "1.21") == {}


@pytest.mark.parametrize("meta", ["", "no json", "[1]", "3", '{"other": {}}'])
def test_a_folder_without_a_proper_meta_file_is_no_pack(tmp_path, meta):
    assert functions.read(packed(tmp_path, {"hello": "say hi"}, meta=meta), "1.21.4") == {}


def test_a_function_runs_its_commands_in_silence():
    play = playing({"ns:gift": "# a comment\n\n  give Steve stone 3\ngive Nobody stone\ngive Steve bread\n"}, "Steve")
    play.logged.clear()
    assert play("function ns:gift") == "Running function ns:gift"
    assert play.logged == ["[Rcon: Running function ns:gift]"]
    assert play("clear Steve") == "Removed 4 item(s) from player Steve"


def test_older_games_tell_how_much_was_run():
    play = playing({"ns:gift": "give Steve stone 3\ngive Steve bread"}, "Steve", version="1.20.1")
    assert play("function ns:gift") == "Executed 2 command(s) from function 'ns:gift'"


def test_a_function_runs_as_whoever_calls_it():
    play = playing({"ns:gift": "give @s stone 3", "ns:outer": "execute as Steve run function ns:gift"}, "Steve", "Alex")
    play("execute as Alex run function ns:gift")
    play("function ns:outer")
    assert play.run("clear Alex", "clear Steve") == [
        "Removed 3 item(s) from player Alex", "Removed 3 item(s) from player Steve",
    ]  # fmt: skip


def test_unknown_functions_are_named():
    play = playing({})
    assert play.run("function ns:nope", "function nope", "function #minecraft:load") == [
        "Unknown function ns:nope",
        "Unknown function minecraft:nope",
        "Can't find any functions for name #minecraft:load",
    ]


def test_a_function_that_calls_itself_ends():
    assert playing({"ns:loop": "function ns:loop"})("function ns:loop").endswith(
        "An unexpected error occurred trying to execute that command"
    )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "say hi\ngive Steve nonsens",
            "Whilst parsing command on line 2: Unknown item 'minecraft:nonsens' at position 11: ...ive Steve <--[HERE]",
        ),
        ("xyzzy", f"Whilst parsing command on line 1: {UNKNOWN}"),
        ("op Steve", f"Whilst parsing command on line 1: {UNKNOWN}"),
        ("/say hi", f"Unknown or invalid command '/say hi' on line 1 {NO_SLASH}"),
        ("say hi \\", "Line continuation at end of file"),
    ],
)
def test_a_function_that_does_not_parse_is_told_of_in_the_log(text, fault):
    play = playing({"ns:bad": text, "ns:good": "say hi"})
    assert play.logged[1].splitlines()[:2] == [
        "Failed to load function ns:bad",
        f"java.util.concurrent.CompletionException: java.lang.IllegalArgumentException: {fault}",
    ]
    assert play.run("function ns:bad", "function ns:good") == ["Unknown function ns:bad", "Running function ns:good"]


def test_a_backslash_joins_lines():
    play = playing({"ns:gift": "give Steve \\\n  stone 3"}, "Steve")
    play("function ns:gift")
    assert play("clear Steve") == "Removed 3 item(s) from player Steve"


def test_a_whole_sandbox_loads_packs_at_its_start_and_on_reload(tmp_path):
    packs = packed(tmp_path / "world" / "datapacks", {"hello": "say hi"})
    with Sandbox(tmp_path) as box, Wire(box.rcon_port) as wire:
        wire.login(box.password)
        assert wire.ask(2, 2, b"function ns:hello")[2] == b"Running function ns:hello"
        (packs / "a" / "data" / "ns" / "function" / "new.mcfunction").write_text("fly away")
        assert wire.ask(3, 2, b"reload")[2] == b"Reloading!"
        log = (tmp_path / "logs" / "latest.log").read_text("utf-8")
    assert "[Not Secure] [Rcon] hi" in log
    assert "/ERROR]: Failed to load function ns:new\n" in log
