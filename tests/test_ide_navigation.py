"""Definitions, references, rename, outline, hierarchy and the rest, over one template and the files around it."""

# ruff: noqa: E501 - templates on one line

import pytest
from ide_fixture import at, cut, path, snapshot

from hotlint.ide import (
    call_hierarchy,
    code_actions,
    code_lens,
    document_links,
    document_symbols,
    folding,
    inlay_hints,
    navigation,
    rename,
    selection_range,
    semantic_tokens,
)
from hotlint.ide.hover import hover
from hotlint.ide.signature_help import signature_help
from hotlint.ide.snapshot import Snapshot
from hotlint.syntax.edits import apply_edits

CHILD = """\
heat_template_version: 2018-08-31
parameters:
  size: {type: number}
outputs:
  address:
    value: {get_param: size}
"""
ENVIRONMENT = "parameters:\n  image: ubuntu\n"
TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string, default: cirros, description: What to boot.}
conditions:
  small: {equals: [{get_param: image}, cirros]}
resources:
  net:
    type: OS::Neutron::Net
  child:
    type: child.yaml
    condition: small
    properties:
      size: 3
  server:
    type: OS::Nova::Server
    depends_on: [net]
    properties:
      image: {get_param: image}
      flavor: m1.small
      user_data:
        str_replace:
          template: echo $ip and $ip
          params:
            $ip: {get_attr: [child, address]}
outputs:
  id:
    value: {get_resource: server}
