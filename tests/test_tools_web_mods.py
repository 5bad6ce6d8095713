"""list_mods and fetch_modrinth: what lies in the server's folder, and what Modrinth says of it."""

import json
import os
import struct
import zipfile

import pytest
from fake_web import FakeWeb, Page

from mcgod.errors import BadConfig, BadUsage, NotFound, WebUnreachable
from mcgod.tools import arguments
from mcgod.tools.port import Context
from mcgod.tools.web import modrinth, mods
from mcgod.tools.web.jars import top_level

LITHIUM = {
    "schemaVersion": 1, "id": "lithium", "version": "0.14.3", "name": "Lithium",
    "contact": {"homepage": "https://modrinth.com/mod/lithium-fork", "sources": "https://github.com/x/y"},
}  # fmt: skip
FORGE = """
modLoader="javafml"
issueTrackerURL="https://github.com/x/jei/issues"
[[mods]]
modId="jei"
version="${file.jarVersion}"
displayName="Just Enough Items"
displayURL="https://www.modrinth.com/mod/jei?x=1"
[[mods]]
modId="jei_extra"
version="2"
"""
PLUGIN = """# comment
name: 'EssentialsX'
main: com.earth2me.Essentials
version: "2.21.0"   # quoted
website: https://essentialsx.net/ # home
commands:
  name: not this
  version: nor this
description: >-
  version: nor this
"""


@pytest.fixture
def server(tmp_path):
    """A server's folder, with ``jar("mods/x.jar", {"fabric.mod.json": …})`` to put jars there."""

    class Server:
        folder = tmp_path / "server"

        def jar(self, name, entries, **options):
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **options) as jar:
                for entry, content in entries.items():
                    jar.writestr(entry, json.dumps(content) if isinstance(content, dict) else content)
            return path

    Server.folder.mkdir()
    return Server()


def listed(folder):
    return mods.tool(folder).run({}, Context())


def test_every_kind_of_jar_is_listed_with_id_version_and_name(server):
    server.jar("mods/lithium.jar", {"fabric.mod.json": LITHIUM})
    quilt = {"quilt_loader": {"id": "qsl", "version": "1+q", "metadata": {"name": "Quilt Library"}}}
    server.jar("mods/qsl.jar", {"quilt.mod.json": quilt})
    manifest = "Manifest-Version: 1.0\r\nImplementation-Version: 19.8.2\r\n"
    server.jar("mods/jei.jar", {"META-INF/mods.toml": FORGE, "META-INF/MANIFEST.MF": manifest})
    server.jar("mods/neo.jar", {"META-INF/neoforge.mods.toml": '[[mods]]\nmodId="neo"\nversion="1"\ndisplayName="Neo"'})
    server.jar("plugins/Essentials.jar", {"plugin.yml": PLUGIN})
    server.jar("plugins/paper.jar", {"paper-plugin.yml": "name: Papery\nversion: 1.0-beta#1\nmain: x"})
    result = listed(server.folder)
    assert result.text.splitlines() == [
        "- EssentialsX v2.21.0 (EssentialsX)",
        "- jei v19.8.2 (Just Enough Items)",
        "- jei_extra v2 (jei_extra)",
        "- lithium v0.14.3 (Lithium)",
        "- neo v1 (Neo)",
        "- Papery v1.0-beta#1 (Papery)",
        "- qsl v1+q (Quilt Library)",
    ]
    assert result.data["broken"] == []
    assert result.data["mods"][3] == {
        "id": "lithium", "version": "0.14.3", "name": "Lithium", "file": "lithium.jar", "loaders": ["fabric"],
        "links": ["https://modrinth.com/mod/lithium-fork", "https://github.com/x/y"],
    }  # fmt: skip


def test_a_jar_for_several_loaders_is_one_mod(server):
    text = '[[mods]]\nmodId="lithium"\nversion="0.14.3"'
    server.jar("mods/a.jar", {"fabric.mod.json": LITHIUM, "META-INF/neoforge.mods.toml": text})
    (mod,) = listed(server.folder).data["mods"]
    assert (mod["id"], mod["loaders"]) == ("lithium", ["fabric", "neoforge"])


def test_a_version_that_the_jar_does_not_tell_is_a_question_mark(server):
    server.jar("mods/jei.jar", {"META-INF/mods.toml": FORGE})
    server.jar("mods/none.jar", {"fabric.mod.json": {"id": "none"}})
    assert listed(server.folder).text.splitlines()[::2] == ["- jei v? (Just Enough Items)", "- none v? (none)"]


