from __future__ import annotations

import itertools

from hotlint.analysis.evaluator import calls_in
from hotlint.common.annotations import Any
from hotlint.common.suggestions import unambiguous_match
from hotlint.language import functions
from hotlint.language.constraints.model import to_boolean, to_number
from hotlint.language.functions.base import Call, Function, Snippet
from hotlint.language.values import Value, describe_type, equal, is_known, may_be, show
from hotlint.rule import Checked, Edit, Example, Fix, Parameter, Part, Rule, RuleContext, Scalar, Span
from hotlint.syntax import scalars
from hotlint_rules.no_effect._any_values import value_for_any
from hotlint_rules.no_effect._parameter_values import has_type_of, only_values, refusal
from hotlint_rules.structure._nodes import quoting

_EQUALS = frozenset({"equals", "Fn::Equals"})
_ALL, _ANY, _NOT = frozenset({"and", "Fn::And"}), frozenset({"or", "Fn::Or"}), frozenset({"not", "Fn::Not"})
_OTHER = {"and": "or", "or": "and", "Fn::And": "Fn::Or", "Fn::Or": "Fn::And"}
_KINDS: tuple[tuple[type, ...], ...] = ((str,), (bool, int, float), (list,), (dict,), (type(None),))
"""Types whose values may be equal to each other, and to no value of another kind."""
_MOST_CASES = 512
"""Combinations of values for which a condition is evaluated: of more, nothing is said."""
_MOST_STEPS = 100_000
"""Steps to evaluate the combinations of all conditions of a file: of those that take more, nothing is said."""


class ConstantCondition(Rule):
    """A condition is never true, or always, whatever values the parameters have.

    Heat compares values with their types: a boolean parameter is true or false and never the string `'true'`, a number is never
    the string `'1'`, a comma_delimited_list is a list, and `0`, `yes` or `true` without quotes is never equal to a string. A comparison
    with a value that the parameter's constraints exclude is never true either, nor is `and` of two different values of one parameter.
    Heat accepts all of this, and the resources of the condition are never created. Compare with a value that the parameter can have. A
    condition that is written as `true` or `false`, or that compares two constants, is taken as meant.
    """

    code = "HOT751"
    name = "constant-condition"
    severity = "warning"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  multi_site: {type: string}
  monitored: {type: boolean}
  size: {type: number}
  zones: {type: comma_delimited_list}
  mode:
    type: string
    constraints: [{allowed_values: [active, standby]}]
conditions:
  several_sites: {equals: [{get_param: multi_site}, yes]}
                                                    ^^^
  has_monitor: {not: {equals: [{get_param: monitored}, 'true']}}
                                                       ^^^^^^
  is_small: {equals: [{get_param: size}, '1']}
                                         ^^^
  has_zones: {not: {equals: [{get_param: zones}, '']}}
                                                 ^^
  is_passive: {equals: [{get_param: mode}, stand-by]}
                                           ^^^^^^^^
resources:
  name:
    type: OS::Heat::Value
    properties:
      value:
        - {if: [several_sites, 1, 2]}
        - {if: [has_monitor, 1, 2]}
        - {if: [is_small, 1, 2]}
        - {if: [has_zones, 1, 2]}
        - {if: [is_passive, 1, 2]}
""",
            fixed="""\
heat_template_version: 2018-08-31
parameters:
  multi_site: {type: string}
  monitored: {type: boolean}
  size: {type: number}
  zones: {type: comma_delimited_list}
  mode:
    type: string
    constraints: [{allowed_values: [active, standby]}]
conditions:
  several_sites: {equals: [{get_param: multi_site}, 'yes']}
  has_monitor: {not: {equals: [{get_param: monitored}, true]}}
  is_small: {equals: [{get_param: size}, 1]}
  has_zones: {not: {equals: [{get_param: zones}, []]}}
  is_passive: {equals: [{get_param: mode}, standby]}
resources:
  name:
    type: OS::Heat::Value
    properties:
      value:
        - {if: [several_sites, 1, 2]}
        - {if: [has_monitor, 1, 2]}
        - {if: [is_small, 1, 2]}
        - {if: [has_zones, 1, 2]}
        - {if: [is_passive, 1, 2]}
