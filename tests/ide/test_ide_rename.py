"""Rename, in one file and across files."""

import pytest
from for_each import for_each
from ide_example import FILES, TEMPLATE, marked, users
from ide_fixture import at, path

from hotlint.ide import rename
from hotlint.syntax.edits import apply_edits


def renamed(before: str, after: str, name: str) -> dict[str, str]:
    found, offset = marked(before, after)
    edits = rename.rename(found, offset, name, users(found))
    texts = {"t.yaml": TEMPLATE, **FILES}
    return {n: apply_edits(t, [e for e in edits if (e.path or found.path) == path(n)]) for n, t in texts.items()}


def test_rename_a_parameter_with_its_environment() -> None:
    texts = renamed("  im", "age: {type", "picture")
    assert texts["env.yaml"] == "parameters:\n  picture: ubuntu\n"
    assert "image: {get_param: picture}" in texts["t.yaml"]
    assert "get_param: image" not in texts["t.yaml"]


def test_rename_a_parameter_of_a_child_from_its_parent() -> None:
    texts = renamed("si", "ze: 3", "amount")
    assert "amount: 3" in texts["t.yaml"]
    assert "amount: {type: number}" in texts["child.yaml"]
    assert "{get_param: amount}" in texts["child.yaml"]


def test_rename_outputs_resources_conditions_placeholders() -> None:
    assert "  ip:" in renamed("[child, addr", "ess]", "ip")["child.yaml"]
    assert "get_resource: vm}" in renamed("  ser", "ver:", "vm")["t.yaml"]
    assert "condition: tiny" in renamed("  sma", "ll:", "tiny")["t.yaml"]
    text = renamed("echo $i", "p and", "$address")["t.yaml"]
    assert "echo $address and $address" in text
    assert "$address: {get_attr" in text


@for_each(
    ("name", "key"),
    [("12", "'12'"), ("@net", "'@net'"), ("%net%", "'%net%'"), ("it's", "'it''s'"), ("a:b", "a:b"), ("a: b", "'a: b'")],
)
def test_a_new_name_is_in_quotes_where_it_needs_them(name: str, key: str) -> None:
    assert f"  {key}:" in renamed("  n", "et:", name)["t.yaml"]


@pytest.mark.parametrize(
    ("old", "name", "new"), [("'size'", "it's", "'it''s'"), ('"size"', 'a "b"', '"a \\"b\\""'), ("size", "on", "'on'")]
)
def test_quotes_that_are_there_stay(old: str, name: str, new: str) -> None:
    text = f"heat_template_version: 2018-08-31\nparameters:\n  {old}: {{type: number}}\n"
    found, _ = at(text + "# $0")
    edits = rename.rename(found, text.index("size") + 1, name, users(found))
    assert apply_edits(text, edits) == text.replace(old, new)


@for_each(
    ("before", "after", "name"),
    [("  n", "et:", "server"), ("  n", "et:", "a/b"), ("  n", "et:", ""), ("  n", "et:", "a\r"), ("m1.sm", "all", "x")],
)
def test_invalid_renames_raise(before: str, after: str, name: str) -> None:
    found, offset = marked(before, after)
    with pytest.raises(rename.RenameError):
        rename.rename(found, offset, name, users(found))


ALIASED = """\
heat_template_version: 2018-08-31
parameters:
  size: {type: number}
outputs:
  a:
    value: &both {sum: {get_param: $0size}}
  b:
    value: *both
"""


def test_a_node_that_an_alias_repeats_is_edited_once() -> None:
    found, offset = at(ALIASED)
    edits = rename.rename(found, offset, "amount", users(found))
    assert apply_edits(found.text, edits) == ALIASED.replace("$0", "").replace("size", "amount")


def test_an_anchor_is_never_quoted() -> None:
    found, offset = at(ALIASED.replace("$0", "").replace("&both", "&bo$0th"))
    edits = rename.rename(found, offset, "12", users(found))
    assert apply_edits(found.text, edits).count("12 {") == 1 and "*12\n" in apply_edits(found.text, edits)


@for_each(
    ("template", "name", "expected"),
    [
        ("JSON", "true", "'true'"),
        ("a JSON b", "true", "a true b"),
        ('"JSON"', "true", '"true"'),
        ("'x JSON'", "it's", "'x it''s'"),
    ],
)
def test_a_placeholder_that_is_the_whole_text(template: str, name: str, expected: str) -> None:
    text = "heat_template_version: 2018-08-31\noutputs:\n  a:\n    value:\n      str_replace:\n        template: "
    marked_text = text + template.replace("JSON", "JS$0ON", 1) + "\n        params: {JSON: 1}\n"
    found, offset = at(marked_text)
    edits = rename.rename(found, offset, name, users(found))
    assert apply_edits(found.text, edits).startswith(f"{text}{expected}\n")


REPEATED = """\
heat_template_version: 2018-08-31
outputs:
  a:
    value:
      repeat:
        for_each: {NE$0T: [a, b]}
        template:
          haproxy-NET:
            file: 'x-NET.pem'  # NET
            label: old NET
            key: {x-NET_name: NET, tls: "%{NET}"}
"""


def test_a_placeholder_in_a_template_that_is_no_text() -> None:
    found, offset = at(REPEATED)
    after = apply_edits(found.text, rename.rename(found, offset, "12", users(found)))
    assert after.endswith(
        "for_each: {'12': [a, b]}\n        template:\n          haproxy-12:\n"
        "            file: 'x-12.pem'  # NET\n            label: old 12\n"
        "            key: {x-12_name: '12', tls: \"%{12}\"}\n"
    )


@for_each("name", ["old", "l", "a: b", "x #y", "a, b"])
def test_a_placeholder_gets_no_name_that_stands_for_other_text_or_breaks_it(name: str) -> None:
    found, offset = at(REPEATED)
    with pytest.raises(rename.RenameError, match="stand for other text"):
        rename.rename(found, offset, name, users(found))


@pytest.mark.parametrize("type_", ["OS::Heat::ResourceGroup", "OS::Heat::AutoScalingGroup"])
def test_a_name_that_no_stack_may_have_is_refused_for_what_makes_one(type_: str) -> None:
    found, offset = at(f"heat_template_version: 2018-08-31\nresources:\n  gr$0oup: {{type: {type_}}}\n")
    with pytest.raises(rename.RenameError, match="whose name has only"):
        rename.rename(found, offset, "new name", lambda _: [])
