"""The findings of a run that belong to no checked file: in configurations, rule packs, cloud snapshots and plugins."""

from __future__ import annotations

import os

from hotlint.linter.checking.projects import Projects
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.packs.registry import Registry
from hotlint.linter.run_diagnostics import (
    BadConfiguration,
    BrokenPack,
    UnreadPlugin,
    misnamed_configuration,
    run_diagnostic,
)
from hotlint.linter.settings.finder import Finder
from hotlint.syntax.source import Span


def run_level_diagnostics(finder: Finder, packs: Registry, projects: Projects) -> list[tuple[str, Diagnostic]]:
    """Return the findings in configurations, rule packs, cloud snapshots and plugins, each with its file."""
    found = [(c.path, d) for c in finder.opened() for d in c.problems]
    found += [(path, misnamed_configuration(path)) for path in finder.misnamed]
    for problem in packs.problems:
        message = f"rule pack '{problem.pack}' could not be loaded: {problem.message}"
        found.append((problem.pack, run_diagnostic(BrokenPack, message)))
    found += [(p, run_diagnostic(BadConfiguration, why)) for p, why in projects.snapshots.problems.items()]
    for unread in projects.plugin_problems:
        message = f"plugin '{os.path.basename(unread.path)}' cannot be read completely: {unread.message}"
        found.append((unread.path, run_diagnostic(UnreadPlugin, message, Span(unread.offset, unread.offset))))
    return found
