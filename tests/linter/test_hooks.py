"""Which hooks of a rule are called for a file, in which order, and what is found where a hook fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from for_each import for_each

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import Part, Resource
from hotlint.linter.checking.run import Linter
from hotlint.linter.diagnostic import Diagnostic, ReportingRule
from hotlint.linter.rules.rule import HOOKS, Checked, Rule, RuleContext
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Source, Span

HEAD = "heat_template_version: 2018-08-31\n"
WHOLE = (
    HEAD
    + """\
parameter_groups:
- {label: g, parameters: [p]}
- {label: h, parameters: [p]}
parameters: {p: {type: string, default: a}}
conditions: {c: {equals: [{get_param: p}, a]}}
resources:
  one: {type: OS::Heat::Value, condition: c, properties: {value: {get_param: p}, valeu: 1}}
  two: {type: OS::Heat::Nope}
  three: {type: child.yaml, metadata: {list_join: [a]}}
outputs: {o: {value: {list_join: [',', [{get_attr: [one, value]}]]}}}
"""
)


class Logging(Rule):
    """A rule that notes each call of a hook, with what it is called for."""

    code, name, severity = "X1", "logging", "info"
    calls: list[str]


def _noting(hook: str) -> Any:
    def note(self: Logging, *given: Any) -> Checked:
        *items, ctx = given
        assert ctx.rule is self
        self.calls.append(" ".join([hook.removeprefix("check_"), *map(_name, items)]))
        return iter(())

    return note


def _name(item: Any) -> str:
    if isinstance(item, tuple | list) and not hasattr(item, "name") and not hasattr(item, "_fields"):
        return f"[{' '.join(map(_name, item))}]"
    if isinstance(item, Part):
        return f"{item.owner.name}.{item.field}"
    return str(getattr(item, "name", None) or getattr(item, "label", None) or type(item).__name__)


for _hook in HOOKS:
    setattr(Logging, _hook, _noting(_hook))


def opened(text: str, name: str = "t.yaml", environments: tuple[str, ...] = (), child: str = HEAD) -> TemplateContext:
    sources = {path: Source(path, content) for path, content in {name: text, "child.yaml": child}.items()}
    project = Project(Catalog(), sources)
    return TemplateContext.open(project, name, project.environment(environments), Meter(Budget()))


def calls(context: TemplateContext, rule: Rule | None = None) -> list[str]:
    logging = rule or Logging()
    logging.calls = []  # type: ignore[attr-defined]
    assert Linter([logging]).lint(context) == []
    found: list[str] = logging.calls  # type: ignore[attr-defined]
    return found


def test_the_hooks_of_a_template() -> None:
    assert calls(opened(WHOLE)) == [
        "document Document", "template Template", "group Group", "group Group", "parameter p",
        "condition c", "part c.condition", "call equals c.condition", "call get_param c.condition",
        "target p get_param c.condition",
        "resource one", "property PropertyProblem one", "part one.properties", "call get_param one.properties",
        "target p get_param one.properties",
        "resource two", "type ResolvedType two",
        "resource three", "uses [Use] three", "part three.metadata", "call list_join three.metadata",
        "argument_error ArgumentError list_join three.metadata",
        "output o", "part o.value", "call list_join o.value", "call get_attr o.value", "target one get_attr o.value",
    ]  # fmt: skip


@for_each(
    ("text", "name", "given", "expected"),
    [
        ("parameters: {p: 1}\n", "e.env", False, ["document Document", "environment EnvironmentFile"]),
        ("a: 1\n", "e.yaml", False, ["document Document"]),
        ("a: 1\n", "e.yaml", True, ["document Document", "environment EnvironmentFile"]),
        ("", "e.yaml", False, ["document Document"]),
        ("", "e.yaml", True, ["document Document", "environment EnvironmentFile"]),
        (HEAD, "e.yaml", True, ["document Document", "template Template"]),
        ("AWSTemplateFormatVersion: '2010-09-09'\nResources: {}\n", "t.yaml", False, ["document Document", "template Template"]),
    ],
)  # fmt: skip
def test_the_hooks_of_other_files(text: str, name: str, given: bool, expected: list[str]) -> None:
    assert calls(opened(text, name, (name,) if given else ())) == expected


def test_what_aliases_repeat_is_one_call() -> None:
    text = (
        HEAD
        + """\
