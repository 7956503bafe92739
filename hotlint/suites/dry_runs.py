"""The dry runs of a suite: one for each set of values, shared by all tests with the same ones."""

from __future__ import annotations

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.composition.value_origins import relative_path
from hotlint.analysis.template import is_template
from hotlint.common.files import ReadError
from hotlint.dry_run.stack_preview import Preview
from hotlint.suites.model import CaseInputs
from hotlint.suites.surroundings import Surroundings
from hotlint.syntax.source import LineIndex


class NoDryRunError(Exception):
    """Raised where a template or an environment cannot be read; the message says why."""


class DryRuns:
    """The dry runs of the tests of one suite, with the values of hidden parameters shown.

    `suite` is the path from which messages name files, as the suite itself does.
    """

    def __init__(self, surroundings: Surroundings, suite: str = "") -> None:
        self.surroundings = surroundings
        self.suite = suite
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
        named = relative_path(inputs.template, self.suite)
        paths = (*self.surroundings.environments(inputs.template), *inputs.environments)
        try:
            environment = project.environment(paths, inputs.parameters, override=True)
            context = TemplateContext.open(
                project, inputs.template, environment, Meter(Budget()), attributes=inputs.attributes,
                complete=complete, root=True, offline=offline,
            )  # fmt: skip
        except OSError as exc:
            raise NoDryRunError(f"'{relative_path(exc.filename, self.suite)}' cannot be read: {exc.strerror}") from None
        except ReadError as exc:
            raise NoDryRunError(f"'{named}' or an environment cannot be read: {exc.message}") from None
        document = context.document
        if document.broken and document.problems:
            line = LineIndex(document.text).position(document.problems[0].span.start).line + 1
            raise NoDryRunError(f"{named}:{line}: {document.problems[0].message}")
        if not is_template(document):
            raise NoDryRunError(f"'{named}' is not a HOT template: it has no heat_template_version")
        return context

    def redacting(self, preview: Preview) -> Preview:
        """Return the same dry run with the values of hidden parameters redacted."""
        if preview not in self._redacting:
            self._redacting[preview] = Preview(preview.context)
        return self._redacting[preview]

    def files(self) -> frozenset[str]:
        """Return the absolute paths of all files that the dry runs have read, or looked for."""
        return frozenset().union(*(preview.context.project.reads.paths for preview in self._previews.values()))
