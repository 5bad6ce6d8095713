"""Where the mod listens, by port, port file or folder; and where nobody must look."""

import pytest

from mcgod.game.modlink.discovery import Search


def put(path, text="25599"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_an_explicit_port_beats_every_file(tmp_path):
    file = put(tmp_path / "p.txt", "1")
    found = Search("server", port=25600, port_file=file, folder=tmp_path).find()
    assert found == ("server", 25600, "argument", (), "")


def test_a_port_file_beats_the_folder(tmp_path):
    put(tmp_path / "mc-agent-server" / "port.txt", "1")
    file = put(tmp_path / "p.txt", " 25599\r\n")
    found = Search("server", port_file=file, folder=tmp_path).find()
    assert (found.port, found.source, found.checked) == (25599, f"port-file:{file}", (str(file),))


def test_a_missing_port_file_is_not_made_up_for(tmp_path):
    put(tmp_path / "port.txt")
    for vantage in ("server", "client"):
        found = Search(vantage, port_file=tmp_path / "gone.txt", folder=tmp_path).find()
        assert (found.port, found.source) == (None, "unresolved")
        assert "gone.txt" in found.error


def test_a_server_is_looked_for_in_its_own_folder(tmp_path):
    own, beside = tmp_path / "mc-agent-server" / "port.txt", tmp_path / "port.txt"
    put(beside, "25598")
    assert Search("server", folder=tmp_path).find().port is None
    assert Search("server", folder=tmp_path).find().checked == (str(own),)
    named = Search("server", folder=tmp_path, named=True).find()
    assert (named.port, named.checked) == (25598, (str(own), str(beside)))
    put(own)
    assert Search("server", folder=tmp_path, named=True).find().port == 25599


def test_a_server_is_never_looked_for_where_a_client_is(tmp_path):
    put(tmp_path / "mc-agent" / "port.txt")
    found = Search("server", folder=tmp_path, named=True).find()
    assert (found.port, found.source) == (None, "unresolved")


def test_a_client_has_two_files_and_a_port_of_its_own(tmp_path):
    search = Search("client", folder=tmp_path)
    assert search.find()[1:3] == (25580, "default-client")
    assert len(search.find().checked) == 2
    inner = put(tmp_path / "mc-agent" / "port.txt", "25581")
    assert search.find()[1:3] == (25581, f"port-file:{inner}")
    outer = put(tmp_path / "port.txt", "25582")
    assert search.find()[1:3] == (25582, f"port-file:{outer}")


@pytest.mark.parametrize("text", ["", "0", "65536", "-1", "+5", "1_000", "٢٥", "port", "25581 25582", "9" * 5000])
def test_a_file_that_holds_no_port_ends_the_search(tmp_path, text):
    put(tmp_path / "port.txt", text)
    put(tmp_path / "mc-agent" / "port.txt")
    found = Search("client", folder=tmp_path).find()
    assert (found.port, found.source) == (None, "unresolved")
    assert "holds no port" in found.error
    assert found.to_json()["checked"] == [str(tmp_path / "port.txt")]


@pytest.mark.parametrize("port", [-1, 70000])
def test_a_port_out_of_range_is_no_port(port):
    assert Search("server", port=port).find().error == f"{port} is no port: 1 to 65535"
