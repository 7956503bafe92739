from __future__ import annotations

from hotlint.analysis.template import Parameter, Template
from hotlint.cloud.facts import KINDS, CloudFacts, Thing
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language.values import show
from hotlint.linter.rule import Checked, Context, Example, Rule, Target
from hotlint_rules.parameters._constraints import entries
from hotlint_rules.parameters._given import source
from hotlint_rules.resources._cloud import made_names, named_things


class MissingInCloud(Rule):
    """A name means nothing that the cloud has: no such image, flavor, network, key pair or the like.

    The cloud is the one whose snapshot `cloud` or `target` names in .hotlint.yaml (`hotlint cloud snapshot`). Heat refuses the
    stack, if the snapshot is not out of date: then refresh it. What a resource of the template makes under that name counts,
    and so does an image or zone that exists but cannot be used now.
    """

    code = "HOT521"
    name = "missing-in-cloud"
    severity = "warning"
    looks_at = frozenset({"cloud"})
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: ubuntu-2404
             ^^^^^^^^^^^
      flavor: m1.small
      networks: [{network: web}]
""",
            cloud="""\
snapshot: 1
cloud: office
flavors:
- {name: m1.small, vcpus: 1, ram: 2048, disk: 20, id: '2'}
images:
- {name: ubuntu-24.04, status: active, id: 7f0e}
networks:
- {name: web, id: 3b1c}
""",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  net:
    type: OS::Neutron::Net
    properties: {name: internal}
  port:
    type: OS::Neutron::Port
    properties: {network: internal}
""",
            cloud="snapshot: 1\ncloud: office\nnetworks: []\n",
        )
    ]

    def check_template(self, template: Template, ctx: Context) -> Checked:
        cloud = ctx.unit.catalog.cloud
        if cloud is None:
            return
        for parameter in template.parameters.values():
            yield from self._parameter(parameter, cloud, ctx)
        for thing in named_things(ctx):
            kind, value = thing.found.kind, thing.found.value
            problem = _problem(kind, value, cloud, ctx)
            if problem is not None:
                target = thing.owner.target(thing.found.path)
                meant = unambiguous_match(value, cloud.names(kind))
                fix = ctx.rename_fix(target, meant, "unsafe") if _is_written(target, value) else None
                yield ctx.report(target, f"{thing.subject}: {problem}", causes=[f"cloud {kind} {value}"], fix=fix)

    def _parameter(self, parameter: Parameter, cloud: CloudFacts, ctx: Context) -> Checked:
        kinds = [e.get("custom_constraint") for e in entries(parameter) if isinstance(e, dict)]
        given = ctx.unit.evaluation.given(parameter.name)
        node = parameter.fields.get("default")
        value = given.value if given is not None else parameter.text("default")
        for kind in kinds:
            if not isinstance(kind, str) or not isinstance(value, str) or not value:
                continue
            problem = _problem(kind, value, cloud, ctx)
            if problem is not None:
                subject, related = source(given, parameter.name, ctx) if given is not None else ("default", [])
                target = Target(node) if given is None and node is not None else Target(parameter.key)
                message = f"{subject} of parameter '{parameter.name}': {problem}"
                yield ctx.report(target, message, related=related, causes=[f"cloud {kind} {value}"])


def _is_written(target: Target, value: str) -> bool:
    node = getattr(target.node, "value", target.node)
    return getattr(node, "value", node) == value


def _problem(kind: str, value: str, cloud: CloudFacts, ctx: Context) -> str | None:
    """Return why nothing that can be used has a name or id, as a clause; None for what has, or may have."""
    if not cloud.is_known(kind) or (kind, value) in made_names(ctx):
        return None
    found = cloud.find(kind, value)
    if not found:
        hint = did_you_mean(value, cloud.names(kind))
        return f"cloud '{cloud.name}' has no {KINDS[kind][1]} {show(value)}{hint}"
    return _unusable(found[0], cloud) if len(found) == 1 else None


def _unusable(thing: Thing, cloud: CloudFacts) -> str | None:
    status = thing.entry.get("status", "active")
    if thing.kind == "glance.image" and status != "active":
        return f"{thing.noun} '{thing.name}' of cloud '{cloud.name}' is {status}, not active"
    if thing.entry.get("available") is False:
        return f"{thing.noun} '{thing.name}' of cloud '{cloud.name}' is not available"
    return None
