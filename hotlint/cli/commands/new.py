"""`hotlint new`: write a first template, suite or policy, with all that belongs to it."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from hotlint.cli.errors import UsageError
from hotlint.common.files import ReadError, read_text
from hotlint.common.printable import printable
from hotlint.linter.config_files import NAME

KINDS = {
    "server": ("server",),
    "network": ("network",),
    "autoscaling": ("autoscaling",),
    "nested": ("nested",),
    "suite": ("suite",),
    "policy": ("suite", "policy"),
}
"""Kinds, with the folders of `SCAFFOLDS` whose files they consist of."""
SCAFFOLDS = os.path.join(os.path.dirname(__file__), "..", "..", "data", "scaffolds")
DESCRIPTION = """Write a small template with its environment and its test suite to a folder, as a start for your own.

server         a server with a port and a security group
network        a network with a subnet and a router
autoscaling    a group of servers with scaling policies
nested         a stack with a nested template
suite          a template of one value, and a suite that shows what tests can do
policy         the same, with a policy, its tests, and a configuration that uses it

`suite TEMPLATE` writes a suite for a template that exists: it asserts the resources and outputs that the dry run shows with the
environment that fits, and expects the errors of values that the parameters refuse. `policy FOLDER` below a configuration writes the
policies alone, and says what to add to the configuration.

Files that exist are not changed: if the folder has one of the same name, the command writes nothing.
Exit codes: 0 success, 2 usage error."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("kind", choices=tuple(KINDS), help="what to write")
    parser.add_argument(
        "folder", metavar="FOLDER", help="the folder to write to, which need not exist; for a suite, also a template"
    )


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code. Raises UsageError for files that exist already or cannot be written."""
    if os.path.isfile(options.folder):
        if options.kind != "suite":
            raise UsageError(f"'{printable(options.folder)}' is a file; name a folder, which need not exist")
        suite = f"{os.path.splitext(options.folder)[0]}.hot-test.yaml"
        code = _write({suite: _suite_of(options.folder)})
        _store_preview(suite)
        return code
    configuration = _configuration_above(options.folder) if options.kind == "policy" else None
    folders = ("policy",) if configuration is not None else KINDS[options.kind]
    sources = [os.path.join(SCAFFOLDS, name) for name in folders]
    files = {name: os.path.join(source, name) for source in sources for name in sorted(os.listdir(source))}
    if configuration is not None:
        del files[NAME]
    texts = {}
    for name, source in files.items():
        with open(source, encoding="utf-8") as given:
            texts[os.path.join(options.folder, name)] = given.read()
    code = _write(texts)
    if configuration is not None:
        policies = os.path.relpath(os.path.join(options.folder, "policies.yaml"), os.path.dirname(configuration))
        print(
            f"add to {printable(os.path.relpath(configuration))}: policies: [{printable(policies.replace(os.sep, '/'))}]"
        )
    return code


def _configuration_above(folder: str) -> str | None:
    """Return the configuration that files of a folder have; None without one."""
    from hotlint.linter.settings.finder import Finder

    found = Finder().config(os.path.join(folder, "policies.yaml"))
    return found.path if found is not None else None


def _suite_of(template: str) -> str:
    """Return the text of a first suite for a template. Raises UsageError if it cannot be read, or is no template."""
    from hotlint.cli import template_input
    from hotlint.suites.scaffold import example_values, first_suite

    parser = ArgumentParser()
    template_input.arguments(parser)
    given = parser.parse_args([])
    settings = template_input.settings_of(given, template)
    inputs = template_input.inputs_of(given, template, settings)
    given.environment, given.values = list(inputs.environments), dict(inputs.values)
    given.values |= example_values(template_input.preview(given, template))
    preview = template_input.preview(given, template)
    here = os.path.dirname(os.path.abspath(template))
    own = [path for path in inputs.environments if path not in settings.environments]
    environments = [os.path.relpath(path, here).replace(os.sep, "/") for path in own]
    return first_suite(os.path.basename(template), environments, given.values, preview)


def _store_preview(suite: str) -> None:
    """Write the stored preview of a new suite, as `hotlint test --update-snapshots` does."""
    from hotlint.cli.batch.suite_runs import SuiteRuns
    from hotlint.cli.commands import test
    from hotlint.suites.snapshots import SnapshotFile

    parser = ArgumentParser()
    test.arguments(parser)
    SuiteRuns(parser.parse_args([suite, "--update-snapshots"]), [suite], with_coverage=False).run(lambda result: None)
    stored = SnapshotFile(suite).path
    if os.path.exists(stored):
        print(f"written: {printable(stored)}")


def _write(texts: dict[str, str]) -> int:
    """Write new files. Returns the exit code. Raises UsageError if one exists, before any is written.

    If only some exist, as they would be written, then a run was killed between two files: the others are written.
    """
    present = [target for target in texts if os.path.lexists(target)]
    changed = [target for target in present if _differs(target, texts[target])]
    if changed or len(present) == len(texts):
        raise UsageError(f"'{printable((changed or present)[0])}' exists already; nothing was written")
    from hotlint.cli.report_output import write_file

    try:
        for target, text in texts.items():
            if target not in present:
                os.makedirs(os.path.dirname(target) or os.curdir, exist_ok=True)
                write_file(target, text)
                print(f"written: {printable(target)}")
    except OSError as exc:
        raise UsageError(f"cannot write '{exc.filename}': {exc.strerror}") from None
    return 0


def _differs(path: str, text: str) -> bool:
    try:
        return read_text(path) != text
    except (OSError, ReadError):
        return True
