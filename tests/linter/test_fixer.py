"""Which fixes are safe, what they may change, and that guesses are made one at a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from for_each import for_each

from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.checking.fixer import Fixer, same_values

HEAD = "heat_template_version: 2018-08-31\n"


def checked(folder: Path, text: str, files: dict[str, str] | None = None) -> tuple[Engine, FileResult]:
    """Return the engine, and its findings in a template in a folder with other files."""
    for name, content in {"t.yaml": text, **(files or {})}.items():
        (folder / name).write_text(content)
    engine = Engine(use_config=False)
    found = engine.check_file(str(folder / "t.yaml"))
    assert found is not None
    return engine, found


def fixed(folder: Path, text: str, *, unsafe: bool = False, files: dict[str, str] | None = None) -> str:
    engine, found = checked(folder, text, files)
    return Fixer(engine, unsafe=unsafe).apply(found).text


GUESSES = {
    "a digit": HEAD
    + "parameters:\n  admin_boot_volume_id_0: {type: string}\n"
    + "outputs:\n  a: {value: {get_param: admin_boot_volume_id_1}}\n"
    + "resources:\n  r: {type: 'OS::Heat::Value', properties: {value: {get_param: admin_boot_volume_id_1}}}\n",
    "a part of a name": HEAD
    + "parameters:\n  web_net_id: {type: string}\n"
    + "resources:\n  r: {type: 'OS::Heat::Value', properties: {value: {get_param: wan_net_id}}}\n",
    "a letter": HEAD
    + "parameters:\n  flavor: {type: string}\n"
    + "resources:\n  r: {type: 'OS::Heat::Value', properties: {value: {get_param: flavour}}}\n",
    "a path": HEAD + "resources:\n  r: {type: 'OS::Heat::Value', properties: {value: {get_file: Boot.sh}}}\n",
    "a template": HEAD + "resources:\n  r: {type: Child.yaml}\n",
    "a version": "heat_template_version: 2018-09-31\nresources:\n  r: {type: 'OS::Heat::RandomString'}\n",
    "a type": HEAD + "resources:\n  r: {type: 'OS::Nova::Serverr'}\n",
    "a suppression": HEAD + "resources:\n  r: {type: 'OS::Heat::RandomString'}  # hotlint: disable=HOT299\n",
    "what Heat accepts": HEAD
    + "parameters:\n  flavor: {type: string, default: m1}\nconditions:\n  never: false\n"
    + "resources:\n  r: {type: 'OS::Heat::Value', properties: {value: {if: [never, {get_param: Flavor}, 1]}}}\n",
}


@for_each("kind", GUESSES)
def test_a_guess_is_not_safe(tmp_path: Path, kind: str) -> None:
    assert fixed(tmp_path, GUESSES[kind], files={"boot.sh": "", "child.yaml": HEAD}) == GUESSES[kind]


@pytest.mark.parametrize("name", ["Web_net_id", "web-net-id"])
def test_a_name_that_cannot_be_meant_otherwise_is_fixed(tmp_path: Path, name: str) -> None:
    right = GUESSES["a part of a name"].replace("wan_net_id", "web_net_id")
    assert fixed(tmp_path, right.replace("get_param: web_net_id", f"get_param: {name}")) == right


NAMES = {
    "in braces": ("'web_net {id'", "{get_param: web_net_id}", "{get_param: 'web_net {id'}"),
    "with a colon": ("'web_net: id'", "{get_param: web_net_id}", "{get_param: 'web_net: id'}"),
    "in single quotes": ('"web\'s_net"', "{get_param: 'webs_net'}", "{get_param: 'web''s_net'}"),
    "in double quotes": ("'web\"s_net'", '{get_param: "webs_net"}', '{get_param: "web\\"s_net"}'),
    "a backslash": ("'web_net\\id'", '{get_param: "web_net_id"}', '{get_param: "web_net\\\\id"}'),
    "not printable": ('"web_net\\x07id"', "{get_param: 'web_net_id'}", '{get_param: "web_net\\u0007id"}'),
    "a boolean": ("'true'", "{get_param: trUe}", "{get_param: 'true'}"),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_put_in_quotes_where_it_needs_them(tmp_path: Path, name: str) -> None:
    key, before, after = NAMES[name]
    text = f"{HEAD}parameters:\n  {key}: {{type: string}}\nresources: {{}}\noutputs:\n  a: {{value: {before}}}\n"
    assert fixed(tmp_path, text, unsafe=True) == text.replace(before, after)


def test_a_reference_is_not_pointed_at_its_own_resource(tmp_path: Path) -> None:
    text = HEAD + (
        "resources:\n  Network: {type: 'OS::Heat::Value', depends_on: network, properties: {value: {get_resource: network}}}\n"
    )
    _, found = checked(tmp_path, text)
    assert [d.code for d in found.diagnostics] == ["HOT302", "HOT302"]
    assert all(not d.fixes and "did you mean" not in d.message for d in found.diagnostics)


def test_a_reference_is_not_pointed_at_a_resource_that_depends_on_it(tmp_path: Path) -> None:
    text = HEAD + (
        "resources:\n  Network: {type: 'OS::Heat::Value', depends_on: other}\n"
        "  other: {type: 'OS::Heat::Value', depends_on: last}\n  last: {type: 'OS::Heat::Value', depends_on: network}\n"
    )
    assert fixed(tmp_path, text, unsafe=True) == text


def test_a_condition_is_not_pointed_at_itself(tmp_path: Path) -> None:
    text = (
        HEAD
        + "conditions:\n  Small: {not: small}\nresources:\n  r: {type: 'OS::Heat::RandomString', condition: Small}\n"
    )
    assert fixed(tmp_path, text, unsafe=True) == text


def test_a_template_is_not_its_own_child(tmp_path: Path) -> None:
    text = HEAD + "resources:\n  r: {type: tt.yaml}\n"
    _, found = checked(tmp_path, text)
    assert [d.fixes for d in found.diagnostics if d.code == "HOT601"] == [()]


def test_guesses_are_applied_one_at_a_time_after_what_is_safe(tmp_path: Path) -> None:
    text = HEAD + (
        "parameters:\n  flavor: {type: string}\n  image_name: {type: string}\n"
        "resources:\n  r: {type: 'OS::Heat::Value', properties: {value: [{get_param: flavr}, {get_param: Image_name}]}}\n"
        "  s: {type: 'OS::Heat::Value', properties: {value: {get_param: imag_name}}}\n"
    )
    engine, found = checked(tmp_path, text)
    done = Fixer(engine, unsafe=True).apply(found).done
    assert [applied.fix.safety for applied in done] == ["safe", "unsafe", "unsafe"]


def test_safe_fixes_keep_values_when_unsafe_ones_are_asked_for_as_well(tmp_path: Path) -> None:
    """A safe fix is verified by the dry run, whatever else is allowed."""
    text = (
        HEAD
        + "parameters:\n  12: {type: string, default: a}\n  010: {type: string, default: b}\noutputs:\n  o: {value: 1}\n"
    )
    assert '"010"' not in fixed(tmp_path, text)


@pytest.mark.parametrize(
    "parameters",
    [
        "  flavor: &a {type: string}\n  password: *a\n",
        "  password: &a {type: string}\n  flavor: *a\n",
        "  password: &a\n    type: string\n  flavor:\n    <<: *a\n    default: m1\n",
    ],
)
def test_a_parameter_is_not_hidden_with_another_one(tmp_path: Path, parameters: str) -> None:
    text = f"{HEAD}parameters:\n{parameters}" + (
        "resources:\n  r: {type: 'OS::Heat::Value', properties: {value: [{get_param: flavor}, {get_param: password}]}}\n"
    )
    engine, found = checked(tmp_path, text)
    assert [d.fixes for d in found.diagnostics if d.code == "HOT901"] == [()]
    assert Fixer(engine).apply(found).text == text


PARTS = {
    "parameters": "{{type: string, default: {}}}",
    "conditions": "{{equals: [{}, a]}}",
    "resources": "{{type: 'OS::Heat::Value', properties: {{value: {}}}}}",
    "outputs": "{{value: {}}}",
}


@for_each("section", PARTS)
@for_each(("before", "after"), [("a", "b"), ("ab", "aa"), ("a", ""), ("", "a")])
def test_values_that_fixes_may_not_change(tmp_path: Path, section: str, before: str, after: str) -> None:
    """Each letter is the value of a part of the section: one that changes, one that is lost, one that is new."""
    results = []
    for values in (before, after, before):
        parts = "".join(f"  p{n}: {PARTS[section].format(v)}\n" for n, v in enumerate(values))
        results.append(checked(tmp_path, f"{HEAD}{section}:{'' if parts else ' {}'}\n{parts}outer: 1\n")[1])
    old, new, again = results
    assert not same_values(old, new, [])
    assert same_values(old, again, [])
    outside = [d for d in old.diagnostics if d.code == "HOT104"]
    assert [d.severity for d in outside] == ["error"]
    assert same_values(old, new, outside) == (not before)  # where an error is fixed, there may be new values


@pytest.mark.parametrize("text", ["parameters: {{a: {}}}\n", "a: {}\n", "{}: [\n"])
def test_only_templates_have_values_to_compare(tmp_path: Path, text: str) -> None:
    old, new = (checked(tmp_path, text.format(value))[1] for value in "bc")
    assert same_values(old, new, []) is True


@for_each("newline", ["\n", "\r\n"])
@for_each("rest", ["    description: d\n", ""])
def test_a_parameter_is_hidden_in_the_layout_that_it_has(tmp_path: Path, newline: str, rest: str) -> None:
    text = f"{HEAD}parameters:\n  password:\n    type: string\n{rest}"
    hidden = text.replace("string\n", "string\n    hidden: true\n", 1)
    (tmp_path / "t.yaml").write_bytes(text.replace("\n", newline).encode())
    engine = Engine(use_config=False)
    found = engine.check_file(str(tmp_path / "t.yaml"))
    assert found is not None
    assert Fixer(engine).apply(found).text == hidden.replace("\n", newline)


def test_the_second_of_equal_entries_is_removed(tmp_path: Path) -> None:
    text = (
        "heat_template_version: 2018-08-31\nresources:\n  r:\n    type: OS::Heat::None\n    deletion_policy: Retain\n"
    )
    assert fixed(tmp_path, text + '    deletion_policy: "Retain"\n') == text
