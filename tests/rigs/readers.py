"""Many subscribers in one process: ``python readers.py RUN_FOLDER READING DEAF LAST`` reads until event LAST.

Prints ``{"orders":[…],"gaps":…}``: for each reader whether its numbers came in
order without a hole, and how many gaps it was told of.
"""

import json
import re
import selectors
import socket
import sys
from pathlib import Path

SEQ = re.compile(rb'"stream":"\w+","seq":(\d+)')


class Reader:
    """One subscriber that checks the order as it reads."""

    def __init__(self, sock):
        self.sock = sock
        self.rest = b""
        self.last = 0
        self.sound = True
        self.gaps = 0

    def read(self):
        """Take what is there; True when the last event has come."""
        data = self.rest + self.sock.recv(1 << 20)
        end = data.rfind(b"\n") + 1
        self.rest, data = data[end:], data[:end]
        self.gaps += data.count(b'{"type":"gap"')
        numbers = list(map(int, SEQ.findall(data)))
        if numbers:
            self.sound &= numbers == list(range(self.last + 1, self.last + 1 + len(numbers)))
            self.last = numbers[-1]
        return self.last >= LAST


RUN, READING, DEAF, LAST = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
here = json.loads((RUN / "bridge.json").read_text())
ask = json.dumps({"id": 1, "method": "subscribe", "params": {"since": 0}, "auth": here["token"]}).encode() + b"\n"


def subscribed(size):
    """Return a subscribed socket with a receive buffer of ``size`` bytes."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, size)
    sock.connect((here["host"], here["port"]))
    sock.sendall(ask)
    return sock


deaf = [subscribed(4096) for _ in range(DEAF)]
readers = [Reader(subscribed(1 << 20)) for _ in range(READING)]
print("ready", flush=True)
waiting = selectors.DefaultSelector()
for reader in readers:
    waiting.register(reader.sock, selectors.EVENT_READ, reader)
left = len(readers)
while left:
    for key, _ in waiting.select():
        if key.data.read():
            waiting.unregister(key.fileobj)
            left -= 1
recovered = 0
for sock in deaf:
    data = b""
    while b'{"type":"gap"' not in data:
        data = data[-100:] + sock.recv(1 << 20)
    recovered += 1
print(
    json.dumps(
        {"sound": sum(one.sound for one in readers), "gaps": sum(one.gaps for one in readers), "told": recovered}
    )
)
