"""Suggestions of names, and which of them are certain enough for a safe fix."""

from __future__ import annotations

import pytest
from for_each import for_each

from hotlint.common.suggestions import closest_matches, is_certain, unambiguous_match


@for_each(
    ("name", "candidate"),
    [
        ("Flavor", "flavor"),
        ("web-net-id", "web_net_id"),
        ("newtork_id", "network_id"),
        ("properteis", "properties"),
        ("heat_templaet_version", "heat_template_version"),
    ],
)
def test_a_name_that_cannot_be_meant_otherwise_is_certain(name: str, candidate: str) -> None:
    assert is_certain(name, candidate)


@for_each(
    ("name", "candidate"),
    [
        ("admin_boot_volume_id_1", "admin_boot_volume_id_0"),
        ("network_12", "network_21"),
        ("wan_net_id", "web_net_id"),
        ("flavour", "flavor"),
        ("trial", "trail"),
        ("untied", "united"),
        ("volume_01", "volume_1"),
        ("private_net", "private_network"),
        ("netid", "net_id"),
        ("network_public", "public_network"),
        ("2018-08-31", "2018-03-02"),
        ("network", "network"),
        ("ba_ckground", "b_ackground"),
        ("", "a"),
    ],
)
def test_a_guess_is_not_certain(name: str, candidate: str) -> None:
    assert not is_certain(name, candidate)


def test_two_candidates_that_differ_in_case_are_ambiguous() -> None:
    assert unambiguous_match("fooBar", ["foobar", "FOOBAR"]) is None
    assert unambiguous_match("fooBar", ["foobar"]) == "foobar"


@for_each(
    ("name", "candidates", "meant"),
    [
        ("HOT3O1", ["HOT631", "HOT301"], "HOT301"),
        ("HOT310", ["HOT631", "HOT610", "HOT510"], None),
        ("HOT019", [f"HOT{n:03}" for n in (*range(13), *range(88, 119), *range(201, 700)) if n % 100 != 19], None),
        ("acti", ["action", "anti"], None),
        ("boot_volumeid", ["boot_volume", "boot_volume_id"], "boot_volume_id"),
    ],
)
def test_a_fix_puts_the_nearest_candidate(name: str, candidates: list[str], meant: str | None) -> None:
    assert unambiguous_match(name, candidates) == meant
    assert unambiguous_match(name, candidates[::-1]) == meant


@pytest.mark.parametrize(
    ("name", "candidates", "best"),
    [
        (
            "db_private_network_cidr",
            ["db_private_network_cidrs_v6", "db_public_network_cidr"],
            "db_public_network_cidr",
        ),
        ("boot_volumeid", ["boot_volume", "boot_volume_id"], "boot_volume_id"),
        ("flavr_id", ["flavor_id", "favor_ids"], "flavor_id"),
    ],
)
def test_the_candidate_that_shares_all_but_one_part_is_preferred(name: str, candidates: list[str], best: str) -> None:
    assert closest_matches(name, candidates)[0] == best


def test_names_of_more_than_a_hundred_characters_are_no_candidates_for_a_misspelling() -> None:
    """Two names are compared in steps of both lengths: `metered` counts them, and this bounds each."""
    assert closest_matches("a" * 100, ["a" * 99]) == ["a" * 99]
    assert closest_matches("a" * 101, ["a" * 100]) == []
    assert closest_matches("a" * 100, ["a" * 101]) == []
