"""Where the running bridge is: ``run/bridge.json``, which only its owner may read.

{"v":1,"host":"127.0.0.1","port":40123,"token":"…","read_token":"…","pid":4711,"stream":"3f9c…"}
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from mcgod import fsio, jsonl
from mcgod.errors import Unreachable

if TYPE_CHECKING:
    from pathlib import Path

VERSION = 1


class Address(NamedTuple):
    """How to reach a bridge. ``token`` may do everything, ``read_token`` may only look."""

    host: str
    port: int
    token: str
    read_token: str
    pid: int
    stream: str

    def __repr__(self) -> str:
        return f"Address({self.host}:{self.port}, pid {self.pid})"


class BridgeDown(Unreachable):
    """No bridge runs, or it does not answer."""

    slug = "bridge-down"


def write(run_root: Path, address: Address) -> None:
    """Publish where this bridge is."""
    fsio.make_folder(run_root)
    fsio.replace_file(run_root / "bridge.json", jsonl.document({"v": VERSION, **address._asdict()}))


def remove(run_root: Path) -> None:
    """Take the address back."""
    fsio.remove(run_root / "bridge.json")


def read(run_root: Path) -> Address:
    """Return where the bridge says it is. Raises BridgeDown."""
    try:
        raw = json.loads((run_root / "bridge.json").read_bytes())
        return Address(**{name: raw[name] for name in Address._fields})
    except FileNotFoundError:
        raise BridgeDown("no bridge runs", hint="mcgod bridge serve") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BridgeDown(f"{run_root / 'bridge.json'} cannot be read: {error}", hint="mcgod bridge serve") from None
