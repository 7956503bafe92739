"""Templates in their surroundings: what a finding shows elsewhere, the contexts of nested templates, environments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from composition_fixture import V, opened, write
from for_each import for_each

import hotlint
from hotlint.analysis.environments.file import Environment, EnvironmentFile
from hotlint.analysis.environments.merge import merge
from hotlint.analysis.files.project import Project
from hotlint.cli.main import main
from hotlint.linter.checking.engine import Engine
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source


def found(folder: Path, name: str, **more: Any) -> dict[str, list[Any]]:
    """Findings by code."""
    by_code: dict[str, list[Any]] = {}
    for diagnostic in hotlint.check(folder / name, **more).diagnostics:
        by_code.setdefault(diagnostic.code, []).append(diagnostic)
    return by_code


# -- what a finding shows ------------------------------------------------------------------------------------------------


@for_each(
    ("given", "code", "related"),
    [("nope: 1", "HOT503", "child.yaml"), ("", "HOT504", "child.yaml"), ("size: many", "HOT505", "child.yaml"),
     ("size: 99", "HOT506", "child.yaml")],
)  # fmt: skip
def test_what_is_passed_wrongly_shows_the_parameter(tmp_path: Path, given: str, code: str, related: str) -> None:
    write(tmp_path, {
        "root.yaml": V + "resources: {one: {type: child.yaml, properties: {" + given + "}}}\n",
        "child.yaml": V + "parameters: {size: {type: number, constraints: [{range: {max: 9}}]}}\n",
    })  # fmt: skip
    places = found(tmp_path, "root.yaml")[code][0].related
    assert [Path(p.path).name for p in places] == [related]


def test_a_problem_in_a_child_is_shown_at_the_parent(tmp_path: Path) -> None:
    write(tmp_path, {
        "root.yaml": V + "resources:\n  one: {type: child.yaml}\n",
        "child.yaml": V + "resources:\n  x: {type: OS::Heat::RandomStrin}\n",
    })  # fmt: skip
    (diagnostic,) = found(tmp_path, "root.yaml")["HOT607"]
    assert diagnostic.severity == "error" and diagnostic.span.start_line == 2
    assert "child.yaml" in diagnostic.message and "RandomStrin" in diagnostic.message
    assert diagnostic.related[0].path.endswith("child.yaml") and diagnostic.related[0].span.start_line == 2


def test_a_misspelt_file_is_reported(tmp_path: Path) -> None:
    write(tmp_path, {"root.yaml": V + "resources: {one: {type: sub/chidl.yaml}}\n", "sub/child.yaml": V})
    (diagnostic,) = found(tmp_path, "root.yaml")["HOT601"]
    assert "did you mean 'child.yaml'?" in diagnostic.message
    assert diagnostic.fixes[0].edits[0].text == "sub/child.yaml"


def test_a_file_of_another_machine_is_not_fetched(tmp_path: Path) -> None:
    write(tmp_path, {"root.yaml": V + "resources: {one: {type: 'https://example.com/a.yaml', properties: {b: c}}}\n"})
    by_code = found(tmp_path, "root.yaml")
    assert [d.severity for d in by_code["HOT603"]] == ["info"]
    assert not [d for ds in by_code.values() for d in ds if d.severity == "error"]


def test_a_file_that_is_not_text_is_taken(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "root.yaml": V
            + "resources: {one: {type: OS::Heat::SoftwareConfig, properties: {config: {get_file: a.bin}}}}\n"
        },
    )
    (tmp_path / "a.bin").write_bytes(b"\xff\x00\xfe")
    assert "HOT602" not in found(tmp_path, "root.yaml")


def test_a_missing_file_is_an_error_wherever_it_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"root.yaml": V + "outputs: {a: {value: {get_file: gone}}}\n"})
    assert [d.severity for d in found(tmp_path, "root.yaml")["HOT602"]] == ["error"]
    write(tmp_path, {"root.yaml": V + "parameters: {p: {type: json, default: {get_file: gone}}}\n"})
    assert [d.severity for d in found(tmp_path, "root.yaml")["HOT602"]] == ["error"]


def test_a_missing_absolute_path_is_an_info(tmp_path: Path) -> None:
    write(tmp_path, {"root.yaml": V + f"outputs: {{a: {{value: {{get_file: {tmp_path}/no/file}}}}}}\n"})
    assert [d.severity for d in found(tmp_path, "root.yaml")["HOT602"]] == ["info"]


def test_a_file_outside_of_the_repository_or_folder_is_an_info(tmp_path: Path) -> None:
    nested = "resources: {one: {type: /no/such/t.yaml}}\n"
    write(tmp_path, {"root.yaml": V + nested + "outputs: {a: {value: {get_file: ../no/such/file}}}\n"})
    by_code = found(tmp_path, "root.yaml")
    assert [d.severity for d in by_code.pop("HOT604")] == ["info", "info"]
    assert not {"HOT601", "HOT602"} & set(by_code)


# -- contexts ------------------------------------------------------------------------------------------------------------

LENGTH = (
    V
    + "parameters: {n: {type: number}}\n"
    + ("resources: {r: {type: OS::Heat::RandomString, properties: {length: {get_param: n}}}}\n")
)
ROOTS = {
    ".hotlint.yaml": "templates: {'big.yaml': {environments: [env/big.yaml]}}\n",
    "env/big.yaml": "parameter_defaults: {size: 99}\n",
    "small.yaml": V + "parameters: {size: {type: number, default: 1}}\n"
    "resources: {s: {type: child.yaml, properties: {n: {get_param: size}}}}\n",
    "big.yaml": V + "parameters: {size: {type: number, default: 1}}\n"
    "resources: {b: {type: child.yaml, properties: {n: {get_param: size}}}}\n",
    "child.yaml": V
    + "parameters: {n: {type: number, constraints: [{range: {max: 9}}]}}\noutputs: {o: {value: {get_param: n}}}\n",
}


def test_a_child_alone_is_checked_for_its_roots(tmp_path: Path) -> None:
    write(tmp_path, {**ROOTS, "child.yaml": LENGTH, "env/big.yaml": "parameter_defaults: {size: 999}\n"})
    (diagnostic,) = found(tmp_path, "child.yaml")["HOT555"]
    assert "999" in diagnostic.message and "(big.yaml: b)" in diagnostic.message


def test_a_value_that_a_parent_passes_is_a_problem_of_the_parent(tmp_path: Path) -> None:
    write(tmp_path, ROOTS)
    assert "HOT506" in found(tmp_path, "big.yaml")
    assert "HOT215" not in found(tmp_path, "child.yaml")


def test_what_is_so_in_all_contexts_names_none(tmp_path: Path) -> None:
    write(
        tmp_path,
        {**ROOTS, "child.yaml": V + "parameters: {n: {type: number}}\nresources: {x: {type: OS::Heat::Nope}}\n"},
    )
    (diagnostic,) = found(tmp_path, "child.yaml")["HOT501"]
    assert "big.yaml" not in diagnostic.message and "small.yaml" not in diagnostic.message


def test_without_a_configuration_a_child_is_checked_alone(tmp_path: Path) -> None:
    write(tmp_path, {n: t for n, t in ROOTS.items() if n != ".hotlint.yaml"})
    assert "HOT215" not in found(tmp_path, "child.yaml")


def test_a_child_through_a_registry_and_another_child(tmp_path: Path) -> None:
    write(tmp_path, {
        ".hotlint.yaml": "environments: [env.yaml]\n",
        "env.yaml": "resource_registry: {'My::Leaf': leaf.yaml}\n",
        "root.yaml": V + "resources: {a: {type: middle.yaml}}\n",
        "middle.yaml": V + "resources: {b: {type: My::Leaf, properties: {n: 999}}}\n",
        "leaf.yaml": LENGTH,
    })  # fmt: skip
    assert "HOT555" in found(tmp_path, "leaf.yaml")


def test_each_alternative_environment_in_turn(tmp_path: Path) -> None:
    write(tmp_path, {
        "root.yaml": V + "parameters: {n: {type: number, constraints: [{range: {max: 9}}]}}\n",
        "a.yaml": "parameters: {n: 1}\n", "b.yaml": "parameters: {n: 99}\n",
    })  # fmt: skip
    engine = Engine(alternatives=[str(tmp_path / "a.yaml"), str(tmp_path / "b.yaml")])
    file_result = engine.check_file(str(tmp_path / "root.yaml"))
    assert file_result is not None
    (diagnostic,) = [d for d in file_result.diagnostics if d.code == "HOT215"]
    assert diagnostic.message == "parameter 'n' from b.yaml: 99 is above the maximum (9)"


def test_an_environment_knows_who_uses_it(tmp_path: Path) -> None:
    write(tmp_path, {
        ".hotlint.yaml": "templates: {'root.yaml': {environments: [env.yaml]}}\n",
        "env.yaml": "parameters: {size: 99, siz: 1}\nparameter_defaults: {inner: 1, nobody: 1}\n"
        "resource_registry: {'My::Used': 'OS::Heat::None', 'My::Unused': 'OS::Heat::None', resources: {gone: {hooks: pre-create}}}\n",
        "root.yaml": V + "parameters: {size: {type: number, constraints: [{range: {max: 9}}]}}\n"
        "resources: {a: {type: child.yaml}, b: {type: My::Used}}\n",
        "child.yaml": V + "parameters: {inner: {type: number}}\n",
        "other.yaml": V + "parameters: {nobody: {type: number}}\n",
    })  # fmt: skip
    by_code = found(tmp_path, "env.yaml")
    assert [d.message.partition("'")[2].partition("'")[0] for d in by_code["HOT639"]] == ["siz", "nobody", "My::Unused"]
    assert "root.yaml" in by_code["HOT640"][0].message


def test_each_entry_of_an_environment_that_nobody_uses_is_named(tmp_path: Path) -> None:
    write(tmp_path, {
        ".hotlint.yaml": "environments: [env.yaml]\n",
        "env.yaml": "parameters: {siz: 1, size: 1}\nparameter_defaults: {siez: 1}\nencrypted_param_names: [size, sise, [x], nobody]\n"
        "parameter_merge_strategies: {default: overwrite, size: merge, szie: merge}\n"
        "resource_registry: {'My::Used': 'OS::Heat::None', 'My::Usd': x.yaml, 'Your::*': a.yaml, 'My::*': 'OS::Heat::None', "
        "resources: {roott: {'My::Used': a.yaml}, 'r*': {'My::Used': 'OS::Heat::None'}}}\n",
        "root.yaml": V + "parameters: {size: {type: string}}\nresources: {root: {type: My::Used}}\n",
        "a.yaml": V, "x.yaml": V,
    })  # fmt: skip
    unused = found(tmp_path, "env.yaml")["HOT639"]
    which = "is not in any template that uses this environment"
    assert [(d.severity, d.message) for d in unused] == [
        ("warning", f"parameter 'siz' {which} (did you mean 'size'?)"),
        ("warning", f"parameter 'siez' {which} (did you mean 'size'?)"),
        ("info", f"parameter 'sise' {which} (did you mean 'size'?)"),
        ("info", f"parameter 'nobody' {which}"),
        ("warning", f"parameter 'szie' {which} (did you mean 'size'?)"),
        ("info", f"type 'My::Usd' {which} (did you mean 'My::Used'?)"),
        ("info", f"type 'Your::*' {which}"),
        ("info", f"resource 'roott' {which} (did you mean 'root'?)"),
    ]


@for_each("section", [
    "parameters: {}", "parameter_defaults: {}", "resource_registry: {}", "encrypted_param_names: []", "event_sinks: []",
    "parameter_merge_strategies: {}",
])  # fmt: skip
def test_a_file_with_one_section_of_an_environment_is_one(tmp_path: Path, section: str) -> None:
    write(tmp_path, {"e.yaml": f"{section}\n", "t.yaml": f"{section}\nnope: 1\nmore: 2\n"})
    assert "HOT008" not in found(tmp_path, "e.yaml")
    is_telling = section.startswith(("parameter_defaults", "resource_registry", "encrypted"))
    assert ("HOT008" in found(tmp_path, "t.yaml")) != is_telling


def test_an_environment_that_is_named_like_a_template_is_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its values and its types count where the folder is checked as a whole."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {
        "web.yaml": V + "parameters: {n: {type: number, constraints: [{range: {max: 9}}]}}\n"
        "resources: {a: {type: OS::Heat::Value, properties: {value: {get_param: n}}}, b: {type: Acme::Thing}}\n",
        "web-env.yaml": "parameters: {n: 99}\nresource_registry: {'Acme::Thing': OS::Heat::None}\n",
    })  # fmt: skip
    main(["check", "--no-cache", "-f", "concise", "."])
    codes = {line.split()[2] for line in capsys.readouterr().out.splitlines() if line.startswith("web.yaml")}
    assert codes == {"HOT215", "HOT755"}
    (tmp_path / "web-env.yaml").unlink()
    main(["check", "--no-cache", "-f", "concise", "."])
    codes = {line.split()[2] for line in capsys.readouterr().out.splitlines() if line.startswith("web.yaml")}
    assert codes == {"HOT501", "HOT755"}


@pytest.mark.parametrize("base", ["", "base_url: nested/, ", "base_url: nested, "])
def test_a_child_through_a_registry_with_a_base(tmp_path: Path, base: str) -> None:
    """The context in which a template is deployed is found by way of the address that its entry is relative to."""
    name = "nested/leaf.yaml" if not base else "leaf.yaml"
    write(tmp_path, {
        ".hotlint.yaml": "environments: [env.yaml]\n",
        "env.yaml": f"resource_registry: {{{base}'My::Leaf': {name}}}\n",
        "root.yaml": V + "resources: {a: {type: My::Leaf, properties: {n: 999}}}\n",
        "leaf.yaml": V,
        "nested/leaf.yaml": LENGTH,
    })  # fmt: skip
    is_used = any("999" in d.message for d in found(tmp_path, "nested/leaf.yaml").get("HOT555", ()))
    assert is_used or base == "base_url: nested, "


# -- environments --------------------------------------------------------------------------------------------------------


def environment(*texts: str) -> Environment:
    return merge(EnvironmentFile(parse(Source(f"/e{i}.yaml", text))) for i, text in enumerate(texts))


def test_globs_are_tried_before_what_they_cover() -> None:
    found = environment("resource_registry: {'A::B': 'X::Y', 'A::*': 'Z::*'}\n").mapped("A::B", "r")
    assert [m.applied("A::B") for m in found] == ["Z::B", "X::Y"]


def test_a_resource_of_its_own_comes_first() -> None:
    made = environment("resource_registry: {'A::B': 'X::Y', resources: {r: {'A::B': 'Q::Q'}}}\n")
    assert [m.target for m in made.mapped("A::B", "r")] == ["Q::Q", "X::Y"]
    assert [m.target for m in made.mapped("A::B", "s")] == ["X::Y"]


def test_later_environments_win() -> None:
    made = environment("resource_registry: {'A::B': 'X::Y'}\nparameters: {a: 1, m: {x: 1}}\n",
                       "resource_registry: {'A::B': 'Z::Z'}\nparameters: {a: 2, m: {y: 2}}\n")  # fmt: skip
    assert [m.target for m in made.mapped("A::B", "r")] == ["Z::Z"]
    assert made.parameters["a"].value == 2 and made.parameters["m"].value == {"y": 2}


# -- groups --------------------------------------------------------------------------------------------------------------


def test_members_of_a_group(tmp_path: Path) -> None:
    write(tmp_path, {
        "root.yaml": V + "resources:\n  g:\n    type: OS::Heat::ResourceGroup\n    properties:\n      count: 3\n"
        "      removal_policies: [{resource_list: ['1']}]\n"
        "      resource_def: {type: child.yaml, properties: {name: 'web-%index%'}}\n",
        "child.yaml": V + "parameters: {name: {type: string}}\noutputs: {n: {value: {get_param: name}}}\n",
    })  # fmt: skip
    context = opened(Project(Catalog()), str(tmp_path / "root.yaml"), offline=True)
    (use,) = context.uses(context.template.resources["g"])
    assert list(use.names(10)) == ["0", "2", "3"]
    assert [use.values(n) for n in use.names(2)] == [{"name": "web-0"}, {"name": "web-2"}]
    assert context.evaluation.attribute("g", ["n"]) == ["web-0", "web-2", "web-3"]
    assert context.evaluation.attribute("g", ["attributes", "n"]) == {"0": "web-0", "2": "web-2", "3": "web-3"}
    assert context.evaluation.attribute("g", ["resource.2.n"]) == "web-2"


def test_attributes_are_unknown_while_heat_validates(tmp_path: Path) -> None:
    write(tmp_path, {
        "root.yaml": V + "resources:\n  a: {type: child.yaml}\n"
        "  v: {type: OS::Cinder::Volume, properties: {size: {get_attr: [a, o]}}}\n",
        "child.yaml": V + "outputs: {o: {value: large}}\n",
    })  # fmt: skip
    assert not [d for ds in found(tmp_path, "root.yaml").values() for d in ds if d.severity == "error"]


def test_facade(tmp_path: Path) -> None:
    write(tmp_path, {
        "root.yaml": V + "resources:\n  a: {type: child.yaml, metadata: {role: web}, deletion_policy: Retain}\n",
        "child.yaml": V + "outputs:\n  m: {value: {resource_facade: metadata}}\n  d: {value: {resource_facade: deletion_policy}}\n",
    })  # fmt: skip
    preview = hotlint.preview(tmp_path / "root.yaml").to_dict()
    assert preview["resources"]["a"]["nested"]["outputs"] == {"m": {"value": {"role": "web"}}, "d": {"value": "Retain"}}


def test_a_missing_template_may_be_in_a_folder_below(tmp_path: Path) -> None:
    (tmp_path / "nested" / "more").mkdir(parents=True)
    (tmp_path / "nested" / "vdu.yaml").write_text("heat_template_version: 2018-08-31\n")
    (tmp_path / "nested" / "more" / "run.sh").write_text("echo\n")
    (tmp_path / "run.sh").mkdir()
    (tmp_path / "root.yaml").write_text(
        "heat_template_version: 2018-08-31\n"
        "resources:\n"
        "  a: {type: vdu.yaml}\n"
        "  b: {type: OS::Heat::Value, properties: {value: {get_file: scripts/run.sh}}}\n"
        "outputs: {o: {value: {get_file: nowhere/at.all}}}\n"
    )
    report = hotlint.check(tmp_path / "root.yaml")
    missing = [d for d in report.diagnostics if "does not exist" in d.message]
    assert [(d.severity, d.message.partition("does not exist")[2].partition(" does:")[0]) for d in missing] == [
        ("warning", ", but 'nested/vdu.yaml'"), ("warning", ", but 'nested/more/run.sh'"), ("error", "")
    ]  # fmt: skip
    assert [[f.edits[0].text for f in d.fixes] for d in missing] == [
        ["nested/vdu.yaml"],
        ["nested/more/run.sh"],
        [],
    ]
