"""The page of what hotlint does not check, because Heat asks a cloud for it: docs/not-checked.md."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.cloud.facts import KINDS
from hotlint.language.constraints import custom
from hotlint.linter.packs.registry import load
from hotlint.resource_types.catalog import Catalog, ResourceType
from hotlint.resource_types.cloud_values import WITHOUT_CONSTRAINT
from hotlint.resource_types.schema import Properties, Property

HEAD = """\
# What is not checked

Before Heat makes anything, it asks the cloud for some of what a template names. hotlint talks to no cloud: it says nothing
about these, but for what a [snapshot of the cloud](cloud.md) knows. `hotlint explain TYPE` lists them for one type as well.

Equally silent is every check that depends on a value which only the cloud knows, such as an attribute of a resource.
"""


def page() -> str:
    """Return the page in Markdown."""
    parts = [HEAD, "## By resource type", "\n".join(_by_type())]
    parts += ["## Names of things in the cloud", INTRODUCTION, "\n".join(_names())]
    parts += ["## What else a snapshot knows", WITHOUT_CONSTRAINT_TEXT, "\n".join(_without_constraint()), AND_ALSO]
    return "\n\n".join(part.strip() for part in parts) + "\n"


MAX_DEPTH = 6
INTRODUCTION = """\
Heat looks up the values of the properties with these custom constraints, also where a parameter has the constraint. hotlint
takes any text there, unless the settings name a [snapshot of the cloud](cloud.md): then names are looked for in the sections of the last
column, as far as the snapshot has them (a section is missing, with a note, where the cloud has no such service or did not permit it).
Names of a kind without a section stay unchecked."""
WITHOUT_CONSTRAINT_TEXT = """\
A snapshot also knows values that no custom constraint is about, and whose properties Heat hands to a service as they are:"""
AND_ALSO = """\
Beyond names, a snapshot knows whether fixed addresses lie in their subnets and are free ([HOT523](rules/HOT523.md)), whether a flavor is
large enough for an image ([HOT524](rules/HOT524.md)), whether a network is external ([HOT525](rules/HOT525.md)), and what is left of quotas
(`hotlint preview --quota`). Nothing of "By resource type" above is in it, but the size of flavors and the state of images."""


def _by_type() -> Iterator[str]:
    """Yield a row a type whose class asks a cloud."""
    yield from ("| Resource type | Heat asks |", "|---|---|")
    table = load().type_rules
    for name in sorted(table.modules):
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
    for (type_name, *path), kind in sorted(WITHOUT_CONSTRAINT.items()):
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
