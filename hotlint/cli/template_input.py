"""The input and output of `preview`, `graph` and `diff`: a template with its environments, and the rendered result."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hotlint.cli.errors import UsageError, cannot_read
from hotlint.cli.options import (
    add_configuration,
    add_setting,
    configurations,
    confined_to,
    given_settings,
    parameters,
    standard_input,
)
from hotlint.cli.report_output import write_file
from hotlint.common.printable import printable

if TYPE_CHECKING:
    from hotlint.analysis.environments.inputs import StackState
    from hotlint.analysis.files.project import Project
    from hotlint.dry_run.stack_preview import Preview
    from hotlint.linter.checking.deployment_inputs import DeploymentInputs
    from hotlint.linter.settings.model import Settings
    from hotlint.syntax.nodes import Document


def arguments(parser: ArgumentParser, *, with_values: bool = True) -> None:
    """Declare the options that give a template its values, and those for the output."""
    add = parser.add_argument
    add_setting(parser, "environments", "an environment file")
    add_setting(parser, "discovery", "use no environment because it is named like the template")
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
    add_setting(parser, "target", "the OpenStack release to resolve for: its types and properties")
    add("-o", "--output", metavar="FILE", help="write to FILE (default: the terminal)")
    add_configuration(parser)
    add_setting(parser, "budget", "processor time that the dry run of a template may take", "10")


def preview(
    options: Namespace, path: str, *, show_hidden: bool = False, shown: str = "", text: str | None = None
) -> Preview:
    """Return the dry run that the options ask for. Raises UsageError for a file that cannot be read or is not a template.

    `shown` is the name of the template in messages, "" for its path. `text` is used instead of the file's own.
    """
    from hotlint.common.files import ReadError, decode
    from hotlint.linter.checking.dry_runs import project_of

    settings = settings_of(options, path)
    inputs = inputs_of(options, path, settings, shown=shown)
    settings = settings._replace(target=inputs.target or settings.target)
    given = standard_input() if path == "-" else b""
    try:
        text = decode(given) if path == "-" else text
        jinja = lambda source: settings_of(options, source)  # noqa: E731
        project = project_of(path, text, settings, jinja, confined_to=confined_to(options))
        return preview_of(
            project, path, inputs.environments, {**inputs.values, **values(options)},
            _attributes(getattr(options, "attributes", None)), show_hidden=show_hidden,
            budget=settings.budget,
        )  # fmt: skip
    except (OSError, ReadError) as exc:
        raise UsageError(
            cannot_read(exc) if isinstance(exc, OSError) else f"cannot read '{exc.path or path}': {exc}"
        ) from None


def settings_of(options: Namespace, path: str) -> Settings:
    """Return the settings for a template, those of options included. Raises UsageError, such as for an unknown target."""
    from hotlint.linter.settings.model import Settings

    given = given_settings(options)
    given.pop("exclude", None)  # it is no setting of a file
    finder = configurations(options)
    try:
        return finder.settings(path).changed(Settings(**given))
    except OSError as exc:
        raise UsageError(cannot_read(exc)) from None


def preview_of(
    project: Project,
    path: str,
    environments: tuple[str, ...],
    parameters: dict[str, Any],
    attributes: Mapping[str, Mapping[str, Any]],
    *,
    show_hidden: bool,
    running: StackState | None = None,
    budget: float | None = None,
) -> Preview:
    """Return a dry run of the template at `path`, which may take `budget` seconds (None: `PREVIEW_SECONDS`).

    `running` is the stack that runs it, where there is one. Raises as Project.document does, and UsageError if it is not a
    template, or if it or an environment is not valid YAML.
    """
    from hotlint.analysis.template import is_template
    from hotlint.dry_run.stack_preview import Preview
    from hotlint.linter.checking.dry_runs import opened

    context = opened(project, path, environments, parameters, attributes, running=running, budget=budget)
    _check_readable(path, context.document)
    for file in context.environment.files:
        _check_environment(file, project.document(file))
    if not is_template(context.document):
        raise UsageError(f"'{path}' is not a HOT template: it has no heat_template_version")
    return Preview(context, show_hidden=show_hidden)


def _check_readable(path: str, document: Document) -> None:
    """Raise UsageError for a file that is not valid YAML, with its first mistake."""
    if document.broken and document.problems:
        from hotlint.linter.checking.jinja_check import without_preview
        from hotlint.syntax.source import LineIndex

        if (reason := without_preview(path, document)) is not None:
            raise UsageError(reason)
        problem = document.problems[0]
        line = LineIndex(document.text).position(problem.span.start).line + 1
        raise UsageError(f"{path}:{line}: {problem.message}")


def _check_environment(path: str, document: Document) -> None:
    """Raise UsageError for an environment that is not valid YAML, or no mapping. An empty file is one that sets nothing."""
    from hotlint.analysis.file_kinds import kind_of
    from hotlint.syntax.nodes import Mapping

    _check_readable(path, document)
    if not isinstance(document.root, Mapping) and kind_of(document) != "empty":
        raise UsageError(f"'{path}' is not an environment: it must be a mapping, such as 'parameters: {{name: value}}'")


def inputs_of(
    options: Namespace, path: str, settings: Settings, *, shown: str = "", quiet: bool = False
) -> DeploymentInputs:
    """Return the environments and values of a template: those of the options, or those that it is deployed with.

    Unless `quiet`, a message on standard error says which were chosen. `shown` is the name of the template in it, "" for its path.
    """
    from hotlint.linter.checking.deployment_inputs import DeploymentInputs, chosen_inputs, deployments_of

    if path == "-" or options.environment or getattr(options, "deployment", None):
        return DeploymentInputs(settings.environments)
    found = chosen_inputs(path, settings, configurations(options), confined_to=confined_to(options))
    shown = shown or path
    if found.discovered:
        near = os.path.relpath(found.environments[0], os.path.dirname(os.path.abspath(path)))
        used = f"with {printable(os.path.join(os.path.dirname(shown), near))}, {found.discovered}"
    elif found.deployment:
        names = [printable(d.name) for d in deployments_of(path, settings)]
        more = f", the first of {', '.join(names)}" if len(names) > 1 else ""
        used = f"as the deployment '{printable(found.deployment)}' of the configuration{more}"
    else:
        return found
    none = ", --no-discovery none" if found.discovered else ""
    if not quiet:
        print(f"hotlint: {printable(shown)} is resolved {used}; -e uses other environments{none}", file=sys.stderr)
    return found


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
    from hotlint.analysis.environments.file import to_plain
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
