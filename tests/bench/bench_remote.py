"""What a call of a server's tool costs over the SDK's own call: the hop between threads, the schema, the wrapping."""

import asyncio
import statistics
import sys
import time
from pathlib import Path

import mcp_play
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from mcgod.llm.port import ToolCall
from mcgod.tools.port import Context
from mcgod.tools.remote.family import Remotes
from mcgod.tools.remote.server import Server
from mcgod.tools.toolbox import Toolbox

PLAY = str(Path(mcp_play.__file__))
ROUNDS = 300


async def by_the_sdk():
    took = []
    async with Client(StdioServerParameters(command=sys.executable, args=[PLAY])) as client:
        await client.call_tool("add", {"a": 1, "b": 2})
        for _ in range(ROUNDS):
            began = time.perf_counter()
            await client.call_tool("add", {"a": 1, "b": 2})
            took.append(time.perf_counter() - began)
    return took


@pytest.mark.bench
def test_a_call_through_our_registry_over_the_sdks_own(tmp_path):
    bare = asyncio.run(by_the_sdk())
    remotes = Remotes([Server("play", command=(sys.executable, PLAY))], tmp_path, note=print)
    box, took = Toolbox(remotes.tools([]), closing=remotes.close), []
    context, call = Context(mode="god"), ToolCall("1", "play_add", '{"a":1,"b":2}')
    told = box.answer(call, context)
    for _ in range(ROUNDS):
        began = time.perf_counter()
        box.answer(call, context)
        took.append(time.perf_counter() - began)
    box.close()
    assert told.ok
    sdk, ours = (statistics.median(one) * 1e3 for one in (bare, took))
    print(f"\n  a call of a tool: the SDK {sdk:.2f} ms, through the registry {ours:.2f} ms ({ours - sdk:+.2f} ms)")
    assert ours < sdk * 4
