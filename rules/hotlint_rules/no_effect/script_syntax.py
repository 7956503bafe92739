from __future__ import annotations

from hotlint.rule import Checked, Example, Rule, RuleContext, Sequence, Span, Template
from hotlint_rules.no_effect._user_data import holders, report_in, texts_at
from hotlint_rules.no_effect.cloud_config import has_hole, part_of


class ScriptSyntax(Rule):
    """A shell script in user data or in a configuration has an error that a shell, or shellcheck, finds without running it.

    The rule is off by default, because it starts programs of this machine: shellcheck if it is installed, which reports its errors only,
    or else `bash -n`. Neither runs the script. What `str_replace` puts into the script is not known, and lines with it are not reported.
    Turn the rule on with `extend-select: [HOT767]`.
    """

    code = "HOT767"
    name = "script-syntax"
    severity = "warning"
    default = False
    bad = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      group: script
      config: |
        #!/bin/bash
        if [ -e /etc/motd ]; then
          echo hello
        done
        ^^^^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
resources:
  config:
    type: OS::Heat::SoftwareConfig
    properties:
      group: script
      config: |
        #!/bin/bash
        if [ -e /etc/motd ]; then
          echo hello
        fi
""")
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        for holder in holders(ctx):
            nodes = [holder.node]
            if holder.kind.user_data == "parts":
                items = holder.node.items if isinstance(holder.node, Sequence) else ()
                nodes = [node for item in items if (node := part_of(item)) is not None]
            for data in (data for node in nodes for data in texts_at(node, ctx)):
                if data.placeholders is not None and data.text.startswith("#!"):
                    from hotlint.analysis.scripts import errors

                    for error in errors(data.filled()):
                        span = _line(data.text, error.line)
                        if not has_hole(data, span):
                            yield report_in(ctx, data, span, f"shell script has an error here: {error.message}")


def _line(text: str, line: int) -> Span:
    start = 0
    for _ in range(line):
        start = text.find("\n", start) + 1 or start
    end = text.find("\n", start)
    whole = text[start : end if end >= 0 else len(text)]
    first = start + len(whole) - len(whole.lstrip())
    return Span(first, max(start + len(whole.rstrip()), first + 1))