parameters: {p: {type: string, default: a}}
outputs:
  a: {value: [&x {get_param: p}, *x, {list_join: [',', [*x, {get_param: p}]]}, *x]}
  b: {value: *x}
"""
    )
    assert [call for call in calls(opened(text)) if call.startswith("call")] == [
        "call get_param a.value", "call list_join a.value", "call get_param a.value", "call get_param a.value",
        "call get_param b.value",
    ]  # fmt: skip
    plain = text.replace("&x ", "").replace("*x", "{get_param: p}")
    assert len([call for call in calls(opened(plain)) if call.startswith("call")]) == 7


class OfResource(Rule):
    """A rule that reports each resource."""

    code, name, severity = "X2", "of-resource", "info"

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        yield ctx.report(resource.key, f"resource {resource.name}")

    def check_property(self, problem: Any, resource: Resource, ctx: RuleContext) -> Checked:
        yield ctx.report(resource.key, f"problem of {resource.name}")


@pytest.mark.parametrize("asked", ["resolved_type", "properties"])
def test_a_resource_on_which_hotlint_fails_is_a_finding_and_the_others_are_checked(
    asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = getattr(TemplateContext, asked)

    def fail(self: TemplateContext, resource: Resource, *more: Any) -> Any:
        if resource.name == "one":
            raise ValueError("it is broken")
        return real(self, resource, *more)

    monkeypatch.setattr(TemplateContext, asked, fail)
    context = opened(WHOLE)
    found = Linter([OfResource()]).lint(context)
    why = "resource 'one' could not be checked because hotlint failed; please report it: ValueError: it is broken"
    span = context.template.resources["one"].key.span
    assert found[0] == Diagnostic("HOT000", "warning", why, span, rule="rule-crash")
    assert [d.message for d in found[1:]] == ["resource one", "resource two", "resource three"]


class Failing(Rule):
    """A rule that reports a place at each output, and then fails."""

    code, name, severity = "X4", "failing", "info"

    def check_output(self, output: Any, ctx: RuleContext) -> Checked:
        yield ctx.report(output.key, output.name)
        raise ValueError(output.name)


def test_what_a_rule_finds_before_it_fails_is_kept() -> None:
    found = Linter([Failing()]).lint(opened(HEAD + "outputs: {a: {value: 1}, b: {value: 2}}\n"))
    why = "rule X4 (failing) failed on this file; please report it: ValueError: a"
    assert [(d.code, d.message) for d in found][:2] == [("HOT000", why), ("X4", "a")]


# -- nested templates ----------------------------------------------------------------------------------------------------


def wanted(rule: ReportingRule) -> bool:
    return rule.code == "X2"


class Parent(Rule):
    """A rule that asks for the findings of another one in a nested template."""

    code, name, severity = "X5", "parent", "info"

    def __init__(self, wanted: Callable[[ReportingRule], bool] = wanted) -> None:
        self.wanted = wanted
        self.opened: list[str] = []
        self.found: list[list[Diagnostic]] = []

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        context = ctx.template_context

        def make() -> TemplateContext | None:
            self.opened.append(resource.name)
            return context.child(resource)

        if resource.name.startswith("in"):
            key = resource.name.rstrip("0123456789")
            self.found.append(ctx.check_nested(key, make, self.wanted))
        return iter(())


NESTED = HEAD + "resources: {x: {type: OS::Heat::Nope}}\n"


def test_a_nested_template_is_checked_once_for_each_key() -> None:
    text = (
        HEAD
        + "resources: {ina1: {type: child.yaml}, ina2: {type: child.yaml}, inb: {type: child.yaml}, inc: {type: OS::Heat::None}}\n"
    )
    rule = Parent()
    Linter([rule, OfResource()]).lint(opened(text, child=NESTED))
    assert rule.opened == ["ina1", "inb", "inc"]
    assert [[(d.code, d.message) for d in found] for found in rule.found] == [[("X2", "resource x")]] * 3 + [[]]


def test_nested_templates_above_the_limit_are_left_out_with_a_note() -> None:
    text = HEAD + "resources: {ina1: {type: child.yaml}, inb: {type: child.yaml}, ina2: {type: child.yaml}}\n"
    rule, context = Parent(), opened(text, child=NESTED)
    for _ in range(999):
        context.project.nested_budget.spend()
    found = Linter([rule, OfResource()]).lint(context)
    assert rule.opened == ["ina1"]
    assert [len(found) for found in rule.found] == [1, 0, 1]  # what is known is not left out
    message = "only the first 1,000 nested templates of this template are checked with the values that they get"
    assert found[0] == Diagnostic("HOT089", "info", message, Span(0, 0), rule="partial-check")
    assert [d.code for d in found[1:]] == ["X2"] * 3


def test_no_note_where_the_last_nested_template_is_checked() -> None:
    context = opened(HEAD + "resources: {ina: {type: child.yaml}}\n", child=NESTED)
    for _ in range(999):
        context.project.nested_budget.spend()
    assert [d.code for d in Linter([Parent(), OfResource()]).lint(context)] == ["X2"]


def test_the_rules_of_a_part_of_a_linter() -> None:
    linter = Linter([OfResource(), Failing()], show_hidden=True)
    part = linter.only(wanted)
    assert part is linter.only(wanted)
    assert (part.show_hidden, part.others, part.type_rules) == (True, linter, linter.type_rules)
    context = opened(HEAD + "resources: {a: {type: OS::Heat::None}}\noutputs: {o: {value: 1}}\n")
    assert [d.code for d in part.lint(context)] == ["X2"]
    assert linter.lint_nested(context, wanted) == part.lint(context)


def every(rule: ReportingRule) -> bool:
    return True


def test_only_the_outermost_template_has_the_note() -> None:
    rule = Parent(every)
    context = opened(HEAD + "resources: {ina: {type: child.yaml}}\n", child=HEAD + "resources: {inb: {type: t.yaml}}\n")
    for _ in range(999):
        context.project.nested_budget.spend()
    found = Linter([rule, OfResource()]).lint(context)
    assert [d.code for d in found] == ["HOT089", "X2"]
    assert [[d.code for d in each] for each in rule.found] == [[], ["X2"]]


class Flood(Rule):
    """A rule that reports 1,500 places at each output, and then may fail."""

    code, name, severity = "X6", "flood", "info"

    def __init__(self, *, fails: bool) -> None:
        self._fails = fails

    def check_output(self, output: Any, ctx: RuleContext) -> Checked:
        for number in range(1_500):
            yield ctx.report(output.key, f"{output.name} {number}")
        if self._fails:
            raise ValueError("a flood")


class OfOutput(Rule):
    """A rule that reports each output."""

    code, name, severity = "X7", "of-output", "info"

    def check_output(self, output: Any, ctx: RuleContext) -> Checked:
        yield ctx.report(output.key, output.name)


@pytest.mark.parametrize("fails", [False, True])
def test_a_rule_above_its_limit_ends_no_other_rule(fails: bool) -> None:
    context = opened(HEAD + "outputs: {a: {value: 1}, b: {value: 2}}\n")
    found = Linter([Flood(fails=fails), OfOutput()]).lint(context)
    codes = [d.code for d in found]
    assert (codes.count("X6"), codes.count("X7"), codes.count("HOT089")) == (1_000, 2, 1)
