from __future__ import annotations

from collections.abc import Iterator, Sequence

from hotlint.analysis.environments.file import Environment
from hotlint.resource_types.catalog import NoSuchType
from hotlint.rule import (
    Checked,
    Example,
    PropertyProblem,
    Related,
    Resource,
    ResourceType,
    Rule,
    RuleContext,
    Target,
    Use,
    finding_cause,
)
from hotlint_rules.composition._nested import severity_of, validated

_TYPES = {"integer": "number"}


class FacadeMismatch(Rule):
    """A registry maps a type of Heat to a template that does not match it.

    Such a template must have a parameter of the same type for each required property, no other parameter without a default,
    and an output for each attribute. Heat refuses the stack.
    """

    code = "HOT609"
    name = "facade-mismatch"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
          ^^^^^^^^^^^^^^^^^^^^^^
""",
            environment="resource_registry: {'OS::Heat::RandomString': token.yaml}\n",
            files={"token.yaml": "heat_template_version: 2018-08-31\n"},
        )
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
resources:
  token:
    type: OS::Heat::RandomString
""",
            environment="resource_registry: {'OS::Heat::RandomString': token.yaml}\n",
            files={"token.yaml": "heat_template_version: 2018-08-31\noutputs: {value: {value: abc}}\n"},
        )
    ]

    def check_uses(self, uses: Sequence[Use], resource: Resource, ctx: RuleContext) -> Checked:
        for use in validated(uses, resource, ctx):
            mapped, facade = use.kind.mapped, _facade(use, resource, ctx)
            errors = list(_differences(use.kind.type, facade)) if facade is not None else []
            if errors and mapped is not None and facade is not None:
                more = f", and {len(errors) - 3} more" if len(errors) > 3 else ""
                message = (
                    f"template '{mapped.target}' replaces {facade.name} but does not match it: "
                    f"{'; '.join(errors[:3])}{more}"
                )
                related = [Related("entry of the registry", mapped.entry.key.span, mapped.file)]
                yield ctx.report(Target(use.node), message, severity=severity_of(use, ctx), related=related)


def mismatch_causes(problem: PropertyProblem, resource: Resource, ctx: RuleContext) -> tuple[str, ...]:
    """Return the cause of a property that only the replaced type of a template has, or only the template requires."""
    if len(problem.path) > 1 or problem.kind not in ("unknown-property", "missing-property"):
        return ()
    for use in validated(ctx.template_context.uses(resource), resource, ctx):
        facade = _facade(use, resource, ctx) if not use.member else None
        name = problem.name if problem.kind == "missing-property" else str(problem.path[0])
        if facade is not None and (name in facade.properties) == (problem.kind == "unknown-property"):
            is_told = any(_differences(use.kind.type, facade))
            place = Target(use.node).span()
            return (finding_cause(ctx.template_context.path, FacadeMismatch.code, place),) if is_told else ()
    return ()


def _facade(use: Use, resource: Resource, ctx: RuleContext) -> ResourceType | None:
    """Return the type of Heat that a template has to match; None where no entry replaces one with known properties."""
    if use.kind.mapped is None or use.kind.location is None or use.type_name.endswith("*"):
        return None
    found = _without_entry(use, resource, ctx)
    is_known = isinstance(found, ResourceType) and isinstance(use.kind.type, ResourceType)
    return found if is_known and isinstance(found, ResourceType) and not found.any_properties else None


def _without_entry(use: Use, resource: Resource, ctx: RuleContext) -> object:
    """Return the type that Heat finds when it ignores the registry entry that leads to the template.

    Heat tries the entries for the type in order; each is followed as always, and counts if it leads anywhere else.
    """
    project, environment, name = ctx.template_context.project, use.environment, use.member or resource.name
    for entry in environment.mapped(use.type_name, name):
        target = entry.applied(use.type_name)
        if entry is use.kind.mapped or target is None:
            continue
        if entry.is_template:
            return project.type_at(use.type_name, project.locate(target, entry.file, entry.base), environment)
        found = project.resolve_type(target, name, environment, entry.file)
        if found.mapped is not use.kind.mapped and not isinstance(found.type, NoSuchType):
            return found.type
    return project.resolve_type(use.type_name, name, Environment(), ctx.template_context.path).type


def _differences(template: object, facade: ResourceType) -> Iterator[str]:
    if not isinstance(template, ResourceType):
        return
    for name, wanted in facade.properties.items():
        found = template.properties.get(name)
        if found is None:
            if wanted.required:
                yield f"it has no parameter '{name}', which the type requires"
        elif wanted.type == "any":
            yield f"its parameter '{name}' replaces a property of any type, with which Heat fails"
        elif _TYPES.get(wanted.type, wanted.type) != found.type:
            yield f"its parameter '{name}' is {_article(found.type)}, not {_article(wanted.type)}"
    for name, given in template.properties.items():
        if given.required and name not in facade.properties:
            yield f"it requires '{name}', which the type does not have"
    for name in facade.attributes:
        if name not in template.attributes:
            yield f"it has no output '{name}'"


def _article(kind: str) -> str:
    return {"integer": "an integer", "map": "a mapping (json)", "list": "a list"}.get(kind, f"a {kind}")