""",
        ),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  env: {type: string}
conditions:
  is_prod: {equals: [{get_param: env}, prod]}
  is_real:
    or:
    ^^
    - not: is_prod
    - not: {equals: [{get_param: env}, staging]}
resources:
  key: {type: OS::Heat::RandomString, condition: is_real}
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  monitored: {type: boolean}
  size: {type: number}
  zones: {type: comma_delimited_list}
  settings: {type: json}
  env:
    type: string
    constraints: [{allowed_values: [prod, staging, test]}]
conditions:
  never: false
  has_monitor: {equals: [{get_param: monitored}, true]}
  is_one: {equals: [{get_param: size}, 1]}
  has_zones: {not: {equals: [{get_param: zones}, []]}}
  has_settings: {not: {equals: [{get_param: settings}, '']}}
  is_real: {or: [{equals: [{get_param: env}, prod]}, {equals: [{get_param: env}, staging]}]}
  is_far: {equals: [{get_param: [settings, far]}, 'true']}
resources:
  name:
    type: OS::Heat::Value
    properties:
      value: [{if: [never, 1, 2]}, {if: [has_monitor, 1, 2]}, {if: [is_one, 1, 2]}, {if: [is_far, 1, 2]}]
  other:
    type: OS::Heat::Value
    properties:
      value: [{if: [has_zones, 1, 2]}, {if: [has_settings, 1, 2]}, {if: [is_real, 1, 2]}]
""")
    ]

    def looks_at(self, function: Function) -> bool:
        return function.name in _EQUALS or function.name == "contains" or function.name in _OTHER

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        if call.context != "condition" or not isinstance(call.args, list):
            return
        if any(functions.status(c.name, ctx.version, "condition") == "not-in-conditions" for c in calls_in(call.args)):
            return  # HOT403 reports it
        if call.name in _EQUALS and len(call.args) == 2:
            yield from _compared(call, ctx)
        elif call.name == "contains" and len(call.args) == 2:
            yield from _looked_for(call, ctx)
        elif call.name in _OTHER:
            yield from _combined(call, ctx)


def _compared(call: Call, ctx: RuleContext) -> Checked:
    values = [value_for_any(arg, ctx) for arg in call.args]
    if all(map(is_known, values)):
        return  # two constants: meant so
    written = 0 if is_known(values[0]) else 1
    place = ctx.argument(call, (written,))
    if equal(*values) is True:
        yield ctx.report(place, "comparison is always true: Heat compares a value with itself")
    elif not is_known(values[written]):
        if not _may_be_equal(*values):
            first, second = (_described(arg, value) for arg, value in zip(call.args, values, strict=True))
            yield ctx.report(place, f"comparison is never true: Heat compares {first} with {second}")
    else:
        yield from _differs(call, values[written], (written,), values[1 - written], ctx)


def _differs(call: Call, value: Value, path: tuple[int, ...], other: Value, ctx: RuleContext) -> Checked:
    """Report a written value that the other one, the argument of a call, never equals."""
    arg, place = call.args[1 - path[0]], ctx.argument(call, path)
    parameter = _parameter(arg, ctx)
    if parameter is not None and has_type_of(parameter, value):
        why = refusal(parameter, value, ctx.version)
        if why:
            allowed = only_values(parameter, ctx.version) or []
            near = unambiguous_match(value, map(str, allowed)) if isinstance(value, str) else None
            message = f"comparison is never true, since a constraint of parameter '{parameter.name}' excludes the value: {why}"
            yield ctx.report(place, message, fix=ctx.rename_fix(place, near, "unsafe"))
    elif parameter is not None or not _may_be_equal(other, value):
        message = f"comparison is never true: Heat compares {_described(arg, other)} with {_sort(value)}"
        fix = _same_type(place.node, parameter, value) if parameter is not None else None
        hint = f"; write {fix.edits[0].text}" if fix is not None else ""
        yield ctx.report(place, message + hint, fix=fix)


