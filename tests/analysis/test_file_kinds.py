"""Tests of the table of file kinds: every kind in every style, and both stages of recognition against each other."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hotlint import pytest_plugin
from hotlint.analysis import file_kinds
from hotlint.analysis.environments import file as environment
from hotlint.analysis.file_kinds import KINDS, is_broken_file, kind_of, may_be, recognize
from hotlint.common.files import decode
from hotlint.formats.policies import POLICIES
from hotlint.formats.suite import SUITE
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

CONTENTS: dict[str, list[dict[str, Any]]] = {
    "hot": [
        {"heat_template_version": "2018-08-31"},
        {"description": "d", "parameters": {"a": {"type": "string"}}, "heat_template_version": "rocky", "resources": {}},
    ],
    "cfn": [{"AWSTemplateFormatVersion": "2010-09-09"}, {"Resources": {}, "HeatTemplateFormatVersion": "2012-12-12"}],
    "environment": [
        {"parameters": {"a": "b"}},
        {"parameters": {"size": 1}, "event_sinks": []},
        {"parameter_defaults": {"a": 1}, "more": 1},
        {"more": {}, "resource_registry": {"A::B": "c.yaml"}},
        {"encrypted_param_names": []},
        {"parameter_merge_strategies": {"a": "merge"}, "parameters": {}},
    ],
    "suite": [{"template": "web.yaml", "tests": [{"name": "a", "errors": []}]}],
    "policies": [
        {"policies": [{"code": "SITE001", "assert": "true", "message": "m", "resources": "*"}]},
        {"extends": ["hotlint:example"], "tests": []},
    ],
    "cloud snapshot": [{"snapshot": 1, "cloud": "c", "flavors": []}],
    "recorded stack": [{"recorded_stack": 1, "recorded": "today", "stack": {"name": "s"}}],
    "bundle": [{"template": {"heat_template_version": "2018-08-31"}, "files": {}, "environment": {}}],
    "other": [{"services": {"web": 1}}, {"heat_template_version": {"in": "body", "type": "string"}}, {"parameters": [1]}],
}  # fmt: skip


def _flow(value: Any) -> str:
    """Return a value as YAML in flow style, without quotes around keys."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_flow(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return json.dumps(value)


def _block(content: dict[str, Any], key: str = "%s:") -> str:
    return "".join(f"{key % name} {_flow(value)}\n" for name, value in content.items())


def _escaped(content: dict[str, Any]) -> str:
    first, *more = content
    name = f'"\\u{ord(first[0]):04x}{first[1:]}"'
    return f"{name}: {_flow(content[first])}\n" + _block({key: content[key] for key in more})


STYLES: dict[str, Callable[[dict[str, Any]], str]] = {
    "block": _block,
    "indented": lambda content: "".join(f"   {line}\n" for line in _block(content).splitlines()),
    "single quotes": lambda content: _block(content, "'%s':"),
    "double quotes": lambda content: _block(content, '"%s" :'),
    "explicit keys": lambda content: _block(content, "? %s # key\n:"),
    "tagged keys": lambda content: _block(content, "!!str %s:"),
    "anchored keys": lambda content: "".join(_block({n: v}, f"&k{i} %s:") for i, (n, v) in enumerate(content.items())),
    "tabs": lambda content: _block(content).replace(": ", ":\t"),
    "flow": lambda content: f"{_flow(content)}\n",
    "flow on lines": lambda content: _flow(content).replace(", ", ",\n  ").replace("{", "{\n  ", 1),
    "JSON": lambda content: json.dumps(content, indent=2),
    "short JSON": lambda content: json.dumps(content, separators=(",", ":")),
    "JSON with escapes": lambda content: re.sub(
        r'"([a-zA-Z])(?=\w+":)', lambda m: f'"\\u{ord(m[1]):04x}', json.dumps(content)
    ),
    "escaped key": _escaped,
    "merged": lambda content: "<<: " + _flow(content) + "\n",
}
AROUND = {
    "nothing": "%s",
    "comments": "# a comment: with a colon\n\n  # another\n%s\n# end\n",
    "document start": "---\n%s",
    "flow after document start": "--- %s",
    "directive": "%%YAML 1.1\n---\n%s\n...\n",
    "white space": "\n\n%s\n\n",
}
ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "UTF-8": lambda text: text.encode(),
    "byte order mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "big-endian UTF-16": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
}
PIECES = (
    "", "\n", " ", "\t", '"', "'", "{", "}", ":", "#", "- ", "\\", "%", "{% if %}\n", "a: ", "<<<\n",
)  # fmt: skip
"""What is put into texts; the empty one takes a character away."""


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("kind", CONTENTS)
def test_every_kind_is_recognized_in_every_style(kind: Any, encoding: str) -> None:
    for content, (style, written), (name, around) in product(CONTENTS[kind], STYLES.items(), AROUND.items()):
        if name.startswith("flow") and "flow" not in style:
            continue
        data = ENCODINGS[encoding](around % written(content))
        assert recognize("some/file.yaml", decode(data)) == kind, data
        if kind != "other":
            assert may_be("some/file.yaml", data, (kind,)), data
            assert may_be("some/file.yaml", decode(data), (kind,)), data


