"""The dry run as a whole: nested templates and groups, secrets, reasons, the command, budgets."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from preview_fixture import GROUP, HEAD, folder, preview, run

import hotlint
from hotlint.dry_run import stack_preview

__all__ = ["folder"]


class TestNested:
    def test_a_template_gets_what_its_parent_passes(self, folder: Path) -> None:
        found = preview(
            "resources: {kid: {type: child.yaml, properties: {name: a}}}\noutputs: {o: {value: {get_attr: [kid, label]}}}\n"
        )
        nested = found["resources"]["kid"]["nested"]
        assert nested["parameters"]["name"] == {"value": "a"}
        assert nested["resources"]["server"]["properties"]["value"]["user_data"] == "net none"
        assert found["outputs"]["o"] == {"value": "[a]"}

    def test_what_is_unknown_in_the_parent_is_so_in_the_child(self, folder: Path) -> None:
        found = preview(
            "resources: {n: {type: OS::Neutron::Net}, kid: {type: child.yaml, properties: {name: a, net: {get_resource: n}}}}\n"
        )
        server = found["resources"]["kid"]["nested"]["resources"]["server"]["properties"]
        assert server["value"]["user_data"] == "net <../n>"
        assert server["unknown"] == "the id of 'n' is known once it is created"

    def test_outputs_that_only_the_cloud_knows_name_their_resource(self, folder: Path) -> None:
        found = preview(
            "resources: {kid: {type: child.yaml, properties: {name: a}}}\noutputs: {o: {value: {get_attr: [kid, address]}}}\n"
        )
        assert found["outputs"]["o"]["value"] == "<kid/server.first_address>"

    def test_a_resource_that_is_off_has_nothing_in_it(self, folder: Path) -> None:
        found = preview("resources: {kid: {type: child.yaml, condition: false, properties: {name: a}}}\n")["resources"][
            "kid"
        ]
        assert (found["enabled"], found["why"], "nested" in found) == (False, "its condition is false", False)

    @pytest.mark.parametrize("limit", [1, 2, 5])
    def test_as_many_nested_templates_are_shown_as_the_limit_says(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, limit: int
    ) -> None:
        monkeypatch.setattr(stack_preview, "NESTED_LIMIT", limit)
        kids = ", ".join(f"k{n}: {{type: child.yaml, properties: {{name: a}}}}" for n in range(7))
        found = preview(f"resources: {{{kids}}}\n")["resources"]
        assert ["note" in kid["nested"] for kid in found.values()] == [n >= limit for n in range(7)]

    def test_a_template_within_itself_ends_at_heats_limit(self, folder: Path) -> None:
        (folder / "loop.yaml").write_text(HEAD + "resources: {again: {type: loop.yaml}}\n")
        found = hotlint.preview("loop.yaml").to_dict()
        for _ in range(5):
            found = found["resources"]["again"]["nested"]
        assert "deeper than the 5 that Heat allows" in found["resources"]["again"]["nested"]["note"]

    @pytest.mark.parametrize(("name", "failing"), [("missing.yaml", 1), ("http://example.com/x.yaml", 0)])
    def test_a_template_that_is_not_there(
        self, folder: Path, capsys: pytest.CaptureFixture[str], name: str, failing: int
    ) -> None:
        (folder / "t.yaml").write_text(HEAD + f"resources: {{kid: {{type: '{name}'}}}}\n")
        code, out, err = run(capsys, "preview", "t.yaml")
        assert code == failing
        assert name in out
        assert ("resources.kid: the template" in err) == bool(failing)

    def test_a_stack_with_its_template_inline(self, folder: Path) -> None:
        text = "resources: {s: {type: OS::Heat::Stack, properties: {template: {get_file: child.yaml}, parameters: {name: z}}}}\n"
        nested = preview(text)["resources"]["s"]["nested"]
        assert nested["outputs"]["label"] == {"value": "[z]"}

    def test_resource_facade(self, folder: Path) -> None:
        (folder / "f.yaml").write_text(HEAD + "resources: {}\noutputs: {m: {value: {resource_facade: metadata}}}\n")
        found = preview("resources: {kid: {type: f.yaml, metadata: {a: 1}}}\n")
        assert found["resources"]["kid"]["nested"]["outputs"]["m"] == {"value": {"a": 1}}


class TestGroups:
    def test_members_and_their_index(self, folder: Path) -> None:
        found = preview(GROUP % (2, ""))
        members = found["resources"]["g"]["nested"]["resources"]
        assert [m["properties"]["value"]["name"] for m in members.values()] == ["s-0", "s-1"]
        assert found["outputs"]["labels"] == {"value": ["[s-0]", "[s-1]"]}
        assert found["outputs"]["one"] == {"value": "[s-1]"}
        assert found["outputs"]["map"] == {"value": {"0": "[s-0]", "1": "[s-1]"}}

    def test_removal_policies_leave_a_gap(self, folder: Path) -> None:
        found = preview(GROUP % (2, "removal_policies: [{resource_list: ['0']}]"))
        assert list(found["resources"]["g"]["nested"]["resources"]) == ["1", "2"]

    @pytest.mark.parametrize(
        ("count", "shown"), [("0", 0), ("-3", 0), ("70", 50), ("2000000000", 50), ("{get_param: OS::stack_id}", 1)]
    )
    def test_the_number_of_members(self, folder: Path, count: str, shown: int) -> None:
        nested = preview(GROUP % (count, ""))["resources"]["g"]["nested"]
        assert len(nested["resources"]) == shown
        assert ("note" in nested) == (shown in (50, 1))

    def test_another_index_variable(self, folder: Path) -> None:
        text = (GROUP % (1, "index_var: $i$")).replace("s-%index%", "s-$i$-%index%")
        assert (
            preview(text)["resources"]["g"]["nested"]["resources"]["0"]["properties"]["value"]["name"] == "s-0-%index%"
        )

    def test_scaling_group_at_its_desired_capacity(self, folder: Path) -> None:
        text = "resources: {a: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 5, desired_capacity: 3, resource: {type: child.yaml, properties: {name: x}}}}}\n"
        assert len(preview(text)["resources"]["a"]["nested"]["resources"]) == 3
        assert len(preview(text.replace("desired_capacity: 3, ", ""))["resources"]["a"]["nested"]["resources"]) == 1

    def test_chain(self, folder: Path) -> None:
        text = "resources: {c: {type: OS::Heat::ResourceChain, properties: {resources: [OS::Heat::Value, child.yaml], resource_properties: {name: q}}}}\n"
        members = preview(text)["resources"]["c"]["nested"]["resources"]
        assert [m["type"] for m in members.values()] == ["OS::Heat::Value", "child.yaml"]
        assert members["1"]["nested"]["outputs"]["label"] == {"value": "[q]"}

    def test_instance_group(self, folder: Path) -> None:
        text = """\
