"""The services that an admin has named: JSON over HTTP, without the guard, for their addresses are the admin's word."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadConfig, WebUnreachable
from mcgod.llm.watch import Watch
from mcgod.tools.web.faults import WebFailed, one_line
from mcgod.tools.web.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping
    from threading import Event

    from mcgod.tools.web.wire import Answer

_API_LIMITS = Limits(connect=10.0, total=20.0, size=8 * 1024 * 1024)


class Api:
    """The service at ``endpoint``, which the setting ``setting`` names; ``key`` goes into one header.

    Redirects are not followed: they would lead where nobody allowed to go.
    """

    def __init__(self, endpoint: str, *, setting: str, key: str = "", limits: Limits = _API_LIMITS) -> None:
        self.endpoint = (endpoint if "://" in endpoint else f"http://{endpoint}").rstrip("/")
        self._setting = setting
        self._key = key
        self._limits = limits

    def get(self, path: str, params: Mapping[str, str] | None, cancel: Event | None) -> Any:
        """Return the JSON at ``path``. Raises WebUnreachable; WebFailed, one of its kind, for an HTTP error."""
        return self._ask("GET", path, cancel, params=params)

    def post(self, path: str, body: Any, cancel: Event | None) -> Any:
        """Send ``body`` as JSON and return what comes back; raises what ``get`` raises."""
        return self._ask("POST", path, cancel, body=body)

    def _ask(
        self, method: str, path: str, cancel: Event | None, *, params: Mapping[str, str] | None = None, body: Any = None
    ) -> Any:
        from httpx import InvalidURL  # noqa: PLC0415 - heavy; in the first call

        from mcgod.tools.web.wire import Wire, send  # noqa: PLC0415

        headers = {"Accept": "application/json"} | ({"Authorization": f"Bearer {self._key}"} if self._key else {})
        hint = f"is {self._setting} right, and does the service run?"
        with Watch(cancel, self._limits.total) as watch:
            wire = Wire(watch, self._limits)
            try:
                answer = send(
                    method,
                    self.endpoint + path,
                    wire=wire,
                    watch=watch,
                    limits=self._limits,
                    headers=headers,
                    params=params,
                    json=body,
                    hint=hint,
                )
            except InvalidURL as error:
                raise BadConfig(f"{self._setting} is not a URL: {error}") from None
            finally:
                wire.close()
        return self._value(answer)

    def _value(self, answer: Answer) -> Any:
        said = answer.body[:4000].decode("utf-8", "replace")
        said = one_line(said.replace(self._key, "***") if self._key else said, 400)
        if not 200 <= answer.status < 300:
            hint = f"it moved to {answer.location[:200]}: set {self._setting}" if answer.location else ""
            if answer.status in (401, 403) and self._key:
                hint = "is the key right?"
            message = f"{self.endpoint} answered {answer.status}: {said or 'nothing'}"
            raise WebFailed(message, status=answer.status, hint=hint)
        if answer.cut:
            raise WebUnreachable(f"{self.endpoint} sent more than {self._limits.size} bytes")
        try:
            return json.loads(answer.body)
        except (ValueError, RecursionError):
            hint = f"is {self._setting} right?"
            raise WebUnreachable(f"{self.endpoint} sent no JSON: {said[:120]}", hint=hint) from None
