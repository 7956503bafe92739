from __future__ import annotations

import os

from hotlint.analysis.files.client_files import file_references
from hotlint.rule import Checked, Example, Rule, RuleContext, Template


class FileOutsideProject(Rule):
    """A file or nested template is outside the project, or is named by an absolute path.

    It exists on this machine, but may not exist where others check out the project. Use a path relative to the template.
    """

    code = "HOT604"
    name = "file-outside-project"
    severity = "info"
    looks_at = frozenset({"file names"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  boot:
    type: OS::Heat::SoftwareConfig
    properties:
      config: {get_file: file:///dev/null}
                         ^^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  boot:
    type: OS::Heat::SoftwareConfig
    properties:
      config: {get_file: boot.sh}
""",
            files={"boot.sh": "echo ready\n"},
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        root = ctx.template_context.project.root
        for reference in file_references(ctx.template_context.project, ctx.document):
            path, name = reference.location.path, str(reference.node.value)
            if path is None or ctx.template_context.project.state(path) != "file":
                continue
            if name.startswith(("/", "file:")):
                yield ctx.report(
                    reference.node,
                    f"'{name}' is an absolute path, which may not exist on other machines; use a path relative to the template",
                )
            elif root is not None and not os.path.abspath(path).startswith(os.path.join(root, "")):
                yield ctx.report(reference.node, f"'{name}' is outside the project's folder")
