"""Code actions: additions of what is missing, and refactorings."""

# ruff: noqa: E501 - templates on one line

import pytest
from for_each import for_each
from ide_fixture import analysis, at

from hotlint.ide import code_actions
from hotlint.ide.code_actions import missing, restyle
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.edits import apply_edits
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span


def offered(marked_text: str) -> dict[str, str]:
    found, offset = at(marked_text)
    result = {}
    for action in code_actions.actions(found, type(found.document.root.span)(offset, offset), [], lambda _: []):  # type: ignore[union-attr]
        result[action.title] = apply_edits(found.text, action.edits)
    return result


def test_missing_names_and_properties_are_added() -> None:
    text = "heat_template_version: 2018-08-31\nresources:\n  s:\n    type: OS::Nova::Ser$0ver\n"
    (title,) = [t for t in offered(text) if "required" in t]
    assert offered(text)[title].endswith("type: OS::Nova::Server\n    properties:\n      flavor:\n")
    text = "heat_template_version: 2018-08-31\noutputs:\n  a: {value: {get_param: si$0ze}}\n"
    assert "parameters:\n  size:\n    type: string\n\noutputs:" in offered(text)["Add the parameter 'size'"]


@for_each(
    ("written", "name", "key"),
    [
        ("'yes'", "yes", "'yes'"),
        ("'a: b'", "a: b", "'a: b'"),
        ("'%x'", "%x", "'%x'"),
        ('" count\\n"', " count\n", '" count\\n"'),
        ("größe", "größe", "größe"),
    ],
)
def test_added_names_are_read_as_the_same_names(written: str, name: str, key: str) -> None:
    text = (
        f"heat_template_version: 2018-08-31\noutputs:\n  a: {{value: {{get_param: {written[:-1]}$0{written[-1]}}}}}\n"
    )
    assert f"parameters:\n  {key}:\n    type: string\n" in offered(text)[f"Add the parameter '{name}'"]


@pytest.mark.parametrize("end", ["\x1e", "\x1c\n", "\n \x0c\n"])
def test_what_is_stripped_from_the_end_of_a_template_stays_its_end(end: str) -> None:
    text = f"heat_template_version: 2018-08-31\nresources:\n  s:\n    type: OS::Nova::Ser$0ver{end}"
    changed = next(new for title, new in offered(text).items() if "required" in title)
    assert changed.endswith(f"    properties:\n      flavor:{end if end[0] == chr(10) else ' ' + end}")
    text = f"heat_template_version: 2018-08-31\nparameter_groups: [{{parameters: [si$0ze]}}]{end}"
    assert parse(Source("t.yaml", offered(text)["Add the parameter 'size'"])).problems == []


@for_each("key", ["&k server:", "? server\n  :", "&k !!str server:", "? &k server\n  :"])
def test_entries_are_added_below_the_start_of_one_with_marks(key: str) -> None:
    text = f"heat_template_version: 2018-08-31\nresources:\n  {key}\n    type: OS::Nova::Server\n    properties: {{flavor: f, networks: [{{port: {{get_resource: po$0rt}}}}]}}\n"
    changed = offered(text)["Add the resource 'port' (OS::Neutron::Port)"]
    assert changed.endswith("\n  port:\n    type: OS::Neutron::Port\n")
    assert parse(Source("t.yaml", changed)).problems == []
    text = f"heat_template_version: 2018-08-31\n&s resources:\n  {key}\n    type: OS::Nova::Server\n    properties: {{flavor: {{get_param: si$0ze}}}}\n"
    assert "\n\n&s resources:\n" in offered(text)["Add the parameter 'size'"]


@for_each(
    ("section", "added"),
    [
        ("parameters:", "parameters:\n  size:\n    type: string"),
        ("parameters: # none", "parameters: # none\n  size:\n    type: string"),
        ("parameters: null", "parameters:\n  size:\n    type: string"),
        ("parameters:  ~  # none", "parameters:  # none\n  size:\n    type: string"),
        ("parameters:\n  Null", "parameters:\n  size:\n    type: string"),
        ("? parameters\n: null", "? parameters\n:\n  size:\n    type: string"),
        ("parameters: !!null null", None),
    ],
)
def test_entries_are_added_to_a_section_that_is_null(section: str, added: str | None) -> None:
    text = f"heat_template_version: 2018-08-31\n{section}\noutputs:\n  a: {{value: {{get_param: si$0ze}}}}\n"
    changed = offered(text).get("Add the parameter 'size'")
    assert (changed is None) == (added is None)
    if changed is not None:
        assert f"\n{added}\noutputs:" in changed
        assert parse(Source("t.yaml", changed)).problems == []


