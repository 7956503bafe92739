"""Registry of the functions of HOT, each in a file of its own, and the versions that have them.

A function's module is imported when a template first uses its name, since most templates use four or five of them. So
this file holds only their names and modules; every fact about a function is on its object.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#intrinsic-functions
Heat: `functions` and `condition_functions` of the template classes in heat.engine.hot.template.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Final, Literal

    from hotlint.language.functions.base import Function

    Status = Literal["available", "removed", "future", "not-in-conditions"]

_MODULES: Final = {
    "get_param": "get_param", "get_resource": "get_resource", "get_attr": "get_attr", "get_file": "get_file",
    "str_replace": "str_replace", "str_replace_strict": "str_replace_strict",
    "str_replace_vstrict": "str_replace_vstrict", "str_split": "str_split", "list_join": "list_join",
    "list_concat": "list_concat", "list_concat_unique": "list_concat_unique", "map_merge": "map_merge",
    "map_replace": "map_replace", "repeat": "repeat", "filter": "filter", "contains": "contains", "digest": "digest",
    "make_url": "make_url", "yaql": "yaql", "resource_facade": "resource_facade", "if": "if_", "equals": "equals",
    "not": "not_", "and": "and_", "or": "or_",
    "Fn::Base64": "fn_base64", "Fn::GetAZs": "fn_getazs", "Fn::Join": "fn_join",
    "Fn::MemberListToMap": "fn_memberlisttomap", "Fn::Replace": "fn_replace",
    "Fn::ResourceFacade": "fn_resourcefacade", "Fn::Select": "fn_select", "Fn::Split": "fn_split", "Ref": "ref",
}  # fmt: skip
"""Module of each function, the usual functions first (Python's own keywords with an underscore)."""

NAMES: Final = frozenset(_MODULES)
"""Names of all functions of all versions."""


def get(name: str) -> Function | None:
    """Return the function of a name, whichever versions have it; None where no version has such a function."""
    return _load(_MODULES[name]) if name in _MODULES else None


@cache
def _load(module: str) -> Function:
    function: Function = import_module(f"hotlint.language.functions.{module}").FUNCTION
    return function


def status(name: str, version: str, context: str = "value") -> Status | None:
    """Return how Heat treats a name in a version (canonical date) and a context ("value" or "condition").

    "available"; "removed": read as a function, and refused where it is in use; "not-in-conditions": refused;
    "future": no function but a plain mapping, since only later versions or only conditions have it. None for a name
    that is no function in any version.
    """
    return _status(name, version, context) if name in _MODULES else None


@cache
def _status(name: str, version: str, context: str) -> Status:
    function = _load(_MODULES[name])
    if function.until is not None and function.until < version:
        return "removed"
    if context == "condition" and function.condition_since is not None and function.condition_since <= version:
        return "available"
    if not function.value or function.since > version:
        return "future"
    return "available" if context == "value" else "not-in-conditions"


def available(version: str, context: str) -> list[str]:
    """Return the names of the functions that a version has in a context, the usual ones first."""
    return [name for name in _MODULES if status(name, version, context) == "available"]
