"""The merge of parameter values that several environment files give, as Heat's engine does it.

The engine merges the files in order, with the strategies that each names in parameter_merge_strategies. How two values
are joined depends on the parameter's type: in the template, or in any template that is sent with it.

Heat: heat.common.environment_util
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from hotlint.analysis.environments.inputs import Given
from hotlint.common.annotations import Any
from hotlint.common.records import NamedTuple
from hotlint.language.values import Value, describe_type

STRATEGIES = ("overwrite", "merge", "deep_merge")
OVERWRITE, MERGE, DEEP_MERGE = STRATEGIES
ParameterTypeOf = Callable[[str], str | None]
"""Returns the type of a parameter by its name; None for one that no template has."""


class MergeProblem(NamedTuple):
    """A problem of the merge of environments: of the parameter `name`, None for a whole section, in the file `path`.

    `offset` is where the value starts there, None where it is not known. With `milder`, Heat accepts it.
    """

    message: str
    name: str | None
    path: str
    offset: int | None = None
    milder: bool = False


class ParameterLayer(NamedTuple):
    """What one environment file says about parameters.

    `sections` are its sections `parameters` and `parameter_defaults`, in the file's order. `strategies` are its merge
    strategies by name, None where they are not a mapping.
    """

    path: str
    sections: dict[str, dict[str, Given]]
    strategies: Mapping[str, Value] | None


class MergeError(ValueError):
    """Failure to join two values; the message is for the author of an environment."""


class ParameterMerge:
    """Merges the layers of parameter values in order. `values` are the results by section, `problems` what Heat refuses.

    `given` are parameters that are given apart from the files: the files win over them. `strict_first` tells that the
    strategies of the first file count for the second one (since Heat 18).
    """

    def __init__(self, type_of: ParameterTypeOf, given: Mapping[str, Given], *, strict_first: bool) -> None:
        self.values: dict[str, dict[str, Given]] = {"parameters": dict(given), "parameter_defaults": {}}
        self.problems: list[MergeProblem] = []
        self._type_of = type_of
        self._given = given
        self._strict_first = strict_first
        self._known: dict[str, Value] = {}

    def add(self, layer: ParameterLayer) -> None:
        """Merge the values of one more file."""
        for section, new in layer.sections.items():
            if new:
                self._add_section(section, new, layer)

    def _add_section(self, section: str, new: dict[str, Given], layer: ParameterLayer) -> None:
        old = self.values[section]
        declared = [name for name, given in new.items() if given.value is not None and self._type_of(name) is not None]
        if declared and (old or self._strict_first):
            self._name_strategies(declared, new, layer)
        if not old:
            old.update(new)
            return
        for name in declared:
            earlier, later = old.get(name), new[name]
            if section == "parameters" and name in self._given and earlier is self._given[name]:
                message = f"value given for parameter '{name}' has no effect: the environment's value replaces it"
                self.problems.append(MergeProblem(message, name, layer.path, later.offset, milder=True))
            try:
                old[name] = later._replace(value=self._joined(name, earlier, later.value))
            except MergeError as error:
                self.problems.append(MergeProblem(str(error), name, layer.path, later.offset))
                old[name] = later

    def _name_strategies(self, names: list[str], new: Mapping[str, Given], layer: ParameterLayer) -> None:
        """Settle the strategies of parameters. One strategy counts for all files that give a parameter a value."""
        if layer.strategies is None:
            message = "'parameter_merge_strategies' must be a mapping of names of parameters to strategies"
            self.problems.append(MergeProblem(message, None, layer.path))
        settled: dict[str, Value] = {}
        for name in names:
            found = self._strategy(name, layer.strategies or {})
            if name not in self._known:
                settled[name] = found
            elif found != self._known[name]:
                message = (
                    f"parameter '{name}' has merge strategy '{found}' in this environment but '{self._known[name]}' in"
                    " an earlier one; use the same strategy in each"
                )
                self.problems.append(MergeProblem(message, name, layer.path, new[name].offset))
        self._known.update(settled)

    def _strategy(self, name: str, strategies: Mapping[str, Value]) -> Value:
        default = strategies.get("default", OVERWRITE)
        fallback = self._known.get(name, default) if self._strict_first else default
        found = strategies.get(name, fallback)
        return found if isinstance(found, str) and found in STRATEGIES else default

    def _joined(self, name: str, old: Given | None, new: Value) -> Value:
        strategy = self._known.get(name)
        if strategy not in (MERGE, DEEP_MERGE):
            return new
        kind = self._type_of(name)
        join = _JOINS.get(kind or "")
        if join is None or not (kind == "json" or isinstance(new, str | list)):
            raise MergeError(f"{describe_type(new)} cannot be merged; use strategy overwrite for parameter '{name}'")
        return join(name, old.value if old is not None else _ABSENT, new, strategy == DEEP_MERGE)


_ABSENT: Any = object()


def _join_json(name: str, old: Value, new: Value, deep: bool) -> Value:
    if isinstance(new, str) and new:
        try:
            new = json.loads(new)
        except (ValueError, RecursionError):
            raise MergeError(f"value of json parameter '{name}' to merge is not JSON") from None
    return _join_maps(name, {} if old is _ABSENT else old, new, deep)


def _join_maps(name: str, old: Value, new: Value, deep: bool) -> Value:
    """Return the mapping with the new items that are not null, joined to the old ones where `deep`."""
    if not old:
        return new
    if not isinstance(new, dict):
        raise _cannot_join(name, old, new)
    added = {key: value for key, value in new.items() if value is not None}
    if not added:
        return old
    if not isinstance(old, dict):
        raise _cannot_join(name, old, new)
    return {**old, **{k: _join_items(name, old.get(k, _ABSENT), v) if deep else v for k, v in added.items()}}


def _join_items(name: str, old: Value, new: Value) -> Value:
    if isinstance(new, str):
        return _join_texts(name, old, new, True)
    if not isinstance(new, dict | list) or old is _ABSENT or not old:
        return new
    return _join_maps(name, old, new, True) if isinstance(new, dict) else _join_lists(name, old, new, True)


def _join_lists(name: str, old: Value, new: Value, deep: bool) -> Value:
    if old is _ABSENT or not old:
        return new
    if isinstance(old, list) and isinstance(new, list):
        return old + new
    if isinstance(old, str) and isinstance(new, str):
        return f"{old},{new}"
    raise _cannot_join(name, old, new)


def _join_texts(name: str, old: Value, new: Value, deep: bool) -> Value:
    old = "" if old is _ABSENT else old
    if isinstance(old, str) and isinstance(new, str):
        return old + new
    raise _cannot_join(name, old, new)


def _join_numbers(name: str, old: Value, new: Value, deep: bool) -> Value:
    """Return two numbers joined: Heat takes them only as text, and joins that."""
    if isinstance(old, str) and isinstance(new, str):
        return old + new
    if isinstance(old, list) and isinstance(new, list):
        return old + new
    raise MergeError(f"numbers cannot be merged; use strategy overwrite for parameter '{name}'")


_JOINS: dict[str, Callable[[str, Value, Value, bool], Value]] = {
    "json": _join_json,
    "comma_delimited_list": _join_lists,
    "string": _join_texts,
    "number": _join_numbers,
}


def _cannot_join(name: str, old: Value, new: Value) -> MergeError:
    what = f"{describe_type(new)} cannot be merged into {describe_type(old)}, the value in an earlier environment"
    return MergeError(f"value of parameter '{name}': {what}")
