"""``mcgod gateway serve``: where it listens and for whom, what it needs, and how it ends."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

MCGOD = str(Path(sys.executable).parent / "mcgod")


@pytest.fixture
def serving():
    """Start a gateway, and yield a function that returns its process and what it said."""
    started = []

    def serve(*words):
        process = subprocess.Popen(
            [MCGOD, "gateway", "serve", "--port", "0", "--json", *words], stdout=subprocess.PIPE, text=True
        )
        started.append(process)
        assert process.stdout
        return process, json.loads(process.stdout.readline())

    yield serve
    for process in started:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_gateway_serves_with_a_token_of_its_own_and_ends_on_a_signal(serving, home):
    process, told = serving()
    file = home / "run" / "gateway.json"
    kept = json.loads(file.read_bytes())
    assert (kept["url"], kept["pid"], told["engine"]) == (told["url"], process.pid, "plain")
    assert file.stat().st_mode & 0o777 == 0o600
    head = {"Authorization": f"Bearer {kept['token']}"}
    with httpx.Client(base_url=told["url"], headers=head, trust_env=False, timeout=60) as api:
        session = api.post("/v1/session/start", json={"player": "Steve"}).json()["session_id"]
        answer = api.post(f"/v1/session/{session}/message", json={"text": "pray I need wood"}).json()
        assert answer["commands"][0].startswith("give Steve minecraft:oak_log")
        assert api.get("/api/agent/resolve", params={"item": "torches"}).json()["itemId"] == "torch"
    second = subprocess.run([MCGOD, "gateway", "serve", "--port", "0"], capture_output=True, text=True, check=False)
    assert (second.returncode, second.stderr.splitlines()[0]) == (75, "mcgod: a gateway already runs on this home")
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    assert not file.exists()


def test_a_token_that_was_set_is_written_nowhere(serving, home, tmp_path, monkeypatch):
    secret = tmp_path / "token"
    secret.write_text("a-token-of-mine\n")
    secret.chmod(0o600)
    monkeypatch.setenv("MCGOD_GATEWAY_TOKEN_FILE", str(secret))
    _, told = serving()
    assert "token" not in json.loads((home / "run" / "gateway.json").read_bytes())
    head = {"Authorization": "Bearer a-token-of-mine"}
    assert httpx.get(f"{told['url']}/v1/requests", headers=head, trust_env=False).json() == {"requests": []}


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_it_does_not_listen_further_than_this_machine_without_a_token(mcgod, host):
    done = mcgod("gateway", "serve", "--host", host)
    assert (done.exit_code, done.stdout) == (78, "")
    assert done.stderr == (
        f"mcgod: gateway.host is {host}, which others can reach, and gateway.token is not set\n"
        "try: set MCGOD_GATEWAY_TOKEN or gateway.token_file, or let gateway.host be 127.0.0.1\n"
    )


def test_what_is_no_token_or_no_address_is_refused(mcgod, monkeypatch):
    monkeypatch.setenv("MCGOD_GATEWAY_TOKEN", "two words")
    assert mcgod("gateway", "serve").exit_code == 78
    monkeypatch.setenv("MCGOD_GATEWAY_TOKEN", "one-word")
    done = mcgod("gateway", "serve", "--host", "192.0.2.1", "--port", "0")
    assert (done.exit_code, done.stderr.split(":")[1]) == (78, " cannot listen on 192.0.2.1 port 0")


def test_a_missing_package_is_named(mcgod, monkeypatch):
    for name in [*sys.modules]:
        if name.startswith("mcgod.gateway"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = mcgod("gateway", "serve")
    assert (done.exit_code, done.stdout) == (78, "")
    assert done.stderr == (
        "mcgod: the gateway needs the package uvicorn, which is not installed\ntry: pip install 'mcgod[gateway]'\n"
    )
