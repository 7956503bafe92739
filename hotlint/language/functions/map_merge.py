"""map_merge: several mappings as one.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#map-merge
Heat: heat.engine.hot.functions.MapMerge
"""

from __future__ import annotations

from hotlint.language.functions.base import Function, Run, Snippet, require, wrong_type
from hotlint.language.values import (
    MARKS,
    OMITTED,
    Partial,
    Unknown,
    Value,
    is_known,
    may_be_omitted,
    omitted_to,
    propagate_unknown,
    settled,
)


class MapMerge(Function):
    """Function `map_merge`."""

    name = "map_merge"
    since = "2016-04-08"
    fails_on_null = True
    summary = "One mapping with the keys of several; of a key that occurs more than once, the last value counts."
    form = "map_merge: [<mapping>, <mapping>, ...]\n"
    parameters = (("mappings", "mappings to merge; null counts as an empty one"),)
    snippet = "map_merge:\n  - ${1:mapping}\n  - ${2:mapping}"
    given = "parameters: {defaults: {env: prod, zone: a}}\n"
    example = "map_merge:\n  - {get_param: defaults}\n  - {zone: b}\n"
    result = "{env: prod, zone: b}\n"

    def compute(self, args: Snippet, run: Run) -> Value:
        args = run.resolve(args)
        if isinstance(args, MARKS):
            return propagate_unknown("map_merge", args, type_="map")
        if not isinstance(args, list) and args != "":
            raise wrong_type("map_merge", "a list of mappings", args)
        merged: dict[str, Value] = {}
        rest: Unknown | None = None
        parts: dict[str, Unknown] = {}
        for index, item in enumerate(args):
            require("map_merge", "mappings to merge", item, (index,), dict, type(None))
            if isinstance(item, MARKS):
                rest = rest or propagate_unknown("map_merge", item, args, type_="map")
                # What came before may be replaced by what is not known.
                parts |= {key: propagate_unknown("part", rest, key) for key in merged if key not in parts}
                merged = {key: parts[key] for key in merged}
                item = item.known if isinstance(item, Partial) else None
            if item is None:
                continue
            run.spend(len(item))
            if settled(item) is item:
                merged.update(item)
                continue
            for key, value in item.items():
                merged[key] = _over(merged.get(key, rest or OMITTED), value)
        return merged if rest is None else Partial(merged, rest)


def _over(before: Value, value: Value) -> Value:
    """Return the value of a key that had another one before, which stays where the new one is left out."""
    if not may_be_omitted(value):
        return value
    return omitted_to(before, value) if is_known(before) else propagate_unknown("map_merge", value, before)


FUNCTIONS = (MapMerge(),)
