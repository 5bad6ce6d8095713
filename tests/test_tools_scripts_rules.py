"""No line gets into a function that the rules would not let a model say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripts_play import FUNCTIONS, Scripts, rules

from mcgod.errors import BadConfig, Refused
from mcgod.tools.scripts.lines import judged

SUDO = rules(player="Steve")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("op Steve", "needs-yes"),
        ("/op Steve", "needs-yes"),
        ("minecraft:op Steve", "needs-yes"),
        ("execute as @a run op Steve", "needs-yes"),
        ("execute if entity @a run execute run op Steve", "needs-yes"),
        ("return run op Steve", "needs-yes"),
        ("return run say hi", "wrapper-not-allowed"),
        ("stop", "needs-yes"),
        ("function other:x", "needs-yes"),
        ("function #minecraft:load", "needs-yes"),
        ("execute if function other:x run say hi", "needs-yes"),
        ("schedule function other:x 1t", "needs-yes"),
        ("reload", "needs-yes"),
        ("$give $(name) stone", "macro"),
        ("  $say $(x)", "macro"),
        ("say hi \\", "several-commands"),
        ("# a comment \\", "several-commands"),
        ("give Steve stone; op Steve", "several-commands"),
        ("give Steve nonsens_ore", "unknown-id"),
        ("fly away", "unknown-command"),
        ("give", "wrong-form"),
        ("say \u202eih", "control-character"),
        ("say a\0b", "control-character"),
    ],
)
def test_a_refused_line_is_named_with_its_reason_and_nothing_is_written(tmp_path, line, reason):
    play = Scripts(tmp_path)
    with pytest.raises(Refused) as caught:
        play.write("evil", f"# one\nsay two\n{line}\nsay four")
    assert caught.value.message == f"content: line 3 is refused: {reason}"
    assert caught.value.hint
    assert play.files() == []


def test_a_refused_overwrite_leaves_the_old_function(tmp_path):
    play = Scripts(tmp_path)
    play.write("hello", "say hi")
    with pytest.raises(Refused):
        play.write("hello", "say ho\nop Steve")
    assert play.read("hello") == "say hi\n"
    assert not [file for file in play.backups.rglob("0*") if file.is_file()]


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_whatever_the_game_takes_for_a_line_end_ends_a_line(end):
    with pytest.raises(Refused, match="line 2 is refused: needs-yes"):
        judged(f"# harmless{end}op Steve", SUDO)


@pytest.mark.parametrize("end", ["\x0b", "\x0c", "\x85", "\u2028", "\u2029"])
def test_what_the_game_takes_for_no_line_end_is_none(end):
    assert judged(f"# harmless{end}op Steve", SUDO)[0] == f"# harmless{end}op Steve\n"


def test_a_repaired_line_is_written_repaired_and_told(tmp_path):
    play = Scripts(tmp_path)
    text, data, _ = play.write("gift", "say hi\n  /give Steve minecraft:oak_plank 3\n")
    assert (play.server / FUNCTIONS / "gift.mcfunction").read_text() == "say hi\ngive Steve minecraft:oak_planks 3\n"
    assert data["repaired"] == [
        {"line": 2, "before": "/give Steve minecraft:oak_plank 3", "after": "give Steve minecraft:oak_planks 3"}
    ]
    assert "  line 2: /give Steve minecraft:oak_plank 3 -> give Steve minecraft:oak_planks 3" in text.splitlines()


def test_whoever_runs_a_function_may_be_its_target_as_one_of_the_players():
    nobody = rules()
    text, repaired = judged("give @s oak_log 3\nsay done\n", nobody)
    assert text.splitlines()[0] == "give @s minecraft:oak_log 3"
    assert "@a" not in text
    assert [one.line for one in repaired] == [1]
    for line in ("op @s", "kill @s", "give @e stone", "data merge entity @s {Health:0}"):
        with pytest.raises(Refused):
            judged(line, nobody)


def test_comments_and_blank_lines_stay_as_they_are():
    text = "# one\n\n   # two\n \t \nsay hi\n"
    assert judged(text, SUDO) == (text, [])


def test_a_mark_at_the_beginning_and_a_missing_end_are_mended():
    assert judged("\ufeffsay hi\r\nsay ho", SUDO) == ("say hi\nsay ho\n", [])


def test_with_a_yes_what_functions_cannot_do_is_still_refused(tmp_path):
    play = Scripts(tmp_path)
    play.rules = rules(player="Steve", confirmed=True)
    play.write("wipe", "function other:x\nreload")
    for line in ("op Steve", "execute as @a run stop"):
        with pytest.raises(Refused, match="line 1 is refused: family-not-allowed") as caught:
            play.write("evil", line)
        assert "functions have 2" in caught.value.hint


def test_the_level_of_functions_is_the_servers(tmp_path):
    play = Scripts(tmp_path)
    (play.server / "server.properties").write_text("level-name=world\nfunction-permission-level=3\n")
    play.open(opened=False)
    play.rules = rules(player="Steve", confirmed=True)
    play.write("op", "op Steve")
    with pytest.raises(Refused, match="line 1"):
        play.write("stop", "stop")


def test_without_rules_no_function_is_written(tmp_path):
    play = Scripts(tmp_path)
    with pytest.raises(BadConfig, match="no rules"):
        play.write("hello", "say hi", rules=None)


def test_an_admin_is_asked_once_about_all_lines_that_destroy(tmp_path):
    play, asked = Scripts(tmp_path), []
    content = "say hi\n  kill @a\n# op\nop Steve\nfunction other:x"
    with pytest.raises(Refused, match="line 4 is refused: family-not-allowed"):  # functions have no such right
        play.write("wipe", content, confirm=lambda shown: asked.append(shown) or True)
    assert asked == [["kill @a", "op Steve", "function other:x"]]
    with pytest.raises(Refused, match="line 2 is refused: needs-yes"):
        play.write("wipe", content, confirm=lambda shown: False)
    play.write("wipe", "kill @a", confirm=lambda shown: True)
    assert play.read("wipe") == "kill @a\n"
    with pytest.raises(Refused):  # nobody is asked about what will not be done
        play.write("wipe", "kill @a", dry_run=True, confirm=lambda shown: asked.append(shown) or True)
    assert len(asked) == 1


@given(st.lists(st.sampled_from(["say hi", "# x", "op Steve", "\r", "\n", "\\", " ", "$x", "\x0b", "/"]), max_size=8))
def test_no_mixture_brings_a_command_past_the_rules(parts):
    try:
        text, _ = judged("".join(parts), SUDO)
    except Refused:
        return
    for line in text.replace("\r", "\n").split("\n"):
        bare = line.strip("".join(map(chr, range(33))))
        assert bare == "" or bare.startswith(("#", "say hi")), line
