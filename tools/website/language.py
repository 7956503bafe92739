"""Reference pages of the language: functions, constraints, and the index of both."""

from __future__ import annotations

from hotlint.language import constraints, functions, versions
from hotlint.language.constraints import custom
from hotlint.language.key_docs import FIELDS, SECTIONS
from hotlint.output.reference.function import function_page
from website.markdown import code, escape, index, page, prose, table, toctree

FUNCTIONS, CONSTRAINTS, KEYS = "docs/reference/functions", "docs/reference/constraints.md", "docs/reference/keys.md"


def pages() -> dict[str, str]:
    """Return the pages by path from the top of the site."""
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
    return made | {f"{FUNCTIONS}/index.md": listed, CONSTRAINTS: constraint_page(), KEYS: key_page()}


def key_page() -> str:
    """Return the page of the sections of a template, and of the keys in them."""
    parts = ["# Keys of a template", "The sections of a template, and the keys of what they hold."]
    below = {
        "group-key": "parameter_groups",
        "parameter-key": "parameters",
        "resource-key": "resources",
        "output-key": "outputs",
    }
    for section, summary in SECTIONS.items():
        parts += [f"## {section}", index([section], first=True), prose(summary)]
        for (kind, key), text in FIELDS.items():
            if below[kind] == section:
                parts += [f"### {key}", index([key], first=True), prose(text)]
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
