"""``mcgod data``: what is known of each version, and a server's own reports."""

import json


def test_versions_tell_what_there_is(mcgod):
    rows = {row["version"]: row for row in json.loads(mcgod("data", "versions", "--json").stdout)}
    assert (rows["1.21.4"]["grammar"], rows["1.21.4"]["ids"], rows["1.21.4"]["imported"]) == (True, True, False)
    assert (rows["26.3"]["grammar"], rows["26.3"]["ids"]) == (True, False)
    assert "1.14" in mcgod("data", "versions").stdout


def test_show_counts_lists_and_looks_up(mcgod):
    told = json.loads(mcgod("data", "show", "--mc", "1.21.4", "--json").stdout)
    assert told["counts"]["item"] == 1385
    assert "minecraft" not in mcgod("data", "show", "item", "--mc", "1.21.4").stdout
    cake = json.loads(mcgod("data", "show", "item", "cake", "--mc", "1.21.4", "--json").stdout)
    assert cake["recipes"][0] == {"count": 1, "from": {"egg": 1, "milk_bucket": 3, "sugar": 2, "wheat": 3}}
    log = json.loads(mcgod("data", "show", "block", "minecraft:oak_log", "--mc", "1.21.4", "--json").stdout)
    assert log["states"] == {"axis": ["x", "y", "z"]}


def test_a_version_without_data_says_which_is_used(mcgod):
    done = mcgod("data", "show", "--mc", "26.3")
    assert done.exit_code == 0
    assert done.stderr == "mcgod: there is no data of 26.3; the ids of 26.1 are used\n"


def test_what_is_not_there_is_66(mcgod):
    for words in (["item", "herobrine"], ["blok"], ["item", "../x"]):
        done = mcgod("data", "show", *words)
        assert (done.exit_code, done.stdout) == (66, "")
    assert mcgod("data", "import", "/nowhere").exit_code == 66
