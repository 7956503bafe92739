"""Every fact of the language at a public door: each function, key, type and constraint, in each version and target release."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from finding_lines import ENVIRONMENT, TEMPLATE, Checks, brief, checks_alone
from snapshot_files import RecordedAnswers

import hotlint
from hotlint.ide.documentation import FIELDS, SECTIONS, constraint_kind, custom_constraint, function, pseudo, version
from hotlint.language import functions, versions
from hotlint.language.constraints import custom
from hotlint.language.constraints.custom import SINCE, UNTIL
from hotlint.resource_types import releases
from hotlint.syntax import plain_yaml

LANGUAGE = RecordedAnswers("language")
ARGUMENTS = RecordedAnswers("functions", "arguments")
_SUBJECT = re.compile(r"'([po]\d+)'")
TEXTS = (
    "", "~", " ", "a", "abc", "a b", "0", "1", "-1", "1.5", "x" * 63, "x" * 64, ".".join(["x" * 63] * 4)[:252],
    ".".join(["x" * 63] * 4)[:253], ".".join(["x" * 63] * 4)[:254], ".".join(["x" * 63] * 4),
    "a.b", "a.b.", "a..b", ".", "A.b", "-a.b", "a-.b", "a_b", "a.1", "a.1.", "10.0.0.1", "10.0.0.256", "10.0.0", "10.0.0.0/24",
    "10.0.0.1/24", "10.0.0.0/33", "0.0.0.0/0", "::1", "fe80::/10", "::g", "10.0.0.0/255.0.0.0", "00:11:22:33:44:55",
    "00-11-22-33-44-55", "001122334455", "00:11:22:33:44", "0011.2233.4455", "2030-01-31", "2030-02-31", "2030", "203001",
    "2030-1-1T12:00:00Z", "2030-01-31T12:00:00+0530", "2030-01-31 12:00:60", "20300131T12", "2030-01-31T12:00:00.5Z", " 2130-01-31 ",
    "2010-01-31", "9999-12-31T23:59:59-12:00", "0 4 * * 1", "0 4 * *", "* * * * * *", "@daily", "61 * * * *", "0 4 * * 1 0 0 0",
    "Europe/Berlin", "Europe", "Nowhere/Town", "../UTC", "{}", "[1]", "{", '{"a": 1}', "nan", "é.b", "a.é",
)  # fmt: skip
"""Values at the limits of custom constraints."""
VALUES: tuple[Any, ...] = (
    "", "a", "abc", "abcd", "a,b", "5", "1.5", "-2", "true", "No", 0, 3, 4, 7, 2.5, True, [], ["a"], ["a", "b", "c", "d"], {},
    {"a": 1}, {"a": 1, "b": 2, "c": 3, "d": 4}, '{"a": 1}', "{", "[1, 2]", [1, None], {"a": None},
)  # fmt: skip
WORDS = (
    "pattern", "regex", "values", "enum", "custom", "desc", "min", "max", "step", "offset", "lenght", "Range", "allowed-values",
    "allowed_value", "AllowedPattern", "custom_constraints", "modul", "size", "description",
)  # fmt: skip
"""What authors write for a constraint, and the keys of some."""
CONSUMERS = {True: ("list_join", "str_split", "map_merge"), False: ("Fn::Join", "Fn::Split", "Fn::Base64")}
"""Functions of HOT (True) and of CloudFormation that need a list, a string, and something else."""
OTHERS: tuple[Any, ...] = (None, "", "x", 5, True, [], ["x"], [5, None], {}, {"x": 5})
"""Values that take the place of an argument, or of all."""
CONSTRAINTS: dict[str, tuple[Any, ...]] = {
    "length": (
        {"min": 1, "max": 3}, {"min": 2}, {"max": 1}, {"min": 3, "max": 1}, {"min": "1"}, {"min": 1.5}, {"min": -1},
        {"max": -1}, {"min": "x"}, {"mn": 1}, {}, 3, {"min": None, "max": 3}, {"min": True},
    ),
    "range": (
        {"min": 1, "max": 4}, {"min": 1.5}, {"max": 3}, {"min": 4, "max": 1}, {"min": "1"}, {"max": "x"}, {"mx": 1}, {}, [1, 4],
        {"min": 2, "max": 2},
    ),
    "modulo": (
        {"step": 2, "offset": 0}, {"step": 3, "offset": 1}, {"step": -3, "offset": -1}, {"step": 0, "offset": 0},
        {"step": 2, "offset": 2}, {"step": 2, "offset": -1}, {"step": 2}, {"offset": 1}, {"step": "2", "offset": "1"},
        {"step": 1.5, "offset": 0}, {}, 2, {"step": 2, "offset": 0, "stp": 1},
    ),
    "allowed_values": (["a", "abc", 3, 5, True, "a,b"], [], "a", None, [{"a": 1}], ["true", "5"], [None], {"get_param": "p0"}),
    "allowed_pattern": (
        "[a-z]*", "abc?", "[[:alpha:]]+", "[[:punct:]]+", "[[:alnum:]]x", "(", 5, "(?i)A.*", "[^b]+", "a{2,1}", "(a*)*b", "\\d+",
    ),
    "custom_constraint": ("ip_addr", "nova.flavor", "nope", "net_cdir", 5, None, ["ip_addr"], ""),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture(scope="module")
def checks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checks]:
    with checks_alone(tmp_path_factory.mktemp("language")) as made:
        yield made


def grouped(messages: list[str]) -> list[str]:
    """Messages about many parameters of one template, each once with the parameters that it is about."""
    subjects: dict[str, list[str]] = {}
    for message in messages:
        found = _SUBJECT.search(message)
        subjects.setdefault(_SUBJECT.sub("...", message, count=1), []).append(found[1] if found else "")
    return [f"{message}: {' '.join(names)}" for message, names in subjects.items()]


def found_in(template: dict[str, Any], checks: Checks, *, placed: bool = False) -> list[str]:
    """What is found in a template made of plain data: messages, with their places on demand."""
    found = checks.findings(json.dumps(template, ensure_ascii=False))
    return [brief(f, checks.path.parent) if placed else f"{f.code} {f.message}" for f in found if f.code < "HOT8"]


@pytest.mark.parametrize("version", versions.VERSIONS)
def test_functions_in_a_version(version: str, checks: Checks) -> None:
    lines = []
    for name in sorted(functions.NAMES):
        known = functions.get(name)
        assert known is not None
        given, call = given_sections(plain_yaml.load(known.given) or {}), plain_yaml.load(known.example)
        for context in ("value", "condition"):
            if context == "value":
                own: dict[str, Any] = {"outputs": {"made": {"value": call}}}
            else:
                own = {"conditions": {**given.get("conditions", {}), "made": call}}
            found = found_in({"heat_template_version": version, **given, **own}, checks)
            offered = name in functions.available(version, context)
            lines += [f"-- {name} {context}{' offered' * offered}", *found]
    LANGUAGE.check(f"functions: {version}", "\n".join(lines))


def given_sections(values: dict[str, Any]) -> dict[str, Any]:
    """The sections of a template that has what an example assumes, which is written as values."""
    parameters = {
        name: {"type": "json" if isinstance(value, list | dict) else "string", "default": value}
        for name, value in values.get("parameters", {}).items()
    }
    return {**{name: part for name, part in values.items() if name in versions.SECTIONS}, "parameters": parameters}


def _with_others(arguments: Any, others: Sequence[Any]) -> Iterator[Any]:
    """Arguments in which one part, or the whole, is another value."""
    yield from others
    parts = (
        enumerate(arguments)
        if isinstance(arguments, list)
        else arguments.items()
        if isinstance(arguments, dict)
        else ()
    )
    for place, part in parts:
        for changed in _with_others(part, others):
            copy = list(arguments) if isinstance(arguments, list) else dict(arguments)
            copy[place] = changed
            yield copy


def _values_template(values: Sequence[Any], given: dict[str, Any], version: str) -> dict[str, Any]:
    """A template of HOT or of CloudFormation with a resource for each value, and a parameter that nobody gives a value."""
    made: dict[str, Any] = {f"o{i}": value for i, value in enumerate(values)}
    if version in versions.VERSIONS:
        own = {name: {"type": "OS::Heat::Value", "properties": {"value": value}} for name, value in made.items()}
        parameters = {**given["parameters"], "nothing": {"type": "json"}}
        return {"heat_template_version": version, **given, "parameters": parameters, "resources": own}
    own = {name: {"Type": "OS::Heat::Value", "Properties": {"value": value}} for name, value in made.items()}
    types = {"string": "String", "json": "Json"}
    typed = {n: {"Type": types[p["type"]], "Default": p["default"]} for n, p in given["parameters"].items()}
    return {
        "HeatTemplateFormatVersion": version,
        "Parameters": {**typed, "nothing": {"Type": "Json"}},
        "Resources": own,
    }


@pytest.mark.parametrize("name", sorted(functions.NAMES))
def test_arguments_of_a_function(name: str, checks: Checks) -> None:
    known = functions.get(name)
    assert known is not None
    version = "2012-12-12" if name.startswith("Fn::") or name == "Ref" else versions.NEWEST
    is_hot = version in versions.VERSIONS
    unknown = {"get_param": "nothing"} if is_hot else {"Ref": "nothing"}
    list_call, text_call, map_call = CONSUMERS[is_hot]
    calls = []
    for arguments in _with_others(plain_yaml.load(known.example)[name], [unknown, *OTHERS]):
        call = {name: arguments}
        calls.append(call)
        if json.dumps(unknown) in json.dumps(arguments):
            calls += [{list_call: [",", call]}, {text_call: [",", call]}, {map_call: [call] if is_hot else call}]
    template = _values_template(calls, given_sections(plain_yaml.load(known.given) or {}), version)
    text = json.dumps(template, ensure_ascii=False)
    lines = []
    for f in checks.findings(text):
        number = text.count('"OS::Heat::Value"', 0, f.span.start_column)
        lines += [f"{number} {f.code} {f.message}"] if f.code < "HOT8" else []
    ARGUMENTS.check(name, "\n".join(lines))


@pytest.mark.parametrize("version", [*versions.VERSIONS, *versions.RELEASE_NAMES, "2019-01-01", "icehouse"])
def test_keys_in_a_version(version: str, checks: Checks) -> None:
    whole = {
        "heat_template_version": version,
        "description": "d",
        "parameter_groups": [{"label": "l", "description": "d", "parameters": ["p"], "labl": "x"}],
        "parameters": {
            "p": dict.fromkeys(versions.PARAMETER_KEYS, "x") | {"type": "string", "constraints": [], "tags": ["t"]}
        },
        "conditions": {"c": True},
        "resources": {
            policy: dict.fromkeys(versions.RESOURCE_KEYS, "x")
            | {
                "type": "OS::Heat::None",
                "condition": True,
                "deletion_policy": policy,
                "properties": {},
                "depends_on": [],
            }
            | {"metadata": {}, "update_policy": {}}
            for policy in [*versions.DELETION_POLICIES, "DELETE", "Keep"]
        },
        "outputs": {"o": {"description": "d", "condition": True, "value": 1, "valu": 2}},
        "Outputs": {},
    }
    LANGUAGE.check(f"keys: {version}", "\n".join(found_in(whole, checks, placed=True)))


def test_versions_in_target_releases(folder: Path) -> None:
    lines = []
    series = [release.series for release in releases.known()]
    for spelling in [*releases.spellings(), "10", "99"]:
        (folder / ".hotlint.yaml").write_text(f"target: '{spelling}'\n", encoding="utf-8")
        checks = Checks(folder / TEMPLATE)
        for name in (*versions.VERSIONS[-3:], "wallaby") if spelling in series else versions.VERSIONS[-1:]:
            found = found_in({"heat_template_version": name, "resources": {}}, checks)
            lines += [f"-- {spelling} {name}", *found] if found else []
    LANGUAGE.check("versions: in releases", "\n".join(lines))


def test_custom_constraints_in_target_releases(folder: Path) -> None:
    names = sorted({*SINCE, *UNTIL, *custom.everything(), "nope"})
    listed = {f"p{i}": {"type": "string", "constraints": [{"custom_constraint": n}]} for i, n in enumerate(names)}
    used = {name: {"value": {"get_param": name}} for name in listed}
    lines = []
    for release in releases.known():
        (folder / ".hotlint.yaml").write_text(f"target: '{release.number}'\n", encoding="utf-8")
        template = {"heat_template_version": "2018-08-31", "parameters": listed, "outputs": used}
        lines += [f"-- {release.number}", *grouped(found_in(template, Checks(folder / TEMPLATE)))]
    LANGUAGE.check("custom constraints: in releases", "\n".join(lines))


@pytest.mark.parametrize("name", sorted(custom.everything()))
def test_values_of_a_custom_constraint(name: str, checks: Checks) -> None:
    values = (*TEXTS, 5, 1.5, True, ["a"], {"a": 1}) if not name[-1:].isspace() and "." not in name else ("", "a", 5)
    parameters = {
        f"p{index}": {"type": "json" if isinstance(value, list | dict) else "string", "default": value}
        | {"constraints": [{"custom_constraint": name}]}
        for index, value in enumerate(values)
    }
    used = {f"o{index}": {"value": {"get_param": f"p{index}"}} for index in range(len(values))}
    template = {"heat_template_version": "2018-08-31", "parameters": parameters, "outputs": used}
    LANGUAGE.check(f"custom constraints: {name}", "\n".join(grouped(found_in(template, checks))))


def declared(kind: str, arguments: Any) -> Iterator[dict[str, Any]]:
    """A parameter with a constraint, of each type, with each default."""
    for parameter_type in (*versions.PARAMETER_TYPES, "strin"):
        bare = {"type": parameter_type, "constraints": [{kind: arguments}]}
        yield bare
        yield from ({**bare, "default": value} for value in VALUES)


@pytest.mark.parametrize("kind", CONSTRAINTS)
def test_constraints_of_parameters(kind: str, checks: Checks) -> None:
    lines = []
    for number, arguments in enumerate(CONSTRAINTS[kind]):
        parameters = {f"p{i}": entry for i, entry in enumerate(declared(kind, arguments))}
        if number > 1:  # the first two are right and are tried with each value
            parameters = {name: p for name, p in parameters.items() if "default" not in p}
        used = {f"o{i}": {"value": {"get_param": f"p{i}"}} for i in range(0, len(parameters), 3)}
        template = {"heat_template_version": "2018-08-31", "parameters": parameters, "outputs": used}
        lines += [f"-- {json.dumps(arguments)}", *grouped(found_in(template, checks))]
    LANGUAGE.check(f"constraints: {kind}", "\n".join(lines))


def test_words_that_are_no_constraint(checks: Checks) -> None:
    listed = {f"p{n}": {"type": "string", "constraints": [{word: 1}]} for n, word in enumerate(WORDS)}
    used = {name: {"value": {"get_param": name}} for name in listed}
    found = found_in({"heat_template_version": "2018-08-31", "parameters": listed, "outputs": used}, checks)
    LANGUAGE.check("constraints: words that are none", "\n".join(found))


@pytest.mark.parametrize("parameter_type", versions.PARAMETER_TYPES)
def test_values_given_for_a_type(parameter_type: str, folder: Path) -> None:
    limits = [
        {"length": {"min": 1, "max": 3}},
        {"allowed_values": ["abc", 3, "a"]},
        {"range": {"min": 1}},
        {"allowed_pattern": "a.*"},
    ]
    names = [f"p{index}" for index in range(len(VALUES))]
    parameters = {name: {"type": parameter_type, "constraints": limits} for name in names}
    used = {name: {"value": {"get_param": name}} for name in names}
    template = {"heat_template_version": "2018-08-31", "parameters": parameters, "outputs": used}
    given = folder / ENVIRONMENT
    given.write_text(json.dumps({"parameters": dict(zip(names, VALUES, strict=True))}), encoding="utf-8")
    (folder / TEMPLATE).write_text(json.dumps(template), encoding="utf-8")
    found = hotlint.check(folder / TEMPLATE, environments=[given]).diagnostics
    shown = hotlint.preview(folder / TEMPLATE, environments=[given]).to_dict()["outputs"]
    lines = grouped([f"{f.code} {f.message}" for f in found]) + [json.dumps({n: o}) for n, o in shown.items()]
    LANGUAGE.check(f"values: {parameter_type}", "\n".join(lines).replace(str(folder), "."))


def test_documentation() -> None:
    """What editors show about each word of the language."""
    pages = {f"custom constraint {name}": custom_constraint(name) for name in custom.everything()}
    pages |= {f"constraint {name}": constraint_kind(name) for name in CONSTRAINTS}
    pages |= {f"function {n} {v}": function(n, v) for n in sorted(functions.NAMES) for v in versions.VERSIONS[::5]}
    pages |= {f"version {name}": version(name) for name in (*versions.VERSIONS, *versions.RELEASE_NAMES)}
    pages |= {f"parameter {name}": pseudo(name) for name in versions.PSEUDO_PARAMETERS}
    pages |= {f"section {name}": SECTIONS[name] for name in SECTIONS}
    pages |= {f"field {' '.join(name)}": FIELDS[name] for name in FIELDS}
    LANGUAGE.check("documentation", "\n".join(f"-- {name}\n{page}" for name, page in pages.items()))


def test_nothing_else_is_recorded() -> None:
    names = {f"functions: {version}" for version in versions.VERSIONS}
    names |= {f"keys: {version}" for version in [*versions.VERSIONS, *versions.RELEASE_NAMES, "2019-01-01", "icehouse"]}
    names |= {
        "constraints: words that are none",
        "versions: in releases",
        "custom constraints: in releases",
        "documentation",
    }
    names |= {f"custom constraints: {name}" for name in custom.everything()}
    names |= {f"constraints: {kind}" for kind in CONSTRAINTS}
    LANGUAGE.keep_only(names | {f"values: {parameter_type}" for parameter_type in versions.PARAMETER_TYPES})
    ARGUMENTS.keep_only(set(functions.NAMES))
