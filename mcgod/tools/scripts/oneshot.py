"""JavaScript that KubeJS runs once: a file that is there for one reload, and an answer on one marked line of a log."""

from __future__ import annotations

import json
import os
import re
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod import fsio
from mcgod.errors import NotFound
from mcgod.tools.port import ToolResult
from mcgod.tools.scripts import place
from mcgod.tools.scripts.faults import faults
from mcgod.tools.scripts.reloading import check_game, reload_scripts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcgod.tools.port import Context
    from mcgod.tools.scripts.growth import Growth
    from mcgod.tools.scripts.place import Place
    from mcgod.tools.scripts.reloading import Reloading

_FOLDER = "instant"
_MARK = "mcgod-instant"
_LIFE = 60  # seconds

# A second reload must not run it again, be it another request's or because the file outlived its writer; `global`
# outlives reloads. `server` and the like are what KubeJS 6 and 7 call them; what one of them does not know stays
# null. The mark is put together there, so that a log which quotes the script does not hold it.
_SCRIPT = """\
// mcgod runs this once and removes it.
(function () {
  const mark = "%(mark)s" + " %(id)s "
  if (Date.now() > %(until)d || (typeof global === "object" && global[mark])) return
  if (typeof global === "object") global[mark] = true
  const source = null
  let server = null, level = null, player = null
  try { server = Utils.getServer() } catch (ignored) { server = null }
  try { level = server.overworld() } catch (ignored) { level = null }
  try { player = server.getPlayer(%(player)s) } catch (ignored) { player = null }
  try {
    console.info(mark + "ok " + JSON.stringify(String(eval(%(code)s)).slice(0, 8000)))
  } catch (error) {
    console.info(mark + "failed " + JSON.stringify(String(error) + "\\n" + String(error.stack || "")))
  }
})();
"""


class Answer(NamedTuple):
    """What a script answered: the text of its last value, or of what it threw."""

    ok: bool
    text: str


@dataclass(frozen=True, slots=True)
class OneShot:
    """Runs scripts of KubeJS once. ``now`` tells the time in epoch seconds."""

    reloading: Reloading
    now: Callable[[], float]

    def run(self, here: Place, code: str, context: Context) -> ToolResult:
        """Let KubeJS run ``code``, and find its answer in the logs. BadConfig, GameUnreachable, NotFound."""
        if context.dry_run:
            return ToolResult("dry run: would let KubeJS run the code, which nothing can check", {"dry_run": True})
        check_game(context)
        run = os.urandom(4).hex()
        script = _SCRIPT % {
            "mark": _MARK,
            "id": run,
            "until": (self.now() + _LIFE) * 1000,
            "player": json.dumps(context.player),
            "code": json.dumps(code),
        }
        with self.reloading.growth() as growth, _there(here, run, script):
            reply = reload_scripts(context)
            self.reloading.settle(growth, context, lambda: answer(growth, run) is not None)
            found, errors = answer(growth, run), faults(growth.lines())
        data: dict[str, Any] = {"output": reply.text, "errors": errors, "result": found.text if found else None}
        if found:
            return ToolResult(f"{'OK' if found.ok else 'ERROR'}: {found.text or '(no output)'}", data, ok=found.ok)
        told = ["no answer of the script stands in the logs of KubeJS", f"/{reply.command}: {reply.text.strip()}"]
        return ToolResult("\n".join([*told, *errors]), data, ok=False)


def answer(growth: Growth, run: str) -> Answer | None:
    """Return what the script of that ``run`` answered, or None as long as it has not."""
    mark = re.compile(rf'{_MARK} {run} (ok|failed) ("(?:[^"\\]|\\.)*")')
    for _, line in growth.lines():
        if hit := mark.search(line):
            with suppress(ValueError):
                return Answer(hit[1] == "ok", json.loads(hit[2], strict=False))
    return None


@contextmanager
def _there(here: Place, run: str, script: str) -> Iterator[None]:
    """Let the script be there for the block."""
    if not here.anchor.parent.is_dir():
        raise NotFound(f"{here.anchor.parent} is not there", hint="start the server once, and it makes the folder")
    file = here.root / _FOLDER / f"{run}{here.suffix}"
    like = here.owner
    place.check(here, file)
    fsio.make_folder(file.parent, like=like)
    place.check(here, file)
    try:
        fsio.replace_file(file, script.encode(), mode=0o644, durable=False, like=like)
        yield
    finally:
        fsio.remove(file, durable=False)
