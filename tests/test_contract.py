"""The rules of the house: what may import what, what start-up costs, what the package holds."""

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest
from mcgod.commands import _roff  # pyright: ignore[reportMissingImports]
from mcgod.commands._pages import pages  # pyright: ignore[reportMissingImports]
from mcgod.commands.main import TABLE  # pyright: ignore[reportMissingImports]

from mcgod import errors

ROOT = Path(__file__).parents[1]
LIBRARY = sorted((ROOT / "mcgod").rglob("*.py"))
COMMANDS = sorted((ROOT / "commands").glob("*.py"))
CODE = [*LIBRARY, *COMMANDS]
TESTS = sorted((ROOT / "tests").rglob("*.py"))

# A room may import rooms of a lower rank, and itself.
RANKS = (
    {"errors"},
    {"fsio", "jsonl", "properties"},
    {"paths", "settings", "names"},
    {"config"},
    {"configfile"},
    {"game", "grammar", "llm", "rules", "store"},
    {"kb"},
    {"bridge", "sandbox", "tools"},
    {"god"},
    {"corpus", "gateway", "mcpserver", "replay"},
    {"commands"},
)
# Rooms of one rank do not see each other, but for these.
SEEN = {("rules", "grammar"), ("llm", "grammar")}
ROUTES = ("about", "answering", "common", "requests", "sessions")
# Third-party package -> the only places that import it.
OWNERS = {
    "fastapi": {f"gateway/{name}.py" for name in ("app", *(f"routes/{name}" for name in ROUTES))},
    "langgraph": {"gateway/checkpoints.py", "gateway/stategraph.py"},
    "langsmith": {"gateway/stategraph.py"},
    "pydantic": {"gateway/bodies.py"},
    "starlette": {"gateway/app.py"},
    "uvicorn": {"gateway/server.py", "mcpserver/serving.py"},
    "mcrcon": {"game/rcon.py", "game/outages.py"},
    "ollama": {"llm/server.py", "llm/ollama.py"},
    "httpx": {
        "bridge/webhooks.py",
        "kb/wire.py",
        "llm/server.py",
        "llm/endpoint.py",
        "llm/faults.py",
        "llm/wire.py",
        "tools/web/api.py",
        "tools/web/faults.py",
        "tools/web/wire.py",
    },
    "json_repair": {"llm/repair.py"},
    "jsonschema": {"tools/arguments.py"},
    "numpy": {"kb/index/dense.py"},
    "redis": {"store/redis/link.py", "store/redis/faults.py"},
    "snowballstemmer": {"kb/index/text.py"},
    "mcp": {"mcpserver/serving.py", "mcpserver/wire.py", "tools/remote/wire.py"},
    "mcp_types": {"mcpserver/wire.py", "tools/remote/wire.py"},
    "httpx2": {"tools/remote/wire.py"},
    "xllamacpp": {"llm/engine.py"},
    "platformdirs": {"paths.py"},
    "tomlkit": {"configfile.py"},
    "trafilatura": {"tools/web/pages.py"},
    "yaml": {"kb/frontmatter.py"},
}


@cache
def parsed(path):
    """The syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"))


def room(path):
    """The room that a file lies in: its folder below mcgod/, or its own name at the top."""
    if path.parent == ROOT / "commands":
        return "commands"
    parts = path.relative_to(ROOT / "mcgod").parts
    return parts[0].removesuffix(".py")


def imports(path):
    """Every module that a file imports, at the top or inside functions, but not for types alone."""
    tree = parsed(path)
    skipped = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{name.name}" for name in node.names)


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_arrows_run_one_way(path):
    here = room(path)
    if here in ("__init__", "__main__"):
        return
    rank = next(number for number, rooms in enumerate(RANKS) if here in rooms)
    for module in imports(path):
        if not module.startswith("mcgod."):
            continue
        there = module.split(".")[1]
        if there in ("__version__", here):
            continue
        below = any(there in rooms for rooms in RANKS[:rank])
        assert below or (here, there) in SEEN, f"{here} imports {there}"


def test_third_party_packages_live_in_one_room_each():
    for path in LIBRARY:
        for module in imports(path):
            package = module.split(".")[0]
            if package in OWNERS:
                assert str(path.relative_to(ROOT / "mcgod")) in OWNERS[package], f"{path} imports {package}"
            assert package not in ("typer", "rich", "click"), f"{path} imports {package}"


def test_the_library_does_not_print_prompt_exit_or_read_the_environment():
    for path in LIBRARY:
        text = path.read_text("utf-8")
        for word in (r"\bprint\(", r"\binput\(", r"sys\.exit", r"os\.environ", r"getenv", r"sys\.std(in|out|err)\b"):
            assert not re.search(word, text), f"{path} uses {word}"


def test_only_fsio_opens_files_for_writing():
    allowed = {ROOT / "mcgod" / "fsio.py", ROOT / "mcgod" / "sandbox" / "log.py"}
    for path in set(CODE) - allowed:
        text = path.read_text("utf-8")
        assert not re.search(r"""open\([^)]*["'][wax]|\.write_text\(|\.write_bytes\(|O_WRONLY\b(?!\), sys)""", text), (
            path
        )


