"""The resource types that settings ask for: those of a release, of plugins, and of an imported cloud."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from hotlint.common.cache_dir import catalog_folder
from hotlint.resource_types.catalog import Catalog, Layer

if TYPE_CHECKING:
    from hotlint.linter.settings import Settings
    from hotlint.resource_types.plugins.source import ReadProblem


class SettingsCatalog(NamedTuple):
    """A catalog, and the problems with reading the plugins that are part of it."""

    catalog: Catalog
    problems: tuple[ReadProblem, ...]


def catalog(settings: Settings) -> Catalog:
    """Return the catalog of resource types that the settings ask for."""
    return settings_catalog(settings).catalog


def default_catalog() -> Catalog:
    """Return the catalog of a file without settings."""
    return Catalog(_site_layers())


def settings_catalog(settings: Settings) -> SettingsCatalog:
    """Return the catalog that the settings ask for; types of plugins win over those of an imported cloud."""
    target = None
    if settings.target:
        from hotlint.resource_types import releases

        target = releases.number_of(settings.target)
    site = _site_layers()
    if not settings.plugin_dirs:
        return SettingsCatalog(Catalog(site, settings.known_types, target, settings.default_environment), ())
    from hotlint.resource_types.plugins.folders import plugin_layer

    layer, plugins = plugin_layer(settings.plugin_dirs)
    known_types = (*settings.known_types, *plugins.unread)
    return SettingsCatalog(Catalog((layer, *site), known_types, target, settings.default_environment), plugins.problems)


def _site_layers() -> tuple[Layer, ...]:
    """Return the types that `hotlint catalog import` has imported."""
    if not os.path.exists(os.path.join(catalog_folder(), "current")):
        return ()  # without importing the reader, which costs start-up time
    from hotlint.resource_types.site_catalog import site_layer

    layer = site_layer()
    return (layer,) if layer is not None else ()
