"""One file may take a limited time altogether, however many expressions, patterns and contexts it brings."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from difflib import SequenceMatcher
from pathlib import Path
from time import monotonic, process_time, thread_time

import pytest
from time_limits import at_most, quarter

import hotlint
from hotlint.analysis.budget import Budget, BudgetError, Meter
from hotlint.cli.main import main
from hotlint.common import suggestions, time_limit
from hotlint.common.suggestions import closest_matches
from hotlint.common.time_limit import FILE_SECONDS, current_allowance, metered, one_file
from hotlint.language import jinja_rendering
from hotlint.language.constraints.pattern_matching import is_harmless, pattern_problem, safe_fullmatch
from hotlint.language.sandbox.client import Sandbox

HEAD = "heat_template_version: 2018-08-31\ndescription: d\n"
LAST = 8.0
"""Seconds of processor time beyond the time of the file: one more expression, which is ended late."""


def resources(value: str, count: int = 40) -> str:
    """Return a template of resources with one value each, in which {n} is the number of the resource."""
    lines = (
        f"  r{n}: {{type: OS::Heat::Value, properties: {{value: {value.replace('{n}', str(n))}}}}}\n"
        for n in range(count)
    )
    return f"{HEAD}resources:\n{''.join(lines)}"


LONG_SUM = "+".join(["$.a"] * 6_000)
HOSTILE = {
    "yaql that runs long": resources("{yaql: {expression: 'range(150).select(range(150).select(range(150).len())).len()+{n}', data: {}}}"),
    "yaql that is parsed long": resources(f"{{yaql: {{expression: '{LONG_SUM}+{{n}}', data: {{}}}}}}"),
    "yaql that does not end": resources("{yaql: {expression: '{n}'{'('}', data: {}}}".replace("'{'('}", "(" * 3_000)),
    "repeat": resources(
        "{repeat: {for_each: {" + ", ".join(f"v{i}: [1, 2, 3, 4, 5, 6, 7, 8, 9]" for i in range(9)) + "}, template: v0{n}}}"
    ),
    "patterns": HEAD + "parameters:\n" + "".join(
        f"  p{n}: {{type: string, default: {'a' * 40}, constraints: [{{allowed_pattern: '(a|aa)+b{n}'}}]}}\n" for n in range(60)
    ),
    "back references": HEAD + "parameters:\n" + "".join(
        f"  p{n}: {{type: string, default: {'a' * 400}, constraints: [{{allowed_pattern: '(a*)(a*)\\1\\2b{n}'}}]}}\n" for n in range(60)
    ),
}  # fmt: skip


def test_a_budget_ends_by_units_and_by_seconds() -> None:
    by_units, by_seconds = Meter(Budget(units=10, seconds=1e6)), Meter(Budget(units=10**9, seconds=0.5))
    with pytest.raises(BudgetError, match="more, or larger, than a dry run"):
        by_units.spend(11)
    with pytest.raises(BudgetError, match=r"more than the 0\.5 seconds that a dry run allows"):
        by_seconds.wait(0.6)
    assert by_units.exhausted
    assert by_seconds.exhausted


def test_values_that_are_more_than_a_dry_run_allows_are_told_once(tmp_path: Path) -> None:
    lists = ", ".join(f"{name}: {{get_param: n}}" for name in "ABCDEFGH")
    parameters = "parameters:\n  n: {type: comma_delimited_list, description: d, default: '0,1,2,3,4,5,6,7,8,9'}\n"
    value = f"{{repeat: {{for_each: {{{lists}}}, template: A B C D E F G H}}}}"
    (tmp_path / "t.yaml").write_text(resources(value, 3).replace("resources:", f"{parameters}resources:"))
    found = hotlint.check(tmp_path / "t.yaml").diagnostics
    assert [d.code for d in found if d.severity != "info"] == [
        "HOT702"
    ]  # no rule fails where nothing is left of the budget
    assert "the values are more, or larger" in found[0].message


@pytest.mark.parametrize("name", HOSTILE)
def test_a_check_ends(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One within the usual time, and the others within a quarter of it."""
    if name != "yaql that runs long":
        quarter(monkeypatch)
    with at_most(time_limit.FILE_SECONDS + LAST):
        hotlint.check("t.yaml", text=HOSTILE[name], config=False)


def test_aliases_in_a_registry_are_checked_once() -> None:
    rows = (f"  a{n}: &a{n} {{{', '.join(f'k{k}: *a{n - 1}' for k in range(10))}}}\n" for n in range(1, 6))
    text = "resource_registry:\n  a0: &a0 {x: 1}\n" + "".join(rows)
    with at_most(2.5):
        for _ in range(20):
            assert hotlint.check("env.yaml", text=text, config=False).diagnostics


