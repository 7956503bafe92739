"""list_join over the ID of a resource, a string that is never empty: Heat refuses it, and takes what may be empty."""

from __future__ import annotations

from pathlib import Path

import pytest

import hotlint


@pytest.mark.parametrize(
    ("joined", "found"),
    [
        ("{get_resource: r}", ["HOT701"]),
        ("[a], {get_resource: r}", ["HOT701"]),
        ("{get_attr: [r, value]}", []),
        ("[{get_resource: r}]", []),
    ],
)
def test_an_id_is_no_list(tmp_path: Path, joined: str, found: list[str]) -> None:
    text = f"""\
heat_template_version: 2018-08-31
resources:
  r: {{type: OS::Heat::RandomString}}
  it: {{type: OS::Heat::Value, properties: {{value: {{list_join: [",", {joined}]}}}}}}
"""
    (tmp_path / "t.yaml").write_text(text)
    assert [d.code for d in hotlint.check(tmp_path / "t.yaml").diagnostics if d.severity == "error"] == found