def test_broken_jars_are_named_and_the_others_still_listed(server):
    good = server.jar("mods/good.jar", {"fabric.mod.json": LITHIUM})
    (server.folder / "mods" / "text.jar").write_text("no jar")
    (server.folder / "mods" / "half.jar").write_bytes(good.read_bytes()[:-30])
    (server.folder / "mods" / "empty.jar").write_bytes(b"")
    (server.folder / "mods" / "folder.jar").mkdir()
    os.mkfifo(server.folder / "mods" / "pipe.jar")
    for name, entries in {
        "json": {"fabric.mod.json": "{"}, "list": {"fabric.mod.json": "[]"}, "toml": {"META-INF/mods.toml": "[[mods"},
        "deep": {"fabric.mod.json": "[" * 100_000}, "shape": {"META-INF/mods.toml": "mods=3"}, "lib": {"a.class": "x"},
        "quilt": {"quilt.mod.json": "{}"}, "noid": {"fabric.mod.json": "{}"},
    }.items():  # fmt: skip
        server.jar(f"mods/{name}.jar", entries)
    torn = server.jar("mods/torn.jar", {"fabric.mod.json": LITHIUM})
    data = torn.read_bytes()
    torn.write_bytes(data[:60] + b"\xff" * 20 + data[80:])
    result = listed(server.folder)
    assert result.text.splitlines()[0] == "- lithium v0.14.3 (Lithium)"
    assert [mod["id"] for mod in result.data["mods"]] == ["lithium"]
    why = {one["file"].removesuffix(".jar"): one["why"] for one in result.data["broken"]}
    assert set(why) == {
        "text", "half", "empty", "json", "list", "toml", "deep", "shape", "lib", "quilt", "noid", "torn",
    }  # fmt: skip
    assert why["text"].startswith("not a whole jar")
    assert why["lib"] == why["noid"] == "no description of a mod or plugin in it"


def test_a_bomb_in_a_jar_is_not_unpacked(server):
    path = server.jar("mods/bomb.jar", {"fabric.mod.json": " " * 50_000_000})
    lying = server.jar("mods/lying.jar", {"fabric.mod.json": " " * 5_000_000})
    data = lying.read_bytes()
    lying.write_bytes(data.replace(struct.pack("<L", 5_000_000), struct.pack("<L", 10)))
    assert path.stat().st_size < 100_000
    why = {one["file"]: one["why"] for one in listed(server.folder).data["broken"]}
    assert why["bomb.jar"] == "its fabric.mod.json is larger than 1048576 bytes"
    assert "lying.jar" in why


def test_long_lists_are_cut(server):
    for number in range(230):
        server.jar(
            f"mods/{number}.jar", {"fabric.mod.json": {"id": f"mod{number:03}", "version": "1", "name": "x" * 300}}
        )
    result = listed(server.folder)
    assert len(result.text) <= 14_000
    assert "[cut: " in result.text
    assert len(result.data["mods"]) == 230
    for path in (server.folder / "mods").iterdir():
        server.jar(f"mods/{path.name}", {"fabric.mod.json": {"id": path.stem, "version": "1"}})
    lines = listed(server.folder).text.splitlines()
    assert (len(lines), lines[-1]) == (220, "… and 11 more")


def test_without_mods_or_a_folder_it_says_so(server):
    assert listed(server.folder).text == "no mods or plugins are installed"
    with pytest.raises(BadConfig, match="no server folder is set") as bad:
        listed(None)
    assert "server.dir" in bad.value.hint


def test_the_outermost_keys_of_yaml_are_read():
    assert top_level("a: 1\n b: 2\n\"c\": 'x # y'\nd: e # f\ng:\nh:\n  i: j\nk: l#m\na: again") == {
        "a": "1", "c": "x # y", "d": "e", "k": "l#m",
    }  # fmt: skip


PROJECT = {
    "id": "gvQqBUqZ", "slug": "lithium-fork", "title": "Lithium", "project_type": "mod",
    "description": "Faster servers.", "body": "# Lithium\n\nNo change of behaviour.",
    "license": {"id": "LGPL-3.0-only"}, "loaders": ["fabric", "neoforge"],
    "game_versions": ["1.21", "1.21.1"], "client_side": "optional", "server_side": "optional", "downloads": 7,
}  # fmt: skip
HITS = [
    {"slug": "other", "title": "Something", "project_id": "a", "project_type": "mod"},
    {"slug": "lithium-fork", "title": "Lithium", "project_id": "gvQqBUqZ", "project_type": "mod"},
    {"slug": "lithium-pack", "title": "Lithium Pack", "project_id": "c", "project_type": "modpack"},
]


