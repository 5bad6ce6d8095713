"""``mcgod session``: chained by token, id and prefix."""

import json
from pathlib import Path

import pytest

from mcgod.store import requests


@pytest.fixture
def token(mcgod):
    return mcgod("session", "start", "--as", "Steve", "--title", "wood for shelter").stdout.strip()


def test_start_prints_the_token_alone(mcgod):
    done = mcgod("session", "start", "--as", "Steve")
    assert done.stdout.endswith("-New-Session\n")
    assert (done.stdout.count("\n"), done.stderr) == (1, "")
    assert json.loads(mcgod("session", "start", "--json").stdout)["owner"] == "cli"


def test_list_marks_the_active_and_the_closed(mcgod, token):
    other = mcgod("session", "start", "--as", "Steve", "--title", "farm").stdout.strip()
    mcgod("session", "close", token)
    lines = mcgod("session", "list", "--as", "Steve").stdout.splitlines()
    assert lines[0].split() == ["token", "owner", "last", "used", "title"]
    marks = {line.split()[1]: line[0] for line in lines[1:]}
    assert marks == {other: "*", token: "x"}
    rows = json.loads(mcgod("session", "list", "--all", "--json").stdout)
    assert {(row["token"], row["owner"], row["active"], row["closed"]) for row in rows} == {
        (other, "Steve", True, False),
        (token, "Steve", False, True),
    }


def test_an_empty_list_is_1_and_still_json(mcgod):
    done = mcgod("session", "list", "--json")
    assert (done.exit_code, done.stdout, done.stderr) == (1, "[]\n", "mcgod: no sessions\n")


@pytest.mark.parametrize("form", ["{id}", "{token}", "{id}-whatever", "{upper}"])
def test_every_form_of_a_reference_works(mcgod, token, form):
    reference = form.format(id=token[:4], token=token, upper=token[:4].upper())
    assert json.loads(mcgod("session", "show", reference, "--json").stdout)["token"] == token


def test_an_old_token_works_after_a_rename(mcgod, token):
    new = mcgod("session", "rename", token, "A castle").stdout.strip()
    assert new == f"{token[:4]}-A-castle"
    assert mcgod("session", "resume", token).stdout.strip() == new


def test_a_message_is_a_prayer_and_shows_in_the_transcript(mcgod, token):
    done = mcgod("session", "message", token, "I need wood", "--json")
    assert json.loads(done.stdout)["commands"] == ["give Steve minecraft:oak_log 64"]
    shown = mcgod("session", "show", token).stdout.splitlines()
    assert shown[2:4] == ["Steve: I need wood", "    give Steve minecraft:oak_log 64  ->  (dry run)"]
    assert shown[4].startswith("God: ")
    assert "**Steve:** I need wood" in mcgod("session", "export", token).stdout
    log = [json.loads(line) for line in mcgod("session", "export", token, "--turns").stdout.splitlines()]
    assert [log[0]["stage"], log[-1]["stage"]] == ["input", "end"]
    assert json.loads(mcgod("session", "export", token, "--json").stdout)["turnLog"] == log


def test_a_sudo_session_takes_orders_from_who_may_give_them(mcgod):
    orders = mcgod("session", "start", "--mode", "sudo").stdout.strip()
    assert json.loads(mcgod("session", "message", orders, "make it day", "--json").stdout)["commands"] == [
        "time set day"
    ]
    stolen = mcgod("session", "start", "--mode", "sudo", "--as", "Mallory").stdout.strip()
    assert mcgod("session", "message", stolen, "make it day").exit_code == 77


def test_remove_and_path(mcgod, token, home):
    path = mcgod("session", "path", token).stdout.strip()
    assert path == str(home / "sessions" / "+steve" / f"{token[:4]}.json")
    assert mcgod("session", "remove", token).stdout == f"removed {token}\n"
    done = mcgod("session", "show", token)
    assert (done.exit_code, done.stdout) == (66, "")
    assert done.stderr == f"mcgod: no session is called '{token}'\ntry: mcgod session list --all\n"


def test_without_a_reference_the_active_session_is_meant(mcgod, token):
    assert mcgod("session", "path", "--as", "Steve").stdout.strip().endswith(f"{token[:4]}.json")
    assert mcgod("session", "show").exit_code == 66


