"""Every answer for editors, asked at every offset of texts that use all of HOT: nothing raises, and every span is inside its text."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress

import pytest

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.ide import call_hierarchy, decorations, document_symbols, inlay_hints, navigation, ranges
from hotlint.ide import rename as renaming
from hotlint.ide.code_actions import CodeAction, actions
from hotlint.ide.completion import CompletionEnvironment, complete
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.hover import hover
from hotlint.ide.ranges import selection_ranges
from hotlint.ide.semantic_tokens import semantic_tokens
from hotlint.ide.signature_help import signature_help
from hotlint.linter.checking.run import Linter
from hotlint.linter.packs import registry
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.edits import Edit
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

TEMPLATE = """\
heat_template_version: 2018-08-31
description: All of HOT.
parameter_groups:
- label: Main
  parameters: [flavor, count]
parameters:
  flavor:
    type: string
    label: Flavor
    default: m1.small
    constraints:
    - allowed_values: [m1.small, m1.large]
    - custom_constraint: nova.flavor
    - length: {min: 2, max: 20}
    - allowed_pattern: "[a-z0-9.]+"
  count: {type: number, default: 3, constraints: [{range: {min: 1}}, {modulo: {step: 2, offset: 1}}]}
  zones: {type: comma_delimited_list, default: "a,b"}
  extra: {type: json, default: {x: 1}, hidden: true}
  public: {type: boolean, default: true, immutable: true}
conditions:
  big: {equals: [{get_param: flavor}, m1.large]}
  open: {or: [big, {not: {get_param: public}}, {and: [true, {get_param: public}]}]}
resources:
  net: &net
    type: OS::Neutron::Net
    properties: {name: {list_join: ["-", [net, {get_param: "OS::stack_name"}]]}}
  server:
    type: OS::Nova::Server
    condition: open
    depends_on: [net]
    deletion_policy: Retain
    metadata: {zone: {get_param: [zones, 0]}}
    properties:
      flavor: {if: [big, {get_param: flavor}, m1.tiny]}
      image: {str_split: [",", {get_param: flavor}, 0]}
      networks: [{network: {get_resource: net}}]
      user_data_format: RAW
      user_data:
        str_replace:
          template: |
            #cloud-config
            hostname: HOST
          params: {HOST: {get_attr: [server, name]}}
      metadata: {map_merge: [{a: 1}, {get_param: extra}]}
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: {get_param: count}
      index_var: "%i%"
      resource_def: {type: child.yaml, properties: {size: {digest: [md5, "%i%"]}}}
  child:
    type: child.yaml
    properties: {size: 3, sise: 4}
  queries:
    type: OS::Heat::Value
    properties:
      value:
      - {yaql: {expression: $.data.len(), data: {get_param: zones}}}
      - {repeat: {template: {name: "%z%"}, for_each: {"%z%": {get_param: zones}}}}
      - {filter: [[a], {get_param: zones}]}
      - {make_url: {scheme: http, host: {get_attr: [server, first_address]}, path: /}}
      - {map_replace: [{a: b}, {keys: {a: c}}]}
      - {list_concat_unique: [[1], [1]]}
      - {contains: [a, {get_param: zones}]}
      - {get_file: script.sh}
      - {resource_facade: metadata}
      - {get_attr: [child, address]}
      - {get_parm: flavour}
outputs:
  address: {value: {get_attr: [server, addresses, {get_resource: net}, 0, addr]}, condition: open}
  members: {value: {get_attr: [group, resource.0.address]}}
"""
CHILD = """\
heat_template_version: 2018-08-31
parameters:
  size: {type: string, description: How much.}
resources:
  volume: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
outputs:
  address: {value: {get_resource: volume}}
"""
ENVIRONMENT = """\
parameters: {flavor: m1.large, flavour: x}
parameter_defaults: {count: 5}
resource_registry:
  Acme::Thing: child.yaml
  resources: {server: {hooks: pre-create, "Acme::*": OS::Nova::Server}}
