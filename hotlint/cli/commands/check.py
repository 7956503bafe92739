"""`hotlint check`: find what is wrong in templates and environments."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from hotlint.cli.main import UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from hotlint.cli.batch.runner import Request
    from hotlint.output.findings.model import FileReport
    from hotlint.output.findings.summary import Summary

DESCRIPTION = """Check HOT templates and environment files.

Folders are searched for templates, which are known by their content; what .gitignore leaves out is passed over.
'-' reads a template from standard input. Without PATH the working folder is checked."""
FORMATS = ("text", "concise", "json", "sarif", "junit", "github", "gitlab")


def arguments(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="template, environment or folder; '-' for standard input")
    add(
        "-e",
        "--environment",
        action="append",
        default=[],
        metavar="ENV",
        help="judge templates with this environment; may be repeated, later ones win",
    )
    add(
        "--environments",
        action="append",
        default=[],
        metavar="GLOB",
        help="judge every template with each environment that matches, one at a time; may be repeated",
    )
    add("-P", "--parameter", action="append", default=[], metavar="NAME=VALUE", help="the value of a parameter")
    add(
        "--parameter-file",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="a parameter whose value is the text of a file",
    )
    add("--strict", action="store_true", help="all values are given: report parameters that have none")
    add("-f", "--format", choices=FORMATS, help="form of the report (default: text, and github in GitHub Actions)")
    add("-o", "--output", metavar="FILE", help="write the report to FILE, and text to the terminal")
    add("--fix", action="store_true", help="mend what can be mended safely, in the files")
    add("--diff", action="store_true", help="show what --fix would change, and change nothing")
    add("--unsafe-fixes", action="store_true", help="with --fix or --diff: also mend what may change a value")
    add("--fail-on", choices=("error", "warning", "info"), help="the mildest severity that fails (default: error)")
    add("-q", "--quiet", action="store_true", help="show errors only")
    add("--statistics", action="store_true", help="count the findings of each rule")
    add(
        "--select",
        action="append",
        default=[],
        metavar="RULES",
        help="run these rules only: codes, starts of codes or names, with commas between them",
    )
    add("--ignore", action="append", default=[], metavar="RULES", help="do not run these rules")
    add(
        "--templates-only",
        action="store_true",
        help="pass over files that are no templates, even when they are named (for commit hooks)",
    )
    add("--target", metavar="RELEASE", help="the OpenStack release to check resource types against")
    add(
        "--plugin-dir", action="append", default=[], metavar="FOLDER",
        help="a folder of Heat resource plugins, which are read and never run; may be given several times",
    )  # fmt: skip
    add("--config", metavar="FILE", help="use this configuration instead of the nearest .hotlint.yaml")
    add("--no-config", action="store_true", help="use no configuration")
    add("--stdin-filename", metavar="PATH", default="stdin", help="what standard input counts as")
    add("-j", "--jobs", type=int, default=0, metavar="N", help="processes to use (default: as many as help)")
    add("--no-cache", action="store_true", help="neither use nor keep what earlier runs have found")
    add("--color", choices=("auto", "always", "never"), default="auto", help="colours in text")  # fmt: skip


def run(options: Namespace) -> int:
    from hotlint.cli.batch.runner import Request, Runner

    text = sys.stdin.buffer.read() if "-" in options.paths else None
    try:
        runner = Runner(request(options, Request))
        if options.fix or options.diff:
            code: int = import_module("hotlint.cli.commands.fix").run(options, runner, text)
            return code
        paths, missing = existing_paths(options.paths or ["."])
        with Progress(options) as progress:
            reports = runner.run(paths, text, options.stdin_filename, progress)
        if runner.cache is not None:
            runner.cache.save()
        for warning in runner.warnings:
            print(f"hotlint: warning: {warning}", file=sys.stderr)
    except Exception as exc:
        raise as_usage_error(exc) from None
    code = write_report(reports, options)
    return 2 if missing else code


def request(options: Namespace, kind: type[Request]) -> Request:
    """What the options ask for."""
    return kind(
        environments=tuple(options.environment),
        alternatives=alternatives(getattr(options, "environments", [])),
        parameters=parameters(options.parameter, options.parameter_file),
        complete=options.strict,
        select=_listed(options.select) or None,
        ignore=_listed(options.ignore),
        templates_only=options.templates_only,
        target=options.target,
        plugin_dirs=_folders(options.plugin_dir),
        config=options.config,
        use_config=not options.no_config,
        jobs=options.jobs,
        use_cache=not options.no_cache,
    )


def _folders(given: list[str]) -> tuple[str, ...]:
    """Folders that are there. Raises MisuseError for one that is not."""
    for path in given:
        if not os.path.isdir(path):
            raise UsageError(f"there is no folder '{path}'")
    return tuple(given)


def alternatives(globs: list[str]) -> tuple[str, ...]:
    """The files that globs match. Raises MisuseError for one that matches none."""
    if not globs:
        return ()
    from glob import glob

    found: dict[str, None] = {}
    for pattern in globs:
        files = [f for f in sorted(glob(pattern, recursive=True)) if os.path.isfile(f)]
        if not files:
            raise UsageError(f"no file matches '{pattern}'")
        found.update(dict.fromkeys(files))
    return tuple(found)


def parameters(given: list[str], files: Sequence[str] = ()) -> dict[str, str]:
    """The values of -P and --parameter-file, by name. Raises MisuseError."""
    found = {}
    for item in given:
        name, equals, value = item.partition("=")
        if not equals or not name:
            raise UsageError(f"-P takes NAME=VALUE, and '{item}' is not of that form")
        found[name] = value
    for item in files:
        name, equals, path = item.partition("=")
        if not equals or not name:
            raise UsageError(f"--parameter-file takes NAME=FILE, and '{item}' is not of that form")
        found[name] = _text_of(path)
    return found


def _text_of(path: str) -> str:
    from hotlint.common.files import ReadError, read_text

    try:
        return read_text(path)
    except OSError as exc:
        raise UsageError(unreadable(exc)) from None
    except ReadError as exc:
        raise UsageError(f"cannot read '{path}': {exc}") from None


def _listed(given: list[str]) -> tuple[str, ...]:
    return tuple(piece.strip() for item in given for piece in item.split(",") if piece.strip())


def existing_paths(paths: list[str]) -> tuple[list[str], bool]:
    """The paths that exist, and whether any does not; each of those is said."""
    found = [p for p in paths if p == "-" or os.path.lexists(p)]
    for path in paths:
        if path not in found:
            print(f"hotlint: there is no file or folder '{path}'", file=sys.stderr)
    return found, len(found) < len(paths)


def unreadable(exc: OSError) -> str:
    """What to say of a file that cannot be read."""
    return f"cannot read '{exc.filename}': {exc.strerror}"


def as_usage_error(exc: Exception) -> Exception:
    """What to say of a run that could not be done; the exception itself, when it is a fault of hotlint."""
    from hotlint.common.files import ReadError
    from hotlint.linter.registry import DuplicateCodeError

    if isinstance(exc, BrokenPipeError | UsageError | UnicodeError):
        return exc
    if isinstance(exc, DuplicateCodeError):
        return UsageError(f"two rule packs cannot be used together: {exc}")
    if isinstance(exc, OSError):
        return UsageError(unreadable(exc))
    if isinstance(exc, ReadError):
        return UsageError(f"an environment cannot be read: {exc}")
    return UsageError(str(exc)) if exc.__class__ is ValueError else exc


def write_report(reports: list[FileReport], options: Namespace) -> int:
    """Write the report. Returns the exit code."""
    from hotlint.output.findings.summary import summarize

    summary = summarize(reports)
    reports = [r._replace(fail_on=options.fail_on or r.fail_on) for r in reports]
    failed = any(r.fails() for r in reports)
    if options.quiet:
        reports = [r.only("error") for r in reports]
    form = options.format or ("github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text")
    if options.output:
        _write(options.output, render(form, reports, summary, False))
        form = "text"
    sys.stdout.write(render(form, reports, summary, use_color(options.color)))
    if options.statistics:
        sys.stderr.writelines(f"{n:6}  {code}  {name}\n" for (code, name), n in summary.ranked())
    return 1 if failed else 0


def render(form: str, reports: list[FileReport], summary: Summary, colour: bool) -> str:
    """The report in one of FORMATS."""
    render = import_module(f"hotlint.output.findings.{form}").render
    text: str = render(reports, summary, colour=True) if colour and form == "text" else render(reports, summary)
    return text


def _write(path: str, text: str) -> None:
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as exc:
        raise UsageError(f"cannot write '{path}': {exc.strerror}") from None


def use_color(wanted: str) -> bool:
    """Whether to write colours: as asked for, else on a terminal only, and not with NO_COLOR."""
    if wanted != "auto":
        return wanted == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Progress:
    """A bar on the terminal, once a run takes more than a second."""

    WIDTH = 30

    def __init__(self, options: Namespace) -> None:
        self.on = sys.stderr.isatty() and not options.quiet
        self.started = time.monotonic()
        self.drawn = 0.0

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if self.on and now - self.started > 1 and now - self.drawn > 0.1:
            self.drawn = now
            full = self.WIDTH * done // max(total, 1)
            sys.stderr.write(f"\r[{'#' * full}{'.' * (self.WIDTH - full)}] {done} of {total} files")
            sys.stderr.flush()
