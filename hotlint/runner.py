"""Runs the engine over many files: finds them, shares the work among processes, and publishes what was found."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple

from hotlint.config import Finder, selector_problem, target_problem
from hotlint.discover import Candidate, candidates
from hotlint.engine import Engine
from hotlint.files import ReadError, decoded
from hotlint.report.model import FileReport, published, published_elsewhere
from hotlint.settings import Settings

ENOUGH_FOR_PROCESSES = 60
"""Files below which starting processes costs more than it saves."""
Progress = Callable[[int, int], None]


def _silent(done: int, total: int) -> None:
    """Shows no progress."""


class Request(NamedTuple):
    """What a run is asked for, on top of the configuration."""

    environments: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    parameters: dict[str, Any] = {}
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    templates_only: bool = False
    target: str | None = None
    config: str | None = None
    use_config: bool = True
    jobs: int = 0
    use_cache: bool = True


class Runner:
    """One run. Raises what `Engine` does, and ValueError for a selector that means no rule."""

    def __init__(self, request: Request) -> None:
        self.request = request
        changes = Settings(request.target, request.environments, select=request.select, ignore=request.ignore)
        self.engine = Engine(None, changes, request.parameters, request.alternatives)
        known = self.engine.known()
        for selector in (*(request.select or ()), *request.ignore):
            problem = selector_problem(selector, known)
            if problem:
                raise ValueError(problem)
        if request.target is not None and (problem := target_problem(request.target)):
            raise ValueError(problem)
        if request.config is not None:
            open(request.config, "rb").close()
        self.engine.finder = Finder(request.config, enabled=request.use_config, known=lambda: known)

    def run(self, paths: list[str], text: bytes | None, name: str, progress: Progress = _silent) -> list[FileReport]:
        """The reports of all files, in order. `text` is what standard input ("-") holds, `name` what it counts as."""
        self.engine.folders = tuple(p for p in paths if os.path.isdir(p))
        files = self.files(paths)
        reports = [self._stdin(text, name)] if text is not None else []
        reports += self._all(files, progress)
        return [*self.common(), *reports]

    def files(self, paths: list[str]) -> list[Candidate]:
        """What is to be looked at."""
        found = candidates([p for p in paths if p != "-"], self.engine)
        return [c._replace(named=False) for c in found] if self.request.templates_only else list(found)

    def common(self) -> list[FileReport]:
        """What was found in configurations, and of rule packs."""
        by_path: dict[str, list[Any]] = {}
        for path, found in self.engine.common():
            by_path.setdefault(path, []).append(found)
        texts = {c.path: c.document.text for c in self.engine.finder.opened()}
        return [published_elsewhere(path, texts.get(path, ""), found) for path, found in by_path.items()]

    def one(self, candidate: Candidate) -> FileReport | None:
        """The report of one file; None for a file in a folder that is no template."""
        judged = self.engine.judge(candidate.path, named=candidate.named)
        return published(judged) if judged else None

    def _stdin(self, data: bytes | None, name: str) -> FileReport:
        try:
            judged = self.engine.judge(name, decoded(data or b""))
        except ReadError as exc:
            judged = self.engine.unreadable(name, exc.message)
        assert judged is not None
        return published(judged)

    def _all(self, files: list[Candidate], progress: Progress) -> list[FileReport]:
        jobs = self.request.jobs or (os.cpu_count() or 1 if len(files) >= ENOUGH_FOR_PROCESSES else 1)
        found = []
        if jobs > 1 and len(files) > 1 and hasattr(os, "fork"):
            from hotlint.processes import spread

            return [r for r in spread(self.one, files, min(jobs, len(files)), progress) if r is not None]
        for number, candidate in enumerate(files, 1):
            report = self.one(candidate)
            if report is not None:
                found.append(report)
            progress(number, len(files))
        return found
