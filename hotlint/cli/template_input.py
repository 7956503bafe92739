"""The input and output of `preview`, `graph` and `diff`: a template with its environments, and the rendered result."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hotlint.cli.errors import UsageError, cannot_read
from hotlint.cli.options import add_budget, add_configuration, parameters, standard_input
from hotlint.cli.report_output import write_file
from hotlint.common.printable import printable

if TYPE_CHECKING:
    from hotlint.analysis.inputs import StackState
    from hotlint.analysis.project import Project
    from hotlint.dry_run.stack_preview import Preview
    from hotlint.linter.settings import Settings


def arguments(parser: ArgumentParser, *, with_values: bool = True) -> None:
    """Declare the options that give a template its values, and those for the output."""
    add = parser.add_argument
    add(
        "-e", "--environment", action="append", default=[], metavar="ENV",
        help="an environment file; may be repeated, later ones win",
    )  # fmt: skip
    add("-P", "--parameter", action="append", default=[], metavar="NAME=VALUE", help="the value of a parameter")
    add(
        "--parameter-file", action="append", default=[], metavar="NAME=FILE",
        help="a parameter whose value is the content of a file",
    )  # fmt: skip
    if with_values:
        add("--stack-name", metavar="NAME", help="the value of OS::stack_name (default: unknown)")
        add(
            "--attributes", metavar="FILE",
            help="values for get_attr and get_resource, as YAML or JSON: {resource: {attribute: value, __ref__: id}}",
        )  # fmt: skip
    add(
        "--target",
        metavar="RELEASE",
        help="the OpenStack release to resolve for: its types and properties (default: the setting target, else the newest)",
    )
    add("-o", "--output", metavar="FILE", help="write to FILE (default: the terminal)")
    add_configuration(parser)
    add_budget(parser, "processor time that the dry run of a template may take (default: 10)")


def preview(options: Namespace, path: str, *, show_hidden: bool = False, discover: bool = False) -> Preview:
    """Return the dry run that the options ask for. Raises UsageError for a file that cannot be read or is not a template.

    `discover`: without any environment, the one that is named like the template is used.
    """
    from hotlint.analysis.project import Project
    from hotlint.common.files import ReadError, decode
    from hotlint.linter.rendered_findings import renderer
    from hotlint.linter.settings_catalog import catalog
    from hotlint.syntax.source import Source

    settings = settings_of(options, path)
    render = renderer(lambda source: settings_of(options, source), settings)
    environments = (*settings.environments, *options.environment)
    if discover and not environments:
        environments = discovered(path)
    sources: dict[str, Source] = {}
    given = standard_input() if path == "-" else b""
    try:
        if path == "-":
            sources["-"] = Source("-", decode(given))
        return preview_of(
            Project(catalog(settings), sources, render=render), path, environments, values(options),
            _attributes(getattr(options, "attributes", None)), show_hidden=show_hidden,
            budget=settings.budget if options.budget is None else options.budget,
        )  # fmt: skip
    except (OSError, ReadError) as exc:
        raise UsageError(
            cannot_read(exc) if isinstance(exc, OSError) else f"cannot read '{exc.path or path}': {exc}"
        ) from None


def settings_of(options: Namespace, path: str) -> Settings:
    """Return the settings for a template, with the release of --target. Raises UsageError for one that is not known."""
    from hotlint.linter.config_finder import Finder
    from hotlint.linter.config_reader import target_problem
    from hotlint.linter.settings import Settings

    settings = Finder(options.config, enabled=not options.no_config).settings(path)
    target = getattr(options, "target", None)
    if target is None:
        return settings
    if problem := target_problem(target):
        raise UsageError(problem)
    return settings.changed(Settings(target=target))


def preview_of(
    project: Project,
    path: str,
    environments: tuple[str, ...],
    parameters: dict[str, Any],
    attributes: Mapping[str, Mapping[str, Any]],
    *,
    show_hidden: bool = False,
    running: StackState | None = None,
    budget: float | None = None,
) -> Preview:
    """Return a dry run of the template at `path`, which may take `budget` seconds (None: `PREVIEW_SECONDS`).

    `running` is the stack that runs it, where there is one. Raises as Project.document does, and UsageError if it is not a template.
    """
    from hotlint.analysis.budget import PREVIEW_SECONDS, Budget, Meter
    from hotlint.analysis.context import TemplateContext
    from hotlint.analysis.template import kind_of
    from hotlint.dry_run.stack_preview import Preview

    environment = project.environment(environments, parameters)
    unit = TemplateContext.open(
        project,
        path,
        environment,
        Meter(Budget.of(PREVIEW_SECONDS if budget is None else budget)),
        attributes=attributes,
        root=True,
        offline=True,
        running=running,
        complete=running is not None,  # an update gets all values
    )
    if unit.document.broken and unit.document.problems:
        from hotlint.syntax.source import LineIndex

        problem = unit.document.problems[0]
        line = LineIndex(unit.document.text).position(problem.span.start).line + 1
        raise UsageError(f"{path}:{line}: {problem.message}")
    if kind_of(unit.document) != "hot":
        raise UsageError(f"'{path}' is not a HOT template: it has no heat_template_version")
    return Preview(unit, show_hidden=show_hidden)


def discovered(path: str) -> tuple[str, ...]:
    """Return the environment that is named like a template, which is reported on standard error; none without such."""
    from hotlint.analysis.discovery import EnvironmentFinder

    found = EnvironmentFinder().named_like(path) if path != "-" else None
    if found is None:
        return ()
    shown = printable(os.path.relpath(found))
    print(f"hotlint: with {shown}, which is named like the template; -e uses another environment", file=sys.stderr)
    return (found,)


def values(options: Namespace) -> dict[str, Any]:
    """Return the values of the options for parameters, pseudo parameters included."""
    found: dict[str, Any] = {**getattr(options, "values", {}), **parameters(options.parameter, options.parameter_file)}
    if getattr(options, "stack_name", None):
        found["OS::stack_name"] = options.stack_name
    return found


def _attributes(path: str | None) -> dict[str, Any]:
    """Return the values of --attributes. Raises UsageError, or as `read_text` does."""
    if path is None:
        return {}
    from hotlint.analysis.environment import to_plain
    from hotlint.common.files import read_text
    from hotlint.syntax.parser import parse
    from hotlint.syntax.source import Source

    document = parse(Source(path, read_text(path)))
    found = to_plain(document.root) if document.root is not None and not document.broken else None
    if not isinstance(found, dict) or not all(isinstance(v, dict) for v in found.values()):
        raise UsageError(f"'{path}' must hold a mapping from resources to mappings of their attributes")
    return {str(name): values for name, values in found.items()}


def write(options: Namespace, text: str) -> None:
    """Write the result to the file that --output names, or else to standard output. Raises UsageError."""
    if options.output:
        write_file(options.output, text)
    else:
        sys.stdout.write(text)
