"""The uses of types by resources."""

from __future__ import annotations

from hotlint.analysis.composition import group_members, uses


def test_the_types_of_groups_are_those_whose_members_are_known() -> None:
    assert group_members._GROUPS.keys() == uses.GROUP_TYPES
