from __future__ import annotations

from hotlint.analysis.files.client_files import file_references, is_elsewhere, problem_at
from hotlint.rule import Checked, Example, Rule, RuleContext, Target, Template
from hotlint_rules.composition._nested import meant_file, missing_cause

WORDS = {
    "missing": "does not exist",
    "folder": "is a folder",
    "denied": "cannot be read: permission denied",
}


class MissingTemplate(Rule):
    """A nested template does not exist.

    The name of a nested template is a path relative to the file that names it. Heat's client reads all nested templates
    before it uploads anything, and stops. (An info for an absolute path: the file may be there on the machine of the
    client.)
    """

    code = "HOT601"
    name = "missing-template"
    severity = "error"
    looks_at = frozenset({"file names"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  web:
    type: nested/web.yaml
          ^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  web:
    type: nested/web.yaml
""",
            files={"nested/web.yaml": "heat_template_version: 2018-08-31\n"},
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        project = ctx.template_context.project
        for reference in file_references(project, ctx.document):
            error = problem_at(project, reference.location) if reference.key == "type" else None
            if error is None or reference.location.path is None:
                continue
            written = str(reference.node.value)
            hint, meant = meant_file(written, reference.location.path, ctx) if error == "missing" else ("", None)
            elsewhere = error == "missing" and is_elsewhere(written)
            here = " on this machine" if elsewhere else ""
            message = f"template '{written}' {WORDS[error]}{here}{hint}"
            fix = ctx.rename_fix(Target(reference.node), meant, "unsafe")
            yield ctx.report(
                reference.node, message, severity="info" if elsewhere else None, fix=fix,
                causes=[missing_cause(reference.location.path, ctx)],
            )  # fmt: skip
