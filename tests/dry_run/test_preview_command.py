"""`hotlint preview`: its output, its errors, where values come from, and standard input."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from preview_fixture import GROUP, HEAD, folder, run

__all__ = ["folder"]


class TestCommand:
    def test_errors_are_shown_and_fail(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "t.yaml").write_text(
            HEAD + "resources: {a: {type: OS::Heat::Value, properties: {value: {get_param: x}}}}\n"
        )
        code, out, err = run(capsys, "preview", "t.yaml")
        assert code == 1
        assert "!error" in out
        assert err == "hotlint: resources.a.properties.value: undefined parameter 'x'\n"

    @pytest.mark.parametrize(
        ("count", "last"),
        [
            (100, "resources.r99.properties.value: undefined parameter 'x'"),
            (101, "1 more error is not shown"),
            (1300, "1,200 more errors are not shown"),
        ],
    )
    def test_at_most_a_hundred_errors_are_shown(
        self, count: int, last: str, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        broken = "{type: OS::Heat::Value, properties: {value: {get_param: x}}}"
        (folder / "t.yaml").write_text(HEAD + "resources:\n" + "".join(f"  r{n}: {broken}\n" for n in range(count)))
        code, _, err = run(capsys, "preview", "t.yaml", "-f", "json")
        lines = err.splitlines()
        assert (code, lines[-1]) == (1, f"hotlint: {last}")
        assert len([line for line in lines if "undefined parameter 'x'" in line]) == 100

    def test_values_from_everywhere(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "t.yaml").write_text(
            HEAD
            + "parameters: {a: {type: string}, b: {type: number, default: 1}}\nresources: {s: {type: OS::Nova::Server}}\n"
            "outputs: {o: {value: [{get_param: a}, {get_param: b}, {get_param: 'OS::stack_name'}, {get_attr: [s, first_address]}]}}\n"
        )
        (folder / "e.yaml").write_text("parameters: {a: from-env}\n")
        (folder / "attrs.json").write_text('{"s": {"first_address": "10.0.0.7"}}')
        args = [
            "-e",
            "e.yaml",
            "-P",
            "b=7",
            "--stack-name",
            "prod",
            "--attributes",
            "attrs.json",
            "-f",
            "json",
            "-o",
            "out.json",
        ]
        assert run(capsys, "preview", "t.yaml", *args) == (0, "", "")
        found = json.loads((folder / "out.json").read_text())
        assert found["outputs"]["o"] == {"value": ["from-env", 7, "prod", "10.0.0.7"]}

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("parameters: {a: b}\n", "is not a HOT template"),
            (HEAD + "resources: {a: [}\n", "t.yaml:2:"),
            ("", "is not a HOT template"),
        ],
    )
    def test_what_is_no_template(
        self, folder: Path, capsys: pytest.CaptureFixture[str], text: str, message: str
    ) -> None:
        (folder / "t.yaml").write_text(text)
        code, out, err = run(capsys, "preview", "t.yaml")
        assert (code, out) == (2, "")
        assert message in err

    def test_yaml_can_be_read_again(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        import yaml

        (folder / "t.yaml").write_text(HEAD + GROUP % (2, ""))
        _, out, _ = run(capsys, "preview", "t.yaml")

        class Loader(yaml.SafeLoader):
            pass

        Loader.add_multi_constructor("!", lambda loader, tag, node: (tag, str(node.value)))
        assert yaml.load(out, Loader)["outputs"]["labels"] == ["[s-0]", "[s-1]"]

    def test_what_may_be_left_out(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        undecided = "{if: [{get_param: wanted}, a]}"
        (folder / "t.yaml").write_text(
            "heat_template_version: 2021-04-16\nparameters: {wanted: {type: boolean}}\n"
            f"resources: {{r: {{type: OS::Heat::Value, properties: {{value: {undecided}}}, metadata: {{m: {undecided}}}}}}}\n"
            f"outputs: {{o: {{value: [{undecided}]}}}}\n"
        )
        code, out, _ = run(capsys, "preview", "t.yaml")
        assert code == 0 and out.count("otherwise: !omitted the item or key is left out") == 3
        either = {"<if {get_param: wanted}>": "a", "<otherwise>": "<omitted>"}
        code, out, _ = run(capsys, "preview", "t.yaml", "-f", "json")
        found = json.loads(out)
        assert code == 0 and found["outputs"]["o"]["value"] == [either]
        assert found["resources"]["r"]["properties"]["value"] == {"value": either}
        code, out, _ = run(capsys, "preview", "t.yaml", "-f", "html")
        assert code == 0 and out.count("otherwise:</span> &lt;omitted&gt;") == 3

    @pytest.mark.parametrize("group", [False, True])
    def test_a_property_that_may_be_left_out_has_the_default_of_the_nested_template(
        self, group: bool, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        head = "heat_template_version: 2021-04-16\nparameters: "
        (folder / "child.yaml").write_text(
            head + "{name: {type: string, default: usual}, size: {type: number}}\n"
            "outputs: {o: {value: {get_param: name}}, s: {value: {get_param: size}}}\n"
        )
        properties = "{name: {if: [{get_param: wanted}, a]}, size: {if: [{get_param: wanted}, '3']}}"
        used = f"{{type: child.yaml, properties: {properties}}}"
        if group:
            used = f"{{type: OS::Heat::ResourceGroup, properties: {{count: 1, resource_def: {used}}}}}"
        (folder / "t.yaml").write_text(head + f"{{wanted: {{type: boolean}}}}\nresources: {{r: {used}}}\n")
        code, out, _ = run(capsys, "preview", "t.yaml", "-f", "json")
        nested = json.loads(out)["resources"]["r"]["nested"]
        outputs = (nested["resources"]["0"]["nested"] if group else nested)["outputs"]
        assert code == 0 and outputs["o"]["value"] == {"<if {get_param: wanted}>": "a", "<otherwise>": "usual"}
        assert outputs["s"]["value"] == {"<if {get_param: wanted}>": 3, "<otherwise>": "<size>"}


EXPLAINED = """\
parameters: {image: {type: string}, flag: {type: boolean, default: true}}
conditions: {lit: {equals: [{get_param: flag}, true]}}
resources:
  v: {type: OS::Heat::Value, properties: {value: {list_join: ['-', [a, {get_param: image}]]}}}
  g:
    type: OS::Heat::ResourceGroup
    properties: {count: 1, resource_def: {type: child.yaml, properties: {name: {if: [lit, {get_attr: [v, value]}, b]}}}}
