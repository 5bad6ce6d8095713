"""``mcgod bridge serve``: a flag counts, whether or not the answer is JSON."""

import socket

import pytest


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_the_port_that_is_asked_for_is_the_one_that_is_taken(mcgod, words):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = mcgod("bridge", "serve", "--port", port, *words)
    assert (done.exit_code, done.stdout) == (75, "")
    assert f"port {port} is taken" in done.stderr
