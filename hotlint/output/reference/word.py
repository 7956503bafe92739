"""The pages of the words of the language: functions, keys, constraints, versions and settings."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.formats.configuration import KEYS
from hotlint.formats.policies import POLICIES, VARIABLES
from hotlint.formats.suite import SUITE
from hotlint.formats.table import Format
from hotlint.language import constraints, functions, versions
from hotlint.language.constraints import custom
from hotlint.language.functions.base import Function
from hotlint.language.key_docs import ENVIRONMENT, FIELDS, PSEUDO, SECTIONS
from hotlint.language.parameter_types import PARAMETER_TYPES

_TABLES = {
    "resource-key": ("Key of a resource", versions.RESOURCE_KEYS),
    "parameter-key": ("Key of a parameter", versions.PARAMETER_KEYS),
    "output-key": ("Key of an output", versions.OUTPUT_KEYS),
    "group-key": ("Key of a parameter group", versions.GROUP_KEYS),
    "update-policy": ("Key of an update policy", {}),
    "deletion-policy": ("Deletion policy", {}),
}

FILES = {"suite": SUITE, "policy": POLICIES}
"""Kinds of files of which the grammar has a page."""


def word_page(name: str) -> str | None:
    """Return the page of a word in Markdown, ending in a newline, with every place that has it; None for an unknown one."""
    if name in FILES:
        return format_page(FILES[name])
    meanings = list(_meanings(name))
    if not meanings:
        return None
    if len(meanings) == 1:
        ((place, text),) = meanings
        return f"# {name}\n\n{place}. {text.rstrip()}\n"
    return f"# {name}\n\n" + "\n\n".join(f"## {place}\n\n{text.rstrip()}" for place, text in meanings) + "\n"


def format_page(format_: Format) -> str:
    """Return the grammar of one of hotlint's own formats in Markdown, ending in a newline: each level with its keys."""
    parts = [f"# {format_.title}"]
    for name, level in format_.levels.items():
        keys = [
            f"- `{key.name}`{' (required)' if key.required else ''}: {key.description}"
            f"{f' Each is `{key.inside}`.' if key.inside else ''}{f' Example: `{key.example}`' if key.example else ''}"
            for key in level.keys
        ]
        parts += [f"## {name}: {level.what}", "\n".join(keys)]
    if format_ is POLICIES:
        about = [
            f"- {kind}: {', '.join(f'`{v}` ({text})' for v, text in found.items())}"
            for kind, found in VARIABLES.items()
        ]
        parts += ["## Variables of expressions", "\n".join(about)]
    return "\n\n".join(parts) + "\n"


def words() -> list[str]:
    """Return every word that has a page."""
    keys = [key for _, key in FIELDS]
    releases = [*versions.VERSIONS, *versions.RELEASE_NAMES]
    known = [
        SECTIONS,
        ENVIRONMENT,
        keys,
        constraints.NAMES,
        custom.everything(),
        PARAMETER_TYPES,
        releases,
        PSEUDO,
        KEYS,
        FILES,
    ]
    return list(dict.fromkeys(name for names in known for name in names))


def _meanings(name: str) -> Iterator[tuple[str, str]]:
    """Yield the kind of place of each meaning, and its text."""
    if name in SECTIONS:
        yield "Section of a template", f"{SECTIONS[name]}{_since(versions.SECTIONS[name])}"
    for (place, key), text in FIELDS.items():
        if key == name:
            where, table = _TABLES[place]
            yield where, text + (_since(table[name]) if name in table else "")
    if name in ENVIRONMENT:
        yield "Section of an environment", ENVIRONMENT[name]
    if name in constraints.NAMES:
        kind = constraints.get(name)
        example = f"```yaml\n{kind.example.rstrip()}\n```"
        types = f"For parameters of the type {' or '.join(kind.types)}."
        yield "Constraint of a parameter", f"{kind.doc}{_since(kind.since)} {types}\n\n{example}"
    named = custom.get(name)
    if named is not None:
        yield "Custom constraint", named.doc
    if name in PARAMETER_TYPES:
        kind_ = PARAMETER_TYPES[name]
        yield "Type of a parameter", f"{kind_.doc}\n\n```yaml\n{kind_.example.rstrip()}\n```"
    if versions.canonical(name) is not None:
        yield "Version of HOT", _version(str(versions.canonical(name)))
    if name in PSEUDO:
        yield "Pseudo parameter", f"`{{get_param: '{name}'}}` is {PSEUDO[name]}, which Heat provides."
    if name in KEYS:
        yield "Setting of .hotlint.yaml", KEYS[name].documentation


def _since(version: str) -> str:
    return f" Available from {versions.display_name(version)}." if version != versions.VERSIONS[0] else ""


def _version(date: str) -> str:
    """Return what a version brought: functions, sections, and keys."""
    found = (functions.get(f) for f in functions.NAMES)
    brought = sorted(f.name for f in found if f is not None and date == (f.since if f.value else f.condition_since))
    tables = (versions.SECTIONS, versions.RESOURCE_KEYS, versions.PARAMETER_KEYS, versions.OUTPUT_KEYS)
    keys = [key for table in tables for key, since in table.items() if since == date]
    names = [f"`{n}`" for n in dict.fromkeys([*brought, *keys])]
    aliases = [n for n, d in versions.RELEASE_NAMES.items() if d == date]
    alias = f" `{aliases[0]}` is its other name." if aliases else ""
    new = f"\n\nIt {'has' if date == versions.VERSIONS[0] else 'brought'} {', '.join(names)}." if names else ""
    return f"The HOT of OpenStack {versions.RELEASES[date]}, {date}.{alias}{new}"


def function_page(function: Function) -> str:
    """Return the page in Markdown, ending in a newline."""
    parts = [f"# {function.name}", function.summary, _versions(function), f"```yaml\n{function.form.rstrip()}\n```"]
    if function.parameters:
        parts.append("\n".join(f"- `{name}`: {what}" for name, what in function.parameters))
    if function.changes:
        parts += ["## Changes", "\n".join(f"- {versions.display_name(v)}: {what}" for v, what in function.changes)]
    parts.append("## Example")
    if function.given:
        parts.append(f"Given\n\n```yaml\n{function.given.rstrip()}\n```")
    parts.append(f"```yaml\n{function.example.rstrip()}\n```")
    parts.append(f"resolves to\n\n```yaml\n{function.result.rstrip()}\n```")
    return "\n\n".join(parts) + "\n"


def _versions(function: Function) -> str:
    where = []
    if function.value:
        since, until = versions.display_name(function.since), function.until and versions.display_name(function.until)
        text = f"only with {since}" if until == since else f"from {since} until {until}" if until else f"from {since}"
        where.append(f"{text} in values")
    if function.condition_since:
        where.append(f"from {versions.display_name(function.condition_since)} in conditions")
    instead = f" Use `{function.replaced_by}` instead where the version has it." if function.replaced_by else ""
    return f"Available {', '.join(where)}.{instead}"