def test_a_text_of_several_lines_is_extracted_to_one_line() -> None:
    text = "heat_template_version: 2018-08-31\nresources:\n  a:\n    type: OS::Heat::Value\n    properties: {value: on$0e\ntwo}\n"
    assert "    default: 'one two'\n" in offered(text)["Extract to a parameter 'value'"]


def test_a_missing_resource_is_of_the_type_that_the_property_asks_for() -> None:
    text = "heat_template_version: 2018-08-31\nresources:\n  p:\n    type: OS::Neutron::Port\n    properties:\n      network: {get_resource: ne$0t}\n      fixed_ips: [{subnet: {get_resource: sub}}]\n"
    assert offered(text)["Add the resource 'net' (OS::Neutron::Net)"].endswith("  net:\n    type: OS::Neutron::Net\n")
    assert "Add the resource 'sub' (OS::Neutron::Subnet)" in offered(text.replace("$0", "").replace("sub}", "su$0b}"))
    unknown = "heat_template_version: 2018-08-31\noutputs:\n  o: {value: {get_resource: ne$0t}}\n"
    assert not [title for title in offered(unknown) if title.startswith("Add the resource")]


def test_extract_and_inline_parameter() -> None:
    text = "heat_template_version: 2018-08-31\nresources:\n  a:\n    type: OS::Heat::Value\n    properties: {value: ab$0c}\n  b:\n    type: OS::Heat::Value\n    properties:\n      value: abc\n"
    found = offered(text)["Extract to a parameter 'value', in all 2 places"]
    assert found.count("{get_param: value}") == 2
    assert "default: abc" in found
    text = "heat_template_version: 2018-08-31\nparameters:\n  a: {type: string, default: x y}\n  b: {type: string}\noutputs:\n  o: {value: {get_param: $0a}}\n"
    assert offered(text)["Inline the parameter 'a'"].endswith(
        "parameters:\n  b: {type: string}\noutputs:\n  o: {value: x y}\n"
    )


def test_quote_value_and_upgrade_version() -> None:
    text = "heat_template_version: 2013$0-05-23\noutputs:\n  o: {value: yes}\n"
    assert any(t.startswith("Upgrade to 2021-04-16") for t in offered(text))
    assert (
        'value: "yes"'
        in offered(text.replace("$0", "").replace("yes", "y$0es"))["Quote the value, which makes it a string"]
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("heat_template_version: 2021$0-04-16\n", "The template has the newest version"),
        ("heat_template_version: wal$0laby\n", "The template has the newest version"),
        ("heat_template_version: 2013$0-05-23\nresources: {a: [}\n", "The template is not valid YAML"),
    ],
)
def test_an_upgrade_with_nothing_to_do_says_why(text: str, reason: str) -> None:
    found, offset = at(text)
    assert [(a.title, a.disabled) for a in restyle.upgrade(found, offset)] == [
        ("Upgrade to 2021-04-16 (Wallaby)", reason)
    ]


def test_added_properties_leave_no_blanks_behind() -> None:
    found, offset = at("heat_template_version: 2018-08-31\nresources:\n  a$0:\n    type: OS::Neutron::Subnet\n")
    (edit,) = next(missing.missing_properties(found, offset)).edits
    assert edit.text.endswith("network:")


def test_flow_collection_becomes_a_block_of_the_same_meaning() -> None:
    text = "heat_template_version: 2018-08-31\nresources:\n  a:\n    type: OS::Heat::Value\n    properties: {value: {get_p$0aram: 'p'}, type: \"map\"}\n  b: {type: OS::Heat::None}\n"
    assert (
        "    properties:\n      value: {get_param: 'p'}\n      type: \"map\"\n  b: {type"
        in offered(text)["Convert to block style"]
    )
    listed = "heat_template_version: 2018-08-31\noutputs:\n  o:\n    value:\n      - {a: 1, b$0: [2, '3']}\n"
    assert offered(listed)["Convert to block style"].endswith("      - a: 1\n        b: [2, '3']\n")
    windows = "heat_template_version: 2018-08-31\r\noutputs:\r\n  o: {val$0ue: yes}\r\n"
    assert offered(windows)["Convert to block style"].endswith("  o:\r\n    value: yes\r\n")


def test_a_flow_collection_stays_where_a_block_would_not_mean_the_same() -> None:
    head = "heat_template_version: 2018-08-31\noutputs:\n  o:\n"
    for value in ("{a$0: 1}  # why", "&x {a$0: 1}", "{$0}", "[*x, a$0]"):
        assert "Convert to block style" not in offered(f"{head}    value: {value}\n"), value


INLINED = """\
heat_template_version: 2018-08-31
parameters:
  a:
    type: %s
    default: %s
  b: {type: string}
outputs:
  o: {value: {get_param: a}}
"""


