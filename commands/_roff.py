"""Man pages from the command tree. Pure: commands in, roff text out.

Source of the macros: man(7). A page carries no date, so that it only changes
when the commands do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod import __version__
from mcgod.settings import FAMILIES, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

EXIT_CODES = (
    (0, "done"),
    (1, "ran well but found nothing, or what was compared differs"),
    (2, "wrong usage"),
    (65, "input did not parse"),
    (66, "not found"),
    (69, "game, model or tool server out of reach, or a check of doctor failed"),
    (70, "internal error"),
    (74, "the disk refused"),
    (75, "busy, try again"),
    (77, "refused by the rules, or not allowed"),
    (78, "bad setting"),
    (130, "interrupted"),
)
_ENVIRONMENT = (
    ("MCGOD_HOME", "a folder that everything is kept below, as --home"),
    ("MCGOD_OWNER", "the player who speaks, as --as"),
    ("MCGOD_SESSION", "the session, as --session"),
    ("MCGOD_…", "any setting: its name in capitals with _ for dots; see mcgod-config(1)"),
    ("OLLAMA_HOST", "where Ollama listens, unless model.endpoint is set"),
    ("NO_COLOR, FORCE_COLOR", "no colours, or colours even into a pipe"),
)


def root_page(root: Any, ctx: Any) -> str:
    """Return ``mcgod.1``: the commands, the global options, environment and exit codes."""
    names = [(f"mcgod-{name}(1)", command.help or "") for name, command in root.commands.items()]
    return _page(
        "mcgod",
        "the god of a Minecraft server, and the admin's toolbox",
        [
            *_section("SYNOPSIS", [".B mcgod", "[OPTIONS] COMMAND [ARGS]..."]),
            *_section("OPTIONS", _options(root, ctx)),
            *_section("COMMANDS", _tagged(names)),
            *_section("ENVIRONMENT", _tagged(_ENVIRONMENT)),
            *_section("EXIT STATUS", _tagged((str(code), meaning) for code, meaning in EXIT_CODES)),
        ],
    )


def command_page(name: str, command: Any, parent: Any) -> str:
    """Return ``mcgod-<name>.1`` for a leaf or for a noun with all its verbs."""
    ctx = type(parent)(command, info_name=name, parent=parent)
    body = _section("SYNOPSIS", [".nf", *_synopses(command, ctx), ".fi"])
    summary, description = _split(command)
    if description:
        body += _section("DESCRIPTION", [_escape(description)])
    if hasattr(command, "commands"):
        for verb, inner in command.commands.items():
            inner_ctx = type(parent)(inner, info_name=verb, parent=ctx)
            body += _section(
                f"mcgod {name} {verb}", [_escape(" ".join(_split(inner)).strip()), *_options(inner, inner_ctx)]
            )
    else:
        body += _section("OPTIONS", _options(command, ctx))
    if name == "config":
        named = [
            one._replace(name=f"{family}.NAME.{one.name}") for family, fields in FAMILIES.items() for one in fields
        ]
        body += _section("SETTINGS", _tagged((one.name, _meaning(one)) for one in (*SETTINGS.values(), *named)))
    return _page(f"mcgod-{name}", summary, [*body, *_section("SEE ALSO", [".BR mcgod (1)"])])


def _meaning(setting: Any) -> str:
    default = "" if setting.default in ("", []) else f" Default: {setting.default}."
    return f"{setting.help[0].upper()}{setting.help[1:]}.{default} Environment: {setting.variable}."


def _page(name: str, summary: str, body: Iterable[str]) -> str:
    title = f'.TH {name.upper()} 1 "" "mcgod {__version__}" "mcgod manual"'
    lines = [title, ".SH NAME", f"{_escape(name)} \\- {_escape(summary.rstrip('.'))}", *body]
    return "\n".join(lines) + "\n"


def _section(title: str, body: Iterable[str]) -> list[str]:
    return [f'.SH "{title}"', *body]


def _synopses(command: Any, ctx: Any) -> Iterator[str]:
    if not hasattr(command, "commands"):
        yield _escape(f"{ctx.command_path} {' '.join(command.collect_usage_pieces(ctx))}")
        return
    for verb, inner in command.commands.items():
        inner_ctx = type(ctx)(inner, info_name=verb, parent=ctx)
        yield _escape(f"{inner_ctx.command_path} {' '.join(inner.collect_usage_pieces(inner_ctx))}")


def _options(command: Any, ctx: Any) -> list[str]:
    records = [record for param in command.get_params(ctx) if (record := param.get_help_record(ctx))]
    return list(_tagged(records))


def _tagged(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    for tag, text in pairs:
        yield from (".TP", f"\\fB{_escape(tag)}\\fR", _escape(text))


def _split(command: Any) -> tuple[str, str]:
    """Return the first sentence of a command's help, and the rest."""
    paragraphs = [" ".join(part.split()) for part in (command.help or "").split("\n\n")]
    callback_doc = (getattr(command.callback, "__doc__", "") or "").split("\n\n", 1)
    rest = " ".join(callback_doc[1].split()) if len(callback_doc) > 1 else " ".join(paragraphs[1:])
    return paragraphs[0], rest


def _escape(text: str) -> str:
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + escaped if escaped[:1] in (".", "'") else escaped
