"""Tools of other servers: real ones, made with the official SDK, on standard streams and over HTTP."""

import json
import sys
import threading
import time
from pathlib import Path

import mcp_play
import pytest

from mcgod.errors import BadConfig, Cancelled, ToolUnreachable
from mcgod.llm.port import ToolCall
from mcgod.tools.port import RISKS, Context, Tool, ToolResult, parameters
from mcgod.tools.remote.family import Remotes
from mcgod.tools.remote.server import Server
from mcgod.tools.toolbox import Toolbox

GOD = Context(mode="god")
PLAY = (sys.executable, str(Path(mcp_play.__file__)))
NAMES = ["play.add", "play.crash", "play.fail", "play.picture", "play.pid", "play.slow"]


@pytest.fixture
def boxed(tmp_path):
    """Make a toolbox of one server, with its notes; it is closed at the end."""
    made = []

    def box(server, *, builtin=(), folder=tmp_path / "cache", **how):
        notes = []
        remotes = Remotes([server], folder, note=notes.append)
        made.append(remotes)
        tools = [*builtin, *remotes.tools([tool.name for tool in builtin], **how)]
        return Toolbox(tools, closing=remotes.close), notes

    yield box
    for remotes in made:
        remotes.close()


def over_streams(**how):
    return Server("play", command=PLAY, **how)


def test_tools_of_a_server_on_its_standard_streams_are_called_like_our_own(boxed):
    box, notes = boxed(over_streams())
    assert [tool.name for tool in box] == NAMES
    assert notes == ["play offers 'not a name!', which is no name for a tool"]
    add = box.get("play_add")
    assert (add.description, add.risk, add.outside) == ("Add two numbers.", "web", True)
    assert add.parameters["required"] == ["a", "b"]
    assert box.call("play.add", {"a": "1", "b": 2}, GOD) == ToolResult("3", {"result": 3})
    told = box.answer(ToolCall("1", "play_add", '{"a":1,"b":2}'), GOD)
    assert (json.loads(told.text)["result"], told.ok, told.data) == ("3", True, {"result": 3})


def test_an_error_of_the_tool_is_a_result_that_is_not_ok(boxed):
    box, _ = boxed(over_streams())
    assert not box.call("play.fail", {}, GOD).ok
    told = box.answer(ToolCall("1", "play_add", '{"a":"x","b":2}'), GOD)
    assert "play.add: a: 'x' is not of type 'integer'" in json.loads(told.text)["result"]


@pytest.mark.slow
def test_a_picture_is_named_with_its_type_and_size(boxed):
    assert boxed(over_streams())[0].call("play.picture", {}, GOD).text == "[image, image/png, 5 bytes]"


@pytest.mark.slow
def test_only_tools_on_the_list_are_there(boxed):
    box, notes = boxed(over_streams(allow=("a*", "pid")))
    assert [tool.name for tool in box] == ["play.add", "play.pid"]
    assert notes == []


def test_the_risk_decides_who_may_use_them(boxed):
    box, _ = boxed(over_streams(risk="act"))
    assert box.get("play.add").modes == ("sudo", "shell")
    assert Server("play").risk in RISKS


def test_a_call_that_takes_too_long_is_given_up_and_the_next_one_works(boxed):
    box, _ = boxed(over_streams(timeout=0.5))
    with pytest.raises(ToolUnreachable) as caught:
        box.call("play.slow", {"seconds": 600}, GOD)
    assert caught.value.message == "play.slow did not answer within 0.5 seconds"
    assert caught.value.hint == "raise tools.mcp.play.timeout"
    assert box.call("play.add", {"a": 1, "b": 2}, GOD).text == "3"


def test_a_stop_ends_a_call_at_once(boxed):
    box, _ = boxed(over_streams())
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    began = time.monotonic()
    with pytest.raises(Cancelled):
        box.call("play.slow", {"seconds": 600}, Context(mode="god", cancel=stop))
    assert time.monotonic() - began < 60


def test_a_server_that_crashes_is_started_again_by_the_next_call(boxed):
    box, _ = boxed(over_streams(env={"PLAY_SECRET": "hunter2"}))
    before = box.call("play.pid", {}, GOD).data
    with pytest.raises(ToolUnreachable) as caught:
        box.call("play.crash", {}, GOD)
    assert caught.value.message == "the MCP server play has ended; it said: fatal: out of wits, ********"
    after = box.call("play.pid", {}, GOD).data
    assert after != before


