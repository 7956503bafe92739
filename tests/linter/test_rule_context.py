"""What rules ask about a file, and the diagnostics that they make: places, fixes, severities and the origins of values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from for_each import for_each

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.language.functions.base import Call
from hotlint.linter.diagnostic import Diagnostic, Fix, Related, Severity
from hotlint.linter.rules.context import Target
from hotlint.linter.rules.rule import Rule, RuleContext
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Entry, Mapping
from hotlint.syntax.recovery import unreliable
from hotlint.syntax.source import Source, Span

HEAD = "heat_template_version: 2018-08-31\n"


class Some(Rule):
    """A rule that reports what tests ask for."""

    code, name, severity = "X1", "some", "error"


class Mild(Some):
    """The same as a warning."""

    severity = "warning"  # type: ignore[assignment]


def context_of(text: str, environment: str = "", rule: type[Rule] = Some) -> RuleContext:
    sources = {"t.yaml": Source("t.yaml", text), "e.env": Source("e.env", environment)}
    project = Project(Catalog(), sources)
    given = project.environment(["e.env"] if environment else [])
    context = RuleContext(TemplateContext.open(project, "t.yaml", given, Meter(Budget())), lambda *_: [])
    context.rule = rule()
    return context


def entry_at(context: RuleContext, *path: str) -> Entry:
    node: Any = context.document.root
    for name in path:
        assert isinstance(node, Mapping)
        entry = node.named[name]
        node = entry.value
    return entry


# -- places --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "full", "empty"), [("key", "ab", "cd"), ("value", "xyz", "cd"), ("whole", "ab: xyz", "cd")]
)
def test_the_parts_of_an_entry(part: Any, full: str, empty: str) -> None:
    text = HEAD + "ab: xyz\ncd:\n"
    context = context_of(text)
    for name, expected in (("ab", full), ("cd", empty)):
        span = Target(entry_at(context, name), part).span()
        assert text[span.start : span.end].rstrip(":") == expected
    assert Target(entry_at(context, "ab")) == Target(entry_at(context, "ab"), "value")


def test_a_place_is_a_node_an_entry_a_target_or_a_span() -> None:
    context = context_of(HEAD + "ab: xyz\n")
    entry, at = entry_at(context, "ab"), len(HEAD)
    for place, span in (
        (entry, Span(at + 4, at + 7)), (entry.value, Span(at + 4, at + 7)), (entry.key, Span(at, at + 2)),
        (Target(entry, "whole"), Span(at, at + 7)), (Span(3, 5), Span(3, 5)), (Span(at + 5, at + 99), Span(at + 5, at + 8)),
    ):  # fmt: skip
        assert context.report(place, "m").span == span


def test_a_diagnostic_has_what_the_rule_gives_it() -> None:
    context, related = context_of(HEAD), Related("r", Span(0, 1))
    first, second = Fix("f", (Edit(Span(0, 1), "a"),), "safe"), Fix("g", (Edit(Span(0, 1), "b"),))
    assert context.report(Span(0, 1), "m") == Diagnostic("X1", "error", "m", Span(0, 1), rule="some")
    assert context.report(
        Span(0, 1), "m", severity="info", related=iter([related]), fix=first, fixes=iter([second]), tags=("unused",),
        causes=iter(["b", "a", "b"]), by_service=True,
    ) == Diagnostic(
        "X1", "info", "m", Span(0, 1), (related,), (first, second), ("unused",), "some", ("b", "a"), by_service=True
    )  # fmt: skip
    assert context.report(Span(0, 1), "m", fixes=[second]).fixes == (second,)


@pytest.mark.parametrize(
    ("rule", "severity", "safety"), [(Some, None, "safe"), (Some, "warning", "unsafe"), (Mild, None, "unsafe")]
)
def test_a_rename_is_safe_only_in_an_error(rule: type[Rule], severity: Severity | None, safety: str) -> None:
    rename, other = (Fix("f", (Edit(Span(0, 1), "a"),), "safe", renames) for renames in (True, False))
    found = context_of(HEAD, rule=rule).report(Span(0, 1), "m", severity=severity, fixes=[rename, other])
    assert [fix.safety for fix in found.fixes] == [safety, "safe"]


ARGUMENTS = HEAD + "parameters: {p: {type: json}}\noutputs: {o: {value: {get_param: [p, {a: b}]}}}\n"


@for_each(
    ("path", "part", "expected"),
    [
        ((), "value", "[p, {a: b}]"),
        ((), "key", "get_param"),
        ((), "whole", "get_param: [p, {a: b}]"),
        ((0,), "value", "p"),
        ((0,), "key", "p"),
        ((1, "a"), "value", "b"),
        ((1, "a"), "key", "a"),
        ((1, "a"), "whole", "a: b"),
        ((1, "z"), "key", "{a: b}"),
    ],
)
def test_the_place_of_an_argument(path: tuple[Any, ...], part: Any, expected: str) -> None:
    context = context_of(ARGUMENTS)
    (call,) = context.template.parts[-1].calls
    outer = Call(call.function, "y", None, parent=call)
    for asked in (call, Call(call.function, "x", None, parent=outer)):
        span = context.argument(asked, path, part).span()
        assert ARGUMENTS[span.start : span.end] == expected


# -- fixes ---------------------------------------------------------------------------------------------------------------


@for_each(
    ("value", "name", "new", "safety"),
    [
        ("abcd_efgh", "abcd-efgh", "abcd-efgh", "safe"),
        ("'abcd_efgh'", "abcd-efgh", "'abcd-efgh'", "safe"),
        ('"abcd_efgh"', "abcd-efgh", '"abcd-efgh"', "safe"),
        ("abcd", "abce", "abce", "unsafe"),
        ("|\n  abcd\n", "abce", None, ""),
        (">\n  abcd\n", "abce", None, ""),
        ("[a]", "b", None, ""),
        ("abcd", None, None, ""),
    ],
)
def test_a_name_is_changed_with_its_quotes(value: str, name: str | None, new: str | None, safety: str) -> None:
    context = context_of(f"{HEAD}key: {value}\n")
    entry, text = entry_at(context, "key"), context.document.text
    fixes = [context.rename_fix(Target(entry), name), context.rename_fix(Target(entry.value), name)]
    assert fixes[0] == fixes[1]
    if new is None:
        assert fixes == [None, None]
        return
    (fix, _) = fixes
    assert fix is not None
    (edit,) = fix.edits
    assert (fix.title, fix.safety, fix.renames) == (f"Change to '{name}'", safety, True)
    assert text[: edit.span.start] + edit.text + text[edit.span.end :] == f"{HEAD}key: {new}\n"


def test_a_key_is_changed_with_the_safety_that_is_given() -> None:
    context = context_of(HEAD + "'key': value\n")
    fix = context.rename_fix(Target(entry_at(context, "key"), "key"), "other", "safe")
    at = len(HEAD)
    assert fix == Fix("Change to 'other'", (Edit(Span(at + 1, at + 4), "other"),), "safe", False)


# -- what is not read ----------------------------------------------------------------------------------------------------

BROKEN = (
    HEAD
    + 'parameters:\n  XfirstX: {type: string}\n\toutside: 1\n  - "XsecondX" : {type: string}\n  third:x\nlast : [\n  lost words\n'
)


@for_each(
    ("name", "expected"),
    [
        ("XfirstX", True), ("XsecondX", True), ("first", False), ("outside", True), ("last", True), ("lost words", True),
        ("third", True), ("fourth", False),
    ],
)  # fmt: skip
def test_names_that_broken_lines_may_define(name: str, expected: bool) -> None:
    assert context_of(BROKEN).may_be_in_unparsed_text(name) is expected
    assert context_of(HEAD + f"a: {name}\n").may_be_in_unparsed_text("a") is False


def test_places_near_what_cannot_be_read_are_unreliable() -> None:
    context = context_of(BROKEN)
    for region in unreliable(context.document):
        assert context.is_unreliable(Span(region.start, region.start)) is True
        assert context.is_unreliable(Span(region.end - 1, region.end + 9)) is True
    last = max(region.end for region in unreliable(context.document))
    first = min(region.start for region in unreliable(context.document))
    assert [context.is_unreliable(Span(at, last)) for at in (first - 1, last)] == [False, False]
    assert context_of(HEAD).is_unreliable(Span(0, 1)) is False


def test_results_are_computed_once_for_each_key() -> None:
    context, made = context_of(HEAD), list[str]()
    work: Callable[[str], Callable[[], None]] = lambda name: lambda: made.append(name)  # noqa: E731
    for name in ("a", "b", "a", "b", "a"):
        context.memoize(name, work(name))
    assert made == ["a", "b"]


# -- severities ----------------------------------------------------------------------------------------------------------

SEVERITIES = (
    HEAD
    + """\
