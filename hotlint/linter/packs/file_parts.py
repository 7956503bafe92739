"""What a file has, as far as rules name it in `looks_at`: a rule of what a file does not have is not called, nor imported."""

from __future__ import annotations

from hotlint.analysis.files.client_files import file_references
from hotlint.analysis.template import kind_of
from hotlint.language import versions
from hotlint.syntax.nodes import Mapping, Scalar, Sequence

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from hotlint.analysis.template import Template
    from hotlint.linter.rules.context import RuleContext
    from hotlint.syntax.nodes import Document

_SHAPES = {
    "parameters": Mapping, "conditions": Mapping, "resources": Mapping, "outputs": Mapping, "parameter_groups": Sequence,
}  # fmt: skip
LARGE_TEXT = 50_000
"""Code points from which a text is large."""


def document_parts(document: Document) -> frozenset[str]:
    """Return what `check_document` may look at: the kind of the document (see `kind_of`), and the slugs of its problems."""
    return frozenset((kind_of(document), *(problem.slug for problem in document.problems)))


def template_parts(template: Template, ctx: RuleContext) -> frozenset[str]:
    """Return what `check_template` may look at: the names of the template's sections, and each of these that there is.

    "other sections": some that its version does not have; "odd shapes": a section, an entry or a name that is not of the type
    that most have; "company": a mapping with the name of a function among other keys; "calls in conditions".
    "file names": names of files that Heat's client reads; "suspects": mappings that look like calls and are none; "overflow":
    more than can be read; "large text"; "environments"; "given values": values of parameters from outside; "complete
    values": all of them are given; "cloud": a snapshot of the cloud; "target": a release that the settings name.
    "unknown version": the template is read as one of the newest version.
    """
    context = ctx.template_context
    inputs = context.evaluation.inputs
    found = {
        "other sections": any(versions.SECTIONS.get(name, "~") > template.version for name in template.sections),
        "odd shapes": has_odd_shapes(template),
        "company": any(part.company for part in template.parts),
        "calls in conditions": any(call.context == "condition" for part in template.parts for call in part.calls),
        "suspects": template.suspects,
        "overflow": template.overflow,
        "large text": len(ctx.document.text) > LARGE_TEXT,
        "environments": context.environment.files or context.environment.problems,
        "given values": inputs.parameters or inputs.defaults,
        "complete values": inputs.complete,
        "cloud": context.catalog.cloud is not None,
        "target": context.catalog.target is not None,
        "unknown version": not template.known_version,
        "file names": file_references(context.project, ctx.document),
    }
    return frozenset((*template.sections, *(name for name, present in found.items() if present)))


def has_odd_shapes(template: Template) -> bool:
    """Return whether the version is no string, or a section, an entry or a name is not of the type that it has almost always."""
    for name, entry in template.sections.items():
        usual = _SHAPES.get(name)
        if usual is not None and entry.value.__class__ is not usual:
            return True
    version = template.version_node
    if version is None or version.__class__ is not Scalar or version.value.__class__ is not str:
        return True
    for named in (template.parameters, template.resources, template.outputs, template.conditions):
        for owner in named.values():
            if owner.key.value.__class__ is not str:
                return True
            if owner.node.__class__ is not Mapping and named is not template.conditions:
                return True
    return False
