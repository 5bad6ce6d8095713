"""Run the god that listens: assemble it, let signals end it, tell what became of prayers."""

from __future__ import annotations

import json
import os
import platform
import secrets
import signal
import threading
from collections import Counter
from typing import TYPE_CHECKING

from mcgod.bridge import address, opening
from mcgod.bridge.game import BridgeGame
from mcgod.god import setup
from mcgod.god.chat import voice
from mcgod.god.chat.guards import Limits
from mcgod.god.chat.loop import Habits, Loop
from mcgod.god.chat.newcomers import is_new
from mcgod.god.chat.presence import Presence
from mcgod.god.chat.worker import Worker
from mcgod.god.owners import identity
from mcgod.store.opening import link

if TYPE_CHECKING:
    from mcgod.config import Config
    from mcgod.god.chat.shift import Shift
    from mcgod.god.turn import Services
    from mcgod.store.redis.link import Link
    from mcgod.tools.toolbox import Toolbox

    from ._app import App


def listen(app: App) -> None:
    """Listen until SIGTERM or SIGINT. Raises Busy when somebody listens already, BridgeDown when no bridge runs."""
    shared = link(app.config)
    with Presence(app.paths.run_root).held(shared=shared is not None):
        loop = share(app, shared) if shared else assemble(app)
        for one in (signal.SIGTERM, signal.SIGINT):
            signal.signal(one, lambda *_: threading.Thread(target=loop.stop).start())
        app.out.emit({"listening": True}, "the god listens")
        app.out.flush()
        loop.run()


def assemble(app: App) -> Loop:
    """Return a loop for the configured bridge and models. Raises BridgeDown when no bridge runs."""
    address.read(app.paths.run_root)
    config = app.config
    services = _services(app)
    dial = opening.dial(config, app.paths, timeout=30)
    worker = Worker(config, dial, services, by="god", note=app.out.note)
    herald = BridgeGame(dial, by="god")

    def ended() -> None:
        worker.close()
        herald.close()
        if services.tools:
            services.tools.close()

    return Loop(
        app.paths.run_root,
        app.events,
        worker,
        _habits(config),
        heard=lambda player: voice.show(herald, player, voice.LISTENING),
        is_new=lambda player: is_new(identity(config, player), app.store),
        ended=ended,
    )


def share(app: App, shared: Link) -> Shift:
    """Return the loop of one worker among all that share a network's prayers."""
    from mcgod.bridge.redis.prayers import Prayers
    from mcgod.god.chat.attending import Attendants, Means
    from mcgod.god.chat.sharedguards import SharedGuards
    from mcgod.god.chat.shift import Shift
    from mcgod.god.toolbox import toolbox

    config = app.config
    by = f"{platform.node() or 'god'}-{os.getpid()}-{secrets.token_hex(3)}"
    services = _services(app)
    prayers = Prayers(shared, by, lease=config["god.lease"])

    def tools_for(version: str) -> Toolbox | None:
        return toolbox(config, app.paths, note=app.out.note, elsewhere=version) if services.tools else None

    attendants = Attendants(Means(config, app.paths, shared, prayers, services, by, app.out.note, tools_for))

    def ended() -> None:
        attendants.close()
        if services.tools:
            services.tools.close()

    habits = _habits(config)
    guards = SharedGuards(shared, habits.limits)
    return Shift(prayers, guards, attendants.of, habits, note=app.out.note, ended=ended)


def _services(app: App) -> Services:
    """Return what turns work with; the game is the bridge's."""
    services = setup.services(app.config, app.paths, app.store, note=app.out.note)
    if services.game:
        services.game.close()
    services.game = None
    return services


def _habits(config: Config) -> Habits:
    return Habits(
        triggers=config["god.triggers"],
        occasions=config["god.occasions"],
        limits=Limits(config["god.max_age"], config["god.cooldown"], config["god.rate"]),
        queue=config["god.queue"],
        random_per_day=config["god.interventions_per_day"],
    )


def fates(app: App) -> dict[str, int]:
    """Return how many calls were answered, failed, and so on, by the journal."""
    stream = app.events.current()
    counts: Counter[str] = Counter()
    for line in app.events.read(stream) if stream else ():
        if b'"type":"god.answer"' in line:
            counts[str(json.loads(line).get("state"))] += 1
    return dict(counts.most_common())
