"""What each scope lists and refuses, to a client in this process: on a bridge, on bare RCON, and on nothing."""

import json

import mcp_stage
import pytest
from bridge_play import call, defaults
from mcp import MCPError
from mcp_harness import Harness, errors_of

from mcgod.errors import BadUsage, Refused
from mcgod.god.owners import owner_of
from mcgod.llm.scripted import Scripted
from mcgod.mcpserver.offers import Offers
from mcgod.mcpserver.primitives import PRIMITIVES
from mcgod.mcpserver.scopes import SCOPES, scope_of
from mcgod.store.port import Deed
from mcgod.tools.toolbox import wire_name

ACTS = {"command", "pray", "sudo", "say", "chat", "mark", "claim", "publish"}
# What a call is tried with: whatever its schema wants first.
VALUES = {
    "string": "Steve",
    "integer": 1,
    "number": 1,
    "boolean": True,
    "array": ["Steve"],
    "object": {"type": "god.x"},
}


@pytest.fixture(scope="module")
def stage(tmp_path_factory):
    folder, home = tmp_path_factory.mktemp("server"), tmp_path_factory.mktemp("home")
    with mcp_stage.world(folder, home) as box:
        yield box, folder, home


@pytest.fixture
def client(stage):
    """Connect a client of a scope: ``client("read")``; all are closed at the end."""
    _, folder, home = stage
    held = mcp_stage.ExitStack()

    def connect(scope, *, says=None, mode="auto", **how):
        desk = held.enter_context(mcp_stage.desk(home, scope, folder, **how))
        return held.enter_context(Harness(mcp_stage.server(desk), says=says, mode=mode))

    with held:
        yield connect


# What changes by itself: connections come and go, and the world and the journal are written when it is their time.
COMING = {"rcon_up", "rcon_down", "rcon_client"}
MOVING = {"cache", "events", "logs", "sandbox.json"}


def _everything(stage):
    """Return all that a client could have changed: the world, what the journal has of deeds, the files of both."""
    box, folder, home = stage
    events = call(home, "events", since=0, limit=1000)["events"]
    files = [path for root in (folder, home) for path in root.rglob("*") if path.is_file() and path.suffix != ".lock"]
    kept = {path: path.read_bytes() for path in files if not MOVING & {*path.parts} and "index" not in path.name}
    return box.state(), [event for event in events if event["type"] not in COMING], kept


def test_read_lists_nothing_that_can_act_and_nothing_that_it_lists_does(stage, client):
    read = client("read")
    tools = read.do(lambda client: client.list_tools()).tools
    assert {"state", "player", "events", "SearchMemory", "list_commands"} <= {tool.name for tool in tools}
    assert not ACTS & {tool.name for tool in tools}
    assert all(tool.annotations.read_only_hint and not tool.annotations.destructive_hint for tool in tools)
    before = _everything(stage)
    for tool in tools:
        wanted = tool.input_schema.get("properties", {})
        for names in (tool.input_schema.get("required", []), wanted):
            read.call(tool.name, **{name: VALUES[wanted[name].get("type", "string")] for name in names})
    assert _everything(stage) == before


def test_what_another_scope_has_is_refused_and_says_which(client):
    read = client("read")
    for name in sorted(ACTS):
        error = errors_of(read.call(name, text="x", command="list", seq=1))
        assert (error["slug"], error["exit"]) == ("refused", 77)
        assert error["hint"] == f"mcgod mcp serve --scope {'sudo' if name == 'sudo' else 'god'}"
    assert errors_of(read.call("write-server-script"))["hint"] == "mcgod mcp serve --scope sudo"
    assert errors_of(client("sudo").call("minecraft_wiki_lookup", query="x"))["slug"] == "refused"


def test_a_client_that_may_only_look_cannot_open_a_world(client):
    assert "no argument 'level'" in errors_of(client("read").call("world", level="other"))["message"]


@pytest.mark.parametrize("scope", SCOPES)
def test_every_tool_of_the_mode_is_there_and_no_other(stage, scope):
    _, folder, home = stage
    with mcp_stage.desk(home, scope, folder) as desk:
        offered = {offer.name: offer for offer in Offers(desk).all()}
        tools = {wire_name(tool.name) for tool in desk.box().offered(desk.scope.mode)} - {"execute-command"}
        primitives = {one.name for one in PRIMITIVES if desk.scope.covers(one.scope)}
        turns = {"read": set(), "god": {"pray", "command"}, "sudo": {"pray", "sudo", "command"}}[scope]
    assert set(offered) == tools | primitives | turns
    assert {name for name, one in offered.items() if one.hints["destructiveHint"]} <= {
        "command", "sudo", "write-server-script", "delete-server-script", "restore-server-script", "reload-game",
        "apply-instant-server-script", "sync-command-tree", "unregister-dynamic-content",
        *(f"{verb}-dynamic-{kind}" for verb in ("register", "update") for kind in ("item", "block", "fluid")),
    }  # fmt: skip
    assert scope_of(scope).covers("read")


