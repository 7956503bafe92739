"""What `preview`, `graph` and `diff` have in common: reading a template with its environments, and writing the result."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hotlint.cli.main import UsageError

if TYPE_CHECKING:
    from hotlint.analysis.project import Project
    from hotlint.dry_run.stack_preview import Preview


def arguments(parser: ArgumentParser, *, with_values: bool = True) -> None:
    """The options by which a template gets its values."""
    add = parser.add_argument
    add(
        "-e", "--environment", action="append", default=[], metavar="ENV",
        help="an environment file; may be repeated, later ones win",
    )  # fmt: skip
    add("-P", "--parameter", action="append", default=[], metavar="NAME=VALUE", help="the value of a parameter")
    add(
        "--parameter-file", action="append", default=[], metavar="NAME=FILE",
        help="a parameter whose value is the text of a file",
    )  # fmt: skip
    if with_values:
        add("--stack-name", metavar="NAME", help="what OS::stack_name is to be")
        add(
            "--attributes", metavar="FILE",
            help="values for get_attr and get_resource, as YAML or JSON: {resource: {attribute: value, __ref__: id}}",
        )  # fmt: skip
    add("-o", "--output", metavar="FILE", help="write to FILE")
    add("--config", metavar="FILE", help="use this configuration instead of the nearest .hotlint.yaml")
    add("--no-config", action="store_true", help="use no configuration")


def preview(options: Namespace, path: str, *, show_hidden: bool = False) -> Preview:
    """The dry run that the options ask for. Raises MisuseError for files that cannot be read or are no templates."""
    from hotlint.analysis.project import Project
    from hotlint.cli.commands.check import unreadable
    from hotlint.common.files import ReadError
    from hotlint.linter.config import Finder
    from hotlint.linter.settings_catalog import catalog
    from hotlint.syntax.source import Source

    settings = Finder(options.config, enabled=not options.no_config).settings(path)
    sources: dict[str, Source] = {}
    if path == "-":
        from hotlint.common.files import decode

        sources["-"] = Source("-", decode(sys.stdin.buffer.read()))
    try:
        return preview_of(
            Project(catalog(settings), sources), path, (*settings.environments, *options.environment), _values(options),
            _attributes(getattr(options, "attributes", None)), show_hidden=show_hidden,
        )  # fmt: skip
    except (OSError, ReadError) as exc:
        raise UsageError(unreadable(exc) if isinstance(exc, OSError) else f"cannot read '{path}': {exc}") from None


def preview_of(
    project: Project,
    path: str,
    environments: tuple[str, ...],
    parameters: dict[str, Any],
    attributes: Mapping[str, Mapping[str, Any]],
    *,
    show_hidden: bool = False,
) -> Preview:
    """A dry run of the template at `path`. Raises as Project.document does, and MisuseError for what is no template."""
    from hotlint.analysis.budget import Budget, Meter
    from hotlint.analysis.context import TemplateContext
    from hotlint.analysis.template import kind_of
    from hotlint.dry_run.stack_preview import Preview

    environment = project.environment(environments, parameters)
    unit = TemplateContext.open(
        project, path, environment, Meter(Budget()), attributes=attributes, root=True, offline=True
    )
    if unit.document.broken and unit.document.problems:
        from hotlint.syntax.source import LineIndex

        problem = unit.document.problems[0]
        line = LineIndex(unit.document.text).position(problem.span.start).line + 1
        raise UsageError(f"{path}:{line}: {problem.message}")
    if kind_of(unit.document) != "hot":
        raise UsageError(f"'{path}' is no HOT template: it has no heat_template_version")
    return Preview(unit, show_hidden=show_hidden)


def _values(options: Namespace) -> dict[str, str]:
    from hotlint.cli.commands.check import parameters

    found = parameters(options.parameter, options.parameter_file)
    if getattr(options, "stack_name", None):
        found["OS::stack_name"] = options.stack_name
    return found


def _attributes(path: str | None) -> dict[str, Any]:
    """The values of --attributes."""
    if path is None:
        return {}
    from hotlint.analysis.environment import to_plain
    from hotlint.common.files import read_text
    from hotlint.syntax.parser import parse
    from hotlint.syntax.source import Source

    document = parse(Source(path, read_text(path)))
    found = to_plain(document.root) if document.root is not None and not document.broken else None
    if not isinstance(found, dict) or not all(isinstance(v, dict) for v in found.values()):
        raise UsageError(f"'{path}' should hold a map of resources, each a map of its attributes")
    return {str(name): values for name, values in found.items()}


def write(options: Namespace, text: str) -> None:
    """Put out the result: on the terminal, or in the file that was asked for."""
    if not options.output:
        sys.stdout.write(text)
        return
    try:
        with open(options.output, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as exc:
        raise UsageError(f"cannot write '{options.output}': {exc.strerror}") from None
