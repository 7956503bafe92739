"""Why Heat refuses an update when it validates the new template: the findings of a check."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Final

from hotlint.cli.options import confined_to, given_settings

if TYPE_CHECKING:
    from hotlint.analysis.composition.template_context import TemplateContext
    from hotlint.dry_run.stack_preview import Preview
    from hotlint.linter.checking.engine import Engine

_NOT_HEATS: Final = ("HOT002", "HOT401", "HOT55")
"""The codes of errors in templates that Heat's validation accepts."""


def refusals(options: Namespace, old: Preview, new: Preview, *, complete: bool = False) -> tuple[str, ...]:
    """Return why Heat refuses the new template of a stack, one sentence a finding, beside invalid values of parameters.

    An error of a kind that the old template has at the same resource counts as none: Heat has accepted it.
    `complete`: all values are given.
    """
    from hotlint.linter.checking.engine import Engine
    from hotlint.linter.settings.model import Settings

    given = given_settings(options)
    for name in ("exclude", "environments"):  # the dry runs have their environments
        given.pop(name, None)
    engine = Engine(
        Settings(**given), config=options.config, use_config=not options.no_config, confined_to=confined_to(options),
        show_hidden=options.show_hidden,
    )  # fmt: skip
    found = _errors(engine, new.context, complete)
    known = {error[:2] for error in _errors(engine, old.context, complete)} if found else ()
    reasons = ((name, new.redactor.message(why)) for name, code, why in found if (name, code) not in known)
    return tuple(dict.fromkeys(why if name in why else f"{name}: {why}" for name, why in reasons))


def _errors(engine: Engine, dry_run: TemplateContext, complete: bool) -> list[tuple[str, str, str]]:
    """Return the errors in the resources and outputs of a template: (its owner, the code, the message).

    They are those of a check, which are those of Heat before it begins an update.
    """
    from hotlint.analysis.composition.template_context import TemplateContext
    from hotlint.analysis.evaluation.budget import Budget, Meter
    from hotlint.language.time_limit import one_file
    from hotlint.linter.checking.run import drained

    context = TemplateContext.open(
        dry_run.project, dry_run.path, dry_run.environment, Meter(Budget()), root=True, complete=complete
    )
    with one_file():
        result = drained(engine.check_context(context))
    template = context.template
    owners = [(f"resource '{r.name}'", r) for r in template.resources.values()]
    owners += [(f"output '{o.name}'", o) for o in template.outputs.values()]  # type: ignore[misc]
    return [
        (name, found.code, found.message)
        for found in result.diagnostics
        if found.severity == "error" and not found.code.startswith(_NOT_HEATS)
        for name, owner in owners
        if owner.key.start <= found.span.start <= owner.node.end
    ]
