"""What makes cases for the comparison with Heat: the same seed gives the same cases, and each change is where it says."""

import random
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from for_each import for_each
from heat_parity.cases.expressions import random_expressions
from heat_parity.cases.folder import CaseWriter, environments_of, read_cases
from heat_parity.cases.mutation_table import MUTATIONS, PLACED
from heat_parity.cases.mutations import MutationCases, Source, template_files
from heat_parity.cases.packed import lay_out, read_packed, write_packed
from heat_parity.cases.parameter_values import environment_for
from heat_parity.cases.random_properties import changed_properties, random_properties
from heat_parity.cases.template_sites import Sites
from heat_parity.cases.unknowns import CLOUDS, random_system, results
from heat_parity.cases.unknowns import SOURCES as UNKNOWN
from heat_parity.compare.run import DATA
from heat_parity.recorded import content_key

import hotlint

SOURCES = sorted((DATA / "sources").glob("*.yaml"))
TEMPLATE = """heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: 1}  # of the volume
  name:
    type: string
    default: data
    constraints: [{length: {min: 1}}]
resources:
  volume:
    type: OS::Cinder::Volume
    properties:
      size: {get_param: size}
      name: {get_param: name}
    # the end
outputs:
  id: {value: {get_resource: volume}}
"""


def mutations(seed: int, count: int, names: list[str] | None = None) -> list[str]:
    cases = MutationCases([Source(Path("a.yaml"), TEMPLATE, {})], names or sorted(MUTATIONS), seed)
    return [change.text for _, _, change in cases(count)]


def test_the_same_seed_gives_the_same_mutations() -> None:
    assert mutations(1, 200) == mutations(1, 200)
    assert mutations(1, 200) != mutations(2, 200)
    assert len(set(mutations(1, 200))) == len(mutations(1, 200)) > 100


def test_the_same_seed_gives_the_same_cases_as_in_earlier_versions() -> None:
    """A changed key means that figures of earlier runs with a seed cannot be compared: change it only on purpose."""
    expressions = random_expressions(1)
    assert content_key([next(expressions).text for _ in range(50)]) == "d0f4fc26006b512e"
    assert content_key(mutations(1, 200)) == "7e9b9e0429b8e25f"


def test_systems_are_partly_unknown_and_read_only_what_stands_before() -> None:
    rng = random.Random(1)
    systems = [random_system(rng) for _ in range(50)]
    roots = [system[""] for system in systems]
    assert any(len(system) == 2 for system in systems) and any(len(system) == 1 for system in systems)
    assert "net" in str([root["outputs"] for root in roots])
    for root in roots:
        for number, name in enumerate(one for one in root["resources"] if one.startswith("r")):
            assert f"r{number}" == name
            assert not any(f"'r{later}'" in str(root["resources"][name]) for later in range(number, 5))


class _Judge:
    """Heat, as far as the test asks it: each value is the attribute that it names."""

    def resolve(self, text: str, env: dict[str, Any], attrs: dict[str, Any]) -> dict[str, Any]:
        template = yaml.safe_load(text)
        read = {name: attrs.get(name, {}).get("value") for name in ("vol", "r0")}
        resources = {
            "r0": {"type": template["resources"]["r0"]["type"], "properties": {"value": {"value": read["vol"]}}}
        }
        return {"ok": True, "result": {"resources": resources, "outputs": {"r0": {"value": read["r0"]}}}}


def test_the_results_of_a_system_follow_its_chain() -> None:
    value = {"type": "OS::Heat::Value", "properties": {"value": {"get_attr": ["vol", "value"]}}}
    files = {"": {"resources": {**UNKNOWN, "r0": value}}}
    assert [results(_Judge(), files, cloud) for cloud in CLOUDS] == [
        {"r0": {"value": "vol-1"}},
        {"r0": {"value": "other"}},
    ]


@cache
def _source(path: Path) -> tuple[str, Sites]:
    text = path.read_text(encoding="utf-8")
    return text, Sites(text)


@pytest.mark.parametrize("name", sorted(MUTATIONS))
def test_a_mutation_changes_only_the_lines_that_it_names(name: str) -> None:
    rng, made = random.Random(3), 0
    for path in SOURCES:
        text, sites = _source(path)
        for _ in range(5):
            change = MUTATIONS[name](rng, sites)
            if change is None:
                continue
            made += 1
            old, new = text.split("\n"), change.text.split("\n")
            assert old[: change.line] == new[: change.line]
            after = len(new) - change.end_line - 1
            assert old[len(old) - after :] == new[change.end_line + 1 :]
    assert made, "the sources have no place for this mutation"


def test_deleting_an_entry_leaves_the_others() -> None:
    change = MUTATIONS["prop-delete"](random.Random(1), Sites(TEMPLATE))
    assert change is not None
    properties = yaml.safe_load(change.text)["resources"]["volume"]["properties"]
    assert properties in ({"size": {"get_param": "size"}}, {"name": {"get_param": "name"}})


def test_the_span_of_a_block_leaves_out_what_follows_it() -> None:
    sites = Sites(TEMPLATE)
    volume = next(site for site in sites.all if site.path == ("resources", "volume"))
    start, end = sites.span(volume.value)
    assert TEMPLATE[start:end].startswith("type:") and TEMPLATE[start:end].endswith("name: {get_param: name}")


