"""The README shows only what works: its recipes are run, its tables are compared."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from mcgod.commands._roff import EXIT_CODES  # pyright: ignore[reportMissingImports]
from mcgod.commands.main import TABLE  # pyright: ignore[reportMissingImports]

TEXT = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
RECIPES = re.findall(r"```sh\n(.*?)```", TEXT.split("## Recipes")[1].split("\n## ")[0], re.DOTALL)


@pytest.fixture
def tools(tmp_path):
    """A folder for the path with ``jq`` in it, which is jaq where the machine has none."""
    folder = tmp_path / "tools"
    folder.mkdir()
    found = shutil.which("jq") or Path(sys.executable).parent / "jaq"
    (folder / "jq").symlink_to(found)
    return folder


@pytest.mark.parametrize("recipe", RECIPES, ids=range(len(RECIPES)))
def test_recipes_run_as_they_stand(recipe, shell, tools):
    done = shell(f'export PATH="{tools}:$PATH"\nset -euo pipefail\n{recipe}\nwait')
    assert done.returncode == 0, done.stderr
    errors = [line for line in done.stderr.splitlines() if "dry run" not in line]
    assert errors == []


def test_there_are_recipes():
    assert len(RECIPES) >= 7


def test_the_table_lists_every_command():
    named = re.findall(r"^\| `mcgod (\w+)", TEXT, re.MULTILINE)
    assert named == list(TABLE)


def test_the_nouns_name_their_verbs(mcgod):
    for noun in ("session", "soul", "sandbox", "config", "tools", "mcp", "asset", "kb", "bench"):
        row = next(line for line in TEXT.splitlines() if line.startswith(f"| `mcgod {noun}`"))
        verbs = re.findall(r"^  (\w+) ", mcgod(noun, "--help").stdout.split("Commands:")[1], re.MULTILINE)
        assert [verb for verb in verbs if not re.search(rf"\b{verb}\b", row)] == []


def test_the_exit_codes_are_the_documented_ones():
    cells = re.findall(r"^\| ([\d, ]+) \|", TEXT, re.MULTILINE)
    shown = {int(code) for cell in cells for code in cell.split(",")}
    assert shown == {code for code, _ in EXIT_CODES} - {70, 130}