resources:
  conf: {type: AWS::AutoScaling::LaunchConfiguration, properties: {ImageId: i, InstanceType: t}}
  g: {type: OS::Heat::InstanceGroup, properties: {AvailabilityZones: [n], LaunchConfigurationName: {get_resource: conf}, Size: 2}}
"""
        members = preview(text)["resources"]["g"]["nested"]["resources"]
        assert [m["properties"]["value"]["ImageId"] for m in members.values()] == ["i", "i"]

    def test_a_group_of_groups(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        text = """\
resources:
  outer:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: OS::Heat::ResourceGroup
        properties: {count: 2, index_var: "%i%", resource_def: {type: child.yaml, properties: {name: "%index%-%i%"}}}
"""
        members = preview(text)["resources"]["outer"]["nested"]["resources"]
        inner = members["1"]["nested"]["resources"]
        assert [m["nested"]["outputs"]["label"]["value"] for m in inner.values()] == ["[1-0]", "[1-1]"]
        (folder / "t.yaml").write_text(HEAD + text)
        _, out, _ = run(
            capsys, "preview", "t.yaml", "--explain", "resources.outer.nested.1.nested.0.nested.outputs.label"
        )
        assert "passed by the resource 'outer' to its member 1/0" in out

    def test_deployments(self) -> None:
        text = "resources: {d: {type: OS::Heat::SoftwareDeploymentGroup, properties: {servers: {a: id-a, b: id-b}, config: c}}}\n"
        members = preview(text)["resources"]["d"]["nested"]["resources"]
        assert {n: m["properties"]["value"] for n, m in members.items()} == {
            "a": {"config": "c", "server": "id-a"}, "b": {"config": "c", "server": "id-b"},
        }  # fmt: skip


class TestKnownOffline:
    def test_value_resources_and_mirrored_properties(self) -> None:
        text = """\
