"""The facts of a type in a release other than the newest.

Parts that the newest release no longer has come back from "past"; parts that came later move there.
"""

from __future__ import annotations

from typing import Final

from hotlint.resource_types.facts import Facts, IsAvailable, IsReached

_SECTIONS: Final = ("properties", "attributes", "update_policy")
_PLACEHOLDER: Final = ("any_properties", "any_attributes", "dynamic", "reference")


def facts_at(facts: Facts, is_available: IsAvailable, is_reached: IsReached) -> Facts:
    """Return the facts of a type or property in the target release that the two functions ask about."""
    past = facts.get("past", {})
    result = {key: value for key, value in facts.items() if key != "past"}
    missing: Facts = {}
    if "before" in past and not is_reached(past["before"]):
        result = {key: value for key, value in result.items() if key not in _PLACEHOLDER}
        result.update(past["facts"])
    was: Facts = next((facts for last, facts in past.get("was", ()) if is_available(("0", last))), {})
    result = {key: value for key, value in {**result, **was}.items() if value is not None}
    for section in _SECTIONS:
        every = {**facts.get(section, {}), **past.get(section, {})}
        present = {
            n: facts_at(f, is_available, is_reached) for n, f in every.items() if is_available(f.get("releases"))
        }
        absent = {name: f for name, f in every.items() if name not in present}
        if present or section in facts:
            result[section] = present
        missing.update({section: absent} if absent else {})
    if "items" in facts:
        result["items"] = facts_at(facts["items"], is_available, is_reached)
    if "support" in facts:
        result["support"] = _support_at(facts["support"], is_reached)
    return {**result, **({"past": missing} if missing else {})}


def _support_at(support: Facts, is_reached: IsReached) -> Facts:
    """Return the status in the target release: something deprecated since a later one is not deprecated yet."""
    while "since" in support and "status" in support and not is_reached(support["since"]):
        support = support.get("previous", {})
    return support
