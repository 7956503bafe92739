"""What the playground offers: its titles, and an example for nearly every rule."""

from __future__ import annotations

from website.build import EXAMPLES, examples

from hotlint.linter.packs.registry import load


def test_rules_and_titles_have_examples() -> None:
    found = examples()
    assert list(found["examples"]) == list(EXAMPLES)
    assert len(found["rules"]) > 0.7 * len(load().rules)
    assert all("^^" not in text for files in found["rules"].values() for text in files.values())
