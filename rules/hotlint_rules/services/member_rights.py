from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint import heat_types
from hotlint.cloud.facts import Thing
from hotlint.dry_run.expansion import ExpandedResource
from hotlint.heat_types.rights import Right, need_of, rule_of_type
from hotlint.language.values import Value
from hotlint.resource_types.validation.model import Path
from hotlint.rule import Checked, Example, Rule, RuleContext, Target, Template
from hotlint_rules.resources._cloud import judged, target

CLOUD = """\
snapshot: 1
cloud: lab
networks:
  - {name: office, shared: true}
role: member
"""


class DeniedToMember(Rule):
    """A service denies a member of a project what a resource asks for, by its default policy.

    hotlint checks this for `hotlint check --as member`, the setting `role: member`, and with a snapshot that a member took. Heat refuses
    some resource types at once; the services refuse other values when Heat creates the resource. What depends on whose a network is
    is reported for networks that a snapshot shows as shared or external: they may be those of another project. The operator of a
    cloud may have changed the policies.
    """

    code = "HOT556"
    name = "denied-to-member"
    severity = "warning"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  router:
    type: OS::Neutron::Router
    properties:
      external_gateway_info: {network: public, enable_snat: false}
                                                            ^^^^^
  flavor:
    type: OS::Nova::Flavor
          ^^^^^^^^^^^^^^^^
    properties: {ram: 512, vcpus: 1}
""",
            cloud=CLOUD,
        ),
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: office
      fixed_ips: [{ip_address: 10.0.0.7}]
                               ^^^^^^^^
""",
            cloud=CLOUD,
        ),
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_resource: net}
      fixed_ips: [{ip_address: 10.0.0.7}]
""",
            cloud=CLOUD,
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        catalog = ctx.template_context.catalog
        if catalog.role != "member":
            return
        release = catalog.release
        for one in ctx.deployment.root.judged:
            rule = rule_of_type(one.type, release)
            if rule is not None:
                message = (
                    f"{one.type} is denied to a member of a project, by the rule '{rule}' of Heat's default policy"
                )
                yield ctx.report(Target(one.resource.fields["type"]) if not one.path else target(one, ()), message)
                continue
            for right in heat_types.of(one.type).rights:
                yield from _denied(one, right, need_of(right.rule, release), ctx)


def _denied(one: ExpandedResource, right: Right, need: str | None, ctx: RuleContext) -> Checked:
    """Yield the findings about what a rule of a policy denies."""
    for path, holder in _places(one.values, right.path) if need is not None else ():
        value = holder.get(right.path[-1]) if right.path else None
        if right.path and (value is None or (right.value is not None and value != right.value)):
            continue
        if right.within and not (isinstance(value, str) and right.within in value):
            continue
        network = _network(holder.get(right.network) or one.values.get(right.network), ctx)
        if need != "admin" and (network is None or (need == "shared" and network.entry.get("shared"))):
            continue
        service = heat_types.of(one.type).service
        subject = f"'{right.path[-1]}' of {one.type}" if right.path else one.type
        where = (
            f" in the network '{network.name}' of another project" if network is not None and need != "admin" else ""
        )
        message = f"{subject}{where} is denied to a member of a project, by the rule '{right.rule}' of {service}'s default policy"
        place = target(one, path) if path or one.path else Target(one.resource.fields["type"])
        yield ctx.report(place, message, values=judged(one, path, message, ctx))


def _places(values: Mapping[str, Value], path: tuple[str, ...]) -> Iterator[tuple[Path, Mapping[str, Value]]]:
    """Yield the places of a property in lists and mappings, each with the mapping that has it."""
    found: list[tuple[Path, Value]] = [((), values)]
    for name in path[:-1]:
        inside = [((*at, name), one.get(name)) for at, one in found if isinstance(one, Mapping)]
        found = [
            one for at, value in inside for one in (_items(at, value) if isinstance(value, list) else [(at, value)])
        ]
    for at, one in found:
        if isinstance(one, Mapping):
            yield (*at, *path[-1:]), one


def _items(at: Path, value: list[Value]) -> list[tuple[Path, Value]]:
    return [((*at, index), item) for index, item in enumerate(value)]


def _network(value: Value, ctx: RuleContext) -> Thing | None:
    """Return the network of the snapshot that a value names, if it may be that of another project: shared or external."""
    cloud = ctx.template_context.catalog.cloud
    found = cloud.find("neutron.network", value) if cloud is not None and isinstance(value, str) else None
    return found[0] if found and (found[0].entry.get("shared") or found[0].entry.get("external")) else None
