"""Facts of Heat's resource classes and schema objects. Imports nothing of hotlint, and Heat only by `heat()`."""

from __future__ import annotations

import importlib
import inspect
import re
from typing import Any

Facts = dict[str, Any]

RETYPED: dict[str, Facts] = {
    # The type of one property follows the value of another, a parameter type; Heat does this in a method.
    "OS::Heat::Value": {
        "property": "value",
        "by": "type",
        "types": {
            "string": "string",
            "number": "number",
            "comma_delimited_list": "list",
            "json": "map",
            "boolean": "boolean",
        },
    },
}

SHOWN_TYPES = {
    # The types of attributes as the services show them, where the schema says another one or none.
    "OS::Mistral::ExternalResource": {"output": "string"},  # the text of a JSON value
    "OS::Neutron::Port": {"dns_assignment": "list"},
    "OS::Neutron::Subnet": {"enable_dhcp": "boolean", "ip_version": "integer"},
    "OS::Octavia::Pool": {"listeners": "list"},
    "OS::Zaqar::SignedQueueURL": {"methods": "list", "paths": "list"},
}
DYNAMIC_ATTRIBUTES = {
    # Classes that compute attributes outside their schema, the most derived class first, and the way in which they do.
    "NoneResource": "null",  # any name, always null
    "SoftwareDeploymentGroup": "deployments",  # any output of the members' config: a mapping of member to value
    "SoftwareDeployment": "deployment",  # the outputs of its config
    "AutoScalingResourceGroup": "scaled",  # outputs.<path>, outputs_list.<path>, resource.<index>[.<attribute>]
    "ResourceGroup": "members",  # any attribute of the members: a list; resource.<index>[.<attribute>]
    "ResourceChain": "members",
    "NestedStack": "outputs",  # Outputs.<name of an output of the nested stack>
    "TemplateResource": "template",  # outputs of the template, and resource.<name>.<attribute>
}

REPLACED_BY = {
    # Types whose replacement Heat's support message only describes in words, or names one that has been removed.
    "OS::Neutron::RouterGateway": "OS::Neutron::Router",
    "OS::Neutron::HealthMonitor": "OS::Octavia::HealthMonitor",
    "OS::Neutron::LoadBalancer": "OS::Octavia::LoadBalancer",
    "OS::Neutron::Pool": "OS::Octavia::Pool",
    "OS::Neutron::PoolMember": "OS::Octavia::PoolMember",
    **{
        f"OS::Neutron::LBaaS::{kind}": f"OS::Octavia::{kind}"
        for kind in ("HealthMonitor", "L7Policy", "L7Rule", "Listener", "LoadBalancer", "Pool", "PoolMember")
    },
}

_TYPE_NAME = re.compile(r"\b[A-Z]\w*(?:::\w+)+")
_USE = re.compile(r"\b[Uu]se (?:the |property |attribute )*[`\"']*([A-Za-z_][\w-]*)")


def heat(name: str) -> Any:
    """Return a module of Heat, imported by name so that this file can be imported where Heat is not installed."""
    return importlib.import_module(name)


