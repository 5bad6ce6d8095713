"""Where a script may lie: nowhere but below its own folder, under a name that every system takes."""

import os

import pytest
from scripts_play import FUNCTIONS, Scripts

from mcgod.errors import BadUsage, McgodError, NotFound, Refused, StoreFailed
from mcgod.tools.scripts.names import relative

BAD = [
    "..", "../x", "a/../b", "a/..", "..\\x", "a\\..\\..\\b", "x..y", "C:\\x", "C:x", "mcgod:x", "%2e%2e/x", "a%2fb",
    "a//b", "a/./b", ".", "./x", ".x", "a/.x/b", "a/", "a./b", "x.", " ", "", "/", "\\", "a b", "a\0b", "\0",
    "a\nb", "con", "a/NUL", "aux.mcfunction", "com1/x", "lpt9", "x?", "x*", "<x>", "x|y", '"x"', "~", "~/x", "$HOME",
    "é", "\u202ex", "x.txt", "x.json", ".mcfunction", "a/.mcfunction", "x.mcfunction/y.nbt", "a" * 81, "a/" * 8 + "x",
    "/".join(["a" * 60] * 4),
]  # fmt: skip


@pytest.mark.parametrize("suffix", [".mcfunction", ".js"])
@pytest.mark.parametrize("path", BAD)
def test_a_path_that_could_mean_another_file_is_refused(path, suffix):
    with pytest.raises(BadUsage, match=r"^path: ") as caught:
        relative(path, suffix)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("path", "suffix", "found"),
    [
        ("foo/bar", ".mcfunction", "foo/bar.mcfunction"),
        ("foo/bar.mcfunction", ".mcfunction", "foo/bar.mcfunction"),
        ("  /foo\\bar  ", ".mcfunction", "foo/bar.mcfunction"),
        ("a_b-c.d.mcfunction", ".mcfunction", "a_b-c.d.mcfunction"),
        ("Foo/Bar", ".js", "Foo/Bar.js"),
        ("context", ".js", "context.js"),
    ],
)
def test_a_path_is_tidied(path, suffix, found):
    assert relative(path, suffix) == found


@pytest.mark.parametrize("path", ["Foo", "foo/Bar.mcfunction", "foo.MCFUNCTION"])
def test_the_name_of_a_function_is_lower_case(path):
    with pytest.raises(BadUsage):
        relative(path, ".mcfunction")


@pytest.mark.parametrize("name", ["read-server-script", "write-server-script", "delete-server-script"])
@pytest.mark.parametrize("kubejs", [False, True])
def test_no_tool_takes_such_a_path(tmp_path, name, kubejs):
    play = Scripts(tmp_path, kubejs=kubejs, opened=kubejs)
    before = play.files()
    for path in BAD:
        given = {"path": path, "content": "say hi"} if name.startswith("write") else {"path": path}
        with pytest.raises(BadUsage):
            play(name, given)
    assert play.files() == before


TOOLS = [
    ("read-server-script", {}),
    ("write-server-script", {"content": "say hi"}),
    ("delete-server-script", {}),
]


@pytest.mark.parametrize(("name", "more"), TOOLS)
@pytest.mark.parametrize("linked", ["file", "dangling", "parent", "root", "pack", "inside"])
def test_no_link_is_followed(tmp_path, name, more, linked):
    play = Scripts(tmp_path)
    play.write("deep/real", "say hi")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.mcfunction").write_text("secret")
    (outside / "data" / "mcgod" / "function").mkdir(parents=True)
    functions = play.server / FUNCTIONS
    link, target, path = {
        "file": (functions / "x.mcfunction", outside / "x.mcfunction", "x"),
        "dangling": (functions / "x.mcfunction", outside / "none", "x"),
        "inside": (functions / "x.mcfunction", functions / "deep" / "real.mcfunction", "x"),
        "parent": (functions / "sub", outside, "sub/x"),
        "root": (functions, outside, "x"),
        "pack": (play.server / "world/datapacks/mcgod", outside, "x"),
    }[linked]
    if link.exists():
        link.rename(tmp_path / "moved")
    os.symlink(target, link)
    with pytest.raises(Refused, match=f"{link} is a link") as caught:
        play(name, {"path": path} | more)
    assert "by hand" in caught.value.hint
    assert (outside / "x.mcfunction").read_text() == "secret"
    assert sorted(os.listdir(outside)) == ["data", "x.mcfunction"]


