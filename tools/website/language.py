"""The reference of the language: functions, constraints, keys of a template, and a page for each resource type.

Resource types are those of the newest release of Heat, in an index by the service that they belong to.
"""

from __future__ import annotations

import re
from collections import defaultdict

from hotlint.ide.completion import usage_stats
from hotlint.language import constraints, functions, versions
from hotlint.language.constraints import custom
from hotlint.language.key_docs import FIELDS, SECTIONS
from hotlint.output import reference
from hotlint.output.reference.type import support_line
from hotlint.output.reference.word import function_page
from hotlint.resource_types.catalog import Catalog, ResourceType
from hotlint.resource_types.meanings import meanings_of
from website.markdown import code, escape, page, prose, table, toctree

FUNCTIONS, CONSTRAINTS, KEYS = "docs/reference/functions", "docs/reference/constraints.md", "docs/reference/keys.md"
TYPES = "docs/reference/types"
INTRODUCTION = """\
{count} types, from the source of Heat. `hotlint explain TYPE` prints the same pages, for the release that `target` names and with
the plugins of your site; `hotlint types PATTERN` lists names.
"""


def pages() -> dict[str, str]:
    """Return the pages by path from the top of the site."""
    return function_pages() | {CONSTRAINTS: constraint_page(), KEYS: key_page()} | type_pages()


def function_pages() -> dict[str, str]:
    """Return the pages of the functions, and their index, by path."""
    made, rows = {}, []
    for name in sorted(functions.NAMES, key=str.casefold):
        function = functions.get(name)
        assert function is not None
        file = name.replace("::", "-").replace(":", "-").replace(" ", "-")
        made[f"{FUNCTIONS}/{file}.md"] = function_page(function)
        until = versions.display_name(function.until) if function.until else ""
        rows.append(
            (f"[{code(name)}]({file}.md)", versions.display_name(function.since), until, escape(function.summary))
        )
    listed = page(
        "# Functions",
        "The functions of HOT, with the versions that have them. `hotlint explain FUNCTION` prints the same pages.",
        table(("Function", "Since", "Until", "What it yields"), rows),
        toctree(path.removeprefix(f"{FUNCTIONS}/").removesuffix(".md") for path in made),
    )
    return made | {f"{FUNCTIONS}/index.md": listed}


def key_page() -> str:
    """Return the page of the sections of a template, and of the keys in them."""
    parts = ["# Keys of a template", "The sections of a template, and the keys of what they hold."]
    below = {
        "group-key": "parameter_groups",
        "parameter-key": "parameters",
        "resource-key": "resources",
        "update-policy": "resources",
        "deletion-policy": "resources",
        "output-key": "outputs",
    }
    for section, summary in SECTIONS.items():
        parts += [f"## {section}", prose(summary)]
        for (kind, key), text in FIELDS.items():
            if below[kind] == section:
                parts += [f"### {key}", prose(text)]
    return page(*parts)


def constraint_page() -> str:
    """Return the page of the constraints of parameters, and of the custom constraints that Heat knows by name."""
    parts = [
        "# Constraints",
        "What the list `constraints` of a parameter may hold, and what properties require of values.",
    ]
    for name in sorted(constraints.NAMES):
        kind = constraints.get(name)
        types = ", ".join(map(code, kind.types)) or "any type"
        parts += [f"## {name}", kind.doc, f"From {versions.display_name(kind.since)}, for {types}."]
        parts.append(f"```yaml\n{kind.example.rstrip()}\n```")
    known = custom.everything().values()
    rows = [(code(c.name), escape(c.doc), "yes" if c.check else "only a cloud can say") for c in known]
    parts += ["## Custom constraints", table(("Name", "What the value is", "Checked"), rows)]
    return page(*parts)


def type_pages() -> dict[str, str]:
    """Return the pages of the resource types, and their index, by path."""
    catalog = Catalog()
    made: dict[str, str] = {}
    services: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for name in sorted(catalog.names(), key=lambda name: (name.startswith("AWS"), name)):
        found, text = catalog.resource(name), reference.page(name, catalog)
        if isinstance(found, ResourceType) and text is not None:
            file = name.replace("::", "-")
            made[f"{TYPES}/{file}.md"] = _linked(text)
            services["::".join(name.split("::")[:2])].append(
                (f"[{code(name)}]({file}.md)", prose(meanings_of(name).makes), escape(support_line(found.support)))
            )
    parts = ["# Resource types", INTRODUCTION.format(count=len(made))]
    for service, rows in services.items():
        parts += [f"## {service}", table(("Type", "What it makes", "Support"), rows)]
    parts.append(toctree(path.removeprefix(f"{TYPES}/").removesuffix(".md") for path in made))
    return made | {f"{TYPES}/index.md": page(*parts)}


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


def type_names() -> dict[str, list[str]]:
    """Return the names by which the search finds the pages of types: their short names, and members that they use more than others."""
    catalog = Catalog()
    shown_first = _most_used(catalog)
    names = {}
    for name in catalog.names():
        if isinstance(found := catalog.resource(name), ResourceType):
            service, last = name.split("::")[1], name.split("::")[-1]
            members = [m for m in (*found.properties, *found.attributes) if shown_first.get(m) == name]
            words = [name, f"{service}::{last}", f"{service} {last}", *members]
            most_used = usage_stats.types().get(name, 0)
            names[f"{TYPES}/{name.replace('::', '-')}"] = [*words, *([last, _spaced(last)] if most_used else [])]
    return names


def _spaced(name: str) -> str:
    """Return the words of a name in humps: "Floating IP" for FloatingIP."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)


def _linked(text: str) -> str:
    """Return a page whose neighbors are links to their pages."""
    neighbors = re.search(r"(?m)^Usual neighbors: .*$", text)
    if neighbors is None:
        return text
    links = re.sub(r"`([\w:]+)`", lambda name: f"[{name[0]}]({name[1].replace('::', '-')}.md)", neighbors[0])
    return text.replace(neighbors[0], links)
