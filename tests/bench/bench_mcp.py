"""What a tool call costs over MCP: on both transports, in process, and of the SDK's own; and a start."""

import asyncio
import json
import signal
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import mcp_play
import mcp_stage
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_harness import PROGRAM, environment, over_http, over_streams

from mcgod.mcpserver.offers import Offers

ROUNDS = 200
TOOLS = {"list-assets": {}, "state": {}, "command": {"command": "give Steve bread", "dry_run": True}}


async def through(transport, name):
    """Return the seconds that each of some calls took."""
    took = []
    given = TOOLS.get(name, {"a": 1, "b": 2})
    async with Client(transport(), cache=None, mode="legacy") as client:
        assert not (await client.call_tool(name, given)).is_error
        for _ in range(ROUNDS):
            began = time.perf_counter()
            await client.call_tool(name, given)
            took.append(time.perf_counter() - began)
    return took


def _play():
    return stdio_client(StdioServerParameters(command=sys.executable, args=[str(Path(mcp_play.__file__))]))


def in_process(desk, name):
    offers, took = Offers(desk), []
    offer = offers.get(name)
    for _ in range(ROUNDS):
        began = time.perf_counter()
        context = desk.context(offer.tool.risk)
        offers.call(offer, TOOLS[name], context)
        if context.game:
            context.game.close()
        took.append(time.perf_counter() - began)
    return took


@contextmanager
def served(home, folder):
    """Serve over HTTP; yield what connects to it."""
    process: Any = subprocess.Popen(
        [PROGRAM, "mcp", "serve", "--http", "--json", "--scope", "sudo"],
        env=environment(home, MCGOD_SERVER_DIR=str(folder)),
        stdout=subprocess.PIPE,
    )
    with process:
        try:
            here = json.loads(process.stdout.readline())
            yield over_http(here["url"], json.loads(Path(here["file"]).read_text())["token"])
        finally:
            process.send_signal(signal.SIGTERM)


def medians(ways, name):
    """Return the median of each way, in milliseconds."""
    return {way: statistics.median(asyncio.run(through(to, name))) * 1e3 for way, to in ways.items()}


@pytest.mark.bench
def test_a_call_over_each_transport_over_the_same_in_process(tmp_path):
    folder, home = tmp_path / "server", tmp_path / "home"
    with mcp_play.over_http() as url:
        sdk = medians({"streams": _play, "http": over_http(url, "any")}, "add")
    print(f"\n  the SDK's own tool: streams {sdk['streams']:.2f} ms, http {sdk['http']:.2f} ms", end="")
    with mcp_stage.world(folder, home), served(home, folder) as http:
        ways = {"streams": over_streams(home, "--scope", "sudo", MCGOD_SERVER_DIR=str(folder)), "http": http}
        for name in TOOLS:
            with mcp_stage.desk(home, "sudo", folder) as desk:
                own = statistics.median(in_process(desk, name)) * 1e3
            told = medians(ways, name)
            shown = ", ".join(f"{way} {ms:.2f} ms ({ms - own:+.2f})" for way, ms in told.items())
            print(f"\n  {name}: in process {own:.2f} ms, {shown}", end="")
            assert all(told[way] < own + 5 * sdk[way] for way in ways)
    print()


@pytest.mark.bench
def test_a_start_over_the_import_of_the_sdk(tmp_path):
    def cpu(*words, **environ):
        """Return the seconds of CPU that a process took."""
        import resource

        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(words, env=environment(tmp_path, **environ), stdin=subprocess.DEVNULL, check=True, stderr=-3)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    python = PROGRAM.replace("mcgod", "python")
    ours = statistics.median(cpu(PROGRAM, "mcp", "serve") for _ in range(5))
    sdk = statistics.median(cpu(python, "-c", "import mcp.server, uvicorn") for _ in range(5))
    print(f"\n  a start: {ours:.2f} s of CPU, of which the SDK {sdk:.2f} s; ratio {ours / sdk:.2f}")
    assert ours < sdk * 2
