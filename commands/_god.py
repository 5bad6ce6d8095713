"""Run the god that listens: assemble it, let signals end it, tell what became of prayers."""

from __future__ import annotations

import json
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
from mcgod.god.chat.newcomers import Newcomers
from mcgod.god.chat.presence import Presence
from mcgod.god.chat.worker import Worker

if TYPE_CHECKING:
    from ._app import App


def listen(app: App) -> None:
    """Listen until SIGTERM or SIGINT. Raises Busy when somebody listens already, BridgeDown when no bridge runs."""
    with Presence(app.paths.run_root).held():
        address.read(app.paths.run_root)
        loop = assemble(app)
        for one in (signal.SIGTERM, signal.SIGINT):
            signal.signal(one, lambda *_: threading.Thread(target=loop.stop).start())
        app.out.emit({"listening": True}, "the god listens")
        app.out.flush()
        loop.run()


def assemble(app: App) -> Loop:
    """Return a loop for the configured bridge and models."""
    config = app.config
    services = setup.services(config, app.paths, app.store, note=app.out.note)
    if services.game:
        services.game.close()
    services.game = None
    dial = opening.dial(config, app.paths, timeout=30)
    worker = Worker(config, dial, services, by="god", note=app.out.note)
    herald = BridgeGame(dial, by="god")
    habits = Habits(
        triggers=config["god.triggers"],
        occasions=config["god.occasions"],
        limits=Limits(config["god.max_age"], config["god.cooldown"], config["god.rate"]),
        queue=config["god.queue"],
        random_per_day=config["god.interventions_per_day"],
    )

    def ended() -> None:
        worker.close()
        herald.close()
        if services.tools:
            services.tools.close()

    return Loop(
        app.paths.run_root,
        app.events,
        worker,
        habits,
        heard=lambda player: voice.show(herald, player, voice.LISTENING),
        is_new=Newcomers(config, app.store).is_new,
        ended=ended,
    )


def fates(app: App) -> dict[str, int]:
    """Return how many calls were answered, failed, and so on, by the journal."""
    stream = app.events.current()
    counts: Counter[str] = Counter()
    for line in app.events.read(stream) if stream else ():
        if b'"type":"god.answer"' in line:
            counts[str(json.loads(line).get("state"))] += 1
    return dict(counts.most_common())