@pytest.mark.parametrize("item", ["{Get_param: a}", "{get_parm: a}", "{If: [c, a, b]}"])
def test_misspelled_functions_that_aliases_repeat_are_checked_once(item: str) -> None:
    rows = "".join(f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 5))
    few = f"heat_template_version: 2021-04-16\nconditions:\n  a0: &a0 [{item}]\n{rows}"
    many = few + "outputs:\n" + "".join(f"  o{n}: {{value: *a0}}\n" for n in range(1_000))
    for text in (few, many):
        with at_most(2.5):
            hotlint.check("t.yaml", text=text, config=False)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_preview_ends(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quarter(monkeypatch)
    with at_most(time_limit.FILE_SECONDS + LAST):
        hotlint.preview("t.yaml", text=HOSTILE[name]).to_dict()


def test_a_dozen_environments_share_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "t.yaml").write_text(HOSTILE["yaql that runs long"])
    for number in range(12):
        (tmp_path / f"e{number}.env").write_text("parameters: {}\n")
    monkeypatch.chdir(tmp_path)
    with at_most(FILE_SECONDS + LAST):
        main(["check", "--no-cache", "t.yaml", "--each-environment", "*.env"])


def test_meters_share_the_time_of_a_file() -> None:
    with one_file(0.5) as allowance:
        first, second = Meter(Budget()), Meter(Budget())
        first.wait(0.3)
        with pytest.raises(BudgetError, match="altogether"):
            second.wait(0.3)
        with one_file():
            assert current_allowance() is allowance
    assert current_allowance() is None
    Meter(Budget()).wait(1.0)


