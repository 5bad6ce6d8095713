"""From settings to the interface mod that a bridge looks for."""

from pathlib import Path

import pytest

from mcgod.config import load
from mcgod.game.folder import ServerFolder
from mcgod.game.modlink.discovery import Search
from mcgod.god import bridging

HERE = Path.cwd  # where the test runs


def search(tmp_path, place=None, **settings):
    """Return how a bridge with these ``mod.`` settings looks for its mod; None when it does not."""
    flags = {f"mod.{name}": value for name, value in settings.items()}
    target = bridging.mod(load(tmp_path / "none.toml", environ={}, cwd=tmp_path, flags=flags), place)
    return target.search if target else None


@pytest.fixture
def server(tmp_path):
    folder = tmp_path / "server"
    folder.mkdir()
    (folder / "server.properties").write_text("level-name=my world\n")
    return ServerFolder(folder)


def test_nothing_is_looked_for_unless_something_says_that_there_is_a_mod(tmp_path, server):
    assert search(tmp_path) is None
    assert search(tmp_path, server) is None
    (server.path / "mc-agent-server").mkdir()
    assert search(tmp_path, server) == Search("server", folder=server.path)
    assert search(tmp_path, server, vantage="off", port=25581) is None


def test_a_port_alone_leaves_the_vantage_to_the_greeting(tmp_path):
    assert search(tmp_path, port=25581) == Search("", 25581, None, HERE())
    assert search(tmp_path, port=25581, vantage="client") == Search("client", 25581, None, HERE())


def test_a_folder_is_named_and_a_port_file_is_one(tmp_path, server):
    assert search(tmp_path, server, dir=str(tmp_path)) == Search("server", folder=tmp_path, named=True)
    file = tmp_path / "port.txt"
    assert search(tmp_path, server, dir=str(file)) == Search("server", 0, file, file, named=True)


def test_a_client_does_not_run_in_the_servers_folder(tmp_path, server):
    assert search(tmp_path, server, vantage="server") == Search("server", folder=server.path)
    assert search(tmp_path, server, vantage="client") == Search("client", folder=HERE())
