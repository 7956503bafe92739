"""Write a first template, suite or policy, with all that belongs to it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from hotlint.common.boundary import Boundary
from hotlint.common.files import ReadError, read_text
from hotlint.formats.configuration import NAME
from hotlint.linter.settings.finder import Finder, user_folders
from hotlint.operations.errors import OperationError
from hotlint.operations.inputs import TemplateRequest, chosen_inputs, with_notes
from hotlint.operations.named_files import write_file
from hotlint.operations.scope import SettingsScope

KINDS = {
    "server": ("server",),
    "network": ("network",),
    "autoscaling": ("autoscaling",),
    "nested": ("nested",),
    "suite": ("suite",),
    "policy": ("suite", "policy"),
}
"""Kinds, with the folders of `SCAFFOLDS` whose files they consist of."""
SCAFFOLDS = os.path.join(os.path.dirname(__file__), "..", "data", "scaffolds")


class WrittenFiles(NamedTuple):
    """The new files, in order. `policies` is how `configuration` is to name the new policies; "" where that exists not yet."""

    files: list[str]
    notes: tuple[str, ...] = ()
    configuration: str = ""
    policies: str = ""


def new(kind: str, folder: str) -> WrittenFiles:
    """Write the files of a kind to a folder, or the suite of a template. Raises OperationError for files that exist already."""
    if os.path.isfile(folder):
        if kind != "suite":
            raise OperationError(f"'{folder}' is a file; name a folder, which need not exist")
        return _new_suite(folder)
    if kind == "suite" and folder.endswith((".yaml", ".yml")) and not os.path.exists(folder):
        raise OperationError(f"template '{folder}' does not exist; name a folder for a template with its suite")
    configuration = _configuration_above(folder) if kind == "policy" else None
    folders = ("policy",) if configuration is not None else KINDS[kind]
    files = scaffold(folders)
    if configuration is not None:
        del files[NAME]
    texts = {os.path.join(folder, name): text for name, text in files.items()}
    written = _write(texts)
    if configuration is None:
        return WrittenFiles(written)
    policies = os.path.relpath(os.path.join(folder, "policies.yaml"), os.path.dirname(configuration))
    return WrittenFiles(written, configuration=configuration, policies=policies.replace(os.sep, "/"))


def scaffold(folders: Sequence[str]) -> dict[str, str]:
    """Return the texts of the files in folders of `SCAFFOLDS`, by name."""
    texts = {}
    for source in (os.path.join(SCAFFOLDS, name) for name in folders):
        for name in sorted(os.listdir(source)):
            with open(os.path.join(source, name), encoding="utf-8") as given:
                texts[name] = given.read()
    return texts


def _configuration_above(folder: str) -> str | None:
    """Return the configuration that files of a folder have; None without one."""
    found = Finder().config(os.path.join(folder, "policies.yaml"))
    return found.path if found is not None else None


def _new_suite(template: str) -> WrittenFiles:
    """Write a first suite for a template, with its stored preview, as `hotlint test --update-snapshots` does."""
    from hotlint.operations.test import SuiteRequest, SuiteRuns
    from hotlint.suites.snapshots import SnapshotFile

    suite = f"{os.path.splitext(template)[0]}.hot-test.yaml"
    made = suite_of(template)
    written = _write({suite: made.text}, made.notes)
    SuiteRuns(SuiteRequest([suite], update=True)).run(lambda result: None)
    stored = SnapshotFile(suite).path
    return WrittenFiles([*written, *([stored] if os.path.exists(stored) else [])], made.notes)


class NewSuite(NamedTuple):
    """The text of a first suite, and what was chosen for it."""

    text: str
    notes: tuple[str, ...]


def suite_of(template: str, confined_to: Boundary | None = None) -> NewSuite:
    """Return a first suite for a template. Raises OperationError if it cannot be read, or is no template."""
    from hotlint.operations.preview import preview
    from hotlint.suites.scaffold import example_values, first_suite

    request = TemplateRequest(template, SettingsScope(confined_to=confined_to or user_folders([template])))
    settings = request.scope.settings_of(template)
    inputs, notes = chosen_inputs(request, settings)
    request = request._replace(
        scope=request.scope.with_settings(**({"environments": inputs.environments} if inputs.environments else {})),
        parameters=dict(inputs.values),
    )
    with with_notes(notes, template):
        values = {**request.parameters, **example_values(preview(request).preview)}
        found = preview(request._replace(parameters=values)).preview
    here = os.path.dirname(os.path.abspath(template))
    own = [path for path in inputs.environments if path not in settings.environments]
    environments = [os.path.relpath(path, here).replace(os.sep, "/") for path in own]
    text = first_suite(os.path.basename(template), environments, values, found)
    return NewSuite(text, notes)


def _write(texts: dict[str, str], notes: tuple[str, ...] = ()) -> list[str]:
    """Write new files. Returns those that were written. Raises OperationError if one exists, before any is written.

    If only some exist, as they would be written, then a run was killed between two files: the others are written.
    """
    present = [target for target in texts if os.path.lexists(target)]
    changed = [target for target in present if _differs(target, texts[target])]
    if changed or len(present) == len(texts):
        raise OperationError(f"'{(changed or present)[0]}' exists already; nothing was written", notes=notes)
    missing = [target for target in texts if target not in present]
    try:
        for target in missing:
            os.makedirs(os.path.dirname(target) or os.curdir, exist_ok=True)
            write_file(target, texts[target])
    except OSError as exc:
        raise OperationError(f"cannot write '{exc.filename}': {exc.strerror}", notes=notes) from None
    return missing


def _differs(path: str, text: str) -> bool:
    try:
        return read_text(path) != text
    except (OSError, ReadError):
        return True
