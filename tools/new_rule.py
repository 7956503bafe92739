"""Scaffolds a rule: `make new-rule CODE=HOT399 NAME=my-error GROUP=references`.

Writes rules/hotlint_rules/<group>/<name>.py with examples to fill in, and adds the rule to its group.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

RULES = Path(__file__).resolve().parent.parent / "rules" / "hotlint_rules"
TEMPLATE = '''\
from __future__ import annotations

from hotlint.rule import Checked, Context, Example, Rule, Target
from hotlint.analysis.template import Resource


class {kind}(Rule):
    """What is wrong, in one sentence.

    Why it matters: what Heat does with it. What to do about it.
    """

    code = "{code}"
    name = "{name}"
    severity = "warning"
    bad = [
        Example("""\\
heat_template_version: 2018-08-31
resources:
  a:
    type: OS::Heat::None
          ^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\\
heat_template_version: 2018-08-31
resources:
  a:
    type: OS::Heat::Value
    properties: {{value: 1}}
""")
    ]

    def check_resource(self, resource: Resource, ctx: Context) -> Checked:
        if resource.type == "OS::Heat::None":
            yield ctx.report(Target(resource.fields["type"]), "Say what is wrong here, and what would be right.")
'''


def scaffold(code: str, name: str, group: str, rules: Path = RULES) -> Path:
    """Write the rule. Raises ValueError when something is wrong with what was asked for."""
    groups = sorted(p.name for p in rules.iterdir() if (p / "__init__.py").exists())
    if group not in groups:
        raise ValueError(f"GROUP is one of {', '.join(groups)}, not '{group}'")
    if not re.fullmatch(r"HOT\d{3}", code):
        raise ValueError(f"CODE is HOT and three digits, not '{code}'")
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
        raise ValueError(f"NAME is the fault, in words with hyphens, not '{name}'")
    used = [p for p in rules.rglob("*.py") if f'code = "{code}"' in p.read_text(encoding="utf-8")]
    path = rules / group / f"{name.replace('-', '_')}.py"
    if used or path.exists():
        raise ValueError(f"{used[0] if used else path} is there already")
    kind = "".join(word.capitalize() for word in name.split("-"))
    path.write_text(TEMPLATE.format(code=code, name=name, kind=kind), encoding="utf-8")
    _list(rules / group / "__init__.py", f"hotlint_rules.{group}.{path.stem}", kind)
    return path


def _list(init: Path, module: str, kind: str) -> None:
    """Add a rule to its group: an import in its place, and its class at the end of RULES."""
    text = init.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    imports = [n for n, line in enumerate(lines) if line.startswith(("from ", "import "))]
    line = f"from {module} import {kind}\n"
    after = [n for n in imports if lines[n] < line and "__future__" not in lines[n]]
    lines.insert((after[-1] if after else imports[-1]) + 1, line)
    text = "".join(lines)
    start = text.index("RULES")
    start = text.index("= [", start) + 3
    end = text.index("]", start)
    listed = text[start:end]
    if "\n" in listed:
        listed = f"{listed.rstrip().rstrip(',')},\n    {kind},\n"
    else:
        listed = f"{listed}, {kind}" if listed.strip() else kind
    init.write_text(text[:start] + listed + text[end:], encoding="utf-8")


def main() -> int:
    if len(sys.argv) != 4:
        print("usage: make new-rule CODE=HOT399 NAME=my-fault GROUP=references")
        return 2
    try:
        path = scaffold(sys.argv[1], sys.argv[2], sys.argv[3])
    except ValueError as exc:
        print(exc)
        return 2
    print(f"{path} is there: fill it in, then `make test docs`")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
