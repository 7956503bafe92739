"""The inputs of a dry run: parameter values, attributes, files, and the facade of the using resource."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hotlint.analysis.template import Parameter, Resource
from hotlint.common.annotations import Any, Protocol
from hotlint.common.records import NamedTuple
from hotlint.language.functions.base import Snippet
from hotlint.language.values import Value


class Given(NamedTuple):
    """A value from outside the template, and its origin: a file and the offset there, or a description (no offset)."""

    value: Any
    origin: str = ""
    offset: int | None = None


def given_attributes(attributes: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Given]]:
    """Return attributes by resource, each as a Given: a plain value is one without an origin."""
    return {
        resource: {name: value if isinstance(value, Given) else Given(value) for name, value in values.items()}
        for resource, values in attributes.items()
    }


class StackState(Protocol):
    """What is known of the stack that runs a template, where there is one."""

    def reference(self, resource: str, attribute: Callable[[str, Sequence[Value]], Value]) -> Value:
        """Return what get_resource yields for a resource; OMITTED where that is not known.

        `attribute` returns an attribute of a resource (a path as in get_attr).
        """

    def attribute(
        self, resource: str, path: Sequence[Value], offline: Callable[[], Value], given: Callable[[str], Value]
    ) -> Value:
        """Return an attribute (a path as in get_attr).

        `offline` returns what is known of it without the stack, `given` a property of the resource, None without it.
        """

    def is_updated(self, resource: str) -> bool:
        """Return whether an update changes properties of the resource in place."""

    def is_new(self, resource: str) -> bool:
        """Return whether the resource is yet to be created: it is added, or replaced."""

    def size(self) -> int:
        """Return the number of resources that exist."""

    def removed(self, steps: Sequence[str], policies: Value, mode: Value) -> frozenset[str] | None:
        """Return the names that a group gives to no member any more; None where no group runs, or they are not known.

        `policies` and `mode` are its `removal_policies` and `removal_policies_mode`.
        """

    def hidden(self, resource: str) -> Sequence[tuple[str, Value]]:
        """Return the stored properties that hidden parameters are part of, of a resource and those within it."""

    def nested(self, steps: Sequence[str]) -> StackState | None:
        """Return the stack that runs a nested template: of a resource, or of a member of a group; None without one."""


class Masking(Protocol):
    """What is hidden of a template in a second dry run, in which hidden values are unknown."""

    def parameter(self, parameter: Parameter, value: Callable[[], Value]) -> Value:
        """Return the value of a parameter, `value()` where it is not hidden."""

    def attribute(self, resource: str, path: Sequence[Value], value: Value) -> Value:
        """Return an attribute (a path as in get_attr), `value` where it is not secret, or not that of a resource that runs."""

    def condition(self, snippet: Snippet, value: Value) -> Value:
        """Return whether a condition holds, also where that depends on a hidden value; `value` is what is known without."""

    def within(self, resource: Resource, use: Any, member: str | None) -> Masking:
        """Return what is hidden of the template that a resource uses; `member` is the member of a group."""


class Inputs(NamedTuple):
    """The inputs of a dry run.

    `parameters` and `defaults` are the environment's `parameters` and `parameter_defaults`. `attributes` holds
    {resource: {attribute: value, "__ref__": id}}, see `given_attributes`. `file` returns the text of a file that get_file
    names, Unknown where it cannot be read. `attribute` returns an attribute that is known offline, or Unknown; `reference`
    the id of a resource, or OMITTED. `facade` returns what resource_facade yields for a name. `complete`: all parameter
    values are given, as at stack creation; `lacks`: the parameters that certainly have none, with the environments that should give
    them; `root`: the template is certainly not a nested one. `supplied`: whoever uses the template gives its parameters values,
    which are not known, so that no default counts. `running` is the stack that runs the template, None where none is looked at.
    `masking`: what is hidden is unknown here; see `Masking`.
    """

    parameters: Mapping[str, Given] = {}
    defaults: Mapping[str, Given] = {}
    attributes: Mapping[str, Mapping[str, Given]] = {}
    file: Callable[[str], Value] | None = None
    attribute: Callable[[Resource, Sequence[Value]], Value] | None = None
    reference: Callable[[Resource], Value] | None = None
    facade: Callable[[str], Value] | None = None
    complete: bool = False
    lacks: tuple[tuple[str, str], ...] = ()
    root: bool = False
    supplied: bool = False
    running: StackState | None = None
    masking: Masking | None = None
