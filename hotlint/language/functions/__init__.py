"""The functions of HOT, one file each; which of them a version has.

A function's module is imported when a template first uses its name: most templates use four or five. So the facts on a
function stand in its own file alone, and here only the names.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final, Literal, cast

if TYPE_CHECKING:
    from hotlint.language.functions.base import Function

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
"""The module of each function (Python's own keywords with an underscore)."""

NAMES: Final = frozenset(_MODULES)
Status = Literal["available", "removed", "future", "not-in-conditions"]
_loaded: dict[str, Function] = {}
_statuses: dict[tuple[str, str, str], Status | None] = {}


def get(name: str) -> Function | None:
    """The function of that name, whichever versions have it."""
    found = _loaded.get(name)
    if found is None and name in _MODULES:
        found = cast("Function", import_module(f"hotlint.language.functions.{_MODULES[name]}").FUNCTION)
        _loaded[name] = found
    return found


def status(name: str, version: str, context: str = "value") -> Status | None:
    """What a name is to Heat, in a version and a context ("value" or "condition"); None for a name of no function.

    "available"; "removed": read as a function, and refused where it is in use; "not-in-conditions": refused;
    "future": no function here but a plain map, because a later version has it, or only conditions have it.
    """
    key = (name, version, context)
    if key not in _statuses:
        _statuses[key] = _status(*key)
    return _statuses[key]


def _status(name: str, version: str, context: str) -> Status | None:
    function = get(name)
    if function is None:
        return None
    if function.until is not None and function.until < version:
        return "removed"
    if context == "condition" and function.condition_since is not None and function.condition_since <= version:
        return "available"
    if not function.value or function.since > version:
        return "future"
    return "available" if context == "value" else "not-in-conditions"


def available(version: str, context: str = "value") -> list[str]:
    """The functions of a version, in the order of `hotlint explain`: the usual ones first."""
    return [name for name in _MODULES if status(name, version, context) == "available"]
