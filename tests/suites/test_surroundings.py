"""Where tests find files, types and rules: the configurations on disk, one, or none."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.common.boundary import UnpackedTree
from hotlint.linter.checking.run import drained
from hotlint.operations.scope import SettingsScope
from hotlint.operations.surroundings import ConfiguredSurroundings
from hotlint.suites.dry_runs import DryRuns
from hotlint.suites.model import CaseInputs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two folders with a configuration of their own, and one without."""
    for name, text in {
        "one/.hotlint.yaml": "environments: [one.env]\n",
        "one/one.env": "parameters: {}\n",
        "one/below/t.yaml": "",
        "two/.hotlint.yaml": "target: train\n",
        "three/t.yaml": "",
        "three/e.env": "parameters: {}\n",
        "other.yaml": "environments: [three/e.env]\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_templates_with_the_same_types_are_read_in_one_project(folder: Path) -> None:
    one, below, two, three = (str(folder / name / "t.yaml") for name in ("one", "one/below", "two", "three"))
    found = ConfiguredSurroundings()
    assert found.project(one) is found.project(below) is found.project(one)
    assert found.project(one) is not found.project(two)
    assert found.project(two).catalog is not found.project(one).catalog
    assert found.project(three) is found.project(three)
    assert found.environments(below) == (str(folder / "one" / "one.env"),)
    assert found.environments(two) == found.environments(three) == ()


def test_no_configuration_counts_where_none_is_wanted(folder: Path) -> None:
    path = str(folder / "one" / "t.yaml")
    none = ConfiguredSurroundings(SettingsScope(use_config=False))
    assert none.environments(path) == ()
    assert none.project(path) is none.project(str(folder / "two" / "t.yaml"))
    assert (
        ConfiguredSurroundings(SettingsScope(config=str(folder / "other.yaml"), use_config=False)).environments(path)
        == ()
    )


def test_one_configuration_counts_for_all_files(folder: Path) -> None:
    one = ConfiguredSurroundings(SettingsScope(config=str(folder / "other.yaml")))
    for name in ("one/t.yaml", "three/t.yaml"):
        assert one.environments(str(folder / name)) == (str(folder / "three" / "e.env"),)


def test_nothing_counts_above_a_folder_that_is_not_trusted(folder: Path) -> None:
    top = UnpackedTree(folder / "one" / "below")
    found = ConfiguredSurroundings(SettingsScope(confined_to=top))
    path = str(folder / "one" / "below" / "t.yaml")
    assert found.environments(path) == ()
    assert found.project(path).confined_to == top
    assert ConfiguredSurroundings().project(path).confined_to is None


def test_the_rules_are_those_of_the_configuration(folder: Path) -> None:
    (folder / "one" / ".hotlint.yaml").write_text("ignore: [HOT301]\n", encoding="utf-8")
    path = str(folder / "one" / "below" / "t.yaml")
    Path(path).write_text(
        "heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::Value, properties: {value: {get_param: gone}}}}\n",
        encoding="utf-8",
    )

    def codes(found: ConfiguredSurroundings) -> list[str | None]:
        context = DryRuns(found).context(CaseInputs(path), complete=True, offline=False)
        return [
            one.code for one in drained(found.engine().check_context(context)).diagnostics if one.severity == "error"
        ]

    assert codes(ConfiguredSurroundings()) == []
    assert codes(ConfiguredSurroundings(SettingsScope(config=str(folder / "one" / ".hotlint.yaml")))) == []
    assert codes(ConfiguredSurroundings(SettingsScope(use_config=False))) == ["HOT301"]
    assert codes(ConfiguredSurroundings(SettingsScope(config=str(folder / "other.yaml")))) == ["HOT301"]
    assert codes(ConfiguredSurroundings(SettingsScope(confined_to=UnpackedTree(folder / "one" / "below")))) == [
        "HOT301"
    ]


def test_the_rules_are_made_once(folder: Path) -> None:
    found = ConfiguredSurroundings()
    assert found.engine() is found.engine()
