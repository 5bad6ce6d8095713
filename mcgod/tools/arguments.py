"""A tool's arguments: from words or JSON text to values that its schema accepts, or an error that names one."""

from __future__ import annotations

import html
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadInput, BadUsage

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from mcgod.tools.port import Tool

_LONGEST = 200  # characters of a complaint
_TRUTHS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


def from_words(tool: Tool, words: Iterable[str]) -> dict[str, Any]:
    """Read ``key=value`` words; a key that comes again adds to a list. Raises BadUsage."""
    found: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise BadUsage(f"{word[:60]!r} is not key=value", hint=f"mcgod tools schema {tool.name}")
        if key in found:
            before = found[key]
            found[key] = [*before, value] if isinstance(before, list) else [before, value]
        else:
            found[key] = value
    return found


def from_text(text: str) -> dict[str, Any]:
    """Read the arguments as a model or a script writes them: a JSON object, or nothing. Raises BadUsage.

    Some servers hand on what a model wrote with its quotes escaped for HTML.
    """
    if not text.strip():
        return {}
    try:
        value = json.loads(text if "&quot;" not in text or '"' in text else html.unescape(text))
    except ValueError as error:
        raise BadUsage(f"the arguments are not JSON: {error}") from None
    if not isinstance(value, dict):
        raise BadUsage("the arguments must be one JSON object")
    return value


def checked(tool: Tool, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``raw`` as values that the tool's schema accepts. Raises BadUsage that names the argument at fault.

    Other names of an argument are resolved, and text is read as a number,
    truth value or list where the schema wants one. An argument that is null
    counts as not given. Raises BadInput when the schema is broken.
    """
    if tool.outside:
        _check_schema(tool)
    properties: Mapping[str, Any] = tool.parameters.get("properties", {})
    values: dict[str, Any] = {}
    for key, value in raw.items():
        name = tool.aliases.get(key, key)
        if value is not None and (name == key or name not in raw):
            values[name] = _read(value, properties.get(name, {}))
    more = tool.parameters.get("additionalProperties") or tool.parameters.get("patternProperties")
    if properties and not more and (unknown := next((key for key in values if key not in properties), None)):
        raise BadUsage(f"{tool.name} has no argument {unknown!r}", hint=f"it has {', '.join(properties)}")
    for message in _complaints(tool, values):
        raise BadUsage(f"{tool.name}: {message}", hint=f"mcgod tools schema {tool.name}")
    return values


def _check_schema(tool: Tool) -> None:
    """Look at a schema that somebody else has written. Raises BadInput when it is none."""
    if wrong := _fault(json.dumps(tool.parameters, sort_keys=True)):
        raise BadInput(f"the schema of {tool.name} is broken: {wrong}", hint="tell whoever offers that tool")


@lru_cache(maxsize=256)
def _fault(schema: str) -> str:
    """Return what is wrong with a schema, empty for a sound one; the look takes a millisecond."""
    from jsonschema import SchemaError  # noqa: PLC0415 - 60 ms, only when a tool runs

    read = json.loads(schema)
    try:
        _validator(read).check_schema(read)
    except SchemaError as error:
        return error.message[-_LONGEST:]
    return ""


def _read(value: Any, schema: Any) -> Any:
    """Read text as what the schema wants; what cannot be read stays, and the schema will complain."""
    kind = schema.get("type") if isinstance(schema, dict) else None  # true and false are schemas too
    match value:
        case str() if kind == "boolean":
            return _TRUTHS.get(value.strip().lower(), value)
        case str() if kind in ("integer", "number", "object") or (kind == "array" and value.lstrip().startswith("[")):
            return _json(value)
        case float() if kind == "integer" and value.is_integer():
            return int(value)
        case int() | float() if kind == "string" and not isinstance(value, bool):
            return str(value)
        case _:
            return [value] if kind == "array" and not isinstance(value, list) else value


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _validator(schema: Mapping[str, Any]) -> Any:
    """Return the class that holds values against ``schema``, by the draft that it names, if it names one."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - 60 ms, only when a tool runs
    from jsonschema.validators import validator_for  # noqa: PLC0415

    return validator_for(schema, default=Draft202012Validator)


def _complaints(tool: Tool, values: Mapping[str, Any]) -> Iterator[str]:
    from referencing import Registry  # noqa: PLC0415
    from referencing.exceptions import Unresolvable  # noqa: PLC0415

    schema = dict(tool.parameters)
    registry: Any = Registry()  # an empty one, so that a reference to elsewhere fetches nothing
    try:
        errors = list(_validator(schema)(schema, registry=registry).iter_errors(values))
    except Unresolvable as lost:
        raise BadInput(f"the schema of {tool.name} refers to {lost.ref}, which it does not have") from None
    except RecursionError:
        raise BadInput(f"the schema of {tool.name} goes round in circles") from None
    for error in errors:
        where = ".".join(str(part) for part in error.absolute_path)
        # The value stands first in the message, and may be a whole file.
        message = error.message if len(error.message) <= _LONGEST else f"…{error.message[-_LONGEST:]}"
        yield f"{where}: {message}" if where else message
