"""The parts of a file that rules can name in `looks_at`. hotlint does not import a rule for parts that no file has."""

from __future__ import annotations

from hotlint import heat_types
from hotlint.analysis.files.client_files import file_references
from hotlint.analysis.template import kind_of
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.syntax.nodes import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from hotlint.analysis.template import Template
    from hotlint.linter.rules.context import RuleContext
    from hotlint.syntax.nodes import Document

_SHAPES = {
    "parameters": Mapping, "conditions": Mapping, "resources": Mapping, "outputs": Mapping, "parameter_groups": Sequence,
}  # fmt: skip
LARGE_TEXT = 50_000
"""The length in code points above which a text is large."""


def document_parts(document: Document) -> frozenset[str]:
    """Return the parts for `check_document`: the kind of the document (see `kind_of`), and the slugs of its problems."""
    return frozenset((kind_of(document), *(problem.slug for problem in document.problems)))


def template_parts(template: Template, ctx: RuleContext) -> frozenset[str]:
    """Return the parts for `check_template`: the names of the template's sections, and the words below that apply to it.

    "other sections": the version does not have a section of the template; "odd shapes": a section, an entry or a name has an
    unusual type; "company": a mapping has a function's name among other keys; "calls in conditions"; "file names": the
    template names files that Heat's client reads; "suspects": a mapping looks like a call; "overflow": the template has more
    than hotlint can read; "large text"; "environments"; "given values": parameters have values from outside; "complete
    values": all parameters have values from outside; "cloud": there is a cloud snapshot; "target": the settings name a
    release; "unknown version": hotlint reads the template as one of the newest version; "many resources": more than a stack may
    have, or a group of them.
    """
    context = ctx.template_context
    inputs = context.evaluation.inputs
    found = {
        "other sections": any(name not in template.dialect.sections for name in template.sections),
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
        "many resources": len(template.resources) > context.project.resource_limit
        or any(heat_types.of(r.type or "").group for r in template.resources.values()),
        "file names": file_references(context.project, ctx.document),
    }
    return frozenset((*template.sections, *(name for name, present in found.items() if present)))


def has_odd_shapes(template: Template) -> bool:
    """Return whether the version is not a string, or a section, an entry or a name has an unusual type."""
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
