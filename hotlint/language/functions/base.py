"""What a HOT function is: one class a function, in a file of its own.

A template is read into snippets: plain data as Heat's loader yields it, with a `Call` wherever a function stands
(Heat does the same with its Function objects, so argument forms can be checked just as Heat checks them). A function
class never sees nodes or offsets: it names a culprit by the path that leads to it from the call's arguments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from hotlint.language.values import EvaluationError, Unknown, Value, describe_type, may_be, show

if TYPE_CHECKING:
    from hotlint.syntax.nodes import Node

Snippet = Any
"""None | bool | int | float | str | list[Snippet] | dict[str, Snippet] | Call: a template's data, not yet resolved."""
Path = tuple[str | int, ...]
Pairs = tuple[tuple[str, str], ...]


class Call:
    """One function call of a template: `{name: args}`.

    `node` is the mapping that it was read from, None for a call that stands in no template. `parent` is the call that
    it stands in. `context` tells which functions count here: "value" or "condition".
    """

    __slots__ = ("_targets", "args", "context", "function", "name", "node", "parent")

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
        self._targets: tuple[CallTarget, ...] | None = None

    @property
    def targets(self) -> tuple[CallTarget, ...]:
        """The names that this call refers to, as far as they are written out."""
        found = self._targets
        if found is None:
            found = self._targets = tuple(self.function.targets(self))
        return found

    def __repr__(self) -> str:
        return f"Call({self.name}: {self.args!r})"


STRUCTURED = frozenset({dict, list, Call})
"""The classes of snippets that are more than a scalar."""


class ArgumentError(NamedTuple):
    """A fault in a call that shows before anything is known of the values it works on.

    `phase` says when Heat finds it: "parse" (whenever it reads the call: always for resources, for an output or a
    branch of `if` when that is in use), "validate" (when it validates the part in which the call stands, if that part
    is in use), "depend" (when it works out what depends on what, if there are any resources at all), "refer" (the
    same, but not for outputs), "resolve" (only when it computes the value, which for outputs is after the deployment).
    """

    message: str
    path: Path = ()
    slug: str = "argument-form"
    part: str = "value"
    phase: str = "parse"

    def to_error(self) -> EvaluationError:
        return EvaluationError(self.message, self.path, self.slug, self.part)


class CallTarget(NamedTuple):
    """A name that a call refers to, and the path that leads to it.

    `kind` is "parameter", "resource", "condition", "file", or "ref" for what may be a parameter or a resource.
    """

    kind: str
    name: str
    path: Path


class Run(Protocol):
    """What a function may ask while it is evaluated. Every method may raise `EvaluationError`."""

    version: str

    def resolve(self, snippet: Snippet, *, nullable: bool = False) -> Value:
        """The value of a snippet, all calls in it resolved. `nullable` lets OMITTED through (else it is None)."""

    def parameter(self, name: str) -> Value:
        """A parameter's converted value, or Unknown; a Fault "unknown-parameter" when there is no such parameter."""

    def reference(self, resource: str) -> Value:
        """What get_resource yields: a resource's id, mostly Unknown; a Fault "unknown-resource" when there is none."""

    def attribute(self, resource: str, path: Sequence[Value]) -> Value:
        """An attribute's value with the path steps after its name taken inside it; no path: all attributes, as a map.

        Before 2014-10-16 the path is the attribute's name alone, and get_attr takes the other steps itself.
        """

    def condition(self, snippet: Snippet) -> Value:
        """True, False or a mark, of a condition: null (true), a boolean, a name or a call. A Fault for any other."""

    def file(self, name: str) -> Value:
        """The text of a file that get_file names, or Unknown."""

    def facade(self, what: str) -> Value:
        """metadata, deletion_policy or update_policy of the resource that this template stands for in its parent."""

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
    parameters: ClassVar[Pairs] = ()  # (name, what it is) of each argument, for signature help
    keys: ClassVar[tuple[str, ...]] = ()  # keys of a map of arguments
    changes: ClassVar[Pairs] = ()  # (version, what changed with it)
    snippet: ClassVar[str] = ""  # completion snippet, in LSP placeholders: "str_replace:\n  template: ${1}..."
    given: ClassVar[str] = ""  # what the example takes for given, as YAML: parameters, attributes, files, conditions
    example: ClassVar[str]  # a short piece of template
    result: ClassVar[str]  # what the example resolves to, as YAML

    def check(self, call: Call, version: str) -> Iterator[ArgumentError]:
        """Faults that show before anything is known: of the argument form, or else of arguments written out."""
        wrong_form = False
        for found in self.check_form(call.args, version):
            wrong_form = True
            yield found
        if not wrong_form:
            try:
                self.evaluate(call.args, _Blind(version))
            except EvaluationError as exc:
                yield ArgumentError(exc.message, exc.path, exc.slug, exc.part, "resolve")
            except _BlindError:
                pass  # a lot of work: that is for the dry run, and its budget, to judge

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        """Faults in the form of the arguments, which Heat finds without resolving the call."""
        return iter(())

    def early_arguments(self, args: Snippet) -> list[tuple[Path, Snippet]]:
        """Calls in the arguments that Heat resolves already while it reads or validates this call, with their paths."""
        return []

    def check_early(self, call: Call, run: Run) -> Iterator[ArgumentError]:
        """Faults of arguments that Heat resolves before it deploys, with the values of `run`: so it refuses them."""
        for path, snippet in self.early_arguments(call.args):
            if snippet.__class__ is Call:
                try:
                    self.check_early_value(run.resolve(snippet), path, run)
                except EvaluationError as exc:
                    yield ArgumentError(exc.message, path, exc.slug, phase="validate")

    def check_early_value(self, value: Value, path: Path, run: Run) -> None:
        """Raises Fault where Heat cannot take the value of an early argument."""

    def targets(self, call: Call) -> Iterator[CallTarget]:
        """The names that this call refers to, as far as they are written out."""
        return iter(())

    def evaluate(self, args: Snippet, run: Run) -> Value:
        """The value of the call, as Heat resolves it; unknown parts stay unknown, a failure of Heat's is a Fault."""
        for found in self.check_form(args, run.version):
            raise found.to_error()
        return self.compute(args, run)

    def compute(self, args: Snippet, run: Run) -> Value:
        """`evaluate` for arguments that are in their right form."""
        raise NotImplementedError