"""
FILES = {"child.yaml": CHILD, "env.yaml": ENVIRONMENT}


def marked(before: str, after: str) -> tuple[Snapshot, int]:
    """The template with the cursor between two pieces of text."""
    text = TEMPLATE.replace(before + after, before + "$0" + after, 1)
    assert "$0" in text
    return at(text, files=FILES, environments=("env.yaml",))


def users(home: Snapshot) -> navigation.Users:
    """The files around, as a server would find them."""
    return lambda p: [
        s
        for n in ("t.yaml", "env.yaml", "child.yaml")
        if path(n) != p and (s := navigation.other(home, path(n))) is not None
    ]


@pytest.mark.parametrize(
    ("before", "after", "want"),
    [
        ("{get_param: im", "age}, cirros", ("t.yaml", "image")),
        ("[n", "et]", ("t.yaml", "net")),
        ("condition: sm", "all", ("t.yaml", "small")),
        ("child.ya", "ml", ("child.yaml", "")),
        ("si", "ze: 3", ("child.yaml", "size")),
        ("[child, addr", "ess]", ("child.yaml", "address")),
        ("echo $i", "p and", ("t.yaml", "$ip")),
    ],
)
def test_definition(before: str, after: str, want: tuple[str, str]) -> None:
    found, offset = marked(before, after)
    (site,) = navigation.definition(found, offset, users(found))
    text = TEMPLATE if want[0] == "t.yaml" else FILES[want[0]]
    assert (site.path, cut(text, site.span)) == (path(want[0]), want[1])


def test_a_parameter_in_an_environment_leads_to_its_template() -> None:
    home, offset = at(ENVIRONMENT.replace("image", "im$0age"), files={"t.yaml": TEMPLATE, **FILES}, name="env.yaml")
    assert [s.path for s in navigation.definition(home, offset, users(home))] == [path("t.yaml")]


def test_references_through_files() -> None:
    found, offset = marked("  im", "age: {type")
    sites = navigation.references(found, offset, users(found))
    assert sorted(s.path for s in sites) == [path("env.yaml"), *[path("t.yaml")] * 3]
    found, offset = marked("si", "ze: 3")
    sites = navigation.references(found, offset, users(found), declaration=False)
    assert sorted(s.path for s in sites) == [path("child.yaml"), path("t.yaml")]


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
    assert "'12':" in renamed("  n", "et:", "12")["t.yaml"]


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [("  n", "et:", "server"), ("  n", "et:", "a/b"), ("  n", "et:", ""), ("m1.sm", "all", "x")],
)
def test_renames_that_are_refused(before: str, after: str, name: str) -> None:
    found, offset = marked(before, after)
    with pytest.raises(rename.RenameError):
        rename.rename(found, offset, name, users(found))


def test_hover_tells_types_and_values() -> None:
    def published(before: str, after: str) -> str:
        answer = hover(*marked(before, after))
        return answer.text if answer else ""

    assert "ubuntu" in published("get_param: im", "age}\n")
    assert "`false`" in published("  sma", "ll:")
    assert "required" in published("fla", "vor: m1")
    assert "OS::Nova::Server" in published("OS::Nova::S", "erver")
    assert "placeholder" in published("echo $i", "p and")
    assert "placeholders" in published("str_rep", "lace")
    assert "Wallaby" not in published("2018-", "08-31")
    assert "Rocky" in published("2018-", "08-31")


def test_outline_and_folds() -> None:
    found = snapshot(TEMPLATE)
    sections = {s.name: [c.name for c in s.children] for s in document_symbols.document_symbols(found)}
    assert sections["resources"] == ["net", "child", "server"]
    lines = TEMPLATE.split("\n")
    folded = {(lines[f.first].strip(), f.last) for f in folding.folding_ranges(found)}
    assert ("resources:", lines.index("outputs:") - 1) in folded


def test_selections_grow() -> None:
    found, offset = marked("m1.sm", "all")
    spans = [cut(TEMPLATE, s) for s in selection_range.selection_ranges(found, offset)]
    assert spans[:3] == ["small", "m1.small", "flavor: m1.small"]
    assert spans[-1] == TEMPLATE


def test_hierarchy() -> None:
    found, offset = marked("  ser", "ver:")
    item = call_hierarchy.item_at(found, offset)
    assert item is not None
    assert [link.item.name for link in call_hierarchy.outgoing(found, item.name)] == ["net", "child"]
    assert [link.item.name for link in call_hierarchy.incoming(found, "net")] == ["server"]
    assert [link.item.name for link in call_hierarchy.incoming(found, "server")] == ["id"]


def test_lenses_hints_links_tokens() -> None:
    found = snapshot(TEMPLATE, FILES, ("env.yaml",))
    titles = [entry.title for entry in code_lens.code_lenses(found)]
    assert "disabled under env.yaml" in titles
    assert "2 references" in titles
    assert "= 'ubuntu'" in [h.text for h in inlay_hints.inlay_hints(found, found.document.root.span)]  # type: ignore[union-attr]
    assert any(entry.path == path("child.yaml") for entry in document_links.document_links(found))
    kinds = {cut(TEMPLATE, t.span): t.type for t in semantic_tokens.semantic_tokens(found)}
    assert kinds["get_param"] == "function"
    assert kinds["$ip"] == "macro"


def test_a_hidden_parameter_does_not_show() -> None:
    text = "heat_template_version: 2018-08-31\nparameters:\n  pw: {type: string, default: geheim, hidden: true}\noutputs:\n  a: {value: {get_param: pw}}\n"
    found = snapshot(text)
    assert inlay_hints.inlay_hints(found, found.document.root.span) == []  # type: ignore[union-attr]
    answer = hover(found, text.index("pw:"))
    assert answer is not None
    assert "geheim" not in answer.text
    answer = hover(found, text.index("get_param"))
    assert answer is not None
    assert "geheim" not in answer.text


def test_signature() -> None:
    text = "outputs:\n  a:\n    value: {list_join: [',', "
    found = signature_help(text, len(text))
    assert found is not None
    assert found.label.startswith("list_join: [")
    assert found.active == 1
    assert signature_help("outputs:\n  a:\n    value: ", 25) is None


def offered(marked_text: str) -> dict[str, str]:
    found, offset = at(marked_text)
    result = {}
    for action in code_actions.actions(found, type(found.document.root.span)(offset, offset), []):  # type: ignore[union-attr]
        result[action.title] = apply_edits(found.text, action.edits)
    return result


def test_actions_add_what_is_missing() -> None:
    text = "heat_template_version: 2018-08-31\nresources:\n  s:\n    type: OS::Nova::Ser$0ver\n"
    (title,) = [t for t in offered(text) if "required" in t]
    assert offered(text)[title].endswith("type: OS::Nova::Server\n    properties:\n      flavor: \n")
    text = "heat_template_version: 2018-08-31\noutputs:\n  a: {value: {get_param: si$0ze}}\n"
    assert "parameters:\n  size:\n    type: string\n\noutputs:" in offered(text)["Add the parameter 'size'"]


def test_actions_extract_and_inline() -> None:
    text = "heat_template_version: 2018-08-31\nresources:\n  a:\n    type: OS::Heat::Value\n    properties: {value: ab$0c}\n  b:\n    type: OS::Heat::Value\n    properties:\n      value: abc\n"
    found = offered(text)["Extract to a parameter 'value', in all 2 places"]
    assert found.count("{get_param: value}") == 2
    assert "default: abc" in found
    text = "heat_template_version: 2018-08-31\nparameters:\n  a: {type: string, default: x y}\n  b: {type: string}\noutputs:\n  o: {value: {get_param: $0a}}\n"
    assert offered(text)["Inline the parameter 'a'"].endswith(
        "parameters:\n  b: {type: string}\noutputs:\n  o: {value: x y}\n"
    )


def test_actions_quote_and_upgrade() -> None:
    text = "heat_template_version: 2013$0-05-23\noutputs:\n  o: {value: yes}\n"
    assert any(t.startswith("Upgrade to 2021-04-16") for t in offered(text))
    assert 'value: "yes"' in offered(text.replace("$0", "").replace("yes", "y$0es"))["Quote the value"]


def test_other_peoples_yaml_is_left_alone() -> None:
    text = "on: push\nparameters: {}\njobs:\n  build:\n    if: $branch\n"
    found = snapshot(text)
    assert (
        document_symbols.document_symbols(found)
        == code_lens.code_lenses(found)
        == document_links.document_links(found)
        == semantic_tokens.semantic_tokens(found)
        == []
    )
    assert all(hover(found, offset) is None for offset in range(len(text)))
