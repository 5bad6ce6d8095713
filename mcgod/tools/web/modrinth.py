"""``fetch_modrinth``: what Modrinth says of a mod, found by its id, its links, or a search.

The text comes from the API's own fields, whose body is the project's page in
Markdown already. Source: https://docs.modrinth.com/api/
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from mcgod.errors import BadUsage, NotFound, WebUnreachable
from mcgod.tools.port import Tool, ToolResult, parameters
from mcgod.tools.web import chunks, fetch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from threading import Event

    from mcgod.tools.port import Context
    from mcgod.tools.web.api import Api
    from mcgod.tools.web.jars import Mod

_LINK = re.compile(
    r"^https?://(?:www\.)?modrinth\.com/(?:mod|plugin|datapack|project|modpack)/([^/?#\s]+)", re.IGNORECASE
)
# What counts when hits are compared.
_SAME_SLUG, _SAME_ID, _A_MOD, _A_WORD = 320, 260, 40, 60
_SCHEMA = parameters(
    {"mod_id": {"type": "string", "minLength": 1, "description": "an installed mod's id, or a project's slug or name"}},
    ("mod_id",),
)


def tool(endpoint: str, folder: Path | None) -> Tool:
    """Return the tool; the mods of the server in ``folder`` may name their own pages."""

    def run(given: Mapping[str, Any], context: Context) -> ToolResult:
        from mcgod.tools.web.api import Api  # noqa: PLC0415 - when it is asked

        wanted = given["mod_id"].strip()
        if not wanted or len(wanted) > 100:
            raise BadUsage("mod_id must be a name of at most 100 characters")
        api = Api(endpoint, setting="tools.modrinth.endpoint")
        try:
            return _told(wanted, _project(api, wanted, _mod(folder, wanted), context.cancel))
        except (AttributeError, TypeError, KeyError):
            raise WebUnreachable(f"{api.endpoint} does not answer as Modrinth does") from None

    what = "Look a mod up on Modrinth: what it does, its versions, loaders and licence."
    return Tool("fetch_modrinth", what, _SCHEMA, run, risk="web", outside=True)


def _mod(folder: Path | None, wanted: str) -> Mod | None:
    from mcgod.tools.web.mods import installed  # noqa: PLC0415 - reads every jar

    mods, _ = installed(folder) if folder else ([], [])
    return next((mod for mod in mods if mod.id.casefold() == wanted.casefold()), None)


def _project(api: Api, wanted: str, mod: Mod | None, cancel: Event | None) -> Mapping[str, Any]:
    """Return the project: one that is named, else the best of a search. Raises NotFound."""
    for slug in dict.fromkeys(_slugs(wanted, mod)):
        if project := _get(api, slug, cancel):
            return project
    name = mod.name if mod else wanted
    hits = api.get("/v2/search", {"query": name, "limit": "10"}, cancel)["hits"]
    scored = sorted(
        ((score(hit, wanted, name), -number, hit) for number, hit in enumerate(hits)), key=lambda one: one[:2]
    )
    # What only is a mod shares no word with what was asked.
    if scored and scored[-1][0] > _A_MOD:
        best = scored[-1][2]
        if project := _get(api, str(best.get("project_id") or best.get("slug")), cancel):
            return project
    near = ", ".join(str(hit.get("slug")) for hit in hits[:5])
    raise NotFound(f"{wanted!r} is not on Modrinth", hint=f"it has {near}" if near else "is the name right?")


def _slugs(wanted: str, mod: Mod | None) -> Iterator[str]:
    # A slug has no blanks, and no dots alone that would climb out of the path. Source: Modrinth's API.
    if re.fullmatch(r"[\w!@$()`.+,\"'-]{2,64}", wanted) and wanted.strip("."):
        yield wanted
    for link in mod.links if mod else ():
        if found := _LINK.match(link):
            yield found[1]


def _get(api: Api, slug: str, cancel: Event | None) -> Mapping[str, Any] | None:
    from mcgod.tools.web.faults import WebFailed  # noqa: PLC0415 - with the rest of the call

    try:
        project: Mapping[str, Any] = api.get(f"/v2/project/{quote(slug, safe='')}", None, cancel)
    except WebFailed as error:
        if error.status == 404:
            return None
        raise
    return project if project["slug"] else None


def score(hit: Mapping[str, Any], wanted: str, name: str) -> int:
    """Return how well a search's ``hit`` fits the id ``wanted`` and the mod's ``name``."""
    slug, title = str(hit.get("slug", "")), str(hit.get("title", ""))
    having = set(chunks.words(slug.replace("-", " ").replace("_", " "))) | set(chunks.words(title))
    asked = set(chunks.words(re.sub(r"[-_]", " ", f"{wanted} {name}")))
    points = _SAME_SLUG if slug.casefold() == wanted.casefold() else 0
    points += _SAME_ID if hit.get("project_id") == wanted else 0
    points += _A_MOD if hit.get("project_type") == "mod" else 0
    return points + _A_WORD * len(having & asked)


def _told(wanted: str, project: Mapping[str, Any]) -> ToolResult:
    slug, title = project["slug"], str(project.get("title") or project["slug"])
    kind = project.get("project_type") or "mod"
    licence = project.get("license") or {}
    about: dict[str, Any] = {
        "description": project.get("description") or "",
        "license": licence.get("id") or licence.get("name") or "",
        "loaders": project.get("loaders") or [],
        "game_versions": project.get("game_versions") or [],
        "client_side": project.get("client_side") or "",
        "server_side": project.get("server_side") or "",
        "downloads": project.get("downloads"),
    }
    head = (
        *(f"mod_id: {wanted}", f"modrinth_slug: {slug}", f"modrinth_title: {title}", f"license: {about['license']}"),
        f"loaders: {', '.join(map(str, about['loaders']))}",
        f"versions: {', '.join(map(str, about['game_versions'][-30:]))}",
        f"sides: client {about['client_side']}, server {about['server_side']}",
    )
    text = f"{about['description']}\n\n{project.get('body') or ''}".strip()
    result = fetch.present(f"https://modrinth.com/{kind}/{slug}", title, "markdown", text, head=head)
    return result._replace(data={"mod_id": wanted, "slug": slug, "id": project.get("id"), **about, **result.data})
