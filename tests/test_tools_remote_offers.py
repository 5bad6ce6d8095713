"""Tool servers as settings and commands know them, and what they may offer or answer without doing harm."""

import base64
import json
import sys
import threading

import mcp_play
import mcp_types
import pytest
from fake_openai import FakeOpenAI, Say

from mcgod import config
from mcgod.errors import BadConfig, BadInput
from mcgod.god.remotes import servers
from mcgod.llm.port import ToolCall
from mcgod.tools.arguments import checked
from mcgod.tools.port import RISKS, Context, Tool, ToolResult
from mcgod.tools.remote.content import result_of
from mcgod.tools.toolbox import Toolbox

COMMAND = f"{sys.executable} '{mcp_play.__file__}'"


def offered(schema):
    return Tool("play.it", "Do it.", schema, lambda given, context: ToolResult(json.dumps(given)), outside=True)


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"type": 5}, "the schema of play.it is broken"),
        ({"type": "object", "properties": []}, "the schema of play.it is broken"),
        ({"type": "object", "properties": {"a": {"pattern": "("}}}, "the schema of play.it is broken"),
        ({"$ref": "http://127.0.0.1:9/evil"}, "refers to http://127.0.0.1:9/evil, which it does not have"),
        ({"$ref": "#"}, "goes round in circles"),
    ],
)
def test_a_broken_schema_makes_its_calls_an_error(schema, message):
    with pytest.raises(BadInput, match=message):
        checked(offered(schema), {"a": "x"})
    told = Toolbox([offered(schema)]).answer(ToolCall("1", "play_it", '{"a":"x"}'), Context(mode="shell"))
    assert message in json.loads(told.text)["result"]


@pytest.mark.parametrize(
    ("schema", "given"),
    [
        ({"type": "object", "properties": {"a": True}}, {"a": [1]}),
        ({"type": "object", "properties": {"a": {}}, "additionalProperties": True}, {"b": 1}),
        ({"type": "object", "properties": {"a": {"type": ["string", "null"]}}}, {"a": "x"}),
        ({"type": "object"}, {"a": 1}),
        (
            {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "type": "object",
                "properties": {"a": {"type": "array", "items": [{"type": "integer"}]}},
            },
            {"a": [1]},
        ),
    ],
)
def test_what_a_schema_allows_is_allowed(schema, given):
    assert checked(offered(schema), given) == given


def test_parts_that_are_no_text_are_named():
    data = base64.b64encode(b"1234").decode()
    parts = [
        mcp_types.TextContent(text="hello"),
        mcp_types.AudioContent(data=data, mime_type="audio/ogg"),
        mcp_types.EmbeddedResource(resource=mcp_types.TextResourceContents(uri="play://a", text="words")),
        mcp_types.EmbeddedResource(resource=mcp_types.BlobResourceContents(uri="play://b", blob=data, mime_type="x/y")),
        mcp_types.ResourceLink(name="c", uri="play://c", size=7),
    ]
    assert result_of(mcp_types.CallToolResult(content=parts)) == ToolResult(
        "hello\n"
        "[audio, audio/ogg, 4 bytes]\n"
        "[resource play://a, of unknown type, 5 bytes]\nwords\n"
        "[resource play://b, x/y, 4 bytes]\n"
        "[link to play://c, of unknown type, 7 bytes]"
    )
    found = result_of(mcp_types.CallToolResult(content=[], structured_content={"a": 1}, is_error=True))
    assert found == ToolResult('{"a": 1}', {"a": 1}, ok=False)


def loaded(path, **environ):
    return config.load(path / "config.toml", environ=environ, cwd=path)


def test_servers_come_from_files_and_variables(tmp_path):
    (tmp_path / "config.toml").write_text('[tools.mcp.wiki]\nurl = "https://x.test/mcp"\nallow = ["look*"]\n')
    (tmp_path / "token").write_text("sesame\n")
    (tmp_path / "token").chmod(0o600)
    environ = {
        "MCGOD_TOOLS_MCP_WIKI_TOKEN_FILE": str(tmp_path / "token"),
        "MCGOD_TOOLS_MCP_MY_OWN_COMMAND": "run 'this one'",
        "MCGOD_TOOLS_MCP_MY_OWN_CONNECT_TIMEOUT": "3",
        "MCGOD_TOOLS_MCP_MY_OWN_ENV": "PLAY_SECRET",
        "PLAY_SECRET": "hunter2",
    }
    own, wiki = servers(loaded(tmp_path, **environ))
    assert (own.name, own.command, own.connect_timeout) == ("my_own", ("run", "this one"), 3.0)
    assert own.env == {"PLAY_SECRET": "hunter2"}
    assert (wiki.url, wiki.token, wiki.allow, wiki.risk) == ("https://x.test/mcp", "sesame", ("look*",), "web")
    assert not {"hunter2", "sesame"} & set(repr((own, wiki)).replace("'", " ").split())


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("allow = []", "tools.mcp.x has neither a command nor a url"),
        ('command = "a"\nurl = "http://b"', "tools.mcp.x has both a command and a url"),
        ('url = "ftp://b"', "tools.mcp.x.url must begin with http:// or https://"),
        ('command = "a \'b"', "tools.mcp.x.command is no command line: No closing quotation"),
        ('command = "a"\nenv = ["NOT_THERE"]', "tools.mcp.x.env names NOT_THERE, which the environment does not have"),
        ('command = "a"\nrisk = "all"', "tools.mcp.x.risk must be one of read, web, ask, record, act, write"),
        ('comand = "a"', "no setting is called tools.mcp.x.comand"),
    ],
)
def test_settings_that_cannot_be_are_refused(tmp_path, lines, message):
    (tmp_path / "config.toml").write_text(f"[tools.mcp.x]\n{lines}\n")
    with pytest.raises(BadConfig) as caught:
        servers(loaded(tmp_path))
    assert message in caught.value.message


