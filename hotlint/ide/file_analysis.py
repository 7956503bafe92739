"""One file, parsed and in its template context: the input of every answer."""

from __future__ import annotations

import os
from functools import cached_property

from hotlint.analysis.budget import Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import EnvironmentFile
from hotlint.analysis.evaluator import Evaluation
from hotlint.analysis.files.project import Project
from hotlint.analysis.symbols import Index, Names, Occurrence
from hotlint.analysis.template import Template, kind_of
from hotlint.dry_run.redaction import Redaction
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.nodes import Document


class FileAnalysis:
    """A text in its context at one moment. `context` has its template, environment and project."""

    def __init__(self, context: TemplateContext) -> None:
        self.context = context
        self.path = context.path
        self.document: Document = context.document
        self.text: str = context.document.text
        self.template: Template = context.template
        self.evaluation: Evaluation = context.evaluation
        self.catalog: Catalog = context.catalog
        self.project: Project = context.project

    @cached_property
    def kind(self) -> str:
        """The kind of the text: "hot", "cfn", "environment", "empty" or "other"."""
        return kind_of(self.document)

    @cached_property
    def redaction(self) -> Redaction:
        """What may be shown of values."""
        return Redaction(self.context)

    @cached_property
    def offline(self) -> TemplateContext:
        """The context in which attributes that are known without a cloud count, such as outputs of nested templates."""
        context = self.context
        if context.offline:
            return context
        inputs, meter = context.evaluation.inputs._replace(attribute=None), Meter(context.evaluation.meter.budget)
        found = TemplateContext(
            context.project, context.path, context.environment, inputs, meter, above=context.above, offline=True
        )
        found.opened_by = context.opened_by
        return found

    @cached_property
    def names(self) -> Names:
        """The definitions and references of the text, each entry read when it is asked for."""
        return Names(self.document, self.template)

    @property
    def index(self) -> Index:
        """All definitions and references of the text."""
        return self.names.index

    def name_at(self, offset: int) -> Occurrence | None:
        """Return the name that a cursor at `offset` touches; None without one."""
        return self.names.at(offset)

    @cached_property
    def environment(self) -> EnvironmentFile:
        """The text as an environment file."""
        return EnvironmentFile(self.document)

    @property
    def folder(self) -> str:
        """The folder of the text."""
        return os.path.dirname(self.path)

    def free_path(self, stem: str, ending: str) -> str:
        """Return the path of a file in the folder of the text that is not there: `stem`, a number if needed, and `ending`.

        Where nothing may be read, such as beside a loose file of an untrusted window, nobody knows what is there.
        """
        path, number = os.path.join(self.folder, stem + ending), 2
        while self.project.state(path) not in ("missing", "outside"):
            path, number = os.path.join(self.folder, f"{stem}-{number}{ending}"), number + 1
        return path

    def relative_path(self, name: str) -> str:
        """Return the path of a file that this text names, relative to its own folder."""
        return os.path.normpath(os.path.join(self.folder, name.removeprefix("file://")))
