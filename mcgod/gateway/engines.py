"""Who walks the graph: the port, and the plain engine, which keeps a turn in its thread from beginning to end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from mcgod.god import runner
from mcgod.god.turn import Turn

if TYPE_CHECKING:
    from mcgod.gateway.sent import Sent
    from mcgod.god.turn import Request, Services
    from mcgod.tools.port import Answer


class Engine(Protocol):
    """Runs turns. Several threads use one, each with a turn of its own.

    ``durable``: a turn outlives the process, and is laid aside while a
    question waits for its answer; LaidAside is raised then.
    """

    name: str
    durable: bool

    def run(self, request: Request, services: Services) -> dict[str, Any]:
        """Run a turn from its beginning and return its result. Raises what ends it, or LaidAside."""
        ...

    def knows(self, request_id: str) -> bool:
        """Whether a turn can be gone on with."""
        ...

    def resume(
        self, request: Request, services: Services, *, sent: list[Sent], answer: Answer | None
    ) -> dict[str, Any]:
        """Go on with a turn from where it stands, with the ``answer`` to its question where it has one.

        ``sent`` is all that it has sent to the game. Raises as ``run`` does.
        """
        ...

    def forget(self, request_id: str) -> None:
        """Keep no turn that has ended."""
        ...

    def forget_all_but(self, request_ids: set[str]) -> None:
        """Keep these turns alone."""
        ...

    def close(self) -> None:
        """Let go of what it holds."""
        ...


class Plain:
    """The runner as it is."""

    name = "plain"
    durable = False

    def run(self, request: Request, services: Services) -> dict[str, Any]:
        """Run the turn; a question is waited for in its thread."""
        return runner.take(Turn(request, services))

    def knows(self, request_id: str) -> bool:  # noqa: ARG002 - a turn ends with its process
        """Know none."""
        return False

    def resume(
        self,
        request: Request,
        services: Services,
        *,
        sent: list[Sent],  # noqa: ARG002 - it stands at its beginning
        answer: Answer | None,  # noqa: ARG002
    ) -> dict[str, Any]:
        """Run it from its beginning: it is no turn of this process."""
        return self.run(request, services)

    def forget(self, request_id: str) -> None:
        """Have nothing to forget."""

    def forget_all_but(self, request_ids: set[str]) -> None:
        """Have nothing to forget."""

    def close(self) -> None:
        """Hold nothing."""
