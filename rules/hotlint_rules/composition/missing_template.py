from __future__ import annotations

import os

from hotlint.analysis.files.client_files import file_references, is_elsewhere, problem_at
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.rule import Checked, Example, Rule, RuleContext, Target, Template
from hotlint_rules.composition._nested import missing_cause, source_hint

WORDS = {
    "missing": "does not exist",
    "folder": "is a folder",
    "denied": "cannot be read: permission denied",
}


class MissingTemplate(Rule):
    """A nested template does not exist.

    The name of a nested template is a path relative to the file that names it. Heat's client reads all nested templates
    before it uploads anything, and stops. (A warning for an absolute path: the file may be there on the machine of the
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
            folder, _, base = str(reference.node.value).rpartition("/")
            near = project.siblings(reference.location.path) if error == "missing" else []
            itself = os.path.normpath(ctx.template_context.path)
            folder_path = os.path.dirname(reference.location.path)
            near = [n for n in near if os.path.join(folder_path, n) != itself]
            elsewhere = error == "missing" and is_elsewhere(str(reference.node.value))
            hint = source_hint(reference.location.path, ctx) if error == "missing" else ""
            here = " on this machine" if elsewhere else ""
            message = f"template '{reference.node.value}' {WORDS[error]}{here}{did_you_mean(base, near) or hint}"
            fixed = unambiguous_match(base, near)
            fix = ctx.rename_fix(Target(reference.node), f"{folder}/{fixed}" if folder and fixed else fixed, "unsafe")
            yield ctx.report(
                reference.node, message, severity="warning" if elsewhere else None, fix=fix,
                causes=[missing_cause(reference.location.path, ctx)],
            )  # fmt: skip
