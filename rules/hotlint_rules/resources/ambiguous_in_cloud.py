from __future__ import annotations

from hotlint.analysis.template import Template
from hotlint.linter.rule import Checked, Context, Example, Rule
from hotlint_rules.resources._cloud import made_names, named_things


class AmbiguousInCloud(Rule):
    """A name means several things of the cloud.

    The cloud is the one whose snapshot `cloud` or `target` names in .hotlint.yaml. Heat refuses a name that is not unique: use
    the id.
    """

    code = "HOT522"
    name = "ambiguous-in-cloud"
    severity = "warning"
    looks_at = frozenset({"cloud"})
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: web
               ^^^
""",
            cloud="""\
snapshot: 1
cloud: office
networks:
- {name: web, id: 3b1c}
- {name: web, id: 90d4}
""",
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  port:
    type: OS::Neutron::Port
    properties: {network: 90d4}
""",
            cloud="""\
snapshot: 1
cloud: office
networks:
- {name: web, id: 3b1c}
- {name: web, id: 90d4}
""",
        )
    ]

    def check_template(self, template: Template, ctx: Context) -> Checked:
        cloud = ctx.unit.catalog.cloud
        for thing in named_things(ctx) if cloud is not None else ():
            kind, value = thing.found.kind, thing.found.value
            assert cloud is not None
            found = cloud.find(kind, value)
            if len(found) < 2 or (kind, value) in made_names(ctx):
                continue
            ids = ", ".join(sorted(t.id for t in found)[:5])
            noun = found[0].noun
            nouns = f"{noun[:-1]}ies" if noun.endswith("cy") else f"{noun}s"
            message = f"{thing.subject}: cloud '{cloud.name}' has {len(found)} {nouns} '{value}'; use an id ({ids})"
            yield ctx.report(thing.owner.target(thing.found.path), message, causes=[f"cloud {kind} {value}"])
