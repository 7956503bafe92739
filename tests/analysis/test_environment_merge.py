"""Environments merged as Heat's engine does it: strategies, types of parameters, registries, and what Heat refuses."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import Any

from for_each import for_each

import hotlint
from hotlint.analysis.environments.file import Environment, EnvironmentFile
from hotlint.analysis.environments.merge import merge
from hotlint.analysis.environments.parameter_merge import ParameterTypeOf
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

TYPES = {
    "text": "string", "size": "number", "list": "comma_delimited_list", "map": "json", "flag": "boolean",
}  # fmt: skip
TEMPLATE = "heat_template_version: 2018-08-31\nparameters:\n" + "".join(
    f"  {name}: {{type: {kind}, default: {'1' if kind == 'number' else 'no' if kind == 'boolean' else chr(39) * 2}}}\n"
    for name, kind in TYPES.items()
)


def merged(
    *texts: str, given: dict[str, Any] | None = None, type_of: ParameterTypeOf = TYPES.get, strict_first: bool = True
) -> Environment:
    files = [EnvironmentFile(parse(Source(f"/e{i}.yaml", text))) for i, text in enumerate(texts)]
    return merge(files, given, type_of, strict_first=strict_first)


def with_strategy(strategy: str, text: str) -> str:
    return f"parameters: {{{text}}}\nparameter_merge_strategies: {{default: {strategy}}}\n"


@for_each(
    ("strategy", "old", "new", "value"),
    [
        ("overwrite", "map: {a: 1}", "map: {b: 2}", {"b": 2}),
        ("merge", "map: {a: {x: 1}}", "map: {a: {y: 2}, b: 3, c: ~}", {"a": {"y": 2}, "b": 3}),
        ("deep_merge", "map: {a: {x: [1]}}", "map: {a: {x: [2], y: s}}", {"a": {"x": [1, 2], "y": "s"}}),
        ("deep_merge", "map: {a: x}", "map: {a: y}", {"a": "xy"}),
        ("merge", "map: {a: 1}", "map: '{\"b\": 2}'", {"a": 1, "b": 2}),
        ("merge", "list: [a]", "list: [b]", ["a", "b"]),
        ("merge", "list: 'a'", "list: 'b'", "a,b"),
        ("merge", "text: a", "text: b", "ab"),
        ("merge", "size: '1'", "size: '2'", "12"),
    ],
)
def test_values_are_joined_by_strategy_and_type(strategy: str, old: str, new: str, value: object) -> None:
    made = merged(with_strategy(strategy, old), with_strategy(strategy, new))
    assert [g.value for g in made.parameters.values()] == [value]
    assert made.problems == ()


@for_each(
    ("strategy", "old", "new"),
    [
        ("merge", "size: 1", "size: 2"),
        ("merge", "flag: true", "flag: 'true'"),
        ("merge", "list: [a]", "list: 'b'"),
        ("merge", "text: a", "text: 5"),
        ("merge", "map: '{\"a\": 1}'", "map: {b: 1}"),
        ("merge", "map: {a: 1}", "map: 'no JSON'"),
        ("deep_merge", "map: {a: 1}", "map: {a: x}"),
    ],
)
def test_values_of_other_types_cannot_be_joined(strategy: str, old: str, new: str) -> None:
    assert merged(with_strategy(strategy, old), with_strategy(strategy, new)).problems


def test_the_strategy_of_one_file_counts_for_all() -> None:
    made = merged("parameters: {text: a}\n", "parameters: {text: b}\nparameter_merge_strategies: {text: merge}\n")
    assert ["'merge' in this environment but 'overwrite'" in p.message for p in made.problems] == [True]


def test_older_releases_forget_the_strategy_of_the_first_file() -> None:
    second = "parameters: {text: b}\nparameter_merge_strategies: {text: merge}\n"
    made = merged("parameters: {text: a}\n", second, strict_first=False)
    assert made.parameters["text"].value == "ab" and not made.problems


def test_null_and_undefined_parameters_of_later_files_are_ignored() -> None:
    made = merged("parameters: {text: a, none: 1}\n", "parameters: {text: ~, other: 2}\n")
    assert {n: g.value for n, g in made.parameters.items()} == {"text": "a", "none": 1}


def test_a_file_wins_over_values_given_apart_from_it() -> None:
    made = merged("parameters: {text: file, other: 1}\n", given={"text": "line", "OS::stack_name": "s"})
    assert {n: g.value for n, g in made.parameters.items()} == {"text": "file", "OS::stack_name": "s"}
    assert [p.milder for p in made.problems] == [True]


def test_a_registry_of_resources_is_replaced_whole() -> None:
    made = merged("resource_registry: {A::B: X::Y, resources: {r: {A::B: X::Z}}}\n",
                  "resource_registry: {C::D: X::Y, resources: {}}\n")  # fmt: skip
    assert [(m.pattern, m.scope) for m in made.registry] == [("A::B", ()), ("C::D", ())]


@for_each(
    ("first", "second"),
    [
        ("event_sinks: [{type: zaqar-queue, target: a}]\n", "event_sinks: [{type: zaqar-queue, target: b}]\n"),
        ("encrypted_param_names: [text]\n", "encrypted_param_names: [text]\n"),
        ("parameters: {text: x}\n", "parameters: {text: {a: 1}}\n"),
        ("parameter_merge_strategies: x\n", "parameter_merge_strategies: {text: merge}\n"),
    ],
)
def test_what_cannot_be_merged_at_all(first: str, second: str) -> None:
    assert merged(first, second).problems


def test_values_travel_as_json() -> None:
    made = merged("parameters: {map: {1: a, ~: b}, text: .inf, size: 0.00001}\n")
    values = {n: g.value for n, g in made.parameters.items()}
    assert values == {"map": {"1": "a", "null": "b"}, "text": "Infinity", "size": "1e-05"}


def test_check_and_preview_merge_alike(tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_text(TEMPLATE + "outputs: {it: {value: {get_param: text}}}\n")
    (tmp_path / "a.env").write_text("parameters: {text: a}\nparameter_merge_strategies: {text: merge}\n")
    (tmp_path / "b.env").write_text("parameters: {text: b, nope: 1}\nparameter_merge_strategies: {text: merge}\n")
    environments = [tmp_path / "a.env", tmp_path / "b.env"]
    report = hotlint.check(tmp_path / "t.yaml", environments=environments)
    assert not [d for d in report.diagnostics if d.severity == "error"]
    preview = hotlint.preview(tmp_path / "t.yaml", environments=environments)
    assert preview.to_dict()["outputs"]["it"]["value"] == "ab"


def test_parameters_of_templates_that_are_sent_along_are_merged_too(tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_text("heat_template_version: 2018-08-31\nresources: {r: {type: c.yaml}}\n")
    (tmp_path / "c.yaml").write_text(
        "heat_template_version: 2018-08-31\nparameters: {own: {type: number, default: 1}}\n"
        "outputs: {it: {value: {get_param: own}}}\n"
    )
    for name, value in (("a.env", 1), ("b.env", 2)):
        (tmp_path / name).write_text(
            f"parameter_defaults: {{own: {value}}}\nparameter_merge_strategies: {{own: merge}}\n"
        )
    report = hotlint.check(tmp_path / "t.yaml", environments=[tmp_path / "a.env", tmp_path / "b.env"])
    assert "HOT641" in [d.code for d in report.diagnostics]


@for_each(
    ("registry", "sent"),
    [
        ("{Acme::C: c.yaml}", True),
        ("{resources: {r: {Acme::C: c.yaml}}}", True),
        ("{resources: {r: {s: {Acme::C: c.yaml}}}}", False),
        ("{Acme::C: OS::Heat::None}", False),
    ],
)
def test_templates_of_a_registry_are_sent_along(tmp_path: Path, registry: str, sent: bool) -> None:
    """Those for a resource of a nested stack are not, so that a number among them is merged as a string."""
    (tmp_path / "t.yaml").write_text("heat_template_version: 2018-08-31\n")
    (tmp_path / "c.yaml").write_text(
        "heat_template_version: 2018-08-31\nparameters: {own: {type: number, default: 1}}\n"
    )
    for name, value in (("a.env", 1), ("b.env", 2)):
        (tmp_path / name).write_text(
            f"resource_registry: {registry}\nparameter_defaults: {{own: {value}}}\nparameter_merge_strategies: {{own: merge}}\n"
        )
    report = hotlint.check(tmp_path / "t.yaml", environments=[tmp_path / "a.env", tmp_path / "b.env"])
    assert ("HOT641" in [d.code for d in report.diagnostics]) == sent


def errors(folder: Path, *environments: str, files: dict[str, str]) -> list[str]:
    for name, text in {**files, **{f"e{i}.env": text for i, text in enumerate(environments)}}.items():
        (folder / name).write_text(text)
    given = [folder / f"e{i}.env" for i in range(len(environments))]
    report = hotlint.check(folder / "t.yaml", environments=given)
    return [d.code for d in report.diagnostics if d.severity == "error"]


V = "heat_template_version: 2018-08-31\n"


def test_hooks_that_a_later_registry_replaces_are_not_read(tmp_path: Path) -> None:
    template = {"t.yaml": V + "resources: {r: {type: OS::Heat::RandomString}}\n"}
    wrong = "resource_registry: {resources: {r: {hooks: nope}}}\n"
    assert errors(tmp_path, wrong, files=template) == ["HOT620"]
    assert errors(tmp_path, wrong, "resource_registry: {resources: {}}\n", files=template) == []
    assert errors(tmp_path, wrong, "resource_registry: {'A::B': 'X::Y'}\n", files=template) == ["HOT620"]


def test_the_type_that_a_template_replaces_is_found_by_the_name_in_the_template(tmp_path: Path) -> None:
    files = {"t.yaml": V + "resources: {r: {type: 'My::T'}}\n", "leaf.yaml": V}
    mapped = "resource_registry: {'OS::Heat::Value': leaf.yaml, 'My::T': 'OS::Heat::Value'}\n"
    assert errors(tmp_path, mapped, files=files) == []
    files["t.yaml"] = V + "resources: {r: {type: 'OS::Heat::Value', properties: {value: 1}}}\n"
    assert "HOT609" in errors(tmp_path, mapped, files=files)


def test_a_glob_that_is_named_itself_is_a_loop(tmp_path: Path) -> None:
    files = {"t.yaml": V + "resources: {r: {type: 'My::A'}}\n"}
    assert errors(tmp_path, "resource_registry: {'My::A': 'My::*', 'My::*': 'My::*'}\n", files=files)


def test_a_resource_mapped_to_none_is_not_validated(tmp_path: Path) -> None:
    files = {
        "t.yaml": V
        + "resources: {r: {type: OS::Nova::Server, properties: {a: {get_param: nope}}, update_policy: {a: 1},"
        " deletion_policy: Snapshot}}\n"
    }
    assert errors(tmp_path, "resource_registry: {'OS::Nova::Server': 'OS::Heat::None'}\n", files=files) == []
    files["t.yaml"] = V + "resources: {r: {type: OS::Nova::Server, properties: {a: {get_resource: nope}}}}\n"
    assert errors(tmp_path, "resource_registry: {'OS::Nova::Server': 'OS::Heat::None'}\n", files=files) == ["HOT302"]


REGISTRY: dict[str, Any] = {
    "Mine": "child.yaml",
    "Other": "OS::Heat::None",
    "resources": {"mine": {"inner": {"Third": "OS::Heat::RandomString"}}, "mi*": {"it": {"Fourth": "OS::Heat::Value"}}},
}
"""Entries for all resources, and for those of a nested template."""


@for_each("order", list(permutations(REGISTRY)), ids=" ".join)
def test_entries_of_a_registry_reach_a_nested_template(tmp_path: Path, order: tuple[str, ...]) -> None:
    head = "heat_template_version: 2018-08-31\nresources:\n"
    types = {"a": "Other", "inner": "Third", "it": "Fourth", "outer": "Third", "own": "Mine"}
    (tmp_path / "parent.yaml").write_text(f"{head}  mine: {{type: Mine}}\n")
    (tmp_path / "child.yaml").write_text(head + "".join(f"  {n}: {{type: {t}}}\n" for n, t in types.items()))
    (tmp_path / "env.yaml").write_text(json.dumps({"resource_registry": {name: REGISTRY[name] for name in order}}))
    found = hotlint.check(tmp_path / "parent.yaml", environments=[tmp_path / "env.yaml"]).diagnostics
    assert [d.message for d in found if d.code != "HOT555"] == [
        "nested template 'Mine' has 2 errors, the first: unknown resource type 'Third'"
    ]
