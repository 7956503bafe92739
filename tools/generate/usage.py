#!/usr/bin/env python3
"""Count what templates use, for the order of completions: hotlint/data/usage.json.

    python tools/generate/usage.py FOLDER...        (make usage CORPUS=...)

Counted in the templates below the folders: resource types, properties (nested ones by their path), attributes, functions
by their place, custom constraints, versions, and the values of properties that list them. Only counts are kept, and rare
things are left out.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from hotlint.analysis.template import Template, kind_of
from hotlint.ide.completion.usage_stats import function_places
from hotlint.language import functions
from hotlint.resource_types.catalog import Catalog
from hotlint.resource_types.schema import Properties, ResourceType
from hotlint.syntax.nodes import Mapping, Node, Scalar, Sequence
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

TARGET = Path(__file__).resolve().parents[2] / "hotlint" / "data" / "usage.json"


class Usage:
    """Counts what templates use."""

    def __init__(self) -> None:
        self.types: Counter[str] = Counter()
        self.versions: Counter[str] = Counter()
        self.customs: Counter[str] = Counter()
        self.properties: dict[str, Counter[str]] = defaultdict(Counter)
        self.attributes: dict[str, Counter[str]] = defaultdict(Counter)
        self.functions: dict[str, Counter[str]] = defaultdict(Counter)
        self.values: dict[str, Counter[str]] = defaultdict(Counter)

    def add(self, template: Template) -> None:
        """Count what one template uses."""
        self.versions[template.version] += 1
        for parameter in template.parameters.values():
            self.customs.update(
                e.value.value
                for kind, e, _ in parameter.constraints()
                if kind == "custom_constraint" and isinstance(e.value, Scalar)
            )
        for resource in template.resources.values():
            if resource.type and "::" in resource.type:
                self.types[resource.type] += 1
                self.count_properties(resource.type, "", resource.field("properties"))
        for _, call in template.calls():
            args = call.args
            if call.name == "get_attr" and isinstance(args, list) and len(args) > 1 and isinstance(args[1], str):
                owner = template.resources.get(args[0]) if isinstance(args[0], str) else None
                if owner is not None and owner.type and "::" in owner.type:
                    self.attributes[owner.type][args[1]] += 1
        self.count_functions(template.document.root, ())

    def count_properties(self, type_: str, path: str, node: Node | None) -> None:
        """Count the properties in a node, under their dotted path in the resource type."""
        if isinstance(node, Sequence):
            for item in node.items:
                self.count_properties(type_, path, item)
        elif isinstance(node, Mapping):
            for entry in node.items():
                name = entry.name
                if isinstance(name, str) and name not in functions.NAMES and path.count(".") < 3:
                    self.properties[type_][f"{path}{name}"] += 1
                    self.count_properties(type_, f"{path}{name}.", entry.value)
                    if isinstance(entry.value, Scalar) and isinstance(entry.value.value, str):
                        self.values[name][entry.value.value.casefold()] += 1

    def count_functions(self, node: Node | None, path: tuple[str, ...]) -> None:
        """Count the functions in a node, under the places in which completion ranks them."""
        if isinstance(node, Sequence):
            for item in node.items:
                self.count_functions(item, path)
        elif isinstance(node, Mapping):
            for entry in node.items():
                if isinstance(entry.name, str) and entry.name in functions.NAMES and len(path) > 1:
                    for place in function_places(path):
                        self.functions[place][entry.name] += 1
                self.count_functions(entry.value, (*path, str(entry.name)))

    def to_dict(self) -> dict[str, object]:
        """Return the counts as JSON data, without rare names."""

        def most(counts: Counter[str], least: int, limit: int = 60) -> dict[str, int]:
            return {name: n for name, n in counts.most_common(limit) if n >= least}

        return {
            "versions": most(self.versions, 1),
            "types": most(self.types, 2, 120),
            "customs": most(self.customs, 1),
            "properties": {t: found for t, c in sorted(self.properties.items()) if (found := most(c, 2))},
            "attributes": {t: found for t, c in sorted(self.attributes.items()) if (found := most(c, 1))},
            "values": {n: found for n in sorted(_listing()) if (found := most(self.values[n], 3, 8))},
            "functions": {p: most(c, 1, 8) for p, c in sorted(self.functions.items()) if c.total() > 4},
        }


def _listing() -> set[str]:
    """Return the names of the properties of which a type lists the values."""

    def names(properties: Properties | None) -> Iterator[str]:
        for name, schema in (properties or {}).items():
            inner = schema.items or schema
            if any(
                constraint.kind == "allowed_values" for found in (schema, inner) for constraint in found.constraints
            ):
                yield name
            yield from names(inner.properties)

    catalog = Catalog()
    types = map(catalog.resource, catalog.names())
    return {name for found in types if isinstance(found, ResourceType) for name in names(found.properties)}


def main() -> None:
    """Count the templates below the folders of the command line."""
    usage = Usage()
    folders = [Path(a) for a in sys.argv[1:]]
    files = [f for p in folders for f in (sorted(p.rglob("*.yaml")) if p.is_dir() else [p])]
    for file in files:
        document = parse(Source(str(file), file.read_text(errors="replace")))
        if kind_of(document) == "hot":
            usage.add(Template(document))
    TARGET.write_text(json.dumps(usage.to_dict(), separators=(",", ":"), sort_keys=False) + "\n")
    print(f"{TARGET}: {TARGET.stat().st_size} bytes, {usage.types.total()} resources")


if __name__ == "__main__":
    main()
