"""What a HOT function is: one class a function, in a file of its own.

A template is read into snippets: plain data as Heat's loader yields it, with a `Call` wherever a function stands
(Heat does the same with its Function objects, so argument forms can be checked just as Heat checks them). A function
class never sees nodes or offsets: it names a culprit by the path that leads to it from the call's arguments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from hotlint.values import Fault, Value

if TYPE_CHECKING:
    from hotlint.yamltree import Node

Snippet = Any
"""None | bool | int | float | str | list[Snippet] | dict[str, Snippet] | Call: a template's data, not yet resolved."""
Path = tuple[str | int, ...]


class Call:
    """One function call of a template: `{name: args}`.

    `node` is the mapping that it was read from, None for a call made by resolving another (`repeat`). `parent` is the
    call that it stands in. `context` tells which functions count here: "value" or "condition".
    """

    __slots__ = ("args", "context", "function", "name", "node", "parent")

    def __init__(
        self,
        function: Function,
        name: str,
        args: Snippet,
        node: Node | None = None,
        parent: Call | None = None,
        context: str = "value",
    ) -> None:
        self.function = function
        self.name = name
        self.args = args
        self.node = node
        self.parent = parent
        self.context = context

    def __repr__(self) -> str:
        return f"Call({self.name}: {self.args!r})"


class ArgumentFault(NamedTuple):
    """A fault in the form of a call's arguments.

    `phase` says when Heat finds it: "parse" (whenever the template is loaded), "validate" (when the part of the
    template in which it stands is in use), "resolve" (when the value is computed).
    """

    message: str
    path: Path = ()
    slug: str = "argument-form"
    part: str = "value"
    phase: str = "parse"


class Target(NamedTuple):
    """A name that a call refers to: `kind` is "parameter", "resource", "condition" or "file"; `path` leads to it."""

    kind: str
    name: str
    path: Path


class Run(Protocol):
    """What a function may ask while it is evaluated. Every method may raise `Fault`."""

    version: str

    def resolve(self, snippet: Snippet, *, nullable: bool = False) -> Value:
        """The value of a snippet, all calls in it resolved. `nullable` lets OMITTED through (else it is None)."""

    def parameter(self, name: str) -> Value:
        """A parameter's converted value, or Unknown; a Fault when there is no such parameter."""

    def reference(self, resource: str) -> Value:
        """What get_resource yields: the id of a resource, mostly Unknown; a Fault when there is no such resource."""

    def attribute(self, resource: str, path: Sequence[Value]) -> Value:
        """An attribute's value with Heat's own path steps taken inside it; no path: all attributes, as a map."""

    def condition(self, snippet: Snippet) -> Value:
        """True, False or Unknown, of a condition: a name, a boolean or a call. A Fault when there is no such one."""

    def file(self, name: str) -> Value:
        """The text of a file that get_file names, or Unknown."""

    def facade(self, what: str) -> Value:
        """What resource_facade yields: metadata, deletion_policy or update_policy of the resource in the parent."""

    def spend(self, amount: int) -> None:
        """Count work (about one unit for a value made, or for 100 characters of text) against the budget."""

    def yaql(self, expression: str, data: Value) -> Value:
        """Evaluate a yaql expression behind the wall that stops hostile ones."""


class Function:
    """Base of all HOT functions. Instances hold no state: there is one a class, shared by all templates."""

    name: ClassVar[str]
    since: ClassVar[str] = "2013-05-23"
    until: ClassVar[str | None] = None  # last version that has it
    condition_since: ClassVar[str | None] = None  # first version that allows it in conditions
    value: ClassVar[bool] = True  # may stand in properties and outputs (equals, not, and, or may not)
    macro: ClassVar[bool] = False  # Heat hands it its arguments unread (`if`)
    replaced_by: ClassVar[str | None] = None
    summary: ClassVar[str]  # one sentence: what it yields
    form: ClassVar[str]  # its argument form, as YAML
    parameters: ClassVar[tuple[tuple[str, str], ...]] = ()  # (name, what it is) of each argument, for signature help
    keys: ClassVar[tuple[str, ...]] = ()  # keys of a map of arguments
    snippet: ClassVar[str] = ""  # completion snippet, in LSP placeholders: "str_replace:\n  template: ${1}..."
    example: ClassVar[str]  # a short piece of template
    result: ClassVar[str]  # what the example resolves to, as YAML

    def check(self, call: Call, version: str) -> Iterator[ArgumentFault]:
        """Faults in the form of the arguments, as far as they are known before anything is resolved."""
        return iter(())

    def targets(self, call: Call) -> Iterator[Target]:
        """The names that this call refers to, as far as they are written out."""
        return iter(())

    def evaluate(self, args: Snippet, run: Run) -> Value:
        """The value of the call, as Heat resolves it; unknown parts stay unknown, a failure of Heat's is a Fault."""
        raise NotImplementedError


def fault(message: str, path: Path = (), slug: str = "fault", part: str = "value") -> Fault:
    """A Fault, for `raise fault(...)` in one line."""
    return Fault(message, path, slug, part)
