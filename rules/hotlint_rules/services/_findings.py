"""Asks the rules on services about every resource of a template, once, and turns refusals into findings."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from hotlint.common.records import NamedTuple
from hotlint.rule import Checked, Related, RuleContext, Target
from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._dependencies import depends_on_fix
from hotlint_rules.services._limit_checks import exceeded
from hotlint_rules.services._model import Refusal, ServiceRules
from hotlint_rules.services._neighbors import Neighbors
from hotlint_rules.services.by_type import MODULES

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from hotlint_rules.services._limits import Kind


class Found(NamedTuple):
    """A refusal, and the rules that found it."""

    refusal: Refusal
    rules: ServiceRules


_LOADED: dict[str, ServiceRules] = {}


def rules_of(type_name: str) -> ServiceRules | None:
    """Return the rules on what services refuse of a resource type; None for a type without any."""
    module = MODULES.get(type_name)
    if module is not None and type_name not in _LOADED:
        for kind in vars(import_module(f"hotlint_rules.services.by_type.{module}")).values():
            if isinstance(kind, type) and issubclass(kind, ServiceRules) and type_name in getattr(kind, "types", ()):
                _LOADED[type_name] = kind()
    return _LOADED.get(type_name)


def report(kind: Kind, ctx: RuleContext) -> Checked:
    """Yield a finding for each refusal of one kind."""
    for refusal, rules in ctx.memoize("services found", lambda: list(_find(ctx))):
        if refusal.kind == kind:
            owner = refusal.owner
            name = next((f"'{step}' of " for step in reversed(refusal.path) if isinstance(step, str)), "")
            end = rules.ending or f"{rules.service} refuses it when it {rules.verb} {rules.thing}"
            message = f"{name}resource '{owner.resource.name}' ({owner.type.name}): {refusal.message}; {end}"
            fix = (
                depends_on_fix(owner.resource, refusal.after, ctx.document.text) if refusal.after is not None else None
            )
            yield ctx.report(_place(refusal), message, related=_related(refusal), fix=fix)


def _find(ctx: RuleContext) -> Iterator[Found]:
    stack = Neighbors(ctx)
    for owner in stack.all:
        rules = rules_of(owner.type.name)
        if rules is not None and not _is_refused_by_heat(owner, ctx) and _is_created(owner, ctx):
            for refusal in (*exceeded(rules.limits, owner), *rules.check(owner, stack)):
                yield Found(refusal, rules)


def _is_refused_by_heat(owner: Deployed, ctx: RuleContext) -> bool:
    """Return whether Heat itself refuses the properties of a resource, which other rules report."""
    checked = ctx.template_context.properties(owner.resource) if not owner.path else None
    return checked is not None and any(problem.severity == "error" for problem in checked.problems)


def _is_created(owner: Deployed, ctx: RuleContext) -> bool:
    """Return False for a member of a group that may have none."""
    uses = ctx.template_context.uses(owner.resource) if owner.path else ()
    return not owner.path or any(use.size for use in uses if use.path == owner.path)


def _place(refusal: Refusal) -> Target:
    """Return the place of a refusal: the value, or the type of a resource that is refused as a whole."""
    owner = refusal.owner
    return owner.target(refusal.path) if refusal.path or owner.path else Target(owner.resource.fields["type"])


def _related(refusal: Refusal) -> Iterator[Related]:
    other = refusal.other.resource if refusal.other is not None else None
    if other is not None and other is not refusal.owner.resource:
        yield Related(f"resource '{other.name}'", other.key.span)
