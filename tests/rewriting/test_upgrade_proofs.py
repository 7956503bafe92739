"""What keeps an upgrade from a step: the dry runs before and after it, and what a check finds."""

from __future__ import annotations

from functools import cache

import pytest
from for_each import for_each

from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.settings.model import Settings
from hotlint.rewriting import upgrader
from hotlint.rewriting.type_successors import Rename
from hotlint.rewriting.upgrader import Decision, Upgrader, UpgradeResult, obstacle, place
from hotlint.syntax.edits import Edit
from hotlint.syntax.source import LineIndex, Span

VERSION = "heat_template_version: 2018-08-31\n"
BASE = f"""{VERSION}
parameters: {{p: {{type: string, default: a}}, gone: {{type: string}}}}
conditions: {{c: {{equals: [{{get_param: p}}, a]}}}}
resources:
  r: {{type: OS::Heat::Value, properties: {{value: 1}}}}
  s: {{type: OS::Heat::RandomString}}
outputs:
  o: {{value: {{get_param: p}}}}
  u: {{value: [{{get_param: gone}}, 1]}}
  e: {{value: {{str_split: [',', 'a', 3]}}}}
  m: {{value: {{a: 1, b: [x]}}}}
"""


@cache
def engine() -> Engine:
    return Engine(Settings(target="wallaby"), use_config=False, show_hidden=True)


@cache
def checked(text: str) -> FileResult:
    result = engine().check_file("t.yaml", text)
    assert result is not None
    return result


@for_each(
    ("old", "new", "what"),
    [
        ("default: a}", "default: b}", "parameters.p would have another value in the dry run"),
        ("gone: {type: string}", "gone: {type: string, default: x}", "parameters.gone would have another value in the dry run"),
        ("get_param: p}, a]", "get_param: p}, b]", "conditions.c would have another value in the dry run"),
        ("value: 1", "value: 2", "resources.r would have another value in the dry run"),
        ("value: 1", "value: true", "resources.r would have another value in the dry run"),
        ("value: 1", "value: 1.0", "resources.r would have another value in the dry run"),
        ("value: 1", "value: '1'", "resources.r would have another value in the dry run"),
        ("  s: {", "  t: {", "resources.s would have another value in the dry run"),
        ("outputs:\n", "outputs:\n  more: {value: 1}\n", "outputs.more would have another value in the dry run"),
        ("  o: {value: {get_param: p}}\n", "", "outputs.o would have another value in the dry run"),
        ("gone}, 1]", "gone}, 2]", "outputs.u would have another value in the dry run"),
        ("{get_param: gone}, 1", "x, 1", "outputs.u would have another value in the dry run"),
        ("{str_split: [',', 'a', 3]}", "a", "outputs.e would have another value in the dry run"),
        ("{a: 1, b: [x]}", "{a: 1, b: [y]}", "outputs.m would have another value in the dry run"),
        ("{a: 1, b: [x]}", "{a: 1, c: [x]}", "outputs.m would have another value in the dry run"),
        ("value: 1", "value: [", "the text would no longer be valid YAML"),
        ("value: 1}", "value: 1, more: 1}", "HOT503 would be reported: OS::Heat::Value has no property 'more'"),
        ("{get_param: p}}\n  u", "{get_param: q}}\n  u", "HOT301 would be reported: undefined parameter 'q'"),
        ("value: 1", "value:  1", None),
        ("{get_param: gone}, 1", "{get_param: ['gone']}, 1", None),
        ("'a', 3]", "'a', 4]", "HOT405 would be reported: str_split finds one item in 'a', so none has the index 4"),
        ("equals: [{get_param: p}, a]", "equals: [a, {get_param: p}]", None),
    ],
)  # fmt: skip
def test_what_would_be_different(old: str, new: str, what: str | None) -> None:
    assert old in BASE
    assert obstacle(checked(BASE), checked(BASE.replace(old, new))) == what


def test_a_finding_that_was_there_is_no_obstacle() -> None:
    before = checked(BASE.replace("value: 1}", "value: 1, more: 1}"))
    after = checked(before.document.text.replace("value: 1,", "value:  1,"))
    assert obstacle(before, after) is None
    assert obstacle(checked(BASE), before) == "HOT503 would be reported: OS::Heat::Value has no property 'more'"


