"""Document symbols, folding, selection ranges, call hierarchy, lenses, links and tokens."""

from ide_example import FILES, TEMPLATE, marked
from ide_fixture import analysis, cut, path

from hotlint.ide import (
    call_hierarchy,
    decorations,
    document_symbols,
    inlay_hints,
    ranges,
    semantic_tokens,
)
from hotlint.ide.hover import hover


def test_document_symbols_and_folding() -> None:
    found = analysis(TEMPLATE)
    sections = {s.name: [c.name for c in s.children] for s in document_symbols.document_symbols(found)}
    assert sections["resources"] == ["net", "child", "server"]
    lines = TEMPLATE.split("\n")
    folded = {(lines[f.first].strip(), f.last) for f in ranges.folding_ranges(found)}
    assert ("resources:", lines.index("outputs:") - 1) in folded


def test_selection_ranges_are_nested() -> None:
    found, offset = marked("m1.sm", "all")
    spans = [cut(TEMPLATE, s) for s in ranges.selection_ranges(found, offset)]
    assert spans[:3] == ["small", "m1.small", "flavor: m1.small"]
    assert spans[-1] == TEMPLATE


def test_call_hierarchy() -> None:
    found, offset = marked("  ser", "ver:")
    item = call_hierarchy.item_at(found, offset)
    assert item is not None
    assert [link.item.name for link in call_hierarchy.outgoing(found, item.name)] == ["net", "child"]
    assert [link.item.name for link in call_hierarchy.incoming(found, "net")] == ["server"]
    assert [link.item.name for link in call_hierarchy.incoming(found, "server")] == ["id"]


def test_lenses_hints_links_and_tokens() -> None:
    found = analysis(TEMPLATE, FILES, ("env.yaml",))
    titles = [entry.title for entry in decorations.template_lenses(found)]
    assert "disabled under env.yaml" in titles
    assert "2 references" in titles
    assert "= 'ubuntu'" in [h.text for h in inlay_hints.inlay_hints(found, found.document.root.span)]  # type: ignore[union-attr]
    assert any(entry.path == path("child.yaml") for entry in decorations.document_links(found))
    kinds = {cut(TEMPLATE, t.span): t.type for t in semantic_tokens.semantic_tokens(found)}
    assert kinds["get_param"] == "function"
    assert kinds["$ip"] == "macro"


def test_other_yaml_is_ignored() -> None:
    text = "on: push\nparameters: {}\njobs:\n  build:\n    if: $branch\n"
    found = analysis(text)
    for answer in (document_symbols.document_symbols, decorations.template_lenses, decorations.document_links):
        assert answer(found) == []
    assert semantic_tokens.semantic_tokens(found) == []
    assert all(hover(found, offset) is None for offset in range(len(text)))


HEAD = (
    "heat_template_version: 2018-08-31\nparameters:\n  a: {type: string, default: x}\n  b: {type: string, default: y}\n"
)


def hinted(text: str) -> str:
    """Return a template with its inlay hints written into it."""
    found = analysis(HEAD + text)
    root = found.document.root
    assert root is not None
    shown = HEAD + text
    for hint in sorted(inlay_hints.inlay_hints(found, root.span), reverse=True):
        shown = f"{shown[: hint.offset]}«{hint.text}»{shown[hint.offset :]}"
    return shown.removeprefix(HEAD)


def test_the_hint_of_a_block_is_at_its_key() -> None:
    text = """\
outputs:
  o:
    value:
      str_replace:
        template: a-$x
        params:
          $x: { get_param: a }
"""
    assert hinted(text) == text.replace("str_replace:", "str_replace:«= 'a-x'»").replace("a }", "a }«= 'x'»")
    line = "outputs:\n  o:\n    value:\n      get_param: a\n"
    assert hinted(line) == line.replace("param: a", "param: a«= 'x'»")
    quoted = "outputs:\n  o:\n    value:\n      'list_join' :\n        - ','\n        - [a, b]\n"
    assert hinted(quoted) == quoted.replace("' :", "' :«= 'a,b'»")


def test_no_hint_is_doubled() -> None:
    line = "outputs:\n  o: {value: {list_join: ['-', [{get_param: a}, {get_param: b}]]}}\n"
    assert hinted(line) == line.replace("]]}", "]]}«= 'x-y'»")
    alias = "outputs:\n  o: {value: &v {get_param: a}}\n  p: {value: *v}\n"
    assert hinted(alias) == alias.replace("a}", "a}«= 'x'»")


def test_what_nothing_refers_to_has_no_lens() -> None:
    found = analysis(HEAD + "outputs:\n  o: {value: {get_param: a}}\n")
    assert [entry.title for entry in decorations.template_lenses(found)] == ["preview", "1 reference"]


def test_the_value_of_a_condition_is_shown_once() -> None:
    text = "heat_template_version: 2018-08-31\nconditions:\n  a: {equals: [1, {digest: [md5, x]}]}\n  b:\n    not: a\n"
    found = analysis(text)
    assert [h.text for h in inlay_hints.inlay_hints(found, found.document.root.span)] == ["false", "true"]  # type: ignore[union-attr]
