"""The dry run of one template: the value of any part of it, with given parameters and no cloud.

An `Evaluation` belongs to one template and one set of inputs. It evaluates on demand, keeps every value, and stops at a
budget. What only the cloud knows is `Unknown`; where Heat would fail, an `EvaluationError` is raised.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from hotlint.analysis.budget import BudgetError, Meter
from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.environments.inputs import Given, Inputs
from hotlint.analysis.template import Condition, Named, Parameter, Part, Resource, Template
from hotlint.common.annotations import Any
from hotlint.language import versions
from hotlint.language.functions.base import STRUCTURED, Call, Snippet
from hotlint.language.origins import ATTRIBUTE, FACADE, FILE, PARAMETER, PSEUDO, REFERENCE, ValueSource
from hotlint.language.values import (
    OMITTED,
    ConditionValueError,
    EvaluationError,
    Partial,
    Unknown,
    Value,
    each_outcome,
    is_known,
    omitted_to,
)

_WORKING = object()


class Evaluation:
    """Evaluates one template with one set of inputs. Implements `functions.base.Run`."""

    __slots__ = (
        "_calls", "_conditions", "_enabled", "_errors", "_needed", "_parameters", "_untaken", "inputs", "meter", "template",
        "version",
    )  # fmt: skip

    def __init__(self, template: Template, inputs: Inputs, meter: Meter) -> None:
        self.template = template
        self.version = template.version
        self.inputs = inputs
        self.meter = meter
        self._parameters: dict[str, Value] = {}
        self._conditions: dict[str, Any] = {}
        self._calls: dict[Call, Value] = {}
        self._errors: dict[Call, EvaluationError] = {}
        self._enabled: dict[int, bool] = {}
        self._untaken: frozenset[int] | None = None
        self._needed: Evaluation | None = None

    # -- for functions ----------------------------------------------------------------------------------------------

    def resolve(self, snippet: Snippet, *, nullable: bool = False) -> Value:
        """Return the value of a snippet. `nullable` allows OMITTED, as for an item of a list or mapping.

        Raises EvaluationError where Heat would fail, as all methods of this class do unless they say otherwise.
        """
        kind = snippet.__class__
        if kind is Call:
            value = self._call(snippet)
            return value if nullable else omitted_to(None, value)
        if kind is dict:
            self.meter.spend(len(snippet) + 1)
            values = {}
            for name, item in snippet.items():
                value = self.resolve(item, nullable=True) if item.__class__ in STRUCTURED else item
                if value is not OMITTED:
                    values[name] = value
            return values
        if kind is list:
            self.meter.spend(len(snippet) + 1)
            items = []
            for item in snippet:
                value = self.resolve(item, nullable=True) if item.__class__ in STRUCTURED else item
                if value is not OMITTED:
                    items.append(value)
            return items
        return snippet

    def parameter(self, name: str) -> Value:
        """Return a parameter's value as Heat converts it; Unknown where no value is given."""
        if name in self._parameters:
            return self._parameters[name]
        dialect = self.template.dialect
        if name in dialect.pseudo_parameters:
            given = self.inputs.parameters.get(dialect.pseudo_parameters[name])
            unset = Unknown(f"{name} is set when the stack is created", "string", ValueSource(PSEUDO, name))
            value: Value = given.value if given is not None else dialect.constants.get(name, unset)
        elif name in self.template.parameters:
            parameter, masking = self.template.parameters[name], self.inputs.masking
            if masking is None:
                value = self._parameter(parameter)
            else:
                value = masking.parameter(parameter, partial(self._parameter, parameter))
        else:
            raise EvaluationError(f"undefined parameter '{name}'", slug="unknown-parameter")
        self._parameters[name] = value
        return value

    def read_parameter(self, name: str) -> Value:
        """Return a parameter's value for a function.

        Raises EvaluationError for a value that its type does not take, where Heat checks none before: in a nested template, whose
        parameter has it from the environment.
        """
        value = self.parameter(name)
        given = self.inputs.defaults.get(name) if isinstance(value, Unknown) and not self.inputs.root else None
        if given is not None and given is self.given(name) and is_known(given.value):
            from hotlint.language.parameter_types import ConversionError, convert  # most values fit

            parameter = self.template.parameters[name]
            try:
                convert(parameter.type or "", given.value)
            except ConversionError as exc:
                if parameter.type in versions.PARAMETER_TYPES:
                    raise EvaluationError(f"the default of the parameter '{name}' in the environment: {exc}") from None
        return value

    def given(self, name: str) -> Given | None:
        """Return the value for a parameter from outside the template; None where it is not given, or null."""
        for values in (self.inputs.parameters, self.inputs.defaults):
            given = values.get(name)
            if given is not None and given.value is not None:
                return given
        return None

    def reference(self, resource: str) -> Value:
        """Return the id of a resource: the given one, that of the running stack, else Unknown."""
        given = self.inputs.attributes.get(resource)
        if given is not None and "__ref__" in given:
            return given["__ref__"].value
        if resource not in self.template.resources:
            raise EvaluationError(f"undefined resource '{resource}'", slug="unknown-resource")
        state = self.inputs.running
        if state is not None and (running := state.reference(resource, self.attribute)) is not OMITTED:
            return running
        reference = self.inputs.reference
        if reference is not None and (found := reference(self.template.resources[resource])) is not OMITTED:
            return found
        return Unknown(
            f"the id of '{resource}' is known once it is created", "string", ValueSource(REFERENCE, resource)
        )

    def attribute(self, resource: str, path: Sequence[Value]) -> Value:
        """Return an attribute of a resource (a path as in get_attr): given, known offline, or Unknown."""
        value, masking = self._attribute(resource, path), self.inputs.masking
        return value if masking is None else masking.attribute(resource, path, value)

    def _attribute(self, resource: str, path: Sequence[Value]) -> Value:
        if resource not in self.template.resources:
            raise EvaluationError(f"undefined resource '{resource}'", slug="unknown-resource")
        given = self.inputs.attributes.get(resource)
        if given is not None and (not path or _is_given(given, path[0])):
            return self._given_attribute(resource, given, path)
        owner = self.template.resources[resource]
        if not self.is_enabled(owner):
            raise EvaluationError(f"resource '{resource}' is disabled by its condition", slug="disabled-resource")
        if self.inputs.attribute is not None:
            return self.inputs.attribute(owner, path)
        return unknown_attribute(resource, path)

    def condition(self, snippet: Snippet) -> Value:
        """Return whether a condition, by its name or written in place, holds: True, False or Unknown."""
        value, masking = self.resolve(snippet), self.inputs.masking
        if masking is not None:
            value = masking.condition(snippet, value)
        if value is None:
            return True
        if isinstance(value, bool) or not is_known(value):
            return value
        if isinstance(value, str) and value in self.template.conditions:
            return self.named_condition(value)
        raise EvaluationError(f"undefined condition {_shown(value)}", slug="unknown-condition")

    def named_condition(self, name: str) -> Value:
        """Return the value of a condition of the template: True, False or Unknown."""
        known = self._conditions.get(name)
        if known is _WORKING:
            raise EvaluationError(f"condition '{name}' depends on itself", slug="condition-cycle")
        if isinstance(known, EvaluationError):
            raise known.copy()
        if known is not None:
            return known
        self._conditions[name] = _WORKING
        try:
            value = self._define(name)
        except EvaluationError as exc:
            self._conditions[name] = exc.copy()
            raise
        self._conditions[name] = value
        return value

    def _define(self, name: str) -> Value:
        part = self.template.part(self.template.conditions[name], "condition")
        snippet, masking = part.snippet if part else None, self.inputs.masking
        value = self.resolve(snippet)
        if masking is not None:
            value = masking.condition(snippet, value)
        if isinstance(value, bool) or not is_known(value):
            return value
        raise ConditionValueError(f"condition '{name}' is {_shown(value)}, which is neither true nor false", name)

    def mappings(self) -> Value:
        """Return the section Mappings of a CloudFormation template: plain data, no function is called in it."""
        node = self.template.section("mappings")
        return to_plain(node) if node is not None else {}

    def file(self, name: str) -> Value:
        """Return the text of a file that get_file names; Unknown where files are not read."""
        if self.inputs.file is None:
            return Unknown(f"the file {name} is not read here", "string", ValueSource(FILE, name))
        return self.inputs.file(name)

    def facade(self, what: str) -> Value:
        """Return what resource_facade yields for "metadata", "update_policy" or "deletion_policy"."""
        if self.inputs.root:
            raise EvaluationError(
                "resource_facade works only in a nested template, where it reads the resource that uses the template"
            )
        if self.inputs.facade is None:
            return Unknown(f"the {what} of the resource that uses this template", None, ValueSource(FACADE, what))
        return self.inputs.facade(what)

    def spend(self, amount: int) -> None:
        """Count units of work. Raises BudgetError when the budget is used up, and on every later call."""
        self.meter.spend(amount)

    def yaql(self, expression: str, data: Value) -> Value:
        """Return the value of a YAQL expression, which runs in the sandbox; its time counts."""
        from hotlint.language.sandbox import client

        self.meter.wait(0.0)  # when the time is up, the sandbox is not called
        start = client.worked()
        try:
            return client.yaql(expression, data)
        finally:
            self.meter.wait(client.worked() - start)

    # -- for the rest of hotlint -------------------------------------------------------------------------------------

    def value(self, part: Part) -> Value:
        """Return the value of a part of the template."""
        return self.resolve(part.snippet)

    def is_enabled(self, owner: Named) -> bool:
        """Return False for a resource or output whose condition is known to be false, else True. Raises nothing."""
        if "condition" not in owner.fields or isinstance(owner, Condition | Parameter):
            return True
        key = id(owner)
        if key not in self._enabled:
            try:
                self._enabled[key] = self.condition_value(owner) is not False
            except EvaluationError:
                self._enabled[key] = True
        return self._enabled[key]

    def condition_value(self, owner: Named) -> Value:
        """Return whether a resource or output exists by its condition: True (also without one), False or Unknown."""
        part = self.template.part(owner, "condition")
        if part is None or part.snippet is None:
            return True
        return self.condition(part.snippet)

    def succeeded(self, call: Call) -> bool:
        """Return whether a call has been evaluated already, without an error."""
        return call in self._calls

    def is_resolved(self, part: Part) -> bool:
        """Return whether every call in a part has been evaluated already, without an error."""
        known = self._calls
        for call in part.calls:  # noqa: SIM110 - asked often, and `all` takes longer
            if call not in known:
                return False
        return True

    def failed(self, call: Call) -> EvaluationError | None:
        """Return the error of a call in a condition that Heat evaluates; None where Heat does not evaluate it.

        Heat evaluates a condition only when a resource, an output or an `if` needs it, and stops in `and` and `or` as
        soon as their value is known.
        """
        error = self._as_needed()._errors.get(call)
        return error if error is not None and error.slug != "budget" else None

    def failed_condition(self, name: str) -> EvaluationError | None:
        """Return the error of a condition that Heat evaluates, by its name: see `failed`."""
        error = self._as_needed()._conditions.get(name)
        return error if isinstance(error, EvaluationError) else None

    def parameters_of_conditions(self) -> Collection[str]:
        """Return the names of the parameters in conditions that Heat evaluates: see `failed`."""
        return self._as_needed()._parameters

    def _as_needed(self) -> Evaluation:
        """Return an evaluation of the conditions that Heat evaluates, and of no others."""
        if self._needed is None:
            needed = self._needed = Evaluation(self.template, self.inputs, self.meter)
            heads: list[Snippet] = []
            for part in self.template.parts:
                if part.context == "condition" and not isinstance(part.owner, Condition):
                    heads.append(part.snippet)
                elif isinstance(part.owner, Resource) or self.is_enabled(part.owner):
                    heads += [c.args[0] for c in part.calls if c.function.macro and _has_head(c) and self.is_taken(c)]
            for head in heads:
                with suppress(EvaluationError):
                    needed.condition(head)
        return self._needed

    def is_taken(self, call: Call) -> bool:
        """Return False for a call in the branch of an `if` that is known not to be taken: Heat does not parse it."""
        if self._untaken is None:
            self._untaken = frozenset(self._untaken_calls())
        return not self._untaken or id(call) not in self._untaken

    def _untaken_calls(self) -> set[int]:
        untaken: set[int] = set()
        for _, call in self.template.calls():
            if call.function.macro and isinstance(call.args, list) and len(call.args) in (2, 3):
                try:
                    taken = self.condition(call.args[0])
                except EvaluationError:
                    continue
                if isinstance(taken, bool):
                    untaken.update(map(id, calls_in(call.args[2 if taken else 1 :][: None if taken else 1])))
        return untaken

    def _call(self, call: Call) -> Value:
        if call.node is None:
            self.spend(1)
            return call.function.evaluate(call.args, self)
        value = self._calls.get(call, _WORKING)
        if value is not _WORKING:
            return value
        if call in self._errors:
            raise self._errors[call].copy()
        self.meter.spend(1)
        try:
            value = self._calls[call] = call.function.evaluate(call.args, self)
            return value
        except EvaluationError as exc:
            if exc.call is None:
                exc.call = call
            error = exc.copy()
        except RecursionError:
            error = BudgetError("the value is nested too deeply to be resolved")
            error.call = call
        self._errors[call] = error
        raise error.copy()

    def budget_error(self, calls: Iterable[Call]) -> EvaluationError | None:
        """Return the error of the first of some calls that used up the budget, or met its end within it; None without one."""
        errors = (self._errors[call] for call in calls if call in self._errors)
        return next((error for error in errors if error.slug == "budget"), None)

    def _parameter(self, parameter: Parameter) -> Value:
        given = self.given(parameter.name)
        value = given.value if given is not None else None
        return each_outcome(value, lambda outcome: self._given_value(parameter, outcome))

    def _given_value(self, parameter: Parameter, value: Value) -> Value:
        if value is None or value is OMITTED:
            return self._default(parameter)
        return self._converted(parameter, value) if is_known(value) else value

    def _default(self, parameter: Parameter) -> Value:
        if parameter.has_default and not self.inputs.supplied:
            raw = to_plain(parameter.fields["default"].value)  # Heat calls no function in it
            return self._converted(parameter, raw)
        return Unknown(f"no value is given for the parameter '{parameter.name}'", parameter.type, _source(parameter))

    def _converted(self, parameter: Parameter, raw: Value) -> Value:
        kind, origin = parameter.type, _source(parameter)
        if kind is None or kind not in versions.PARAMETER_TYPES:
            return Unknown(f"the type of the parameter '{parameter.name}' is not known", None, origin)
        from hotlint.language.parameter_types import ConversionError, convert  # many parameters have no value

        try:
            return convert(kind, raw)
        except ConversionError as exc:
            return Unknown(f"the value of the parameter '{parameter.name}' is invalid: {exc}", kind, origin)

    def _given_attribute(self, resource: str, given: Mapping[str, Given], path: Sequence[Value]) -> Value:
        if not path:
            known = {k: v.value for k, v in given.items() if k not in ("__ref__", "show")}
            return Partial(known, unknown_attribute(resource, path))
        value: Value = given[path[0]].value
        for step in path[1:]:
            value = _step(value, step)
            if value is _WORKING:
                name = path[0]
                raise EvaluationError(
                    f"'{resource}' has no attribute {_shown(name)} with {_shown(list(path[1:]))}",
                    slug="unknown-attribute",
                )
        return value


