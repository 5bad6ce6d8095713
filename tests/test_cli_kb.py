"""``mcgod kb``: pages and memories from the shell."""

import json

import pytest
from fake_memorysmith import KEY, FakeMemorySmith


@pytest.fixture
def village(mcgod):
    done = mcgod("kb", "add", "--at", "120,64,-300", "--tags", "Village, trade", "--type", "landmark", "--as", "Steve",
                 input="# North village\nA market.\n")  # fmt: skip
    assert (done.exit_code, done.stdout, done.stderr) == (0, "world:page:north-village\n", "")


@pytest.fixture
def editor(tmp_path, monkeypatch):
    """Make the person's editor write this text into the file that it is given; returns what sets it."""

    def set_to(text, code=0):
        (tmp_path / "text").write_text(text)
        script = tmp_path / "editor.sh"
        script.write_text(f'#!/bin/sh\ncp "$1" "{tmp_path}/seen"\ncp "{tmp_path}/text" "$1"\nexit {code}\n')
        script.chmod(0o700)
        monkeypatch.setenv("EDITOR", str(script))
        return tmp_path / "seen"

    return set_to


@pytest.mark.usefixtures("village")
def test_what_was_added_can_be_read(mcgod):
    done = mcgod("kb", "get", "North Village")
    first, second, _, *body = done.stdout.splitlines()
    assert (first, body, done.stderr) == ("North village", ["A market."], "")
    assert "world:page:north-village  landmark  village, trade  at 120 64 -300 in minecraft:overworld" in second
    told = json.loads(mcgod("kb", "get", "world:page:north-village", "--json").stdout)
    assert told["place"] == {"x": 120.0, "y": 64.0, "z": -300.0, "dimension": "minecraft:overworld"}


def test_a_fresh_machine_knows_how_to_pray_and_what_a_chest_is(mcgod):
    assert mcgod("kb", "get", "praying").stdout.startswith("How to pray\n")
    assert "8 " in mcgod("kb", "get", "minecraft:chest").stdout
    missing = mcgod("kb", "get", "item:chets", "--kb", "agent")
    assert (missing.exit_code, missing.stdout) == (66, "")
    assert missing.stderr.endswith("try: did you mean item:chest?\n")
    assert mcgod("kb", "get", "praying", "--kb", "world").exit_code == 66


@pytest.mark.usefixtures("village")
def test_an_edit_changes_what_is_given_and_leaves_the_rest(mcgod):
    assert mcgod("kb", "edit", "north-village", "--tags", "gone").stdout == "world:page:north-village\n"
    assert mcgod("kb", "edit", "north-village", "-", "--as", "Alex", input="Burnt down.\n").exit_code == 0
    told = json.loads(mcgod("kb", "get", "north-village", "--json").stdout)
    assert (told["title"], told["body"], told["tags"]) == ("North village", "Burnt down.\n", ["gone"])
    assert mcgod("kb", "edit", "north-village", "--id", "ruins/north").stdout == "world:page:ruins/north\n"
    versions = json.loads(mcgod("kb", "history", "north-village", "--json").stdout)
    assert [(one["action"], one["author"]) for one in versions] == [
        ("create", "Steve"),
        ("update", ""),
        ("update", "Alex"),
        ("rename", ""),
    ]
    assert "+Burnt down." in mcgod("kb", "diff", "north-village", "2", "3").stdout
    assert mcgod("kb", "diff", "north-village", "1", "1").exit_code == 1
    assert mcgod("kb", "restore", "north-village", "1").stdout == "world:page:north-village is as in version 1\n"
    assert mcgod("kb", "remove", "north-village").stdout == "removed world:page:north-village\n"


@pytest.mark.usefixtures("village")
def test_an_editor_sees_the_file_and_a_mistake_in_it_is_not_lost(mcgod, editor, home):
    seen = editor("---\ntitle: North village\n---\nby hand\n")
    assert mcgod("kb", "edit", "north-village").exit_code == 0
    assert seen.read_text().startswith("---\ntitle: North village\n")
    assert json.loads(mcgod("kb", "get", "north-village", "--json").stdout)["body"] == "by hand\n"
    assert mcgod("kb", "edit", "north-village").stderr == "mcgod: nothing was changed\n"
    editor("other", code=3)
    stopped = mcgod("kb", "edit", "north-village")
    assert (stopped.exit_code, stopped.stderr) == (130, "mcgod: the editor ended with 3; nothing was changed\n")
    editor("---\nconfidence: 98\n---\nx\n")
    wrong = mcgod("kb", "edit", "north-village")
    assert (wrong.exit_code, wrong.stdout) == (65, "")
    assert "line 2: confidence must be 0 to 1, not 98" in wrong.stderr
    kept = list((home / "run").glob("edit-*.md"))
    assert [file.read_text() for file in kept] == ["---\nconfidence: 98\n---\nx\n"]
    assert f"what you wrote is in {kept[0]}\n" in wrong.stderr


def test_without_an_editor_there_is_a_hint(mcgod, monkeypatch):
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    done = mcgod("kb", "edit", "praying")
    assert (done.exit_code, done.stderr) == (
        2,
        "mcgod: no editor is set\ntry: export EDITOR=nano, or write - for stdin\n",
    )
    monkeypatch.setenv("EDITOR", "/no/such/editor")
    assert mcgod("kb", "edit", "praying").exit_code == 2


