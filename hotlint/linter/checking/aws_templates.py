"""The finding about a CloudFormation template that is for AWS only: its owner wants no findings about what Heat lacks."""

from __future__ import annotations

from hotlint import heat_types
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.file_kinds import CFN_KEYS
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.run_diagnostics import TemplateForAws, run_diagnostic
from hotlint.resource_types.catalog import NoSuchType
from hotlint.syntax.nodes import Mapping

_SECTIONS = ("Transform", "Rules", "Metadata", "Hooks")
_TYPES = ("AWS::", "Custom::", "Alexa::")


def for_aws(context: TemplateContext) -> list[Diagnostic]:
    """Return the finding about a template that is for AWS only, and that nothing uses; none for any other template."""
    world = context.project.open_world
    if context.parent is not None or (world is not None and world.is_used):
        return []
    what = _aws_only(context)
    message = f"template is for AWS and is not checked: Heat does not have {what}"
    return [run_diagnostic(TemplateForAws, message)] if what is not None else []


def _aws_only(context: TemplateContext) -> str | None:
    """Return what only AWS knows in a template, in words; None for a template that may be for Heat.

    A template is for Heat if it has the key of Heat's own version, or if a resource has a type of OpenStack.
    """
    template = context.template
    root = template.document.root
    if isinstance(root, Mapping) and CFN_KEYS[1] in root.named:
        return None
    types = [r for r in template.resources.values() if r.type is not None]
    if any(str(r.type).startswith("OS::") for r in types):
        return None
    for problem in template.document.problems:
        if problem.slug == "tag":
            return "the short form of a function, such as !Ref"
    for name in _SECTIONS:
        if f"<{name}>" in template.sections:
            return f"the section {name}"
    for parameter in template.parameters.values():
        written = parameter.text("type") or ""
        if written.startswith(("AWS::", "List<")):
            return f"the parameter type {written}"
    for resource in types:
        found = context.resolved_type(resource).type
        if isinstance(found, NoSuchType) and found.releases is None and found.name.startswith(_TYPES):
            return f"the resource type {found.name}"
        part = template.part(resource, "properties")
        names = part.node.named if part is not None and isinstance(part.node, Mapping) else {}
        for name in heat_types.of(found.name).only_on_aws:
            if name in names:
                return f"the property {name} of {found.name}"
    unknown = (str(entry.name) for _, entry in template.suspects)
    return next((f"the function {name}" for name in unknown if name.startswith("Fn::")), None)
