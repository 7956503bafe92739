from __future__ import annotations

from hotlint.analysis.files.client_files import file_references, is_elsewhere, problem_at
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.rule import Checked, Example, Rule, RuleContext, Target, Template
from hotlint_rules.composition._nested import missing_cause, source_hint
from hotlint_rules.composition.missing_template import WORDS


class MissingFile(Rule):
    """get_file names a file that does not exist.

    The name is a path relative to the template. Heat's client reads every file that is named anywhere in the template, and
    stops where one is missing. (A warning for an absolute path: the file may be there on the machine of the client.)
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
            folder, _, base = name.rpartition("/")
            near = project.siblings(reference.location.path) if error == "missing" else []
            fixed = unambiguous_match(base, near)
            fix = ctx.rename_fix(Target(reference.node), f"{folder}/{fixed}" if folder and fixed else fixed, "unsafe")
            hint = source_hint(reference.location.path, ctx) if error == "missing" else ""
            causes = [missing_cause(reference.location.path, ctx)]
            if is_elsewhere(name):
                message = f"file '{name}' {WORDS[error]} on this machine{did_you_mean(base, near)}"
                yield ctx.report(reference.node, message, severity="warning", fix=fix, causes=causes)
            else:
                message = f"file '{name}' {WORDS[error]}{did_you_mean(base, near) or hint}"
                yield ctx.report(reference.node, message, fix=fix, causes=causes)
