"""What a file has, as far as rules name it in `looks_at`: a rule of what a file does not have is not called, nor imported."""

from __future__ import annotations

from hotlint.analysis.client_files import file_references
from hotlint.analysis.template import kind_of

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from hotlint.analysis.template import Template
    from hotlint.linter.rule_context import Context
    from hotlint.syntax.nodes import Document

LARGE_TEXT = 50_000
"""Code points from which a text is large."""


def document_parts(document: Document) -> frozenset[str]:
    """Return what `check_document` may look at: the kind of the document (see `kind_of`), and the slugs of its problems."""
    return frozenset((kind_of(document), *(problem.slug for problem in document.problems)))


def template_parts(template: Template, ctx: Context) -> frozenset[str]:
    """Return what `check_template` may look at: the names of the template's sections, and each of these that there is.

    "file names": names of files that Heat's client reads; "suspects": mappings that look like calls and are none; "overflow":
    more than can be read; "large text"; "environments"; "given values": values of parameters from outside; "complete
    values": all of them are given; "cloud": a snapshot of the cloud.
    """
    unit = ctx.unit
    inputs = unit.evaluation.inputs
    found = {
        "suspects": template.suspects,
        "overflow": template.overflow,
        "large text": len(ctx.document.text) > LARGE_TEXT,
        "environments": unit.environment.files or unit.environment.problems,
        "given values": inputs.parameters or inputs.defaults,
        "complete values": inputs.complete,
        "cloud": unit.catalog.cloud is not None,
        "file names": file_references(unit.project, ctx.document),
    }
    return frozenset((*template.sections, *(name for name, present in found.items() if present)))
