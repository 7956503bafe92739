"""The dry run of one template: the value of any part of it, with given parameters and no cloud.

An `Evaluation` belongs to one template and one set of inputs. It evaluates on demand, remembers what it has worked out,
and stops at a budget. What only the cloud knows is `Unknown`; where Heat would fail, a `EvaluationError` is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Any, NamedTuple

from hotlint.analysis.template import Condition, Named, Output, Parameter, Part, Resource, Template
from hotlint.language import versions
from hotlint.language.functions.base import Call, Snippet
from hotlint.language.values import OMITTED, EvaluationError, Unknown, Value, is_known, omitted_to_null


class Budget(NamedTuple):
    """How much one dry run may take: seconds, and units of work (a value made, or 100 characters of text)."""

    seconds: float = 2.0
    units: int = 400_000


_UNITS_PER_LOOK = 500
"""How often the clock is looked at."""
_LONGEST = 0.1
"""Seconds between two looks that are counted, at most."""


class BudgetError(EvaluationError):
    """The dry run was stopped: the template asks for more than the budget allows."""

    def __init__(self, message: str) -> None:
        super().__init__(message, slug="budget")


class Meter:
    """What is left of a budget. One meter serves a template and all templates within it.

    Time is that which goes by while values are worked out: a dry run may be asked again much later, and what happened
    meanwhile is not its own.
    """

    __slots__ = ("_look", "_since", "budget", "left", "seconds")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.left = self._look = budget.units
        self.seconds = budget.seconds
        self._since: float | None = None

    def spend(self, amount: int) -> None:
        """Raises BudgetError when the budget is used up; every later call then fails as well."""
        self.left -= amount
        if self.left < 0:
            raise BudgetError("the value has more items or longer strings than a dry run allows")
        if self.left < self._look:
            self._look = self.left - _UNITS_PER_LOOK
            now = monotonic()
            # Between two looks lie some milliseconds; a longer time was not spent here.
            self.wait(0.0 if self._since is None else min(now - self._since, _LONGEST))
            self._since = now

    def wait(self, seconds: float) -> None:
        """Count time that went by while another process worked for this dry run."""
        self.seconds -= seconds
        if self.seconds < 0:
            raise BudgetError(f"evaluation takes more than the {self.budget.seconds:g} seconds that a dry run allows")


class Given(NamedTuple):
    """A value from outside the template, and where it comes from: a file (and the offset there), or in words."""

    value: Any
    origin: str = ""
    offset: int | None = None


class Inputs(NamedTuple):
    """What a dry run is given.

    `parameters` and `defaults` are the environment's `parameters` and `parameter_defaults`. `attributes` holds
    {resource: {attribute: value, "__ref__": id}}. `file` yields the text of a file that get_file names (Unknown where
    it cannot be read). `attribute` works out an attribute that is known offline, or returns Unknown. `complete` says
    that all parameter values are given, as at stack creation; `root` that the template is surely not a nested one.
    """

    parameters: Mapping[str, Given] = {}
    defaults: Mapping[str, Given] = {}
    attributes: Mapping[str, Mapping[str, Any]] = {}
    file: Callable[[str], Value] | None = None
    attribute: Callable[[Resource, Sequence[Value]], Value] | None = None
    facade: Callable[[str], Value] | None = None
    complete: bool = False
    root: bool = False


_WORKING = object()
_FAILED = EvaluationError("it has not been resolved")


class Evaluation:
    """Values of one template under one set of inputs. Implements `functions.base.Run`."""

    __slots__ = (
        "_asked",
        "_calls",
        "_conditions",
        "_live",
        "_parameters",
        "_untaken",
        "inputs",
        "meter",
        "template",
        "version",
    )  # fmt: skip

    def __init__(self, template: Template, inputs: Inputs = Inputs(), budget: Budget = Budget()) -> None:  # noqa: B008
        self.template = template
        self.version = template.version
        self.inputs = inputs
        self.meter = Meter(budget)
        self._parameters: dict[str, Value] = {}
        self._conditions: dict[str, Any] = {}
        self._calls: dict[int, Value | EvaluationError] = {}
        self._live: dict[int, bool] = {}
        self._untaken: frozenset[int] | None = None
        self._asked: Evaluation | None = None

    # -- what functions ask ------------------------------------------------------------------------------------------

    def resolve(self, snippet: Snippet, *, nullable: bool = False) -> Value:
        """The value of a snippet. `nullable` lets OMITTED through, as for an item of a list or map."""
        kind = snippet.__class__
        if kind is Call:
            value = self._call(snippet)
            return value if nullable else omitted_to_null(value)
        if kind is dict:
            self.spend(len(snippet) + 1)
            made = {k: self.resolve(v, nullable=True) for k, v in snippet.items()}
            return {k: v for k, v in made.items() if v is not OMITTED}
        if kind is list:
            self.spend(len(snippet) + 1)
            items = [self.resolve(v, nullable=True) for v in snippet]
            return [v for v in items if v is not OMITTED]
        return snippet

    def parameter(self, name: str) -> Value:
        """A parameter's value as Heat converts it; Unknown where no value is given; a Fault for an unknown name."""
        if name in self._parameters:
            return self._parameters[name]
        if name in versions.PSEUDO_PARAMETERS:
            given = self.inputs.parameters.get(name)
            unset = Unknown(f"{name} is set when the stack is created", "string", ("parameter", name))
            value: Value = given.value if given is not None else unset
        elif name in self.template.parameters:
            value = self._parameter(self.template.parameters[name])
        else:
            raise EvaluationError(f"undefined parameter '{name}'", slug="unknown-parameter")
        self._parameters[name] = value
        return value

    def given(self, name: str) -> Given | None:
        """The value for a parameter from outside the template, if there is one (null is none)."""
        for values in (self.inputs.parameters, self.inputs.defaults):
            found = values.get(name)
            if found is not None and found.value is not None:
                return found
        return None

    def reference(self, resource: str) -> Value:
        found = self.inputs.attributes.get(resource)
        if found is not None and "__ref__" in found:
            return found["__ref__"]
        if resource not in self.template.resources:
            raise EvaluationError(f"undefined resource '{resource}'", slug="unknown-resource")
        return Unknown(f"the id of '{resource}' is known once it is created", "string", ("reference", resource))

    def attribute(self, resource: str, path: Sequence[Value]) -> Value:
        if resource not in self.template.resources:
            raise EvaluationError(f"undefined resource '{resource}'", slug="unknown-resource")
        given = self.inputs.attributes.get(resource)
        if given is not None:
            return self._given_attribute(resource, given, path)
        owner = self.template.resources[resource]
        if not self.live(owner):
            raise EvaluationError(f"resource '{resource}' is disabled by its condition", slug="disabled-resource")
        if self.inputs.attribute is not None:
            return self.inputs.attribute(owner, path)
        return unknown_attribute(resource, path)

    def condition(self, snippet: Snippet) -> Value:
        """Whether a condition holds: True, False or Unknown; a Fault when it is none, or leads back to itself."""
        value = self.resolve(snippet)
        if value is None:
            return True
        if isinstance(value, bool) or not is_known(value):
            return value
        if isinstance(value, str) and value in self.template.conditions:
            return self.named_condition(value)
        raise EvaluationError(f"undefined condition {_shown(value)}", slug="unknown-condition")

    def named_condition(self, name: str) -> Value:
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
        value = self.resolve(part.snippet if part else None)
        if isinstance(value, bool) or not is_known(value):
            return value
        raise EvaluationError(
            f"condition '{name}' is {_shown(value)}, which is neither true nor false", slug="condition-value"
        )

    def file(self, name: str) -> Value:
        if self.inputs.file is None:
            return Unknown(f"the file {name} is not read here", "string", ("file", name))
        return self.inputs.file(name)

    def facade(self, what: str) -> Value:
        if self.inputs.root:
            raise EvaluationError(
                "resource_facade works only in a nested template, where it reads the resource that uses the template"
            )
        if self.inputs.facade is None:
            return Unknown(f"the {what} of the resource that uses this template", None, ("facade", what))
        return self.inputs.facade(what)

    def spend(self, amount: int) -> None:
        """Raises BudgetError when the budget is used up; every later call then fails as well."""
        self.meter.spend(amount)

    def yaql(self, expression: str, data: Value) -> Value:
        from hotlint.language.sandbox import client

        self.meter.wait(0.0)  # when the time is up, nothing more is asked
        start = monotonic()
        try:
            return client.yaql(expression, data)
        finally:
            self.meter.wait(monotonic() - start)

    # -- what the rest of hotlint asks -------------------------------------------------------------------------------

    def value(self, part: Part) -> Value:
        """The value of a part of the template."""
        return self.resolve(part.snippet)

    def live(self, owner: Named) -> bool:
        """False when a condition that is known to be false switches a resource or an output off."""
        if "condition" not in owner.fields or isinstance(owner, Condition | Parameter):
            return True
        key = id(owner)
        if key not in self._live:
            self._live[key] = self._is_enabled(owner)
        return self._live[key]

    def enabled(self, owner: Resource | Output) -> Value:
        """Whether a resource or output exists: True, False or Unknown. May raise Fault."""
        part = self.template.part(owner, "condition")
        if part is None or part.snippet is None:
            return True
        return self.condition(part.snippet)

    def _is_enabled(self, owner: Named) -> bool:
        try:
            return self.enabled(owner) is not False  # type: ignore[arg-type]
        except EvaluationError:
            return True

    def succeeded(self, call: Call) -> bool:
        """Whether a call has been resolved already, and without a fault."""
        return not isinstance(self._calls.get(id(call), _FAILED), EvaluationError)

    def is_resolved(self, part: Part) -> bool:
        """Whether every call in a part has been resolved already, and without a fault."""
        known = self._calls
        return not any(isinstance(known.get(id(call), _FAILED), EvaluationError) for call in part.calls)

    def failed(self, call: Call) -> EvaluationError | None:
        """The Fault in which a call in a condition ends when Heat works out what is on; None where it does not come to it.

        Heat asks a condition only when a resource, an output or an `if` needs it, and leaves what `and` and `or` can do
        without.
        """
        found = self._as_asked()._calls.get(id(call))
        return found if isinstance(found, EvaluationError) and found.slug != "budget" else None

    def failed_condition(self, name: str) -> EvaluationError | None:
        """As `failed`, for a condition by its name."""
        found = self._as_asked()._conditions.get(name)
        return found if isinstance(found, EvaluationError) else None

    def _as_asked(self) -> Evaluation:
        """An evaluation of the conditions that Heat asks for, and of no others."""
        if self._asked is None:
            asked = self._asked = Evaluation(self.template, self.inputs)
            heads: list[Snippet] = []
            for part in self.template.parts:
                if part.context == "condition" and not isinstance(part.owner, Condition):
                    heads.append(part.snippet)
                elif isinstance(part.owner, Resource) or self.live(part.owner):
                    heads += [c.args[0] for c in part.calls if c.function.macro and _has_head(c) and self.is_taken(c)]
            for head in heads:
                try:
                    asked.condition(head)
                except EvaluationError:
                    continue
        return self._asked

    def is_taken(self, call: Call) -> bool:
        """False for a call in that branch of an `if` which is known not to be taken: Heat does not even read it."""
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
        key = id(call)
        known = self._calls.get(key, _WORKING)
        if known is _WORKING:
            self.spend(1)
            try:
                known = call.function.evaluate(call.args, self)
            except EvaluationError as exc:
                if exc.call is None:
                    exc.call = call
                known = exc.copy()
            except RecursionError:
                known = BudgetError("the value is nested too deeply to be resolved")
                known.call = call
            self._calls[key] = known
        if isinstance(known, EvaluationError):
            raise known.copy()
        return known

    def _parameter(self, parameter: Parameter) -> Value:
        from hotlint.language.parameter_types import ConversionError, convert

        given = self.given(parameter.name)
        kind = parameter.type
        if given is not None:
            raw = given.value
        elif parameter.has_default:
            raw = self.template.read(parameter.fields["default"].value, "none")
        else:
            return Unknown(
                f"no value is given for the parameter '{parameter.name}'", kind, ("parameter", parameter.name)
            )
        if not is_known(raw):
            return raw
        if kind is None or kind not in versions.PARAMETER_TYPES:
            return Unknown(
                f"the type of the parameter '{parameter.name}' is not known", None, ("parameter", parameter.name)
            )
        try:
            return convert(kind, raw)
        except ConversionError as exc:
            return Unknown(
                f"the value of the parameter '{parameter.name}' is invalid: {exc}",
                kind,
                ("parameter", parameter.name),
            )

    def _given_attribute(self, resource: str, given: Mapping[str, Any], path: Sequence[Value]) -> Value:
        if not path:
            return {k: v for k, v in given.items() if k not in ("__ref__", "show")}
        value: Value = given
        for step in path:
            value = _step(value, step)
            if value is _WORKING:
                name = path[0]
                raise EvaluationError(
                    f"'{resource}' has no attribute {_shown(name)} with {_shown(list(path[1:]))}",
                    slug="unknown-attribute",
                )
        return value


