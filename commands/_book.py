"""Give a player a session as a written book."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from . import _transcript

if TYPE_CHECKING:
    from mcgod.store.session import Session

    from ._app import App


def hand_over(app: App, session: Session, player: str) -> int:
    """Lay the book at the player's feet and return how many pages it has. Raises what god.book raises."""
    from mcgod.god import book
    from mcgod.god.owners import owner_of
    from mcgod.god.tooling import shell_context

    context = shell_context(
        app.config,
        app.paths,
        mode="shell",
        player=player,
        owner=owner_of(app.config, player),
        confirmed=True,  # the admin asked for the book; the rules still see each command
        dry_run=False,
        confirm=None,
        ask=None,
    )
    try:
        written = book.pages(session.title, _transcript.spoken(session))
        book.give(context, player, session.title, written, f"mcgod_{secrets.token_hex(4)}")
    finally:
        if context.game:
            context.game.close()
    return len(written)
