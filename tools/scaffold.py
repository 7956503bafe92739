"""Scaffold a rule, the own rules of a resource type, or a HOT function.

    make new-rule CODE=HOT399 NAME=unknown-thing GROUP=references    rules/hotlint_rules/<group>/<name>.py
    make new-rule TYPE=OS::Swift::Container hotlint/heat_types/swift/container.py
    make new-function NAME=list_sort                                 hotlint/language/functions/<name>.py

A scaffold has placeholders to fill in. Its tests fail until every placeholder is gone.
"""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from collections.abc import Callable
from pathlib import Path

from hotlint import heat_types

TOP = Path(__file__).resolve().parents[1]
RULES = TOP / "rules" / "hotlint_rules"
TYPES = TOP / "hotlint" / "heat_types"
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
TYPE = '''\
from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.resource_types.property_relations import AtLeastOne, invalid
from hotlint.resource_types.property_values import PropertyValues
from hotlint.resource_types.validation.model import PropertyProblem
from hotlint.stacks.definition import Definition


class {class_name}(HeatType):
    """{type}: TODO what Heat demands, in a few words."""

    types = ("{type}",)
    relations = (AtLeastOne(("TODO", "TODO")),)
    demands = ("TODO: what `validate` demands, a clause with 'names' in quotes; without `validate`, none",)
    asks = ("TODO: whom in the cloud Heat asks for what, such as Nova whether it has the microversion; or none",)
    bad = (
        """
        TODO: the value that is marked
              ^^^^^^^^^^^^^^^^^^^^^^^^
        """,
    )
    good = ("{{TODO: a value that Heat accepts}}",)

    def validate(self, values: PropertyValues, it: Definition) -> Iterator[PropertyProblem]:
        if values["TODO"] == "TODO":
            yield invalid(values, "TODO", f"'TODO' of {{it.type}} must be ..., not 'TODO'")
'''
FUNCTION = '''\
"""{name}: TODO name what it yields.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#{anchor}
Heat: heat.engine.hot.functions.TODO
"""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.language.functions.base import ArgumentError, Function, Run, Snippet, describe_argument
from hotlint.language.values import MARKS, Value, propagate_unknown


class {class_name}(Function):
    """Function `{name}`."""

    name = "{name}"
    since = "{newest}"
    fails_on_null = True  # TODO: leave this out if null, such as an attribute before creation, is a valid argument
    summary = "TODO: what it yields, in one sentence."
    form = "{name}: [<TODO>]\\n"
    parameters = (("TODO", "TODO: what the first argument is"),)
    snippet = "{name}: [${{1:TODO}}]"
    given = "parameters: {{TODO: [web, db]}}\\n"
    example = "{name}: [{{get_param: TODO}}]\\n"
    result = "TODO\\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list):
            yield ArgumentError(f"{name} needs a list, not {{describe_argument(args)}}")

    def compute(self, args: Snippet, run: Run) -> Value:
        value = run.resolve(args)
        if isinstance(value, MARKS):
            return propagate_unknown(self.name, value, type_="TODO: the type of what it yields, such as list")
        raise NotImplementedError("TODO: the value as Heat resolves it")


FUNCTIONS = ({class_name}(),)
'''


def new_rule(code: str, name: str, group: str, rules: Path = RULES) -> Path:
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


def new_type(type_name: str, types: Path = TYPES) -> Path:
    """Write the module of a resource type, and return its path. Raises ValueError as `new_rule`."""
    module = heat_types.module_of(type_name)
    if not module:
        raise ValueError(f"TYPE must be a resource type such as OS::Swift::Container, not '{type_name}'")
    path = types / f"{module.replace('.', '/')}.py"
    if path.exists():
        raise ValueError(f"{path} exists already: add what is known to its class")
    package = path.parent / "__init__.py"
    if not package.exists():
        package.parent.mkdir()
        package.write_text(f'"""Resource types of {type_name.split("::")[1]}."""\n', encoding="utf-8")
    steps = type_name.split("::")[2 if type_name.startswith("OS") else 1 :]
    path.write_text(TYPE.format(type=type_name, class_name="".join(steps)), encoding="utf-8")
    return path


def new_function(name: str, top: Path = TOP) -> Path:
    """Write the function's file below `top`, register it, and return the file's path.

    Raises ValueError for a name that is malformed or taken.
    """
    if not re.fullmatch(r"[a-z]+(_[a-z]+)*", name):
        raise ValueError(f"NAME is lower-case words with underscores, such as list_sort, not '{name}'")
    folder = top / "hotlint" / "language" / "functions"
    module = f"{name}_" if keyword.iskeyword(name) else name
    path = folder / f"{module}.py"
    registry = folder / "__init__.py"
    text = registry.read_text(encoding="utf-8")
    if path.exists() or f'"{name}":' in text:
        raise ValueError(f"there is a function '{name}' already")
    words = {"name": name, "anchor": name.replace("_", "-"), "newest": _newest(top)}
    path.write_text(FUNCTION.format(class_name=name.title().replace("_", ""), **words), encoding="utf-8")
    start = text.index("\n_MODULES = {")
    end = text.index("}", start)
    registry.write_text(f'{text[:end]}    "{name}": "{module}",\n{text[end:]}', encoding="utf-8")
    return path


def _newest(top: Path) -> str:
    """Return the newest HOT version that hotlint knows."""
    text = (top / "hotlint" / "language" / "versions.py").read_text(encoding="utf-8")
    found: list[str] = re.findall(r'"(\d{4}-\d\d-\d\d)"', text)
    return max(found)


def main(arguments: list[str]) -> int:
    """Run the command line; 0 for a written file, 2 for a usage error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    for kind, (_, names) in SCAFFOLDS.items():
        one = kinds.add_parser(kind)
        for name in names:
            one.add_argument(name.lower(), metavar=name)
    options = vars(parser.parse_args(arguments))
    write, names = SCAFFOLDS[options["kind"]]
    try:
        path = write(*(options[name.lower()] for name in names))
    except ValueError as error:
        print(error)
        return 2
    print(f"wrote {path.relative_to(TOP)}: replace every TODO, then run `make docs snapshots test`")
    return 0


SCAFFOLDS: dict[str, tuple[Callable[..., Path], tuple[str, ...]]] = {
    "rule": (new_rule, ("CODE", "NAME", "GROUP")),
    "type": (new_type, ("TYPE",)),
    "function": (new_function, ("NAME",)),
}
"""What writes each kind, and its arguments."""

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