def test_what_the_bridge_cannot_do_now_is_not_listed(client):
    names = client("sudo").names()
    assert {"events", "state", "command", "claim"} <= set(names)
    assert not {"screen", "context", "snapshot", "connect", "lan", "record_start"} & set(names)


def test_a_server_that_only_the_bridge_knows_is_enough(stage):
    _, _, home = stage
    with mcp_stage.desk(home, "god") as desk, Harness(mcp_stage.server(desk)) as god:
        assert {"state", "command", "events"} <= set(god.names())
        assert god.call("command", command="give Steve apple 4", player="Steve").structured_content["ran"]


def test_through_redis_everything_is_as_it_is_without(tmp_path, redis_link, monkeypatch):
    monkeypatch.setitem(defaults, "redis", redis_link)
    with mcp_stage.world(tmp_path / "server", tmp_path / "home"):
        with mcp_stage.desk(tmp_path / "elsewhere", "god") as desk, Harness(mcp_stage.server(desk)) as god:
            assert {"events", "state", "command", "claim"} <= set(god.names())
            assert god.call("command", command="give Steve apple 4", player="Steve").structured_content["ran"]
            assert god.call("pray", text="wood", player="Steve").structured_content["verdicts"][0]["ran"]
            seq = god.call("mark", text="here").structured_content["seq"]
            assert [god.call("claim", seq=seq).structured_content["claimed"] for _ in range(2)] == [True, False]
            told = god.call("events", since=seq - 1, types=["mark"], seconds=5).structured_content["events"]
        with mcp_stage.desk(tmp_path / "third", "read") as desk, Harness(mcp_stage.server(desk)) as read:
            rows = json.loads(read.read("mcgod://sessions"))["sessions"]
            assert len(read.read(rows[0]["uri"]).splitlines()) > 3
    assert ([event["text"] for event in told], [row["player"] for row in rows]) == (["here"], ["Steve"])


def test_without_a_bridge_rcon_serves_what_it_can(tmp_path):
    with mcp_stage.world(tmp_path / "server", tmp_path / "home", bridge=False) as box:
        (tmp_path / "home").mkdir()
        with (
            mcp_stage.desk(tmp_path / "home", "god", tmp_path / "server") as desk,
            Harness(mcp_stage.server(desk)) as god,
        ):
            assert {"state", "player", "say", "command", "pray"} <= set(god.names())
            assert not {"events", "claim", "status", "entities"} & set(god.names())
            assert god.call("state").structured_content["online"] == ["Steve", "Alex"]
            assert god.call("player", player="Steve").structured_content["name"] == "Steve"
            assert god.call("player", player="Nobody").structured_content["result"] is None
            assert god.call("say", text='hi "all"').structured_content == {"lines": 1}
            assert god.call("command", command="give Alex bread", player="Alex").structured_content["ran"]
            assert errors_of(god.call("events"))["slug"] == "bridge-down"
        assert "Alex" in box.command("list")


def test_without_a_server_everything_is_judged_and_nothing_run(tmp_path):
    with mcp_stage.desk(tmp_path / "home", "god") as desk, Harness(mcp_stage.server(desk)) as god:
        assert not {"state", "say", "events"} & set(god.names())
        done = god.call("command", command="give Steve bread", player="Steve")
        assert (done.is_error, done.structured_content["verdict"], done.structured_content["ran"]) == (
            False,
            "repaired",
            False,
        )
        assert errors_of(god.call("command", command="op Steve", player="Steve"))["slug"] == "refused"
        told = god.call("pray", text="wood", player="Steve").structured_content
        assert (told["dry_run"], told["why"]) == (True, "no server is configured")
        assert json.loads(god.read("mcgod://sessions"))["sessions"][0]["player"] == "Steve"


