"""The client against RCON servers that this project did not write, from PyPI, as processes of their own."""

from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from rcon_servers import in_thread

from mcgod.game.outages import WrongPassword
from mcgod.game.over_rcon import RconGame
from mcgod.game.rcon import Rcon

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.real

PASSWORD = "Ab5%9^x!"

# Each echoes, times a number when the command starts with one, and prints its port once it listens.
ANSWER = f"""
PASSWORD = {PASSWORD!r}

def answer(text):
    count, _, rest = text.partition(" ")
    return rest * int(count) if count.isdigit() else "did " + text
"""

RCONX = f"""{ANSWER}
import threading
import rconx

def port():
    import socket
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]

number = port()
server = rconx.RconServer(
    "127.0.0.1", number, authentication=PASSWORD, command_handler=lambda content, info: answer(content.content.decode())
)
thread = threading.Thread(target=server.serve, kwargs={{"on_started": lambda: print(number, flush=True)}})
thread.start()
input()
server.shutdown()
thread.join()
"""

RCON_FAKE = f"""{ANSWER}
import os, socket, threading, time
import rcon_fake

class Listener(socket.socket):
    def listen(self, *args):
        super().listen(*args)
        print(self.getsockname()[1], flush=True)

rcon_fake.rcon_fake.socket.socket = Listener
server = rcon_fake.RCON("127.0.0.1", 0, PASSWORD)
server.set_handler(answer)
server.start(True)
input()
os._exit(0)
"""

SERVERS = {"rconx": RCONX, "rcon-fake": RCON_FAKE}


@contextmanager
def running(program: str) -> Iterator[int]:
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield int(process.stdout.readline())
        finally:
            process.communicate("\n", timeout=60)


@pytest.mark.parametrize("program", SERVERS.values(), ids=SERVERS)
def test_one_client_gets_whole_replies_from_both(program: str) -> None:
    with running(program) as port, Rcon("127.0.0.1", PASSWORD, port, timeout=60) as rcon:
        for _ in range(3):
            assert rcon.command("list") == "did list"
            assert rcon.command("0 nothing") == ""
            for count in (1023, 1024, 4085, 4086, 4087, 4096, 9000, 300_000):
                assert rcon.command(f"{count} x") == "x" * count
            assert rcon.command("3000 é🙏") == "é🙏" * 3000
            assert RconGame(rcon).command("say §6hi").text == "did say hi"


@pytest.mark.parametrize("program", SERVERS.values(), ids=SERVERS)
def test_a_wrong_password_is_said_at_once(program: str) -> None:
    with running(program) as port:
        rcon = Rcon("127.0.0.1", "wrong", port, timeout=600)
        with pytest.raises(WrongPassword):
            in_thread(rcon.connect)
        rcon.password = PASSWORD
        assert rcon.command("list") == "did list"
        rcon.disconnect()
