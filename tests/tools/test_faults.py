"""The faults that show that gates fail: each can still be put in, and the page on gates lists each."""

from __future__ import annotations

import re

import pytest
from artefacts.faults import FAULTS, Fault
from artefacts.page_checks import problem
from artefacts.page_commands import TOP, Command


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_can_be_put_in(fault: Fault) -> None:
    assert (TOP / fault.file).read_text(encoding="utf-8").count(fault.old) == 1
    is_script = (TOP / f"tools/artefacts/{fault.gate}.py").exists()
    assert is_script or problem(Command("", 0, f"make {fault.gate}", "run")) is None


def test_the_page_on_gates_lists_each_fault() -> None:
    page = (TOP / "docs/contributing/gates.md").read_text(encoding="utf-8").partition("| Fault | Gate |")[2]
    rows = re.findall(r"(?m)^\| ([^|`]+) \| `([\w-]+)` \|", page)
    assert rows == [(fault.name, fault.gate) for fault in FAULTS]
