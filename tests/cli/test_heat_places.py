"""`hotlint check --cloud`: the place of a refusal, and which refusals hotlint reports itself, or are about something else."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from for_each import for_each

from hotlint.analysis.files.project import Project
from hotlint.cli.main import main
from hotlint.cloud.errors import RequestRefusedError
from hotlint.operations.heat_validation import place_of
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Source

HEAD = "heat_template_version: 2018-08-31\n"
TEMPLATE = f"""{HEAD}parameters:
  size: {{type: number, default: 1}}
conditions: {{large: {{equals: [1, 2]}}}}
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: &net nowhere
      fixed_ips: [{{ip_address: 10.0.0.3}}, {{subnet: gone}}, *net]
      copy: *net
  my.port: {{type: OS::Neutron::Port, properties: {{name: p}}}}
  group: {{type: OS::Heat::ResourceGroup, properties: {{resource_def: {{type: nested.yaml}}}}}}
  bare: text
outputs:
  o: {{value: {{get_attr: [port, name]}}}}
"""
PORT = ("resources", "port")
PROPERTIES = (*PORT, "properties")


@for_each(
    ("message", "shown", "steps", "deeper"),
    [
        ("no: resources.port.properties.network: no", "nowhere", (*PROPERTIES, "network"), False),
        ("see resources.port.properties.network.", "nowhere", (*PROPERTIES, "network"), False),
        ("resources.port.properties.network, resources.port", "nowhere", (*PROPERTIES, "network"), False),
        ("resources.port: resources.port.properties.network: no", "nowhere", (*PROPERTIES, "network"), False),
        ("resources.port.Properties.network: no", "nowhere", (*PROPERTIES, "network"), False),
        ("resources.port.properties.fixed_ips[1].subnet: no", "gone", (*PROPERTIES, "fixed_ips", "1", "subnet"), False),
        (
            "resources.port.properties.fixed_ips[0]: no",
            "{ip_address: 10.0.0.3}",
            (*PROPERTIES, "fixed_ips", "0"),
            False,
        ),
        ("resources.port.properties.fixed_ips[2]: no", "fixed_ips", (*PROPERTIES, "fixed_ips"), False),
        ("resources.port.properties.fixed_ips[3]: no", "fixed_ips", (*PROPERTIES, "fixed_ips"), False),
        ("resources.port.properties.fixed_ips[-1]: no", "fixed_ips", (*PROPERTIES, "fixed_ips"), False),
        ("resources.port.properties.copy: no", "copy", (*PROPERTIES, "copy"), False),
        ("resources.port.properties.gone.network: no", "properties", PROPERTIES, False),
        ("resources.port.properties: no", "properties", PROPERTIES, False),
        ("resources[port].type: no", "OS::Neutron::Port", (*PORT, "type"), False),
        ("resources.my.port.properties.name: no", "p", ("resources", "my.port", "properties", "name"), False),
        ("resources.bare: no", "bare", ("resources", "bare"), False),
        ("resources.bare.resources.x: no", "bare", ("resources", "bare"), True),
        ("resources.group<nested.yaml>.resources.a: no", "group", ("resources", "group"), False),
        ("resources.group.resources.0.resources.a: no", "group", ("resources", "group"), True),
        ("outputs.o.value.get_attr[0]: no", "port", ("outputs", "o", "value", "get_attr", "0"), False),
        ("conditions.large.equals[1]: no", "2", ("conditions", "large", "equals", "1"), False),
        ("parameters.size.default: no", "1", ("parameters", "size", "default"), False),
        ("The Parameter (size) was not provided.", "size", ("parameters", "size"), False),
        ("Parameter 'size' is wrong", "size", ("parameters", "size"), False),
        ("parameter size, resources.gone: no", "size", ("parameters", "size"), False),
        ("Parameter (gone), or parameter (size) of 'bare'", "size", ("parameters", "size"), False),
        ('"bare" needs (my.port)', "my.port", ("resources", "my.port"), False),
        ("'bare' of OS::Neutron::Port", "bare", ("resources", "bare"), False),
        ("no type OS::Neutron::Port:", "OS::Neutron::Port", PORT, False),
        ("(OS::Heat::ResourceGroup) and Other::Type", "OS::Heat::ResourceGroup", ("resources", "group"), False),
        ("'gone' of resources.gone, Other::Type", "", (), False),
    ],
)
def test_a_place_is_followed_as_far_as_the_template_goes(
    message: str, shown: str, steps: tuple[str, ...], deeper: bool
) -> None:
    project = Project(Catalog(), {"t.yaml": Source("t.yaml", TEMPLATE)})
    document = project.document("t.yaml")
    span, found, below = place_of(message, document.root, project.template_of(document))
    assert (document.text[span.start : span.end], found, below) == (shown, steps, deeper)


class Heat:
    """Stands in for Heat: `refusals` are its status and its sentence by question, and by a word of the template."""

    name = "made-up"

    def __init__(self) -> None:
        self.refusals: dict[str, tuple[int, str]] = {}
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def post(self, service: str, question: str, body: dict[str, Any]) -> None:
        self.asked.append((f"{service} {question}", body))
        if question in self.refusals:
            raise RequestRefusedError("Heat", *self.refusals[question])


@pytest.fixture
def heat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Heat:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    made = Heat()
    monkeypatch.setattr("hotlint.cloud.connection.connect", lambda name, request_seconds: made)
    return made


def write(name: str, text: str) -> None:
    Path(name).write_text(HEAD + text)


def found(capsys: pytest.CaptureFixture[str], *words: str) -> list[tuple[str, str, str]]:
    """Return the code, the place and the message of each finding."""
    main(["check", "--cloud", "made-up", "-f", "json", "--no-cache", "--ignore", "HOT801", *words])
    reported = json.loads(capsys.readouterr().out)["diagnostics"]
    return [(d["code"], f"{d['path']}:{d['line']}:{d['column']}", d["message"]) for d in reported]


def test_only_templates_are_sent(heat: Heat, capsys: pytest.CaptureFixture[str]) -> None:
    write("a.yaml", "description: a\n")
    write("broken.yaml", "resources: {\n")
    Path("a.env").write_text("parameters: {}\n")
    Path("s.hot-test.yaml").write_text("template: a.yaml\ntests: []\n")
    Path(".hotlint.yaml").write_text("severity: {HOT999: error}\n")
    Path("odd.yaml").write_bytes(HEAD.encode() + b"\xff\xfe")
    heat.refusals["/validate"] = 400, "no"
    codes = [code for code, _, _ in found(capsys, ".")]
    assert [body["template"]["description"] for _, body in heat.asked] == ["a"]
    assert codes.count("HOT088") == 1
    assert found(capsys, "broken.yaml", "odd.yaml", "a.env")
    assert len(heat.asked) == 1


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("ERROR: HEAT-E99001 Service nova\nis   gone", "Service nova is gone"),
        ("ERROR: no", "no"),
        ("HEAT-E1 no ERROR: ", "no ERROR"),
        ("Property error: : : no: :", "Property error: no"),
        ("", "Bad request"),
    ],
)
def test_a_refusal_is_shown_without_decoration(
    heat: Heat, capsys: pytest.CaptureFixture[str], said: str, shown: str
) -> None:
    write("t.yaml", "description: a\n")
    heat.refusals["/validate"] = 400, said
    expected = f"Heat of cloud 'made-up' refuses it: {shown}"
    assert found(capsys, "t.yaml") == [("HOT088", "t.yaml:1:1", expected)]


def test_refusals_are_among_other_findings_by_their_place(heat: Heat, capsys: pytest.CaptureFixture[str]) -> None:
    resources = "".join(
        f"  {name}: {{type: {kind}}}\n" for name, kind in zip("abc", ("A::A", "OS::Heat::None", "C::C"), strict=True)
    )
    write("t.yaml", f"resources:\n{resources}")
    heat.refusals["/validate"] = 400, "resources.b.type: no"
    refused = "Heat of cloud 'made-up' refuses it: resources.b.type: no"
    assert [(code, where, message == refused) for code, where, message in found(capsys, "t.yaml")] == [
        ("HOT501", "t.yaml:3:13", False),
        ("HOT088", "t.yaml:4:13", True),
        ("HOT501", "t.yaml:5:13", False),
    ]


@pytest.mark.parametrize(
    "said", ["MAXIMUM stacks", "Quota exceeded", "Limit exceeded", "t already exists", "Not authorized", "forbidden"]
)
@pytest.mark.parametrize("question", ["/validate", "/stacks/preview"])
def test_what_is_about_the_project_is_no_verdict(
    heat: Heat, capsys: pytest.CaptureFixture[str], question: str, said: str
) -> None:
    write("t.yaml", "description: a\n")
    heat.refusals[question] = 400, said
    assert found(capsys, "t.yaml") == []
    assert [asked for asked, _ in heat.asked] == ["orchestration /validate", "orchestration /stacks/preview"]


def test_a_cloud_that_does_not_validate_ends_the_command(heat: Heat, capsys: pytest.CaptureFixture[str]) -> None:
    write("t.yaml", "description: a\n")
    heat.refusals["/stacks/preview"] = 403, "no"
    assert found(capsys, "t.yaml") == []
    heat.refusals["/validate"] = 403, "no"
    assert main(["check", "--cloud", "made-up", "t.yaml"]) == 2
    assert capsys.readouterr() == ("", "hotlint: Heat does not permit this to the credentials (403): no\n")


@pytest.mark.parametrize(
    ("text", "words", "questions"),
    [
        ("description: a\n", (), 2),
        ("parameters: {a: {type: string, default: ''}, b: {type: number, default: 0}}\n", (), 2),
        ("parameters: {a: {type: string, default: ''}, b: {type: number}}\n", (), 1),
        ("parameters: {a: {type: string}}\n", ("-e", "e.env"), 2),
        ("parameters: {a: {type: string}}\n", ("-P", "a=1"), 2),
        ("parameters: {a: string}\n", (), 1),
        ("parameters: [a]\n", (), 2),
    ],
)
def test_a_stack_is_previewed_where_all_values_are_known(
    heat: Heat, capsys: pytest.CaptureFixture[str], text: str, words: tuple[str, ...], questions: int
) -> None:
    write("t.yaml", text)
    Path("e.env").write_text("parameters: {a: b}\n")
    found(capsys, "t.yaml", *words)
    assert len(heat.asked) == questions
    assert [body.get("stack_name") for _, body in heat.asked] == [None, f"hotlint-check-{os.getpid()}"][:questions]


def test_a_template_that_cannot_be_sent_is_named(heat: Heat, capsys: pytest.CaptureFixture[str]) -> None:
    write("t.yaml", "resources: {a: {type: OS::Heat::Value, properties: {value: {get_file: gone.sh}}}}\n")
    write("u.yaml", "description: u\n")
    main(["check", "--cloud", "made-up", "-q", "t.yaml", "u.yaml"])
    [line] = capsys.readouterr().err.splitlines()
    why = "cannot read 'gone.sh': No such file or directory"
    assert line == f"hotlint: warning: 't.yaml' cannot be sent to Heat: {why}"
    assert [body["template"].get("description") for _, body in heat.asked] == ["u", "u"]


def test_an_environment_that_fits_is_sent_and_said_once(heat: Heat, capsys: pytest.CaptureFixture[str]) -> None:
    write("t.yaml", "parameters: {a: {type: string}}\noutputs: {o: {value: {get_param: a}}}\n")
    Path("t.env").write_text("parameters: {a: b}\n")
    main(["check", "--cloud", "made-up", "--no-cache", "t.yaml"])
    assert [[os.path.basename(file) for file in body["environment_files"]] for _, body in heat.asked] == [["t.env"]] * 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    main(["check", "--cloud", "made-up", "--no-cache", "--no-discovery", "t.yaml"])
    assert [body["environment_files"] for _, body in heat.asked[2:]] == [[]]


def test_a_refusal_has_a_logical_place(heat: Heat, capsys: pytest.CaptureFixture[str]) -> None:
    write("t.yaml", "resources: {a: {type: OS::Heat::None}}\n")
    heat.refusals["/validate"] = 400, "resources.a.type: no"
    main(["check", "--cloud", "made-up", "-f", "sarif", "t.yaml"])
    [result] = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    [place] = result["locations"][0]["logicalLocations"]
    assert (result["ruleId"], place["fullyQualifiedName"]) == ("HOT088", "resources.a.type")


ERRORS = """resources:
  port: {type: OS::Neutron::Port, properties: {network: n, nmae: p}}
  port2: {type: OS::Neutron::Port, properties: {network: n}}
  my.port: {type: OS::Neutron::Port, properties: {network: n, nmae: p}}
  my.other: {type: OS::Neutron::Port, properties: {network: n}}