def test_files_and_functions_stay_small():
    sizes = {path: path.read_text("utf-8").count("\n") for path in [*CODE, *TESTS]}
    assert {str(path): size for path, size in sizes.items() if size > 300} == {}
    library = sorted(sizes[path] for path in CODE)
    assert library[len(library) // 2] <= 100
    for path in CODE:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 45, f"{path}: {node.name}"


def _public(body):
    """Public classes and functions of a module, and public methods of public classes."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from _public(node.body)


def test_every_module_and_public_function_says_what_it_is_for():
    for path in CODE:
        tree = parsed(path)
        assert ast.get_docstring(tree), path
        assert [node.name for node in _public(tree.body) if not ast.get_docstring(node)] == [], path


def test_no_unfinished_marks():
    marks = "|".join(
        ("TO" + "DO", "FIX" + "ME", "X" * 3, "NotImplemented" + "Error", "pytest" + r"\.skip", "mark" + r"\.xfail")
    )
    for path in [*CODE, *TESTS]:
        assert not re.search(rf"\b({marks})\b", path.read_text("utf-8")), path


def test_the_wheel_lists_every_package():
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["packages"]
    folders = {path.parent for path in LIBRARY if path.name == "__init__.py"}
    found = {".".join(folder.relative_to(ROOT).parts) for folder in folders} | {"mcgod.commands"}
    assert sorted(found) == listed


def _modules_after(*words):
    """Names of the modules that a run of mcgod has loaded at its end."""
    code = (
        "import sys, io\nfrom mcgod.commands.main import main\nsys.argv = ['mcgod', *sys.argv[1:]]\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print('\\n'.join(sorted(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines())


HEAVY = {
    "asyncio", "email", "fastapi", "httpx", "http.client", "json_repair", "jsonschema", "langgraph", "mcrcon", "ollama",
    "platformdirs", "pydantic", "rich", "rich.console", "ssl", "tomlkit", "unittest", "uvicorn", "yaml", "zipfile",
}  # fmt: skip


@pytest.mark.parametrize("words", [["--help"], ["--version"]])
def test_the_root_loads_no_command_and_nothing_heavy(words):
    loaded = _modules_after(*words)
    assert not loaded & HEAVY
    assert {
        name for name in loaded if name.startswith("mcgod.commands.") and not name.split(".")[2].startswith("_")
    } == {"mcgod.commands.main"}
    assert {name for name in loaded if name.startswith("mcgod") and "commands" not in name} <= {
        "mcgod", "mcgod.errors", "mcgod.paths",
    }  # fmt: skip


def test_listing_sessions_loads_nothing_heavy():
    assert not _modules_after("session", "list") & (HEAVY | {"mcgod.god.runner", "mcgod.grammar.registry", "tomllib"})


def test_an_oracle_prayer_needs_no_network_client():
    assert not _modules_after("pray", "hello") & {"asyncio", "httpx", "mcrcon", "ollama", "pydantic", "ssl", "tomlkit"}


def test_exit_codes_are_the_documented_ones_and_slugs_are_unique():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.McgodError)]
    documented = {code for code, _ in _roff.EXIT_CODES}
    assert documented == {0, 1, 2, 65, 66, 69, 70, 74, 75, 77, 78, 130}
    assert {kind.exit for kind in kinds} <= documented
    assert len({kind.slug for kind in kinds}) == len(kinds)
    assert all(re.search(rf"\b{kind.__name__}\b", errors.__doc__ or "") for kind in kinds)


def test_man_pages_and_completions_are_current():
    """Run ``make pages`` when this fails."""
    made = pages()
    kept = {str(path.relative_to(ROOT)) for folder in ("man", "completions") for path in (ROOT / folder).iterdir()}
    assert kept == set(made)
    assert [name for name, text in made.items() if (ROOT / name).read_text("utf-8") != text] == []


@pytest.mark.parametrize("name", TABLE)
def test_every_command_has_help(mcgod, name):
    done = mcgod(name, "--help")
    assert (done.exit_code, done.stderr) == (0, "")
    assert TABLE[name].help.split(";")[0].rstrip(".")[:40] in done.stdout


def test_the_make_targets_find_their_tests():
    """``pytest FOLDER`` takes only ``test_*.py``, and would say so where nobody looks."""
    benches = sorted((ROOT / "tests" / "bench").glob("*.py"))
    assert all(path.name.startswith("bench_") for path in benches)
    assert "-m bench tests/bench/bench_*.py\n" in (ROOT / "Makefile").read_text("utf-8")