def test_the_risks_of_the_setting_are_those_of_the_port(tmp_path):
    assert loaded(tmp_path).value("tools.mcp.x.risk").setting.choices == tuple(RISKS)


def test_a_file_with_a_token_must_be_private(tmp_path):
    (tmp_path / "config.toml").write_text('[tools.mcp.x]\nurl = "http://b"\ntoken = "sesame"\n')
    (tmp_path / "config.toml").chmod(0o644)
    with pytest.raises(BadConfig, match="other users may read it"):
        loaded(tmp_path)


@pytest.mark.slow
def test_the_shell_lists_shows_and_runs_them(mcgod, home):
    assert mcgod("config", "set", "tools.mcp.play.command", COMMAND).exit_code == 0
    mcgod("config", "set", "tools.mcp.play.allow", "add,fail,crash")
    done = mcgod("tools", "list", "--json")
    assert {"play.add", "play.fail"} <= {tool["name"] for tool in json.loads(done.stdout)}
    assert done.stderr == ""
    assert (home / "cache" / "mcp" / "play.json").is_file()
    assert '"integer"' in mcgod("tools", "schema", "play.add").stdout
    done = mcgod("tools", "run", "play.add", "a=1", "b=2")
    assert (done.stdout, done.stderr, done.exit_code) == ("3\n", "", 0)
    done = mcgod("tools", "run", "play.fail")
    assert (done.stderr, done.exit_code) == ("", 1)
    assert mcgod("tools", "run", "play.add", "a=1", "b=2", "--mode", "sudo").exit_code == 77
    done = mcgod("tools", "run", "play.crash")
    assert (done.stdout, done.exit_code) == ("", 69)
    assert done.stderr.startswith("mcgod: the MCP server play has ended; it said: fatal: out of wits")


def test_a_server_that_is_down_leaves_the_other_tools(mcgod):
    mcgod("config", "set", "tools.mcp.play.command", "/no/such/server")
    done = mcgod("tools", "list")
    assert "ask-user-question" in done.stdout
    assert "cannot be started: /no/such/server" in done.stderr
    done = mcgod("tools", "run", "list_commands", "mod_id=give")
    assert (done.stderr, done.exit_code) == ("", 0)
    done = mcgod("tools", "run", "play.add")
    assert (done.stdout, done.exit_code) == ("", 66)


def test_the_shell_is_told_what_to_install(mcgod, monkeypatch):
    mcgod("config", "set", "tools.mcp.play.command", COMMAND)
    monkeypatch.setitem(sys.modules, "mcp", None)
    done = mcgod("tools", "list")
    assert (done.stdout, done.exit_code) == ("", 78)
    assert "pip install 'mcgod[mcp]'" in done.stderr


def test_a_model_calls_one_in_a_prayer_and_the_server_is_gone_afterwards(mcgod, monkeypatch):
    mcgod("config", "set", "tools.mcp.play.command", COMMAND)
    mcgod("config", "set", "tools.mcp.play.allow", "add")
    wish = {"tool_calls": [{"index": 0, "id": "a", "function": {"name": "play_add", "arguments": '{"a":1,"b":2}'}}]}
    answer = Say('{"reason":"","commands":[]}')
    with FakeOpenAI(Say(deltas=[wish], finish="tool_calls"), answer, Say("Three.")) as server:
        monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "openai")
        monkeypatch.setenv("MCGOD_MODEL_ENDPOINT", server.url)
        monkeypatch.setenv("MCGOD_MODEL_COMMAND", "tiny")
        done = mcgod("pray", "what is one and two?", "--json")
        asked = server.requests
    assert (json.loads(done.stdout)["tool_trace"][0]["tool"], done.exit_code) == ("play.add", 0)
    assert any(tool["function"]["name"] == "play_add" for tool in asked[0]["tools"])
    told = json.loads(asked[1]["messages"][-1]["content"])
    assert (told["result"], "untrusted" in told["note"]) == ("3", True)
    assert [thread.name for thread in threading.enumerate() if thread.name.startswith("mcgod-mcp")] == []
