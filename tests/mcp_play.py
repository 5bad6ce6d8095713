"""A tool server made with the official SDK: on its standard streams when run as a script, or over HTTP in a thread."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
from contextlib import contextmanager

import uvicorn
from mcp.server.mcpserver import Image, MCPServer


def play():
    """Return a server whose tools succeed, fail, dawdle and die."""
    server = MCPServer("play", log_level="CRITICAL")

    @server.tool()
    def add(a: int, b: int) -> int:
        """Add two numbers."""
        return a + b

    @server.tool()
    def crash() -> str:
        print(f"fatal: out of wits, {os.environ.get('PLAY_SECRET')}", file=sys.stderr, flush=True)
        os._exit(3)

    @server.tool()
    async def slow(seconds: float) -> str:
        await asyncio.sleep(seconds)
        return "late"

    @server.tool()
    def fail() -> str:
        raise ValueError("no such biome")

    @server.tool()
    def picture() -> Image:
        return Image(data=b"12345", format="png")

    @server.tool()
    def pid() -> int:
        return os.getpid()

    @server.tool(name="not a name!")
    def nameless() -> str:
        return ""

    return server


@contextmanager
def over_http(token="", answers=None):
    """Serve over HTTP on a port of its own; yield the address. ``token`` is demanded; ``answers`` collects requests."""
    app = play().streamable_http_app()

    async def guarded(scope, receive, send):
        if scope["type"] == "http":
            given = dict(scope["headers"]).get(b"authorization", b"").decode()
            if answers is not None:
                answers.append((scope["method"], given))
            if token and given != f"Bearer {token}":
                await send({"type": "http.response.start", "status": 401, "headers": []})
                await send({"type": "http.response.body", "body": b""})
                return
        await app(scope, receive, send)

    # A socket of unknown protocol is one for which asyncio leaves small packets waiting.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(guarded, log_level="critical", ws="none", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
        finally:
            server.should_exit = True
            thread.join()


if __name__ == "__main__":
    play().run()
