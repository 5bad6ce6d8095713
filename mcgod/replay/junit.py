"""The outcome of test cases as JUnit XML, the form that build servers read. Pure.

Source for the elements: the schema of Jenkins' JUnit plugin (testsuite, testcase, failure, error).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Sequence

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Outcome(NamedTuple):
    """One case: ``failures`` has a line for each thing that does not hold; ``error`` is why it could not be run."""

    name: str
    file: str
    failures: Sequence[str] = ()
    error: str | None = None


def written(outcomes: Sequence[Outcome], suite: str = "mcgod replay test") -> bytes:
    """Return the XML document, in UTF-8 with its declaration."""
    counts = {
        "tests": len(outcomes),
        "failures": sum(bool(one.failures) for one in outcomes),
        "errors": sum(one.error is not None for one in outcomes),
    }
    root = ET.Element("testsuite", {"name": suite, **{name: str(count) for name, count in counts.items()}})
    for one in outcomes:
        names = {"classname": _clean(one.file), "name": _clean(one.name)}
        case = ET.SubElement(root, "testcase", names)
        if one.error is not None:
            ET.SubElement(case, "error", message=_clean(one.error))
        elif one.failures:
            fault = ET.SubElement(case, "failure", message=_clean(one.failures[0]))
            fault.text = _clean("\n".join(one.failures))
    ET.indent(root)
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"


def _clean(text: str) -> str:
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)
