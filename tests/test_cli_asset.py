"""``mcgod asset`` and the tools behind it: records of what was made, and what can be done with them."""

import json

import pytest
from test_cli_tools import box  # noqa: F401 - a fixture

from mcgod.errors import BadInput, BadUsage, NotFound
from mcgod.store.assets import AssetFile, Assets, category_of

UUID = "1c2d3e4f-0000-4000-8000-000000000001"


@pytest.fixture
def assets(tmp_path):
    now = iter(range(1, 1000))
    return Assets(AssetFile(tmp_path / "assets" / "global.json"), clock=lambda: next(now))


@pytest.fixture
def run(mcgod):
    """Run a tool with its arguments; returns its data."""

    def call(tool, **given):
        done = mcgod("tools", "run", tool, "--args", json.dumps(given), "--json")
        assert done.exit_code == 0, done.stderr
        return json.loads(done.stdout)["data"]

    return call


@pytest.mark.parametrize(
    ("spelled", "category"),
    [
        ("Entity", "entities"),
        ("special-items", "special_items"),
        ("Game Mechanic", "game_mechanics"),
        ("dynamic content", "items_blocks_fluids"),
    ],
)
def test_categories_are_known_by_their_other_spellings(spelled, category):
    assert category_of(spelled) == category


def test_an_upsert_changes_what_is_given_and_leaves_the_rest(assets):
    made, new = assets.upsert({"category": "commands", "name": "Fly", "summary": "up", "command": "/fly"})
    assert (made["id"], new, made["createdAt"]) == ("commands-fly", True, 1000)
    changed, new = assets.upsert({"category": "command", "name": "fly", "details": "higher"})
    assert (changed["summary"], changed["command"], changed["details"], new) == ("up", "/fly", "higher", False)
    cleared, _ = assets.upsert({"category": "commands", "name": "Fly", "summary": ""}, "commands-fly")
    assert (cleared["summary"], cleared["createdAt"], cleared["updatedAt"]) == ("", 1000, 3000)
    assert len(assets.listed()) == 1


def test_the_same_name_in_another_category_is_another_thing_and_ids_do_not_collide(assets):
    name = "a very long name that goes on and on"
    ids = [assets.upsert({"category": c, "name": name})[0]["id"] for c in ("commands", "entities")]
    ids += [assets.upsert({"category": "commands", "name": f"{name} {n}"})[0]["id"] for n in range(12)]
    assert len(set(ids)) == 14
    assert max(map(len, ids)) <= 32


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"category": "cars", "name": "x"}, "category"),
        ({"category": "commands", "name": " "}, "name"),
        ({"category": "commands", "name": "x" * 101}, "name"),
        ({"category": "entities", "name": "x", "entityUuid": "nope"}, "entityUuid"),
        ({"category": "special_items", "name": "x", "specialItemId": "stick; op"}, "specialItemId"),
        ({"name": "x"}, "category"),
    ],
)
def test_a_wrong_field_is_named(assets, fields, named):
    with pytest.raises(BadUsage, match=named):
        assets.upsert(fields)
    assert assets.listed() == []


def test_records_are_found_by_id_or_name_in_any_case(assets):
    assets.upsert({"category": "commands", "name": "Fly High"})
    assert assets.find("COMMANDS-FLY-HIGH")["name"] == assets.find("fly high")["name"] == "Fly High"
    with pytest.raises(NotFound):
        assets.find("fly")
    assets.remove("fly high")
    with pytest.raises(NotFound):
        assets.remove("fly high")


def test_a_file_of_the_mod_is_read_and_what_is_not_understood_stays(assets, tmp_path):
    odd = {"id": "x", "category": "agents", "name": "?"}
    path = tmp_path / "assets" / "global.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"assets": [{"id": "a", "category": "commands", "name": "A", "updatedAt": 5}, odd]}))
    assert [one["id"] for one in assets.listed()] == ["a"]
    assets.upsert({"category": "commands", "name": "B"})
    assert odd in json.loads(path.read_text())["assets"]


@pytest.mark.parametrize(("content", "stays"), [("{", False), ('{"assets":3}', False), ('{"v":9,"assets":[]}', True)])
def test_a_file_that_is_not_understood_is_never_overwritten(assets, tmp_path, content, stays):
    path = tmp_path / "assets" / "global.json"
    path.parent.mkdir()
    path.write_text(content)
    with pytest.raises(BadInput):
        assets.upsert({"category": "commands", "name": "B"})
    assert path.exists() == stays
    assert content in [one.read_text() for one in path.parent.iterdir()]


