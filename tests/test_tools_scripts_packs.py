"""What a data pack looks like in each version of the game."""

import json

import pytest
from scripts_play import Scripts

from mcgod.errors import BadConfig
from mcgod.grammar import trees
from mcgod.tools.scripts.packs import functions_folder, meta, pack_format


@pytest.mark.parametrize(
    ("version", "number", "folder"),
    [
        ("1.13", 4, "functions"),
        ("1.14.4", 4, "functions"),
        ("1.16.1", 5, "functions"),
        ("1.16.5", 6, "functions"),
        ("1.18.1", 8, "functions"),
        ("1.18.2", 9, "functions"),
        ("1.19.3", 10, "functions"),
        ("1.19.4", 12, "functions"),
        ("1.20", 15, "functions"),
        ("1.20.1", 15, "functions"),
        ("1.20.2", 18, "functions"),
        ("1.20.4", 26, "functions"),
        ("1.20.6", 41, "functions"),
        ("1.21", 48, "function"),
        ("1.21.1", 48, "function"),
        ("1.21.3", 57, "function"),
        ("1.21.4", 61, "function"),
        ("1.21.4-pre1", 61, "function"),
        ("1.21.5", 71, "function"),
        ("1.21.6", 80, "function"),
        ("1.21.8", 81, "function"),
        ("1.21.10", 88, "function"),
        ("1.21.11", 94, "function"),
        ("26.1.2", 101, "function"),
        ("26.2", 107, "function"),
        ("26.3", 121, "function"),
        ("31.1", 121, "function"),
        ("unheard of", 61, "function"),
    ],
)
def test_formats_and_folders(version, number, folder):
    assert (pack_format(version), functions_folder(version)) == (number, folder)


def test_formats_rise_over_all_versions_that_are_known():
    numbers = [pack_format(version) for version in trees.known()]
    assert numbers == sorted(numbers)


def test_since_1_21_9_a_pack_names_a_range():
    pack = {"description": "Functions that mcgod wrote"}
    assert json.loads(meta("1.21.8")) == {"pack": pack | {"pack_format": 81}}
    assert json.loads(meta("1.21.9")) == {"pack": pack | {"min_format": 88, "max_format": 88}}


def test_a_version_without_data_packs_is_refused(tmp_path):
    with pytest.raises(BadConfig, match=r"Minecraft 1\.12\.2 has no data packs"):
        Scripts(tmp_path, version="1.12.2")("list-server-scripts")


@pytest.mark.parametrize(("version", "folder"), [("1.20.6", "functions"), ("1.21", "function")])
def test_a_function_lies_where_its_version_looks(tmp_path, version, folder):
    play = Scripts(tmp_path, version=version)
    play.write("hello", "say hi")
    assert play.files() == [
        f"world/datapacks/mcgod/data/mcgod/{folder}/hello.mcfunction", "world/datapacks/mcgod/pack.mcmeta",
    ]  # fmt: skip


def test_the_meta_file_follows_the_version(tmp_path):
    play = Scripts(tmp_path)
    play.write("hello", "say hi")
    file = play.server / "world/datapacks/mcgod/pack.mcmeta"
    assert file.read_bytes() == meta("1.21.4")
    ours = b'{"pack": {"description": "Our own", "pack_format": 61, "supported_formats": [57, 61]}}'
    file.write_bytes(ours)
    play.write("other", "say hi")
    assert file.read_bytes() == ours
    play.open(opened=False, version="1.21.11")
    play.write("hello", "say hi")
    assert file.read_bytes() == meta("1.21.11")


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b"3", b'{"pack": 3}', b'{"pack": {}}', b"\xff"])
def test_a_meta_file_that_is_none_is_replaced(tmp_path, broken):
    play = Scripts(tmp_path)
    file = play.server / "world/datapacks/mcgod/pack.mcmeta"
    file.parent.mkdir(parents=True)
    file.write_bytes(broken)
    play.write("hello", "say hi")
    assert file.read_bytes() == meta("1.21.4")
