"""The page of what hotlint does not check, because Heat asks a cloud for it: docs/not-checked.md."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint import heat_types
from hotlint.cloud.facts import KINDS
from hotlint.language.constraints import custom
from hotlint.linter.packs.registry import load
from hotlint.resource_types.catalog import Catalog, ResourceType
from hotlint.resource_types.schema import Properties, Property

HEAD = """\
# What is not checked

Look up which checks of Heat hotlint cannot repeat offline. Before Heat creates anything, it asks the cloud about some names and values
of a template. hotlint asks no cloud, so it does not report these, unless you give it a [snapshot of the cloud](cloud.md). To see the
list for one resource type, run:

    hotlint explain OS::Nova::Server

While Heat validates a stack, attributes of its resources are null, and so are many IDs: hotlint checks with these values. It reports
nothing if a check depends on a value that only the cloud knows.
"""


def page() -> str:
    """Return the page in Markdown."""
    parts = [HEAD, "## By resource type", "\n".join(_by_type())]
    parts += ["## Names of things in the cloud", INTRODUCTION, "\n".join(_names())]
    parts += ["## What else a snapshot knows", WITHOUT_CONSTRAINT_TEXT, "\n".join(_without_constraint()), AND_ALSO]
    return "\n\n".join(part.strip() for part in parts) + "\n"


MAX_DEPTH = 6
INTRODUCTION = """\
Heat looks up the values of properties and parameters with these custom constraints. hotlint accepts any text there, unless the settings
name a [snapshot of the cloud](cloud.md). With a snapshot, hotlint looks for the name in the section of the last column. If the cloud
lacks a service, or does not permit you to read it, the snapshot has a note in place of the section, and hotlint does not check such
names. It does not check names without a section either."""
WITHOUT_CONSTRAINT_TEXT = """\
Heat passes the values of some properties to a service without a custom constraint. With a snapshot, hotlint checks these too:"""
AND_ALSO = """\
With a snapshot, hotlint also checks

- whether fixed addresses are in their subnets and not in use ([HOT523](rules/HOT523.md))
- whether a flavor is large enough for an image ([HOT524](rules/HOT524.md))
- whether a network is external ([HOT525](rules/HOT525.md))
- whether quotas suffice (`hotlint preview --quota`)

A snapshot answers only two questions of the table "By resource type" above: the size of flavors, and the state of images."""


def _by_type() -> Iterator[str]:
    """Yield a row a type whose class asks a cloud."""
    yield from ("| Resource type | Heat asks |", "|---|---|")
    table = load().type_rules
    for name in table.names():
        own = table.of(name)
        if own is not None and own.asks:
            last = own.span[1]
            until = f" (until Heat {last.partition('.')[0]})" if last is not None else ""
            yield f"| {name}{until} | {'; '.join(own.asks)} |".replace("'", "`")


def _names() -> Iterator[str]:
    """Yield a row a custom constraint that only a cloud can check, with the properties that have it."""
    yield from ("| Constraint | What it names | Properties | In a snapshot |", "|---|---|---|---|")
    for name, properties in sorted(_users().items()):
        known = custom.get(name)
        assert known is not None
        listed = [f"{type_name} {', '.join(paths)}" for type_name, paths in sorted(properties.items())]
        section = f"`{KINDS[name][0]}`" if name in KINDS else ""
        yield f"| `{name}` | {known.doc.rstrip('.')} | {'; '.join(listed)} | {section} |"


def _without_constraint() -> Iterator[str]:
    """Yield a row a property without a custom constraint whose value names a thing of a snapshot."""
    yield from ("| Resource type | Property | In a snapshot |", "|---|---|---|")
    named = {
        (known.types[0], *path): kind for known in heat_types.all_types() for path, kind in known.names_things.items()
    }
    for (type_name, *path), kind in sorted(named.items()):
        yield f"| {type_name} | `{'.'.join(path)}` | `{KINDS[kind][0]}` |"


def _users() -> dict[str, dict[str, list[str]]]:
    """Return {constraint: {resource type: paths of properties}} for constraints that only a cloud can check."""
    users: dict[str, dict[str, list[str]]] = {}
    catalog = Catalog()
    for name in catalog.names():
        found = catalog.resource(name)
        if not isinstance(found, ResourceType):
            continue
        for path, prop in _properties(found.properties, ""):
            for constraint in prop.constraints:
                known = custom.get(str(constraint.args)) if constraint.kind == "custom_constraint" else None
                if known is not None and known.check is None:
                    paths = users.setdefault(known.name, {}).setdefault(name, [])
                    paths += [f"`{path}`"] if f"`{path}`" not in paths else []
    return users


def _properties(properties: Properties, trail: str) -> Iterator[tuple[str, Property]]:
    """Yield every property of a mapping and below, and the items of lists, with its path."""
    for name, prop in properties.items():
        if prop.support.status == "HIDDEN":
            continue
        inner: Property | None = prop
        while inner is not None:
            yield trail + name, inner
            if inner.properties and trail.count(".") < MAX_DEPTH:
                yield from _properties(inner.properties, f"{trail}{name}.")
            inner = inner.items
