"""The command reference: a page for each subcommand, from its argument parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from hotlint.cli import subcommands
from website.markdown import code, escape, help_text, page, table, toctree

FOLDER = "docs/reference/commands"


def pages() -> dict[str, str]:
    """Return the pages by path from the top of the site."""
    made = {f"{FOLDER}/{name}.md": command(name) for name in subcommands.SUBCOMMANDS}
    rows = [(f"[{code(f'hotlint {name}')}]({name}.md)", escape(text)) for name, text in subcommands.SUBCOMMANDS.items()]
    index = page(
        "# Commands",
        "Every command explains itself: `hotlint COMMAND --help`. These pages are made from the same definitions.",
        table(("Command", "What it does"), rows),
        "Exit codes: 0 no findings, 1 findings, 2 usage error.",
        toctree(subcommands.SUBCOMMANDS),
    )
    return made | {f"{FOLDER}/index.md": index}


def command(name: str) -> str:
    """Return the page of one subcommand, its own subcommands included."""
    parser = subcommands.parser(name)
    return page(f"# hotlint {name}", *_parts(parser, 2))


def _parts(parser: argparse.ArgumentParser, level: int) -> Iterator[str]:
    usage = parser.format_usage().rstrip().removeprefix("usage: ").replace("\n       ", "\n")
    yield f"```text\n{usage}\n```"
    yield from _description(parser.description or "")
    for group in parser._action_groups:
        rows = [_row(a) for a in group._group_actions if _listed(a)]
        if rows:
            yield f"{'#' * level} {(group.title or 'Options').capitalize()}"
            yield table(("Argument", "Meaning"), rows)
    for action in parser._actions:
        for name, inner in (_nested(action) or {}).items():
            yield f"{'#' * level} {parser.prog} {name}"
            yield from _parts(inner, level + 1)


def _listed(action: argparse.Action) -> bool:
    hidden = action.help == argparse.SUPPRESS or not {"-h", "--help"}.isdisjoint(action.option_strings)
    return not hidden and not isinstance(action, argparse._SubParsersAction)


def _nested(action: argparse.Action) -> dict[str, argparse.ArgumentParser]:
    return dict(action.choices or {}) if isinstance(action, argparse._SubParsersAction) else {}


def _description(text: str) -> Iterator[str]:
    """Yield the paragraphs of a description; lines that are aligned in columns stay as they are."""
    for paragraph in text.split("\n\n"):
        aligned = any("  " in line.strip() for line in paragraph.splitlines())
        yield f"```text\n{paragraph}\n```" if aligned else help_text(paragraph)


def _row(action: argparse.Action) -> tuple[str, str]:
    value = action.metavar or (
        "{" + ",".join(map(str, action.choices)) + "}"
        if action.choices
        else ""
        if action.nargs == 0
        else action.dest.upper()
    )
    shown = " ".join(value) if isinstance(value, tuple) else value
    names = [
        code(f"{name} {shown}".strip() if name == action.option_strings[-1] else name) for name in action.option_strings
    ]
    text = (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
    return ", ".join(names) or code(shown), help_text(f"{text[:1].upper()}{text[1:]}")
