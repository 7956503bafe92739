"""Say which files were read for a template, and why."""

from __future__ import annotations

import os
from collections.abc import Iterable

from hotlint.operations.scope import SettingsScope
from hotlint.output.findings.model import beside


def read_notes(scope: SettingsScope, path: str, read: Iterable[str], environments: Iterable[str]) -> tuple[str, ...]:
    """Return a clause for each file that was read for the one at `path`: why it was. `read` may name files that do not exist."""
    name = beside(path, path)
    why = {os.path.abspath(path): "it is named, or in a folder that is"}
    config = scope.finder().config(path)
    if config is not None:
        why[os.path.abspath(config.path)] = f"the configuration of {name}"
        why |= {
            os.path.abspath(each.path): f"'extends' of {beside(config.path, path)}" for each in config.all_files()
        } | why
    for environment in environments:
        why.setdefault(os.path.abspath(environment), f"an environment of {name}")
    for file in sorted(map(os.path.abspath, read)):
        why.setdefault(file, f"{name} leads to it")
    return tuple(f"read {beside(file, path)}: {reason}" for file, reason in why.items() if os.path.isfile(file))