def service(path, asked):
    """What Modrinth says."""
    if path == "/v2/search":
        return Page({"hits": [] if "nothing" in asked["query"] else HITS})
    known = path in ("/v2/project/lithium-fork", "/v2/project/gvQqBUqZ")
    return Page(PROJECT) if known else Page(b"", 404)


def modrinth_of(web, wanted, folder=None):
    tool = modrinth.tool(web.url, folder)
    return tool.run(arguments.checked(tool, {"mod_id": wanted}), Context(mode="god"))


def test_a_project_is_fetched_by_its_slug():
    with FakeWeb(service) as web:
        result = modrinth_of(web, "lithium-fork")
    assert web.paths == ["/v2/project/lithium-fork"]
    head, text = result.text.split("\n\n", 1)
    assert head == (
        "mod_id: lithium-fork\nmodrinth_slug: lithium-fork\nmodrinth_title: Lithium\nlicense: LGPL-3.0-only\n"
        "loaders: fabric, neoforge\nversions: 1.21, 1.21.1\nsides: client optional, server optional\n"
        "source: https://modrinth.com/mod/lithium-fork\ntitle: Lithium\nmode: markdown"
    )
    assert text == "Faster servers.\n\n# Lithium\n\nNo change of behaviour."
    assert (result.data["slug"], result.data["license"], result.data["game_versions"]) == (
        "lithium-fork", "LGPL-3.0-only", ["1.21", "1.21.1"],
    )  # fmt: skip


def test_an_installed_mods_own_link_is_followed_before_a_search(server):
    server.jar("mods/lithium.jar", {"fabric.mod.json": LITHIUM})
    with FakeWeb(service) as web:
        assert modrinth_of(web, "lithium", server.folder).data["slug"] == "lithium-fork"
    assert web.paths == ["/v2/project/lithium", "/v2/project/lithium-fork"]


def test_else_the_best_of_a_search_is_taken():
    with FakeWeb(service) as web:
        assert modrinth_of(web, "Lithium Mod").data["slug"] == "lithium-fork"
    assert web.paths == ["/v2/search?query=Lithium+Mod&limit=10", "/v2/project/gvQqBUqZ"]


@pytest.mark.parametrize(
    ("wanted", "near"), [("nothing", "is the name right?"), ("zzz", "it has other, lithium-fork, lithium-pack")]
)
def test_what_modrinth_does_not_have_is_not_found(wanted, near):
    with FakeWeb(service) as web, pytest.raises(NotFound, match="is not on Modrinth") as missing:
        modrinth_of(web, wanted)
    assert missing.value.hint == near


def test_hits_are_compared_by_slug_then_id_then_words():
    hit = {"slug": "sodium", "title": "Sodium Extra", "project_id": "AANobbMI", "project_type": "mod"}
    assert modrinth.score(hit, "sodium", "sodium") == 320 + 40 + 60
    assert modrinth.score(hit, "AANobbMI", "x") == 260 + 40
    assert modrinth.score(hit | {"project_type": "modpack"}, "so_extra", "x") == 60
    assert modrinth.score({}, "a", "b") == 0


@pytest.mark.parametrize(
    ("page", "message"),
    [(Page("down", 500), "answered 500: down"), (Page([]), "does not answer as Modrinth"), (Page("x"), "sent no JSON")],
)
def test_a_service_that_fails_is_named(page, message):
    with FakeWeb(page) as web, pytest.raises(WebUnreachable, match=message):
        modrinth_of(web, "sodium")


@pytest.mark.parametrize("wanted", ["..", "../../v2/user", "a/b", "a?b", "x y"])
def test_no_name_climbs_out_of_its_path(wanted):
    with FakeWeb(service) as web, pytest.raises(NotFound):
        modrinth_of(web, wanted)
    assert all(path.startswith("/v2/search?") for path in web.paths)


@pytest.mark.parametrize("wanted", ["", " ", "x" * 101])
def test_a_mod_needs_a_name(wanted):
    with FakeWeb(service) as web, pytest.raises(BadUsage):
        modrinth_of(web, wanted)
