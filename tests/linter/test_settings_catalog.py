"""The resource types of settings: of a release, of a snapshot of a cloud, of plugins, and imported ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.cloud.facts import CloudFacts
from hotlint.common.cache_dir import catalog_folder
from hotlint.linter.settings.catalog import (
    SnapshotsOfRun,
    catalog,
    cloud_facts,
    default_catalog,
    settings_catalog,
    snapshot_problem,
)
from hotlint.linter.settings.model import Settings
from hotlint.linter.settings.values import target_problem
from hotlint.resource_types import releases
from hotlint.resource_types.catalog import PACKAGED, NoSuchType, OpaqueType, ResourceType
from hotlint.resource_types.site_catalog import install

PLUGIN = """\
from heat.engine import properties, resource
class Thing(resource.Resource):
    properties_schema = {'a': properties.Schema('String')}
def resource_mapping():
    return {'Acme::Thing': Thing}
"""


@pytest.fixture
def snapshots(folder: Path) -> Path:
    """Return the working folder, with snapshots of clouds."""
    types = "resource_types: [OS::Heat::Value]"
    (folder / "old.yaml").write_text(f"snapshot: 1\ncloud: old\nheat: {{release: rocky, {types}}}\n")
    (folder / "plain.yaml").write_text("snapshot: 1\ncloud: plain\n")
    (folder / "broken.yaml").write_text("snapshot: [\n")
    (folder / "other.yaml").write_text("a: 1\n")
    return folder


def test_a_catalog_without_settings(folder: Path) -> None:
    for made in (default_catalog(), catalog(Settings())):
        assert (made.layers, made.target, made.default_environment, made.cloud) == ((PACKAGED,), None, None, None)
        assert (made.known_types, made.is_of_cloud) == ((), False)


@pytest.mark.parametrize("target", ["rocky", "Rocky", "11.0.0", "11"])
def test_a_target_becomes_the_number_of_its_release(folder: Path, target: str) -> None:
    number = releases.number_of("rocky")
    assert number is not None
    assert catalog(Settings(target=target)).target == number


def test_known_types_and_the_default_environment(folder: Path) -> None:
    made = catalog(Settings(known_types=("Acme::*",), default_environment=False))
    assert (made.known_types, made.default_environment) == (("Acme::*",), False)
    assert isinstance(made.resource("Acme::Any"), OpaqueType)


@pytest.mark.parametrize(
    ("settings", "name", "is_of_cloud", "is_rocky"),
    [
        (Settings(target="old.yaml"), "old", True, True),
        (Settings(cloud_snapshot="old.yaml"), "old", False, False),
        (Settings(cloud_snapshot="old.yaml", target="old.yaml"), "old", True, True),
        (Settings(cloud_snapshot="plain.yaml", target="rocky"), "plain", False, True),
        (Settings(target="plain.yaml"), "plain", False, False),
        (Settings(cloud_snapshot="broken.yaml"), None, False, False),
        (Settings(cloud_snapshot="gone.yaml", target="rocky"), None, False, True),
        (Settings(target="rocky"), None, False, True),
    ],
)
def test_a_snapshot_gives_the_facts_of_a_cloud(
    snapshots: Path, settings: Settings, name: str | None, is_of_cloud: bool, is_rocky: bool
) -> None:
    found, made = cloud_facts(settings), catalog(settings)
    assert (found.name if found is not None else None) == name
    assert made.cloud is found
    assert made.is_of_cloud is is_of_cloud
    assert made.target == (releases.number_of("rocky") if is_rocky else None)
    assert isinstance(made.resource("OS::Heat::RandomString"), NoSuchType) is is_of_cloud


def test_facts_of_a_running_cloud_replace_those_of_a_snapshot(snapshots: Path) -> None:
    live = CloudFacts({"cloud": "live", "heat": {"resource_types": ["OS::Heat::Value"]}}, "old.yaml")
    made = catalog(Settings(target="old.yaml"), live)
    assert made.cloud is live
    assert made.is_of_cloud is False
    assert made.target == releases.number_of("rocky")
    assert settings_catalog(Settings(), live).catalog.cloud is live


def test_types_of_plugins_come_before_imported_ones(folder: Path) -> None:
    (folder / "plugins").mkdir()
    (folder / "plugins" / "thing.py").write_text(PLUGIN)
    (folder / "plugins" / "bad.py").write_text("NAMES = 'Acme::Bad'\ndef resource_mapping(\n")
    install(Path(catalog_folder()), {}, {"Acme::Thing": {"properties": {"b": {"type": "string"}}}})
    for settings, names in ((Settings(), ["b"]), (Settings(plugin_dirs=("plugins",)), ["a"])):
        found = catalog(settings).resource("Acme::Thing")
        assert isinstance(found, ResourceType)
        assert list(found.properties) == names
    made, problems = settings_catalog(Settings(plugin_dirs=("plugins",), known_types=("A::B",)))
    assert len(made.layers) == 3 and made.layers[-1] is PACKAGED
    assert [Path(problem.path).name for problem in problems] == ["bad.py"]
    assert made.known_types[0] == "A::B" and isinstance(made.resource("Acme::Bad"), OpaqueType)
    assert settings_catalog(Settings()).problems == ()
    assert len(default_catalog().layers) == 2


def test_a_broken_import_counts_as_none(folder: Path) -> None:
    install(Path(catalog_folder()), {}, {"Acme::Thing": {}})
    (Path(catalog_folder()) / "current").write_text("gone\n")
    assert default_catalog().layers == (PACKAGED,)


def test_a_run_remembers_why_snapshots_cannot_be_used(snapshots: Path) -> None:
    run = SnapshotsOfRun()
    assert run.facts(Settings()) is None
    assert run.facts(Settings(target="rocky")) is None
    found = run.facts(Settings(cloud_snapshot="plain.yaml"))
    assert found is not None and found.name == "plain"
    assert run.problems == {}
    for _ in range(2):
        assert run.facts(Settings(target="other.yaml")) is None
        assert run.facts(Settings(cloud_snapshot="gone.yaml", target="other.yaml")) is None
    assert run.problems == {
        "other.yaml": "'other.yaml' is not a snapshot of a cloud: it does not say 'snapshot: 1'",
        "gone.yaml": "snapshot 'gone.yaml' cannot be read: No such file or directory",
    }


def test_targets_that_are_neither_releases_nor_snapshots(snapshots: Path) -> None:
    assert [target_problem(t) for t in ("rocky", "2025.1", "plain.yaml")] == [None, None, None]
    assert snapshot_problem("plain.yaml") is None
    assert target_problem("gone.json") == "snapshot 'gone.json' cannot be read: No such file or directory"
    assert target_problem("rokcy") == "'rokcy' is not an OpenStack release that hotlint knows (did you mean 'rocky'?)"
    newest = releases.known()[-1].series
    hint = f" (known are rocky to {newest})"
    assert target_problem("zebra") == f"'zebra' is not an OpenStack release that hotlint knows{hint}"


def test_without_any_known_release_none_is_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(releases, "known", lambda: ())
    assert target_problem("rocky") == "'rocky' is not an OpenStack release that hotlint knows"
