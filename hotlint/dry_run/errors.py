"""The errors of a dry run: where a stack would fail as Heat fails."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hotlint.common.suggestions import did_you_mean
from hotlint.dry_run.results import ResourceResult, StackResult
from hotlint.language.values import EvaluationError, Unknown, Value, equal, show
from hotlint.language.versions import PSEUDO_PARAMETERS


def errors(preview: StackResult, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield the paths at which a dry run fails as Heat would, each with the reason; nested templates included."""
    for name, reason in parameter_errors(preview):
        yield f"{prefix}parameters.{name}", reason
    for section, found in (
        ("conditions", preview.conditions()),
        ("outputs", preview.outputs()),
    ):
        for name, result in found.items():
            if result.error is not None:
                yield f"{prefix}{section}.{name}", result.error
    yield from _resource_errors(preview.resources(), f"{prefix}resources.")


def _resource_errors(resources: Mapping[str, ResourceResult], prefix: str) -> Iterator[tuple[str, str]]:
    for name, found in resources.items():
        if found.enabled is False:
            continue
        for field, result in (("properties", found.properties), ("metadata", found.metadata)):
            for key, part in (result.parts or {"": result}).items():
                if part.error is not None:
                    yield f"{prefix}{name}.{field}{f'.{key}' if key != '' else ''}", part.error
        if found.nested is not None:
            if found.nested.failed:
                yield f"{prefix}{name}", found.nested.note or "its nested stack cannot be evaluated"
            if found.nested.preview is not None:
                yield from errors(found.nested.preview, f"{prefix}{name}.nested.")
            yield from _resource_errors(found.nested.members, f"{prefix}{name}.nested.resources.")


def parameter_errors(preview: StackResult) -> Iterator[tuple[str, str]]:
    """Yield the names of the parameters whose values Heat refuses, each with the reason.

    These are values that break the parameter's type or constraints, values for undefined parameters, and, where all
    values are given, parameters without one. A nested template gets its values from properties: only the first counts.
    """
    for name, result in preview.parameters().items():
        if result.error is not None:
            yield name, result.error
    if preview.parent is not None:
        return
    evaluation, parameters = preview.context.evaluation, preview.context.template.parameters
    for name, parameter in parameters.items() if evaluation.inputs.complete else ():
        if not parameter.has_default and evaluation.given(name) is None:
            yield name, "it has neither a default nor a given value"
    for name in evaluation.inputs.parameters:
        if name not in parameters and name not in PSEUDO_PARAMETERS:
            yield name, f"a value is given for an undefined parameter{did_you_mean(name, parameters)}"


def immutable_changes(old: StackResult, new: StackResult) -> Iterator[tuple[str, str]]:
    """Yield the names of the immutable parameters whose values an update changes, each with the reason.

    Heat refuses such an update as a whole. It compares the old value, converted to the type of the parameter, with the
    new one as the environment has it: the string "1" counts as a change of the number 1
    (heat/engine/parameters.py, `immutable_params_modified`).
    """
    for name, parameter in new.context.template.parameters.items():
        if not parameter.immutable or name not in old.context.template.parameters:
            continue
        given = new.context.evaluation.inputs.parameters.get(name)
        before = _value(old, name)
        after = given.value if given is not None else _value(new, name)
        if equal(before, after) is False:
            if new.show_hidden or not (parameter.hidden or old.context.template.parameters[name].hidden):
                yield name, f"it is immutable, and changes from {show(before, 60)} to {show(after, 60)}"
            else:
                yield name, "it is immutable, and changes"


def _value(preview: StackResult, name: str) -> Value:
    try:
        return preview.context.evaluation.parameter(name)
    except EvaluationError:
        return Unknown("it cannot be evaluated")
