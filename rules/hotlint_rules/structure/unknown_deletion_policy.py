from __future__ import annotations

from hotlint.analysis.evaluator import calls_in
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language import versions
from hotlint.language.values import EvaluationError, is_known, show
from hotlint.rule import Call, Checked, Example, Part, Resource, Rule, RuleContext, Target


class UnknownDeletionPolicy(Rule):
    """A resource's deletion_policy is unknown.

    It is Delete, Retain or Snapshot; from 2016-10-14 also in lower case. Heat evaluates it while it reads the template, so
    it can use parameters but no other resource.
    """

    code = "HOT111"
    name = "unknown-deletion-policy"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  disk:
    type: OS::Cinder::Volume
    deletion_policy: RETAIN
                     ^^^^^^
    properties: {size: 1}
""",
            fixed="""\
heat_template_version: 2018-08-31
resources:
  disk:
    type: OS::Cinder::Volume
    deletion_policy: Retain
    properties: {size: 1}
""",
        ),
        Example("""\
heat_template_version: 2015-10-15
parameters:
  policy: {type: string, default: retain}
resources:
  disk:
    type: OS::Cinder::Volume
    deletion_policy: {get_param: policy}
                     ^^^^^^^^^^^^^^^^^^^
    properties: {size: 1}
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  policy: {type: string, default: retain}
resources:
  disk:
    type: OS::Cinder::Volume
    deletion_policy: {get_param: policy}
    properties: {size: 1}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        part = ctx.template.part(resource, "deletion_policy")
        if part is None or not isinstance(part.snippet, str | Call):
            return
        references = [
            c
            for c in calls_in(part.snippet)
            if c.function.takes("resource") and ctx.template_context.evaluation.is_taken(c)
        ]
        if references:
            key = ctx.template.dialect.word("deletion_policy")
            message = f"{key} of resource '{resource.name}' cannot refer to a resource; Heat evaluates it first"
            yield ctx.report(ctx.argument(references[0]), message)
            return
        yield from self._value(part, ctx)

    def _value(self, part: Part, ctx: RuleContext) -> Checked:
        try:
            value = ctx.template_context.evaluation.value(part)
        except EvaluationError:
            return
        known = ctx.template.dialect.deletion_policies
        if value is None or not is_known(value) or (isinstance(value, str) and value in known):
            return
        usual = [p for p in known if p[0].isupper()]
        hint = did_you_mean(value, usual)
        since = (
            versions.DELETION_POLICIES.get(value) if isinstance(value, str) and ctx.template.dialect.is_hot else None
        )
        if since is not None:
            hint = f" in version {ctx.version} (lower case requires {since} or later)"
        message = f"unknown deletion policy {show(value)}{hint}; use {', '.join(usual[:-1])} or {usual[-1]}"
        place = Target(part.node)
        fix = ctx.rename_fix(place, unambiguous_match(value, usual)) if isinstance(part.snippet, str) else None
        yield ctx.report(place, message, fix=fix, values=[part.snippet])
