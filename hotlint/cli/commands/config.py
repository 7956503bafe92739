"""`hotlint config`: show the effective settings of a file and where each comes from, or write a first configuration."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from typing import Any

from hotlint.cli.errors import UsageError
from hotlint.cli.options import add_options
from hotlint.common.counts import counted
from hotlint.common.printable import printable
from hotlint.formats.configuration import CONFIGURATION, KEYS, NAME
from hotlint.formats.table import Key
from hotlint.linter.settings.finder import Nearest, user_folders
from hotlint.linter.settings.model import JinjaSettings, NamedDeployment
from hotlint.operations.engines import engine_of
from hotlint.operations.errors import cannot_read
from hotlint.operations.scope import SettingsScope

DESCRIPTION = """Show the effective settings of a file, and where each comes from.

hotlint config show [FILE]    settings for FILE (or for any file in the working folder)
hotlint config init           write a first .hotlint.yaml, with the deployments that are found below the working folder
hotlint config schema         the JSON Schema of .hotlint.yaml"""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=("show", "init", "schema"), help="the action")
    parser.add_argument(
        "file",
        nargs="?",
        default="template.yaml",
        metavar="FILE",
        help="a template, which need not exist (default: template.yaml)",
    )
    add_options(parser, "--config")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    if options.action == "schema":
        from hotlint.formats.schema import schema_text

        print(schema_text(CONFIGURATION), end="")
        return 0
    if options.action == "init":
        return _init()
    return _show(options.file, options.config)


def _init() -> int:
    """Write a first configuration. Returns the exit code. Raises UsageError where there is one already."""
    from hotlint.operations.first_config import first_config
    from hotlint.operations.named_files import write_file

    if os.path.lexists(NAME):
        raise UsageError(f"'{NAME}' exists already; it was not changed")
    text = first_config()
    write_file(NAME, text)
    lines = text.splitlines()
    count, left_out = (sum(line.startswith(start) for line in lines) for start in ("- name:", "# - name:"))
    more = f", and {left_out} as comments: each lacks something" if left_out else ""
    print(f"{NAME} was written: {counted(count, 'deployment')}{more}")
    return 0


def _show(path: str, explicit: str | None) -> int:
    from hotlint.output.findings.conversion import run_report
    from hotlint.output.findings.text import Paint, finding
    from hotlint.syntax.source import LineIndex

    try:
        boundary = user_folders(filter(None, (path, explicit)))
        config = engine_of(SettingsScope(config=explicit, confined_to=boundary)).finder.config(path)
    except OSError as exc:
        raise cannot_read(exc) from None
    if config is None:
        print(
            f"# no .hotlint.yaml in {os.path.dirname(os.path.abspath(path))} or above it: all settings have their defaults"
        )
        return 0
    lines = {c.path: LineIndex(c.document.text) for c in config.all_files()}
    rows = []
    for setting in config.effective(path):
        glob = f", templates: {setting.glob}" if setting.glob is not None else ""
        file = setting.file or config.path
        place = f"{file}:{lines[file].position(setting.span.start).line + 1}{glob}"
        rows.append((f"{setting.key}: {_flow(setting.key, setting.value)}", place))
    given = {s.key for s in config.effective(path)}
    rows += [
        (f"{name}: {_default(key)}", "default")
        for name, key in KEYS.items()
        if name not in given and name != "templates"
    ]
    width = min(max(len(text) for text, _ in rows), 60)
    for text, place in rows:
        print(printable(f"{text:<{width}}  # {place}"))
    other = Nearest().of_file(path if explicit is not None else os.path.dirname(os.path.abspath(config.path)))
    if other is not None and all(os.path.realpath(other) != os.path.realpath(c.path) for c in config.all_files()):
        wins = "that of --config" if explicit is not None else "the nearest configuration"
        relative = _relative(other, os.path.dirname(os.path.abspath(config.path)))
        note = f"# the settings of {other} do not apply here: {wins} wins; 'extends: [{relative}]' adds them"
        print(printable(note))
    if config.excludes(path):
        print(printable(f"# {path} is excluded"))
    report = run_report(config.path, config.document.text, config.problems)
    for found in report.diagnostics:
        print(f"\n{finding(found, Paint(False))}", end="")
    return 1 if report.diagnostics else 0


def _default(key: Key) -> str:
    """Return what applies where a setting is not given, as YAML."""
    if key.kind in ("severities", "urls"):
        return "{}"
    if key.kind == "targets":
        return f"null  ({key.default})"
    if key.choices or key.kind in ("boolean", "seconds", "limit", "file"):
        return key.default or "null"
    return f"[{key.default}]"


def _flow(key: str, value: Any) -> str:
    """Return the value of a setting as YAML, or what is in it in a few words."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int):
        return str(value)
    if isinstance(value, float):
        return f"{value:g}"
    if value and isinstance(value[0], NamedDeployment):
        return "[" + ", ".join(d.name for d in value[:3]) + (f", and {len(value) - 3} more]" if len(value) > 3 else "]")
    if value and isinstance(value[0], JinjaSettings):
        return f"{len(value)} set" + ("s" if len(value) > 1 else "")
    if value and hasattr(value[0], "code"):
        return "[" + ", ".join(policy.code for policy in value) + "]"
    if KEYS[key].kind in ("severities", "urls"):
        return "{" + ", ".join(f"{k}: {v}" for k, v in value) + "}"
    return "[" + ", ".join(value) + "]"


def _relative(path: str, folder: str | None = None) -> str:
    """Return a path relative to a folder, None for the working folder, with slashes."""
    return os.path.relpath(path, folder).replace(os.sep, "/")
