"""Raise templates to a later version of HOT."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hotlint.common.suggestions import did_you_mean
from hotlint.language import versions
from hotlint.linter.settings.values import target_problem
from hotlint.operations.engines import engine_of
from hotlint.operations.errors import OperationError, as_operation_error
from hotlint.operations.rewrite import Rewrite
from hotlint.operations.scope import SettingsScope
from hotlint.rewriting.upgrader import Upgrader


def upgrading(scope: SettingsScope, to: str, parameters: Mapping[str, Any]) -> Rewrite:
    """Return what upgrades a text to a version of HOT: a date, or the name of a release, which is then the target as well.

    The results of its rewriting are `UpgradeResult`. Raises OperationError for an unknown version or release.
    """
    if versions.canonical(to) is None:
        known = (*versions.VERSIONS, *versions.RELEASE_NAMES)
        raise OperationError(f"unknown version '{to}'{did_you_mean(to, known)}", advice=f"Heat has {', '.join(known)}")
    if to in versions.RELEASE_NAMES and target_problem(to) is None:
        scope = scope._replace(settings={"target": to, **scope.settings})
    try:
        return Upgrader(engine_of(scope, parameters, show_hidden=True), to).upgrade
    except Exception as exc:
        raise as_operation_error(exc) from None
