"""The linter passes a rule only what the rule declares that it looks at."""

from __future__ import annotations

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.context import TemplateContext
from hotlint.analysis.project import Project
from hotlint.analysis.template import Part, Resource
from hotlint.language.functions.base import Call
from hotlint.linter.linter import Linter
from hotlint.linter.rule import Checked, Context, Rule
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Source

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters: {size: {type: number}}
resources:
  one: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
  two: {type: OS::Nova::KeyPair, properties: {name: {get_param: size}}}
  three: {type: My::Disk, properties: {size: 1}}
outputs: {o: {value: {get_param: size}}}
"""
ENVIRONMENT = "resource_registry: {'My::Disk': 'OS::Cinder::Volume'}\n"


class VolumeRule(Rule):
    """A rule for volumes alone."""

    code, name, severity = "X001", "volumes", "info"
    resource_types = frozenset({"OS::Cinder::Volume"})

    def check_resource(self, resource: Resource, ctx: Context) -> Checked:
        yield ctx.report(resource.key, resource.name)

    def check_call(self, call: Call, part: Part, ctx: Context) -> Checked:
        yield ctx.report(ctx.argument(call), f"call in {part.owner.name}")


class AnyRule(VolumeRule):
    """The same for all types."""

    code, name = "X002", "any"
    resource_types = frozenset()


def messages(*rules: Rule) -> list[str]:
    project = Project(Catalog(), {"t.yaml": Source("t.yaml", TEMPLATE), "e.yaml": Source("e.yaml", ENVIRONMENT)})
    unit = TemplateContext.open(project, "t.yaml", project.environment(["e.yaml"]), Meter(Budget()))
    return [f"{d.code} {d.message}" for d in Linter(rules).lint(unit)]


def test_resource_types_narrow_the_hooks_of_resources_by_their_type_in_the_registry() -> None:
    assert messages(VolumeRule()) == ["X001 one", "X001 call in one", "X001 three"]


def test_a_rule_without_resource_types_sees_everything() -> None:
    assert messages(AnyRule()) == [
        "X002 one", "X002 call in one", "X002 two", "X002 call in two", "X002 three", "X002 call in o",
    ]  # fmt: skip


def test_rules_with_and_without_resource_types_run_side_by_side() -> None:
    assert len(messages(VolumeRule(), AnyRule())) == 9
