"""What refuses an update: errors that a check finds in the new template, where the old one does not have them; and places of failures."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from recorded_case import Running

from hotlint import preview
from hotlint.analysis.budget import PREVIEW_SECONDS, Budget
from hotlint.plans.failures import Failure, FailurePlace, failures, place_of, with_type
from hotlint.plans.model import RecordedStack

VALUE = "resources:\n  a: {type: OS::Heat::Value, properties: {value: %s}}\n"


@pytest.fixture
def value(running: Running) -> Running:
    return running.runs(VALUE % "x", {"a": ("a-1", {"value": "x"}, {"value": "x"})})


def refused(running: Running, template: str, *options: str) -> list[str]:
    """Return why Heat refuses the update, and the failures half way by resource."""
    found = running.plan(template, *options)
    return [*found["refused"]] + [f"{'.'.join(r['path'])}: {r['fails']}" for r in found["resources"] if r["fails"]]


def test_errors_of_a_new_template(value: Running) -> None:
    more = "  b: {type: OS::Heat::Value, properties: {valeu: x, value: {get_param: none}}}\noutputs:\n  o: {value: {get_attr: [none, x]}}\n  p: {valu: 5}\n  q: {value: {get_param: gone}}\n"
    assert refused(value, VALUE % "x" + more) == [
        "resource 'b': OS::Heat::Value has no property 'valeu' (did you mean 'value'?)",
        "resource 'b': undefined parameter 'none'",
        "output 'o': undefined resource 'none'",
        "output 'p' has no 'value'; did you mean that in place of 'valu'?",
    ]
    assert refused(value, VALUE % "x") == []


def test_an_error_of_a_kind_that_the_old_template_has_counts_as_none(running: Running) -> None:
    wrong = "resources:\n  a: {type: OS::Heat::Value, properties: {value: {get_param: %s}}}\n  b: {type: OS::Heat::Value, properties: {value: %s}}\n"
    running.runs(wrong % ("none", "x"), {"a": ("a-1", {"value": "x"}), "b": ("b-1", {"value": "x"})})
    assert refused(running, wrong % ("none", "x")) == refused(running, wrong % ("other", "x")) == []
    found = refused(running, wrong % ("none", "{get_param: none}"))
    assert len(found) == 1 and found[0].startswith("resource 'b': ")
    assert len(refused(running, wrong % ("none", "x") + "outputs: {a: {value: {get_attr: [none, x]}}}\n")) == 1


def test_the_budget_of_a_plan_is_that_of_the_option(value: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    whole = Budget.of

    def of(seconds: float) -> Budget:
        asked.append(seconds)
        return whole(seconds)

    monkeypatch.setattr(Budget, "of", of)
    for options, seconds in ((("--budget", "7"), 7.0), ((), PREVIEW_SECONDS)):
        asked.clear()
        assert value.run(VALUE % "x", *options)[0] == 0
        assert set(asked) == {seconds}


def test_warnings_and_conventions_refuse_nothing(value: Running) -> None:
    unused = "parameters: {unused: {type: string, default: a}}\n" + VALUE % "x"
    assert refused(value, unused) == []
    (value.folder / ".hotlint.yaml").write_text("severity: {HOT301: error, unused-parameter: error}\n")
    assert refused(value, unused) == []


def test_hidden_values_in_reasons(value: Running) -> None:
    secret = "parameters: {pw: {type: string, hidden: true}}\nresources:\n  a: {type: OS::Heat::Value, properties: {value: x}}\n  n: {type: OS::Neutron::Subnet, properties: {network: n, cidr: {get_param: pw}}}\n"
    found = refused(value, secret, "-P", "pw=hunter22")
    assert found and "hunter22" not in str(found)
    assert "hunter22" in str(refused(value, secret, "-P", "pw=hunter22", "--show-hidden"))


RULE = "{type: OS::Neutron::SecurityGroup, properties: {rules: [{protocol: gre, port_range_min: 80, port_range_max: 80}]%s}}"
WHY = "'port_range_min' of resource '{}' (OS::Neutron::SecurityGroup): 80"


def test_what_a_service_refuses_in_nested_templates_and_groups(value: Running) -> None:
    kid = f"heat_template_version: 2018-08-31\nresources: {{rule: {RULE % ''}}}\n"
    (value.folder / "kid.yaml").write_text(kid)
    more = (
        "  kid: {type: kid.yaml}\n  group: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: kid.yaml}}}\n  two: %s\n"
        % (RULE % "")
    )
    outer = "heat_template_version: 2018-08-31\nresources: {in: {type: kid.yaml}}\n"
    (value.folder / "outer.yaml").write_text(outer)
    more += "  outer: {type: outer.yaml}\n"
    found = [line.partition(": ")[0] for line in refused(value, VALUE % "x" + more)]
    assert found == ["kid", "group", "two", "outer"]


def test_hidden_values_are_shown_where_this_is_asked_for(running: Running) -> None:
    template = "parameters: {pw: {type: string, hidden: true, default: hunter22}}\n" + VALUE % "{get_param: pw}"
    running.runs(template, {"a": ("a-1", {"value": "hunter22"}, {"value": "hunter22"})})
    code, output = running.run(template, "-P", "pw=another1", "--show-hidden")
    assert (code, "      value: 'hunter22' -> 'another1'\n" in output) == (0, True)
    assert "      value: '******' -> '******'" in running.run(template, "-P", "pw=another1")[1]


def test_what_a_service_refuses_of_what_changes_only(running: Running) -> None:
    rules = [{"protocol": "gre", "port_range_min": 80, "port_range_max": 80}]
    template = "resources:\n  rule: " + RULE + "\n"
    running.runs(template % "", {"rule": ("g-1", {"rules": rules}, {"name": "x"})})
    assert refused(running, template % ", name: x") == []
    running.runs(
        template.replace("gre", "tcp") % "",
        {"rule": ("g-1", {"rules": [{**rules[0], "protocol": "tcp"}]}, {"name": "x"})},
    )
    (found,) = refused(running, template % ", name: x")
    assert found.startswith("rule: 'port_range_min' of resource 'rule'")


def failed(words: str, *path: str, **more: Any) -> Failure:
    return Failure(path or ("a",), **{"type": "T", "status": "CREATE_FAILED", "kind": "", "words": words, **more})


SPOKEN = """heat_template_version: 2018-08-31
resources:
  a:
    type: OS::Heat::Value
    properties:
      value:
        name: Web
        min_disk: one
        size: 1
        list: [{deep: two-words}, {other: 10.0.0.1}]
        empty: []
        also: long-enough
        twin: long-enough
  group: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: OS::Heat::Value, properties: {value: m}}}}
  kid: {type: kid.yaml}
