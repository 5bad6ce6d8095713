"""A sandbox server: the world, its RCON, its log, its folder and its control channel, tied together."""

from __future__ import annotations

import random
import time
from contextlib import ExitStack
from dataclasses import asdict
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING, Any, Self

from mcgod import fsio
from mcgod.errors import BadUsage, Busy, StoreFailed
from mcgod.grammar import versions
from mcgod.sandbox import functions, people, wire
from mcgod.sandbox.clock import Clock
from mcgod.sandbox.control import Control
from mcgod.sandbox.folder import Folder
from mcgod.sandbox.listener import HOST, Listener
from mcgod.sandbox.log import Log, roll
from mcgod.sandbox.realm import Realm

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from pathlib import Path

    from mcgod.sandbox.world import World

_SAVE_EVERY = 5.0  # seconds


class Sandbox:
    """A small Minecraft server in this process.

        with Sandbox(folder) as box:
            box.join("Steve")
            box.command("give Steve oak_log 64")   # -> "Gave 64 [Oak Log] to Steve"

    It listens on 127.0.0.1 only: RCON at ``rcon_port`` with ``password``.
    ``now`` counts seconds and moves the world's time along; without it time
    stands still. Raises Busy when a sandbox runs in ``folder`` already, or
    the port is taken, BadUsage for a ``version`` that is none, and
    StoreFailed.
    """

    def __init__(
        self, folder: Path, *, version: str = "1.21.4", rcon_port: int = 0, now: Callable[[], float] | None = None
    ) -> None:
        if versions.key(version) is None:
            raise BadUsage(f"{version!r} is no game version", hint="such as 1.21.4")
        self._folder = Folder(folder)
        self._version = version
        self._wanted_port = rcon_port
        self._now = now
        self._lock = RLock()
        self._stop = Event()
        self._done = Event()
        self._clients = 0
        self._told = 0  # warnings that the log has
        self._keeper: Thread | None = None
        self._failure: StoreFailed | None = None
        self._held = ExitStack()
        self.rcon_port = 0
        self.password = ""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def world(self) -> World:
        """The state, live; read it while nothing runs, or use ``state``."""
        return self._realm.world

    @property
    def warnings(self) -> list[str]:
        """What was wrong with the folder and how it was handled, one line each."""
        return list(self._folder.warnings)

    def start(self) -> None:
        """Load the world and begin to serve."""
        self._folder.prepare()
        try:
            self._held.enter_context(fsio.locked(self._folder.path / "sandbox.lock", timeout=0))
        except Busy:
            raise Busy(f"a sandbox already runs in {self._folder.path}", hint="give another --dir") from None
        try:
            self._open()
        except BaseException:
            self._held.close()
            raise

    def close(self) -> None:
        """Save, say goodbye and stop; once it returns no thread, socket or file is left."""
        self._stop.set()
        self.wait()

    def request_stop(self) -> None:
        """Ask for a stop and return at once; fit for signal handlers and for the ``stop`` command."""
        self._stop.set()

    def wait(self) -> None:
        """Wait until the sandbox has stopped. Raises StoreFailed when its world could not be saved."""
        if self._keeper:
            # A join that an interrupt breaks off leaves a thread that looks finished, so it is not what to wait for.
            self._done.wait()
            self._keeper.join()
        if self._failure:
            raise self._failure

    def command(self, text: str) -> str:
        """Run ``text`` as RCON would and return the answer."""
        with self._lock:
            self._clock.catch_up()
            return self._realm.command(text)

    def join(self, name: str) -> None:
        """Let a player join. Raises BadInput or Refused as people.join does."""
        with self._lock:
            # A made-up client port, so that the log looks as it does on a real server.
            people.join(self._realm, name, address=f"{HOST}:{self._realm.dice.randrange(49152, 65536)}")

    def leave(self, name: str) -> None:
        """Let a player quit. Raises NotFound."""
        with self._lock:
            people.leave(self._realm, name)

    def chat(self, name: str, text: str) -> str:
        """Let a player say ``text``, or run it when it starts with a slash. Raises NotFound, BadInput."""
        with self._lock:
            self._clock.catch_up()
            return people.chat(self._realm, name, text)

    def state(self) -> dict[str, Any]:
        """Return the whole world as JSON data."""
        with self._lock:
            self._clock.catch_up()
            return asdict(self._realm.world)

    def _open(self) -> None:
        began = time.perf_counter()
        self._load()
        # What is registered first is closed last: the farewell comes after all listeners are silent.
        self._held.callback(self._say_farewell)
        self._rcon = Listener(self._serve_rcon, name="RCON", port=self._wanted_port)
        self._held.callback(self._rcon.stop)
        self._control = Control(self._folder.path, self._handle)
        self._held.callback(self._control.stop)
        self.rcon_port = self._rcon.port
        self.password = self._folder.settings["rcon.password"]
        self._folder.settings["rcon.port"] = str(self.rcon_port)
        self._folder.write_settings()
        self._folder.write_lists(self.world)
        self._folder.save_world(self.world)
        self._log.write(f'Done ({time.perf_counter() - began:.3f}s)! For help, type "help"')
        self._rcon.start()
        self._log.write(f"RCON running on {HOST}:{self.rcon_port}", thread="RCON Listener #1")
        self._control.start(rcon_port=self.rcon_port, version=self._version)
        self._keeper = Thread(target=self._keep, name="Sandbox keeper", daemon=True)
        self._keeper.start()

    def _load(self) -> None:
        """Open the log and bring the world to life."""
        settings = self._folder.load_settings()
        roll(self._folder.logs)
        self._log = Log(self._folder.logs / "latest.log")
        self._held.callback(self._log.close)
        self._log.write(f"Starting minecraft server version {self._version}")
        world = self._folder.load_world(self._version, random.getrandbits(63))
        self._tell_warnings()
        self._realm = Realm(
            world,
            log=self._log.write,
            broadcasts=settings["broadcast-rcon-to-ops"] == "true",
            on_lists=self._write_lists,
            on_save=lambda: self._folder.save_world(world),
            on_stop=self._stop.set,
            read_whitelist=self._read_whitelist,
            read_functions=lambda: functions.read(self._folder.datapacks, self._version),
        )
        self._realm.reload()
        self._clock = Clock(world, self._now)

    def _keep(self) -> None:
        """Save now and then; then, when asked to stop, shut everything down."""
        try:
            while not self._stop.wait(_SAVE_EVERY):
                with self._lock:
                    self._clock.catch_up()
                    self._save()
            self._held.close()
        finally:
            self._done.set()

    def _say_farewell(self) -> None:
        self._log.write("Stopping server")
        for player in self.world.online():
            people.disconnect(self._realm, player, "Server closed")
        self._log.write("Saving worlds")
        self._save()

    def _save(self) -> None:
        """Save; a disk that refuses is told of in the log, and by ``wait`` if it still does at the end."""
        try:
            self._folder.save_world(self.world)
            self._failure = None
        except StoreFailed as error:
            self._failure = error
            self._log.write(error.message, level="ERROR")

    def _write_lists(self) -> None:
        """Write the lists of players; they are copies, so a disk that refuses is only told of."""
        try:
            self._folder.write_lists(self.world)
        except StoreFailed as error:
            self._log.write(error.message, level="ERROR")

    def _serve_rcon(self, connection: socket.socket) -> None:
        with self._lock:
            self._clients += 1
            name = f"RCON Client /{HOST} #{self._clients}"
        self._log.write(f"Thread RCON Client /{HOST} started", thread="RCON Listener #1")
        try:
            wire.serve(connection, self.password, self.command)
        finally:
            self._log.write(f"Thread RCON Client /{HOST} shutting down", thread=name)

    def _read_whitelist(self) -> dict[str, str] | None:
        found = self._folder.read_whitelist()
        self._tell_warnings()
        return found

    def _tell_warnings(self) -> None:
        for warning in self._folder.warnings[self._told :]:
            self._log.write(warning, level="WARN")
        self._told = len(self._folder.warnings)

    def _handle(self, deed: str, details: dict[str, str]) -> Any:
        """Do what the control channel asks for."""
        name = details.get("name", "")
        match deed:
            case "join":
                self.join(name)
            case "leave":
                self.leave(name)
            case "chat":
                return {"answer": self.chat(name, details.get("text", ""))}
            case "state":
                return self.state()
            case "stop":
                self.request_stop()
            case _:
                raise BadUsage(f"a sandbox cannot {deed!r}")
        return {}
