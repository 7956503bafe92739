"""Scaffold a rule: `make new-rule CODE=HOT399 NAME=unknown-thing GROUP=references`, or `make new-rule TYPE=OS::Swift::Container`.

The first form writes rules/hotlint_rules/<group>/<name>.py, where the rule is found. The second writes the own rules
of a resource type into rules/hotlint_rules/resources/by_type/<service>.py. Their tests fail until every placeholder is gone.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

RULES = Path(__file__).resolve().parents[2] / "rules" / "hotlint_rules"
RULE = '''\
from __future__ import annotations

from hotlint.rule import Checked, Example, Resource, Rule, RuleContext, Target


class {class_name}(Rule):
    """TODO: what is wrong, in one sentence.

    TODO: what Heat does with it, and what to do about it.
    """

    code = "{code}"
    name = "{name}"
    severity = "warning"
    bad = [
        Example("""\\
heat_template_version: 2018-08-31
resources:
  TODO:
    type: OS::Heat::Value
          ^^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example("""\\
heat_template_version: 2018-08-31
resources:
  TODO:
    type: OS::Heat::Value
    properties: {{value: 1}}
""")
    ]

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        if "TODO" in resource.fields:
            yield ctx.report(Target(resource.fields["type"]), f"resource '{{resource.name}}' TODO: must be ...")
'''
SERVICE = '''\
"""The own rules of {service}'s resource types."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.resource_types.property_relations import AtLeastOne, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.rule import Example, PropertyProblem, Resource, TemplateContext, TypeRules
'''
TYPE_RULES = '''

class {class_name}(TypeRules):
    """{type}: TODO what Heat demands, in a few words."""

    types = ("{type}",)
    source = "heat/engine/resources/TODO.py"
    relations = (AtLeastOne(("TODO", "TODO")),)
    demands = ("TODO: what `check` demands, a clause with 'names' in quotes; without `check`, none",)
    asks = ("TODO: whom in the cloud Heat asks for what, such as Nova whether it has the microversion; or none",)
    bad = (
        Example("""\\
heat_template_version: 2018-08-31
resources:
  it:
    type: {type}
    properties:
      TODO: the value that is marked
            ^^^^^^^^^^^^^^^^^^^^^^^^
"""),
    )
    good = (
        Example("""\\
heat_template_version: 2018-08-31
resources:
  it:
    type: {type}
    properties: {{TODO: a value that Heat accepts}}
"""),
    )

    def check(
        self, values: PropertyValues, resource: Resource, release: tuple[int, ...] | None, context: TemplateContext
    ) -> Iterator[PropertyProblem]:
        if values["TODO"] == "TODO":
            yield invalid(values, "TODO", f"'TODO' of {{resource.type}} must be ..., not 'TODO'")
'''


def scaffold(code: str, name: str, group: str, rules: Path = RULES) -> Path:
    """Write a rule of a group, and return its path. Raises ValueError for an argument that is wrong."""
    groups = sorted(p.name for p in rules.iterdir() if (p / "__init__.py").exists())
    if group not in groups:
        raise ValueError(f"GROUP must be one of {', '.join(groups)}, not '{group}'")
    if not re.fullmatch(r"HOT\d{3}", code):
        raise ValueError(f"CODE must be HOT and three digits, not '{code}'")
    if not re.fullmatch(r"[a-z]+(-[a-z]+)*", name):
        raise ValueError(f"NAME must be lower-case words with hyphens that name the problem, not '{name}'")
    used = [p for p in rules.rglob("*.py") if f'code = "{code}"' in p.read_text(encoding="utf-8")]
    path = rules / group / f"{name.replace('-', '_')}.py"
    if used or path.exists():
        raise ValueError(f"{used[0] if used else path} exists already")
    class_name = "".join(word.capitalize() for word in name.split("-"))
    path.write_text(RULE.format(code=code, name=name, class_name=class_name), encoding="utf-8")
    return path


def scaffold_type(type_name: str, rules: Path = RULES) -> Path:
    """Add the own rules of a resource type to its service, register them, and return their path. Raises ValueError as `scaffold`."""
    if not re.fullmatch(r"[A-Za-z]\w*(::\w+)+", type_name):
        raise ValueError(f"TYPE must be a resource type such as OS::Swift::Container, not '{type_name}'")
    folder = rules / "resources" / "by_type"
    registry = folder / "__init__.py"
    text = registry.read_text(encoding="utf-8")
    if f'"{type_name}":' in text:
        raise ValueError(f"rules of {type_name} exist already")
    vendor, *_, class_name = words = type_name.split("::")
    service = words[1] if vendor == "OS" else vendor
    path = folder / f"{service.lower()}.py"
    own = path.read_text(encoding="utf-8") if path.exists() else SERVICE.format(service=service)
    path.write_text(own + TYPE_RULES.format(type=type_name, class_name=class_name), encoding="utf-8")
    lines = text.splitlines(keepends=True)
    entry = f'    "{type_name}": "{path.stem}",\n'
    at = next(n for n, line in enumerate(lines) if (line.startswith('    "') and line > entry) or line.startswith("}"))
    registry.write_text("".join([*lines[:at], entry, *lines[at:]]), encoding="utf-8")
    return path


def main(arguments: list[str]) -> int:
    """Run the command line; 0 for a written rule, 2 for a usage error."""
    try:
        if len(arguments) == 2 and arguments[0] == "--type":
            path = scaffold_type(arguments[1])
        elif len(arguments) == 3:
            path = scaffold(arguments[0], arguments[1], arguments[2])
        else:
            print(
                "usage: make new-rule CODE=HOT399 NAME=unknown-thing GROUP=references, or make new-rule TYPE=OS::A::B"
            )
            return 2
    except ValueError as exc:
        print(exc)
        return 2
    print(f"wrote {path}: replace every TODO, then run `make docs test`")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