def _step(value: Value, step: Value) -> Value:
    if isinstance(value, Mapping) and step.__hash__ is not None and step in value:
        return value[step]
    if isinstance(value, list) and isinstance(step, int) and not isinstance(step, bool) and 0 <= step < len(value):
        return value[step]
    return _WORKING


def unknown_attribute(resource: str, path: Sequence[Value]) -> Unknown:
    """The mark for an attribute that only the cloud knows."""
    steps = tuple(p if isinstance(p, int) else str(p) for p in path)
    named = f"the attribute '{path[0]}'" if path else "what"
    return Unknown(f"{named} of '{resource}' is known once it is created", None, ("attribute", resource, *steps))


def _has_head(call: Call) -> bool:
    return isinstance(call.args, list) and len(call.args) > 1


def calls_in(snippet: Snippet) -> list[Call]:
    """Every call in a snippet, at any depth."""
    found: list[Call] = []
    stack = [snippet]
    while stack:
        item = stack.pop()
        if item.__class__ is Call:
            found.append(item)
            stack.append(item.args)
        elif item.__class__ is list:
            stack += item
        elif item.__class__ is dict:
            stack += item.values()
    return found


def _shown(value: Value) -> str:
    text = f"'{value}'" if isinstance(value, str) else str(value)
    return text if len(text) < 60 else text[:57] + "..."
