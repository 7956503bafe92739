"""A great many of everything in one file: time in proportion to the text, and a report that can be read."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from time import process_time

import pytest
from hotlint_rules.no_effect import constant_condition
from hotlint_rules.references import _targets

import hotlint
from hotlint.analysis.composition.uses import Use
from hotlint.analysis.evaluator import calls_in
from hotlint.analysis.files import client_files, virtual_files
from hotlint.analysis.files.client_files import FileReference, upload_blocker
from hotlint.analysis.files.project import Project
from hotlint.cli.main import main
from hotlint.common import globs
from hotlint.common.boundary import Boundary, refusal
from hotlint.common.printable import shown
from hotlint.common.suggestions import charge, closest_matches
from hotlint.ide.completion import CompletionEnvironment, complete
from hotlint.ide.completion.jinja_names import _values
from hotlint.language.functions import str_replace
from hotlint.language.functions.base import Call, OfflineRun, Snippet
from hotlint.language.functions.repeat import _Copies
from hotlint.language.values import Value, equal
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.rules.tally import KIND_LIMIT, NOTE_CODE
from hotlint.linter.settings.model import Settings
from hotlint.output.findings.json import render
from hotlint.output.findings.model import summarize
from hotlint.resource_types.catalog import Catalog
from hotlint.rewriting import flow_style
from hotlint.rewriting.formatter import format_text
from hotlint.syntax.differences import line_edits
from hotlint.syntax.edits import ChosenEdits, Edit, apply_edits
from hotlint.syntax.nodes import Document
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

HEAD = "heat_template_version: 2018-08-31\ndescription: d\n"
BUDGET = 25.0
"""Seconds of processor time for any of these files, which tell a hang from an answer: a busy machine takes ten times as long."""


def checked(text: str) -> hotlint.api.Report:
    """Return the report on a text. Fails when that takes too long."""
    start = process_time()
    report = hotlint.check("t.yaml", text=text, config=False)
    assert process_time() - start < BUDGET
    return report


def test_thousands_of_duplicate_keys() -> None:
    report = checked(f"{HEAD}outputs:\n" + "  o: {value: 1}\n" * 2_000)
    codes = [d.code for d in report.diagnostics]
    assert codes.count("HOT002") == KIND_LIMIT
    note = next(d for d in report.diagnostics if d.code == NOTE_CODE)
    assert note.message == "only the first 1,000 findings of HOT002 (duplicate-key) in this file are reported"
    assert len(render([report], summarize([report]))) < 2 << 20


def test_the_worst_finding_is_kept() -> None:
    """1,500 warnings of a rule, and then its one error."""
    disabled = "".join(
        f"  r{n}: {{type: OS::Heat::None, condition: never, properties: {{a: {{get_param: p{n}}}}}}}\n"
        for n in range(1_500)
    )
    enabled = "  z: {type: OS::Heat::Value, properties: {value: {get_param: q}}}\n"
    text = f"{HEAD}conditions: {{never: {{equals: [a, b]}}}}\nresources:\n{disabled}{enabled}"
    found = [d for d in checked(text).diagnostics if d.code == "HOT301"]
    assert [d.severity for d in found].count("error") == 1
    assert len(found) == KIND_LIMIT + 1


@pytest.mark.parametrize(
    ("code", "item"), [("HOT301", "{subnet: {get_param: p}}"), ("HOT503", "{subnet: s, networc: n}")]
)
def test_what_aliases_repeat_is_found_once(code: str, item: str) -> None:
    """A note about findings that are left out would be wrong: there is one place."""
    networks = f"[&a {item}, {', '.join(['*a'] * 1_100)}]"
    server = f"{{type: OS::Nova::Server, properties: {{flavor: f, image: i, networks: {networks}}}}}"
    report = checked(f"{HEAD}resources:\n  s: {server}\n")
    assert [d.code for d in report.diagnostics if d.severity == "error" or d.code == NOTE_CODE] == [code]


def test_suppression_comments_on_every_line() -> None:
    lines = "".join(f"  o{n}: {{value: {{get_param: p}}}} # hotlint: disable=HOT301\n" for n in range(1_100))
    assert not [d for d in checked(f"{HEAD}outputs:\n{lines}").diagnostics if d.code == "HOT301"]


@pytest.mark.parametrize(
    "comment", ["disable=HOT3{n}", "disable-file=x{n}", "disable-next-line=HOT001, HOT002", "disabled"]
)
def test_suppression_comments_that_suppress_nothing(comment: str) -> None:
    lines = "".join(f"  o{n}: {{value: 1}} # hotlint: {comment.format(n=n)}\n" for n in range(1_100))
    report = checked(f"{HEAD}outputs:\n{lines}")
    assert [d.code for d in report.diagnostics].count("HOT091") == KIND_LIMIT


def test_one_long_comment() -> None:
    checked(f"{HEAD}# hotlint: disable=" + "HOT301," * 20_000 + "\n")
    checked(f"{HEAD}# hotlint: disable=" + " " * 1_000_000 + "(\n")


def test_thousands_of_misspelled_names() -> None:
    declared = "".join(f"  parameter_{n}: {{type: string, default: a, description: d}}\n" for n in range(500))
    used = "".join(f"  o{n}: {{value: {{get_param: paramter_{n}}}}}\n" for n in range(150))
    report = checked(f"{HEAD}parameters:\n{declared}outputs:\n{used}")
    assert [d.code for d in report.diagnostics].count("HOT301") == 150
    assert "did you mean" in next(d.message for d in report.diagnostics if d.code == "HOT301")


@pytest.mark.parametrize(
    "row", ["  condition_{0}: {{not: cnodition_{0}}}\n", "  condition_{0}: {{and: [condition_{1}, cnodition_{0}]}}\n"]
)
def test_thousands_of_misspelled_conditions(row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other conditions, among which a name is looked for, are found for as many names as may be compared."""
    found: list[int] = []

    def counted(steps: int) -> None:
        found.append(steps)
        charge(steps)

    monkeypatch.setattr(_targets, "charge", counted)
    rows = "".join(row.format(n, n + 1) for n in range(1_000))
    report = checked(f"{HEAD}conditions:\n{rows}  condition_1000: true\n")
    assert [d.code for d in report.diagnostics].count("HOT304") == 1_000
    assert any("did you mean 'condition_" in d.message for d in report.diagnostics)
    assert 0 < len(found) < 200_000


