"""A page for each resource type that the newest release of Heat knows, and an index by the service that they belong to."""

from __future__ import annotations

from collections import defaultdict

from hotlint.output import reference
from hotlint.output.reference.type import support_line
from hotlint.resource_types.catalog import Catalog, ResourceType
from website.markdown import code, escape, page, table, toctree

FOLDER = "docs/reference/types"


def pages() -> dict[str, str]:
    """Return the pages by path from the top of the site."""
    catalog = Catalog()
    made: dict[str, str] = {}
    services: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in sorted(catalog.names()):
        found, text = catalog.resource(name), reference.page(name, catalog)
        if isinstance(found, ResourceType) and text is not None:
            file = name.replace("::", "-")
            made[f"{FOLDER}/{file}.md"] = text
            services["::".join(name.split("::")[:2])].append(
                (f"[{code(name)}]({file}.md)", escape(support_line(found.support)))
            )
    parts = ["# Resource types", INTRODUCTION.format(count=len(made))]
    for service, rows in sorted(services.items()):
        parts += [f"## {service}", table(("Type", ""), rows)]
    parts.append(toctree(path.removeprefix(f"{FOLDER}/").removesuffix(".md") for path in made))
    return made | {f"{FOLDER}/index.md": page(*parts)}


INTRODUCTION = """\
{count} types, from the source of Heat. `hotlint explain TYPE` prints the same pages, for the release that `target` names and with
the plugins of your site; `hotlint types PATTERN` lists names.
"""
