"""Tests that an open file is of the same kind as the file that a check reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_lsp import LanguageClient
from server_fixture import Editor

from hotlint.api import check

FILES = {
    "json.json": '{"heat_template_version": "2018-08-31", "resources": {"a": {"type": "OS::Nova::Servr"}}}\n',
    "indented.yaml": "  heat_template_version: 2018-08-31\n  resources: {a: {type: 'OS::Nova::Servr'}}\n",
    "sinks.yaml": "parameters: [a]\nevent_sinks: {}\n",
    "web.env": "parameters: [a]\n",
}


async def diagnostics(editor: Editor) -> list[tuple[str, str]]:
    """Return code and message of the diagnostics of an open file, as soon as there are some."""
    return sorted((str(d.code), d.message) for d in await editor.diagnostics())


@pytest.mark.parametrize("name", FILES)
async def test_an_open_file_has_the_findings_of_the_command(client: LanguageClient, name: str) -> None:
    path = Path(client.root) / "inner" / name  # type: ignore[attr-defined]
    path.parent.mkdir()
    path.write_text(FILES[name])
    expected = sorted((d.code, d.message) for d in check(str(path)).diagnostics)
    assert expected
    assert await diagnostics(Editor(client, f"inner/{name}", FILES[name])) == expected


@pytest.mark.parametrize(
    "text", ["{template: t.yaml, tests: [{nam: a}]}\n", '{"template": "t.yaml", "tests": [{"nam": 1}]}\n']
)
async def test_a_suite_in_flow_style_has_findings(client: LanguageClient, text: str) -> None:
    assert "HOT097" in {code for code, _ in await diagnostics(Editor(client, "flow.yaml", text))}


async def test_a_list_of_names_has_no_findings(client: LanguageClient) -> None:
    names = Editor(client, "parameters.yaml", "parameters:\n- {name: id, in: path}\n")
    assert await diagnostics(Editor(client, "later.yaml", FILES["sinks.yaml"]))  # files are checked in order
    assert await names.diagnostics(until=lambda found: True) == []
