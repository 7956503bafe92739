"""The form in which the facts of resource types are stored, and the type aliases that their readers share.

Facts are JSON, one small file per type, read when a template first uses the type. `hotlint/resource_types/extraction`
writes them and `make catalog` runs it. A value that is the default is left out.

A type       {"type", "module", "class", "support": S, "releases": R, "origin": "environment", "snapshot": true,
              "any_properties": true, "any_attributes": true, "dynamic": KIND, "reference": "null" | "unknown",
              "translations": [T], "retype": {"property", "by", "types"},
              "properties": {name: P}, "attributes": {name: A}, "update_policy": {name: P}, "open": [...],
              "past": {"properties", "attributes", "update_policy", "before": release, "facts"}}
P, property  {"type", "required": true, "default", "constraints": [C], "update": "in-place", "immutable": true,
              "implemented": false, "convert": true, "properties": {name: P} | "items": P, "open": true,
              "support": S, "releases": R, "past": {"properties", "was": [[release, facts], ...]},
              "description"}
A, attribute {"type", "cache": false, "support": S, "releases": R, "description"}
C            {"length" | "range": {"min", "max"}} | {"modulo": {"step", "offset"}} | {"allowed_values": [...]}
             | {"allowed_pattern": "..."} | {"custom": "nova.flavor"}
S, support   {"status": "DEPRECATED" | "HIDDEN" | "UNSUPPORTED", "since": release, "instead": name, "previous": S}
R            [first, last] release of openstack-heat that has it; absent where every release that has its parent has it.
             Parts that the newest release lacks are in "past", by section. For a type that is only a placeholder now,
             "facts" are those of the releases "before". "was" holds the type, constraints and required of a property
             that differed up to a release, the oldest first. tools/generate/releases.py writes all of these
T            {"rule": "replace" | "add" | "delete", "path": [...], "from" | "name" | "value", "custom", "when": name}
KIND         the names that get_attr may use although no schema has them:
             "null" any name, always null
             "members" any attribute of the members, as a list; resource.<index>[.<attribute>]
             "scaled" outputs and outputs_list with a path; resource.<index>[.<attribute>]
             "deployment" the outputs of the deployed software config
             "deployments" the same, as a mapping with a key for each server
             "outputs" Outputs.<name of an output of the nested stack>
             "template" the outputs of the template; resource.<name>.<attribute>
The index, types.json, is described in hotlint/resource_types/extraction/__main__.py.
"""

from collections.abc import Callable, Sequence

from hotlint.common.annotations import Any

Facts = dict[str, Any]
"""The facts of one type, property, attribute or support status: JSON as described above."""
ReadFacts = Callable[[str], Facts | None]
"""Reads one JSON file of a catalog by its name ("classes.json"); None when there is no such file."""
IsAvailable = Callable[[Sequence[str] | None], bool]
"""Whether the target release is within a range [first, last]; None is every release."""
IsReached = Callable[[str], bool]
"""Whether the target release is a given release or a newer one."""
