from __future__ import annotations

from hotlint.analysis.files.client_files import file_references, is_elsewhere, problem_at
from hotlint.rule import Checked, Example, Rule, RuleContext, Target, Template
from hotlint_rules.composition._nested import meant_file, missing_cause
from hotlint_rules.composition.missing_template import WORDS


class MissingFile(Rule):
    """get_file names a file that does not exist.

    The name is a path relative to the template. Heat's client reads every file that is named anywhere in the template, and
    stops where one is missing. (An info for an absolute path: the file may be there on the machine of the client.)
    """

    code = "HOT602"
    name = "missing-file"
    severity = "error"
    looks_at = frozenset({"file names"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  boot:
    type: OS::Heat::SoftwareConfig
    properties:
      config: {get_file: scripts/boot.sh}
                         ^^^^^^^^^^^^^^^
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
      config: {get_file: scripts/boot.sh}
""",
            files={"scripts/boot.sh": "echo ready\n"},
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        project = ctx.template_context.project
        for reference in file_references(project, ctx.document):
            error = problem_at(project, reference.location) if reference.key == "get_file" else None
            if error is None or reference.location.path is None:
                continue
            name = str(reference.node.value)
            hint, meant = meant_file(name, reference.location.path, ctx) if error == "missing" else ("", None)
            elsewhere = is_elsewhere(name)
            message = f"file '{name}' {WORDS[error]}{' on this machine' if elsewhere else ''}{hint}"
            yield ctx.report(
                reference.node, message, severity="info" if elsewhere else None,
                fix=ctx.rename_fix(Target(reference.node), meant, "unsafe"),
                causes=[missing_cause(reference.location.path, ctx)],
            )  # fmt: skip
