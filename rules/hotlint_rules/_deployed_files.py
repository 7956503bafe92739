"""Shared by rules: the other files of a deployment, its environments and nested templates."""

from __future__ import annotations

from hotlint.rule import EnvironmentFile, ResourceType, RuleContext, Template, Use


def is_lost_in_environment(name: str, ctx: RuleContext, *sections: str) -> bool:
    """Return whether an environment may say something of a name that cannot be used; `invalid-environment` tells that."""
    project = ctx.template_context.project
    files = ctx.template_context.environment.files
    read = [EnvironmentFile(project.document(path)) for path in files]
    return any(environment.may_have_lost(section, name) for environment in read for section in sections)


def use_template(use: Use, ctx: RuleContext) -> Template | None:
    """Return the nested template of a use; None where it cannot be read."""
    location = use.kind.location
    if location is None or location.path is None or not isinstance(use.kind.type, ResourceType):
        return None
    return ctx.template_context.project.template(location.path)
