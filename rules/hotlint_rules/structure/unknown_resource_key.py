from __future__ import annotations

from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language import versions
from hotlint.rule import (
    Checked,
    Entry,
    Example,
    Resource,
    ResourceType,
    Rule,
    RuleContext,
    Scalar,
    Severity,
    Target,
)
from hotlint.syntax.nodes import entry_name, key_name
from hotlint_rules._versions import later_part
from hotlint_rules.structure._misplaced import misplaced_causes
from hotlint_rules.structure._nodes import names_a_type

_CFN = {
    "Type": "type", "Properties": "properties", "Metadata": "metadata", "DependsOn": "depends_on",
    "DeletionPolicy": "deletion_policy", "UpdatePolicy": "update_policy", "Condition": "condition",
}  # fmt: skip


class UnknownResourceKey(Rule):
    """A resource has an unknown key.

    Heat refuses the template. The keys are type, properties, metadata, depends_on, update_policy, deletion_policy,
    description and, from 2016-10-14, condition and external_id; all properties belong under `properties`.
    """

    code = "HOT109"
    name = "unknown-resource-key"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
    property: {value: 1}
    ^^^^^^^^
""",
            fixed="""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
    properties: {value: 1}
""",
        ),
        Example("""\
heat_template_version: 2015-04-30
resources:
  web:
    type: OS::Heat::Value
    condition: true
    ^^^^^^^^^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Heat::Value
    condition: true
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        dialect = ctx.template.dialect
        keys = dialect.resource_keys
        for name, entry in resource.fields.items():
            if name in keys or not isinstance(entry.key, Scalar):
                continue
            since = versions.RESOURCE_KEYS.get(name) if dialect.is_hot else None
            if "type" not in resource.fields and names_a_type(entry):
                continue  # another rule reports it
            place = Target(entry, "key")
            if since is not None:
                yield later_part(f"key '{name}' of a resource", since, entry, ctx)
                continue
            free = [word for k, word in keys.items() if k not in resource.fields]
            right = _CFN.get(name) or unambiguous_match(key_name(entry.key), free)
            message = (
                f"unknown key '{entry.key.text}' in resource '{resource.name}'{self._hint(entry, resource, free, ctx)}"
            )
            if not dialect.is_hot:
                message += "; Heat ignores it"
            severity: Severity = "error" if dialect.is_hot else "warning"
            fix = ctx.rename_fix(place, right if right in free else None)
            yield ctx.report(place, message, severity=severity, fix=fix, causes=misplaced_causes(resource, ctx))

    def _hint(self, entry: Entry, resource: Resource, free: list[str], ctx: RuleContext) -> str:
        if entry.name in _CFN:
            return f" (did you mean '{_CFN[entry.name]}'?)"
        kind = ctx.template_context.catalog.resource(resource.type or "")
        if isinstance(kind, ResourceType) and entry_name(entry.key) in kind.properties:
            return (
                f"; it is a property of {resource.type} and belongs under '{ctx.template.dialect.word('properties')}'"
            )
        return did_you_mean(entry_name(entry.key), free)