@pytest.mark.slow
def test_closing_ends_the_server_and_its_thread(boxed):
    box, _ = boxed(over_streams())
    pid = box.call("play.pid", {}, GOD).data["result"]
    box.close()
    assert not Path(f"/proc/{pid}").exists()
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("mcgod-mcp")] == []


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("/no/such",), "the MCP server play cannot be started: /no/such: No such file or directory"),
        (("false",), "the MCP server play has ended"),
        (("cat",), "the MCP server play does not answer as MCP does: Method not found"),
        (("sh", "-c", "echo no licence >&2"), "the MCP server play has ended; it said: no licence"),
        (("sleep", "600"), "the MCP server play did not answer within 0.5 seconds"),
    ],
)
def test_a_server_that_does_not_start_is_noted_and_its_tools_are_missing(boxed, command, message):
    box, notes = boxed(Server("play", command=command, connect_timeout=0.5))
    assert (list(box), notes) == ([], [f"{message}; its tools are missing"])


def test_a_server_over_http_is_given_the_token(boxed):
    with mcp_play.over_http("sesame", seen := []) as url:
        box, _ = boxed(Server("play", url=url, token="sesame"))
        assert [tool.name for tool in box] == NAMES
        assert box.call("play.add", {"a": 1, "b": 2}, GOD).text == "3"
        box.close()
    assert {token for _, token in seen} == {"Bearer sesame"}


def test_a_wrong_token_is_said_to_be_wrong_and_never_shown(boxed):
    with mcp_play.over_http("sesame") as url:
        server = Server("play", url=url, token="wr0ng")
        _, notes = boxed(server)
    assert notes == ["the MCP server play refuses the token (HTTP 401); its tools are missing"]
    assert "wr0ng" not in repr(server)


def test_a_server_over_http_that_is_down_keeps_the_tools_it_had(boxed):
    with mcp_play.over_http() as url:
        server = Server("play", url=url, allow=("add",))
        boxed(server)[0].close()
    box, notes = boxed(server, refresh=True)
    assert [tool.name for tool in box] == ["play.add"]
    (note,) = notes
    assert note.startswith(f"the MCP server play cannot be reached at {url}: ")
    assert note.endswith("; its tools are those it had")
    told = box.answer(ToolCall("1", "play_add", '{"a":1,"b":2}'), GOD)
    assert "cannot be reached" in told.text
    with mcp_play.over_http() as url:
        assert [tool.name for tool in boxed(Server("play", url=url, allow=("add",)))[0]] == ["play.add"]


@pytest.mark.slow
def test_what_was_offered_is_known_without_asking_until_the_settings_change(boxed, tmp_path, monkeypatch):
    boxed(over_streams())[0].close()
    kept = tmp_path / "cache" / "play.json"
    assert kept.stat().st_mode & 0o777 == 0o600
    monkeypatch.setitem(sys.modules, "mcp", None)
    assert [tool.name for tool in boxed(over_streams(allow=("add",)))[0]] == ["play.add"]
    with pytest.raises(BadConfig) as caught:
        boxed(Server("play", command=(*PLAY, "--more")))
    assert caught.value.message == "tools.mcp.play is set, but the package mcp is not installed"
    assert caught.value.hint == "pip install 'mcgod[mcp]'"
    assert boxed(Server("play", command=(*PLAY, "--more")), wanted="other.tool")[1] == []
    kept.write_text("{")
    with pytest.raises(BadConfig):
        boxed(over_streams())


@pytest.mark.slow
def test_a_server_cannot_take_the_name_of_a_tool_of_ours(boxed):
    mine = Tool("play_add", "Ours.", parameters(), lambda given, context: ToolResult("ours"))
    box, notes = boxed(over_streams(allow=("add",)), builtin=[mine])
    assert box.call("play_add", {}, GOD).text == "ours"
    assert notes == ["play offers add, but a tool is called play_add already"]


def test_a_server_cannot_be_called_like_a_family_of_ours(boxed):
    mine = Tool("play.spell", "Ours.", parameters(), lambda given, context: ToolResult("ours"))
    with pytest.raises(BadConfig, match=r"tools of mcgod's own are called play\.\*"):
        boxed(over_streams(), builtin=[mine])