"""


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("the name WEB is taken", "value.name"),
        ("it says web.", "value.name"),
        ("no 'two-words' here", "value.list.0.deep"),
        ("(10.0.0.1): in use", "value.list.1.other"),
        ("the Min Disk is wrong", "value.min_disk"),
        ("bad min_disk", "value.min_disk"),
        ("1 is not enough", ""),
        ("size 1", "value.size"),
        ("list is wrong", "value.list.0.deep"),
        ("long-enough", "value.also"),
        ("long-enough of twin", "value.twin"),
        ("empty", "value.empty"),
        ("nothing of it", ""),
        ("", ""),
    ],
)
def test_the_value_that_a_service_speaks_of(running: Running, words: str, named: str) -> None:
    (running.folder / "kid.yaml").write_text(SPOKEN)
    (running.folder / "web.yaml").write_text(SPOKEN)
    found = place_of(failed(words), preview(running.folder / "web.yaml"))
    assert found.property == named
    assert found.resource is not None and (found.value is not None) == bool(named)


def test_places_of_failures(running: Running) -> None:
    (running.folder / "kid.yaml").write_text(SPOKEN.replace("  kid: {type: kid.yaml}\n", ""))
    (running.folder / "web.yaml").write_text(SPOKEN)
    dry_run = preview(running.folder / "web.yaml")
    places = {
        path: place_of(failed("value m", *path), dry_run)
        for path in (
            ("group", "1"),
            ("group", "made-up"),
            ("kid", "a"),
            ("kid", "none"),
            ("a", "b"),
            ("none",),
            ("group", "1", "x"),
        )
    }
    assert [path for path, place in places.items() if place == FailurePlace(None)] == [
        ("kid", "none"),
        ("a", "b"),
        ("none",),
        ("group", "1", "x"),
    ]
    lines = {
        path: (Path(place.resource.path).name, place.resource.offset)
        for path, place in places.items()
        if place.resource
    }
    assert lines == {
        ("group", "1"): ("web.yaml", SPOKEN.index("{value: m}")),
        ("group", "made-up"): ("web.yaml", SPOKEN.index("{value: m}")),
        ("kid", "a"): ("kid.yaml", SPOKEN.index("a:\n")),
    }
    reported = place_of(failed("web"), dry_run, "resources.a.properties.value.size")
    assert (reported.property, place_of(failed("web"), dry_run, "resources.b.properties.value.size").property) == (
        "value.size",
        "value.name",
    )
    assert place_of(failed("web"), dry_run, "resources.a.properties.value.gone") == FailurePlace(reported.resource)


def test_types_that_the_cloud_does_not_tell(running: Running) -> None:
    (running.folder / "web.yaml").write_text(SPOKEN.replace("kid.yaml", "OS::Heat::None"))
    dry_run = preview(running.folder / "web.yaml")
    assert [
        with_type(failed("", *path, type=type_), dry_run).type
        for path, type_ in ((("a",), ""), (("a",), "T"), (("none",), ""), (("group", "0"), ""))
    ] == ["OS::Heat::Value", "T", "", "OS::Heat::Value"]
    services = ("OS::Nova::Server", "AWS::EC2::Instance", "OS::Nova", "A::Nova::Server", "k.yaml", "")
    assert [failed("", type=type_).service for type_ in services] == ["Nova", "EC2", "Heat", "Heat", "Heat", "Heat"]
    assert [*failures(RecordedStack("s", "1", "CREATE_FAILED"))] == []