def test_conditions_of_which_each_names_another_one_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty of them are a billion paths: this check did not end."""
    monkeypatch.setattr(constant_condition, "_MOST_STEPS", 1_000)
    rows = "".join(f"  c{n}: {{and: [c{n - 1}, c{n - 1}]}}\n" for n in range(1, 15))
    never = "  d: {and: [c0, {equals: [{get_param: p}, b]}]}\n"
    first = "parameters: {p: {type: string}}\nconditions:\n  c0: {equals: [{get_param: p}, a]}\n"
    for text, expected in ((f"{HEAD}{first}{never}", 1), (f"{HEAD}{first}{rows}{never}", 0)):
        assert [d.code for d in checked(text).diagnostics].count("HOT751") == expected


def test_long_names_are_compared_with_none() -> None:
    assert closest_matches("a" * 100_000, ["a" * 99_999, "b"]) == []
    assert closest_matches("abcdefgh", ["abcdefhg", "a" * 100_000]) == ["abcdefhg"]


def test_names_in_broken_yaml() -> None:
    """Each undefined name is looked for among the lines that could not be read."""
    used = "".join(f"  o{n}: {{value: {{get_param: p{n}}}}}\n" for n in range(1_000))
    checked(f"{HEAD}outputs:\n{used}  - x: [\n" + "\t- a b c " * 5_000 + "\n" + "   x\n  y: {\n" * 500)


UNITS = (
    "  a: &a [*a]\n", "  ? x\n", "  - a\n", "\t\n", "  'a\n", "  !t x: y\n", "{", "[a,", "  a: |\n", "%a\n", "---\n", "a: b: c\n",
)  # fmt: skip


@pytest.mark.parametrize("context", UNITS)
def test_thousands_of_anything(context: str) -> None:
    checked(f"{HEAD}resources:\n{context * 750}")
    checked(context * 750)


FORMATTED = (
    "#c\n", "\n#c\n", "  # c\n", "  l{n}: {{value: [\n    1]}}\n   # c\n", "  b{n}: &b{n}\n   value:  {{a:  1}}\n",
    "  b{n}:\n     # c\n     value:   [{n},  b]   # d\n",
)  # fmt: skip


@pytest.mark.parametrize("lines", FORMATTED)
def test_formatting_takes_time_in_proportion(lines: str) -> None:
    count = 1_500 if lines.count("\n") < 2 else 250
    text = f"{HEAD}outputs:\n  a: {{value: 1}}\n" + "".join(lines.format(n=n) for n in range(count))
    start = process_time()
    formatted = format_text(text, "t.yaml").text
    edits = line_edits(text, formatted)
    assert process_time() - start < BUDGET
    assert apply_edits(text, edits) == formatted


def test_lines_of_a_long_text_that_change() -> None:
    before = [f"{' ' * (n % 3)}- a\n" if n % 7 else "\n" for n in range(9_000)]
    after = [line.strip() + "\n" for line in before if line.strip()]
    start = process_time()
    for old, new in ((before, after), (after, before), (before, after[:-1]), ([], before), (before, [*before, "x"])):
        text, changed = "".join(old), "".join(new)
        assert apply_edits(text, line_edits(text, changed)) == changed
    assert process_time() - start < BUDGET


@pytest.mark.parametrize("opened", ["{a: ", "["])
def test_completion_behind_open_brackets_takes_time_in_proportion(opened: str) -> None:
    def seconds(count: int) -> float:
        text = "heat_template_version: 2018-08-31\noutputs:\n  a:\n    value: " + opened * count
        start = process_time()
        complete(text, len(text), CompletionEnvironment(Catalog()))
        return process_time() - start

    seconds(10)
    assert min(seconds(4_000) for _ in range(3)) < 7 * min(seconds(1_000) for _ in range(3))


def test_a_check_says_that_it_looks_at_a_thousand_nested_templates(tmp_path: Path) -> None:
    (tmp_path / "leaf.yaml").write_text(
        HEAD + "parameters: {n: {type: string}}\noutputs: {n: {value: {get_param: n}}}\n"
    )
    (tmp_path / ".hotlint.yaml").write_text("resource_limit: 5000\n")
    for count, codes in ((1000, []), (1001, [NOTE_CODE])):
        lines = "".join(f"  r{n}: {{type: leaf.yaml, properties: {{n: x{n}}}}}\n" for n in range(count))
        (tmp_path / "root.yaml").write_text(f"{HEAD}resources:\n{lines}")
        assert [d.code for d in hotlint.check(tmp_path / "root.yaml").diagnostics] == codes


@pytest.mark.parametrize("pattern", ["Own::A{n}::*", "OS::Heat::None{n}", "Own::A{n}"])
def test_thousands_of_registry_entries(pattern: str) -> None:
    rows = "".join(f"  {pattern.format(n=n)}: Own::B{n}\n" for n in range(4_000))
    start = process_time()
    hotlint.check("e.yaml", text=f"resource_registry:\n{rows}", config=False)
    assert process_time() - start < 6


def test_expressions_in_names_of_a_jinja_source() -> None:
    """Each stood for any part of another name: eight of them froze the editor."""
    names = "\n".join(f"{'a' * 120}{n}" for n in range(300))
    start = process_time()
    for count in (1, 3, 8, 60):
        list(_values("{{a}}" + "".join(f"{{{{b{n}}}}}" for n in range(count)) + "-", names))
    assert process_time() - start < 4


@pytest.mark.parametrize("count", [24, 3])
def test_names_with_many_parts_that_a_script_fills_in(tmp_path: Path, count: int) -> None:
    """Each part stood for any part of a long file name: 24 of them never ended. Thousands of commands took quadratic time."""
    (tmp_path / "app.yaml").write_text(f"{HEAD}resources: {{}}\n")
    (tmp_path / ("a-" * 90 + "b.yamlx.yaml")).write_text("parameters: {p: x}\n")
    for number in range(300):
        (tmp_path / f"a{number}-b{number}.yaml").write_text("parameters: {p: x}\n")
    name = "-".join(f"${{v{number}}}" for number in range(count))
    commands = (f"openstack stack create -t app.yaml -e x/../{name}{number}.yaml s\n" for number in range(3_000))
    (tmp_path / "deploy.sh").write_text("".join(commands))
    start = process_time()
    assert main(["check", "--no-cache", "-j", "1", str(tmp_path)]) == 0
    assert process_time() - start < 4


def test_names_that_many_scripts_fill_in_are_not_compared_with_every_file(tmp_path: Path) -> None:
    """They were: in a folder with thousands of scripts and files, that took over six minutes."""
    for number in range(30):
        folder = tmp_path / f"f{number}"
        folder.mkdir()
        for name in ("app", *(f"e{n}" for n in range(40))):
            text = f"{HEAD}resources: {{}}\n" if name == "app" else "parameters: {p: x}\n"
            (folder / f"{name}.yaml").write_text(text)
        commands = (f"openstack stack create -t app.yaml -e ${{SITE}}/x{number}-{n}.yaml s\n" for n in range(150))
        (folder / "deploy.sh").write_text("".join(commands))
    start = process_time()
    assert main(["check", "--no-cache", "-j", "1", str(tmp_path)]) == 0
    assert process_time() - start < 8


def test_flow_collections_within_each_other_are_aligned_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each was looked at again for every one around it: 100 KB took seven seconds to format."""
    found: list[int] = []
    monkeypatch.setattr(flow_style, "_align", lambda layout, node, moved: found.append(node.start))
    row = "{value: " + "{if: [c, " * 30 + "1" + ", x]}" * 30 + "}"
    text = f"{HEAD}outputs:\n" + "".join(f"  o{n}: {row}\n" for n in range(5))
    format_text(text, "t.yaml")
    assert 0 < len(found) < 10 * text.count("[") * 3  # the steps are taken twice, and each parses anew


