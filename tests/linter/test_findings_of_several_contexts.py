"""Findings of several contexts, and of one cause, as one finding: what its words, places, fixes and severity are."""

from __future__ import annotations

import pytest
from for_each import for_each

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import DeploymentContext, TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.files.project import Project
from hotlint.linter.checking.file_checks import merged
from hotlint.linter.checking.one_cause import and_more, fold
from hotlint.linter.diagnostic import (
    Diagnostic,
    Fix,
    Related,
    Severity,
    finding_cause,
    name_cause,
    type_cause,
    version_cause,
)
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Source, Span

SAME = "same problem here"


def finding(message: str, at: int = 0, severity: Severity = "error", code: str = "X1") -> Diagnostic:
    return Diagnostic(code, severity, message, Span(at, at + 1), rule="rule-of-test")


def contexts(*names: str, is_alternative: bool = False) -> list[DeploymentContext]:
    project = Project(Catalog(), {"t.yaml": Source("t.yaml", "heat_template_version: 2018-08-31\n")})
    context = TemplateContext.open(project, "t.yaml", Environment(), Meter(Budget()))
    return [DeploymentContext(context, name, is_alternative) for name in names]


def test_a_finding_names_its_contexts_unless_all_have_it() -> None:
    some = finding("some")
    for count, more in enumerate(["", " (a)", " (a; b)", " (a; b; and 1 more)", " (a; b; and 2 more)", ""]):
        found = [[some] if n < count else [] for n in range(5)]
        expected = [some._replace(message=f"some{more}", deployments=tuple("abcde"[:count]))] if count else []
        assert merged(contexts(*"abcde"), found) == expected


def test_the_only_context_is_not_named() -> None:
    some = finding("some")
    assert merged(contexts("a"), [[some]]) == [some]


def test_the_worst_of_several_contexts_counts_and_is_named() -> None:
    mild, bad = finding("m", severity="info"), finding("m", severity="warning")
    found = merged(contexts("a", "b", "c"), [[mild], [bad], [mild]])
    assert found == [bad._replace(message="m (b)", deployments=("b",))]
    assert merged(contexts("a", "b"), [[bad], [bad]]) == [bad._replace(deployments=("a", "b"))]


def test_findings_of_several_contexts_are_in_order_and_apart() -> None:
    first, second = finding("m", 3), finding("n", 1)
    other = finding("m", 3, code="X2")
    found = merged(contexts("a", "b"), [[first, other], [second]])
    assert [(d.code, d.span.start, d.message) for d in found] == [
        ("X1", 1, "n (b)"), ("X1", 3, "m (a)"), ("X2", 3, "m (a)"),
    ]  # fmt: skip


@for_each(
    ("message", "where", "expected"),
    [
        ("parameter 'p' from a.env: bad", "with a.env", ""),
        ("bad (parameter 'p' from a.env)", "with x/a.env", ""),
        ("bad, from x/a.env", "with x/a.env", ""),
        ("bad, from x/y/a.env is 1", "with a.env", ""),
        ("bad, from aXenv", "with a.env", " (with a.env)"),
        ("bad, from a.env.old", "with a.env", " (with a.env)"),
        ("bad, from ba.env", "with a.env", " (with a.env)"),
        ("bad, from a.env", "a.env", " (a.env)"),
        ("bad, from ", "with ", " (with )"),
    ],
)
def test_a_message_that_names_the_file_of_its_context_names_no_context(message: str, where: str, expected: str) -> None:
    (found,) = merged(contexts(where, "other"), [[finding(message)], []])
    assert found.message == f"{message}{expected}"


def test_a_message_that_names_one_of_two_files_names_both_contexts() -> None:
    said = finding("parameter 'p' from a.env: bad")
    (found,) = merged(contexts("with a.env", "with b.env", "with c.env"), [[said], [said], []])
    assert found.message == f"{said.message} (with a.env; with b.env)"


def test_of_alternatives_only_what_all_have_is_found() -> None:
    first, again, second = finding("m"), finding("in other words"), finding("n", 1)
    both = contexts("", "", "", is_alternative=True)
    assert merged(both, [[first, second], [second, again], [again]]) == [first]
    assert merged(both, [[first], [first._replace(span=Span(0, 2))], [first]]) == []
    assert merged(both, [[first], [finding("m", code="X2")], [first]]) == []
    assert merged(both, [[first], [first], []]) == []


def test_of_sites_what_one_has_is_found_where_it_is_an_error() -> None:
    everywhere, here, mild = finding("m"), finding("n", 1), finding("w", 2, "warning")
    sites = contexts("site 'a'", "site 'b'", is_alternative=True)
    shared, own = merged(sites, [[everywhere, here, mild], [everywhere]])
    assert shared == everywhere and own.message == "n (site 'a')" and own.deployments == ("site 'a'",)


# -- one cause -----------------------------------------------------------------------------------------------------------


def caused(at: int, cause: str = "file /gone", severity: Severity = "error", fixes: tuple[Fix, ...] = ()) -> Diagnostic:
    return finding(f"m{at}", at, severity)._replace(causes=(cause,), fixes=fixes)


@for_each(("count", "last"), [(1, ""), (2, SAME), (6, SAME), (7, and_more(1)), (8, and_more(2))])
def test_places_of_one_cause_are_limited(count: int, last: str) -> None:
    several = [caused(n) for n in range(count)]
    (found,) = fold(several, "t.yaml")
    places = [Related(SAME, Span(n, n + 1)) for n in range(1, min(count, 6))]
    if places:
        places[-1] = places[-1]._replace(message=last)
    assert found == several[0]._replace(related=tuple(places))


