from __future__ import annotations

from hotlint.analysis.client_files import problem_at
from hotlint.analysis.locations import locate
from hotlint.analysis.template import Part
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.language.functions.base import Call, Function
from hotlint.linter.rule import Checked, Context, Example, Rule
from hotlint_rules.composition.missing_template import WORDS


class MissingFile(Rule):
    """get_file names a file that does not exist.

    The name is a path relative to the template. Heat's client reads the file and uploads it. (A warning where Heat itself
    needs the file only after it has created the stack, for example in an output.)
    """

    code = "HOT602"
    name = "missing-file"
    severity = "error"
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

    def wants_call(self, function: Function) -> bool:
        return function.takes("file")

    def check_call(self, call: Call, part: Part, ctx: Context) -> Checked:
        if not isinstance(call.args, str):
            return
        project = ctx.unit.project
        location = locate(call.args, ctx.unit.path)
        error = problem_at(project, location)
        if error is None or location.path is None:
            return
        folder, _, base = call.args.rpartition("/")
        near = project.siblings(location.path) if error == "missing" else []
        target = ctx.argument(call)
        fixed = unambiguous_match(base, near)
        fix = ctx.rename_fix(target, f"{folder}/{fixed}" if folder and fixed else fixed, "unsafe")
        message = f"file '{call.args}' {WORDS[error]}{did_you_mean(base, near)}"
        yield ctx.report(target, message, severity=ctx.call_severity(part, call, "resolve"), fix=fix)
