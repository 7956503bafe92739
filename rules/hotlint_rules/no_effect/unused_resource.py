from __future__ import annotations

from collections.abc import Iterator

from hotlint import heat_types
from hotlint.language.functions.base import Call
from hotlint.rule import Checked, Example, Part, Resource, Rule, RuleContext, Severity, Target, Template

_REFERENCES = frozenset({"resource", "ref", "attribute"})


class UnusedResource(Rule):
    """Nothing refers to a resource that does nothing by itself.

    Heat creates a security group that no port has, a configuration that no server gets, or a random string that nothing reads, and the
    stack is complete without it. Refer to it with get_resource or get_attr, or remove it. What others than the stack may find by its
    name, such as a key pair, is an info. hotlint does not report a resource that an output or depends_on names, one whose name is
    somewhere else in the template, or a template in which no resource does anything by itself: others use what it makes.
    """

    code = "HOT755"
    name = "unused-resource"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  sg:
  ^^
    type: OS::Neutron::SecurityGroup
    properties:
      rules: [{protocol: udp, port_range_min: 1194, port_range_max: 1194}]
  boot:
  ^^^^
    type: OS::Heat::SoftwareConfig
    properties: {config: "echo a"}
  server:
    type: OS::Nova::Server
    properties: {image: cirros, flavor: tiny, networks: [{network: private}]}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  sg: {type: OS::Neutron::SecurityGroup}
  boot: {type: OS::Heat::SoftwareConfig, properties: {config: "echo a"}}
  key: {type: OS::Nova::KeyPair, properties: {name: mine}}
  server:
    type: OS::Nova::Server
    properties:
      image: cirros
      flavor: tiny
      key_name: mine
      networks: [{network: private}]
      security_groups: [{get_resource: sg}]
outputs:
  boot: {value: {get_resource: boot}}
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  sg: {type: OS::Neutron::SecurityGroup}
"""),
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        if ctx.document.broken or not template.resources:
            return
        idle = [resource for resource in template.resources.values() if _idle(resource, ctx)]
        if not idle or len(idle) == len(template.resources):
            return
        used: set[str] = set()
        for resource in template.resources.values():
            used.update(node.value for node in resource.depends_on())
        for part, call in template.calls():
            if _REFERENCES.isdisjoint(call.function.kinds):
                continue
            if not call.targets:
                return  # a function returns the name, so it may be any resource
            used.update(t.name for t in call.targets if part.owner is not template.resources.get(t.name))
        for resource in idle:
            if resource.name not in used and not _is_named_elsewhere(resource, ctx):
                known = heat_types.of(ctx.template_context.resource_type(resource).name)
                message = f"resource '{resource.name}' has no effect: {known.idle}"
                severity: Severity = "info" if known.is_found_outside else "warning"
                yield ctx.report(Target(resource.key), message, severity=severity, tags=("unused",))


def _idle(resource: Resource, ctx: RuleContext) -> bool:
    """Return whether a resource does nothing by itself."""
    kind = ctx.template_context.resolved_type(resource) if resource.type else None
    if kind is None or kind.location is not None:
        return False
    known = heat_types.of(kind.type.name)
    part = ctx.template.part(resource, "properties")
    given = part.snippet if part is not None else {}
    return bool(known.idle) and isinstance(given, dict) and given.keys().isdisjoint(known.idle_unless)


def _is_named_elsewhere(resource: Resource, ctx: RuleContext) -> bool:
    """Return whether the name that a resource gives to the thing it makes is elsewhere in the template."""
    part = ctx.template.part(resource, "properties")
    name = part.snippet.get("name") if part is not None and isinstance(part.snippet, dict) else None
    if isinstance(name, str):
        return ctx.document.text.count(name) > 1
    return isinstance(name, Call) and any(
        target.name in {t.name for t in name.targets}
        for other in _others(resource, ctx)
        for call in other.calls
        for target in call.targets
    )


def _others(resource: Resource, ctx: RuleContext) -> Iterator[Part]:
    return (part for part in ctx.template.parts if part.owner is not resource)
