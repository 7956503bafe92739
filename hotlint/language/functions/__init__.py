"""Registry of the functions of HOT and of CloudFormation, and the versions that have them.

A function's module is imported when a template first uses its name, since most templates use four or five of them. So
this file holds only their names and modules; every fact about a function is on its object. Functions that differ in a
word or in their spelling share a module.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#intrinsic-functions
Heat: `functions` and `condition_functions` of the template classes in heat.engine.hot.template and heat.engine.cfn.template.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from hotlint.common.annotations import TYPE_CHECKING, Literal
from hotlint.language.dialects import dialect
from hotlint.language.versions import VERSIONS

if TYPE_CHECKING:
    from hotlint.language.functions.base import Function

Status = Literal["available", "removed", "future", "not-in-conditions"]

_MODULES = {
    "get_param": "get_param", "get_resource": "get_resource", "get_attr": "get_attr", "get_file": "get_file",
    "str_replace": "str_replace", "str_replace_strict": "str_replace",
    "str_replace_vstrict": "str_replace", "str_split": "str_split", "list_join": "list_join",
    "list_concat": "list_concat", "list_concat_unique": "list_concat", "map_merge": "map_merge",
    "map_replace": "map_replace", "repeat": "repeat", "filter": "filter", "contains": "contains", "digest": "digest",
    "make_url": "make_url", "yaql": "yaql", "resource_facade": "resource_facade", "if": "if_", "equals": "logic",
    "not": "logic", "and": "logic", "or": "logic",
    "Fn::Base64": "cfn_functions", "Fn::GetAZs": "cfn_functions", "Fn::Join": "list_join",
    "Fn::MemberListToMap": "cfn_functions", "Fn::Replace": "str_replace",
    "Fn::ResourceFacade": "resource_facade", "Fn::Select": "cfn_functions", "Fn::Split": "str_split", "Ref": "ref",
}  # fmt: skip
"""Module of each function, the usual functions first."""

_CONDITIONAL = frozenset({"Fn::If", "Fn::Equals", "Fn::Not", "Fn::And", "Fn::Or"})
_CFN_MODULES = {
    "Ref": "ref", "Fn::GetAtt": "get_attr", "Fn::Join": "list_join", "Fn::FindInMap": "cfn_functions", "Fn::If": "if_",
    "Fn::Select": "cfn_functions", "Fn::Split": "str_split", "Fn::Replace": "str_replace", "Fn::Base64": "cfn_functions",
    "Fn::GetAZs": "cfn_functions", "Fn::MemberListToMap": "cfn_functions", "Fn::ResourceFacade": "resource_facade",
    "Fn::Equals": "logic", "Fn::Not": "logic", "Fn::And": "logic", "Fn::Or": "logic",
}  # fmt: skip
"""Module of each function of CloudFormation's format."""
_IN_CONDITIONS = {"Ref": ("ref", "Ref in conditions"), "Fn::FindInMap": ("cfn_functions", "Fn::FindInMap")}
"""Module and own name of each function that conditions of that format have next to those which only conditions have."""

NAMES = frozenset(_MODULES)
"""Names of all functions of all versions of HOT."""
CFN_NAMES = frozenset(_CFN_MODULES)
"""Names of all functions of both versions of CloudFormation's format."""


def every() -> list[Function]:
    """Return all functions of both languages, sorted by name."""
    places = {(module, name) for name, module in (_MODULES | _CFN_MODULES).items()} | {*_IN_CONDITIONS.values()}
    return [_load(module, name) for module, name in sorted(places, key=lambda place: place[1])]


def names(version: str) -> frozenset[str]:
    """Return the names of all functions of the language that a version (canonical date) is of."""
    return NAMES if version >= VERSIONS[0] else CFN_NAMES


def get(name: str, context: str = "") -> Function | None:
    """Return the function of a name, whichever versions have it; None where no version has such a function.

    A `context` ("value" or "condition") tells two functions of one name apart.
    """
    if context == "condition" and name in _IN_CONDITIONS:
        return _load(*_IN_CONDITIONS[name])
    module = _MODULES.get(name) or _CFN_MODULES.get(name)
    return _load(module, name) if module is not None else None


@cache
def _load(module: str, name: str) -> Function:
    functions: tuple[Function, ...] = import_module(f"hotlint.language.functions.{module}").FUNCTIONS
    return next(function for function in functions if function.name == name)


def status(name: str, version: str, context: str = "value") -> Status | None:
    """Return how Heat treats a name in a version (canonical date) and a context ("value" or "condition").

    "available"; "removed": read as a function, and refused where it is in use; "not-in-conditions": refused;
    "future": no function but a plain mapping, since only later versions or only conditions have it. None for a name
    that is no function in any version.
    """
    return _status(name, version, context) if name in names(version) else None


@cache
def _status(name: str, version: str, context: str) -> Status:
    if version < VERSIONS[0]:
        return _cfn_status(name, version, context)
    function = _load(_MODULES[name], name)
    if function.until is not None and function.until < version:
        return "removed"
    if context == "condition" and function.condition_since is not None and function.condition_since <= version:
        return "available"
    if not function.value or function.since > version:
        return "future"
    return "available" if context == "value" else "not-in-conditions"


def _cfn_status(name: str, version: str, context: str) -> Status:
    if name in _CONDITIONAL and "conditions" not in dialect(version).sections:
        return "future"
    only_in_conditions = name in _CONDITIONAL and name != "Fn::If"
    if context == "condition":
        return "available" if only_in_conditions or name in _IN_CONDITIONS else "not-in-conditions"
    return "future" if only_in_conditions else "available"


def available(version: str, context: str) -> list[str]:
    """Return the names of the functions that a version has in a context, the usual ones first."""
    modules = _MODULES if version >= VERSIONS[0] else _CFN_MODULES
    return [name for name in modules if status(name, version, context) == "available"]
