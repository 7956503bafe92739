"""A page for each resource type that the newest release of Heat knows, and an index by the service that they belong to."""

from __future__ import annotations

from collections import defaultdict

from hotlint.ide.completion import usage_stats
from hotlint.language.key_docs import FIELDS, SECTIONS
from hotlint.output import reference
from hotlint.output.reference.type import support_line
from hotlint.resource_types.catalog import Catalog, ResourceType
from website.markdown import code, escape, index, page, table, toctree

FOLDER = "docs/reference/types"


def pages() -> dict[str, str]:
    """Return the pages by path from the top of the site."""
    catalog = Catalog()
    shown_first = _most_used(catalog)
    made: dict[str, str] = {}
    services: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in sorted(catalog.names()):
        found, text = catalog.resource(name), reference.page(name, catalog)
        if isinstance(found, ResourceType) and text is not None:
            file = name.replace("::", "-")
            made[f"{FOLDER}/{file}.md"] = _indexed(text, found, shown_first)
            services["::".join(name.split("::")[:2])].append(
                (f"[{code(name)}]({file}.md)", escape(support_line(found.support)))
            )
    parts = ["# Resource types", INTRODUCTION.format(count=len(made))]
    for service, rows in sorted(services.items()):
        parts += [f"## {service}", table(("Type", ""), rows)]
    parts.append(toctree(path.removeprefix(f"{FOLDER}/").removesuffix(".md") for path in made))
    return made | {f"{FOLDER}/index.md": page(*parts)}


def _most_used(catalog: Catalog) -> dict[str, str]:
    """Return the type in which templates use a property or an attribute most, by its name; none for keys of templates."""
    uses: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for name in catalog.names():
        if isinstance(found := catalog.resource(name), ResourceType):
            counts = usage_stats.attributes(name) | usage_stats.properties(name)
            for member in (*found.properties, *found.attributes):
                uses[member].append((-counts.get(member, 0), -usage_stats.types().get(name, 0), name))
    keys = {*SECTIONS, *(key for _, key in FIELDS)}
    return {member: min(found)[2] for member, found in uses.items() if member not in keys}


def _indexed(text: str, resource: ResourceType, shown_first: dict[str, str]) -> str:
    """Return a page whose properties and attributes are in the index, at their sections."""
    for title, members in (("Properties", resource.properties), ("Attributes", resource.attributes)):
        first = [name for name in members if shown_first.get(name) == resource.name]
        others = [name for name in members if shown_first.get(name) != resource.name]
        parts = [f"## {title}", index(first, first=True), index(others)]
        text = text.replace(f"## {title}\n", "\n\n".join(filter(None, parts)) + "\n", 1)
    return text


INTRODUCTION = """\
{count} types, from the source of Heat. `hotlint explain TYPE` prints the same pages, for the release that `target` names and with
the plugins of your site; `hotlint types PATTERN` lists names.
"""