class _BlindError(Exception):
    """A blind run has cost enough."""


class _Blind:
    """A Run that knows nothing but what is written out: its faults are certain whatever the values are."""

    def __init__(self, version: str) -> None:
        self.version = version
        self._unknown = Unknown("it is not resolved here")
        self._left = 20_000

    def resolve(self, snippet: Snippet, *, nullable: bool = False) -> Value:
        if snippet.__class__ is Call:
            return self._unknown
        if snippet.__class__ is dict:
            return {k: self.resolve(v, nullable=True) for k, v in snippet.items()}
        if snippet.__class__ is list:
            return [self.resolve(v, nullable=True) for v in snippet]
        return snippet

    def parameter(self, name: str) -> Value:
        return self._unknown

    reference = condition = file = facade = parameter

    def attribute(self, resource: str, path: Sequence[Value]) -> Value:
        return self._unknown

    def yaql(self, expression: str, data: Value) -> Value:
        return self._unknown

    def spend(self, amount: int) -> None:
        self._left -= amount
        if self._left < 0:
            raise _BlindError


def error(message: str, path: Path = (), slug: str = "argument-value", part: str = "value") -> EvaluationError:
    """A Fault, for `raise error(...)` in one line."""
    return EvaluationError(message, path, slug, part)


def require(name: str, needs: str, value: Value, path: Path, *types: type) -> None:
    """Raises the Fault for a wrong type, unless the value may be of one of `types` (also where it is not known)."""
    if not may_be(value, *types):
        raise wrong_type(name, needs, value, path)


def wrong_type(name: str, needs: str, got: Value, path: Path = ()) -> EvaluationError:
    """The Fault for an argument of the wrong type."""
    found = f"{name} needs {needs}, not {describe_type(got)}"
    if isinstance(got, Unknown):
        named = f": the parameter '{got.origin[1]}'" if got.origin[:1] == ("parameter",) else ""
        return EvaluationError(found + named, path, "argument-type")
    return EvaluationError(f"{found}: {show(got)}", path, "argument-type")


def as_written(snippet: Snippet) -> Snippet:
    """A snippet as it was written: calls as maps, for `show`."""
    if snippet.__class__ is Call:
        return {snippet.name: as_written(snippet.args)}
    if snippet.__class__ is list:
        return [as_written(v) for v in snippet]
    if snippet.__class__ is dict:
        return {k: as_written(v) for k, v in snippet.items()}
    return snippet


def is_condition(snippet: Snippet) -> bool:
    """Whether a snippet may be a condition: a boolean, a name, a call, or null, which Heat takes for true."""
    return snippet is None or isinstance(snippet, bool | str | Call)


def describe_argument(snippet: Snippet) -> str:
    """What was written in place of an argument, for a message: "text: 'abc'"."""
    what = "a function call" if isinstance(snippet, Call) else describe_type(snippet)
    return what if snippet is None else f"{what}: {show(as_written(snippet))}"
