"""The table of output formats is complete, and the table of subcommands likewise."""

from __future__ import annotations

from pathlib import Path

import pytest
from for_each import for_each

import hotlint
from hotlint.cli.main import overview
from hotlint.cli.subcommands import SUBCOMMANDS, load
from hotlint.output.formats import FORMATS, OutputFormat, binary_writer, format_help, format_names, renderer

PACKAGE = Path(hotlint.__file__).parent
PARTS = {"conversion", "fingerprint", "model", "one_cause"}
"""Modules in the folder of formats of findings that are parts of several formats."""


@for_each("row", [row for row in FORMATS if not row.binary], ids=lambda row: f"{row.subject}-{row.name}")
def test_every_format_of_text_has_a_renderer(row: OutputFormat) -> None:
    assert callable(renderer(row.subject, row.name))


@for_each("row", [row for row in FORMATS if row.binary], ids=lambda row: f"{row.subject}-{row.name}")
def test_every_binary_format_has_a_writer(row: OutputFormat) -> None:
    assert callable(binary_writer(row.subject, row.name))


@for_each("row", FORMATS, ids=lambda row: f"{row.subject}-{row.name}")
def test_every_format_is_in_the_help(row: OutputFormat) -> None:
    assert row.name in format_names(row.subject)
    assert f"{row.name}: {row.summary}" in format_help(row.subject)


@pytest.mark.parametrize("name", format_names("findings"))
def test_the_guide_names_every_format_of_a_check(name: str) -> None:
    section = (
        (PACKAGE.parent / "docs" / "guide.md").read_text(encoding="utf-8").partition("## Choose an output format")[2]
    )
    assert f"`{name}`" in section.partition("\n## ")[0]


def test_every_module_of_a_format_of_findings_is_in_the_table() -> None:
    modules = {p.stem for p in (PACKAGE / "output" / "findings").glob("*.py")} - {"__init__"} - PARTS
    assert modules == set(format_names("findings"))


def test_every_module_of_a_subcommand_is_in_the_table() -> None:
    modules = {p.stem for p in (PACKAGE / "cli" / "commands").glob("*.py")} - {"__init__", "fix"}
    assert modules == set(SUBCOMMANDS)
    for name, summary in SUBCOMMANDS.items():
        assert f"{name:<11} {summary}\n" in overview()
        assert load(name).DESCRIPTION
