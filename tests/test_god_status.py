"""What a watcher is told of a running tool."""

import json

from mcgod.god.tooluse import status
from mcgod.llm.port import ToolCall


def test_the_code_of_a_script_is_not_shown_in_a_status():
    call = ToolCall("1", "write-server-script", json.dumps({"path": "a.js", "content": "secret" * 100}))
    assert status(call) == {
        "short": "write-server-script a.js",
        "hover": '{"path": "a.js", "content": "(600 characters)"}',
    }
    assert len(status(ToolCall("1", "x", json.dumps({"a": "y" * 500})))["short"]) == 180
    assert status(ToolCall("1", "x", "no json")) == {"short": "x", "hover": "{}"}