USER_DATA = "resources:\n  s:\n    type: OS::Nova::Server\n    properties:\n      image: i\n      flavor: f\n      user_data: |\n"
CHAIN = "  r{n}: {{type: OS::Heat::Value, properties: {{value: {{get_attr: [r{m}, value]}}}}}}\n"


@pytest.mark.parametrize(
    ("before", "row", "count"),
    [
        (
            f"{USER_DATA}        #cloud-config\n        write_files:\n",
            "        - {{path: /a{n}, content: x, permisions: '0644'}}\n",
            1_700,
        ),
        ("resources:\n  r-1: {type: OS::Heat::Value}\n", CHAIN, 1_300),
    ],
    ids=["keys of a cloud-config", "values that are those of another resource"],
)
def test_places_and_values_are_found_once(before: str, row: str, count: int) -> None:
    """Each began from the start of the text, or of the chain: 100 KB took over 14 seconds."""
    start = process_time()
    checked(HEAD + before + "".join(row.format(n=n, m=n - 1) for n in range(count)))
    assert process_time() - start < 4


def test_thousands_of_patterns_of_known_types(tmp_path: Path) -> None:
    """Each type was compared with each pattern by itself."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".hotlint.yaml").write_text("known_types:\n" + "".join(f"- 'Own::*a*b*{n}*'\n" for n in range(4_000)))
    rows = "".join(f"  r{n}: {{type: Own::T{n}}}\n" for n in range(3_000))
    (tmp_path / "t.yaml").write_text(f"{HEAD}resources:\n{rows}  last: {{type: Own::Tab7}}\n")
    start = process_time()
    found = hotlint.check(tmp_path / "t.yaml").diagnostics
    assert process_time() - start < 6
    assert any("Own::T9'" in d.message for d in found)
    assert not any("Own::Tab7'" in d.message for d in found)


def test_thousands_of_patterns_of_excluded_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each was compiled anew for each file and folder."""
    found: list[Sequence[str]] = []

    def counted(parts: Sequence[str], *, from_top: bool) -> globs.Glob:
        found.append(parts)
        return glob_of(parts, from_top=from_top)

    glob_of = globs.glob_of
    monkeypatch.setattr(globs, "glob_of", counted)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".hotlint.yaml").write_text("exclude:\n" + "".join(f"- '**/excluded*{n}*/**'\n" for n in range(1_000)))
    for number in range(3):
        (tmp_path / f"t{number}.yaml").write_text(f"{HEAD}resources: {{}}\n")
    main(["check", "--no-cache", str(tmp_path)])
    assert 1_000 <= len(found) < 1_100


