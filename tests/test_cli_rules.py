"""``mcgod rules``: the rules as a lint, a parser and an admin's own cases."""

import json

import pytest


def test_check_tells_the_verdict_and_exits_1_when_something_is_rejected(mcgod):
    done = mcgod("rules", "check", "give Steve wood 5", "time set day", "--player", "Steve", "--mc", "1.21.4")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "repaired  give Steve minecraft:oak_log 5",
        "    everyday-name: wood -> oak_log",
        "    namespace: oak_log -> minecraft:oak_log",
        "accepted  time set day",
    ]
    done = mcgod("rules", "check", "op Steve")
    assert (done.exit_code, done.stdout.splitlines()[0]) == (1, "rejected  op Steve")
    assert "never: op:" in done.stdout


def test_check_is_a_lint_for_lines_on_standard_input(mcgod):
    done = mcgod("rules", "check", "-", "--player", "Steve", input="give Steve bread 1\nstop\n\n")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == 1
    assert [(line["proposed"], line["verdict"], line["reason"]) for line in lines] == [
        ("give Steve bread 1", "repaired", None),
        ("stop", "rejected", "never"),
        ("", "rejected", "empty"),
    ]
    assert lines[0]["repairs"] == [{"rule": "namespace", "before": "bread", "after": "minecraft:bread"}]


def test_the_mode_and_who_is_online_count(mcgod):
    assert mcgod("rules", "check", "give Alex minecraft:bread", "--player", "Steve").exit_code == 1
    assert mcgod("rules", "check", "give Alex minecraft:bread", "--mode", "sudo").exit_code == 0
    done = mcgod("rules", "check", "give Alex minecraft:bread", "--mode", "sudo", "--online", "Steve, Bob", "--json")
    assert json.loads(done.stdout)["reason"] == "target-offline"
    assert mcgod("rules", "check", "stop", "--mode", "sudo").exit_code == 1
    assert mcgod("rules", "check", "stop", "--mode", "sudo", "--yes").exit_code == 0
    done = mcgod("rules", "check", "effect give Steve minecraft:poison 5", "--mode", "benevolent", "--json")
    assert json.loads(done.stdout)["reason"] == "not-benevolent"
    assert mcgod("rules", "check", "x", "--mode", "nobody").exit_code == 2


def test_parse_is_the_grammar_alone(mcgod):
    done = mcgod("rules", "parse", "op Steve", "give Steve diamond x", "--mc", "1.21.4", "--json")
    good, bad = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == 1
    assert (good["ok"], good["path"], good["offset"]) == (True, ["op", "<targets>"], 8)
    assert good["spans"][0]["value"]["name"] == "Steve"
    assert (bad["ok"], bad["message"], bad["offset"], bad["expected"]) == (False, "Expected integer", 19, ["<count>"])
    assert mcgod("rules", "parse", "give Steve diamond x", "--mc", "1.21.4").stdout == (
        "give Steve diamond x\n                   ^ Expected integer\n    expected: <count>\n"
    )


def test_a_version_without_a_grammar_says_which_is_used(mcgod):
    done = mcgod("rules", "parse", "time set day", "--mc", "27.1")
    assert (done.exit_code, done.stdout) == (0, "ok  time set <timemarker>\n")
    assert done.stderr == "mcgod: there is no grammar of 27.1; the one of 26.3 is used\n"


def test_list_and_show(mcgod):
    told = json.loads(mcgod("rules", "list", "--mode", "god", "--json").stdout)
    codes = [one["code"] for one in told["rules"]]
    assert len(codes) == len(set(codes)) > 30
    assert all(one["guards"] and one["hint"] for one in told["rules"])
    assert told["limits"]["items"] == 256
    assert mcgod("rules", "show", "count-cap").stdout.splitlines()[0] == "code    count-cap"
    assert mcgod("rules", "show", "nothing").exit_code == 66


