"""Facts of a resource class that its methods decide, not its schemata: snapshots, any attributes, translations."""

from __future__ import annotations

from typing import Final

from hotlint.resource_types.extraction.type_facts import DYNAMIC_ATTRIBUTES
from hotlint.resource_types.facts import Facts
from hotlint.resource_types.plugins.attributes import members
from hotlint.resource_types.plugins.calls import results
from hotlint.resource_types.plugins.heat_classes import PackagedClasses
from hotlint.resource_types.plugins.interpreter import Interpreter
from hotlint.resource_types.plugins.values import (
    MISSING,
    UNKNOWN,
    Arguments,
    Builtin,
    Class,
    DeclaredConstraint,
    Instance,
    Map,
    PluginFunction,
    Value,
    lookup,
)

_INHERITED: Final = {
    # What a class takes over from a type that it derives from, unless it has its own method for it.
    "any_properties": "reparse",
    "dynamic": "get_attribute",
    "retype": "reparse",
}
_RESOURCE: Final = "heat.engine.resource"
_HEATS_OWN: Final = "heat.engine.resources."


def behaviour(run: Interpreter, cls: Class, packaged: PackagedClasses | None) -> Facts:
    """Facts as in the catalogue; a method that can't be followed gives what keeps checks silent."""
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
    """How attributes outside the schema come about, for Heat's own classes that are read from their sources."""
    for base in cls.lineage:
        if isinstance(base, Class) and base.module.startswith(_HEATS_OWN) and not base.facts_of:
            kind = DYNAMIC_ATTRIBUTES.get(base.name)
            if kind:
                return {"dynamic": kind, **({"any_properties": True} if kind == "null" else {})}
    return {}


def _own(cls: Class, method: str, past_unknown: bool = False) -> Value:
    """A method of the class or an ancestor, not counting Heat's own base class of all resources; None when none.

    A base that is not known may have it, so Unknown; unless such bases, mixins as a rule, are taken not to.
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


def _reference(run: Interpreter, cls: Class, inherited: Facts) -> Facts:
    """What get_resource has before the resource exists, where that is not its name."""
    method = _own(cls, "get_reference_id")
    if method is None:
        return {"reference": inherited["reference"]} if "reference" in inherited else {}
    if not isinstance(method, PluginFunction):
        return {"reference": "unknown"}
    found = results(run, method, Arguments([Instance(cls, {"resource_id": None, "id": None, "uuid": None})]))
    if all(value is None for value in found):
        return {"reference": "null"}
    return {} if all(isinstance(value, str) for value in found) else {"reference": "unknown"}


def _translations(run: Interpreter, cls: Class, inherited: Facts) -> Facts:
    """Rewriting rules of the class; {"translations": None} when its method does not yield them for certain.

    The method is asked twice, with every property unset and with every property set; rules that only the second
    answer has depend on a property ("when").
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


def _ask(run: Interpreter, cls: Class, method: Value, asked: set[str], are_set: bool) -> list[Facts] | None:
    """What the method yields for properties that are all set, or all unset; None where that is not certain."""
    if not isinstance(method, PluginFunction):
        return None

    def get(_run: Interpreter, passed: Arguments) -> Value:
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


def _named(_run: Interpreter, passed: Arguments) -> Value:
    return passed.get(0, "key", UNKNOWN)
