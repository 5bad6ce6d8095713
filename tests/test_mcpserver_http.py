"""``mcgod mcp serve --http``: one process of the scope sudo, to the SDK's client and to bare HTTP."""

import asyncio
import json
import signal
import stat
import subprocess
from pathlib import Path
from typing import Any

import httpx2
import mcp_stage
import pytest
from mcp_harness import PROGRAM, Harness, environment, errors_of, over_http

GREETING = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "bare", "version": "0"},
    },
}


class Stage:
    """A sandbox, the process that serves it, where, and with which token."""

    def __init__(self, box, process, url, file):
        self.box, self.process, self.url, self.file = box, process, url, Path(file)
        self.token = json.loads(self.file.read_text())["token"]

    def post(self, body=None, **headers):
        """Send one request as any program may."""
        given = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json", **headers}
        given["Authorization"] = f"Bearer {self.token}"
        data = body if isinstance(body, bytes) else json.dumps(body or GREETING).encode()
        with httpx2.Client(trust_env=False) as client:
            return client.post(self.url, content=data, headers=given, timeout=60)


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    folder, home = tmp_path_factory.mktemp("server"), tmp_path_factory.mktemp("home")
    with mcp_stage.world(folder, home) as box:
        process: Any = subprocess.Popen(
            [PROGRAM, "mcp", "serve", "--http", "--json", "--scope", "sudo"],
            env=environment(home, MCGOD_SERVER_DIR=str(folder)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        with process:
            try:
                yield Stage(box, process, **json.loads(process.stdout.readline()))
            finally:
                process.send_signal(signal.SIGTERM)
                assert (process.wait(60), process.stderr.read()) == (0, b"")
        assert not (home / "run" / "mcp-sudo.json").exists()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_tools_prayers_and_questions_work_over_http(stage, mode):
    with Harness(over_http(stage.url, stage.token), mode=mode, says={"yes": True}) as sudo:
        assert {"sudo", "command", "events", "write-server-script"} <= set(sudo.names())
        assert sudo.call("command", command="give Alex bread 2").structured_content["ran"]
        assert sudo.call("pray", text="I need wood", player="Steve").structured_content["verdicts"][0]["ran"]
        stage.box.command("deop Alex")
        assert sudo.call("command", command="op Alex").structured_content["output"] == "Made Alex a server operator"
        assert "/op Alex" in sudo.asked[0].message
        assert json.loads(sudo.read("mcgod://events/0"))["events"]


def test_calls_run_side_by_side_and_one_that_is_left_ends(stage):
    async def all_at_once(client):
        slow = asyncio.create_task(client.call_tool("wait", {"ticks": 1200}))
        done = await asyncio.gather(*(client.call_tool("state", {}) for _ in range(10)))
        assert not slow.done()
        slow.cancel()
        return done

    with Harness(over_http(stage.url, stage.token)) as sudo:
        assert not any(one.is_error for one in sudo.do(all_at_once))


def test_a_client_that_goes_away_in_mid_call_leaves_the_others_be(stage):
    call = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "wait", "arguments": {"ticks": 1200}}}
    session = stage.post().headers["mcp-session-id"]
    with pytest.raises(httpx2.ReadTimeout), httpx2.Client(trust_env=False) as client:
        client.post(
            stage.url,
            json=call,
            headers={
                "Authorization": f"Bearer {stage.token}",
                "Accept": "application/json, text/event-stream",
                "Mcp-Session-Id": session,
            },
            timeout=0.3,
        )
    assert stage.post().status_code == 200


def test_without_the_token_nothing_is_answered(stage):
    with httpx2.Client(trust_env=False) as client:
        for token in ("", "wrong", stage.token[:-1], f"{stage.token}x", "Ünïcode"):
            headers: Any = {"Authorization": f"Bearer {token}".encode()} if token else {}
            told = client.post(stage.url, json=GREETING, headers=headers)
            assert (told.status_code, told.headers["www-authenticate"]) == (401, "Bearer")
            assert stage.token not in told.text


def test_pages_of_elsewhere_and_names_that_were_rebound_are_refused(stage):
    assert stage.post(Origin="https://evil.example").status_code == 403
    assert stage.post(Origin="null").status_code == 403
    assert stage.post(Host="evil.example:80").status_code == 421
    assert stage.post(Origin="http://localhost:6274").status_code == 200
    assert stage.post(Host="localhost").status_code == 200


def test_bodies_have_a_limit_and_nonsense_an_answer(stage):
    assert stage.post(b"x" * (5 << 20)).status_code == 413
    assert stage.post(b"{nonsense").status_code == 400
    with Harness(over_http(stage.url, stage.token)) as sudo:
        assert errors_of(sudo.call("command", command="x" * (1 << 20)))["slug"] == "bad-usage"


def test_the_token_of_a_run_is_in_a_file_that_only_its_owner_may_read(stage):
    kept = json.loads(stage.file.read_text())
    assert stat.S_IMODE(stage.file.stat().st_mode) == 0o600
    assert (kept["url"], kept["pid"]) == (stage.url, stage.process.pid)
    assert len(kept["token"]) > 30