"""


class TestExplain:
    @pytest.fixture
    def explain(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> Any:
        (folder / "t.yaml").write_text(HEAD + EXPLAINED)
        (folder / "e.yaml").write_text("parameters:\n  image: cirros\n")
        return lambda path: run(capsys, "preview", "t.yaml", "-e", "e.yaml", "--explain", path)

    def test_the_way_of_a_value_through_a_nested_template(self, explain: Any) -> None:
        code, out, _ = explain("resources.g.nested.0.nested.resources.server.properties.name")
        assert code == 0
        assert out == (
            "resources.g.nested.0.nested.resources.server.properties.name = 'a-cirros'   [child.yaml:11]\n"
            "└─ get_param = 'a-cirros'   [child.yaml:11]\n"
            "   └─ the parameter 'name' (string) = 'a-cirros'   [child.yaml:3]\n"
            "      └─ passed by the resource 'g' to its member 0 = 'a-cirros'   [t.yaml:8]\n"
            "         └─ if = 'a-cirros'   [t.yaml:8]\n"
            "            ├─ the condition 'lit' = true   [t.yaml:3]\n"
            "            │  └─ equals = true   [t.yaml:3]\n"
            "            │     └─ 0: get_param = true   [t.yaml:3]\n"
            "            │        └─ the parameter 'flag' (boolean) = true   [t.yaml:2]\n"
            "            │           └─ its default   [t.yaml:2]\n"
            "            └─ then: get_attr = 'a-cirros'   [t.yaml:8]\n"
            "               └─ the resource 'v'   [t.yaml:5]\n"
            "                  └─ its property value = 'a-cirros'   [t.yaml:5]\n"
            "                     └─ list_join = 'a-cirros'   [t.yaml:5]\n"
            "                        └─ 1.1: get_param = 'cirros'   [t.yaml:5]\n"
            "                           └─ the parameter 'image' (string) = 'cirros'   [t.yaml:2]\n"
            "                              └─ parameters of the environment   [e.yaml:2]\n"
        )

    @pytest.mark.parametrize(
        ("path", "message"),
        [
            ("resources.x.properties", "there is no resource 'x'"),
            ("resources.v.propertys", "'v' has no propertys"),
            ("resources.v.properties.valeu", "there is no entry 'valeu' (did you mean 'value'?)"),
            ("resource", "should begin with parameters, conditions, resources or outputs"),
            ("outputs", "there is none"),
        ],
    )
    def test_a_path_that_leads_nowhere(self, explain: Any, path: str, message: str) -> None:
        code, _, err = explain(path)
        assert code == 2
        assert message in err


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
def test_standard_input(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    monkeypatch.setattr(
        sys,
        "stdin",
        io.TextIOWrapper(io.BytesIO((HEAD + "resources: {k: {type: child.yaml, properties: {name: q}}}\n").encode())),
    )
    code, out, _ = run(capsys, "preview", "-", "-f", "json")
    assert code == 0
    assert json.loads(out)["resources"]["k"]["nested"]["outputs"]["label"] == {"value": "[q]"}
