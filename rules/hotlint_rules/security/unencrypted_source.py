from __future__ import annotations

from hotlint.analysis.files.client_files import file_references
from hotlint.rule import Checked, Example, Rule, RuleContext, Template


class UnencryptedSource(Rule):
    """A file or nested template is fetched by http.

    Anyone on the way can change what is deployed. Use https, or a file next to the template.
    """

    code = "HOT908"
    name = "unencrypted-source"
    severity = "info"
    category = "security"
    profiles = {"security": "error"}
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: http://example.com/web.yaml
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: https://example.com/web.yaml
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for reference in file_references(ctx.template_context.project, ctx.document):
            url = reference.location.url
            if url is not None and url.lower().startswith("http://"):
                yield ctx.report(reference.node, f"'{url}' is fetched without encryption; use https")
