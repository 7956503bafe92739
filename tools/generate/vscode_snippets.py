"""Generate the VS Code snippets of HOT: one for each function, and the hand-written ones of snippets.yaml.

Writes vscode-extension/snippets/hot.json; `--check` fails when it is stale.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import yaml
from _write import update

from hotlint.ide.completion import usage_stats
from hotlint.language import functions, versions
from hotlint.language.constraints import custom
from hotlint.resource_types.catalog import PACKAGED

TARGET = "vscode-extension/snippets/hot.json"
SOURCE = Path(__file__).with_name("snippets.yaml")
_MOST_CONSTRAINTS = 10


class Snippet(NamedTuple):
    """A snippet of VS Code: `body` is its text with placeholders (`${1:name}`), without a final line end.

    `place` is where it fits: "document" for an empty one, "section" for a key at the top, the name of a section for an entry
    of that, or "value".
    """

    name: str
    prefix: str
    description: str
    body: str
    place: str


def snippets() -> list[Snippet]:
    """Return all snippets: the hand-written ones in the order of snippets.yaml, then the functions."""
    return [*written_by_hand(), *of_functions()]


def written_by_hand() -> list[Snippet]:
    """Return the snippets of snippets.yaml with their lists of facts filled in."""
    lists = {
        "@versions@": list(reversed(versions.VERSIONS)),
        "@parameter_types@": list(versions.PARAMETER_TYPES),
        "@cloud_constraints@": cloud_constraints(),
    }
    found = []
    for prefix, fields in yaml.safe_load(SOURCE.read_text(encoding="utf-8")).items():
        body = fields["body"].rstrip("\n")
        for mark, values in lists.items():
            body = body.replace(mark, ",".join(values))
        found.append(Snippet(fields["name"], prefix, fields["description"], body, place_of(prefix)))
    return found


def place_of(prefix: str) -> str:
    """Return the place of a hand-written snippet, see `Snippet`; of most that is among the resources."""
    if prefix in ("hot", "hot-environment"):
        return "document"
    if prefix in ("hot-conditions", "hot-parameter-groups"):
        return "section"
    if prefix.startswith("hot-parameter"):
        return "parameters"
    return "outputs" if prefix == "hot-output" else "resources"


def of_functions() -> list[Snippet]:
    """Return a snippet for each function of the newest version, in values or in conditions."""
    names = dict.fromkeys(
        [*functions.available(versions.NEWEST, "value"), *functions.available(versions.NEWEST, "condition")]
    )
    found = []
    for name in names:
        function = functions.get(name)
        if function is not None:
            prefix = "hot-" + name.replace("_", "-")
            found.append(Snippet(name, prefix, function.summary, function.snippet + "$0", "value"))
    return found


def cloud_constraints() -> list[str]:
    """Return the custom constraints on things of the cloud: those that templates, then resource types, use most."""
    in_templates = usage_stats.customs()
    in_types = Counter(name for type_ in PACKAGED.index["types"] for name in _custom_constraints(type_))
    names = [name for name, constraint in custom.everything().items() if constraint.check is None]
    return sorted(names, key=lambda name: (-in_templates.get(name, 0), -in_types[name]))[:_MOST_CONSTRAINTS]


def _custom_constraints(type_name: str) -> Iterator[str]:
    """Yield the custom constraints of the top-level properties of a resource type."""
    found = PACKAGED.resource(type_name)
    for schema in found.properties.values() if found is not None else ():
        yield from (str(c.args) for c in schema.constraints if c.kind == "custom_constraint")


def render() -> str:
    """Return the content of the snippets file."""
    entries = {
        s.name: {"prefix": s.prefix, "place": s.place, "description": s.description, "body": s.body.split("\n")}
        for s in snippets()
    }
    return json.dumps(entries, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    raise SystemExit(update({TARGET: render()}, check="--check" in sys.argv))
