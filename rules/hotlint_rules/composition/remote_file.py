from __future__ import annotations

from hotlint.analysis.files.client_files import file_references
from hotlint.rule import Checked, Example, Rule, RuleContext, Template


class RemoteFile(Rule):
    """A file or nested template is remote, so hotlint does not check it.

    hotlint does not use the network. Everything that depends on the file is unknown.
    """

    code = "HOT603"
    name = "remote-file"
    severity = "info"
    looks_at = frozenset({"file names"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: https://example.com/web.yaml
          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: web.yaml
""",
            files={"web.yaml": "heat_template_version: 2018-08-31\n"},
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for reference in file_references(ctx.template_context.project, ctx.document):
            if reference.location.path is None:
                message = f"file '{reference.location.url}' is remote, so hotlint does not check it"
                yield ctx.report(reference.node, message)
