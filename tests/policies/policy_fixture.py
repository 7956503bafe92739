"""A file of one policy, and the dry run of a template."""

from __future__ import annotations

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.dry_run.stack_preview import Preview
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Source

POLICY = "- {code: SITE1, resources: OS::Nova::Server, assert: 'properties.flavor == \"small\"', message: 'flavor {{ properties.flavor }}'"


def policies(more: str = "") -> str:
    """Return a file of one policy with these further entries."""
    return f"policies:\n{POLICY}{more}}}\n"


def dry_run(files: dict[str, str], parameters: dict[str, object] | None = None) -> Preview:
    """Return the dry run of the first of these files, with hidden values, as policies are evaluated on it."""
    project = Project(Catalog(), {name: Source(name, text) for name, text in files.items()})
    environment = project.environment((), parameters or {})
    context = TemplateContext.open(project, next(iter(files)), environment, Meter(Budget()), root=True, offline=True)
    return Preview(context, show_hidden=True)
