"""Facts as another release than the newest has them: what is in "past" comes back, what came later goes there."""

from __future__ import annotations

from typing import Final

from hotlint.resource_types.schema import Covers, Facts, Holds

_SECTIONS: Final = ("properties", "attributes", "update_policy")
_PLACEHOLDER: Final = ("any_properties", "any_attributes", "dynamic", "reference")


def facts_at(facts: Facts, covers: Covers, holds: Holds) -> Facts:
    """The facts of a type or property in the release that counts."""
    past = facts.get("past", {})
    result = {key: value for key, value in facts.items() if key != "past"}
    gone: Facts = {}
    if "before" in past and not holds(past["before"]):
        result = {key: value for key, value in result.items() if key not in _PLACEHOLDER}
        result.update(past["facts"])
    was: Facts = next((facts for last, facts in past.get("was", ()) if covers(("0", last))), {})
    result = {key: value for key, value in {**result, **was}.items() if value is not None}
    for section in _SECTIONS:
        every = {**facts.get(section, {}), **past.get(section, {})}
        there = {name: facts_at(f, covers, holds) for name, f in every.items() if covers(f.get("releases"))}
        away = {name: f for name, f in every.items() if name not in there}
        if there or section in facts:
            result[section] = there
        gone.update({section: away} if away else {})
    if "items" in facts:
        result["items"] = facts_at(facts["items"], covers, holds)
    if "support" in facts:
        result["support"] = _support_at(facts["support"], holds)
    return {**result, **({"past": gone} if gone else {})}


def _support_at(support: Facts, holds: Holds) -> Facts:
    """The status that held in the release: what is deprecated since a later one is not deprecated yet."""
    while "since" in support and "status" in support and not holds(support["since"]):
        support = support.get("previous", {})
    return support
