"""Names at an offset: reading one entry gives the same answer as the index of the whole text."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.analysis.symbols import Names, index_of
from hotlint.analysis.template import Template, written_once
from hotlint.language.functions.base import as_written
from hotlint.language.values import show
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

FOLDER = Path(__file__).parents[2] / "examples"
TEMPLATES = sorted(FOLDER.rglob("*.yaml"))
FLOW = (
    "heat_template_version: 2018-08-31\nparameters: {a: {type: string},b: {type: string}}\n"
    "resources: {r: {type: OS::Heat::Value,depends_on: s, properties: {value: {get_param: a}}},s: {type: x.yaml}}\n"
)
DUPLICATES = FLOW + "outputs: {o: {value: {get_param: a}}, o: {value: {get_param: b}}}\n"
ALIASES = FLOW + "outputs: {o: &one {value: {get_param: b}}, p: *one}\n"


@pytest.mark.parametrize("text", [FLOW, DUPLICATES, ALIASES, *(path.read_text() for path in TEMPLATES)])
def test_one_entry_gives_the_answer_of_the_index(text: str) -> None:
    document = parse(Source("t.yaml", text))
    template = Template(document)
    index = index_of(document, template)
    offsets = range(0, len(text) + 1, 1 + len(text) // 1_000)  # a thousand at most
    assert [Names(document, template).at(n) for n in offsets] == [index.at(n) for n in offsets]
    assert [Names(document, template).definition_of(*key) for key in index.names()] == [
        index.definition_of(*key) for key in index.names()
    ]


def test_an_entry_is_read_without_the_others() -> None:
    document = parse(Source("t.yaml", FLOW))
    names = Names(document, Template(document))
    found = names.at(FLOW.index("get_param: a") + len("get_param: "))
    assert found is not None
    definition = names.definition_of(*found.key)
    assert definition is not None
    assert definition.span.start == FLOW.index("a: {type")
    assert "index" not in vars(names)


def test_calls_that_aliases_repeat_are_written_once() -> None:
    conditions = "  c0: &c0 {not: {get_param: a}}\n"
    conditions += "".join(f"  c{n}: &c{n} [{', '.join([f'*c{n - 1}'] * 10)}]\n" for n in range(1, 5))
    text = f"heat_template_version: 2018-08-31\nparameters: {{a: {{type: boolean}}}}\nconditions:\n{conditions}"
    document = parse(Source("t.yaml", text))
    template = Template(document)
    (last,) = template.parts_of(template.conditions["c4"])
    assert len(last.calls) == 20_000
    assert [call.name for call in written_once(last.calls)] == ["not", "get_param"]
    assert (
        show(as_written(last.snippet), 80)
        == "[" * 4 + "{not: {get_param: a}}" + ", {not: {get_param: a}}" * 2 + ", {not: …"
    )
    assert [o.span.start for o in index_of(document, template).references_to("parameter", "a")] == [
        text.index("a}}\n", text.index("c0"))
    ]
