"""Redacts the values of hidden parameters in findings."""

from __future__ import annotations

from hotlint.common.annotations import TYPE_CHECKING
from hotlint.linter.diagnostic import Diagnostic

if TYPE_CHECKING:
    from hotlint.analysis.composition.template_context import TemplateContext
    from hotlint.dry_run.redaction import Redactor


def redacted(found: list[Diagnostic], context: TemplateContext) -> list[Diagnostic]:
    """Return diagnostics with secrets redacted in their messages. The edits of fixes are left: they are for the file."""
    redactor = redactor_of(context)
    return [_redacted(d, redactor) for d in found] if redactor is not None else found


def redactor_of(context: TemplateContext) -> Redactor | None:
    """Return the redactor of a template's secrets; None if it has none.

    Secrets are the values of hidden parameters of the template, of the stacks that use it, and of its nested templates, if
    an environment sets them.
    """
    above: TemplateContext | None = context
    while above is not None and not any(p.hidden for p in above.template.parameters.values()):
        above = above.parent
    if above is None and not context.project.users and not context.environment.defaults:
        return None
    from hotlint.dry_run.secrets import secrets_of

    redactor = secrets_of(context)
    return redactor if redactor.has_secrets else None


def _redacted(found: Diagnostic, redactor: Redactor) -> Diagnostic:
    message = redactor.message(found.message)
    related = tuple(r._replace(message=redactor.message(r.message)) for r in found.related)
    fixes = tuple(f._replace(title=redactor.message(f.title)) for f in found.fixes)
    return found._replace(message=message, related=related, fixes=fixes)