@given(
    st.sampled_from([content for found in CONTENTS.values() for content in found]),
    st.sampled_from(list(STYLES)),
    st.lists(st.tuples(st.floats(0, 1), st.sampled_from(PIECES)), max_size=4),
    st.sampled_from(["file.yaml", "env/web.yaml", "web.env", "x.j2.yaml", "web.txt", "README.md"]),
)
@settings(max_examples=200, deadline=None)
def test_the_first_stage_excludes_nothing_that_the_second_accepts(
    content: dict[str, Any], style: str, edits: list[tuple[float, str]], path: str
) -> None:
    text = STYLES[style](content)
    for where, piece in edits:
        at = int(where * len(text))
        text = text[:at] + piece + text[at + (not piece) :]
    kind = recognize(path, text)
    if kind in KINDS:
        assert may_be(path, text, (kind,))
        assert may_be(path, text.encode(), (kind,))


@pytest.mark.parametrize(
    ("path", "text", "kind"),
    [
        ("web.hot-test.yaml", "", "suite"),
        ("web.hot-test.yml", "a: [", "suite"),
        (".hotlint.yaml", "extends: hotlint:example\n", "configuration"),
        ("conf/base.hotlint.yaml", "ignore: [HOT8]\n", "configuration"),
        ("README.md", "Text\n\n```yaml\nheat_template_version: 2018-08-31\n```\n", "other"),
        ("README.md", "heat_template_version: 2018-08-31\n", "other"),
        ("make.py", "heat_template_version = '2018-08-31'\n", "other"),
        ("web.yaml.j2", "heat_template_version: 2018-08-31\n", "jinja"),
        ("web.j2.yaml", "resource_registry:\n{% for a in b %}\n  A::{{a}}: c.yaml\n{% endfor %}\n", "jinja"),
        ("nginx.conf.j2", "server { listen {{ port }}; }\n", "other"),
        ("web.yaml", "heat_template_version: rocky\n{% for a in b %}\nx: 1\n{% endfor %}\n", "jinja"),
        ("web.yaml", "heat_template_version:\n", "hot"),
        ("web.yaml", "heat_template_version: [2018-08-31]\n", "hot"),
        (
            "main.yml",
            "heat_template_version: rocky\nstack: demo\nparameters: {key: a}\n",
            "other",
        ),  # variables of Ansible
        ("main.yml", "heat_template_version: rocky\nstack: demo\nresources: {}\n", "hot"),
        ("main.yml", "heat_template_version: rocky\nstack: demo\nparameters: {}\n", "hot"),
        ("main.yml", "heat_template_version: rocky\nstack: demo\n", "hot"),
        ("main.yml", "heat_template_version: rocky\nstack: demo\nusers: [a]\n", "other"),
        ("main.yml", "heat_template_version: rocky\nstack: demo\nusers:\n", "hot"),
        ("main.yml", "heat_template_version: rocky\nusers: [a]\nparameters: {a: {type: string}, b: c}\n", "hot"),
        ("web.env", "paramters: {a: b}\nparameters: {c: d}\n", "environment"),
        ("web.env", "paramters: {a: b}\nparameters: c\n", "other"),
        ("main.yml", "heat_template_version: 2012-12-12\nDescription: a\nResources: {}\n", "hot"),
        ("main.yml", "heat_template_version: rocky\nDescription: a\nMappings: {}\n", "hot"),
        ("main.yml", "heat_template_version: rocky\nresorces:\n  a: {type: A::B}\n", "hot"),
        ("main.yml", "heat_template_version: rocky\nparameters: []\nres\n", "hot"),
        ("notes.txt", "heat_template_version: 2018-08-31\n", "hot"),
        (
            "web_test.yaml",
            "suite: web\ntemplate: web.yaml\ntests: [{it: runs, asserts: []}]\n",
            "other",
        ),  # helm-unittest
        ("web", "heat_template_version: 2018-08-31\n", "hot"),
        ("web.env", "NAME=value\n", "other"),
        ("web.yaml", "", "empty"),
        ("web.yaml", "# nothing\n---\n", "empty"),
        ("web.yaml", "- a\n", "other"),
        ("ci.yaml", "tests:\n- a\ntemplate: {a: b}\n", "other"),
        ("ci.yaml", "extends: airbnb\n", "other"),
        ("site.yaml", "policies: [{name: a}]\n", "other"),
    ],
)
def test_what_the_name_and_the_content_decide(path: str, text: str, kind: str) -> None:
    assert recognize(path, text) == recognize(path, parse(Source(path, text))) == kind


