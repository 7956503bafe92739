"""Examples of rules: their marks, the templates of resource types' examples, and what an example is checked with."""

from __future__ import annotations

from for_each import for_each

from hotlint.analysis.template import Resource
from hotlint.linter.checking.testing import example_diagnostics, failures, fixed_text, parse_marks, type_examples
from hotlint.linter.diagnostic import Fix, Related
from hotlint.linter.rules.rule import Checked, Example, Rule, RuleContext
from hotlint.linter.rules.type_rules import TypeRules
from hotlint.syntax.edits import Edit
from hotlint.syntax.nodes import Document
from hotlint.syntax.source import Span

V = "heat_template_version: 2018-08-31\n"


@for_each(
    ("example", "text", "marked"),
    [
        ("ab cd\nef\n", "ab cd\nef\n", []),
        ("ab cd\n^^ ^^\nef\n", "ab cd\nef\n", ["ab", "cd"]),
        ("ab cd\n   ^^\nef\n^\n", "ab cd\nef\n", ["cd", "e"]),
        ("ab\n  ^ x\n", "ab\n  ^ x\n", []),
        ("^^\nab\n", "^^\nab\n", []),
        ("ab\nef\n^^", "ab\nef\n", ["ef"]),
        ("ab\nef gh\n   ^^\n^^\n", "ab\nef gh\n", ["ef", "gh"]),
    ],
)
def test_the_marks_of_an_example(example: str, text: str, marked: list[str]) -> None:
    found = parse_marks(example)
    assert found.text == text
    assert [text[span.start : span.end] for span in found.spans] == marked


class Own(TypeRules):
    """Rules of a type that are shown in a release."""

    types = ("Acme::One", "Acme::Two")
    shown_in = "18.0.0"


def test_the_examples_of_a_type_are_templates() -> None:
    given = Example("text", target="14.0.0")
    head = V + "resources:\n  it:\n    type: Acme::One\n"
    marks = "          ^^^^^^^^^\n"
    flow, block = "    properties: {a: 1}\n", "    properties:\n      a: 1\n        b: 2\n"
    shown: list[Example | str] = ["{a: 1}", "\n    a: 1\n      b: 2\n\n", given]
    assert type_examples(Own(), shown) == [
        Example(head + flow, target="18.0.0"), Example(head + block, target="18.0.0"), given,
    ]  # fmt: skip
    marked = "a: 1\n^\n"
    assert type_examples(Own(), [*shown, marked], is_bad=True) == [
        Example(head + marks + flow, target="18.0.0"), Example(head + marks + block, target="18.0.0"), given,
        Example(head + "    properties:\n      a: 1\n      ^\n", target="18.0.0"),
    ]  # fmt: skip


class Telling(Rule):
    """A rule that tells what an example is checked with."""

    code, name, severity = "X1", "telling", "info"

    def check_resource(self, resource: Resource, ctx: RuleContext) -> Checked:
        context = ctx.template_context
        values = {name: given.value for name, given in context.environment.parameters.items()}
        cloud = context.catalog.cloud
        yield ctx.report(Span(0, 1), f"{context.path}: {values}, {context.catalog.target}, {cloud is not None}")
        for use in context.uses(resource):
            place = Related("nested", Span(0, 1), (use.kind.location.path or "") if use.kind.location else "")
            yield ctx.report(Span(1, 2), f"uses {use.type_name}", related=[place, Related("here", Span(2, 3))])


EXAMPLE = V + "parameters: {p: {type: string}}\nresources: {it: {type: sub/child.yaml}}\n"


def test_an_example_has_its_environment_files_and_release() -> None:
    example = Example(
        EXAMPLE, environment="parameters: {p: x}\n", files={"sub/child.yaml": V}, target="18.0.0",
        cloud="snapshot: 1\nnetworks: []\n",
    )  # fmt: skip
    first, second = example_diagnostics(Telling(), example)
    assert first.message == "template.yaml: {'p': 'x'}, 18.0.0, True"
    assert second.message == "uses sub/child.yaml"
    assert [related.path for related in second.related] == ["sub/child.yaml", ""]
    plain, _ = example_diagnostics(Telling(), Example(EXAMPLE, files={"sub/child.yaml": V}))
    assert plain.message == "template.yaml: {}, None, False"


class Fixing(Rule):
    """A rule that reports an x, with two fixes."""

    code, name, severity = "X2", "fixing", "info"

    def check_document(self, document: Document, ctx: RuleContext) -> Checked:
        for at in (n for n, letter in enumerate(document.text) if letter == "x"):
            fixes = [Fix("first", (Edit(Span(at, at + 1), "y"),)), Fix("second", (Edit(Span(at, at + 1), "z"),))]
            yield ctx.report(Span(at, at + 1), "an x", fixes=fixes)


def test_examples_that_say_something_else_are_failures() -> None:
    text = V + "# x x\n"
    assert fixed_text(Fixing(), Example(text)) == V + "# y y\n"
    rule = Fixing()
    right = Example(V + "# x x\n  ^ ^\n", fixed=V + "# y y\n")
    rule.bad, rule.good = [right], [Example(V)]  # type: ignore[misc]
    assert failures(rule) == []
    rule.bad = [Example(V + "# x x\n  ^^^\n"), right._replace(fixed=V), Example(text)]  # type: ignore[misc]
    rule.good = [Example(text), Example(V)]  # type: ignore[misc]
    at = len(V) + 2
    assert failures(rule) == [
        f"X2: marked [\"{at}:'x x'\"], reported [\"{at}:'x'\", \"{at + 2}:'x'\"]",
        f"X2: its fixes give {V + '# y y' + chr(10)!r}",
        "X2: a bad example marks nothing",
        "X2: a good example is reported: an x",
        "X2: a good example is reported: an x",
    ]


def test_an_example_says_nothing_that_it_is_not_given() -> None:
    assert Example("text") == Example("text", None, {}, None, None, None)
