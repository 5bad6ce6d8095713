"""What the gateway answers besides the god's own words: what a name means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from ._app import App


def resolving(this: App) -> Callable[..., dict[str, Any]]:
    """Return what answers ``GET /api/agent/resolve``; the bases are opened when it is first asked."""
    from functools import cache

    from mcgod.god.knowledge import Knowledge
    from mcgod.god.resolving import resolver
    from mcgod.kb.resolver import Resolver, resolve_json

    known = Knowledge(this.config, this.paths, this.out.note)

    @cache
    def found() -> Resolver:
        return resolver(this.config, this.paths, known.bases, known.finder())

    return lambda item, **how: resolve_json(found(), item, **how)
