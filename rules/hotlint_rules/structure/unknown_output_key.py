from __future__ import annotations

from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language import versions
from hotlint.rule import Checked, Example, Output, Rule, RuleContext, Scalar, Target
from hotlint.syntax.nodes import entry_name, key_name
from hotlint_rules._versions import later_part


class UnknownOutputKey(Rule):
    """An output has an unknown key.

    Heat ignores it. The keys are value, description and, from 2016-10-14, condition: in a template of an older version an
    output with a condition always exists.
    """

    code = "HOT113"
    name = "unknown-output-key"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2015-10-15
outputs:
  address:
    desc: where the server is
    ^^^^
    condition: true
    ^^^^^^^^^
    value: 10.0.0.5
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  address:
    description: where the server is
    condition: true
    value: 10.0.0.5
""")
    ]

    def check_output(self, output: Output, ctx: RuleContext) -> Checked:
        dialect = ctx.template.dialect
        for name, entry in output.fields.items():
            if name in dialect.output_keys or not isinstance(entry.key, Scalar):
                continue
            since = versions.OUTPUT_KEYS.get(name) if dialect.is_hot else None
            place = Target(entry, "key")
            if since is not None:
                yield later_part(f"key '{name}' of an output", since, entry, ctx, is_ignored=True)
                continue
            if "value" not in output.fields and isinstance(name, str):
                continue  # another rule reports it
            free = [word for k, word in dialect.output_keys.items() if k not in output.fields]
            fix = ctx.rename_fix(place, unambiguous_match(key_name(entry.key), free))
            yield ctx.report(
                place,
                f"unknown key '{entry.key.text}' in output '{output.name}'{did_you_mean(entry_name(entry.key), free)}; Heat ignores it",
                fix=fix,
            )
