"""A text that is edited is the same tree, and gives the same findings, as the same text read whole."""

import random
from itertools import pairwise
from typing import Any

import pytest
from for_each import for_each

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import Template
from hotlint.ide.incremental_parse import IncrementalDocument, TextChange, changed_range
from hotlint.linter.checking import run as checking_run
from hotlint.linter.checking.run import Linter, drained
from hotlint.linter.checking.run_memory import RunMemory
from hotlint.linter.packs import registry
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.nodes import Document, Mapping, Node, Scalar
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

TEMPLATE = """\
heat_template_version: 2018-08-31
description: a thing
parameters:
  image: {type: string, default: cirros}
  # a comment
  count:
    type: number
    default: 1

conditions:
  many: {equals: [{get_param: count}, 2]}
resources:
  net:
    type: OS::Neutron::Net
    properties:
      name: "a net"
  port:
    type: OS::Neutron::Port
    condition: many
    properties:
      network: {get_resource: net}
      fixed_ips:
        - ip_address: 10.0.0.1
  server:
    type: OS::Nova::Server
    properties:
      image: {get_param: image}
      flavor: m1.small
      user_data: |
        #!/bin/sh
        echo hello

      networks: [{port: {get_resource: port}}]
outputs:
  address:
    value: {get_attr: [server, first_address]}
"""
PIECES = [
    "x",
    " ",
    ":",
    ": ",
    "\n",
    "\n  ",
    "\n    ",
    "- ",
    "{",
    "}",
    "[",
    '"',
    "'",
    "#",
    " # c",
    "|",
    "a: b",
    "😀",
    "net",
    "\n  new:\n    type: T\n",
]


def plain(node: Node | None) -> Any:
    if node is None:
        return None
    if isinstance(node, Scalar):
        return (node.start, node.end, node.text, repr(node.value), node.style)
    if isinstance(node, Mapping):
        return (node.start, node.end, node.flow, [(plain(e.key), plain(e.value)) for e in node.entries])
    return (node.start, node.end, node.flow, [plain(item) for item in node.items])


def problems(document: Document) -> list[Any]:
    return sorted((p.slug, p.message, p.span, p.related) for p in document.problems)


def random_edit(rng: random.Random, text: str) -> TextChange:
    start = rng.randrange(len(text) + 1)
    end = min(len(text), start + rng.choice([0, 0, 0, 1, 3, 30]))
    return TextChange(Span(start, end), "".join(rng.choices(PIECES, k=rng.randrange(3))))


def applied(text: str, change: TextChange) -> str:
    return text[: change.span.start] + change.text + text[change.span.end :]


@pytest.mark.parametrize("seed", range(3))
def test_incremental_tree_equals_full_parse(seed: int) -> None:
    rng = random.Random(seed)
    text, live, taken = TEMPLATE, IncrementalDocument(Source("t.yaml", TEMPLATE)), 0
    for step in range(400):
        changes = [random_edit(rng, text)]
        text = applied(text, changes[0])
        if rng.random() < 0.2:
            changes.append(random_edit(rng, text))
            text = applied(text, changes[1])
        region = live.update(Source("t.yaml", text), changes)
        taken += region is not None
        whole = parse(Source("t.yaml", text))
        assert live.document.text == text
        if not whole.broken and not live.document.broken:
            assert plain(live.document.root) == plain(whole.root), f"step {step}"
            assert problems(live.document) == problems(whole)
        assert whole.broken == live.document.broken or live.approximate
        assert list(live.template.resources) == list(Template(live.document).resources)
        if rng.random() < 0.5 or len(text) > 3 * len(TEMPLATE):
            live.update(Source("t.yaml", TEMPLATE), None)
            text = TEMPLATE
    assert taken > 50


ESCAPE = '"\\ud83d\\ude00"'
"""An escape that libyaml refuses, so that PyYAML's own parser reads the text; that refuses a tab in front of a value."""


@pytest.mark.parametrize(("first", "second"), [(ESCAPE, "\tx"), ("\tx", ESCAPE)])
def test_one_parser_reads_all_of_a_text(first: str, second: str) -> None:
    def text(a: str, b: str) -> str:
        return f"heat_template_version: 2018-08-31\noutputs:\n  a: {{value: {a}}}\n  b: {{value: {b}}}\n"

    before, after = text(first, "y"), text(first, second)
    live = IncrementalDocument(Source("t.yaml", before))
    at = before.index("y}")
    live.update(Source("t.yaml", after), [TextChange(Span(at, at + 1), second)])
    assert problems(live.document) == problems(parse(Source("t.yaml", after))) != []


