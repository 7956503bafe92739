"""What the playground loads: hotlint and its requirements in Python alone, and an example for nearly every rule."""

from __future__ import annotations

from website.playground.bundle import EXAMPLES, examples, own_files, required_files

from hotlint.linter.packs.registry import load


def test_the_bundle_has_what_a_check_needs_and_nothing_compiled() -> None:
    names = {*dict(own_files()), *dict(required_files())}
    assert {"hotlint/cli/main.py", "hotlint_rules/manifest.json", "hotlint_server/app.py"} <= names
    assert {"yaml/__init__.py", "yaql/__init__.py", "pygls/__init__.py"} <= names
    assert any(name.endswith(".dist-info/entry_points.txt") for name in names)
    assert not [name for name in names if name.endswith((".so", ".pyd", ".exe")) or name.startswith("setuptools")]


def test_rules_and_titles_have_examples() -> None:
    found = examples()
    assert list(found["examples"]) == list(EXAMPLES)
    assert len(found["rules"]) > 0.7 * len(load().rules)
    assert all("^^" not in text for files in found["rules"].values() for text in files.values())