resources:
  v: {type: OS::Heat::Value, properties: {type: number, value: "12"}}
  s: {type: OS::Nova::Server, properties: {flavor: f, name: web}}
  unnamed: {type: OS::Nova::Server, properties: {flavor: f}}
outputs:
  v: {value: {get_attr: [v, value]}}
  s: {value: {get_attr: [s, name]}}
  u: {value: {get_attr: [unnamed, name]}}
"""
        found = preview(text)["outputs"]
        assert (found["v"], found["s"]) == ({"value": "12"}, {"value": "web"})
        assert found["u"]["value"] == "<unnamed.name>"

    def test_a_value_resource_does_not_convert_by_its_type(self) -> None:
        values = {"n": ("number", "'2'"), "s": ("string", "5"), "b": ("boolean", "'true'"), "z": ("string", "null")}
        text = "resources:\n" + "".join(
            f"  {n}: {{type: OS::Heat::Value, properties: {{type: {kind}, value: {value}}}}}\n"
            for n, (kind, value) in values.items()
        )
        text += "outputs:\n" + "".join(f"  {n}: {{value: {{get_attr: [{n}, value]}}}}\n" for n in values)
        text += "  joined: {value: {list_join: [',', [{get_attr: [s, value]}]]}}\n"
        found = preview(text)["outputs"]
        assert [found[n]["value"] for n in values] == ["2", 5, "true", None]
        assert "needs items that are strings" in found["joined"]["error"]

    def test_given_attributes_win(self) -> None:
        text = "resources: {s: {type: OS::Nova::Server, properties: {flavor: f, name: web}}}\noutputs: {s: {value: {get_attr: [s, name]}}}\n"
        assert preview(text, attributes={"s": {"name": "other"}})["outputs"]["s"] == {"value": "other"}

    def test_resources_that_need_each_other_end(self) -> None:
        text = """\
resources:
  a: {type: OS::Heat::Value, properties: {value: {get_attr: [b, value]}}}
  b: {type: OS::Heat::Value, properties: {value: {get_attr: [a, value]}}}
outputs: {o: {value: {get_attr: [a, value]}}}
"""
        assert set(preview(text)["outputs"]["o"]) & {"error", "unknown"}


SECRET = """\
parameters:
  p: {type: string, default: hunter22, hidden: true}
  q: {type: json, default: {k: deepsecret}, hidden: true}
resources:
  v: {type: OS::Heat::Value, properties: {value: {list_join: ['-', [a, {get_param: p}]]}}}
  w: {type: OS::Heat::Value, properties: {value: {get_param: q}}}
  kid: {type: child.yaml, properties: {name: n, password: {get_param: p}}}
  bad: {type: OS::Heat::Value, properties: {value: {list_join: [",", {get_param: p}]}}}
outputs:
  o: {value: {get_attr: [v, value]}}
  e: {value: {list_join: [{get_param: q}, []]}}
