"""Folders of templates, and a template of one opened with what it refers to."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.files.project import Project

V = "heat_template_version: 2018-08-31\n"


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def opened(project: Project, path: str, offline: bool = False) -> TemplateContext:
    return TemplateContext.open(project, path, Environment(), Meter(Budget()), offline=offline)
