"""The secrets of a template in its context: values of hidden parameters, and what functions make of them."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.template import Parameter, kind_of
from hotlint.common.files import ReadError
from hotlint.dry_run.redaction import Redactor
from hotlint.language.functions.base import Call
from hotlint.language.values import EvaluationError, Value

_REMAKING = frozenset({"str_split", "Fn::Split", "digest", "yaql"})
"""Functions of whose results each part is made of the secret, whether it contains the secret or not."""
_REPLACING = frozenset(
    {
        "str_replace",
        "str_replace_strict",
        "str_replace_vs",
        "Fn::Replace",
        "repeat",
        "list_join",
        "Fn::Join",
        "make_url",
    }
)
"""Functions whose results contain the secret as it is, or else are made of it."""
_ROUNDS = 3
"""Times that secrets are looked for in what was made of secrets."""


def secrets_of(context: TemplateContext) -> Redactor:
    """Return a redactor of the secrets of a template, and of those of the stacks that use it."""
    redactor = Redactor()
    above: TemplateContext | None = context
    while above is not None:
        add_secrets(redactor, above)
        above = above.parent
    if context.project.users and kind_of(context.document) == "environment":
        _add_secrets_of_users(redactor, context)
    if context.environment.defaults:
        redactor.add(list(_secrets_of_nested(context)))
    return redactor


def _secrets_of_nested(context: TemplateContext) -> Iterator[Value]:
    """Yield the values that environments give to hidden parameters of the templates that a template nests."""
    for resource in context.template.resources.values():
        for use in context.uses(resource) if resource.type else ():
            location = use.kind.location
            if location is None or location.path is None:
                continue
            try:
                nested = context.project.template_of(context.project.document(location.path))
            except (OSError, ReadError):
                continue
            defaults = use.environment.defaults
            yield from (defaults[p.name].value for p in nested.parameters.values() if p.hidden and p.name in defaults)


def add_secrets(redactor: Redactor, context: TemplateContext) -> None:
    """Add the values of a template's hidden parameters, as they are given and as they are converted."""
    template = context.template
    redactor.keep((*template.parameters, *template.resources, *template.conditions, *template.outputs))
    hidden = [p for p in template.parameters.values() if p.hidden]
    redactor.add([context.evaluation.parameter(p.name) for p in hidden])
    redactor.add([raw_value(context, p) for p in hidden])  # as messages quote it
    redactor.add([default for p in hidden if (default := _default(p)) is not None])
    if redactor.has_secrets:
        add_derived(redactor, context)


def add_derived(redactor: Redactor, context: TemplateContext) -> None:
    """Add what the functions of a template make of the secrets that the redactor has, where that does not contain them."""
    calls = [call for _, call in context.template.calls() if call.name in _REMAKING or call.name in _REPLACING]
    for _ in range(_ROUNDS if calls else 0):
        found = [leaf for call in reversed(calls) for leaf in _derived(redactor, context, call)]
        if not found:
            return
        redactor.add(list(found))


def _derived(redactor: Redactor, context: TemplateContext, call: Call) -> Iterator[Value]:
    """Yield the parts of a call's result that are made of secrets."""
    try:
        arguments = context.evaluation.resolve(call.args)
        if redactor(arguments) == arguments:
            return
        result = context.evaluation.resolve(call)
    except (EvaluationError, RecursionError):
        return
    changed = redactor(result)
    if call.name in _REMAKING:
        yield from _unchanged(result, changed)
    elif changed == result:
        yield result


def _unchanged(result: Value, changed: Value) -> Iterator[Value]:
    """Yield the parts of a value that are the same in another one of the same shape."""
    if isinstance(result, list) and isinstance(changed, list):
        for one, other in zip(result, changed, strict=True):
            yield from _unchanged(one, other)
    elif isinstance(result, dict) and isinstance(changed, dict):
        for one, other in zip(result.items(), changed.items(), strict=True):
            yield from _unchanged(one[0], other[0])
            yield from _unchanged(one[1], other[1])
    elif result == changed:
        yield result


def raw_value(context: TemplateContext, parameter: Parameter) -> Value:
    """Return a parameter's value as it is given, or its default; None without either."""
    given = context.evaluation.given(parameter.name)
    return given.value if given is not None else _default(parameter)


def _default(parameter: Parameter) -> Value:
    default = parameter.field("default")
    return to_plain(default) if default is not None else None


def _add_secrets_of_users(redactor: Redactor, context: TemplateContext) -> None:
    """Add the values that an environment file gives to hidden parameters of the templates that it is for."""
    given = context.project.environment((context.path,))
    for paths in context.project.users.values():
        for path in paths:
            try:
                template = context.project.template_of(context.project.document(path))
            except (OSError, ReadError):
                continue
            for name in (p.name for p in template.parameters.values() if p.hidden):
                redactor.add([g.value for values in (given.parameters, given.defaults) if (g := values.get(name))])
