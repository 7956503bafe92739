"""The audit of fixes sees a change that it should not let pass."""

from __future__ import annotations

import pytest
from fix_audit import changed_values, renaming, text_changes
from for_each import for_each

TEXT = "parameters:\n  flavor: {type: string}\nresources:\n  r: {properties: {value: {get_param: Flavor}}}\n"


@for_each(
    ("before", "after", "kind"),
    [
        ("Flavor", "flavor", "case"),
        ("web-net", "web_net", "separator"),
        ("newtork", "network", "transposed letters"),
        ("id_1", "id_0", ""),
        ("id_12", "id_21", ""),
        ("wan_net", "web_net", ""),
        ("Fn::Join", "list_join", "function"),
    ],
)
def test_each_change_has_its_kind(before: str, after: str, kind: str) -> None:
    assert renaming(before, after) == kind


@pytest.mark.parametrize("broken", ["", "x: [\n"])
def test_changes_are_found_in_the_data_and_in_broken_text(broken: str) -> None:
    after = TEXT.replace("Flavor", "flavor").replace("string}", "string, hidden: true}")
    assert sorted(c.kind for c in text_changes(TEXT + broken, after + broken)) == ["case", "hidden"]
    assert [c.kind for c in text_changes(TEXT + broken, TEXT.replace("Flavor", "other") + broken)] == [""]


def test_a_value_that_changes_is_found() -> None:
    before = {"resources": {"r": {"value": 1}, "s": {"error": "no"}}}
    assert list(changed_values(before, {"resources": {"r": {"value": 1}, "s": {"value": 2}}})) == []
    assert list(changed_values(before, {"resources": {"r": {"value": 2}}})) == [".resources.r.value"]
