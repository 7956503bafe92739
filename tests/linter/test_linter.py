"""The linter passes a rule only what the rule declares that it looks at."""

from __future__ import annotations

from pathlib import Path

import pytest
from for_each import for_each

import hotlint
from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import Part, Resource
from hotlint.linter.checking.run import Linter
from hotlint.linter.checking.testing import fixed_text, parse_marks
from hotlint.linter.diagnostic import Fix
from hotlint.linter.rules.rule import Checked, Example, Rule, RuleContext
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Source, Span

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

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        if ctx.has_type(resource, {"OS::Cinder::Volume"}):
            yield ctx.report(resource.key, resource.name)

    def check_part(self, part: Part, ctx: RuleContext) -> Checked:
        yield ctx.report(part.node, f"{part.owner.name} {ctx.is_resolved(part)}")


class AnyRule(Rule):
    """A rule for all resources."""

    code, name, severity = "X002", "any", "info"

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        yield ctx.report(resource.key, resource.name)


def messages(*rules: Rule) -> list[str]:
    project = Project(Catalog(), {"t.yaml": Source("t.yaml", TEMPLATE), "e.yaml": Source("e.yaml", ENVIRONMENT)})
    context = TemplateContext.open(project, "t.yaml", project.environment(["e.yaml"]), Meter(Budget()))
    return [f"{d.code} {d.message}" for d in Linter(rules).lint(context)]


def test_a_rule_asks_for_the_type_in_the_registry_and_for_parts_with_values() -> None:
    assert messages(VolumeRule()) == [
        "X001 one", "X001 one False", "X001 two False", "X001 three", "X001 three True", "X001 o False",
    ]  # fmt: skip


class FailingRule(VolumeRule):
    """A rule that reports one resource and fails at the next."""

    code, name = "X003", "failing"

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        if resource.name == "three":
            raise self.error
        yield from super().check_resource(resource, ctx)


@for_each(
    ("error", "why"),
    [
        (ValueError("a b"), "ValueError: a b"),
        (KeyError("a"), "KeyError: 'a'"),
        (SystemExit(3), "SystemExit: 3"),
        (RecursionError(), "the template is nested too deeply for it"),
    ],
)
@for_each("is_own", [True, False])
def test_a_rule_that_fails_is_one_finding_and_the_others_run(
    error: BaseException, why: str, is_own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_own:
        monkeypatch.setattr(FailingRule, "__module__", "hotlint_rules.failing")
    else:  # a guard around foreign rules says it in other words
        why = {SystemExit: "it ends the process", RecursionError: "it is nested too deeply"}.get(type(error), why)
    found = messages(FailingRule(error), AnyRule())
    assert [one for one in found if one.startswith("X002")] == messages(AnyRule())
    assert "X003 one" in found
    (crashed,) = [one for one in found if one.startswith("HOT000")]
    assert "X003" in crashed and why in crashed


def test_a_rule_may_not_end_the_process_by_the_keyboard() -> None:
    with pytest.raises(KeyboardInterrupt):
        messages(FailingRule(KeyboardInterrupt()))


class ChoiceRule(VolumeRule):
    """A rule with two fixes for each finding, of which one is to be chosen."""

    code, name = "X004", "choice"

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        span = Span(resource.key.start, resource.key.end)
        first, second = (Fix(f"Change to {new}", (Edit(span, new),), "unsafe") for new in ("first", "second"))
        if ctx.has_type(resource, {"OS::Cinder::Volume"}):
            yield ctx.report(span, "choose")._replace(fixes=(first, second))


def test_an_example_is_shown_with_the_first_fix_of_each_finding() -> None:
    text = "heat_template_version: 2018-08-31\nresources:\n  one: {type: OS::Cinder::Volume}\n  two: {type: OS::Cinder::Volume}\n"
    example = Example(text.replace("two: {type: OS::Cinder::Volume}", "two: {type: OS::Nova::KeyPair}"))
    assert fixed_text(ChoiceRule(), example) == parse_marks(example.text).text.replace("  one:", "  first:")
    assert fixed_text(ChoiceRule(), Example(text)) == text.replace("  one:", "  first:").replace("  two:", "  first:")


def test_the_origin_of_a_value_has_its_line() -> None:
    from hotlint.linter.diagnostic import with_line

    assert (
        with_line("bad (parameter 'p' from a.env)", "parameter 'p' from a.env", "x/a.env", 3)
        == "bad (parameter 'p' from a.env:4)"
    )
    assert with_line("bad (default of 'p')", "default of 'p'", None, 3) == "bad (default of 'p' in line 4)"
    assert (
        with_line("bad (default of 'p')", "default of 'p'", "x/inner.yaml", 3) == "bad (default of 'p' in inner.yaml:4)"
    )


@pytest.mark.parametrize("first", ["wanted", "never"])
def test_findings_of_one_cause_are_shown_at_the_most_severe(tmp_path: Path, first: str) -> None:
    conditions = [first, "wanted" if first == "never" else "never", "never"]
    users = "".join(
        f"  r{n}: {{type: OS::Heat::Value, condition: {c}, depends_on: network, properties: {{value: 1}}}}\n"
        for n, c in enumerate(conditions)
    )
    (tmp_path / "t.yaml").write_text(
        "heat_template_version: 2018-08-31\nconditions: {never: {equals: [1, 2]}, wanted: {equals: [1, 1]}}\n"
        f"resources:\n  netwrok: {{type: OS::Neutron::Net}}\n{users}"
    )
    (found,) = [d for d in hotlint.check(tmp_path / "t.yaml", config=False).diagnostics if d.code == "HOT302"]
    at = conditions.index("wanted")
    assert (found.severity, found.span.start_line) == ("error", 4 + at)
    assert [r.span.start_line for r in found.related] == [4 + n for n in range(3) if n != at]
