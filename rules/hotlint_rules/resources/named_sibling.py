from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from hotlint import heat_types
from hotlint.dry_run.expansion import ExpandedResource
from hotlint.language.origins import sources_of
from hotlint.language.values import Partial, Value
from hotlint.rule import Checked, Edit, Example, Fix, Related, Rule, RuleContext, Scalar, Severity, Target, Template
from hotlint_rules._depends_on import depends_on_fix, makes_cycle
from hotlint_rules.resources._cloud import NamedThing, judged, named_things, target


class NamedSibling(Rule):
    """A property names a thing that the template makes, instead of a reference to the resource.

    Heat looks for names of networks, key pairs, flavors and the like before it creates anything, and then refuses the stack.
    Others, such as those of security groups, it looks up when it creates the resource, and does not wait for the one with the name
    (an info where that is created long before).
    Use `get_resource`. The name of the resource in the template is no name of the thing either.
    """

    code = "HOT519"
    name = "named-sibling"
    severity = "warning"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  default-network:
    type: OS::Neutron::Net
    properties: {name: lab}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: lab, cidr: 192.168.47.0/24}
                          ^^^
  other:
    type: OS::Neutron::Subnet
    properties: {network: default-network, cidr: 192.168.48.0/24}
                          ^^^^^^^^^^^^^^^
""",
            fixed="""\
heat_template_version: 2018-08-31
resources:
  default-network:
    type: OS::Neutron::Net
    properties: {name: lab}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: default-network}, cidr: 192.168.47.0/24}
  other:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: default-network}, cidr: 192.168.48.0/24}
""",
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  group:
    type: OS::Neutron::SecurityGroup
    properties: {name: bastion}
  port:
    type: OS::Neutron::Port
    properties: {network: public, security_groups: [bastion]}
                                                    ^^^^^^^
""",
            fixed="""\
heat_template_version: 2018-08-31
resources:
  group:
    type: OS::Neutron::SecurityGroup
    properties: {name: bastion}
  port:
    type: OS::Neutron::Port
    properties: {network: public, security_groups: [{get_resource: group}]}
""",
        ),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    properties: {name: lab}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 192.168.47.0/24}
  group:
    type: OS::Neutron::SecurityGroup
    properties: {name: bastion}
  port:
    type: OS::Neutron::Port
    depends_on: group
    properties: {network: {get_resource: net}, security_groups: [bastion]}
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        made = ctx.memoize("named siblings", lambda: _made(ctx))
        names = {name for _, name in made}
        values = [value for one in ctx.deployment.root.judged for key, value in one.values.items() if key != "name"]
        for thing in named_things(ctx) if _mention(values, names) else ():
            sibling = made.get((thing.found.kind, thing.found.value))
            if sibling is None or not _is_missed(thing, sibling, ctx):
                continue
            if sibling.values.get("name") != thing.found.value:
                words = f"'{thing.found.value}' is a resource of this template, not a name in the cloud"
            elif _is_early(thing):
                words = f"Heat looks up '{thing.found.value}' before it creates resource '{sibling.name}', which has this name"
            else:
                words = f"Heat may create '{thing.owner.place}' before resource '{sibling.name}', which has the name '{thing.found.value}'"
            message = f"{thing.subject}: {words}; use {{get_resource: {sibling.name}}}"
            place = target(thing.owner, thing.found.path)
            related = [Related(f"resource '{sibling.name}'", sibling.resource.key.span)]
            values = judged(thing.owner, thing.found.path, message, ctx)
            fixes = [fix for fix in _fixes(place, sibling, thing, ctx) if fix is not None]
            severity: Severity | None = "info" if _is_made_long_before(thing, sibling, ctx) else None
            yield ctx.report(place, message, related=related, fixes=fixes, values=values, severity=severity)


def _made(ctx: RuleContext) -> dict[tuple[str, str], ExpandedResource]:
    """Return the resources that make things which have names, by the kind of the thing and both names."""
    found: dict[tuple[str, str], ExpandedResource] = {}
    for owner in ctx.deployment.root.judged:
        known = heat_types.of(owner.type)
        for kind in {known.makes, known.made_for} - {""} if not owner.path else ():
            found.setdefault((kind, owner.name), owner)
            name = owner.values.get("name")
            if isinstance(name, str):
                found[kind, name] = owner
    return found


def _mention(values: list[Value], names: set[str]) -> bool:
    """Return whether values may have one of some names as a text in them: by itself, or before a colon as a zone."""
    for value in values:  # which grow meanwhile
        if isinstance(value, str):
            if value in names or (":" in value and value.partition(":")[0] in names):
                return True
        elif isinstance(value, dict):
            values += value.values()
        elif isinstance(value, list):
            values += value
        elif isinstance(value, Partial):
            values.append(value.known)
    return False


def _is_missed(thing: NamedThing, sibling: ExpandedResource, ctx: RuleContext) -> bool:
    """Return whether the cloud may not have what a resource names by then: it has none, and Heat does not wait for it."""
    cloud = ctx.template_context.catalog.cloud
    if thing.owner.resource is sibling.resource or (
        cloud is not None and cloud.find(thing.found.kind, thing.found.value)
    ):
        return False
    order = ctx.deployment.root.order.of_creation()
    is_named = sibling.values.get("name") == thing.found.value
    return _is_early(thing) or not is_named or not order.is_after(thing.owner.written_name, sibling.name)


def _is_early(thing: NamedThing) -> bool:
    """Return whether Heat looks up a name before it creates anything: not in a property with ids or attributes of resources."""
    return thing.found.is_early and not any(sources_of(thing.owner.values.get(str(thing.found.path[0]))))


def _is_made_long_before(thing: NamedThing, sibling: ExpandedResource, ctx: RuleContext) -> bool:
    """Return whether what has a name that is looked up late exists by then, unless Heat is slow: two steps lie between."""
    if _is_early(thing) or sibling.values.get("name") != thing.found.value:
        return False
    resources = ctx.deployment.root.resources
    own, its = (_steps(name, resources) for name in (thing.owner.written_name, sibling.name))
    return own > its + 1


def _steps(name: str, resources: Mapping[str, ExpandedResource]) -> int:
    """Return how many resources Heat creates one after the other before a resource."""
    steps, level = 0, {name}
    while level and steps < len(resources):
        made = [resources[one] for one in level if one in resources]
        level = {need.target.name for one in made for need in one.dependencies if need.target.stack is one.stack}
        steps += bool(level)
    return steps


def _fixes(place: Target, sibling: ExpandedResource, thing: NamedThing, ctx: RuleContext) -> Iterator[Fix | None]:
    """Yield the fixes: a reference, or an order where the name is looked up when the resource is created; none that makes a cycle."""
    if makes_cycle(thing.owner.resource, sibling.name, ctx):
        return
    yield _reference(place, sibling.name, thing)
    if not thing.found.is_early and sibling.values.get("name") == thing.found.value:
        yield depends_on_fix(thing.owner.resource, sibling.name, ctx)


def _reference(place: Target, name: str, thing: NamedThing) -> Fix | None:
    """Return the fix that refers to the resource; None where the name is not written there by itself."""
    node = place.node if isinstance(place.node, Scalar) else getattr(place.node, "value", None)
    if (
        not isinstance(node, Scalar)
        or node.value != thing.found.value
        or re.fullmatch(r"[A-Za-z_][\w-]*", name) is None
    ):
        return None
    return Fix(f"Use get_resource: {name}", (Edit(node.span, f"{{get_resource: {name}}}"),), "unsafe")
