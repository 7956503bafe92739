"""The result of the check of one file."""

from __future__ import annotations

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.common.files import ReadError
from hotlint.common.records import NamedTuple
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.settings.model import Settings
from hotlint.syntax.nodes import Document


class FileResult(NamedTuple):
    """The findings in one file. For one that could not be read, `document` is empty and `context` is None.

    `suppressed` counts the findings that comments suppress; `files` are the absolute paths of all files that were read,
    or looked for, to check it. `named`: the file was named itself. `show_hidden`: source lines with the values of hidden
    parameters may be shown. `evaluation` is the seconds that its dry runs took.
    """

    path: str
    document: Document
    diagnostics: list[Diagnostic]
    settings: Settings
    project: Project
    context: TemplateContext | None = None
    suppressed: int = 0
    files: frozenset[str] = frozenset()
    show_hidden: bool = False
    named: bool = True
    evaluation: float = 0.0

    @property
    def environments(self) -> tuple[str, ...]:
        """The environment files that the template is checked with first; none for an environment itself."""
        files = self.context.environment.files if self.context is not None else ()
        return () if self.path in files else files

    @property
    def is_discovered(self) -> bool:
        """Whether the environment was found by its name: neither the options nor the configuration give one."""
        context = self.context
        return (
            context is not None
            and bool(self.environments)
            and not context.chain
            and not context.evaluation.inputs.complete
        )

    def text_of(self, path: str) -> str:
        """Return the text of a file that a finding refers to; empty when it cannot be read."""
        try:
            return self.document.text if path == self.path else self.project.document(path).text
        except (OSError, ReadError):
            return ""


class Handled(NamedTuple):
    """A file that a handler checks. `is_named`: it was named, or is open in an editor; `is_overlay`: its text is an editor's."""

    path: str
    document: Document
    settings: Settings
    project: Project
    is_named: bool
    is_overlay: bool