def test_more_places_are_counted() -> None:
    assert and_more(1) == "same problem here, and at 1 more place"
    assert and_more(2) == "same problem here, and at 2 more places"


def test_the_first_of_the_most_severe_is_shown_after_its_own_places() -> None:
    own = Related("own", Span(9, 10))
    worst = caused(2)._replace(related=(own,))
    mild, bad, last = caused(0, severity="info"), caused(1, severity="warning"), caused(3)
    places = tuple(Related(SAME, d.span) for d in (mild, bad, last))
    assert fold([mild, bad, worst, last], "t.yaml") == [worst._replace(related=(own, *places))]


def test_each_cause_and_each_rule_has_a_finding() -> None:
    apart = [
        caused(0), caused(1, "file /other"), caused(2)._replace(rule="another-rule"), finding("m", 3), finding("m", 4),
        caused(5, type_cause("Acme::*")), caused(6, type_cause("Acme::*")),
        caused(7, version_cause("t.yaml", 1)), caused(8, version_cause("t.yaml", 1)),
    ]  # fmt: skip
    assert fold(apart, "t.yaml") == apart


def test_the_order_of_causes_does_not_matter() -> None:
    first, second = (caused(n)._replace(causes=causes) for n, causes in enumerate([("a", "b"), ("b", "a")]))
    assert fold([first, second], "t.yaml") == [first._replace(related=(Related(SAME, second.span),))]


def rename(at: int, title: str = "Change to 'b'", *, is_safe: bool = True) -> Fix:
    return Fix(title, (Edit(Span(at, at + 1), "b"),), "safe" if is_safe else "unsafe")


def test_the_fix_of_a_name_changes_all_places() -> None:
    name, second = name_cause("parameter", "b"), rename(9, "Define it")
    several = [
        caused(5, name, fixes=(rename(5), second)),
        caused(2, name, fixes=(rename(2),)),
        caused(7, name, fixes=(rename(7),)),
    ]
    (found,) = fold(several, "t.yaml")
    edits = tuple(Edit(Span(at, at + 1), "b") for at in (2, 5, 7))
    assert found.fixes == (Fix("Change to 'b'", edits, "safe"), second)
    assert found.causes == ()


@pytest.mark.parametrize("unsafe", [0, 1])
def test_the_fix_of_a_name_is_as_unsafe_as_its_parts(unsafe: int) -> None:
    name = name_cause("parameter", "b")
    (found,) = fold([caused(n, name, fixes=(rename(n, is_safe=n != unsafe),)) for n in range(2)], "t.yaml")
    assert [(len(fix.edits), fix.safety) for fix in found.fixes] == [(2, "unsafe")]


def test_an_edit_that_two_findings_share_is_made_once() -> None:
    name = name_cause("parameter", "b")
    (found,) = fold([caused(n, name, fixes=(rename(4),)) for n in range(2)], "t.yaml")
    assert found.fixes == (rename(4),)


@pytest.mark.parametrize("others", [(), (rename(1, "Change to 'c'"),)])
def test_fixes_with_other_titles_are_not_joined(others: tuple[Fix, ...]) -> None:
    name = name_cause("parameter", "b")
    (found,) = fold([caused(0, name, fixes=(rename(0),)), caused(1, name, fixes=others)], "t.yaml")
    assert found.fixes == (rename(0),)
    assert fold([caused(0, name, fixes=others), caused(1, name)], "t.yaml")[0].fixes == others


def test_fixes_are_joined_only_where_all_are_the_same() -> None:
    name = name_cause("parameter", "b")
    titles = ("Change to 'b'", "Change to 'b'", "Change to 'c'")
    (found,) = fold([caused(n, name, fixes=(rename(n, title),)) for n, title in enumerate(titles)], "t.yaml")
    assert found.fixes == (rename(0),)


def test_the_fix_of_a_file_is_for_one_place() -> None:
    (found,) = fold([caused(n, fixes=(rename(n),)) for n in range(2)], "t.yaml")
    assert (found.fixes, found.causes) == ((rename(0),), ("file /gone",))


def test_an_error_is_shown_and_not_what_it_causes() -> None:
    home = Diagnostic("HOT516", "error", "wrong type", Span(5, 9), rule="a")
    cause = finding_cause("t.yaml", "HOT516", home.span)
    other = Diagnostic("HOT505", "error", "must be a list", Span(20, 25), rule="b", causes=(cause,))
    assert fold([home, other], "t.yaml") == [home._replace(related=(Related(SAME, other.span),))]
    assert fold([other], "t.yaml") == [other]  # where the rule on the cause is not selected


def test_an_old_version_is_shown_and_not_what_it_lacks() -> None:
    cause = version_cause("t.yaml", 5)
    home = Diagnostic("HOT118", "error", "too old", Span(5, 9), rule="a", causes=(cause,))
    call = Diagnostic("HOT401", "error", "not yet", Span(20, 25), rule="b", causes=(cause,))
    value = Diagnostic(
        "HOT505", "error", "no list", Span(30, 35), rule="c", causes=(finding_cause("t.yaml", "HOT401", call.span),)
    )
    assert fold([home, call, value], "t.yaml") == [home._replace(related=(Related(SAME, call.span),))]
    assert fold([call], "t.yaml") == [call]