@for_each(
    ("kind", "default", "value"),
    [
        ("string", "10", '"10"'),
        ("string", "a, b", '"a, b"'),
        ("number", "'10'", "10"),
        ("string", "x", "x"),
        ("string", "'a, b'", "'a, b'"),
        ("boolean", "'yes'", "true"),
    ],
)
def test_an_inlined_parameter_keeps_its_value(kind: str, default: str, value: str) -> None:
    text = INLINED % (kind, default)
    action = next(a for a in _actions_at(text, "a:\n") if a.title.startswith("Inline"))
    assert f"o: {{value: {value}}}" in apply_edits(text, action.edits)


def test_a_parameter_that_a_file_sets_is_not_inlined() -> None:
    text = INLINED % ("string", "x")
    environment = analysis("parameters: {a: y}\n", name="env.yaml")
    action = next(a for a in _actions_at(text, "a:\n", environment) if a.title.startswith("Inline"))
    assert action.disabled == "Parameter 'a' is set in env.yaml."


def test_a_hidden_parameter_is_not_inlined() -> None:
    text = (INLINED % ("string", "x")).replace("default: x", "default: x\n    hidden: true")
    action = next(a for a in _actions_at(text, "a:\n") if a.title.startswith("Inline"))
    assert action.disabled == "Parameter 'a' is hidden, and its value would not be."


def _actions_at(text: str, piece: str, *users: FileAnalysis) -> list[code_actions.CodeAction]:
    offset = text.index(piece)
    return list(code_actions.actions(analysis(text), Span(offset, offset), [], lambda _: list(users)))


@for_each(
    "value",
    ["|\n      text $0here  \n", ">\n      a\n      $0b \n", "'a\n      $0b\n      c'\n", "a\n      $0b\n      c\n"],
)
def test_nothing_is_suppressed_inside_of_a_scalar(value: str) -> None:
    found, offset = at(f"heat_template_version: 2018-08-31\noutputs:\n  a:\n    value: {value}")
    diagnostic = Diagnostic("HOT405", "error", "m", Span(offset, offset + 1))
    titles = [a.title for a in code_actions.actions(found, Span(offset, offset), [diagnostic], lambda _: [])]
    assert not [title for title in titles if title.startswith("Suppress")]


@for_each("line_end", ["\n", "\x85", "\u2028", "\u2029"])
def test_a_string_of_several_lines_is_suppressed_above_it(line_end: str) -> None:
    text = f"heat_template_version: 2018-08-31\nparameters:\n  a: {{type: str{line_end}      ing, default: x}}\n"
    offset = text.index("str")
    diagnostic = Diagnostic("HOT202", "error", "m", Span(offset, offset + 3))
    found = code_actions.actions(analysis(text), Span(offset, offset), [diagnostic], lambda _: [])
    (action,) = [a for a in found if a.title == "Suppress HOT202 here"]
    assert "\n  # hotlint: disable-next-line=HOT202\n  a: {type: str" in apply_edits(text, action.edits)


@for_each("line_end", ["\x85", "\u2028", "\u2029"])
def test_a_comment_that_ends_early_is_extended_before_its_end(line_end: str) -> None:
    text = f"parameters:\n  a: {{type: strng}}  # hotlint: disable=HOT801 {line_end}description: d\n"
    offset = text.index("strng")
    diagnostic = Diagnostic("HOT202", "error", "m", Span(offset, offset + 5))
    (action,) = code_actions.actions(analysis(text), Span(offset, offset), [diagnostic], lambda _: [])
    assert f"# hotlint: disable=HOT801, HOT202 {line_end}" in apply_edits(text, action.edits)


def test_nothing_is_suppressed_in_json() -> None:
    text = '{"heat_template_version": "2018-08-30"}\n'
    diagnostic = Diagnostic("HOT102", "error", "m", Span(26, 38))
    found = code_actions.actions(analysis(text), Span(26, 26), [diagnostic], lambda _: [])
    assert not [a.title for a in found if a.title.startswith("Suppress")]


def test_what_nothing_uses_is_removed() -> None:
    text = "heat_template_version: 2018-08-31\nconditions:\n  a: true\n  b: true\nresources:\n  c: {type: T}\n  d:\n    type: T\n"
    found = analysis(text)

    def titles(name: str) -> dict[str, str]:
        span = Span(text.index(f"  {name}:") + 2, text.index(f"  {name}:") + 3)
        finding = Diagnostic("HOT802", "info", "unused", span, tags=("unused",))
        given = code_actions.actions(found, span, [finding], lambda _: [])
        return {a.title: apply_edits(text, a.edits) for a in given if a.title.startswith("Remove")}

    assert titles("a") == {"Remove the unused condition 'a'": text.replace("  a: true\n", "")}
    assert titles("d") == {
        "Remove the unused resource 'd' (an update deletes it)": text.replace("  d:\n    type: T\n", "")
    }