def test_a_listing_follows_no_link_either(tmp_path):
    play = Scripts(tmp_path)
    play.write("real", "say hi")
    os.symlink(tmp_path, play.server / FUNCTIONS / "sub")
    os.symlink(play.server / FUNCTIONS / "real.mcfunction", play.server / FUNCTIONS / "link.mcfunction")
    (play.server / FUNCTIONS / "notes.txt").write_text("not a script")
    assert [one["path"] for one in play("list-server-scripts").data["scripts"]] == ["real.mcfunction"]


def test_an_admin_may_keep_the_world_on_another_disk(tmp_path):
    play = Scripts(tmp_path)
    (play.server / "world").rename(tmp_path / "disk")
    os.symlink(tmp_path / "disk", play.server / "world")
    play.write("hello", "say hi")
    assert (tmp_path / "disk/datapacks/mcgod/data/mcgod/function/hello.mcfunction").read_text() == "say hi\n"


@pytest.mark.parametrize(("name", "more"), TOOLS)
def test_what_is_no_regular_file_is_refused(tmp_path, name, more):
    play = Scripts(tmp_path)
    play.write("deep/real", "say hi")
    os.mkfifo(play.server / FUNCTIONS / "pipe.mcfunction")
    (play.server / FUNCTIONS / "folder.mcfunction").mkdir()
    for path in ("pipe", "folder", "deep/real.mcfunction/x"):
        with pytest.raises(Refused, match="is in the way"):
            play(name, {"path": path} | more)


def test_a_name_that_differs_in_case_only_is_refused(tmp_path):
    play = Scripts(tmp_path, kubejs=True, opened=True)
    play.write("Shop/open", "1")
    for path in ("Shop/Open", "shop/open", "SHOP/new"):
        with pytest.raises(BadUsage, match="in case only"):
            play.write(path, "2")
    assert play.read("Shop/open") == "1"


def test_a_folder_that_may_not_be_read_is_an_error_of_the_disk(tmp_path, monkeypatch):
    play = Scripts(tmp_path)
    play.write("hello", "say hi")

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.lstat", refuse)
    with pytest.raises(StoreFailed, match="cannot look at .*: Permission denied"):
        play("read-server-script", {"path": "hello"})


def test_without_a_server_every_script_tool_says_what_to_set(tmp_path):
    play = Scripts(tmp_path)
    from mcgod.tools.scripts.family import tools
    from mcgod.tools.toolbox import Toolbox

    play.tools = Toolbox(tools(None, "1.21.4", play.backups))
    for name, more in [*TOOLS, ("restore-server-script", {}), ("list-server-scripts", None)]:
        with pytest.raises(McgodError, match="none is known") as caught:
            play(name, {} if more is None else {"path": "x"} | more)
        assert caught.value.hint == "mcgod config set server.dir DIR"


@pytest.mark.parametrize("kubejs", [False, True])
def test_a_server_that_never_ran_gets_no_folders(tmp_path, kubejs):
    play = Scripts(tmp_path, kubejs=kubejs, opened=kubejs)
    (play.server / "world").rmdir()
    if kubejs:
        (play.server / "kubejs").rmdir()
        (play.server / "mods").mkdir()
        (play.server / "mods" / "KubeJS-neoforge-2101.jar").write_bytes(b"")
    with pytest.raises(NotFound, match="is not there") as caught:
        play.write("hello", "say hi")
    assert "start the server once" in caught.value.hint
    assert [file for file in play.files() if "mods" not in file] == []