def test_back_references_are_counted_within_bounds() -> None:
    """A reference takes any length at each place: that many ways were held in memory before they were counted."""
    program = (
        "import resource; from hotlint.language.constraints.pattern_matching import is_harmless;"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss;"
        "assert not is_harmless(r'(a*)(a*)\\1\\2\\1b', 'a' * 20_000);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 64 << 10  # KiB
    assert is_harmless(r"(a|b)\1", "aa")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(a*)\1b", "a" * 30_000), (r"((a*)\2)*b", "a" * 3_000), (r"(?:(a)|b)*\1", "ab" * 10_000), (r"(?i)(\w*)\1x", "ſ" * 9_000),
        (r"(x+x+)+y", "x" * 5_000), (r"(?=(a+))a*b\1", "a" * 20_000), ("(" * 90 + "a" + ")*" * 90, "a" * 500),
        ("a{1,20000}" * 20, "a" * 20_000), ("[^a]" * 20_000, "b" * 30_000), ("(?:a?){5000}a{5000}", "a" * 5_000),
    ],
)  # fmt: skip
def test_no_pattern_takes_memory_or_time(pattern: str, text: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with at_most(8.0):
        safe_fullmatch(pattern, text)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 256 << 10


COMPILE = re.compile
WIDE = [
    "(?i:[\u0100-\uffef])" * 3_000, "(?i)" + "[\\u0100-\\uffef]" * 2_000, "|".join("a" * 9_000 for _ in range(9)),
    "[\u0100-\U0010ffff]" * 240, "[\\u0100-\\uffef]" * 100,
]  # fmt: skip


@pytest.mark.parametrize("pattern", WIDE, ids=["fold", "escaped", "prefix", "sets", "few"])
def test_a_pattern_that_takes_long_to_compile_is_left_to_the_sandbox(
    pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []

    def counted(given: str, flags: int = 0) -> re.Pattern[str]:
        compiled.append(given)
        return COMPILE(given, flags)

    monkeypatch.setattr(re, "compile", counted)
    start = process_time()
    assert pattern_problem(pattern) is None
    assert safe_fullmatch(pattern, "a") in (None, False)
    assert process_time() - start < 0.5
    assert pattern not in compiled
    short = f"{len(pattern)}[a-z]"  # no pattern is compiled twice
    assert safe_fullmatch(short, f"{len(pattern)}x") is True and short in compiled
    assert "unterminated" in (pattern_problem("[\u0100-\uffef]" * 9 + "[") or "")


@pytest.mark.parametrize("pattern", ["(?i:[\u0100-\uffef{}])", "[\U00010000-\U0010ffff{}]", "({}|[a-z]{{2,9}})*"])
def test_patterns_share_the_time_to_compile(pattern: str) -> None:
    """One set outside of ASCII takes five milliseconds, and a file of 100 KB may have thousands of them."""
    rows = "".join(f"      - allowed_pattern: '{pattern.format(chr(0x4E00 + n))}'\n" for n in range(2_000))
    text = f"heat_template_version: 2018-08-31\nparameters:\n  a:\n    type: string\n    constraints:\n{rows}"
    with at_most(2.5):
        hotlint.check("t.yaml", text=text, config=False)


@pytest.mark.parametrize("letters", ["x", "ab", "ab_"])
@pytest.mark.parametrize("length", [20, 60, 180])
def test_names_that_are_alike_share_the_time_to_compare(letters: str, length: int) -> None:
    """Half a minute went into suggestions for 300 KB of names that differ in their last digits only."""
    names = [(letters * length)[:length] + f"{n:04}" for n in range(1_000)]
    text = "heat_template_version: 2018-08-31\nparameters:\n" + "".join(f"  {n}: {{type: string}}\n" for n in names)
    text += "outputs:\n" + "".join(f"  {n}: {{value: {{get_param: {n[:-1]}}}}}\n" for n in names)
    with at_most(3.0):
        hotlint.check("t.yaml", text=text, config=False)


def test_what_is_metered_shares_the_time_of_a_file() -> None:
    with one_file(0.1) as allowance:
        assert metered(sum, [1, 2]) == 3
        assert allowance.used > 0
        allowance.spend(1.0)
        assert metered(sum, [1, 2]) is None
        assert closest_matches("servr", ["server"]) == []
        assert safe_fullmatch("(a+)+$", "a" * 40 + "!") is None
    with one_file() as allowance:  # sorting names takes steps, too: each resource may mean other ones
        assert not any(closest_matches(f"of_one_{n}", [f"x{m}_{n}" for m in range(1_000)]) for n in range(200))
        assert allowance.comparisons == 0
    assert closest_matches("servr", ["server"]) == ["server"]


@pytest.mark.parametrize(("uses", "reported"), [("n{}x_of_the_group", 1_000), ("n700x_of_the_group", 1)])
def test_comparing_names_ends_and_leaves_patterns_their_steps(
    uses: str, reported: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousand misspelled names, or one name a thousand times, among hundreds that look alike."""
    compared: list[object] = []

    def counted(compare: Callable[..., object]) -> Callable[..., object]:
        def compare_counted(*names: object) -> object:
            compared.append(names)
            return compare(*names)

        return compare_counted

    monkeypatch.setattr("difflib.SequenceMatcher.ratio", counted(SequenceMatcher.ratio))
    monkeypatch.setattr("hotlint.common.suggestions.shared_start", counted(suggestions.shared_start))
    declared = "".join(f"  n{n}_of_the_group: {{type: string, default: a}}\n" for n in range(800))
    last = "  last: {type: string, default: a, constraints: [{allowed_pattern: 'b+'}]}\n"
    used = "".join(f"      - {{get_param: {uses.format(n)}}}\n" for n in range(1_000))
    text = f"{HEAD}parameters:\n{declared}{last}outputs:\n  o:\n    value:\n{used}"
    codes = Counter(found.code for found in hotlint.check("t.yaml", text=text, config=False).diagnostics)
    assert (codes["HOT301"], codes["HOT212"]) == (reported, 1)
    assert len(compared) < 20_000


def test_the_time_elsewhere_refills(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [monotonic()]
    monkeypatch.setattr("hotlint.common.time_limit.monotonic", lambda: clock[0])
    time_limit.allowance().spend(2.5)
    assert metered(sum, [1, 2]) is None
    clock[0] += 6
    assert metered(sum, [1, 2]) == 3
    clock[0] += 600
    assert time_limit.allowance().left == time_limit.ELSEWHERE_SECONDS


def test_the_time_that_several_meters_read_counts_once() -> None:
    with one_file(0.5) as allowance:
        first, second = Meter(Budget()), Meter(Budget())
        end = thread_time() + 0.3
        while thread_time() < end:
            for meter in (first, second):
                meter.spend(501)
                meter.left += 501  # so that only the time matters
                meter._next_read = meter.left
        assert 0.2 < allowance.used < 0.4


@pytest.mark.slow
def test_jinja_sources_in_a_chain_share_the_time(tmp_path: Path) -> None:
    """What was rendered before the time was up stays known: no rule looks for the file in vain."""
    slow = "{% for a in range(3000) %}{% for b in range(3000) %}{% set c = a * b %}{% endfor %}{% endfor %}"
    for number, used in enumerate(("1.yaml", "2.yaml", "OS::Heat::Value")):
        head = f"heat_template_version: 2018-08-31\n{slow}"
        (tmp_path / f"{number}.yaml.j2").write_text(f"{head}resources:\n  r: {{type: {used}}}\n")
    (tmp_path / ".hotlint.yaml").write_text("jinja: {variables: {x: 1}}\nbudget: 1\n")
    assert "HOT000" not in {d.code for d in hotlint.check(tmp_path / "0.yaml.j2").diagnostics}


@pytest.mark.slow
def test_nested_jinja_sources_share_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One may take half a second here, and all of them a second."""
    quarter(monkeypatch)
    sandbox = Sandbox(seconds=0.5)
    monkeypatch.setattr(jinja_rendering, "_shared", lambda: sandbox)
    slow = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    names = [f"n{number}.yaml" for number in range(25)]
    for name in names:
        (tmp_path / f"{name}.j2").write_text(f"heat_template_version: 2018-08-31\n{{# {name} #}}{slow}")
    resources = "".join(f"  r{n}: {{type: {name}}}\n" for n, name in enumerate(names))
    (tmp_path / "top.yaml").write_text("heat_template_version: 2018-08-31\nresources:\n" + resources)
    (tmp_path / ".hotlint.yaml").write_text("jinja: {variables: {x: 1}}\n")
    with at_most(time_limit.FILE_SECONDS + LAST):
        report = hotlint.check(tmp_path / "top.yaml")
    sandbox.close()
    assert "HOT000" not in {d.code for d in report.diagnostics}
    assert report.evaluation <= time_limit.FILE_SECONDS + sandbox.seconds + 1