@pytest.mark.usefixtures("village")
def test_links_go_both_ways(mcgod):
    mcgod("kb", "add", "--memory", "--title", "smith", input="The smith of [[north-village]] buys coal.")
    mcgod("kb", "add", input="# Road\nto [[north-village]] with [[item:minecart]]")
    assert mcgod("kb", "links", "road").stdout == "-> north-village\n-> item:minecart\n"
    assert mcgod("kb", "links", "north-village").stdout == "<- world:page:road\n"
    assert mcgod("kb", "links", "memory:smith").exit_code == 1
    assert mcgod("kb", "edit", "memory:smith", "-", "--tags", "Trade", input="He left.\n").exit_code == 0
    told = json.loads(mcgod("kb", "get", "smith", "--json").stdout)
    assert (told["title"], told["body"], told["tags"]) == ("smith", "He left.", ["trade"])
    assert mcgod("kb", "verify").stdout == "clean\n"
    mcgod("kb", "remove", "north-village")
    broken = mcgod("kb", "verify", "--json")
    assert broken.exit_code == 1
    assert [one["code"] for one in json.loads(broken.stdout)["findings"]] == ["dangling"]


@pytest.mark.usefixtures("village")
def test_a_base_goes_out_and_comes_in_again(mcgod, tmp_path):
    lines = mcgod("kb", "export").stdout
    (tmp_path / "out.jsonl").write_text(lines)
    again = mcgod("--home", tmp_path / "other", "kb", "import", tmp_path / "out.jsonl")
    assert (again.exit_code, again.stdout) == (0, "1 new, 0 changed, 0 same, 0 skipped\n")
    assert mcgod("--home", tmp_path / "other", "kb", "export").stdout == lines
    assert mcgod("kb", "export", tmp_path / "files", "--kb", "world").stdout == "world: 1 files\n"
    assert mcgod("kb", "import", tmp_path / "files").stdout == "0 new, 0 changed, 1 same, 0 skipped\n"
    bad = mcgod("kb", "import", "-", input=lines + "{torn\n")
    assert (bad.exit_code, bad.stdout) == (65, "0 new, 0 changed, 1 same, 1 skipped\n")
    assert bad.stderr.startswith("mcgod: stdin, line 2: not JSON")
    assert mcgod("kb", "import", "nowhere").exit_code == 66


@pytest.mark.usefixtures("village")
def test_stats_count_pages_and_items(mcgod):
    world, agent = json.loads(mcgod("kb", "stats", "--json").stdout)
    assert (world["pages"], world["tags"], agent["pages"]) == (1, {"trade": 1, "village": 1}, agent["shipped"])
    assert agent["items"] > 1000
    assert "  pages: 1\n" in mcgod("kb", "stats", "--kb", "world").stdout


@pytest.mark.parametrize(
    ("words", "given", "code", "said"),
    [
        (["add"], "", 2, "an empty page"),
        (["add"], "no title", 2, "a page needs a title"),
        (["add", "--title", "?!"], "x", 2, "makes no page name"),
        (["add", "--at", "1,2"], "# a", 2, "position must be three numbers"),
        (["add", "--at", "a,b,c"], "# a", 2, "is no place"),
        (["add", "--type", "Two Words"], "# a", 2, "type must be one word"),
        (["add", "--kb", "all"], "# a", 2, "that goes to one base"),
        (["add", "--kb", "moon"], "# a", 2, "'moon' is no knowledge base"),
        (["add"], "---\ntags: {a: b}\n---\n# a", 65, "line 2: tags must be a list"),
        (["add", "--memory"], "x" * 20_001, 65, "at most 20000"),
        (["get", ""], None, 2, "an empty reference"),
        (["edit", "praying", "x"], None, 2, "'x' is not -"),
        (["edit", "item:chest", "--tags", "a"], None, 2, "made of the game's own data"),
        (["remove", "praying"], None, 77, "ships with mcgod"),
        (["history", "nothing"], None, 66, "has no entry 'nothing'"),
        (["restore", "praying", "1"], None, 66, "has no version 1"),
        (["get", "world:page:praying", "--kb", "agent"], None, 66, "no page 'praying'"),
    ],
)
def test_what_is_wrong_is_named(mcgod, words, given, code, said):
    done = mcgod("kb", *words, input=given)
    assert (done.exit_code, done.stdout) == (code, "")
    assert said in done.stderr


def test_a_base_on_a_server_is_used_in_the_same_way(mcgod, monkeypatch):
    with FakeMemorySmith(field="body", nested=False, key=KEY) as server:
        monkeypatch.setenv("MCGOD_KB_WORLD_URL", server.url)
        monkeypatch.setenv("MCGOD_KB_WORLD_API_KEY", KEY)
        assert mcgod("kb", "add", "--id", "v/north", "--tags", "a", input="# North\nx").stdout == "world:page:v/north\n"
        assert json.loads(mcgod("kb", "get", "v/north", "--json").stdout)["tags"] == ["a"]
        assert mcgod("kb", "edit", "v/north", "-", input="# North\ny").exit_code == 0
        refused = mcgod("kb", "remove", "world:page:v/north")
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert "the world base is on a server" in refused.stderr
        assert mcgod("kb", "verify").stdout == "clean\n"
        assert json.loads(mcgod("kb", "stats", "--json").stdout)[0]["kb"] == "world"
    down = mcgod("kb", "get", "v/north")
    assert (down.exit_code, down.stdout) == (69, "")
    assert "cannot be reached" in down.stderr
    assert KEY not in down.stderr
    assert mcgod("kb", "get", "praying", "--kb", "agent").exit_code == 0
