"""The result of the check of one file."""

from __future__ import annotations

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.file_kinds import Kind
from hotlint.analysis.files.project import Project
from hotlint.common.files import ReadError
from hotlint.common.records import NamedTuple
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.settings.model import Settings
from hotlint.syntax.nodes import Document


class FileResult(NamedTuple):
    """The findings in one file. For an unreadable file, `document` is empty and `context` is None.

    `suppressed` is the number of suppressed findings. `files` are the absolute paths of all files that the check read or
    looked for. `named`: the user named the file. `show_hidden`: reports may show source lines with the values of hidden
    parameters. `evaluation` is the time of its dry runs in seconds.
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
        """The environment files of the template's first context; empty for an environment."""
        files = self.context.environment.files if self.context is not None else ()
        return () if self.path in files else files

    @property
    def is_discovered(self) -> bool:
        """Whether hotlint found the environment by its name or types, because neither options nor configuration give one."""
        context = self.context
        return (
            context is not None
            and bool(self.environments)
            and not context.chain
            and not context.evaluation.inputs.complete
        )

    def text_of(self, path: str) -> str:
        """Return the text of a file that a finding refers to; "" if it cannot be read."""
        try:
            return self.document.text if path == self.path else self.project.document(path).text
        except (OSError, ReadError):
            return ""


class Handled(NamedTuple):
    """A file for a handler of its kind.

    `named`: the user named it; `is_overlay`: its text comes from an editor; `notes`: findings about the file itself, whatever is in it.
    """

    path: str
    document: Document
    settings: Settings
    project: Project
    kind: Kind
    named: bool
    is_overlay: bool
    notes: tuple[Diagnostic, ...] = ()

    @property
    def is_named(self) -> bool:
        """Whether the user named the file, or has it open."""
        return self.named or self.is_overlay
