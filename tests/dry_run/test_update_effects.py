"""The pages, `explain`, hovers and `diff` say the same of what a new value of a property does."""

from __future__ import annotations

from typing import Any

import pytest
from diff_fixture import actions, diff, folder

from hotlint import heat_types
from hotlint.ide.documentation import member
from hotlint.output import reference
from hotlint.resource_types.catalog import Catalog, Property, ResourceType

__all__ = ["diff", "folder"]

TYPES = Catalog()
SAID = {
    "update": ("updated in place", "A new value changes the resource in place."),
    "replace": ("a change replaces it", "A new value replaces the resource."),
    "refuse": ("may not change", "Heat refuses a new value once the resource exists."),
}
REPLACED_EACH_TIME = {"OS::Heat::UpdateWaitConditionHandle"}


def value_of(prop: Property, number: int) -> str:
    allowed = next((c.args for c in prop.constraints if c.kind == "allowed_values"), None)
    if prop.type == "list" and allowed is None:
        return f"[{value_of(prop.items, number) if prop.items is not None else number}]"
    if allowed is not None and len(allowed) > number:
        return f"[{allowed[number]}]" if prop.type == "list" else str(allowed[number])
    if prop.type == "map":
        inner = next(reversed(list((prop.properties or {}).items())), None)
        return f"{{{inner[0]}: {value_of(inner[1], number)}}}" if inner is not None else f"{{a: {number}}}"
    return {"boolean": ("true", "false")[number], "string": f"text{number}"}.get(prop.type, str(number + 5))


def template(name: str, properties: dict[str, Property], number: int) -> str:
    rows = [f"  {p}: {{type: {name}, properties: {{{p}: {value_of(s, number)}}}}}" for p, s in properties.items()]
    return "\n".join(["resources:", *rows]) + "\n"


@pytest.mark.parametrize("name", TYPES.names())
def test_all_faces_agree(name: str, diff: Any) -> None:
    found = TYPES.resource(name)
    assert isinstance(found, ResourceType)
    if found.any_properties or name in REPLACED_EACH_TIME:
        return
    properties = {n: p for n, p in found.properties.items() if p.implemented}
    page = reference.page(name, TYPES) or ""
    done = actions(diff(template(name, properties, 0), template(name, properties, 1)))
    for prop, schema in properties.items():
        depends = done[prop] == "unknown" and heat_types.of(name).takes_inputs  # on the inputs of a config
        short, long = SAID["update" if depends else done[prop]]
        assert long in (reference.page(f"{name}.{prop}", TYPES) or ""), prop
        assert long in member("property", name, prop, TYPES), prop
        row = next((row for row in page.splitlines() if row.startswith(f"- `{prop}` (")), "")
        assert short in row or schema.support.status == "HIDDEN", prop


def test_what_else_decides_is_said() -> None:
    for name, what in (("user_data", "IGNORE"), ("image", "REBUILD"), ("flavor", "flavor_update_policy")):
        assert what in member("property", "OS::Nova::Server", name, TYPES)
        assert what in (reference.page(f"OS::Nova::Server.{name}", TYPES) or "")
    assert "Every update of the stack replaces" in (reference.page("OS::Heat::UpdateWaitConditionHandle", TYPES) or "")
    nested = member("property", "OS::Nova::Server", "networks.port", TYPES)
    assert "changes the resource in place" in nested  # Heat decides by the outermost property
