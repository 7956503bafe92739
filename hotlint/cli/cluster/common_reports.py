"""Reports about what several files have in common: configurations, rule packs, plugins."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.output.findings.model import FileReport


class CommonReports:
    """Such reports by tree. What is the same for all trees, as a broken rule pack, is reported with the first of them alone."""

    def __init__(self) -> None:
        self._trees: dict[int, dict[str, FileReport]] = {}
        self._first: dict[str, int] = {}

    def add(self, tree: int, reports: Iterable[FileReport]) -> None:
        """Add those of a tree; of several with one path, the findings are put together."""
        for report in reports:
            first = self._first.setdefault(report.path, tree)
            before = self._trees[first].pop(report.path) if tree < first else self.get(first, report.path)
            self._first[report.path] = first = min(first, tree)
            found = dict.fromkeys((*(before.diagnostics if before is not None else ()), *report.diagnostics))
            own = self._trees.setdefault(first, {})
            own[report.path] = report._replace(diagnostics=tuple(found))

    def get(self, tree: int, path: str) -> FileReport | None:
        """Return the report with a path; None for none."""
        return self._trees.get(tree, {}).get(path)

    def of_tree(self, tree: int) -> Iterable[FileReport]:
        """Return the reports to show with a tree."""
        return self._trees.get(tree, {}).values()
