"""What makes cases in which a function fails, at each depth of nested stacks."""

import json
from pathlib import Path

import pytest
from heat_parity.cases.faults import LEVELS, Fault, files_of

import hotlint

READ = Fault("OS::Nova::Server", {"flavor": "f", "image": "i", "metadata": {"str_split": [",", 7]}}, "metadata", {})
UNREAD = Fault("OS::Heat::Value", {"value": {"str_split": [",", 7]}}, "value", {})


@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_heat_refuses_at_once_what_it_reads_and_the_rest_later(level: int, tmp_path: Path) -> None:
    found = []
    for fault in (READ, UNREAD):
        folder = tmp_path / fault.name
        folder.mkdir()
        for name, template in files_of(fault, level).items():
            (folder / name).write_text(json.dumps(template))
        report = hotlint.check(folder / "root.yaml", config=False)
        found.append([d.code for d in report.diagnostics if d.severity == "error"])
    assert found == ([["HOT607"], ["HOT555"]] if level else [["HOT405"], ["HOT405"]])
