"""The uses of types by resources."""

from __future__ import annotations

from hotlint import heat_types
from hotlint.analysis.composition import group_members


def test_the_kinds_of_groups_are_those_whose_members_are_known() -> None:
    assert {kind.group for kind in heat_types.all_types() if kind.group} == group_members._GROUPS.keys()
