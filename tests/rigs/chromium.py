"""A headless Chromium, driven over its debugging pipe (JSON between NULs on two descriptors): no port, no library.

Source: the Chrome DevTools Protocol, domains Target, Page, Runtime, Emulation, Network.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
from collections import deque
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)
_FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
    "--remote-debugging-pipe",
)  # fmt: skip


class Browser:
    """One page in a browser of its own; ``events`` holds what the browser told of it."""

    def __enter__(self) -> Self:
        assert PROGRAM, "there is no Chromium; on Debian: apt install chromium"
        self._profile = tempfile.mkdtemp(prefix="mcgod-chromium-")
        to_it, ours_out = os.pipe()
        ours_in, from_it = os.pipe()
        words = f'exec "$@" 3<&{to_it} 4>&{from_it}'
        self._process = subprocess.Popen(
            ["bash", "-c", words, "bash", PROGRAM, *_FLAGS, f"--user-data-dir={self._profile}", "about:blank"],
            pass_fds=(to_it, from_it),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_it)
        os.close(from_it)
        self._in, self._out = os.fdopen(ours_in, "rb", buffering=0), os.fdopen(ours_out, "wb", buffering=0)
        self._left, self._number, self._session = b"", 0, ""
        self._told: deque[dict[str, Any]] = deque()
        self.events: list[dict[str, Any]] = []
        target = self("Target.createTarget", url="about:blank")["targetId"]
        self._session = self("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self(f"{domain}.enable")
        return self

    def __exit__(self, *_: object) -> None:
        self._session = ""
        self("Browser.close")
        self._process.wait(30)
        self._in.close()
        self._out.close()
        shutil.rmtree(self._profile, ignore_errors=True)

    def __call__(self, method: str, **params: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        self._number += 1
        session = {"sessionId": self._session} if self._session else {}
        request = {"id": self._number, "method": method, "params": params, **session}
        self._out.write(json.dumps(request).encode() + b"\0")
        while (answer := self._next()).get("id") != self._number:
            self.events.append(answer)
        assert "error" not in answer, answer
        return answer["result"]

    def open(self, path: Path, *, width: int, height: int, dark: bool = False) -> None:
        """Show a file in a window of that size, in CSS pixels, until it has loaded."""
        self(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self("Emulation.setEmulatedMedia", features=[scheme])
        self("Page.navigate", url=path.as_uri())
        self.wait_for("Page.loadEventFired")

    def wait_for(self, method: str) -> None:
        """Wait for an event that has not come yet."""
        while True:
            event = self._next()
            self.events.append(event)
            if event.get("method") == method:
                return

    def run(self, script: str) -> Any:
        """Return the value of a JavaScript expression, awaited."""
        found = self("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def choose(self, **fields: str) -> str:
        """Fill in fields of the page's filters as a person would, and return what it says once it has filtered."""
        filled = json.dumps(fields)
        return self.run(
            f"""(() => {{
              const form = document.getElementById("filters");
              const told = document.getElementById("shown");
              const done = new Promise((then) => {{
                new MutationObserver(() => then(told.textContent)).observe(told, {{ childList: true }});
              }});
              for (const [name, value] of Object.entries({filled})) form.elements[name].value = value;
              form.dispatchEvent(new Event("input"));
              return done;
            }})()"""
        )

    def scroll_to(self, selector: str) -> None:
        """Bring an element to the top of the window, and wait until what is then seen has been laid out and drawn."""
        self.run(
            f"""new Promise((then) => {{
              document.querySelector({json.dumps(selector)}).scrollIntoView({{ behavior: "instant" }});
              requestAnimationFrame(() => requestAnimationFrame(then));
            }})"""
        )

    def picture(self, scale: float = 1) -> bytes:
        """Return what is seen, ``scale`` as large, as PNG."""
        view = self.run("(({ pageLeft, pageTop }) => ({ x: pageLeft, y: pageTop }))(visualViewport)")
        size = self.run("({ width: innerWidth, height: innerHeight })")
        return base64.b64decode(self("Page.captureScreenshot", clip={**view, **size, "scale": scale})["data"])

    def requested(self) -> list[str]:
        """Return every URL that was asked for."""
        sent = (one["params"] for one in self.events if one.get("method") == "Network.requestWillBeSent")
        return [one["request"]["url"] for one in sent]

    def complaints(self) -> list[str]:
        """Return what the browser logged: a broken script, a request that the page's policy forbade."""
        logged = [one["params"]["entry"]["text"] for one in self.events if one.get("method") == "Log.entryAdded"]
        thrown = [str(one["params"]) for one in self.events if one.get("method") == "Runtime.exceptionThrown"]
        return logged + thrown

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            piece = self._in.read(1 << 20)
            assert piece, "the browser went away"
            self._left += piece
        line, _, self._left = self._left.partition(b"\0")
        return json.loads(line)
