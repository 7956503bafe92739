"""From Heat's classes and schema objects to facts. Imports nothing of hotlint, nor of Heat by name: see __main__.py."""

from __future__ import annotations

import importlib
import inspect
import re
from typing import Any

Facts = dict[str, Any]

RETYPED: dict[str, Facts] = {
    # The type of one property follows the value of another, a parameter type (in a method, where no schema tells).
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

DYNAMIC_ATTRIBUTES = {
    # Classes that answer for attributes outside their schema (most derived class first), and in which way.
    "NoneResource": "null",  # any name, always null
    "SoftwareDeploymentGroup": "deployments",  # any output of the members' config: a map of member to value
    "SoftwareDeployment": "deployment",  # the outputs of its config
    "AutoScalingResourceGroup": "scaled",  # outputs.<path>, outputs_list.<path>, resource.<index>[.<attribute>]
    "ResourceGroup": "members",  # any attribute of the members: a list; resource.<index>[.<attribute>]
    "ResourceChain": "members",
    "NestedStack": "outputs",  # Outputs.<name of an output of the nested stack>
    "TemplateResource": "template",  # outputs of the template, and resource.<name>.<attribute>
}

REPLACED_BY = {
    # Heat's support message names what replaces these in words only, or names what is itself gone by now.
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
    """A module of Heat, imported by name so that this file can be read where Heat is not installed."""
    return importlib.import_module(name)


class Generator:
    """Turns Heat's classes and schema objects into facts; `descriptions` adds Heat's own sentences."""

    def __init__(self, descriptions: bool, classes: dict[str, Any]) -> None:
        self.descriptions = descriptions
        self.registered = {full_name(classes[name]): name for name in sorted(classes, reverse=True)}
        self.properties = heat("heat.engine.properties")
        self.constraints = heat("heat.engine.constraints")
        self.attributes = heat("heat.engine.attributes")
        self.resource = heat("heat.engine.resource").Resource
        self.translation = heat("heat.engine.translation")

    def type(self, name: str, cls: Any) -> Facts:
        """All facts of one registered type."""
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
            **unless_empty("attributes", {n: self.attribute(s, (n, attributes)) for n, s in attributes.items()}),
            **unless_empty("update_policy", self.schemata(cls.update_policy_schema)),
        }

    def schemata(self, schema: Any, updatable: set[str] = frozenset()) -> Facts:  # type: ignore[assignment]
        """Facts of every property of a map with a schema."""
        schema = self.properties.schemata(schema)
        return {name: self.property(name, item, schema, name in updatable) for name, item in schema.items()}

    def property(self, name: str, schema: Any, siblings: Any, updatable: bool = False) -> Facts:
        nested = schema.schema
        facts: Facts = {"type": schema.type.lower(), **self.described(schema.description)}
        if schema.required:
            facts["required"] = True
        if schema.default is not None:
            facts["default"] = schema.default
        facts.update(unless_empty("constraints", [self.constraint(c) for c in schema.constraints]))
        if schema.update_allowed or updatable:
            facts["update"] = "in-place"
        for key, says in (
            ("immutable", schema.immutable),
            ("convert", schema.allow_conversion),
        ):
            facts.update({key: True} if says else {})
        facts.update({} if schema.implemented else {"implemented": False})
        facts.update(self.support(schema.support_status, (name, siblings)))
        if isinstance(nested, self.constraints.AnyIndexDict):
            facts["items"] = self.property("*", self.properties.Schema.from_legacy(nested.value), {})
        elif nested is not None:
            facts["properties"] = self.schemata(nested)
        return facts

    def constraint(self, constraint: Any) -> Facts:
        kind = next(k for k in constraint if k != "description")
        value = constraint[kind]
        kind = "custom" if kind == "custom_constraint" else kind
        return {kind: value, **self.described(constraint.description)}

    def attribute(self, schema: Any, where: tuple[str, Any]) -> Facts:
        uncached = schema.cache_mode == schema.CACHE_NONE
        return {
            **({"type": schema.type.lower()} if schema.type else {}),
            **self.described(schema.description),
            **({"cache": False} if uncached else {}),
            **self.support(schema.support_status, where),
        }

    def described(self, text: Any) -> Facts:
        return {"description": str(text)} if self.descriptions and text else {}

    def support(self, status: Any, where: tuple[str, Any]) -> Facts:
        """Status, the release it holds since, what to use instead, and the same of the status before; {} if plain."""
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
        """The one name in a support message that is a type, a property or an attribute to use instead."""
        own, siblings = where
        if status.substitute_class is not None:
            return self.registered.get(full_name(status.substitute_class))
        return named_instead(str(status.message or ""), own, siblings)

    @staticmethod
    def reference(cls: Any) -> str | None:
        """What get_resource yields before the resource exists, where that is not its name: "null", or "unknown"."""
        resource = object.__new__(cls)
        resource.resource_id = resource.id = resource.uuid = None
        resource.name, resource.action, resource.data = "name", "INIT", dict
        try:
            found = resource.get_reference_id()
        except Exception:  # it wants more of the resource than there is here
            return "unknown"
        return None if isinstance(found, str) else "null"

    def translations(self, cls: Any) -> list[Facts]:
        """How Heat rewrites properties before it checks them (other spellings of one property, mostly).

        The rules are what the class's method yields; it is asked twice, with every property unset and with every
        property set, as some yield rules only when a property is set ("when" names that property).
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
        resource = object.__new__(cls)
        resource.client_plugin = lambda *_: Anything()
        return resource.translation_rules(properties) or []

    @staticmethod
    def translation_rule(rule: Any) -> Facts:
        return {
            "rule": rule.rule.lower(),
            "path": rule.translation_path,
            **unless_empty("value", rule.value),
            **unless_empty("name", rule.value_name),
            **unless_empty("from", rule.value_path),
            **unless_empty("custom", rule.custom_value_path),
        }


def named_instead(message: str, own: str, siblings: Any) -> str | None:
    """The first name in a support message that is another type (for a type), or a sibling to use (for a property)."""
    names = [n for n in _TYPE_NAME.findall(message) if "::" in own and n != own]
    if not names:
        names = [n for n in _USE.findall(message) if (n in siblings and n != own) or n == "get_resource"]
    return names[0] if names else None


class SpyProperties:
    """Stands for a resource's properties while its translation rules are asked for: all set, or all unset."""

    def __init__(self, are_set: bool) -> None:
        self.are_set = are_set
        self.asked: set[str] = set()

    def get(self, name: str) -> Facts | None:
        self.asked.add(name)
        return {"get": name} if self.are_set else None

    def __getitem__(self, name: str) -> str:
        return name


class Anything:
    """Stands for a client plugin: has every attribute."""

    def __getattr__(self, name: str) -> str:
        return name


def full_name(cls: Any) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def unless_empty(key: str, value: Any) -> Facts:
    return {key: value} if value else {}
