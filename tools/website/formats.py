"""The references of hotlint's own formats: configurations, suites and policies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from hotlint.formats.catalog import FORMATS
from hotlint.formats.configuration import CONFIGURATION, SECTION
from hotlint.formats.schema import key_schema
from hotlint.formats.table import Format, Key, Level
from website.markdown import code, page, prose, table

PAGES = {
    "configuration": "docs/reference/configuration.md",
    "suite": "docs/reference/suites.md",
    "policies": "docs/reference/policies.md",
}
_TEXTS = {
    "configuration": ("# Configuration", """\
Write settings to `.hotlint.yaml`. hotlint looks for it in the folder of each file and then upward, and uses the nearest one.
`hotlint config show FILE` prints the effective settings of a file, and where each one comes from. This page is generated from the JSON
Schema that `hotlint config schema` prints.
"""),
    "suite": ("# Suites of tests", """\
Write tests of a template to a suite, such as `web.hot-test.yaml`, and run them with `hotlint test`. [Tests of templates](../testing.md)
shows how.
"""),
    "policies": ("# Files of policies", """\
Write your own rules to a file of policies, and name it in `.hotlint.yaml`. [Policies](../policies.md) shows how.
"""),
}  # fmt: skip
"""The page of each format, its title and its introduction."""


def pages() -> dict[str, str]:
    """Return the pages by their paths from the top of the site."""
    return {PAGES[kind]: _page(kind, *head) for kind, head in _TEXTS.items()}


def _page(kind: str, title: str, introduction: str) -> str:
    form = FORMATS[kind]._replace(has_definitions=False)
    prefix = "" if form.top is CONFIGURATION.top else f"{kind}-"
    rows = [(f"[{code(key.name)}](#{_anchor(prefix, key)})", prose(key.description)) for key in form.top.keys]
    return page(title, introduction, table(("Key", "Meaning"), rows), *_sections(form, prefix, form.top, "##", set()))


def _anchor(prefix: str, key: Key) -> str:
    return prefix + key.name.replace("_", "-")


def _sections(form: Format, prefix: str, level: Level, heading: str, shown: set[str]) -> Iterator[str]:
    """Yield a section for each key that is at the top or has mappings in its value; those of a level are `shown` once."""
    for key in level.keys:
        is_new = bool(key.inside) and key.inside not in shown
        if heading != "##" and not is_new:
            continue
        shown.add(key.inside)
        facts = key_schema(form, key)
        yield f"({_anchor(prefix, key)})=\n{heading} {key.name}"
        yield prose(key.description)
        yield f"Type: {_type(facts)}. {'Also under `templates`.' if key in SECTION.keys else ''}".strip()
        inner = form.levels[key.inside] if is_new else SECTION
        if inner is not SECTION:  # whose keys are those of the top
            listed = [(code(k.name), _type(key_schema(form, k)), prose(k.description)) for k in inner.keys]
            yield table(("Key", "Type", "Meaning"), listed)
        yield from (f"```yaml\n{_example(key.name, example)}\n```" for example in facts.get("examples", []))
        if inner is not SECTION:
            yield from _sections(form, prefix, inner, "###", shown)


def _type(facts: dict[str, Any]) -> str:
    if "enum" in facts:
        return "one of " + ", ".join(code(str(value).lower()) for value in facts["enum"])
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
