"""``mcgod pray`` and its siblings, in this process, without a server."""

import json

import pytest

DRY = "mcgod: no server is configured, so this is a dry run: nothing happens in a game\n"


def test_a_prayer_without_a_server_is_a_dry_run_and_says_so(mcgod):
    done = mcgod("pray", "I", "need", "wood", "--as", "Steve", "--json")
    result = json.loads(done.stdout)
    assert (done.exit_code, done.stderr) == (0, DRY)
    assert (result["dry_run"], result["why"]) == (True, "no server is configured")
    assert result["commands"] == ["give Steve minecraft:oak_log 64"]
    assert result["verdicts"][0]["ran"] is False
    assert result["model"] == {"command": "oracle/1", "message": "oracle/1"}
    assert (result["owner"], result["player"], result["mode"]) == ("Steve", "Steve", "god")


def test_for_a_person_the_speech_comes_first(mcgod):
    done = mcgod("pray", "I need wood", "--as", "Steve")
    speech, command = done.stdout.splitlines()
    assert "oak log" in speech
    assert command == "  would run give Steve minecraft:oak_log 64"


def test_prayers_share_the_active_session_until_told_otherwise(mcgod):
    first = json.loads(mcgod("pray", "wood", "--as", "Steve", "--json").stdout)
    second = json.loads(mcgod("pray", "bread", "--as", "Steve", "--json").stdout)
    assert first["session"] == second["session"]
    other = mcgod("session", "start", "--as", "Steve").stdout.strip()
    assert json.loads(mcgod("pray", "bread", "--as", "Steve", "--json").stdout)["session"][:4] == other[:4]
    back = json.loads(mcgod("pray", "bread", "--session", first["session"], "--json").stdout)
    assert (back["session"], back["player"], back["owner"]) == (first["session"], "Steve", "Steve")


def test_the_environment_stands_for_the_flags(mcgod, monkeypatch):
    token = mcgod("session", "start", "--as", "Steve").stdout.strip()
    mcgod("session", "start", "--as", "Steve")
    monkeypatch.setenv("MCGOD_OWNER", "Steve")
    monkeypatch.setenv("MCGOD_SESSION", token)
    assert json.loads(mcgod("pray", "wood", "--json").stdout)["session"].startswith(token[:4])


def test_a_closed_session_is_not_prayed_in(mcgod):
    token = mcgod("session", "start", "--as", "Steve").stdout.strip()
    mcgod("session", "close", token)
    done = mcgod("pray", "wood", "--session", token)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"mcgod: session {token} is closed\ntry: mcgod session resume {token}\n"


@pytest.mark.parametrize("words", [["pray", "-"], ["pray"]])
def test_a_prayer_may_come_from_standard_input(mcgod, words):
    done = mcgod(*words, "--as", "Steve", "--json", input="I need\nwood\n")
    assert json.loads(done.stdout)["commands"] == ["give Steve minecraft:oak_log 64"]


def test_the_stream_is_json_lines_that_end_in_the_result(mcgod):
    done = mcgod("pray", "I need wood", "--as", "Steve", "--stream")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event["event"] for event in events] == ["START", "DELTA", "DONE", "RESULT"]
    assert [event["code"] for event in events[:3]] == [0, 1, 2]
    assert {event["request_id"] for event in events[:3]} == {events[3]["data"]["request_id"]}
    assert events[1]["data"] == events[3]["data"]["message"]
    assert events[0]["data"] == {"sessionId": events[3]["data"]["session"][:4], "request": "I need wood"}


def test_sudo_translates_for_the_shells_user(mcgod):
    done = mcgod("sudo", "make it day and clear the sky", "--json")
    result = json.loads(done.stdout)
    assert (done.exit_code, result["mode"], result["owner"]) == (0, "sudo", "cli")
    assert result["commands"] == ["time set day", "weather clear"]


def test_sudo_is_not_for_everybody(mcgod, monkeypatch, tmp_path):
    done = mcgod("sudo", "make it day", "--as", "Mallory")
    assert (done.exit_code, done.stdout) == (77, "")
    assert done.stderr.startswith("mcgod: Mallory may not use sudo\n")
    monkeypatch.setenv("MCGOD_GOD_SUDO_USERS", "Alex, Mallory")
    assert mcgod("sudo", "make it day", "--as", "mallory").exit_code == 0


def test_an_operator_may_use_sudo(mcgod, monkeypatch, tmp_path):
    (tmp_path / "server.properties").write_text("rcon.password=x\n")
    (tmp_path / "ops.json").write_text('[{"uuid": "u", "name": "Alex", "level": 4}]')
    monkeypatch.setenv("MCGOD_SERVER_DIR", str(tmp_path))
    assert mcgod("sudo", "make it day", "--as", "Mallory").exit_code == 77
    assert mcgod("sudo", "make it day", "--as", "Alex").exit_code == 69  # allowed, but no server runs there


def test_sudo_that_leads_to_nothing_is_1(mcgod):
    assert mcgod("sudo", "hello there", "--json").exit_code == 1


def test_intervene_knows_its_events(mcgod):
    done = mcgod("intervene", "first_login", "--player", "Steve", "--json")
    result = json.loads(done.stdout)
    assert (done.exit_code, result["mode"]) == (0, "god_system")
    assert result["commands"]
    assert mcgod("intervene", "birthday", "--player", "Steve").exit_code == 2


def test_the_bible_is_made_from_the_policy(mcgod):
    assert "64" not in mcgod("bible").stdout.splitlines()[1]
    told = json.loads(mcgod("bible", "--json").stdout)
    assert told["limits"] == {"commands": 8, "items": 256, "seconds": 600, "xp": 30}
    assert {"give", "weather"} <= {verse["family"] for verse in told["may_ask"]}
    assert "gamemode" in {
        verse["family"] for verse in json.loads(mcgod("bible", "--mode", "sudo", "--json").stdout)["may_ask"]
    }


def test_a_soul_speaks_for_one_prayer_or_for_good(mcgod):
    default = json.loads(mcgod("pray", "wood", "--as", "Steve", "--json").stdout)
    once = json.loads(mcgod("pray", "wood", "--as", "Steve", "--soul", "grumble", "--json").stdout)
    assert (default["soul"], once["soul"]) == ("default", "grumble")
    assert default["message"] != once["message"]
    assert mcgod("soul", "use", "grumble", "--as", "Steve").stdout == "grumble answers Steve from now on\n"
    assert json.loads(mcgod("pray", "wood", "--as", "Steve", "--json").stdout)["soul"] == "grumble"
    assert [line[0] for line in mcgod("soul", "list", "--as", "Steve").stdout.splitlines()] == [" ", "*"]