parameters: {p: {type: string, default: a}}
conditions:
  never: {equals: [{get_param: p}, b]}
  wrong: {equals: [{get_param: q}, b]}
resources:
  enabled: {type: OS::Heat::Value, metadata: {m: {get_param: q}}, properties: {value: {if: [never, {get_param: q}, {get_param: r}]}}}
  disabled: {type: OS::Heat::Value, condition: never, metadata: {m: {get_param: q}}, properties: {value: {get_param: q}}}
  none: {type: OS::Heat::None, metadata: {m: {get_param: q}}, properties: {value: {get_param: q}}}
  adopted: {type: OS::Heat::Value, external_id: {get_param: q}, properties: {value: {get_param: q}}}
  empty: {type: OS::Heat::Value, external_id: null, properties: {value: {get_param: q}}}
  uncertain: {type: OS::Heat::Value, condition: wrong}
  untyped: {properties: {value: {get_param: q}}}
outputs:
  o: {value: {get_param: q}}
  p: {value: {get_param: q}, condition: never}
"""
)
PHASES = ("validate", "resolve", "parse", "depend", "refer")


def test_the_severity_of_a_call_in_each_phase() -> None:
    context = context_of(SEVERITIES)
    found = {}
    for part in context.template.parts:
        for call in part.calls:
            if call.name == "get_param" and call.args != "p":
                letters = (context.call_severity(part, call, phase)[0] for phase in PHASES)
                found[f"{part.owner.name}.{part.field} {call.args}"] = "".join(letters)
    assert found == {
        "wrong.condition q": "eeeee",
        "enabled.properties q": "wwwww",
        "enabled.properties r": "eeeee",
        "enabled.metadata q": "eweee",
        "disabled.properties q": "wweww",
        "disabled.metadata q": "wweww",
        "none.properties q": "wweee",
        "none.metadata q": "wweee",
        "adopted.properties q": "wweww",
        "adopted.external_id q": "weeww",
        "empty.properties q": "eeeee",
        "untyped.properties q": "eeeee",
        "o.value q": "eweew",
        "p.value q": "wwwww",
    }


def test_the_severity_of_a_part() -> None:
    context = context_of(SEVERITIES)
    parts = [part for part in context.template.parts if part.calls]
    milder = {f"{p.owner.name}.{p.field}" for p in parts if context.call_severity(p) == "warning"}
    assert milder == {
        "disabled.properties", "disabled.metadata", "none.properties", "none.metadata", "adopted.properties",
        "adopted.external_id", "p.value",
    }  # fmt: skip


def test_the_severity_of_a_condition_and_of_a_part_in_each_phase() -> None:
    context = context_of(SEVERITIES)
    found = {}
    for part in context.template.parts:
        if part.calls and part.owner.name in ("never", "wrong", "enabled", "adopted", "o"):
            for call in (None, *(call for call in part.calls if call.name == "equals")):
                letters = (context.call_severity(part, call, phase)[0] for phase in PHASES)
                found[f"{call.name if call else 'part'} {part.owner.name}.{part.field}"] = "".join(letters)
    assert found == {
        "part never.condition": "eweee",
        "equals never.condition": "eweee",
        "part wrong.condition": "eeeee",
        "equals wrong.condition": "eeeee",
        "part enabled.properties": "eeeee",
        "part enabled.metadata": "eweee",
        "part adopted.properties": "wweww",
        "part adopted.external_id": "weeww",
        "part o.value": "eweew",
    }


NESTED = (
    HEAD
    + """\