def test_b107_a_broken_session_is_named_on_stderr_and_kept(mcgod, token, home):
    path = home / "sessions" / "+steve" / f"{token[:4]}.json"
    path.write_text("{broken")
    done = mcgod("session", "list", "--as", "Steve")
    assert done.exit_code == 1
    assert f"{path} did not parse and was set aside as {path.name}.corrupt-" in done.stderr
    assert mcgod("pray", "wood", "--as", "Steve").exit_code == 0
    assert [kept.read_text() for kept in path.parent.glob("*.corrupt-*")] == ["{broken"]


def test_a_foreign_session_of_the_mod_is_shown(mcgod, home):
    folder = home / "sessions" / "+steve"
    folder.mkdir(parents=True)
    (folder / "1a2b.json").write_text(
        json.dumps({"id": "1a2b", "title": "Old", "vertexHistory": [{"role": "user", "parts": [{"text": "hi"}]}]})
    )
    assert "Steve" not in mcgod("session", "show", "1a2b").stdout
    assert "You: hi" in mcgod("session", "show", "1a2b").stdout


def test_owners_are_uuids_where_the_servers_folder_knows_them(mcgod, monkeypatch, tmp_path, home):
    (tmp_path / "server.properties").touch()
    uuid = "069a79f4-44e9-4726-a5be-fca90e38aaf5"
    (tmp_path / "usercache.json").write_text(json.dumps([{"name": "Steve", "uuid": uuid, "expiresOn": "x"}]))
    monkeypatch.setenv("MCGOD_SERVER_DIR", str(tmp_path))
    assert json.loads(mcgod("session", "start", "--as", "steve", "--json").stdout)["owner"] == uuid
    assert (home / "sessions" / uuid / "active.json").exists()


def test_history_is_what_was_said_of_late(mcgod, home):
    mcgod("pray", "I need wood", "--as", "Steve")
    token = mcgod("session", "list", "--as", "Steve", "--json")
    plain = mcgod("session", "history", "--as", "Steve")
    assert (plain.exit_code, plain.stderr) == (0, "")
    assert "Steve: I need wood" in plain.stdout
    assert "give Steve" not in plain.stdout
    told = json.loads(mcgod("session", "history", "--as", "Steve", "--json").stdout)
    assert [entry["who"] for entry in told["entries"]] == ["Steve", "God"]
    assert told["token"] == json.loads(token.stdout)[0]["token"]
    assert mcgod("session", "history", "--as", "Steve", "--markdown").stdout.startswith("# I need wood\n")


def test_a_book_needs_a_server_and_a_reader(mcgod):
    mcgod("pray", "hello")
    assert mcgod("session", "history", "--book").exit_code == 2
    mcgod("pray", "hello", "--as", "Steve")
    assert mcgod("session", "history", "--book", "--as", "Steve").exit_code == 78
    assert mcgod("session", "history", "--book", "--markdown").exit_code == 2


def test_repair_mends_what_is_broken_and_says_when_nothing_is(mcgod, home):
    mcgod("pray", "I need wood", "--as", "Steve")
    done = mcgod("session", "repair", "--as", "Steve")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "nothing to mend\n", "")
    path = Path(mcgod("session", "path", "--as", "Steve").stdout.strip())
    broken = json.loads(path.read_text())
    broken["openAiHistory"] = [{"role": "tool", "content": "x", "toolCallId": "gone"}]
    path.write_text(json.dumps(broken))
    told = json.loads(mcgod("session", "repair", "--as", "Steve", "--json").stdout)
    assert told["mended"] == {"openAiHistory": 1, "vertexHistory": 0, "ollamaHistory": 0}
    assert json.loads(path.read_text())["openAiHistory"] == []


def test_a_session_is_not_repaired_under_a_running_request(mcgod, home):
    mcgod("pray", "I need wood", "--as", "Steve")
    with requests.running(home / "requests", "a1b2", "Steve", "Steve", "x"):
        done = mcgod("session", "repair", "--as", "Steve")
    assert (done.exit_code, done.stdout) == (75, "")
