"""The dry runs of a suite: one for each set of values, shared by all tests with the same ones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import Environment, EnvironmentFile
from hotlint.analysis.environments.merge import merge
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import is_template
from hotlint.common.files import ReadError
from hotlint.dry_run.stack_preview import Preview
from hotlint.language.values import Value
from hotlint.language.versions import PSEUDO_PARAMETERS
from hotlint.suites.model import CaseInputs
from hotlint.suites.surroundings import Surroundings
from hotlint.syntax.parser import parse
from hotlint.syntax.source import LineIndex, Source

VALUES = "the values of the test"
"""The name that messages have for the values of a test."""


class NoDryRunError(Exception):
    """Raised where a template or an environment cannot be read; the message says why."""


def _environment(project: Project, paths: tuple[str, ...], parameters: Mapping[str, Any]) -> Environment:
    """Return environment files merged in order, and the values of a test after them: as the last environment file.

    Heat itself lets an environment file win over the values of `-P`, with which no test could change what a file sets.
    """
    if not paths or not parameters:
        return project.environment(paths, parameters)
    pseudo = {name: value for name, value in parameters.items() if name in PSEUDO_PARAMETERS}
    text = json.dumps(
        {"parameters": {name: value for name, value in parameters.items() if name not in pseudo}}, default=str
    )
    documents = [*map(project.document, paths), parse(Source(VALUES, text))]
    return merge(map(EnvironmentFile, documents), pseudo)


class DryRuns:
    """The dry runs of the tests of one suite, with the values of hidden parameters shown."""

    def __init__(self, surroundings: Surroundings) -> None:
        self.surroundings = surroundings
        self._previews: dict[str, Preview] = {}
        self._redacting: dict[Preview, Preview] = {}

    def preview(self, inputs: CaseInputs) -> Preview:
        """Return the dry run of a template with these values, made once for equal values. Raises NoDryRunError."""
        key = repr(inputs)
        if key not in self._previews:
            self._previews[key] = Preview(self.context(inputs), show_hidden=True)
        return self._previews[key]

    def context(self, inputs: CaseInputs, *, complete: bool = False, offline: bool = True) -> TemplateContext:
        """Return a template in the context of these values. Raises NoDryRunError."""
        project = self.surroundings.project(inputs.template)
        paths = (*self.surroundings.environments(inputs.template), *inputs.environments)
        try:
            environment = _environment(project, paths, inputs.parameters)
            context = TemplateContext.open(
                project, inputs.template, environment, Meter(Budget()), attributes=inputs.attributes,
                complete=complete, root=True, offline=offline,
            )  # fmt: skip
        except OSError as exc:
            raise NoDryRunError(f"'{exc.filename}' cannot be read: {exc.strerror}") from None
        except ReadError as exc:
            raise NoDryRunError(f"'{inputs.template}' or an environment cannot be read: {exc.message}") from None
        document = context.document
        if document.broken and document.problems:
            line = LineIndex(document.text).position(document.problems[0].span.start).line + 1
            raise NoDryRunError(f"{inputs.template}:{line}: {document.problems[0].message}")
        if not is_template(document):
            raise NoDryRunError(f"'{inputs.template}' is not a HOT template: it has no heat_template_version")
        return context

    def redacting(self, preview: Preview) -> Preview:
        """Return the same dry run with the values of hidden parameters redacted."""
        if preview not in self._redacting:
            self._redacting[preview] = Preview(preview.context)
        return self._redacting[preview]

    def redact(self, preview: Preview, value: Value) -> Value:
        """Return a value or a message without the values of hidden parameters."""
        redactor = self.redacting(preview).redactor
        return redactor.foreign(value) if isinstance(value, str) else redactor(value)

    def files(self) -> frozenset[str]:
        """Return the absolute paths of all files that the dry runs have read, or looked for."""
        found: frozenset[str] = frozenset()
        for preview in self._previews.values():
            found |= preview.context.project.reads.paths
        return frozenset(path for path in found if not path.endswith(VALUES))