"""


@pytest.mark.parametrize(
    ("said", "is_known"),
    [
        ("something", True),
        ("resources.port: no", True),
        ("resources.port.properties.network: no", True),
        ("resources.port2: no", False),
        ("resources.my.port: no", True),
        ("resources.my.other.properties: no", False),
        ("resources.port2.resources.x: no", False),
    ],
)
def test_a_refusal_for_an_error_of_the_same_resource_is_left_out(
    heat: Heat, capsys: pytest.CaptureFixture[str], said: str, is_known: bool
) -> None:
    write("t.yaml", ERRORS)
    heat.refusals["/validate"] = 400, said
    codes = [code for code, _, _ in found(capsys, "t.yaml")]
    assert (codes.count("HOT503"), "HOT088" not in codes) == (2, is_known)


@pytest.mark.parametrize(
    ("said", "is_known"),
    [
        ("something", False),
        ("resources.r.properties.value.str_split[2]: no", True),
        ("resources.r.properties.value.str_split: no", False),
        ("conditions.large: no", False),
    ],
)
def test_a_refusal_for_a_warning_at_the_same_place_is_left_out(
    heat: Heat, capsys: pytest.CaptureFixture[str], said: str, is_known: bool
) -> None:
    text = "  r: {type: OS::Heat::Value, properties: {value: {str_split: [',', 'a', 4]}}}\n"
    write("t.yaml", f"conditions: {{large: {{equals: [1, 2]}}}}\nresources:\n{text}")
    Path(".hotlint.yaml").write_text("severity: {HOT405: warning}\n")
    heat.refusals["/validate"] = 400, said
    codes = sorted(code for code, _, _ in found(capsys, "t.yaml"))
    assert codes == [*([] if is_known else ["HOT088"]), "HOT405", "HOT802"]


def test_a_refusal_of_what_is_nested_is_left_out_for_an_error_elsewhere(
    heat: Heat, capsys: pytest.CaptureFixture[str]
) -> None:
    write("t.yaml", "resources: {group: {type: nested.yaml}}\n")
    heat.refusals["/validate"] = 400, "resources.group.resources.a.properties: no"
    for kind, is_known in (("OS::Heat::None", False), ("OS::Heat::Nnoe", True)):
        write("nested.yaml", f"resources: {{a: {{type: {kind}}}}}\n")
        codes = [code for code, _, _ in found(capsys, "t.yaml", "nested.yaml")]
        assert ("HOT088" not in codes) is is_known
    write("t.yaml", "resources: {group: {type: nested.yaml}, b: {type: OS::Heat::Nnoe}}\n")
    write("nested.yaml", "resources: {a: {type: OS::Heat::None}}\n")
    assert [code for code, _, _ in found(capsys, "t.yaml", "nested.yaml")] == ["HOT088", "HOT501", "HOT088"]
