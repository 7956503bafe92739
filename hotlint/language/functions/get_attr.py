"""get_attr and Fn::GetAtt: attribute of a resource, or a part of it.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#get-attr
Heat: heat.engine.hot.functions.GetAttThenSelect, GetAtt (2014-10-16), GetAttAllAttributes (2015-10-15);
heat.engine.cfn.functions.GetAtt
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hotlint.common.annotations import ClassVar
from hotlint.language.functions.base import (
    ArgumentError,
    Call,
    CallTarget,
    Function,
    Pairs,
    Path,
    Run,
    Snippet,
    describe_argument,
    require,
    wrong_type,
)
from hotlint.language.functions.value_access import take
from hotlint.language.values import MARKS, EvaluationError, Value, propagate_unknown

_ALL_ATTRIBUTES = "2015-10-15"
_PATH_IN_RESOURCE = "2014-10-16"


class GetAttr(Function):
    """Function `get_attr`."""

    name = "get_attr"
    arguments = {(): "resource", (0,): "resource", (1,): "attribute"}
    summary = "An attribute of a resource once it is created, or a part of it."
    form = "get_attr: [<resource>, <attribute>, <key or index>, ...]\n"
    parameters: ClassVar[Pairs] = (
        ("resource", "the name of a resource of this template"),
        ("attribute", "the name of one of its attributes; without one, from 2015-10-15, all of them as a mapping"),
        ("path", "keys and indices that lead into the attribute's value"),
    )
    changes: ClassVar[Pairs] = (
        ("2014-10-16", "the resource itself follows the path, so that a group can look into its members"),
        ("2015-10-15", "the resource's name alone yields a mapping of all its attributes"),
    )
    snippet = "get_attr: [${1:resource}, ${2:attribute}]"
    given = "attributes: {server: {addresses: {private: [{addr: 10.0.0.5}]}}}\n"
    example = "get_attr: [server, addresses, private, 0, addr]\n"
    result = "10.0.0.5\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        form = "a list: [resource, attribute, path ...]"
        if not isinstance(args, list) and not (version >= _ALL_ATTRIBUTES and _one_letter(args)):
            yield ArgumentError(f"get_attr needs {form}, not {describe_argument(args)}")
        elif len(args) == 0 or (len(args) == 1 and version < _ALL_ATTRIBUTES):
            more = "" if version >= _ALL_ATTRIBUTES else f"; the name alone counts from {_ALL_ATTRIBUTES}"
            yield ArgumentError(f"get_attr needs {form}{more}")
        else:
            for index, what in ((0, "the name of a resource"), (1, "the name of an attribute")):
                if index < len(args) and not isinstance(args[index], str | Call):
                    if args[index] is None and index == 1 and version >= _ALL_ATTRIBUTES:
                        continue  # as if the name stood alone
                    message = f"get_attr needs {what} here, not {describe_argument(args[index])}"
                    yield ArgumentError(message, (index,), phase="validate")
            for index, step in enumerate(args[2:] if version >= _PATH_IN_RESOURCE else (), 2):
                if isinstance(step, list | dict):
                    # Heat collects the paths that are asked for in a set, and these cannot be in one.
                    message = f"get_attr takes keys and indices as its path, not {describe_argument(step)}"
                    yield ArgumentError(message, (index,), phase="depend")

    def early_arguments(self, args: Snippet) -> list[tuple[Path, Snippet]]:
        return [((index,), arg) for index, arg in enumerate(args[:2])] if isinstance(args, list) else []

    def check_early(self, call: Call, run: Run) -> Iterator[ArgumentError]:
        yield from super().check_early(call, run)
        path = call.args[2:] if isinstance(call.args, list) and run.version >= _PATH_IN_RESOURCE else ()
        for index, step in enumerate(path, 2):
            try:
                value = run.resolve(step) if isinstance(step, Call) else None
            except EvaluationError:
                continue  # Heat lets that pass for now
            if isinstance(value, list | dict | set):
                found = wrong_type("get_attr", "keys and indices as its path", value, (index,))
                yield ArgumentError(found.message, found.path, phase="depend")

    def check_early_value(self, value: Value, path: Path, run: Run) -> None:
        require("get_attr", "the name of an attribute" if path == (1,) else "the name of a resource", value, path, str)
        if path == (0,) and isinstance(value, str):
            run.reference(value)  # raises EvaluationError where there is no such resource

    def targets(self, call: Call) -> Iterable[CallTarget]:
        if isinstance(call.args, list) or _one_letter(call.args):
            yield from super().targets(call)

    def compute(self, args: Snippet, run: Run) -> Value:
        name = run.resolve(args[0])
        require("get_attr", "the name of a resource", name, (0,), str)
        if isinstance(name, MARKS):
            return propagate_unknown("get_attr", name, once=False)
        if len(args) < 2 or (args[1] is None and run.version >= _ALL_ATTRIBUTES):
            return run.attribute(name, [])
        attribute = run.resolve(args[1])
        path = run.resolve(list(args[2:]))
        if any(isinstance(part, MARKS) for part in (attribute, *path)):
            return propagate_unknown("get_attr", attribute, path, once=False)
        if run.version >= _PATH_IN_RESOURCE:
            return run.attribute(name, [attribute, *path])
        value = run.attribute(name, [attribute])
        for step in path:
            value = take(value, step, None, number_text=False)
        return value


def _one_letter(args: Snippet) -> bool:
    """Return whether arguments are a string of one character, which Heat takes for a list of one name."""
    return isinstance(args, str) and len(args) == 1


class FnGetAtt(GetAttr):
    """Function `Fn::GetAtt`."""

    name = "Fn::GetAtt"
    replaced_by = "get_attr"
    summary = "An attribute of a resource once it is created."
    form = "Fn::GetAtt: [<resource>, <attribute>]\n"
    parameters = GetAttr.parameters[:2]
    changes = ()
    snippet = "Fn::GetAtt: [${1:resource}, ${2:attribute}]"
    given = "attributes: {server: {PublicIp: 10.0.0.5}}\n"
    example = "Fn::GetAtt: [server, PublicIp]\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, list) or len(args) != 2:
            yield ArgumentError(f"Fn::GetAtt needs a list [resource, attribute], not {describe_argument(args)}")
            return
        for index, what in enumerate(("the name of a resource", "the name of an attribute")):
            if not isinstance(args[index], str | Call):
                message = f"Fn::GetAtt needs {what} here, not {describe_argument(args[index])}"
                yield ArgumentError(message, (index,), phase="validate")


FUNCTIONS = (GetAttr(), FnGetAtt())