PORTS = f"""{VERSION}
resources:
  one: {{type: OS::Neutron::Port, properties: {{network_id: n, fixed_ips: [{{subnet_id: a}}, {{subnet_id: b}}]}}}}
  all: {{type: OS::Heat::SoftwareDeployments, properties: {{config: c, servers: {{}}}}}}
  given: {{type: OS::Neutron::Port, properties: {{network: n, fixed_ips: {{get_param: x}}}}}}
"""
NOWHERE = Edit(Span(0, 0), "")


def rename(resource: str, path: tuple[str | int, ...], old: str, new: str) -> Rename:
    return Rename(resource, path, old, new, NOWHERE)


@for_each(
    ("old", "new", "renames", "is_same"),
    [
        ("Deployments,", "DeploymentGroup,", [rename("all", (), "its old type", "OS::Heat::SoftwareDeploymentGroup")], True),
        ("Deployments,", "DeploymentGroup,", [], False),
        ("Deployments,", "DeploymentGroup,", [rename("one", (), "x", "OS::Heat::SoftwareDeploymentGroup")], False),
        ("config: c", "config: d", [rename("all", ("config",), "config", "config")], False),
        ("config: c", "config: c", [rename("all", ("gone", "config"), "config", "other")], True),
        ("config: c", "config: c", [rename("given", ("fixed_ips", 3, "subnet_id"), "subnet_id", "subnet")], True),
    ],
)  # fmt: skip
def test_what_is_renamed_is_the_same(old: str, new: str, renames: list[Rename], is_same: bool) -> None:
    before, after = checked(PORTS), checked(PORTS.replace(old, new))
    assert (obstacle(before, after, renames) is None) is is_same


def upgraded(text: str, to: str = "wallaby", path: str = "t.yaml") -> UpgradeResult:
    return Upgrader(engine(), to).upgrade(path, text)


@for_each(
    ("text", "path", "reason", "is_other"),
    [
        (
            f"{VERSION}outputs: {{}}\n",
            "t.yaml.j2",
            "it is a Jinja source, which is YAML only once it is rendered",
            True,
        ),
        ("parameters: {}\n", "t.yaml", "it is no HOT template", True),
        ("a: 1\n", "t.yaml", "it is no HOT template", True),
        ("- a\n", "t.yaml", "it is no HOT template", True),
        (f"{VERSION}outputs: [\n", "t.yaml", "it is not valid YAML: `[` is not closed with `]`", False),
    ],
)
def test_what_is_not_upgraded_and_why(text: str, path: str, reason: str, is_other: bool) -> None:
    found = upgraded(text, path=path)._replace(files=frozenset())
    assert found == UpgradeResult(text, reason, (), (), is_other)


def test_a_result_has_what_was_done_and_what_is_left() -> None:
    text = "heat_template_version: 2013-05-23\noutputs: {a: {value: {Ref: x}}, b: {value: {Ref: y}}, c: {value: {Ref: OS::stack_id}}}\n"
    result = upgraded(text)
    assert result.text == text.replace("Ref: OS", "get_param: OS")
    assert (result.reason, result.done, result.is_other) == (None, (("Ref -> get_param", 1),), False)
    stays = "'Ref' stays: what it refers to is not in the template"
    version = (
        "heat_template_version stays 2013-05-23: 'Ref' cannot be replaced: what it refers to is not in the template"
    )
    first, second = text.index("Ref: x"), text.index("Ref: y")
    assert result.decisions == (
        Decision(version, Span(23, 33)),
        Decision(stays, Span(first, first + 3)),
        Decision(stays, Span(second, second + 3)),
    )
    lines = LineIndex(result.text)
    assert [place(lines, decision.span) for decision in result.decisions] == [(1, 24), (2, 23), (2, 45)]


def test_calls_are_replaced_so_many_levels_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    call = "{'Fn::Base64': {'Fn::Base64': {'Fn::Base64': a}}}"
    text = f"heat_template_version: 2013-05-23\noutputs: {{o: {{value: {call}}}}}\n"
    done = text.replace(call, "a").replace("2013-05-23", "wallaby")
    assert upgraded(text).text == done
    assert dict(upgraded(text).done)["Fn::Base64 -> its argument"] == 3
    monkeypatch.setattr(upgrader, "ROUNDS", 4)
    assert upgraded(text).text == done


def test_an_unknown_version_means_the_newest() -> None:
    text = "heat_template_version: 2013-05-23\noutputs: {}\n"
    assert Upgrader(engine(), "nonsense").version == "2021-04-16"
    assert upgraded(text, "rocky").text == text.replace("2013-05-23", "rocky")
