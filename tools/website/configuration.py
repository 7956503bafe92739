"""The reference of .hotlint.yaml, from its JSON Schema."""

from __future__ import annotations

from typing import Any

import yaml

from hotlint.linter.settings.schema import schema
from website.markdown import code, index, page, prose, table

PAGE = "docs/reference/configuration.md"


def pages() -> dict[str, str]:
    """Return the page by its path from the top of the site."""
    document = schema()
    definitions = document.get("$defs", {})
    keys: dict[str, dict[str, Any]] = document["properties"]
    below = set(_inner(keys.get("templates", {}), definitions))
    rows = [
        (f"[{code(name)}](#{name.replace('_', '-')})", prose(facts.get("description", "")))
        for name, facts in keys.items()
    ]
    parts = ["# Configuration", INTRODUCTION, table(("Key", "Meaning"), rows)]
    for name, facts in keys.items():
        where = "Also under `templates`." if name in below else ""
        facts = _resolved(facts, definitions)
        parts += [
            f"({name.replace('_', '-')})=\n## {name}",
            index([name], first=True),
            prose(facts.get("description", "")),
            f"Type: {_type(facts)}. {where}".strip(),
        ]
        inner = _inner(facts, definitions)
        if inner and name != "templates":
            facts_of = {key: _resolved(f, definitions) for key, f in inner.items()}
            listed = [(code(key), _type(f), prose(f.get("description", ""))) for key, f in facts_of.items()]
            parts.append(table(("Key", "Type", "Meaning"), listed))
        parts += [f"```yaml\n{_example(name, example)}\n```" for example in facts.get("examples", [])]
    return {PAGE: page(*parts)}


INTRODUCTION = """\
Write settings to `.hotlint.yaml`. hotlint looks for it in the folder of each file and then upward, and uses the nearest one.
`hotlint config show FILE` prints the effective settings of a file, and where each one comes from. This page is generated from the JSON
Schema that `hotlint config schema` prints.
"""


def _resolved(facts: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with what its `$ref` names."""
    name = str(facts.get("$ref", "")).rpartition("/")[2]
    return definitions.get(name, {}) | facts if name else facts


def _inner(facts: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the keys of a mapping, or of the mappings that it holds by any name, or of the items of a list."""
    facts = _resolved(facts, definitions)
    for inside in (facts, facts.get("additionalProperties"), facts.get("items")):
        if isinstance(inside, dict) and isinstance(found := _resolved(inside, definitions).get("properties"), dict):
            return found
    return {}


def _type(facts: dict[str, Any]) -> str:
    if "enum" in facts:
        return "one of " + ", ".join(code(str(value)) for value in facts["enum"])
    if "anyOf" in facts or "oneOf" in facts:
        kinds = list(dict.fromkeys(_type(f) for f in facts.get("anyOf") or facts["oneOf"]))
        if len(kinds) == 2 and kinds[0] == f"list of {kinds[1]}":
            return f"list of {kinds[1]}, or one alone"
        return " or ".join(kinds)
    kinds = facts.get("type", "any value")
    listed = [kinds] if isinstance(kinds, str) else list(kinds)
    names = " or ".join(_NAMES.get(kind, kind) for kind in listed)
    if "array" in listed and isinstance(facts.get("items"), dict):
        return f"{names} of {_type(facts['items'])}" if "type" in facts["items"] else names
    if "object" in listed and isinstance(values := facts.get("additionalProperties"), dict) and "enum" in values:
        return f"{names} to {_type(values)}"
    return names


_NAMES = {"array": "list", "object": "mapping"}


def _example(name: str, example: Any) -> str:
    """Return an example as YAML of a whole file, its lists and mappings in flow style below the first level."""
    text: str = yaml.safe_dump(example, sort_keys=False, default_flow_style=True, width=100)
    return f"{name}: {text.removesuffix('...' + chr(10)).rstrip()}"