resources:
  a: {type: OS::Heat::Value, metadata: {m: {get_param: q}}, properties: {value: {get_param: q}}}
  b: {type: leaf.yaml, properties: {x: {get_param: q}}}
outputs: {o: {value: {get_param: q}}}
"""
)


def test_a_nested_stack_resolves_properties_later() -> None:
    texts = {"t.yaml": HEAD + "resources: {c: {type: child.yaml}}\n", "child.yaml": NESTED, "leaf.yaml": HEAD}
    project = Project(Catalog(), {name: Source(name, text) for name, text in texts.items()})
    top = TemplateContext.open(project, "t.yaml", project.environment([]), Meter(Budget()))
    child = top.child(top.template.resources["c"])
    assert child is not None
    context, found = RuleContext(child, lambda *_: []), {}
    for part in context.template.parts:
        for call in part.calls:
            letters = (context.call_severity(part, call, phase)[0] for phase in PHASES)
            found[f"{part.owner.name}.{part.field}"] = "".join(letters)
    assert found == {"a.properties": "eweee", "a.metadata": "eweee", "b.properties": "eweee", "o.value": "eweew"}


def test_a_template_without_resources_depends_on_none() -> None:
    context = context_of(HEAD + "outputs: {o: {value: {get_attr: [a, b]}}}\n")
    (part,) = context.template.parts
    assert [context.call_severity(part, part.calls[0], phase) for phase in ("depend", "validate")] == [
        "warning",
        "error",
    ]


# -- origins -------------------------------------------------------------------------------------------------------------


@for_each(
    ("count", "words", "places"),
    [
        (0, "", 0),
        (1, " (parameter 'p0' from e.env)", 1),
        (2, " (parameter 'p0' from e.env, parameter 'p1' from e.env)", 2),
        (3, " (parameter 'p0' from e.env, parameter 'p1' from e.env and 1 more)", 3),
        (5, " (parameter 'p0' from e.env, parameter 'p1' from e.env and 3 more)", 5),
        (7, " (parameter 'p0' from e.env, parameter 'p1' from e.env and 5 more)", 5),
    ],
)
def test_a_value_names_two_of_its_origins_and_has_the_places_of_five(count: int, words: str, places: int) -> None:
    names = [f"p{n}" for n in range(count)]
    declared = ", ".join(f"{name}: {{type: string}}" for name in names)
    used = ", ".join(f"{{get_param: {name}}}" for name in names)
    environment = "parameters: {" + ", ".join(f"{name}: x" for name in names) + "}\n"
    context = context_of(HEAD + f"parameters: {{{declared}}}\noutputs: {{o: {{value: [{used}]}}}}\n", environment)
    value = context.template.parts[-1].snippet if count else "x"
    own = Related("own", Span(0, 1))
    found = context.report(Span(0, 1), "m", related=[own], values=[value])
    assert found.message == f"m{words}"
    assert [r.message for r in found.related] == [f"value of parameter 'p{n}'" for n in range(places)] + ["own"]
    assert context.report(Span(0, 1), "m", related=[own]).message == "m"


def test_an_origin_that_the_message_names_is_not_repeated() -> None:
    context = context_of(
        HEAD + "parameters: {p: {type: string}}\noutputs: {o: {value: {get_param: p}}}\n", "parameters: {p: x}\n"
    )
    values = [context.template.parts[-1].snippet]
    found = context.report(Span(0, 1), "bad: parameter 'p' from e.env", values=values)
    assert found == Diagnostic("X1", "error", "bad: parameter 'p' from e.env", Span(0, 1), rule="some")