NEUTRON = "  {0}{{n}}: {{{{type: OS::Neutron::{1}, properties: {{{{{2}}}}}}}}}\n"
SUBNET = NEUTRON.format("s", "Subnet", "network: {{get_resource: n}}, cidr: 10.{a}.{b}.0/24")


@pytest.mark.parametrize(
    "rows",
    [
        NEUTRON.format("s", "Subnet", "network: {{get_resource: n}}, cidr: 10.0.0.0/8"),
        NEUTRON.format("s", "Subnet", "network: {{get_resource: n}}, subnetpool: {{get_resource: p}}, prefixlen: 28"),
        NEUTRON.format("q", "SubnetPool", "address_scope: a, prefixes: [10.{a}.{b}.0/24]"),
        SUBNET,
        SUBNET + NEUTRON.format("i", "RouterInterface", "router: r, subnet: {{get_resource: s{n}}}"),
        SUBNET + NEUTRON.format("o", "Port", "network: {{get_resource: n}}, fixed_ips: [{{ip_address: 10.{a}.{b}.7}}]"),
    ],
    ids=["overlapping", "of a pool", "pools of a scope", "apart", "of a router", "with ports"],
)
def test_thousands_of_subnets_of_a_network(rows: str) -> None:
    """Each was compared with each."""
    made = "  n: {type: OS::Neutron::Net}\n  p: {type: OS::Neutron::SubnetPool, properties: {prefixes: [10.0.0.0/8]}}\n"
    count = 1_500 // rows.count("\n")
    start = process_time()
    checked(f"{HEAD}resources:\n{made}" + "".join(rows.format(n=n, a=n // 250, b=n % 250) for n in range(count)))
    assert process_time() - start < 6


def test_an_upgrade_checks_each_text_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That takes nearly all of its time."""
    found: list[str | None] = []

    def counted(engine: Engine, path: str, text: str | None = None) -> FileResult | None:
        found.append(text)
        return check_file(engine, path, text)

    check_file = Engine.check_file
    monkeypatch.setattr(Engine, "check_file", counted)
    text = "heat_template_version: 2016-10-14\nresources:\n  r: {type: OS::Heat::None, deletion_policy: Delete}\n"
    for template in (text, text.replace("r: {type", "s: {type").replace("Delete", "delete")):
        (tmp_path / "t.yaml").write_text(template)
        main(["upgrade", "--to", "2021-04-16", "--diff", str(tmp_path / "t.yaml")])
    assert len(found) == len(set(found)) == 5


TEN_LISTS = (
    "repeat: {for_each: {"
    + ", ".join(f"<%{n}%>: [a, b]" for n in range(10))
    + "}, template: "
    + " ".join(f"<%{n}%>" for n in range(10))
    + "}"
)


def test_copies_share_what_their_first_items_make_of_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of a thousand copies began with the text of the template: 100 KB of these took two seconds, and an upgrade five."""
    put: list[str] = []

    def counted(copies: _Copies, text: str, key: str, item: str) -> Value:
        put.append(text)
        return put_in(copies, text, key, item)

    put_in = _Copies._put
    monkeypatch.setattr(_Copies, "_put", counted)
    value = hotlint.preview("t.yaml", text=f"{HEAD}outputs: {{o: {{value: {{{TEN_LISTS}}}}}}}\n").outputs()["o"].value
    letters = ["".join(items) for items in product("ab", repeat=10)]
    assert value == [" ".join(items) for items in letters]
    assert len(put) < 2_100


def test_calls_that_were_not_evaluated_share_a_budget_for_their_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each was evaluated once more, for as long as one may take. A call that takes nothing has its error nevertheless."""
    spent: list[int] = []

    def counted(run: OfflineRun, amount: int) -> None:
        spent.append(amount)
        spend(run, amount)

    spend = OfflineRun.spend
    monkeypatch.setattr(OfflineRun, "spend", counted)
    rows = "".join(f"  o{n}: {{value: {{{TEN_LISTS}}}}}\n" for n in range(60))
    codes = [
        d.code for d in checked(f"{HEAD}outputs:\n{rows}  last: {{value: {{str_split: [',', [a]]}}}}\n").diagnostics
    ]
    assert "HOT702" in codes
    assert codes[-1] == "HOT405"
    assert 0 < sum(spent) < 150_000


FLOW = ["[1,2]", "{a: [[[['x,y',  b]]]]}", "{\u00e9: \U0001f600,b: c}", "[&a{n} x,*a{n}]", "[ ~,+1,{a: b}]"]


@pytest.mark.parametrize("inside", ["none", "one"])
@pytest.mark.parametrize("value", FLOW)
def test_flow_collections_are_written_by_their_nodes(value: str, inside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each was read and written by itself, in a second parser: 100 KB took three seconds to format."""
    read: list[Source] = []

    def counted(source: Source) -> Document:
        read.append(source)
        return parse(source)

    monkeypatch.setattr("hotlint.rewriting.formatter.parse", counted)
    monkeypatch.setattr("hotlint.syntax.parser.parse", counted)
    monkeypatch.setitem(sys.modules, "ruamel.yaml", None)
    rows = "".join(f"  o{n}: {{value: {value.replace('{n}', str(n))}}}\n" for n in range(100))
    result = format_text(f"{HEAD}outputs:\n{rows}", "t.yaml", Settings(flow_spaces=inside))
    assert result.reason is None
    assert "o99: { value" in result.text if inside == "one" else "o99: {value" in result.text
    assert len(read) <= 3


def test_lines_that_are_written_are_looked_at_where_they_hold_a_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of a thousand lines that is shown 3,000 times took a second, for a single `OS::Heat::Value`."""
    looked: list[str] = []

    def counted(pattern: str, change: Callable[[re.Match[str]], str], line: str) -> str:
        looked.append(line)
        return substitute(pattern, change, line)

    substitute = re.sub
    monkeypatch.setattr(re, "sub", counted)
    text = "a\tb\n" * 10_000
    assert shown(f"{text}::error ::x\n{text}OS::a::b ##[c]") == f"{text}\\u003a:error ::x\n{text}OS::a::b \\u0023#[c]"
    assert looked == ["::error ::x", "OS::a::b ##[c]", "OS::a::b ##[c]"]


def test_the_boundary_is_asked_once_for_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was asked five times for each file that a template names, and followed the links of two paths each time."""
    asked: list[str] = []

    def counted(path: str, boundary: Boundary | None) -> str | None:
        asked.append(path)
        return refusal(path, boundary)

    monkeypatch.setattr(virtual_files, "refusal", counted)
    monkeypatch.setattr("hotlint.common.boundary.refusal", counted)
    (tmp_path / "in").mkdir()
    rows = "".join(f"  o{n}: {{value: {{get_file: ../out/f{n}.sh}}}}\n" for n in range(50))
    (tmp_path / "in" / "t.yaml").write_text(f"{HEAD}outputs:\n{rows}")
    report = hotlint.check(tmp_path / "in" / "t.yaml")
    assert "HOT604" in {d.code for d in report.diagnostics}
    assert len([path for path in asked if "f7.sh" in path]) == 1


@pytest.mark.parametrize(
    ("row", "wrong", "number"),
    [
        ("  o{n}: {{value: 1}} # hotlint: disable=HOT30{n}\n", "disable=HOT30", 1_100),
        ("  o{n}: {{value: {{get_attr: [s, adresses{n}]}}}}\n", "adresses", 1_010),
    ],
)
def test_findings_that_take_the_place_of_those_fixed_are_not_new(
    tmp_path: Path, row: str, wrong: str, number: int
) -> None:
    """A thousand findings of a rule are reported. Each fix made room for another one, so that none was applied after many checks."""
    server = "{type: OS::Nova::Server, properties: {image: i, flavor: f, networks: [{network: n}]}}"
    rows = "".join(row.format(n=n) for n in range(number))
    (tmp_path / "t.yaml").write_text(f"{HEAD}resources: {{s: {server}}}\noutputs:\n{rows}")
    main(["check", "--no-cache", "--fix", "--unsafe-fixes", str(tmp_path / "t.yaml")])
    assert (tmp_path / "t.yaml").read_text().count(wrong) < number - 9


def test_plain_values_are_left_out_without_comparing_each_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """8,000 values of each list took seven seconds to preview."""
    compared: list[Value] = []

    def counted(one: Value, other: Value) -> bool | None:
        compared.append(one)
        return equal(one, other)

    monkeypatch.setattr("hotlint.language.functions.filter.equal", counted)
    left_out, items = (", ".join(f"{letter}{n}" for n in range(300)) for letter in "ab")
    text = f"{HEAD}outputs: {{o: {{value: {{filter: [[{left_out}, 1, [x]], [{items}, a7, true, 2, [x]]]}}}}}}\n"
    value = hotlint.preview("t.yaml", text=text).outputs()["o"].value
    assert value == [*(f"b{n}" for n in range(300)), 2]
    assert len(compared) < 1_000


def test_known_values_are_put_into_a_text_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each place became a part of its own: a text of 50 KB that 1,000 outputs use took five seconds to check, ten to preview."""
    monkeypatch.setattr(str_replace, "_with", None)
    call = "str_replace: {template: '" + "x,ab" * 5_000 + "', params: {x: y, ab: b, b: x, z: no}}"
    value = hotlint.preview("t.yaml", text=f"{HEAD}outputs: {{o: {{value: {{{call}}}}}}}\n").outputs()["o"].value
    assert value == "y,b" * 5_000


def test_each_part_of_a_text_that_is_cut_is_a_value() -> None:
    """A list of 25,000 of them counted as 500."""
    rows = "".join(f"  o{n}: {{value: {{str_split: [',', *a]}}}}\n" for n in range(100))
    report = checked(f"{HEAD}outputs:\n  z: {{value: &a '{'x,' * 5_000}'}}\n{rows}")
    assert [d.code for d in report.diagnostics] == ["HOT702"]


def test_a_long_list_is_looked_through_once_for_references(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was for each problem in it: 100 KB of wrong schedules of one alarm took 1.3 seconds."""
    looked: list[object] = []

    def counted(snippet: Snippet) -> list[Call]:
        looked.append(snippet)
        return calls_in(snippet)

    monkeypatch.setattr("hotlint.analysis.composition.group_members.calls_in", counted)
    times = ", ".join(f"{{name: t{n}, start: '* * * * x', duration: 60}}" for n in range(50))
    alarm = f"{{type: OS::Aodh::EventAlarm, properties: {{time_constraints: [{times}]}}}}"
    report = checked(f"{HEAD}resources: {{a: {alarm}}}\n")
    assert len([d for d in report.diagnostics if d.severity == "error"]) == 50
    assert 0 < len(looked) < 10


def test_what_a_member_is_given_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it was made anew for each value of each of 27,000 members: 100 KB of groups took 2.7 seconds to preview."""
    made: list[str | None] = []

    def counted(use: Use, member: str | None = None) -> dict[str, Value] | None:
        made.append(member)
        return values(use, member)

    values = Use.values
    monkeypatch.setattr(Use, "values", counted)
    given = ", ".join(f"k{n}: 'v%index%'" for n in range(20))
    group = f"{{type: OS::Heat::ResourceGroup, properties: {{count: 10, resource_def: {{type: OS::Heat::None, properties: {{{given}}}}}}}}}"
    nested = hotlint.preview("t.yaml", text=f"{HEAD}resources: {{g: {group}}}\n").resources()["g"].nested
    assert nested is not None
    assert nested.members["9"].properties.value["k19"] == "v9"
    assert len(made) < 40


def test_edits_are_compared_with_their_neighbors_only() -> None:
    """Each was compared with all that were chosen before: 1,900 calls of a template took a second to upgrade."""
    chosen, edits = ChosenEdits(), [Edit(Span(5 * n, 5 * n + 3), "x") for n in range(20_000)]
    start = process_time()
    for edit in reversed(edits):
        assert not chosen.touch([edit])
        chosen.add([edit])
    assert process_time() - start < 3
    assert not chosen.touch(edits)
    for span in (Span(3, 3), Span(4, 5), Span(1, 2), Span(0, 99), Span(99_998, 99_998)):
        assert chosen.touch([Edit(Span(200_000, 200_000), ""), Edit(span, "y")])
    assert not chosen.touch([Edit(Span(4, 4), "y"), Edit(Span(99_999, 99_999), "y")])


@pytest.mark.parametrize("end", ["OS::Heat::None", "missing.yaml", "n0.yaml"])
def test_a_chain_of_templates_is_followed_once(tmp_path: Path, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file followed the whole chain: 588 files of 170 bytes took 13 seconds, and twice as many four times as long."""
    followed: list[str] = []

    def counted(project: Project, path: str) -> list[FileReference]:
        followed.append(path)
        return references_at(project, path)

    references_at = client_files._references_at
    monkeypatch.setattr(client_files, "_references_at", counted)
    (tmp_path / ".git").mkdir()
    for number in range(40):
        used = f"n{number + 1}.yaml" if number < 39 else end
        (tmp_path / f"n{number}.yaml").write_text(f"{HEAD}resources: {{r: {{type: {used}}}}}\n")
    project = Project(Catalog())
    blockers = [upload_blocker(project, str(tmp_path / f"n{n}.yaml")) for n in range(40)]
    assert len(followed) < (40 * 45 if end == "n0.yaml" else 40 * 3)  # where a circle begins depends on the first file
    found = blockers[37]
    if found is None:
        assert (end, blockers) == ("OS::Heat::None", [None] * 40)
        return
    last = ["n38.yaml", "n39.yaml", *(f"n{n}.yaml" for n in range(37))]
    expected = ("cycle", last, "n36.yaml") if end == "n0.yaml" else ("missing", last[:2], "n39.yaml")
    assert (found.kind, [os.path.basename(step) for step in found.steps], os.path.basename(found.file)) == expected