"""


class TestSecrets:
    @pytest.mark.parametrize("form", ["yaml", "json", "html"])
    def test_they_show_nowhere(self, folder: Path, capsys: pytest.CaptureFixture[str], form: str) -> None:
        (folder / "t.yaml").write_text(HEAD + SECRET)
        _, out, err = run(capsys, "preview", "t.yaml", "-f", form)
        assert "******" in out
        assert "hunter22" not in out + err
        assert "deepsecret" not in out + err

    def test_unless_they_are_asked_for(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "t.yaml").write_text(HEAD + SECRET)
        assert "a-hunter22" in run(capsys, "preview", "t.yaml", "--show-hidden")[1]

    def test_secrets_of_a_nested_template_are_redacted_in_its_parent(self, folder: Path) -> None:
        (folder / "s.yaml").write_text(
            HEAD
            + "parameters: {k: {type: string, default: innersecret, hidden: true}}\noutputs: {o: {value: {get_param: k}}}\n"
        )
        found = preview(
            "resources: {s: {type: s.yaml}, v: {type: OS::Heat::Value, properties: {value: {get_attr: [s, o]}}}}\n"
        )
        assert found["resources"]["v"]["properties"] == {"value": {"value": "******"}}

    def test_one_that_does_not_fit_is_not_shown_in_the_message(self) -> None:
        text = "parameters: {p: {type: number, default: 1, hidden: true}, q: {type: string, hidden: true, constraints: [{allowed_values: [a]}]}}\n"
        found = preview(
            text + "outputs: {o: {value: {get_param: p}}}\n", parameters={"p": "topsecret", "q": "othersecret"}
        )
        assert "error" in found["parameters"]["p"] and "error" in found["parameters"]["q"]
        assert "secret" not in json.dumps(found)


class TestParameters:
    def test_values_that_heat_refuses(self) -> None:
        text = "parameters: {n: {type: number, default: 1, constraints: [{range: {max: 3}}]}, m: {type: json, default: '{'}}\n"
        found = preview(text, parameters={"n": "7"})["parameters"]
        assert "7" in found["n"]["error"]
        assert "error" in found["m"]


class TestBudget:
    def test_a_value_that_is_shown_a_thousand_times(self, tmp_path: Path) -> None:
        (tmp_path / "budget.yaml").write_text("budget: 2\n")
        text = "parameters: {p: {type: string, default: %s}}\nresources:\n" % ("x" * 100_000)
        text += "".join(
            f"  r{n}: {{type: OS::Heat::Value, properties: {{value: {{get_param: p}}}}}}\n" for n in range(1_000)
        )
        found = preview(text, config=tmp_path / "budget.yaml")
        unknown = [r for r in found["resources"].values() if "unknown" in r["properties"]]
        assert unknown and "more, or larger, than a dry run of 2 seconds allows" in unknown[0]["properties"]["unknown"]
        assert not any("error" in r["properties"] for r in found["resources"].values())
        assert sum(len(str(r["properties"].get("value", ""))) for r in found["resources"].values()) < 50_000_000

    def test_one_budget_for_all_nested_templates(self, folder: Path) -> None:
        wide = f"{{repeat: {{for_each: {{$a: {list(range(150))}, $b: {list(range(150))}}}, template: $a$b}}}}"
        (folder / "wide.yaml").write_text(
            HEAD + f"parameters: {{n: {{type: string}}}}\noutputs: {{o: {{value: {wide}}}}}\n"
        )
        text = "resources: {g: {type: OS::Heat::ResourceGroup, properties: {count: 40, resource_def: {type: wide.yaml, properties: {n: '%index%'}}}}}\n"
        members = preview(text)["resources"]["g"]["nested"]["resources"].values()
        assert any("error" in m["nested"]["outputs"]["o"] for m in members)


def test_a_resource_that_reads_its_own_attribute_resolves_at_any_depth_of_the_stack() -> None:
    greeting = "{str_replace: {template: N, params: {N: {get_attr: [s, name]}}}}"
    properties = f"{{flavor: a, user_data: {greeting}, metadata: {{map_merge: [{{a: 1}}, {{get_param: more}}]}}}}"
    text = "parameters: {more: {type: json, default: {}}}\n"
    text += f"resources: {{s: {{type: OS::Nova::Server, properties: {properties}}}}}\n"
    shallow = preview(text)

    def deeper(levels: int) -> dict[str, Any]:
        return deeper(levels - 1) if levels else preview(text)

    assert deeper(650) == shallow
    assert "error" not in shallow["resources"]["s"]["properties"]