def _is_given(given: Mapping[str, Given], attribute: Value) -> bool:
    return attribute != "__ref__" and attribute.__hash__ is not None and attribute in given


def _source(parameter: Parameter) -> ValueSource:
    return ValueSource(PARAMETER, parameter.name, hidden=parameter.hidden)


def _step(value: Value, step: Value) -> Value:
    if isinstance(value, Mapping) and step.__hash__ is not None and step in value:
        return value[step]
    if isinstance(value, list) and isinstance(step, int) and not isinstance(step, bool) and 0 <= step < len(value):
        return value[step]
    return _WORKING


def unknown_attribute(resource: str, path: Sequence[Value]) -> Unknown:
    """Return the unknown value of an attribute that only the cloud knows."""
    steps = tuple(p if isinstance(p, int) else str(p) for p in path)
    named = f"the attribute '{path[0]}'" if path else "what"
    return Unknown(
        f"{named} of '{resource}' is known once it is created", None, ValueSource(ATTRIBUTE, resource, steps)
    )


def _has_head(call: Call) -> bool:
    return isinstance(call.args, list) and len(call.args) > 1


def calls_in(snippet: Snippet) -> list[Call]:
    """Return every call in a snippet, at any depth."""
    calls: list[Call] = []
    stack = [snippet]
    while stack:
        item = stack.pop()
        if item.__class__ is Call:
            calls.append(item)
            stack.append(item.args)
        elif item.__class__ is list:
            stack += item
        elif item.__class__ is dict:
            stack += item.values()
    return calls


def _shown(value: Value) -> str:
    text = f"'{value}'" if isinstance(value, str) else str(value)
    return text if len(text) < 60 else text[:57] + "..."