def _looked_for(call: Call, ctx: RuleContext) -> Checked:
    """Report `contains` with a list in which the value can never be."""
    value, where = (value_for_any(arg, ctx) for arg in call.args)
    if is_known(value) and not is_known(where):
        parameter = _parameter(call.args[1], ctx)
        if parameter is None or parameter.type != "comma_delimited_list":
            return
        if not isinstance(value, str):
            message = f"'contains' is never true: Heat looks for {_sort(value)} in a list of strings"
            place = ctx.argument(call, (0,))
            yield ctx.report(place, message, fix=quoting(place.node) if isinstance(place.node, Scalar) else None)
        elif why := refusal(parameter, [value], ctx.version):
            message = f"comparison is never true, since a constraint of parameter '{parameter.name}' excludes the value: {why}"
            yield ctx.report(ctx.argument(call, (0,)), message)
    elif isinstance(where, list) and where and is_known(where) and not is_known(value):
        parameter = _parameter(call.args[0], ctx)
        for index, item in enumerate(where):
            if parameter is None and not _may_be_equal(value, item):
                message = f"item is never found: Heat compares {_described(call.args[0], value)} with {_sort(item)}"
                yield ctx.report(ctx.argument(call, (1, index)), message)
            elif parameter is not None and not has_type_of(parameter, item):
                message = f"item is never found: Heat compares {_described(call.args[0], value)} with {_sort(item)}"
                place = ctx.argument(call, (1, index))
                yield ctx.report(place, message, fix=_same_type(place.node, parameter, item))


def _combined(call: Call, ctx: RuleContext) -> Checked:
    """Report `and` and `or` of conditions of which none is constant, and which are together."""
    cases = _Cases(ctx)
    answers = cases.answers(call)
    if len(answers) != 1:
        return
    names = [f"'{name}'" for name in sorted(cases.compared)]
    values = f"the value of {names[0]} is" if len(names) == 1 else f"the values of {', '.join(names)} are"
    message = f"'{call.name}' is {'always' if True in answers else 'never'} true, whatever {values}"
    if len(_Cases(ctx).answers(call, _OTHER[call.name])) > 1:
        message += f" (did you mean '{_OTHER[call.name]}'?)"
    yield ctx.report(ctx.argument(call, (), "key"), message)


class _TooManyError(Exception):
    """The conditions of a file lead to too many others."""


class _Cases:
    """The values of a combination of conditions for all values of parameters that make a difference.

    `compared` has the known values that each parameter is compared with. All else, and what is written as true or false, counts as a
    condition that may be either.
    """

    def __init__(self, ctx: RuleContext) -> None:
        self.ctx = ctx
        self._left = ctx.memoize("steps_of_conditions", lambda: itertools.repeat(None, _MOST_STEPS))
        self.compared: dict[str, list[Value]] = {}
        self.free: list[int] = []

    def answers(self, call: Call, name: str | None = None) -> set[bool]:
        """Return the possible values of a call, with another name where one is given; both where not all can be tried."""
        try:
            return self._answers(call, name)
        except _TooManyError:
            return {True, False}

    def _answers(self, call: Call, name: str | None) -> set[bool]:
        if not self._note(call, ()) or not self.compared:
            return {True, False}
        choices: dict[object, list[Any]] = {key: [True, False] for key in self.free}
        for parameter, values in self.compared.items():
            known = only_values(self.ctx.template.parameters[parameter], self.ctx.version)
            choices[parameter] = known if known is not None else [*values, object()]
        count = 1
        for values in choices.values():
            count *= len(values)
        if not 0 < count <= _MOST_CASES:
            return {True, False}
        found: set[bool] = set()
        for case in itertools.product(*choices.values()):
            found.add(self._holds(call, dict(zip(choices, case, strict=True)), name))
            if len(found) > 1:
                break
        return found

    def _step(self) -> None:
        """Count a step: a name may stand for a condition of many others. Raises _TooManyError where the file has taken all of its own."""
        if next(self._left, self) is self:
            raise _TooManyError

    def _note(self, snippet: Snippet, within: tuple[str, ...]) -> bool:
        """Note what a condition compares. Return False for one that is constant by itself, or not valid: it is reported itself."""
        self._step()
        if snippet.__class__ is str:
            condition = self.ctx.template.conditions.get(snippet)
            part = self.ctx.template.part(condition, "condition") if condition is not None else None
            return part is not None and snippet not in within and self._note(part.snippet, (*within, snippet))
        if snippet.__class__ is not Call:
            self.free.append(id(snippet))
            return isinstance(snippet, bool)
        if snippet.name in _OTHER:
            return isinstance(snippet.args, list) and all(self._note(arg, within) for arg in snippet.args)
        if snippet.name in _NOT:
            return self._note(_negated(snippet), within)
        comparison = self._comparison(snippet)
        if comparison is None:
            self.free.append(id(snippet))
            return True
        parameter, value = comparison
        known = self.compared.setdefault(parameter.name, [])
        if value not in known:
            known.append(value)
        return has_type_of(parameter, value) and not refusal(parameter, value, self.ctx.version)

    def _comparison(self, call: Call) -> tuple[Parameter, Value] | None:
        """Return the parameter and the known value that a call compares; None for any other call."""
        if call.name not in _EQUALS or not isinstance(call.args, list) or len(call.args) != 2:
            return None
        for arg, other in (call.args, call.args[::-1]):
            parameter, value = _parameter(arg, self.ctx), value_for_any(other, self.ctx)
            if parameter is not None and is_known(value):
                return parameter, value
        return None

    def _holds(self, snippet: Snippet, case: dict[object, Any], name: str | None = None) -> bool:
        self._step()
        if snippet.__class__ is str:
            part = self.ctx.template.part(self.ctx.template.conditions[snippet], "condition")
            return self._holds(part.snippet if part is not None else None, case)
        if id(snippet) in case:
            return bool(case[id(snippet)])
        if (name or snippet.name) in _ALL:
            return all(self._holds(arg, case) for arg in snippet.args)
        if (name or snippet.name) in _ANY:
            return any(self._holds(arg, case) for arg in snippet.args)
        if snippet.name in _NOT:
            return not self._holds(_negated(snippet), case)
        comparison = self._comparison(snippet)
        assert comparison is not None
        return bool(case[comparison[0].name] == comparison[1])


