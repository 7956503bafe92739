"""Jinja sources in an editor: diagnostics of what they are rendered to, and hover of it."""

from __future__ import annotations

from pathlib import Path

from hotlint_server.workspace.workspace_folder import WorkspaceFolder

from hotlint.analysis.template import Template
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source

SOURCE = "heat_template_version: 2018-08-31\nresources:\n{% for n in nets %}\n  {{ n }}: {type: 'OS::Neutron::Nett'}\n{% endfor %}\n"


def opened(tmp_path: Path, config: str) -> tuple[WorkspaceFolder, str]:
    (tmp_path / ".hotlint.yaml").write_text(config)
    path = str(tmp_path / "a.yaml.j2")
    folder = WorkspaceFolder(str(tmp_path), {})
    document = parse(Source(path, SOURCE))
    folder.put(document, Template(document))
    return folder, path


def test_a_source_that_is_not_rendered_is_one_info(tmp_path: Path) -> None:
    folder, path = opened(tmp_path, "")
    found = folder.engine.check_file(path, named=False)
    assert found is not None and [d.code for d in found.diagnostics] == ["HOT096"]


def test_a_rendered_source_has_its_findings(tmp_path: Path) -> None:
    folder, path = opened(tmp_path, "jinja: {variables: {nets: [a, b]}}\n")
    found = folder.engine.check_file(path, named=False)
    assert found is not None
    (error,) = [d for d in found.diagnostics if d.severity == "error"]
    assert SOURCE[error.span.start : error.span.end] == "'OS::Neutron::Nett'"
