from __future__ import annotations

from hotlint.analysis.template import CFN_KEYS, kind_of
from hotlint.rule import Checked, Document, Example, Mapping, Rule, RuleContext, Target


class CloudFormationTemplate(Rule):
    """The file is a template in the format of AWS CloudFormation.

    Heat reads that format, too, but hotlint checks only HOT: it reports nothing else in this file.
    """

    code = "HOT009"
    name = "cloudformation-template"
    severity = "info"
    looks_at = frozenset({"cfn"})
    bad = [
        Example("""\
AWSTemplateFormatVersion: "2010-09-09"
^^^^^^^^^^^^^^^^^^^^^^^^
Resources: {}
""")
    ]
    good = [Example("heat_template_version: 2018-08-31\nresources: {}\n")]

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        root = document.root
        if isinstance(root, Mapping) and kind_of(document) == "cfn":
            entry = next(e for e in root.items() if e.name in CFN_KEYS)
            message = "file is a CloudFormation template, which hotlint does not check; it checks HOT"
            yield ctx.report(Target(entry, "key"), message)