parameter_merge_strategies: {default: merge}
encrypted_param_names: []
event_sinks: []
"""
BROKEN = TEMPLATE.replace("properties: {size: 3, sise: 4}", "properties: {size: [3, {get_param: ").replace(
    "[net]", "[net"
)
TEXTS = {
    "template": TEMPLATE,
    "child": CHILD,
    "environment": ENVIRONMENT,
    "broken": BROKEN,
    "empty": "",
    "other": "a: [1, 2]\n",
}
FILES = {"child.yaml": CHILD, "script.sh": "echo\n", "env.yaml": ENVIRONMENT}


def analysis(text: str) -> FileAnalysis:
    """Return the analysis of a text called t.yaml, with `FILES` in the same folder."""
    sources = {_path(name): Source(_path(name), content) for name, content in {**FILES, "t.yaml": text}.items()}
    project = Project(Catalog(), sources)
    return FileAnalysis(TemplateContext.open(project, _path("t.yaml"), project.environment([]), Meter(Budget())))


@pytest.fixture(params=list(TEXTS))
def opened(request: pytest.FixtureRequest) -> FileAnalysis:
    """The analysis of each text in turn."""
    return analysis(TEXTS[request.param])


def test_answers_at_every_offset(opened: FileAnalysis) -> None:
    for offset in _offsets(opened.text):
        for span in _answers(opened, offset):
            assert 0 <= span.start <= span.end <= len(opened.text), (offset, span)


def test_answers_for_the_whole_text(opened: FileAnalysis) -> None:
    whole = Span(0, len(opened.text))
    spans = [token.span for token in semantic_tokens(opened)]
    assert spans == sorted(spans, key=lambda span: span.start)
    assert semantic_tokens(opened, whole) == semantic_tokens(opened)
    for answer in (
        decorations.document_links,
        document_symbols.document_symbols,
        decorations.template_lenses,
        ranges.folding_ranges,
    ):
        assert isinstance(answer(opened), list)
    assert all(hint.offset <= len(opened.text) for hint in inlay_hints.inlay_hints(opened, whole))


def test_code_actions_leave_the_text_readable(opened: FileAnalysis) -> None:
    problems = len(opened.document.problems)
    findings = Linter(registry.load().rules).lint(opened.context)
    seen: set[tuple[str, tuple[Edit, ...]]] = set()
    for offset in _offsets(opened.text)[::2]:  # of each word, the start or the end: both offer the same
        for action in actions(opened, Span(offset, offset), findings, lambda _: []):
            key = action.title, tuple(action.edits)
            if key not in seen:
                seen.add(key)
                assert len(parse(Source("t.yaml", _applied(opened.text, action))).problems) <= problems, action.title


@pytest.mark.parametrize("name", ["template", "environment", "broken"])
def test_completion_at_every_offset(name: str) -> None:
    text = TEXTS[name]
    environment = CompletionEnvironment(Catalog(), files=lambda: list(FILES))
    for offset in _offsets(text):
        found = complete(text, offset, environment, is_environment=name == "environment")
        assert found.span.start <= offset <= found.span.end or not found.items


def _answers(opened: FileAnalysis, offset: int) -> Iterator[Span]:
    """Yield the spans in this text of every answer at an offset."""
    found = hover(opened, offset)
    if found is not None:
        assert found.text.strip()
        yield found.span
    yield from selection_ranges(opened, offset)
    yield from (site.span for site in navigation.highlights(opened, offset))
    sites = [*navigation.definition(opened, offset, _users), *navigation.references(opened, offset, _users)]
    yield from (site.span for site in sites if site.path == opened.path)
    if (subject := renaming.prepare(opened, offset)) is not None:
        yield subject.span
        with suppress(renaming.RenameError):  # a name that is not defined anywhere
            renaming.rename(opened, offset, "renamed", _users)
    signature_help(opened.text, offset)
    item = call_hierarchy.item_at(opened, offset)
    if item is not None:
        yield item.span
        call_hierarchy.incoming(opened, item.name)
        call_hierarchy.outgoing(opened, item.name)


def _users(path: str) -> list[FileAnalysis]:
    return []


def _offsets(text: str) -> list[int]:
    """Return the offsets at which words and punctuation start or end, which stand for all others."""
    return sorted({at for match in re.finditer(r"\w+|[^\w\s]|\n", text) for at in match.span()} | {0, len(text)})


def _applied(text: str, action: CodeAction) -> str:
    for edit in sorted(action.edits, key=lambda edit: edit.span.start, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


def _path(name: str) -> str:
    return os.path.join(os.path.abspath("/nowhere"), name)
