from __future__ import annotations

from hotlint.analysis.template import kind_of
from hotlint.rule import Checked, Document, Example, RuleContext
from hotlint_rules.document._problems import ProblemRule


class UnreadableValue(ProblemRule):
    """A value has an unknown YAML tag, or is invalid for its YAML type.

    Tags such as `!Ref` or `!include` belong to other tools, and Heat refuses them. Write a function in its long form
    ({get_resource: web}), and put a string in quotes that YAML reads as an invalid number or date.
    """

    code = "HOT004"
    name = "unreadable-value"
    looks_at = frozenset({"tag", "scalar"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
outputs:
  id:
    value: !Ref web
                ^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web: {type: "OS::Heat::Value"}
outputs:
  id:
    value: {get_resource: web}
"""),
        Example("""\
AWSTemplateFormatVersion: "2010-09-09"
Outputs: {id: {Value: !Ref web}}
"""),
    ]

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        """Report nothing in a CloudFormation template, where such tags are usual: most of them are not for Heat."""
        return super().check_document(document, ctx) if kind_of(document) != "cfn" else ()
