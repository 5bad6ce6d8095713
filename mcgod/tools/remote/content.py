"""What a tool server answered, as a result of ours: the texts, and the name of what is no text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod.tools.port import ToolResult

if TYPE_CHECKING:
    from mcp_types import CallToolResult


def result_of(answer: CallToolResult) -> ToolResult:
    """Return the parts as text, one below the other, and the structured content as data.

    Pictures, sounds and files are named with their type and size. Where only
    structured content came, the text is its JSON.
    """
    data = answer.structured_content
    text = "\n".join(_text(part) for part in answer.content)
    if not text and data is not None:
        text = json.dumps(data, ensure_ascii=False)
    return ToolResult(text, data, ok=not answer.is_error)


def _text(part: Any) -> str:
    """Return one part as text; ``type`` says which kind it is. Source: MCP 2025-11-25, ``ContentBlock``."""
    match part.type:
        case "text":
            return str(part.text)
        case "image" | "audio":
            return f"[{part.type}, {part.mime_type}, {_size(part.data)} bytes]"
        case "resource":
            inner = part.resource
            text = getattr(inner, "text", None)
            size = _size(inner.blob) if text is None else len(text.encode())
            name = f"[resource {inner.uri}, {inner.mime_type or 'of unknown type'}, {size} bytes]"
            return name if text is None else f"{name}\n{text}"
        case "resource_link":
            known = f", {part.size} bytes" if part.size is not None else ""
            return f"[link to {part.uri}, {part.mime_type or 'of unknown type'}{known}]"
        case kind:
            return f"[{kind}]"


def _size(base64: str) -> int:
    """Return how many bytes a base64 text stands for."""
    return len(base64) * 3 // 4 - base64[-2:].count("=")