def _negated(call: Call) -> Snippet:
    return call.args[0] if isinstance(call.args, list) and call.args else call.args


def _parameter(snippet: Snippet, ctx: RuleContext) -> Parameter | None:
    """Return the parameter whose whole value a call is; None for any other snippet."""
    if snippet.__class__ is not Call or snippet.name not in ("get_param", "Ref"):
        return None
    name = snippet.args[0] if isinstance(snippet.args, list) and len(snippet.args) == 1 else snippet.args
    return ctx.template.parameters.get(name) if isinstance(name, str) else None


def _may_be_equal(a: Value, b: Value) -> bool:
    known = equal(a, b)
    return known if known is not None else any(may_be(a, *kinds) and may_be(b, *kinds) for kinds in _KINDS)


def _described(snippet: Snippet, value: Value) -> str:
    """Return how a message names an argument that is not known: as a parameter, or as what a function returns."""
    if snippet.__class__ is Call and isinstance(snippet.args, str) and snippet.name in ("get_param", "Ref"):
        return f"'{snippet.args}', {describe_type(value)},"
    return f"{describe_type(value)} from '{snippet.name}'" if snippet.__class__ is Call else describe_type(value)


def _sort(value: Value) -> str:
    """Return how a message names a known value: "the string 'a'"."""
    sort = describe_type(value).removeprefix("a ").removeprefix("empty (").removesuffix(")")
    return "null" if value is None else f"the {sort} {show(value)}"


def _same_type(node: Any, parameter: Parameter, value: Value) -> Fix | None:
    """Return a fix that writes a scalar in the type of the parameter; None where that is not certain."""
    if not isinstance(node, Scalar) or node.style in ("|", ">"):
        return None
    if parameter.type == "string":
        return quoting(node)
    if not isinstance(value, str):
        return None
    if parameter.type == "comma_delimited_list":
        items = value.split(",") if value.strip("'\"") else []
        return _written(node, f"[{', '.join(map(scalars.written, items))}]")
    try:
        if parameter.type == "boolean":
            return _written(node, "true" if to_boolean(value) else "false")
        return _written(node, str(to_number(value))) if parameter.type == "number" else None
    except (TypeError, ValueError):
        return None


def _written(node: Scalar, text: str) -> Fix:
    return Fix(f"Change to {text}", (Edit(Span(node.start, node.end), text),), "unsafe")
