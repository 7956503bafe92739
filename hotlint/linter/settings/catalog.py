"""The resource types that settings ask for: those of a release, of plugins, and of an imported cloud."""

from __future__ import annotations

import os

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.cache_dir import catalog_folder
from hotlint.common.records import NamedTuple
from hotlint.resource_types.catalog import PACKAGED, Catalog, Layer

if TYPE_CHECKING:
    from hotlint.cloud.facts import CloudFacts
    from hotlint.linter.settings.model import Settings
    from hotlint.resource_types.plugins.source import ReadProblem


class SettingsCatalog(NamedTuple):
    """A catalog, and the problems with reading the plugins that are part of it."""

    catalog: Catalog
    problems: tuple[ReadProblem, ...]


def catalog(settings: Settings, live: CloudFacts | None = None) -> Catalog:
    """Return the catalog of resource types that the settings ask for. `live` facts of a cloud replace those of a snapshot."""
    return settings_catalog(settings, live).catalog


def default_catalog() -> Catalog:
    """Return the catalog of a file without settings."""
    return Catalog(_site_layers())


def settings_catalog(settings: Settings, live: CloudFacts | None = None) -> SettingsCatalog:
    """Return the catalog that the settings ask for; types of plugins win over those of an imported cloud.

    A snapshot of a cloud that cannot be read counts as none (see `snapshot_problem`). `live` facts replace those of a snapshot.
    """
    facts = cloud_facts(settings)
    of_cloud = facts if facts is not None and settings.target == facts.path else None
    target = of_cloud.release if of_cloud is not None else settings.target
    if target:
        from hotlint.resource_types import releases

        target = releases.number_of(target)
    layers = _site_layers()
    known_types = settings.known_types
    problems: tuple[ReadProblem, ...] = ()
    if settings.plugin_dirs:
        from hotlint.resource_types.plugins.folders import plugin_layer

        layer, plugins = plugin_layer(settings.plugin_dirs)
        layers, problems = (layer, *layers), plugins.problems
        known_types = (*known_types, *plugins.unread)
    if settings.found_plugins:
        from hotlint.resource_types.plugins.folders import read_plugin_dirs

        plugins = read_plugin_dirs(settings.found_plugins)
        added = {name: facts for name, facts in plugins.types.items() if name not in PACKAGED.index["types"]}
        layers = (*layers, Layer.of("plugins", added))
        known_types = (*known_types, *(pattern for pattern in plugins.unread if "[" not in pattern))
    made = Catalog(
        layers, known_types, target or None, settings.default_environment, live or facts,
        is_of_cloud=of_cloud is not None and live is None, role=settings.role,
    )  # fmt: skip
    return SettingsCatalog(made, problems)


def cloud_facts(settings: Settings) -> CloudFacts | None:
    """Return the facts of the snapshot that the settings name; None without one, or one that cannot be read."""
    if settings.cloud_snapshot is None and settings.target is None:
        return None
    path = settings.snapshot
    facts = _facts(path) if path is not None else None
    return None if isinstance(facts, str) else facts


class SnapshotsOfRun:
    """The snapshots of clouds that a run uses; `problems` has why one cannot be used, by path."""

    def __init__(self) -> None:
        self.problems: dict[str, str] = {}

    def facts(self, settings: Settings) -> CloudFacts | None:
        """Return the facts of the cloud that the settings name; None without one that can be used."""
        path = settings.snapshot
        facts = cloud_facts(settings) if path is not None else None
        if path is not None and facts is None and path not in self.problems:
            self.problems[path] = snapshot_problem(path) or ""
        return facts


def snapshot_problem(path: str) -> str | None:
    """Return why a file is not a snapshot of a cloud that can be used, as a sentence; None for one that is."""
    facts = _facts(path)
    return facts if isinstance(facts, str) else None


def _facts(path: str) -> CloudFacts | str:
    """Return the facts of a snapshot, or why it cannot be used."""
    from hotlint.cloud.errors import CloudError
    from hotlint.cloud.snapshot_reader import read_facts

    try:
        return read_facts(path)
    except CloudError as exc:
        return str(exc)


def _site_layers() -> tuple[Layer, ...]:
    """Return the types that `hotlint catalog import` has imported."""
    if not os.path.exists(os.path.join(catalog_folder(), "current")):
        return ()  # without importing the reader, which costs start-up time
    from hotlint.resource_types.site_catalog import site_layer

    layer = site_layer()
    return (layer,) if layer is not None else ()