def test_a_pinned_player_is_for_whom_everything_is(client):
    god = client("god", player="Steve")
    assert "player" not in god.do(lambda client: _schema(client, "command"))["properties"]
    assert errors_of(god.call("command", command="give Alex bread", player="Alex"))["slug"] == "bad-usage"
    assert errors_of(god.call("command", command="give Alex bread"))["slug"] == "refused"
    client("god").call("pray", text="wood", player="Alex")
    assert "Alex" in {row["player"] for row in json.loads(client("read").read("mcgod://sessions"))["sessions"]}
    assert {row["player"] for row in json.loads(god.read("mcgod://sessions"))["sessions"]} <= {"Steve"}
    with pytest.raises(MCPError, match="are not for Steve"):
        god.read("mcgod://sessions/somebody/abcd")


async def _schema(client, name):
    tools = (await client.list_tools()).tools
    return next(tool.input_schema for tool in tools if tool.name == name)


def test_a_pinned_player_needs_the_right_for_sudo(stage):
    _, folder, home = stage
    with pytest.raises(Refused, match="Steve may not use sudo"), mcp_stage.desk(home, "sudo", folder, player="Steve"):
        pass
    with pytest.raises(BadUsage), mcp_stage.desk(home, "god", folder, player="@a"):
        pass


def test_the_commands_of_a_minute_are_one_turn(client):
    god = client("god")
    for number in range(8):
        assert not god.call("command", command=f"give Steve stone {number + 1}", player="Steve").is_error
    error = errors_of(god.call("command", command="give Steve bread", player="steve"))
    assert "at most 8 a turn" in error["message"]
    assert not god.call("command", command="give Alex bread", player="Alex").is_error


def test_a_newcomer_gets_gifts_only(stage, client):
    _, folder, home = stage
    with mcp_stage.desk(home, "god", folder) as desk:
        owner = owner_of(desk.config, "Alex")
        desk.store.start(owner, player="Alex")
        desk.store.note_deed(owner, Deed(4e9, 1, "first_login"))
    god = client("god")
    assert (
        errors_of(god.call("command", command="effect give Alex minecraft:wither 5", player="Alex"))["slug"]
        == "refused"
    )
    assert not god.call("command", command="give Alex cookie 2", player="Alex").is_error


def test_a_dry_run_runs_nothing(stage, client):
    _, _, home = stage
    sudo = client("sudo", dry_run=True)
    assert not sudo.call("command", command="time set night").structured_content["ran"]
    assert sudo.call("say", text="hi").structured_content == {"dry_run": True}
    assert sudo.call("sudo", text="give Steve 5 torches").structured_content["dry_run"]
    ran = call(home, "events", since=0, limit=1000, types=["bridge_command"])["events"]
    assert "time set night" not in {event["text"] for event in ran}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(
    ("says", "runs"),
    [({"yes": True}, True), ({"yes": False}, False), ({}, False), ("decline", False), ("cancel", False), (None, False)],
)
def test_what_destroys_needs_a_yes_of_the_person(stage, client, mode, says, runs):
    box, _, _ = stage
    box.command("deop Alex")
    sudo = client("sudo", says=says, mode=mode)
    done = sudo.call("command", command="op Alex")
    assert (not done.is_error) == runs
    assert len(sudo.asked) == (says is not None)
    assert all("/op Alex" in params.message for params in sudo.asked)
    if not runs:
        assert "yes" in errors_of(done)["message"]
    assert ("Nothing changed" in box.command("op Alex")) == runs


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize(("says", "ran"), [({"yes": True}, [True]), ("decline", [False])])
def test_a_yes_counts_in_a_whole_turn_too(stage, mode, says, ran):
    box, folder, home = stage
    box.command("deop Alex")
    with mcp_stage.desk(home, "sudo", folder) as desk, Harness(mcp_stage.server(desk), says=says, mode=mode) as sudo:
        desk.services().command_model = Scripted(['{"reason":"","commands":["op Alex"]}'] * 2)
        told = sudo.call("sudo", text="make Alex an operator").structured_content
    assert [verdict["ran"] for verdict in told["verdicts"]] == ran
    assert all("/op Alex" in params.message for params in sudo.asked)
    assert sudo.asked


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_question_reaches_the_person_at_the_client(client, mode):
    def answer(says):
        asking = client("god", says=says, mode=mode)
        return asking.call("ask-user-question", question="Which?", options=["oak", "birch"]).structured_content

    assert (answer({"answer": "birch"})["option"], answer({"other": "spruce"})["text"]) == (1, "spruce")
    assert answer("decline")["skipped"] == "the player skipped it"
    assert (
        errors_of(client("god", mode=mode).call("ask-user-question", question="?", options=["a"]))["slug"] == "refused"
    )
