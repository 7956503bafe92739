"""Check files and folders, or one text, for what Heat would refuse: find them, share the work, and collect the reports."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable

from hotlint.common import globs
from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.common.boundary import Boundary, top_of
from hotlint.common.records import NamedTuple
from hotlint.formats.configuration import KEYS
from hotlint.operations.batch.executors import Executor, local_executor, start_method
from hotlint.operations.discovery import Candidate, candidates, may_be_checked
from hotlint.operations.errors import as_operation_error
from hotlint.operations.scope import SettingsScope, named_deployment
from hotlint.output.findings.model import FileReport

if TYPE_CHECKING:
    from hotlint.linter.checking.engine import Engine
    from hotlint.linter.checking.file_result import FileResult
    from hotlint.operations.batch.results_cache import CachedResult, ResultsCache


ENOUGH_FOR_PROCESSES = {"fork": 60, "spawn": 300}
"""Files below which starting processes costs more than it saves: one that starts anew imports everything, in about a second."""
RENEWED = 1_000
"""Files after which a process forgets the templates that it has read, so that its memory does not grow with their number."""
Progress = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """Show no progress."""


class CheckRequest(NamedTuple):
    """What is checked how.

    - `settings` are values by the name of a setting, which are put on top of the configuration: `config`, or the nearest one of each
      file (`use_config` False: none).
    - `alternatives` are environment files: every file is checked with each of them.
    - `parameters` are values on top of all environments. `complete`: they are all values that the run needs.
    - `templates_only`: files of other kinds are skipped, even when they are named.
    - `jobs` is the number of processes; 0 leaves it to hotlint.
    - `confined_to` is the boundary of what is read.
    """

    settings: dict[str, Any] = {}
    alternatives: tuple[str, ...] = ()
    parameters: dict[str, Any] = {}
    complete: bool = False
    templates_only: bool = False
    config: str | None = None
    use_config: bool = True
    jobs: int = 0
    use_cache: bool = True
    show_hidden: bool = False
    confined_to: Boundary | None = None

    @property
    def scope(self) -> SettingsScope:
        """The configuration and the settings."""
        return SettingsScope(self.settings, self.config, self.use_config, self.confined_to)

    @property
    def environments(self) -> tuple[str, ...]:
        """The environment files that all templates are checked with."""
        given: tuple[str, ...] = self.settings.get("environments", ())
        return given

    @property
    def exclude(self) -> tuple[str, ...]:
        """The globs of files that are not checked."""
        given: tuple[str, ...] = self.settings.get("exclude", ())
        return given


def _problem(name: str, value: Any, engine: Engine) -> str | None:
    """Return why the value of a setting does not exist, as a sentence; None for a value that may be used.

    Selectors may name rules, and policies of the working folder's configuration.
    """
    kind = KEYS[name].kind
    if kind in ("selectors", "profiles"):
        known = engine.known
        if kind == "selectors" and any(map(known.problem, value)):
            known = known.and_codes(policy.code for policy in engine.settings("template.yaml").policies)
        return next(filter(None, map(known.problem if kind == "selectors" else known.profile_problem, value)), None)
    if kind == "targets":
        from hotlint.linter.settings.values import target_problem

        return next(filter(None, map(target_problem, (value,) if isinstance(value, str) else value)), None)
    return None


class Runner:
    """One run. `warnings` are messages about its options. `confined_to` is a boundary instead of that of the request.

    `entries` are results of an earlier run of this process, which are used instead of those on disk, and `read` are the files that
    were read, or looked for, to check each file: `hotlint check --watch` needs both.
    The engine is created once there is something to check: `engine` raises as `Engine` does, and ValueError for a selector
    that matches no rule or an unknown target.
    """

    def __init__(self, request: CheckRequest, confined_to: Boundary | None = None) -> None:
        self.request = request
        self._confined_to = confined_to if confined_to is not None else request.confined_to
        self._top = top_of(self._confined_to)
        self.cache: ResultsCache | None = None
        self.entries: dict[bytes, bytes] | None = None
        self.read: dict[str, frozenset[str]] = {}
        self._folders: tuple[str, ...] = ()
        self._engine: Engine | None = None
        self._checked = 0

    def __reduce__(self) -> tuple[Callable[..., Runner], tuple[Any, ...]]:
        """Let another process make a runner of its own that checks files as this one does (`one`)."""
        return _copy, (self.request, self._confined_to, self._folders, self.cache is not None)

    @property
    def engine(self) -> Engine:
        """The engine, made when first needed. Raises as `Engine` does."""
        if self._engine is None:
            self._engine = self._make_engine()
        return self._engine

    def _make_engine(self) -> Engine:
        from hotlint.operations.engines import engine_of

        request = self.request
        if request.config is not None:
            from hotlint.operations.named_files import must_open

            must_open(request.config)
        engine = engine_of(
            request.scope._replace(confined_to=self._confined_to), request.parameters, request.alternatives,
            complete=request.complete, folders=self._folders, show_hidden=request.show_hidden,
        )  # fmt: skip
        for name, value in request.settings.items():
            if problem := _problem(name, value, engine):
                raise ValueError(problem)
        return engine

    def run(self, paths: list[str], text: bytes | None, name: str, progress: Progress = silent) -> list[FileReport]:
        """Return the reports of all files, in order. `text` is the content of standard input ("-"), `name` its file name."""
        self.check_as_a_whole(paths)
        # Values from the command line are often secrets: nothing about them is kept.
        if self.may_be_stored or self.entries is not None:
            self.cache = self._new_cache(self.entries)
        reports = [self.of_text(text, name)] if text is not None else []
        reports += self._all(self.files(paths), progress)
        common = self.common()
        if common:
            self.cache = (
                None  # findings of the run itself are not kept in any file's entry: they are reported each time
            )
        return [*common, *reports]

    def _new_cache(self, entries: dict[bytes, bytes] | None) -> ResultsCache:
        from hotlint.operations.batch.results_cache import ResultsCache, Trees

        request = self.request
        asked = request._replace(jobs=0), self._folders if request.environments or request.alternatives else ()
        trees = Trees(self._folders, self._digests, self._digest)
        return ResultsCache(repr(asked), request.config, use_config=request.use_config, trees=trees, entries=entries)

    @property
    def may_be_stored(self) -> bool:
        """Whether results may be written to disk."""
        return self.request.use_cache and not self.request.parameters and not self.request.show_hidden

    def renew(self) -> None:
        """Make the engine anew when next needed: a configuration, or what one names, has changed."""
        self._engine = None

    def check_as_a_whole(self, paths: list[str]) -> None:
        """Take the projects of the folders among the paths of the run, before the engine is made: each counts as a whole."""
        folders = [p for p in paths if os.path.isdir(p)]
        if folders and self._top is not None:
            self._folders = tuple(map(os.path.abspath, folders))
        elif folders:
            from hotlint.linter.settings.finder import enclosing_project

            use_config = self.request.use_config and self.request.config is None
            self._folders = tuple(dict.fromkeys(enclosing_project(f, use_config=use_config) for f in folders))

    def files(self, paths: list[str]) -> list[Candidate]:
        """Return the files to check."""
        cache = self.cache
        known = (lambda path: cache.get(path, named=False)[0]) if cache is not None else (lambda path: False)
        found = candidates([p for p in paths if p != "-"], self._excluded, known, may_be_checked, self._confined_to)
        return [c._replace(named=False) for c in found] if self.request.templates_only else list(found)

    def _digests(self, folder: str) -> dict[str, str]:
        """Return what a folder says about each file of it, by absolute path."""
        return {path: self.engine.trees.digest(path) for path in self.engine.trees.files_of(folder)}

    def _digest(self, path: str) -> str:
        return self.engine.trees.digest(path)

    def _excluded(self, path: str) -> bool:
        """Return whether the options or the configuration exclude a file or folder, from the cache where it knows."""
        if self.request.exclude:
            relative = os.path.relpath(path, self._top).replace(os.sep, "/")
            if any(globs.matches(pattern, relative) for pattern in self.request.exclude):
                return True
        cache = self.cache
        if cache is None:
            return self.engine.finder.excluded(path)
        config = cache.config(path)
        if config is None:
            return False
        patterns = cache.excludes(config)
        if patterns is None:
            found = self.engine.finder.config(path)
            patterns = found.exclude if found is not None else ()
            if found is None or not found.bases:
                cache.put_excludes(config, patterns)
            return self.engine.finder.excluded(path)
        base = os.getcwd() if self.request.config is not None else os.path.dirname(config)
        relative = os.path.relpath(os.path.abspath(path), base).replace(os.sep, "/")
        return not relative.startswith("..") and any(globs.matches(p, relative) for p in patterns)

    def common(self) -> list[FileReport]:
        """Return the reports about configurations, rule packs and plugins."""
        if self._engine is None and not (self.cache is not None and self.cache.misnamed):
            return []
        from hotlint.output.findings.conversion import run_report

        if self._engine is None:
            self.engine.finder.config(os.path.join(os.getcwd(), "template.yaml"))
        by_path: dict[str, list[Any]] = {}
        for path, found in self.engine.run_level_diagnostics():
            by_path.setdefault(path, []).append(found)
        texts = {c.path: c.document.text for c in self.engine.finder.opened()}
        return [run_report(path, texts.get(path, ""), found) for path, found in by_path.items()]

    def one(self, candidate: Candidate) -> tuple[FileReport | None, CachedResult | None]:
        """Return the report of one file (None for a file of a folder that is not a template), and its cache entry."""
        from hotlint.output.findings.conversion import file_report

        engine = self.engine
        engine.trees.keep(candidate.path, self.cache.said.get(candidate.path) if self.cache is not None else None)
        try:
            file_result = engine.check_file(candidate.path, named=candidate.named)
        except FileNotFoundError as exc:
            if (
                candidate.named
                or exc.filename is None
                or os.path.abspath(exc.filename) != os.path.abspath(candidate.path)
            ):
                raise
            return None, None  # removed since the folder was listed, even if there is a file again
        if file_result is not None:
            self.read[candidate.path] = file_result.files
        try:
            report = file_report(file_result) if file_result is not None else None
            found = report, self._entry(candidate, file_result, report)
        except Exception as exc:  # as in `Engine.steps`
            found = file_report(engine.crashed(candidate.path, exc)), None
        engine.trees.keep(candidate.path, None)
        self.checked()
        return found

    def checked(self) -> None:
        """Count a file that was checked, and free what was read for a thousand of them."""
        self._checked += 1
        if self._checked % RENEWED == 0:
            self.engine.renew()
            gc.collect()  # nested calls know the calls around them: only this frees templates with such

    def _entry(
        self, candidate: Candidate, file_result: FileResult | None, report: FileReport | None
    ) -> CachedResult | None:
        path = candidate.path
        if self.cache is None:
            return None
        from hotlint.linter.checking.redacted_findings import places_of

        said = self.engine.trees.said_to_keep(path)
        if file_result is None:
            return self.cache.entry(path, (), (), None, self._digest(path))
        deploying, tree = self.engine.trees.depends_on(path)
        settings = file_result.settings
        trees = {*settings.plugin_dirs, *settings.found_plugins, *((deploying,) if deploying is not None else ())}
        files = {*file_result.files, *file_result.settings.environments, *file_result.settings.files}
        places = places_of(file_result.context) if file_result.context is not None else None
        if places is not None and any(map(places.names, files)):
            return None  # a hidden parameter names a file
        return self.cache.entry(path, files, map(os.path.abspath, trees), report, self._digest(path), tree, said)

    def of_text(self, data: bytes | None, name: str) -> FileReport:
        """Return the report of a text as the content of a file."""
        from hotlint.common.files import ReadError, decode
        from hotlint.output.findings.conversion import file_report

        try:
            return self.named(name, decode(data or b""))
        except ReadError as exc:
            return file_report(self.engine.unreadable(name, exc.message))

    def named(self, path: str, text: str | None = None) -> FileReport:
        """Return the report of one file, or of `text` instead of its content."""
        from hotlint.output.findings.conversion import file_report

        found = self.engine.check_file(path, text)
        assert found is not None  # the file is named
        return file_report(found)

    def _all(self, files: list[Candidate], progress: Progress) -> list[FileReport]:
        found: dict[str, FileReport | None] = {}
        left = []
        for candidate in files:
            known, report = (
                self.cache.get(candidate.path, named=candidate.named) if self.cache is not None else (False, None)
            )
            if known:
                found[candidate.path] = report
            else:
                left.append(candidate)
        if self.cache is not None and any(candidate.path not in self.cache.said for candidate in left):
            self.cache.facts.restore()
        executor = self._executor(left)
        for candidate, (report, entry), _ in executor.map(self.one, left, lambda done: progress(done, len(left))):
            found[candidate.path] = report
            if entry is not None and self.cache is not None:
                self.cache.put(candidate.path, entry, named=candidate.named)
        return [report for c in files if (report := found[c.path]) is not None]

    def _executor(self, files: list[Candidate]) -> Executor:
        enough = len(files) >= min(ENOUGH_FOR_PROCESSES.values()) and len(files) >= ENOUGH_FOR_PROCESSES[start_method()]
        executor = local_executor(self.request.jobs or (0 if enough else 1))
        if executor.jobs > 1 and len(files) > 1:
            self.engine.project(self.engine.settings(files[0].path))  # once, before there are several of us
            for folder in self._folders:
                self.engine.trees.files_of(folder)
        return executor


def _copy(request: CheckRequest, confined_to: Boundary | None, folders: tuple[str, ...], cached: bool) -> Runner:
    runner = Runner(request, confined_to)
    runner._folders = folders
    if cached:
        runner.cache = runner._new_cache({})
    return runner


class DeploymentToCheck(NamedTuple):
    """What is checked for a named deployment: its template, with its environments and values, which are all there are."""

    template: str
    request: CheckRequest


def of_deployment(request: CheckRequest, name: str) -> DeploymentToCheck:
    """Return the check of a deployment of the configuration. Raises OperationError for one that it does not have."""
    found = named_deployment(request.scope, name)
    parameters = {**dict(found.values), **request.parameters}
    settings = dict(request.scope.with_deployment(found).settings)
    return DeploymentToCheck(found.template, request._replace(settings=settings, parameters=parameters, complete=True))


class CheckResult(NamedTuple):
    """The reports of a run, in the order of the files. `of_text` checks an earlier text of a file as the run does.

    `read` are the files that were read, or looked for, for each file that this process has checked.
    """

    reports: list[FileReport]
    of_text: Callable[[bytes, str], FileReport]
    read: dict[str, frozenset[str]]


def check(
    request: CheckRequest,
    paths: list[str],
    text: bytes | None = None,
    name: str = "stdin",
    progress: Progress = silent,
) -> CheckResult:
    """Return the reports of files and folders. `text` is the content for the path "-", and `name` its file name.

    `progress` is called with how many files are done, of how many. Raises OperationError.
    """
    run = Runner(request)
    try:
        reports = run.run(paths, text, name, progress)
        if run.cache is not None:
            run.cache.save()
    except Exception as exc:
        raise as_operation_error(exc) from None
    return CheckResult(reports, run.of_text, run.read)


def check_one(request: CheckRequest, path: str, text: str | None = None) -> FileReport:
    """Return the report of one file, or of `text` instead of its content, with the findings about its configuration.

    Raises FileNotFoundError or PermissionError for a file or an environment that cannot be read; whatever else they hold is a
    finding.
    """
    from hotlint.linter.run_diagnostics import UnreadableFile, run_diagnostic
    from hotlint.operations.engines import engine_of
    from hotlint.operations.named_files import must_open, not_text
    from hotlint.output.findings.conversion import file_report

    unreadable = not_text(request.environments)
    readable = {"environments": tuple(e for e in request.environments if e not in unreadable)}
    engine = engine_of(
        request.scope.with_settings(**readable), request.parameters, request.alternatives, complete=request.complete,
        show_hidden=request.show_hidden,
    )  # fmt: skip
    if text is None:
        must_open(path)
    found = engine.check_file(path, text)
    assert found is not None  # the file is named
    for environment, why in unreadable.items():
        message = f"environment '{os.path.basename(environment)}' cannot be read: {why}"
        found.diagnostics.append(run_diagnostic(UnreadableFile, message))
    return file_report(found, engine.run_level_diagnostics())