class Generator:
    """Converts Heat's classes and schema objects to facts; `descriptions` adds Heat's own sentences.

    `classes` are the registered types: {type name: class}.
    """

    def __init__(self, descriptions: bool, classes: dict[str, Any]) -> None:
        self.descriptions = descriptions
        self.registered = {full_name(classes[name]): name for name in sorted(classes, reverse=True)}
        self.properties = heat("heat.engine.properties")
        self.constraints = heat("heat.engine.constraints")
        self.attributes = heat("heat.engine.attributes")
        self.resource = heat("heat.engine.resource").Resource
        self.translation = heat("heat.engine.translation")

    def type(self, name: str, cls: Any) -> Facts:
        """Return all facts of one registered type."""
        dynamic = next((kind for c in cls.__mro__ if (kind := DYNAMIC_ATTRIBUTES.get(c.__name__))), None)
        any_attributes = (
            cls.get_attribute is not self.resource.get_attribute or cls.FnGetAtt is not self.resource.FnGetAtt
        )
        attributes = {n: s for n, s in cls.attributes_schema.items() if n not in self.resource.base_attributes_schema}
        return {
            "type": name,
            "module": cls.__module__,
            "class": cls.__name__,
            **self.described(inspect.getdoc(cls) if cls.__doc__ else None),
            **self.support(cls.support_status, (name, {})),
            **({"any_properties": True} if dynamic == "null" else {}),
            **({"any_attributes": True} if any_attributes else {}),
            **({"dynamic": dynamic} if dynamic else {}),
            **({"snapshot": True} if callable(getattr(cls, "handle_snapshot_delete", None)) else {}),
            **unless_empty("reference", self.reference(cls)),
            **({"retype": RETYPED[name]} if name in RETYPED else {}),
            **unless_empty("translations", self.translations(cls)),
            **unless_empty("properties", self.schemata(cls.properties_schema, set(cls.update_allowed_properties))),
            **unless_empty("attributes", {n: self.attribute(s, (n, attributes), name) for n, s in attributes.items()}),
            **unless_empty("update_policy", self.schemata(cls.update_policy_schema)),
        }

    def schemata(self, schema: Any, updatable: set[str] = frozenset()) -> Facts:  # type: ignore[assignment]
        """Return the facts of each property of a schema; `updatable` are names listed as such by the class."""
        schema = self.properties.schemata(schema)
        return {name: self.property(name, item, schema, name in updatable) for name, item in schema.items()}

    def property(self, name: str, schema: Any, siblings: Any, updatable: bool = False) -> Facts:
        """Return the facts of one property; `siblings` are the properties that a support message may name."""
        nested = schema.schema
        facts: Facts = {"type": schema.type.lower(), **self.described(schema.description)}
        if schema.required:
            facts["required"] = True
        if schema.default is not None:
            facts["default"] = schema.default
        facts.update(unless_empty("constraints", [self.constraint(c) for c in schema.constraints]))
        if schema.update_allowed or updatable:
            facts["update"] = "in-place"
        facts.update({"immutable": True} if schema.immutable else {})
        facts.update({"convert": True} if schema.allow_conversion else {})
        facts.update({} if schema.implemented else {"implemented": False})
        facts.update(self.support(schema.support_status, (name, siblings)))
        if isinstance(nested, self.constraints.AnyIndexDict):
            facts["items"] = self.property("*", self.properties.Schema.from_legacy(nested.value), {})
        elif nested is not None:
            facts["properties"] = self.schemata(nested)
        return facts

    def constraint(self, constraint: Any) -> Facts:
        """Return the facts of one constraint."""
        kind = next(k for k in constraint if k != "description")
        value = constraint[kind]
        kind = "custom" if kind == "custom_constraint" else kind
        return {kind: value, **self.described(constraint.description)}

    def attribute(self, schema: Any, where: tuple[str, Any], owner: str = "") -> Facts:
        """Return the facts of one attribute of a type; `where` is its name and the attributes that a support message may name."""
        uncached = schema.cache_mode == schema.CACHE_NONE
        shown = SHOWN_TYPES.get(owner, {}).get(where[0], schema.type)
        return {
            **({"type": shown.lower()} if shown else {}),
            **self.described(schema.description),
            **({"cache": False} if uncached else {}),
            **self.support(schema.support_status, where),
        }

    def described(self, text: Any) -> Facts:
        """Return {"description": text} if descriptions are wanted and there is one."""
        return {"description": str(text)} if self.descriptions and text else {}

    def support(self, status: Any, where: tuple[str, Any]) -> Facts:
        """Return {"support": S} with the history of the status; {} when plainly supported. `where` as in `attribute`."""
        chain = []
        while status is not None:
            chain.append(status)
            status = status.previous_status
        instead = next(filter(None, (self.instead(s, where) for s in chain)), None) or REPLACED_BY.get(where[0])
        facts: Facts = {}
        for status in reversed(chain):
            facts = {
                **({"status": status.status} if status.status != "SUPPORTED" else {}),
                **({"since": status.version.strip()} if status.version else {}),
                **({"instead": instead} if instead and status is chain[0] else {}),
                **({"message": str(status.message)} if self.descriptions and status.message else {}),
                **({"previous": facts} if status is not chain[-1] else {}),
            }
        return unless_empty("support", facts)

    def instead(self, status: Any, where: tuple[str, Any]) -> str | None:
        """Return the type, property or attribute that the status names as replacement; None when it names none."""
        own, siblings = where
        if status.substitute_class is not None:
            return self.registered.get(full_name(status.substitute_class))
        return named_instead(str(status.message or ""), own, siblings)

    @staticmethod
    def reference(cls: Any) -> str | None:
        """Return the value of get_resource before the resource exists: "null", "unknown", or None for its name."""
        resource = object.__new__(cls)
        resource.resource_id = resource.id = resource.uuid = None
        resource.name, resource.action, resource.data = "name", "INIT", dict
        try:
            reference = resource.get_reference_id()
        except Exception:  # it needs more of the resource than exists here
            return "unknown"
        return None if isinstance(reference, str) else "null"

    def translations(self, cls: Any) -> list[Facts]:
        """Return the rules by which Heat rewrites properties before it checks them (heat/engine/translation.py).

        The class's method is called twice, with every property unset and with every property set, because some methods
        return rules only when a property is set ("when" names that property).
        """
        if cls.translation_rules is self.resource.translation_rules:
            return []
        unset = [self.translation_rule(r) for r in self.ask_rules(cls, SpyProperties(False))]
        spy = SpyProperties(True)
        rules = [self.translation_rule(r) for r in self.ask_rules(cls, spy)]
        conditional = [r for r in rules if r not in unset]
        if conditional:
            (when,) = spy.asked
            for rule in conditional:
                rule["when"] = when
        return [r for r in rules if r["rule"] != "resolve"]

    @staticmethod
    def ask_rules(cls: Any, properties: SpyProperties) -> list[Any]:
        """Return the translation rules of a class for the given properties."""
        resource = object.__new__(cls)
        resource.client_plugin = lambda *_: Anything()
        return resource.translation_rules(properties) or []

    @staticmethod
    def translation_rule(rule: Any) -> Facts:
        """Return the facts of one translation rule."""
        return {
            "rule": rule.rule.lower(),
            "path": rule.translation_path,
            **unless_empty("value", rule.value),
            **unless_empty("name", rule.value_name),
            **unless_empty("from", rule.value_path),
            **unless_empty("custom", rule.custom_value_path),
        }


def named_instead(message: str, own: str, siblings: Any) -> str | None:
    """Return the first name in a support message that is another type, or a sibling to use; None when there is none."""
    names = [n for n in _TYPE_NAME.findall(message) if "::" in own and n != own]
    if not names:
        names = [n for n in _USE.findall(message) if (n in siblings and n != own) or n == "get_resource"]
    return names[0] if names else None


class SpyProperties:
    """Properties that are all set, or all unset, and that record which ones are read; they replace a resource's own."""

    def __init__(self, are_set: bool) -> None:
        self.are_set = are_set
        self.asked: set[str] = set()

    def get(self, name: str) -> Facts | None:
        """Return a placeholder for the value of a property; None when all are unset."""
        self.asked.add(name)
        return {"get": name} if self.are_set else None

    def __getitem__(self, name: str) -> str:
        return name


class Anything:
    """An object that has every attribute; it replaces a client plugin."""

    def __getattr__(self, name: str) -> str:
        return name


def full_name(cls: Any) -> str:
    """Return the dotted name of a class."""
    return f"{cls.__module__}.{cls.__qualname__}"


def unless_empty(key: str, value: Any) -> Facts:
    """Return {key: value}, or {} for an empty value."""
    return {key: value} if value else {}
