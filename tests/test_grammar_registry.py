"""The vendored ids: complete for what the rules and the oracle rely on, and honest about versions."""

import pytest

from mcgod.grammar import registry, versions


def test_every_promised_version_is_vendored():
    assert registry.known() == (
        "1.16.5", "1.18.2", "1.19.4", "1.20.1", "1.20.4", "1.20.6",
        "1.21.1", "1.21.3", "1.21.4", "1.21.5", "1.21.8", "1.21.9", "1.21.11", "26.1",
    )  # fmt: skip


@pytest.mark.parametrize("version", registry.known())
def test_each_version_knows_the_everyday_things(version):
    ids = registry.load(version)
    assert ids.exact
    assert all(ids.has("item", f"minecraft:{name}") for name in ("oak_log", "bread", "torch", "iron_pickaxe"))
    assert ids.has("mob_effect", "unluck")
    assert ids.has("mob_effect", "jump_boost")
    assert ids.has("entity_type", "horse")
    assert ids.states("oak_log") == {"axis": ["x", "y", "z"]}
    assert ids.display("oak_log") == "Oak Log"
    assert (ids.stack("ender_pearl"), ids.stack("iron_sword"), ids.stack("stone")) == (16, 1, 64)
    assert (ids.food("bread"), ids.food("stone")) == (5, 0)
    assert ids.max_level("sharpness") == 5


def test_ids_follow_the_version():
    assert registry.load("1.20.1").has("item", "grass")
    assert not registry.load("1.20.4").has("item", "grass")
    assert registry.load("1.20.4").has("item", "short_grass")
    assert registry.load("1.20.4").ids("data_component_type") == ()
    assert "custom_name" in registry.load("1.20.6").ids("data_component_type")


def test_names_that_title_casing_would_miss():
    ids = registry.load("1.21.4")
    assert ids.display("tnt") == "TNT"
    assert ids.by_display["block of amethyst"] == "amethyst_block"
    assert ids.effect_display("unluck") == "Bad Luck"
    assert not ids.has("item", "mymod:oak_log")


@pytest.mark.parametrize(
    ("asked", "serving"),
    [
        ("1.21.4", "1.21.4"),
        ("1.21.6", "1.21.5"),
        ("1.21.2", "1.21.3"),
        ("1.21.10", "1.21.9"),
        ("26.3", "26.1"),
        ("1.8.8", "1.16.5"),
        ("1.21.5-pre1", "1.21.5"),
        ("1.20.4-R0.1-SNAPSHOT", "1.20.4"),
        ("24w14a", versions.DEFAULT),
        ("", versions.DEFAULT),
    ],
)
def test_a_version_without_data_uses_the_nearest_older_one_and_says_so(asked, serving):
    ids = registry.load(asked)
    assert ids.version == serving
    assert ids.exact == (versions.key(asked) == versions.key(serving))