def test_placed_mutations_exist() -> None:
    assert set(PLACED) <= set(MUTATIONS)


def test_sources_are_free_of_errors(tmp_path: Path) -> None:
    assert len(SOURCES) >= 8
    for path in SOURCES:
        environment = tmp_path / "environment.yaml"
        environment.write_text(yaml.safe_dump(environment_for(path.read_text(encoding="utf-8"))), encoding="utf-8")
        found = hotlint.check(path, environments=[environment], config=False).diagnostics
        refused = [d for d in found if d.severity == "error" and not d.code.startswith("HOT55")]  # Heat accepts those
        assert refused == [], path.name


def test_template_files(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yml", "c.template", "d.txt"):
        (tmp_path / name).write_text("x")
    assert [path.name for path in template_files([tmp_path, tmp_path / "d.txt"])] == [
        "a.yml",
        "b.yaml",
        "c.template",
        "d.txt",
    ]


@for_each(
    ("schema", "value"),
    [
        ("{type: number, constraints: [{range: {min: 3}}]}", 3),
        ("{type: number, constraints: [{modulo: {step: 2, offset: 1}}]}", 1),
        ("{type: string, constraints: [{allowed_values: [x, y]}]}", "x"),
        ("{type: string, constraints: [{custom_constraint: net_cidr}]}", "10.0.0.0/24"),
        ("{type: string, constraints: [{allowed_pattern: '[0-9]'}]}", "1"),
        ("{type: string, constraints: [{length: {min: 12}}, {allowed_pattern: 'a{12}'}]}", "a" * 12),
        ("{type: boolean}", True),
        ("{type: comma_delimited_list}", ["a", "b"]),
    ],
)
def test_values_for_parameters(schema: str, value: Any) -> None:
    assert environment_for(f"parameters: {{p: {schema}, q: {{type: string, default: x}}}}") == {
        "parameters": {"p": value}
    }


def test_values_for_parameters_have_no_aliases() -> None:
    environment = environment_for("parameters: {p: {type: json}, q: {type: json}}")
    assert "&" not in yaml.safe_dump(environment)


def schema(kind: str, **more: Any) -> SimpleNamespace:
    given = {
        "type": kind,
        "implemented": True,
        "support_status": None,
        "required": False,
        "constraints": [],
        "schema": None,
    }
    return SimpleNamespace(**{**given, **more})


def test_random_properties() -> None:
    schemata = {
        "needed": schema("String", required=True),
        "size": schema("Integer"),
        "gone": schema("String", implemented=False, required=True),
        "all": schema("List", schema={0: schema("Boolean"), "*": schema("Boolean")}),
        "map": schema("Map"),
    }
    rng, seen = random.Random(1), set[str]()
    for _ in range(50):
        made = random_properties(schemata, rng)
        assert "needed" in made and "gone" not in made
        assert all(isinstance(item, bool) for item in made.get("all", []))
        changed = changed_properties(made, schemata, rng)
        assert "needed" in changed
        assert len([name for name in schemata if made.get(name) != changed.get(name)]) <= 1
        seen |= set(made)
    assert seen == set(schemata) - {"gone"}


def test_folder_of_cases(tmp_path: Path) -> None:
    with CaseWriter(tmp_path / "cases") as writer:
        template, environment = writer.write(".yaml", "a: 1\n"), writer.write(".env", "{}\n")
        writer.add({"file": template.name, "env": environment.name, "valid": True})
        writer.add({"file": writer.write(".yaml", "b: 1\n").name, "valid": False})
    rows = read_cases(tmp_path / "cases")
    assert [row["file"] for row in rows] == ["00000.yaml", "00001.yaml"]
    assert environments_of(rows[0], writer.folder) == [environment] and environments_of(rows[1], writer.folder) == []


def test_packed_cases(tmp_path: Path) -> None:
    files = {"a/t.yaml": "x: é\n", "a/raw.env": {"base64": "/wA="}}
    rows = [{"files": files, "file": "a/t.yaml", "op": "one: x"}, {"files": {}, "file": "b", "op": "two: x"}]
    write_packed(tmp_path / "p.gz", rows)
    first = (tmp_path / "p.gz").read_bytes()
    write_packed(tmp_path / "p.gz", rows)
    assert (tmp_path / "p.gz").read_bytes() == first
    (row,) = read_packed(tmp_path / "p.gz", "one")
    assert lay_out(row, tmp_path) == {"file": "a/t.yaml", "op": "one: x"}
    assert (tmp_path / "a/t.yaml").read_text(encoding="utf-8") == "x: é\n"
    assert (tmp_path / "a/raw.env").read_bytes() == b"\xff\x00"
    with pytest.raises(ValueError, match="leads out of the folder"):
        lay_out({"files": {"../x": ""}, "file": "x"}, tmp_path / "a")


def test_the_shipped_deployments_can_be_read() -> None:
    rows = list(read_packed(DATA / "creations.jsonl.gz"))
    assert len(rows) > 5000
    assert all({"files", "file", "env", "op", "valid", "attrs", "result"} <= set(row) for row in rows)
    assert all(row["file"] in row["files"] and set(row["env"]) <= set(row["files"]) for row in rows)
