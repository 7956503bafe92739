from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.catalog import Properties, Property
from hotlint.resource_types.schema import OUTDATED
from hotlint.rule import (
    Checked,
    Entry,
    Example,
    Mapping,
    Node,
    Resource,
    ResourceType,
    Rule,
    RuleContext,
    Sequence,
    Target,
    resource_problems,
)


class DeprecatedProperty(Rule):
    """A property is deprecated, hidden or unsupported.

    It still has an effect until a later release of Heat removes it.
    """

    code = "HOT512"
    name = "deprecated-property"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network_id: private
      ^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: private
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        entry = resource.fields.get("properties")
        found = ctx.template_context.resource_type(resource) if entry is not None else None
        if entry is None or not isinstance(found, ResourceType) or found.any_properties:
            return
        for given, schema in _given(entry.value, found.properties):
            support = schema.support
            if support.status in OUTDATED and not _is_refused(given, resource, ctx):
                from hotlint.resource_types.releases import title

                since = f" since {title(support.since)}" if support.since else ""
                instead = f"; use '{support.instead}'" if support.instead else ""
                message = f"property '{schema.name}' of {found.name} is {OUTDATED[support.status]}{since}{instead}"
                yield ctx.report(Target(given, "key"), message, tags=("deprecated",))


def _is_refused(given: Entry, resource: Resource, ctx: RuleContext) -> bool:
    """Return whether Heat refuses a property that is set: that is an error of its own (HOT507)."""
    return any(p.kind == "conflict" and p.path == (given.name,) for p in resource_problems(resource, ctx))


def _given(node: Node, schema: Properties) -> Iterator[tuple[Entry, Property]]:
    """Yield the deprecated properties that are set, at any depth, and the properties that contain them."""
    outdated = schema.outdated
    if not outdated or not isinstance(node, Mapping):
        return
    if not node.merged and outdated.isdisjoint(node.named):
        return
    for entry in node.items():
        name = entry.name
        if name not in outdated:
            continue
        found = schema[name]
        yield entry, found
        if found.properties is not None:
            yield from _given(entry.value, found.properties)
        items = found.items
        if items is not None and items.properties is not None and isinstance(entry.value, Sequence):
            for item in entry.value.items:
                yield from _given(item, items.properties)
