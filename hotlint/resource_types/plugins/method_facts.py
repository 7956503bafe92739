"""Facts of a resource class that follow from its methods: snapshots, dynamic attributes, translation rules."""

from __future__ import annotations

from typing import Final

from hotlint.resource_types.extraction.type_facts import DYNAMIC_ATTRIBUTES
from hotlint.resource_types.facts import Facts
from hotlint.resource_types.plugins.attributes import members
from hotlint.resource_types.plugins.calls import results
from hotlint.resource_types.plugins.heat_classes import PackagedClasses
from hotlint.resource_types.plugins.schema_objects import DeclaredConstraint
from hotlint.resource_types.plugins.values import (
    MISSING,
    UNKNOWN,
    Arguments,
    Builtin,
    Class,
    Instance,
    Map,
    PluginFunction,
    Runtime,
    Value,
    lookup,
)

_INHERITED: Final = {
    # Facts that a class inherits from the type it derives from, unless it overrides this method.
    "any_properties": "reparse",
    "dynamic": "get_attribute",
    "retype": "reparse",
}
_RESOURCE: Final = "heat.engine.resource"
_HEATS_OWN: Final = "heat.engine.resources."


def method_facts(run: Runtime, cls: Class, packaged: PackagedClasses | None) -> Facts:
    """Return the facts of a class that follow from its methods; for a method that is too complex, those that check nothing."""
    facts: Facts = {}
    typed = next((base for base in cls.lineage if isinstance(base, Class) and base.facts_of), None)
    inherited = packaged.type_facts(typed.facts_of) if typed and packaged else {}
    for key, method in _INHERITED.items():
        if key in inherited and _own(cls, method) is None:
            facts[key] = inherited[key]
    facts.update(_dynamic(cls))
    if lookup(cls, "handle_snapshot_delete") is not MISSING:
        facts["snapshot"] = True
    if any(_own(cls, name) is not None for name in ("get_attribute", "FnGetAtt")) or inherited.get("any_attributes"):
        facts["any_attributes"] = True
    facts.update(_reference(run, cls, inherited))
    facts.update(_translations(run, cls, inherited))
    return facts


def _dynamic(cls: Class) -> Facts:
    """Return how attributes outside the schema are computed, for Heat's own classes read from their sources."""
    for base in cls.lineage:
        if isinstance(base, Class) and base.module.startswith(_HEATS_OWN) and not base.facts_of:
            kind = DYNAMIC_ATTRIBUTES.get(base.name)
            if kind:
                return {"dynamic": kind, **({"any_properties": True} if kind == "null" else {})}
    return {}


def _own(cls: Class, method: str, past_unknown: bool = False) -> Value:
    """Return a method of the class or a base other than heat.engine.resource.Resource; None when there is none.

    Unknown bases may have it, so the result is Unknown, unless `past_unknown` assumes that they, usually mixins, do not.
    """
    for base in cls.lineage:
        if not isinstance(base, Class):
            if past_unknown:
                continue
            return UNKNOWN
        if base.module == _RESOURCE or (base.facts_of and method not in base.names):
            return None
        if method in base.names:
            return base.names[method]
    return None


def _reference(run: Runtime, cls: Class, inherited: Facts) -> Facts:
    """Return the value of get_resource before the resource exists, where it is not its name."""
    method = _own(cls, "get_reference_id")
    if method is None:
        return {"reference": inherited["reference"]} if "reference" in inherited else {}
    if not isinstance(method, PluginFunction):
        return {"reference": "unknown"}
    found = results(run, method, Arguments([Instance(cls, {"resource_id": None, "id": None, "uuid": None})]))
    if all(value is None for value in found):
        return {"reference": "null"}
    return {} if all(isinstance(value, str) for value in found) else {"reference": "unknown"}


def _translations(run: Runtime, cls: Class, inherited: Facts) -> Facts:
    """Return the translation rules of the class; {"translations": None} when they are not certain.

    The method is called twice, with every property unset and with every property set; rules that only the second call
    returns depend on a property ("when").
    """
    method = _own(cls, "translation_rules", past_unknown=True)
    if method is None:
        return {"translations": inherited["translations"]} if "translations" in inherited else {}
    asked: set[str] = set()
    unset, rules = (_ask(run, cls, method, asked, are_set) for are_set in (False, True))
    if unset is None or rules is None:
        return {"translations": None}
    found = [rule if rule in unset else {**rule, "when": next(iter(asked), "")} for rule in rules]
    if found != rules and len(asked) != 1:
        return {"translations": None}
    return {"translations": found} if found else {}


def _ask(run: Runtime, cls: Class, method: Value, asked: set[str], are_set: bool) -> list[Facts] | None:
    """Return the rules for properties that are all set, or all unset; None when they are not certain."""
    if not isinstance(method, PluginFunction):
        return None

    def get(_run: Runtime, passed: Arguments) -> Value:
        name = passed.get(0, "key", UNKNOWN)
        if not isinstance(name, str):
            return UNKNOWN
        asked.add(name)
        return Map({"get": name}) if are_set else None

    spy = Instance(Class("Properties", ""), {"get": Builtin("get", get), "__getitem__": Builtin("", _named)})
    found = results(run, method, Arguments([Instance(cls), spy]))
    if len(found) > 1 or found[0] is None:
        return None if len(found) > 1 else []
    yielded = members(run, found[0])
    rules = [
        rule.value for rule in yielded.items if isinstance(rule, DeclaredConstraint) and rule.kind == "translation"
    ]
    if yielded.open or len(rules) < len(yielded.items):
        return None
    return [rule for rule in rules if rule["rule"] != "resolve"]


def _named(_run: Runtime, passed: Arguments) -> Value:
    return passed.get(0, "key", UNKNOWN)
