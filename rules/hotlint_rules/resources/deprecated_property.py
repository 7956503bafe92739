from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Several

from hotlint.analysis.template import node_at
from hotlint.resource_types.catalog import Properties, Property
from hotlint.resource_types.schema import OUTDATED
from hotlint.rule import (
    Checked,
    Diagnostic,
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
    Use,
    hidden_cause,
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
"""),
        Example("""\
heat_template_version: 2018-08-31
resources:
  servers:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: OS::Nova::Server
        properties:
          image: debian
          flavor: small
          networks: [{uuid: 0a9a9c3e-1f0f-4c57-9a5c-bc6d7a0cfe3e}]
                      ^^^^
"""),
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
        if entry is not None and isinstance(found, ResourceType) and not found.any_properties:
            for given, schema in _given(entry.value, found.properties):
                if not _is_refused(given, resource, ctx):
                    yield _finding(given, schema, found, ctx)

    def check_uses(self, uses: Several[Use], resource: Resource, ctx: RuleContext) -> Checked:
        entry = resource.fields.get("properties")
        members = {use.path: use.kind for use in uses if use.member and use.path} if entry is not None else {}
        for path, kind in members.items():
            found = kind.type
            if entry is not None and kind.location is None and isinstance(found, ResourceType):
                for given, schema in _given(node_at(entry.value, path)[0], found.properties):
                    yield _finding(given, schema, found, ctx)


def _finding(given: Entry, schema: Property, found: ResourceType, ctx: RuleContext) -> Diagnostic:
    from hotlint.resource_types.releases import title

    support = schema.support
    since = f" since {title(support.since)}" if support.since else ""
    instead = f"; use '{support.instead}'" if support.instead else ""
    message = f"property '{schema.name}' of {found.name} is {OUTDATED[support.status]}{since}{instead}"
    causes = [hidden_cause()] if support.status == "HIDDEN" else ()
    return ctx.report(Target(given, "key"), message, tags=("deprecated",), causes=causes)


def _is_refused(given: Entry, resource: Resource, ctx: RuleContext) -> bool:
    """Return whether Heat refuses a property that is set: that is an error of its own (HOT507)."""
    return any(p.kind == "conflict" and p.path == (given.name,) for p in resource_problems(resource, ctx))


def _given(node: Node, schema: Properties) -> Iterator[tuple[Entry, Property]]:
    """Yield the deprecated properties that are set, at any depth."""
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
        if found.support.status in OUTDATED:
            yield entry, found
        if found.properties is not None:
            yield from _given(entry.value, found.properties)
        items = found.items
        if items is not None and items.properties is not None and isinstance(entry.value, Sequence):
            for item in entry.value.items:
                yield from _given(item, items.properties)