@for_each("broken", ["\udfff", "\x00", "[", "'", "{a"])
def test_a_problem_of_one_resource_does_not_hide_that_of_the_next(broken: str) -> None:
    head, line = "heat_template_version: 2018-08-31\nresources:\n", "  {name}: {{type: 'OS::Heat::None'}}\n"
    rows = [line.format(name=name) for name in "abcd"]
    texts = [
        head + "".join(rows),
        head + rows[0] + f"  b: {broken}\n  c: x\n  y\n\nz\n" + rows[3],
        head + rows[0] + "  b: fine\n  c: x\n  y\n\nz\n" + rows[3],
    ]
    live = IncrementalDocument(Source("t.yaml", texts[0]))
    for before, after in pairwise(texts):
        start = next(n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)
        tail = next(n for n, (a, b) in enumerate(zip(before[::-1], after[::-1], strict=False)) if a != b)
        change = TextChange(Span(start, len(before) - tail), after[start : len(after) - tail])
        live.update(Source("t.yaml", after), [change])
    assert problems(live.document) == problems(parse(Source("t.yaml", texts[-1]))) != []


@for_each("before_name", ["!x   ", "?   ", "? ", "!!str   "])
def test_what_stands_before_a_name_is_parsed_again(before_name: str) -> None:
    before = f"heat_template_version: 2018-08-31\nresources:\n  a: {{type: x}}\n  {before_name}b: {{type: x}}\n  c: {{type: x}}\n"
    for name in "abc":
        at = before.index("type", before.index(f"{name}: {{"))
        live = IncrementalDocument(Source("t.yaml", before))
        after = f"{before[:at]}kind{before[at + 4 :]}"
        live.update(Source("t.yaml", after), [TextChange(Span(at, at + 4), "kind")])
        whole = parse(Source("t.yaml", after))
        assert problems(live.document) == problems(whole)
        assert plain(live.document.root) == plain(whole.root)


def test_changed_range_of_several_changes() -> None:
    changes = [TextChange(Span(4, 6), "abc"), TextChange(Span(1, 1), "z")]
    assert changed_range(changes, 10) == (1, 6, 8)


def test_quick_lint_equals_full_lint_when_no_name_changes() -> None:
    linter = Linter(registry.load().rules)
    project, memory = Project(Catalog()), RunMemory()
    text = TEMPLATE
    live = IncrementalDocument(Source("t.yaml", text))
    context = TemplateContext.open(
        project.with_document(live.document, live.template), "t.yaml", Environment(), Meter(Budget())
    )
    drained(linter.steps(context, memory))
    for new in ("m1.large", "{get_param: nothing}", "m1.small"):
        at = text.index("flavor: ") + len("flavor: ")
        change = TextChange(Span(at, text.index("\n", at)), new)
        text = applied(text, change)
        region = live.update(Source("t.yaml", text), [change])
        memory.moved(region.moved_span if region is not None else None)
        context = TemplateContext.open(
            project.with_document(live.document, live.template), "t.yaml", Environment(), Meter(Budget())
        )
        whole = TemplateContext.open(
            Project(Catalog(), {"t.yaml": Source("t.yaml", text)}), "t.yaml", Environment(), Meter(Budget())
        )
        assert linter.quick(context, memory) == linter.lint(whole)


def test_rules_that_remember_their_findings_add_to_those_of_other_rules() -> None:
    text = "heat_template_version: 2018-08-31\nparamters: {}\nconditions: {a: {equals: [1, 2]}}\nresources: {a: 1, a: 2}\nx: 1\n"
    linter, memory = Linter(registry.load().rules), RunMemory()
    project = Project(Catalog(), {"t.yaml": Source("t.yaml", text)})
    context = TemplateContext.open(project, "t.yaml", Environment(), Meter(Budget()))
    found = linter.lint(context)
    assert len({d.code for d in found}) >= 3
    for _ in range(2):
        assert drained(linter.steps(context, memory)) == found
    assert linter.quick(context, memory) == found


def test_quick_lint_after_an_interrupted_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory of a run that an edit has ended lacks rules, and no time is left for them."""
    monkeypatch.setattr(checking_run, "QUICK_SECONDS", 0.0)
    linter, memory = Linter(registry.load().rules), RunMemory()
    project = Project(Catalog(), {"t.yaml": Source("t.yaml", TEMPLATE)})
    context = TemplateContext.open(project, "t.yaml", Environment(), Meter(Budget()))
    steps = linter.steps(context, memory)
    for _ in range(3):
        next(steps)
    assert linter.quick(context, memory) == linter.lint(context)


def test_the_names_of_keys_follow_the_edits() -> None:
    tree, text = IncrementalDocument(Source("t.yaml", TEMPLATE)), TEMPLATE
    at = text.index("flavor") + len("flavor")
    for letter in "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz":
        text = text[:at] + letter + text[at:]
        assert tree.update(Source("t.yaml", text), [TextChange(Span(at, at), letter)]) is not None
        exact = {entry.name for mapping in tree.document.mappings for entry in mapping.entries}
        assert exact <= tree.document.key_names
        assert len(tree.document.key_names) <= 2 * len(exact) + 1
        at += 1
