from __future__ import annotations

from hotlint.language import functions
from hotlint.rule import Call, Checked, Entry, Example, Mapping, Output, Rule, RuleContext, Scalar, Target
from hotlint_rules.structure._misplaced import misplaced_causes


class MissingOutputValue(Rule):
    """An output has no value.

    Heat refuses the stack, even when a condition disables the output.
    """

    code = "HOT112"
    name = "missing-output-value"
    severity = "error"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  address:
  ^^^^^^^
    description: where the server is
"""),
        Example(
            """\
heat_template_version: 2018-08-31
outputs:
  address:
    val: 10.0.0.5
    ^^^
""",
            fixed="""\
heat_template_version: 2018-08-31
outputs:
  address:
    value: 10.0.0.5
""",
        ),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  address:
    description: where the server is
    value: 10.0.0.5
""")
    ]

    def check_output(self, output: Output, ctx: RuleContext) -> Checked:
        if not isinstance(output.node, Mapping) or "value" in output.fields:
            return
        again = [e for e in output.node.entries if isinstance(e.key, Scalar) and output.fields.get(e.name) is not e]
        twice = {e.name for e in again}
        wrong = [
            e for e in [*again, *output.fields.values()] if isinstance(e.key, Scalar) and (e.name in twice or not twice)
        ]
        wrong = [e for e in wrong if self._misnamed(e, output, ctx)]
        if len(wrong) != 1 and again:
            wrong = again[:1]
        word = ctx.template.dialect.word("value")
        if len(wrong) == 1:
            place = Target(wrong[0], "key")
            message = f"output '{output.name}' has no '{word}'; did you mean that in place of '{wrong[0].key.text}'?"  # type: ignore[union-attr]
            yield ctx.report(place, message, fix=ctx.rename_fix(place, word), causes=misplaced_causes(output, ctx))
        else:
            message = f"output '{output.name}' has no '{word}'"
            yield ctx.report(output.key, message, causes=misplaced_causes(output, ctx))

    def _misnamed(self, entry: Entry, output: Output, ctx: RuleContext) -> bool:
        """Return whether the value of a key cannot be what the key says."""
        if entry.name == "description":
            return not isinstance(entry.value, Scalar)
        if entry.name != "condition":
            return True
        part = ctx.template.part(output, "condition")
        snippet = part.snippet if part is not None else None
        if isinstance(snippet, Call):
            return functions.status(snippet.name, ctx.version, "condition") != "available"
        return not isinstance(entry.value, Scalar)