CASES = """
[[case]]
command = "give Steve bread 3"
expect = "repaired"
result = "give Steve minecraft:bread 3"
player = "Steve"
online = ["Steve"]

[[case]]
command = "stop"
expect = "never"

[[case]]
command = "gamerule keepInventory true"
mode = "sudo"
mc = "1.21.4"
expect = "accepted"
"""


def test_an_admins_own_cases(mcgod, tmp_path):
    file = tmp_path / "cases.toml"
    file.write_text(CASES)
    done = mcgod("rules", "test", file)
    assert (done.exit_code, done.stdout) == (0, "all as expected\n")
    file.write_text(CASES.replace('expect = "never"', 'expect = "accepted"'))
    done = mcgod("rules", "test", file)
    assert (done.exit_code, done.stdout) == (1, "stop\n    expected accepted, got rejected\n1 differ\n")
    lines = [json.loads(line) for line in mcgod("rules", "test", file, "--json").stdout.splitlines()]
    assert [line["as_expected"] for line in lines] == [True, False, True]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("x = ", 65, "cannot read the cases"),
        ("x = 1", 65, "holds no [[case]]"),
        ("[[case]]\ncommand='x'", 65, "case 1 needs a command"),
        ("[[case]]\ncommand='x'\nexpect='bogus'", 65, "which no rule is called"),
        ("[[case]]\ncommand='x'\nexpect='never'\nplayr='x'", 65, "has a field 'playr'"),
    ],
)
def test_bad_cases(mcgod, tmp_path, text, code, message):
    (tmp_path / "cases.toml").write_text(text)
    done = mcgod("rules", "test", tmp_path / "cases.toml")
    assert (done.exit_code, done.stdout) == (code, "")
    assert message in done.stderr
    assert mcgod("rules", "test", tmp_path / "gone").exit_code == 66


def test_an_admins_limits_go_on_top(mcgod, monkeypatch, tmp_path):
    limits = tmp_path / "rules.toml"
    limits.write_text(
        '[god]\nitems = 10\nextra_families = ["gamemode"]\n'
        'without_families = ["teleport"]\nplugins = ["essentials:heal"]'
    )
    monkeypatch.setenv("MCGOD_RULES_FILE", str(limits))
    verdicts = mcgod(
        "rules", "check", "give Steve minecraft:bread 11", "gamemode creative Steve", "tp Steve Alex",
        "essentials:heal Steve", "essentials:nick Steve", "op Steve", "--player", "Steve", "--json",
    )  # fmt: skip
    reasons = [json.loads(line)["reason"] for line in verdicts.stdout.splitlines()]
    assert reasons == ["count-cap", None, "family-not-allowed", None, "unknown-command", "never"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[god]\nitems = 'x'", "god.items must be a whole number, not below 0"),
        ("[god]\nitmes = 1", "no limit is called itmes"),
        ("[gods]\nitems = 1", "no mode is called gods"),
        ("[god]\nclasses = ['x']", "god.classes may hold read, message, player, world, destructive, admin"),
        ("[god]\ntargets = 'all'", "god.targets must be one of self, online"),
        ("god = 1", "god must be a table"),
    ],
)
def test_bad_limits_name_the_file_and_the_field(mcgod, monkeypatch, tmp_path, text, message):
    limits = tmp_path / "rules.toml"
    limits.write_text(text)
    monkeypatch.setenv("MCGOD_RULES_FILE", str(limits))
    done = mcgod("rules", "check", "time set day")
    assert (done.exit_code, done.stdout) == (78, "")
    assert str(limits) in done.stderr
    assert message in done.stderr


def test_never_is_never_even_when_a_file_opens_it(mcgod, monkeypatch, tmp_path):
    limits = tmp_path / "rules.toml"
    limits.write_text('[god]\nclasses = ["admin", "destructive"]\nextra_families = ["op", "stop", "function"]')
    monkeypatch.setenv("MCGOD_RULES_FILE", str(limits))
    done = mcgod("rules", "check", "op Steve", "stop", "function x:y", "reload", "--json")
    assert {json.loads(line)["reason"] for line in done.stdout.splitlines()} == {"never"}