@pytest.mark.parametrize(
    "path", ["web.env", "web.environment", "env/web.yaml", "environments/web.yaml", "web-env.yaml"]
)
def test_the_name_decides_where_only_parameters_are_given(path: str) -> None:
    for text in ("parameters:\n- a\n", "parameters: {a: {type: string}}\n"):
        assert recognize(path, text) == "environment"
        assert recognize("web.yaml", text) == "other"
    assert recognize("web.yaml", "parameters: {a: 1}\n") == recognize("web.yaml", "parameters:\n") == "environment"


def test_the_keys_are_those_of_the_readers() -> None:
    assert set(file_kinds.ENVIRONMENT_KEYS) == set(environment.SECTIONS)
    assert list(file_kinds.POLICY_KEYS) == POLICIES.top.names
    assert list(KINDS["suite"].keys) == SUITE.top.required
    assert KINDS["suite"].endings == pytest_plugin._ENDINGS


def test_a_list_of_names_is_no_template() -> None:
    text = "heat_template_version:\n  description: |\n    The version.\n  in: body\n  type: string\nresources:\n  in: body\n"
    assert kind_of(parse(Source("parameters.yaml", text))) == "other"


@pytest.mark.parametrize(
    "text",
    [
        "heat_template_version " + "# " * 40 + "\nx\n",
        "parameters " + "# " * 40 + "\nx\n",
        json.dumps({"text": "\u00e9" * 20_000}),
        "? " + '"\\x' * 5_000,
    ],
    ids=["comment after a key", "comment after parameters", "escapes", "open quotes"],
)
def test_the_first_stage_takes_no_longer_than_the_text(text: str) -> None:
    start = time.process_time()
    may_be("file.yaml", text, tuple(KINDS))
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("heat_template_version: rocky\na: [\n", True),
        ("a: [\n# x\nheat_template_version: rocky\n", True),
        ('{"resources": {]},\n  "heat_template_version": "rocky"}', True),
        ("  a: [\n  heat_template_version: rocky\n", True),
        ("a: {{ .Values.x }}\nb: |\n  heat_template_version: rocky\nc: [\n", False),
        ("a: [\n- heat_template_version: rocky\n", False),
    ],
)
def test_the_version_of_a_broken_template_is_at_its_top(text: str, expected: bool) -> None:
    assert is_broken_file(parse(Source("web.yaml", text))) is expected


@pytest.mark.parametrize(
    ("text", "by_content", "by_name"),
    [
        ("resource_registry: {'A::B': part.yaml, 'A::C': [}\n", True, True),
        ("parameter_defaults:\n  a: {b: [}\n", True, True),
        ('{"resource_registry": {"A::B": [}}\n', True, True),
        ("parameters: {a: [}\n", False, True),
        ("values:\n  resource_registry: {'A::B': [}\n", False, False),
        ("PARAMETERS=[1\nparameters='a: [': b\n", False, False),
        ("resource_registry: {}\n", False, False),
        ("{parameters: {a: [}}\n", False, True),
        ('{"definitions": {"env": {"resource_registry": {}, }\n', False, False),
        ("{{ if .x }}\nkind: ConfigMap\ndata:\n  parameter_defaults: 1\n", False, False),
        ("{{ if .x }}\nparameters=1\n{{ end }}\n", False, False),
        ("{% if x %}\ndata: |\n  heat_template_version: rocky\n", False, False),
    ],
)
def test_the_sections_of_a_broken_environment_are_at_its_top(text: str, by_content: bool, by_name: bool) -> None:
    assert is_broken_file(parse(Source("web.yaml", text))) is by_content
    assert is_broken_file(parse(Source("web.env", text))) is by_name