def test_the_tools_record_list_and_forget(mcgod, run):
    made = run("upsert-asset-record", category="command", name="Fly", scriptPath="fly.js")
    assert (made["id"], made["scriptPath"]) == ("commands-fly", "fly.js")
    assert [one["id"] for one in run("list-assets")] == ["commands-fly"]
    assert mcgod("asset", "list").stdout.splitlines()[1].split() == ["commands-fly", "commands", "Fly"]
    assert 'scriptPath: "fly.js"' in mcgod("asset", "show", "fly").stdout
    run("remove-asset-record", reference="fly")
    assert mcgod("asset", "list").exit_code == 1


def test_a_dry_run_records_nothing(mcgod):
    mcgod("tools", "run", "upsert-asset-record", "category=command", "name=Fly", "--dry-run")
    assert mcgod("asset", "list").exit_code == 1


def test_an_item_is_given_with_all_that_makes_it_special(mcgod, run, box):  # noqa: F811
    nbt = "[minecraft:custom_name='\"Wand\"']"
    run(
        "upsert-asset-record",
        category="special_items",
        name="Wand",
        special_item_id="minecraft:stick",
        special_item_nbt=nbt,
    )
    done = mcgod("asset", "give", "wand", "--as", "Steve", "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, told["command"], told["ran"]) == (0, f"give Steve minecraft:stick{nbt} 1", True)


def test_a_bad_suffix_gives_no_plain_item(mcgod, run, box):  # noqa: F811
    run(
        "upsert-asset-record",
        category="special_items",
        name="Wand",
        special_item_id="minecraft:stick",
        special_item_nbt="[nonsense=",
    )
    done = mcgod("asset", "give", "wand", "--as", "Steve")
    assert (done.exit_code, done.stdout) == (77, "")
    assert "No items were found" in box.command("clear Steve minecraft:stick 0")


def test_what_is_no_item_is_not_given_and_what_is_no_entity_not_visited(mcgod, run, box):  # noqa: F811
    run("upsert-asset-record", category="commands", name="Fly")
    assert mcgod("asset", "give", "fly", "--as", "Steve").exit_code == 2
    assert mcgod("asset", "teleport", "fly", "--as", "Steve").exit_code == 2
    assert mcgod("asset", "give", "fly").exit_code == 2
    assert mcgod("asset", "give", "nothing", "--as", "Steve").exit_code == 66


def test_a_player_is_brought_to_an_entity_or_to_where_it_was_seen(mcgod, run, box):  # noqa: F811
    run("upsert-asset-record", category="entities", name="Bessie", entity_uuid=UUID)
    lost = mcgod("asset", "teleport", "bessie", "--as", "Steve")
    assert (lost.exit_code, lost.stdout) == (66, "")
    where = {"entity_x": 10, "entity_y": 70, "entity_z": -3, "entity_dimension": "minecraft:overworld"}
    run("upsert-asset-record", category="entities", name="Bessie", **where)
    seen = json.loads(mcgod("asset", "teleport", "bessie", "--as", "Steve", "--json").stdout)
    assert seen["command"] == "execute in minecraft:overworld run teleport Steve 10.000 70.000 -3.000"
    assert box.state()["players"]["Steve"]["position"] == (10.0, 70.0, -3.0)


def test_a_loaded_entity_is_visited_where_it_is_and_its_place_recorded(mcgod, run, box):  # noqa: F811
    uuid = box.state()["players"]["Steve"]["uuid"]
    box.command("teleport Steve 5.5 80.0 6.5")
    box.join("Alex")
    run("upsert-asset-record", category="entities", name="Steve", entity_uuid=uuid)
    done = mcgod("asset", "teleport", "steve", "--as", "Alex", "--json")
    assert json.loads(done.stdout)["command"] == f"execute at {uuid} run teleport Alex ~ ~ ~"
    assert box.state()["players"]["Alex"]["position"] == (5.5, 80.0, 6.5)
    kept = json.loads(mcgod("asset", "show", "steve", "--json").stdout)
    assert (kept["entityX"], kept["entityY"], kept["entityZ"]) == (5.5, 80.0, 6.5)


def test_what_a_file_of_other_hands_calls_a_uuid_reaches_no_server(mcgod, home, box):  # noqa: F811
    odd = {"id": "x", "category": "entities", "name": "X", "entityUuid": "@e[type=cow]", "updatedAt": 1}
    (home / "assets").mkdir(parents=True)
    (home / "assets" / "global.json").write_text(json.dumps({"assets": [odd]}))
    done = mcgod("asset", "teleport", "x", "--as", "Steve")
    assert (done.exit_code, "no entity with a UUID" in done.stderr) == (2, True)
