"""Suites and policies in an editor: findings, lenses, completion, and runs of their tests."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types
from pytest_lsp import LanguageClient
from server_fixture import TEMPLATE, Editor, codes, request

GOOD = TEMPLATE.replace("imag}", "image}")
SUITE = """\
# \U0001f600
template: t.yaml
tests:
- name: first
  assert:
    outputs.id: {unknown: true}
    resources.child: {enabled: true}
- name: second
  matrix: {parameters: {image: [ubuntu, debian]}}
  assert: {conditions.small: true}
- name: all
  snapshot: true
"""


def labels(found: object) -> list[str]:
    """Return the labels of completions."""
    assert isinstance(found, types.CompletionList)
    return [item.label for item in found.items]


def saved(client: LanguageClient) -> Editor:
    """Open the template, which is also on disk."""
    (Path(client.root) / "t.yaml").write_text(GOOD, encoding="utf-8")  # type: ignore[attr-defined]
    return Editor(client, "t.yaml", GOOD)


async def complete(editor: Editor, piece: str, inside: int = 0) -> list[str]:
    """Return the labels of the completions at a place."""
    params = types.CompletionParams(editor.document, editor.position(piece, inside))
    return labels(await editor.client.text_document_completion_async(params))


async def test_failures_are_findings_of_the_suite(client: LanguageClient) -> None:
    saved(client)
    editor = Editor(client, "t.hot-test.yaml", SUITE.replace("snapshot: true", "snpshot: true"))
    found = await editor.diagnostics(until=lambda d: {"HOT097", "HOT098"} <= codes(d))
    failures = [d for d in found if d.code == "HOT098"]
    assert [editor.cut(d.range) for d in failures] == ["true"]
    where = "second [image=ubuntu]; second [image=debian]"
    assert [d.message for d in failures] == [f"conditions.small is false; expected true ({where})"]
    assert any("unknown key 'snpshot' in a test (did you mean 'snapshot'?)" in d.message for d in found)


async def test_findings_follow_the_template_in_the_editor(client: LanguageClient) -> None:
    template = saved(client)
    text = "template: t.yaml\ntests:\n- name: one\n  assert: {parameters.image: cirros}\n"
    suite = Editor(client, "t.hot-test.yaml", text)
    await suite.diagnostics(until=lambda d: d == [])
    template.edit("default: cirros", "default: debian")
    (found,) = await suite.diagnostics(until=lambda d: "HOT098" in codes(d))
    assert found.message == "parameters.image is 'debian'; expected 'cirros'"
    template.edit("default: debian", "default: cirros")
    await suite.diagnostics(until=lambda d: d == [])


async def test_lenses_run_tests(client: LanguageClient) -> None:
    editor = Editor(client, "t.hot-test.yaml", SUITE)
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(editor.document))
    titles = [lens.command.title for lens in lenses or () if lens.command]
    assert titles == ["Run all tests", *["Run test", "Explain values"] * 3]


async def test_tests_are_listed_and_run(client: LanguageClient) -> None:
    saved(client)
    editor = Editor(client, "t.hot-test.yaml", SUITE)
    document = {"textDocument": {"uri": editor.uri}}
    listed = await request(client, "hotlint/tests", document)
    assert [test.id for test in listed.tests] == ["first", "second [image=ubuntu]", "second [image=debian]", "all"]
    assert listed.template.endswith("t.yaml")
    ran = await request(client, "hotlint/runTests", {**document, "explain": True, "coverage": True})
    assert [test.state for test in ran.tests] == ["passed", "failed", "failed", "failed"]
    failure = ran.tests[1].failures[0]
    assert failure.path == "conditions.small"
    assert "equals" in failure.provenance
    (template, child) = sorted(ran.coverage, key=lambda one: not str(one.uri).endswith("t.yaml"))
    assert {point.kind for point in template.points} == {"condition", "resource", "output"}
    assert child.uri.endswith("child.yaml")
    names = {uri.rpartition("/")[2] for uri in ran.files}
    assert names >= {"t.yaml", "child.yaml"}
    assert not any("%00" in name for name in names)
    ran = await request(client, "hotlint/runTests", {**document, "ids": ["first"]})
    assert [test.id for test in ran.tests] == ["first"]
    assert {uri.rpartition("/")[2] for uri in ran.files} >= {"t.yaml", "child.yaml"}
    await request(client, "hotlint/runTests", {**document, "ids": ["all"], "updateSnapshots": True})
    assert (Path(client.root) / "__snapshots__" / "t.hot-test.yaml.snap").exists()  # type: ignore[attr-defined]
    ran = await request(client, "hotlint/runTests", {**document, "ids": ["all"]})
    assert [test.state for test in ran.tests] == ["passed"]


async def test_completion_in_a_suite(client: LanguageClient) -> None:
    saved(client)
    text = SUITE + "- name: more\n  \n  assert:\n    out\n    outputs.id: {u}\n  update: {expect: {net: r}}\nmat\n"
    editor = Editor(client, "t.hot-test.yaml", text)
    assert "matrix" in await complete(editor, "\nmat\n", 4)
    assert {"parameters", "errors", "snapshot"} <= set(await complete(editor, "more\n  ", 7))
    offered = await complete(editor, "    out\n", 7)
    assert {"outputs.emoji", "resources.net", "resources.child.properties.size", "conditions.small"} <= set(offered)
    assert "outputs.id" not in offered
    assert {"unknown", "equal", "match"} <= set(await complete(editor, "{u}", 2))
    assert {"replace", "update", "none"} <= set(await complete(editor, "net: r", 6))


POLICIES = """\
policies:
- code: SITE1
  resources: OS::Nova::Server
  assert: propertes.flavor == 'a'
  message: m
  severity: e
"""


async def test_policies_in_an_editor(client: LanguageClient) -> None:
    editor = Editor(client, "policies.yaml", POLICIES)
    found = await editor.diagnostics(until=lambda d: "HOT097" in codes(d))
    assert any("undefined name 'propertes' (did you mean 'properties'?)" in d.message for d in found)
    assert await complete(editor, "severity: e", 11) == ["error", "warning", "info"]
    assert "properties" in await complete(editor, "assert: p", 9)
    assert "unknown" in await complete(Editor(client, "p2.yaml", POLICIES + "  un"), "  un", 4)
