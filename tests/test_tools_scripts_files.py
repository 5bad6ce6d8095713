"""Write, list, read, delete and restore scripts, with a backup of whatever is lost."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest
from scripts_play import FUNCTIONS, SCRIPTS, Scripts

from mcgod.errors import BadUsage, NotFound, Refused

REFUSED_JS = "JavaScript cannot be checked by the rules"


@pytest.fixture
def play(tmp_path):
    return Scripts(tmp_path)


def test_names_schemas_and_risks(play):
    assert {tool.name: (tool.risk, tuple(tool.parameters.get("required", ()))) for tool in play.tools} == {
        "apply-instant-server-script": ("act", ("code",)),
        "delete-server-script": ("write", ("path",)),
        "list-server-scripts": ("read", ()),
        "read-server-script": ("read", ("path",)),
        "reload-game": ("act", ()),
        "restore-server-script": ("write", ("path",)),
        "sync-command-tree": ("act", ()),
        "write-server-script": ("write", ("path", "content")),
    }
    assert all(tool.parameters["type"] == "object" and tool.description for tool in play.tools)
    assert [tool.name for tool in play.tools.offered("god")] == ["list-server-scripts", "read-server-script"]


def test_a_function_is_written_and_read(play):
    text, data, ok = play.write("gifts/hello", "# greets\n\nsay hi")
    assert text.splitlines() == [
        f"wrote {FUNCTIONS}/gifts/hello.mcfunction, 17 bytes",
        "reload-game makes it count; then /function mcgod:gifts/hello runs it",
    ]
    assert data == {
        "kind": "datapack", "path": "gifts/hello.mcfunction", "dry_run": False, "bytes": 17, "backup": None,
        "repaired": [],
    }  # fmt: skip
    assert ok
    assert play("read-server-script", {"path": "gifts/hello"}).text.splitlines() == [
        f"FILE {FUNCTIONS}/gifts/hello.mcfunction",
        "-----BEGIN CONTENT-----",
        "# greets",
        "",
        "say hi",
        "-----END CONTENT-----",
    ]


def test_javascript_is_written_where_it_is_open(tmp_path):
    play = Scripts(tmp_path, kubejs=True, opened=True)
    text = play.write("shop/open", "onEvent\r\n('x')").text
    assert text.splitlines() == [f"wrote {SCRIPTS}/shop/open.js, 14 bytes", "reload-game makes it count"]
    assert (play.server / SCRIPTS / "shop/open.js").read_bytes() == b"onEvent\r\n('x')"
    with pytest.raises(BadUsage, match=r"must end in \.js"):
        play.write("hello.mcfunction", "say hi")


def test_javascript_is_refused_until_it_is_opened(tmp_path):
    play = Scripts(tmp_path, kubejs=True)
    with pytest.raises(Refused, match=REFUSED_JS) as caught:
        play.write("shop.JS", "1")
    assert "tools.kubejs" in caught.value.hint
    assert play.write("hello", "say hi").data["kind"] == "datapack"


def test_javascript_needs_kubejs(tmp_path):
    with pytest.raises(BadUsage, match="does not run KubeJS"):
        Scripts(tmp_path, opened=True).write("shop.js", "1")


def test_a_kubejs_jar_is_enough(tmp_path):
    play = Scripts(tmp_path)
    (play.server / "mods").mkdir()
    (play.server / "mods" / "KubeJS-fabric-2001.6.5.jar").write_bytes(b"")
    play.open(opened=False)
    with pytest.raises(Refused, match=REFUSED_JS):
        play.write("shop.js", "1")


def test_an_empty_script_may_be_written(play):
    play.write("empty", "")
    assert (play.server / FUNCTIONS / "empty.mcfunction").read_bytes() == b""


def test_a_listing_has_size_and_time_and_any_case_in_order(tmp_path):
    play = Scripts(tmp_path, kubejs=True, opened=True)
    assert play("list-server-scripts").text == f"no scripts in {SCRIPTS}"
    assert play.files() == []
    for path in ("b", "A", "c/d"):
        play.write(path, "12")
        os.utime(play.server / SCRIPTS / f"{path}.js", (0, 1_700_000_000))
    assert play("list-server-scripts").text.splitlines() == [
        "A.js  2 bytes  2023-11-14T22:13:20Z",
        "b.js  2 bytes  2023-11-14T22:13:20Z",
        "c/d.js  2 bytes  2023-11-14T22:13:20Z",
        f"total: 3 in {SCRIPTS}",
    ]


def test_a_long_listing_is_cut_and_says_so(play):
    play.write("a", "say hi")
    for number in range(250):
        (play.server / FUNCTIONS / f"f{number:03}.mcfunction").write_text("")
    result = play("list-server-scripts")
    assert result.text.splitlines()[-2:] == ["[the first 200 only]", f"total: 251 in {FUNCTIONS}"]
    assert (len(result.text.splitlines()), len(result.data["scripts"]), result.data["total"]) == (202, 200, 251)


def test_a_long_script_is_shown_to_a_limit(play):
    play.write("long", "# é\n" * 50_000)
    result = play("read-server-script", {"path": "long"})
    assert result.text.splitlines()[1] == "[truncated: the first 64000 characters of 250000 bytes]"
    assert len(result.data["content"]) == 64_000
    assert result.data["truncated"]


def test_bytes_that_are_no_text_are_shown_all_the_same(play):
    play.write("odd", "say hi")
    (play.server / FUNCTIONS / "odd.mcfunction").write_bytes(b"say \xff")
    assert play.read("odd") == "say \ufffd"


@pytest.mark.parametrize(
    ("content", "message"),
    [("# " + "é" * 131_072, "content: 262146 bytes are too many"), ("# \ud800", "content: character 2 is half of one")],
)
def test_content_that_no_script_may_hold(play, content, message):
    with pytest.raises(BadUsage, match=message):
        play.write("big", content, rules=None)  # before anything is judged
    assert play.files() == []


@pytest.mark.parametrize("name", ["read-server-script", "delete-server-script"])
def test_a_script_that_is_not_there(play, name):
    with pytest.raises(NotFound, match=f"path: there is no script {FUNCTIONS}/nope.mcfunction") as caught:
        play(name, {"path": "nope"})
    assert caught.value.hint == "list-server-scripts shows them"


@pytest.mark.parametrize("name", ["read-server-script", "write-server-script", "delete-server-script"])
def test_a_missing_path_is_named(play, name):
    with pytest.raises(BadUsage, match="'path' is a required property"):
        play(name, {"content": ""} if name.startswith("write") else {})


def test_the_server_may_read_what_is_written(play):
    world = play.server / "world"
    world.chmod(0o750)
    play.write("deep/hello", "say hi")
    pack = world / "datapacks"
    modes = {stat.S_IMODE(path.stat().st_mode) for path in [pack, *pack.rglob("*")] if path.is_dir()}
    assert modes == {0o750}
    assert {stat.S_IMODE(path.stat().st_mode) for path in pack.rglob("*.mc*") if path.is_file()} == {0o644}
    play.write("deep/hello", "say ho")
    kept = {stat.S_IMODE(path.stat().st_mode) & 0o077 for path in [play.backups, *play.backups.rglob("*")]}
    assert kept == {0}


def test_a_write_keeps_what_was_there(play):
    play.write("hello", "say 1")
    result = play.write("hello", "say 2")
    assert result.text.splitlines()[1] == "what it held before is kept as backup 1"
    assert play.restore("hello").text.splitlines()[0] == "backup 1 of hello.mcfunction:"
    assert play.read("hello") == "say 1\n"
    play.restore("hello")
    assert play.read("hello") == "say 2\n"


def test_a_deleted_script_can_be_restored(play):
    play.write("deep/hello", "say 1")
    result = play("delete-server-script", {"path": "deep/hello"})
    assert result.text.splitlines()[0] == f"deleted {FUNCTIONS}/deep/hello.mcfunction; it is kept as backup 1"
    assert play("list-server-scripts").data["total"] == 0
    assert play.restore("deep/hello").data["backup"] is None
    assert play.read("deep/hello") == "say 1\n"


def test_a_certain_backup_is_restored_and_a_wrong_one_lists_all(play):
    for number in range(4):
        play.write("hello", f"say {number}")
    assert play.restore("hello", 1).data["version"] == 1
    assert play.read("hello") == "say 0\n"
    with pytest.raises(NotFound, match=r"there is no backup 9 of hello\.mcfunction") as caught:
        play.restore("hello", 9)
    assert [part.split(" ")[0] for part in caught.value.hint.removeprefix("there are ").split("), ")] == list("1234")


def test_a_script_without_backups_says_so(play):
    with pytest.raises(NotFound, match=r"there is no backup of hello\.mcfunction"):
        play.restore("hello")


def test_twenty_backups_are_kept(play):
    for number in range(25):
        play.write("hello", f"say {number}")
    with pytest.raises(NotFound) as caught:
        play.restore("hello", 1)
    assert [part.split(" ")[0] for part in caught.value.hint.removeprefix("there are ").split("), ")] == [
        str(number) for number in range(5, 25)
    ]
    play.restore("hello", 5)
    assert play.read("hello") == "say 4\n"


def test_a_restored_function_passes_the_rules_again(play):
    play.write("hello", "say hi")
    (play.server / FUNCTIONS / "hello.mcfunction").write_text("op Mallory\n")  # by hand, by whoever may
    play.write("hello", "say ho")
    with pytest.raises(Refused, match="line 1 is refused"):
        play.restore("hello")
    assert play.read("hello") == "say ho\n"


def test_backups_of_two_servers_and_of_both_kinds_do_not_mix(tmp_path):
    here, there = Scripts(tmp_path / "a"), Scripts(tmp_path / "b", kubejs=True, opened=True)
    there.backups = here.backups
    there.open(opened=True)
    for play in (here, there):
        play.write("hello", "say 1")
        play.write("hello", "say 2")
    here("delete-server-script", {"path": "hello"})
    assert there.restore("hello").data["version"] == 1


def test_of_many_writers_each_keeps_what_it_replaces(play):
    play.write("hello", "say start")
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: play.write("hello", f"say {number}"), range(19)))
    held = {file.read_text() for file in play.backups.rglob("0*") if file.is_file()}
    assert held | {play.read("hello")} == {"say start\n", *(f"say {number}\n" for number in range(19))}


@pytest.mark.parametrize("kubejs", [False, True])
def test_a_dry_run_changes_nothing(tmp_path, kubejs):
    play = Scripts(tmp_path, kubejs=kubejs, opened=kubejs)
    assert play.write("new", "say hi", dry_run=True).text.startswith("would write ")
    assert (play.files(), play.backups.exists()) == ([], False)
    play.write("hello", "say 1")
    play.write("hello", "say 2")
    before = sorted(play.backups.rglob("*"))
    assert play.write("hello", "say 3", dry_run=True).data["dry_run"]
    assert play("delete-server-script", {"path": "hello"}, dry_run=True).text.startswith("would delete ")
    assert "would write " in play.restore("hello", dry_run=True).text
    assert play.read("hello").startswith("say 2")
    assert sorted(play.backups.rglob("*")) == before
