"""What the tests of the plugin reader share: plugins of one class, and the facts that are read from them."""

from __future__ import annotations

from typing import Any

from hotlint.resource_types.plugins import read_plugins

HEAD = "from heat.engine import attributes, constraints, properties, resource, support\n"
STRING = "properties.Schema('String')"


def schema_of(body: str, before: str = "", **given: Any) -> dict[str, Any]:
    """Return the facts of the one type of a plugin whose class has this body."""
    lines = "\n".join("    " + line for line in body.splitlines())
    text = f"{HEAD}{before}\nclass Thing(resource.Resource):\n{lines}\n"
    text += "def resource_mapping():\n    return {'Acme::Thing': Thing}\n"
    found = read_plugins({"thing.py": text}, **given)
    assert not found.problems, found.problems
    facts: dict[str, Any] = found.types["Acme::Thing"]
    return facts


def properties_of(expression: str, before: str = "") -> dict[str, Any]:
    """Return the facts of the properties of a class whose schema is this expression."""
    facts: dict[str, Any] = schema_of(f"properties_schema = {expression}", before).get("properties", {})
    return facts
