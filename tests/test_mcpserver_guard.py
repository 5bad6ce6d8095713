"""Who may speak to the MCP server over HTTP, and from where it may be listened to. Pure."""

import asyncio
import json
import signal
from pathlib import Path

import mcp_stage
import pytest

from mcgod import config
from mcgod.errors import BadConfig
from mcgod.mcpserver.guard import Guard, is_loopback
from mcgod.mcpserver.offers import Offers
from mcgod.mcpserver.serving import address_of, over_http

RIGHT = {"host": "127.0.0.1:80", "authorization": "Bearer secret"}
GUARD = Guard("secret")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, None),
        ({"host": "localhost"}, None),
        ({"host": "[::1]:8080"}, None),
        ({"host": "127.0.0.2"}, None),
        ({"host": "example.org"}, 421),
        ({"host": "127.0.0.1.example.org"}, 421),
        ({"host": ""}, 421),
        ({"host": "[::1"}, 421),
        ({"origin": "http://localhost:3000"}, None),
        ({"origin": "https://example.org"}, 403),
        ({"origin": "http://localhost.example.org"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": ""}, 403),
        ({"authorization": "bearer secret"}, None),
        ({"authorization": "Basic secret"}, 401),
        ({"authorization": "Bearer Secret"}, 401),
        ({"authorization": "Bearer"}, 401),
        ({"authorization": "Bearer secret2"}, 401),
    ],
)
def test_what_is_asked_of_a_request(headers, status):
    refusal = GUARD.refusal(RIGHT | headers)
    assert (refusal.status if refusal else None) == status


def test_a_server_that_listens_wider_has_any_name_and_needs_the_token_all_the_same():
    wide = Guard("secret", wide=True, origins=("https://play.example.org",))
    assert wide.refusal(RIGHT | {"host": "mc.example.org", "origin": "https://play.example.org"}) is None
    refusal = wide.refusal({"host": "mc.example.org"})
    assert refusal
    assert refusal.status == 401


def test_loopback():
    assert [is_loopback(host) for host in ("localhost", "127.9.9.9", "::1", "0.0.0.0", "example.org", "")] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]


def _settings(tmp_path, **environ):
    return config.load(tmp_path / "config.toml", environ=environ, cwd=tmp_path)


def test_nobody_listens_wider_without_a_token(tmp_path):
    with pytest.raises(BadConfig) as caught:
        address_of(_settings(tmp_path, MCGOD_MCP_HOST="0.0.0.0"))
    assert caught.value.hint == "mcgod config set mcp.token - < FILE"
    with pytest.raises(BadConfig, match="shorter than 16"):
        address_of(_settings(tmp_path, MCGOD_MCP_HOST="0.0.0.0", MCGOD_MCP_TOKEN="short"))
    file = tmp_path / "token"
    file.write_text("a-token-that-is-long-enough\n")
    file.chmod(0o644)
    with pytest.raises(BadConfig, match="other users may read it"):
        address_of(_settings(tmp_path, MCGOD_MCP_HOST="0.0.0.0", MCGOD_MCP_TOKEN_FILE=str(file)))
    file.chmod(0o600)
    found = address_of(_settings(tmp_path, MCGOD_MCP_HOST="0.0.0.0", MCGOD_MCP_TOKEN_FILE=str(file)))
    assert (found.guard.token, found.guard.wide, found.made) == ("a-token-that-is-long-enough", True, False)
    assert "long-enough" not in repr(found)


def test_a_token_that_is_set_is_copied_nowhere(tmp_path):
    token, seen = "a-token-that-is-long-enough", []
    address = address_of(_settings(tmp_path, MCGOD_MCP_TOKEN=token))

    def ready(here):
        seen.append(Path(here.file).read_text())
        signal.raise_signal(signal.SIGTERM)

    with mcp_stage.desk(tmp_path / "home", "read") as desk:
        asyncio.run(over_http(desk, Offers(desk), address, ready))
    assert json.loads(seen[0])["token"] is None
    assert token not in seen[0]


def test_on_loopback_each_run_has_a_token_of_its_own(tmp_path):
    one, two = (address_of(_settings(tmp_path)) for _ in range(2))
    assert (one.host, one.port, one.made) == ("127.0.0.1", 0, True)
    assert one.guard.token != two.guard.token
    assert len(one.guard.token) > 30
