"""map_replace: mapping with some of its keys and values replaced.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#map-replace
Heat: heat.engine.hot.functions.MapReplace
"""

from __future__ import annotations

from hotlint.language.functions.base import Function, Run, Snippet, describe_argument, error, require, wrong_type
from hotlint.language.values import (
    MARKS,
    Either,
    Partial,
    PartialText,
    Unknown,
    Value,
    each_outcome,
    is_known,
    omitted_to,
    propagate_unknown,
    show,
)


class MapReplace(Function):
    """Function `map_replace`."""

    name = "map_replace"
    since = "2016-10-14"
    fails_on_null = True
    summary = "A mapping in which keys, values or both are replaced by others, where they are listed."
    form = "map_replace:\n  - <mapping>\n  - keys:\n      <key>: <new key>\n    values:\n      <value>: <new value>\n"
    parameters = (
        ("mapping", "the mapping to change"),
        ("replacements", "a mapping with keys (old key to new) and values (old value to new), either or both"),
    )
    keys = ("keys", "values")
    snippet = "map_replace:\n  - ${1:mapping}\n  - keys:\n      ${2:key}: ${3:new key}"
    given = "parameters: {labels: {env: production, tier: web}}\n"
    example = "map_replace:\n  - {get_param: labels}\n  - keys: {env: stage}\n    values: {production: prod}\n"
    result = "{stage: prod, tier: web}\n"

    def compute(self, args: Snippet, run: Run) -> Value:
        args = run.resolve(args)
        if isinstance(args, MARKS):
            return propagate_unknown("map_replace", args, type_="map")
        if not isinstance(args, list) or len(args) != 2:
            raise error(
                f"map_replace needs a list [mapping, {{keys: ..., values: ...}}], not {describe_argument(args)}"
            )
        changed = self._map(args[0], (0,))
        replacements = self._map(args[1], (1,))
        if isinstance(replacements, MARKS):
            return propagate_unknown("map_replace", replacements, changed, type_="map")
        for key in replacements:
            if key not in self.keys:
                message = f"map_replace knows keys and values to replace, not {show(key)}"
                raise error(message, (1, key), "unknown-key", "key")
        keys, values = (self._map(replacements.get(part, {}), (1, part)) for part in self.keys)
        for unknown in (changed, keys, values):
            if isinstance(unknown, MARKS):
                return propagate_unknown("map_replace", unknown, changed, keys, values, type_="map")
        run.spend(len(changed))
        return self._replaced(changed, keys, values)

    def _map(self, value: Value, path: tuple[str | int, ...]) -> Value:
        if value is None:
            return {}
        require("map_replace", "a mapping here", value, path, dict)
        return value

    def _replaced(self, changed: dict[str, Value], keys: dict[str, Value], values: dict[str, Value]) -> Value:
        made: dict[str, Value] = {}
        rest: Unknown | None = None
        for old, value in changed.items():
            new = keys.get(old)
            if isinstance(new, MARKS):
                rest = rest or propagate_unknown("map_replace", new, changed, keys, values, type_="map")
                continue
            if new is None:
                new = old
            else:
                self._check(old, new, changed, made)
            made[new] = self._value(value, values)
        return made if rest is None else Partial(made, rest)

    def _check(self, old: str, new: Value, changed: dict[str, Value], made: dict[str, Value]) -> None:
        if isinstance(new, list | dict | set):
            raise wrong_type(
                "map_replace", f"a string or a number as the new key for {show(old)}", new, (1, "keys", old)
            )
        if (new in changed and new != old) or new in made:
            message = f"map_replace makes {show(old)} the key {show(new)}, which the mapping has already"
            raise error(message, (1, "keys", old), "key-collision")

    def _value(self, value: Value, values: dict[str, Value]) -> Value:
        if isinstance(value, PartialText) and values:
            return propagate_unknown("map_replace", value, values)  # the whole text may be one that is replaced
        if isinstance(value, Either):
            return each_outcome(value, lambda outcome: self._outcome(outcome, values))
        try:
            return omitted_to(value, values.get(value, value))
        except TypeError:
            return value  # lists and maps are not looked up

    def _outcome(self, outcome: Value, values: dict[str, Value]) -> Value:
        new = self._value(outcome, values)
        # An outcome with outcomes of its own could double the value with each call around it.
        return new if new is outcome or is_known(new) else propagate_unknown("map_replace", new)


FUNCTIONS = (MapReplace(),)
