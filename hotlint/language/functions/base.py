"""Base class of HOT functions, and the calls that they are checked and evaluated in.

Each function is one class in a file of its own, with every fact about it: versions, argument form, references,
completion, documentation. Everything else (rules, completion, the VS Code grammar) reads that object.

A template is read into snippets: plain data as Heat's loader yields it, with a `Call` in place of each function call,
as Heat has Function objects there (heat.engine.function). A function never sees nodes or offsets: it names a part of
its arguments by the path that leads there.
"""

from __future__ import annotations

from _weakref import ref  # `weakref` itself imports more than a check needs
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hotlint.common.annotations import TYPE_CHECKING, Any, ClassVar, Final, Literal, Protocol
from hotlint.common.counts import counted
from hotlint.common.records import NamedTuple
from hotlint.language.origins import PARAMETER, PSEUDO, first_source
from hotlint.language.values import EvaluationError, Unknown, Value, describe_type, may_be, show

if TYPE_CHECKING:
    from hotlint.syntax.nodes import Node

ArgumentKind = Literal[
    "parameter", "resource", "attribute", "condition", "file", "ref", "choice", "result", "item", "expression", "mapping",
]  # fmt: skip
"""Kind of value that an argument takes: the name of a parameter, a resource, one of its attributes, a condition or a
file; "ref", the name of a parameter or a resource; "choice", one of `Function.choices`; "result", a value that the
call may yield; "item", an item of the list that the call yields; "expression", a yaql expression;
"mapping", an entry of the section Mappings."""

Snippet = Any
"""None | bool | int | float | str | list[Snippet] | dict[str, Snippet] | Call: a template's data, not yet resolved."""
Path = tuple[str | int, ...]
"""Keys and indices that lead from a function's arguments to a part of them; () is the whole."""
Pairs = tuple[tuple[str, str], ...]

_REFERENCES: Final = frozenset({"parameter", "resource", "condition", "file", "ref"})
"""Kinds of arguments that name something defined elsewhere."""
EACH: Final = "*"
"""Step of a path in `Function.arguments` that matches every index."""


class Call:
    """One function call of a template: `{name: args}`.

    `node` is the mapping that it was read from, None for a call that is not part of a template. `context` is "value" or
    "condition" and decides which functions are available in it.
    """

    __slots__ = ("__weakref__", "_parent", "_targets", "args", "context", "function", "name", "node")

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
        self._parent = (
            ref(parent) if parent is not None else None
        )  # weak: a cycle would keep the tree of a replaced text
        self.context = context
        self._targets: tuple[CallTarget, ...] | None = None if function.references else ()

    @property
    def parent(self) -> Call | None:
        """The call whose arguments this one is in; None for an outermost call."""
        return self._parent() if self._parent is not None else None

    @property
    def targets(self) -> tuple[CallTarget, ...]:
        """Return the names that this call refers to, as far as they are written out; computed once."""
        found = self._targets
        if found is None:
            found = self._targets = tuple(self.function.targets(self))
        return found

    def __repr__(self) -> str:
        return f"Call({self.name}: {self.args!r})"


STRUCTURED = frozenset({dict, list, Call})
"""The classes of snippets that are more than a scalar."""


class ArgumentError(NamedTuple):
    """An error in a call that shows without any value of the deployment.

    `message` is a sentence for a template author; `path` leads from the arguments to the error, `part` is "key" or
    "value"; `slug` names a kind of error that rules tell from the others, such as "yaql-syntax"; "" for any other.
    `phase` is the step in which Heat finds it: "parse" (whenever Heat reads the call: always for resources, and where
    it is in use for an output or a branch of `if`), "validate" (when Heat validates the part that holds the call, if
    that part is in use), "depend" (when Heat computes the dependencies, if there are any resources), "refer" (the
    same, but not for outputs), "resolve" (only when Heat computes the value; for outputs, after the deployment).
    """

    message: str
    path: Path = ()
    slug: str = ""
    part: str = "value"
    phase: str = "parse"

    def to_error(self) -> EvaluationError:
        """Return the same error as an exception to raise from an evaluation."""
        return EvaluationError(self.message, self.path, self.slug, self.part)


class CallTarget(NamedTuple):
    """A name that a call refers to, and the path that leads to it from the call's arguments.

    `kind` is "parameter", "resource", "condition", "file", or "ref" for the name of a parameter or a resource.
    """

    kind: str
    name: str
    path: Path


class Run(Protocol):
    """Evaluation that a function runs in, and what it may ask of it. Every method may raise `EvaluationError`."""

    version: str
    """Canonical date of the template's HOT version."""

    def resolve(self, snippet: Snippet, *, nullable: bool = False) -> Value:
        """Return the value of a snippet, with all calls in it resolved; `nullable` keeps OMITTED (else it is None)."""

    def parameter(self, name: str) -> Value:
        """Return a parameter's converted value, or Unknown. Raises "unknown-parameter" for an undefined one."""

    def read_parameter(self, name: str) -> Value:
        """Return the same for a function. Raises also where Heat takes a value without a check, which its type does not take."""

    def reference(self, resource: str) -> Value:
        """Return what get_resource yields: a resource's id, mostly Unknown. Raises "unknown-resource"."""

    def attribute(self, resource: str, path: Sequence[Value]) -> Value:
        """Return the value of an attribute: `path` is its name and the steps inside it; all attributes for no path.

        Before 2014-10-16 the path is the attribute's name alone, and get_attr takes the other steps itself.
        """

    def condition(self, snippet: Snippet) -> Value:
        """Return True, False or a mark for a condition: null (true), a boolean, a name or a call. Raises for others."""

    def file(self, name: str) -> Value:
        """Return the content of a file that get_file names, or Unknown."""

    def facade(self, what: str) -> Value:
        """Return metadata, deletion_policy or update_policy of the resource in the parent that this template is for."""

    def mappings(self) -> Value:
        """Return the section Mappings of a CloudFormation template, or Unknown."""

    def spend(self, amount: int) -> None:
        """Count work against the budget: about one unit for a new value or for 100 characters of text."""

    def yaql(self, expression: str, data: Value) -> Value:
        """Return the value of a yaql expression, evaluated in the sandbox."""


class Function:
    """Base of all HOT functions. Instances hold no state: there is one of each class, shared by all templates.

    `kinds` are the kinds of its arguments; `references` those arguments that name something defined elsewhere.
    `refers`: its value may be one of a resource.
    """

    name: ClassVar[str]
    since: ClassVar[str] = "2013-05-23"  # first version that has it in values
    until: ClassVar[str | None] = None  # last version that has it
    condition_since: ClassVar[str | None] = None  # first version that allows it in conditions
    value: ClassVar[bool] = True  # allowed in properties and outputs (equals, not, and, or are not)
    macro: ClassVar[bool] = False  # Heat hands it its arguments unread (heat.engine.function.Macro)
    fails_on_null: ClassVar[bool] = False  # null, such as an attribute before creation, may make it fail

    arguments: ClassVar[Mapping[Path, ArgumentKind]] = {}  # kind of value that the argument at a path takes
    choices: ClassVar[tuple[str, ...]] = ()  # values of arguments of kind "choice", the usual ones first
    keys: ClassVar[tuple[str, ...]] = ()  # keys of a mapping of arguments
    placeholders: ClassVar[str] = ""  # key of the argument that defines the placeholders used in `template`

    replaced_by: ClassVar[str | None] = None  # function of HOT that replaces it
    same_form: ClassVar[bool] = False  # `replaced_by` takes the very same arguments
    replacement: ClassVar[str] = ""  # replacement in words, where `replaced_by` alone does not say it

    hint_value: ClassVar[bool] = True  # an editor may show the value after the call
    hint_arguments: ClassVar[bool] = False  # an editor may show values of calls in its arguments, too

    summary: ClassVar[str]  # one sentence: what it yields
    form: ClassVar[str]  # its argument form, as YAML
    parameters: ClassVar[Pairs] = ()  # (name, description) of each argument, for signature help
    changes: ClassVar[Pairs] = ()  # (version, what changed with it)
    snippet: ClassVar[str] = ""  # completion snippet, with LSP placeholders: "str_replace:\n  template: ${1}..."
    given: ClassVar[str] = ""  # inputs of the example, as YAML: parameters, attributes, files, conditions
    example: ClassVar[str]  # a short piece of template
    result: ClassVar[str]  # value of the example, as YAML

    def __init__(self) -> None:
        self.kinds = frozenset(self.arguments.values())
        self.references = tuple((path, kind) for path, kind in self.arguments.items() if kind in _REFERENCES)
        self.refers = not self.kinds.isdisjoint(("resource", "ref"))
        self._has_form = type(self).check_form is not Function.check_form
        self.has_early_arguments = type(self).early_arguments is not Function.early_arguments

    def takes(self, kind: ArgumentKind) -> bool:
        """Return whether one of the arguments is of a kind."""
        return kind in self.kinds

    def takes_null(self, args: Snippet, argument: Call) -> bool:
        """Return whether it certainly accepts null as the value of `argument`, a call that is written in its `args`."""
        return not self.fails_on_null

    def argument_kind(self, path: Path) -> ArgumentKind | None:
        """Return the kind of value that the argument at a path takes; None for one of no special kind."""
        kind = self.arguments.get(path)
        if kind is None and len(path) == 1:
            kind = self.arguments.get((EACH,))
        return kind

    def check(self, call: Call, run: OfflineRun) -> Iterator[ArgumentError]:
        """Yield errors that need no values: of the argument form, or else of arguments that are written out."""
        wrong_form = False
        for found in self.check_form(call.args, run.version):
            wrong_form = True
            yield found
        if not wrong_form:
            run.begin()
            try:
                self.evaluate(call.args, run)
            except EvaluationError as exc:
                yield ArgumentError(exc.message, exc.path, exc.slug, exc.part, "resolve")
            except _TooMuchWorkError:
                pass  # left to the dry run and its budget

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        """Yield errors in the form of the arguments, which Heat finds without resolving the call."""
        return iter(())

    def early_arguments(self, args: Snippet) -> list[tuple[Path, Snippet]]:
        """Return (path, snippet) of each argument that Heat resolves while it parses or validates the call."""
        return []

    def check_early(self, call: Call, run: Run) -> Iterator[ArgumentError]:
        """Yield errors of arguments that Heat resolves before it deploys, with the values of `run`."""
        for path, snippet in self.early_arguments(call.args):
            if snippet.__class__ is Call:
                try:
                    self.check_early_value(run.resolve(snippet), path, run)
                except EvaluationError as exc:
                    yield ArgumentError(exc.message, path, exc.slug, phase="validate")

    def check_early_value(self, value: Value, path: Path, run: Run) -> None:
        """Raise EvaluationError where Heat refuses the value of an early argument."""

    def targets(self, call: Call) -> Iterable[CallTarget]:
        """Return the names that a call refers to, as far as they are written out: its arguments that take names."""
        args, found = call.args, []
        for path, kind in self.references:
            if not path:
                if args.__class__ is str:
                    found.append(CallTarget(kind, args, ()))
            elif args.__class__ is list:
                for index in range(len(args)) if path == (EACH,) else (path[0],):
                    if isinstance(index, int) and index < len(args) and isinstance(args[index], str):
                        found.append(CallTarget(kind, args[index], (index,)))  # noqa: PERF401
        return found

    def evaluate(self, args: Snippet, run: Run) -> Value:
        """Return the value of the call as Heat resolves it; unknown parts stay unknown.

        Raises EvaluationError where Heat fails.
        """
        if self._has_form:
            for found in self.check_form(args, run.version):
                raise found.to_error()
        return self.compute(args, run)

    def compute(self, args: Snippet, run: Run) -> Value:
        """Return the value for arguments of the right form. Raises EvaluationError where Heat fails."""
        raise NotImplementedError


class _TooMuchWorkError(Exception):
    """An offline run has used up its budget."""


_OFFLINE_UNITS = 100_000
_OFFLINE_UNITS_OF_A_CALL = 20_000


class OfflineRun:
    """Run that knows only what is written out, so its errors are certain whatever the values are.

    All calls that it checks share a budget.
    """

    def __init__(self, version: str) -> None:
        self.version = version
        self._unknown = Unknown("it is not resolved here")
        self._left = _OFFLINE_UNITS
        self._left_after_call = 0

    def begin(self) -> None:
        """Begin with another call, which may use a part of what is left."""
        self._left_after_call = self._left - _OFFLINE_UNITS_OF_A_CALL

    def resolve(self, snippet: Snippet, *, nullable: bool = False) -> Value:
        """Return the snippet with an Unknown instead of each call."""
        if snippet.__class__ is Call:
            return self._unknown
        if snippet.__class__ is dict:
            return {k: self.resolve(v, nullable=True) for k, v in snippet.items()}
        if snippet.__class__ is list:
            return [self.resolve(v, nullable=True) for v in snippet]
        return snippet

    def parameter(self, name: str) -> Value:
        """Return an Unknown for any name."""
        return self._unknown

    read_parameter = reference = condition = file = facade = parameter

    def attribute(self, resource: str, path: Sequence[Value]) -> Value:
        """Return an Unknown for any attribute."""
        return self._unknown

    def mappings(self) -> Value:
        """Return an Unknown."""
        return self._unknown

    def yaql(self, expression: str, data: Value) -> Value:
        """Return an Unknown for any expression."""
        return self._unknown

    def spend(self, amount: int) -> None:
        """Count work. Raises when the small budget of the call, or that of all calls, is used up."""
        self._left -= amount
        if self._left < max(self._left_after_call, 0):
            raise _TooMuchWorkError


def error(message: str, path: Path = (), slug: str = "", part: str = "value") -> EvaluationError:
    """Return an EvaluationError, for `raise error(...)` in one line."""
    return EvaluationError(message, path, slug, part)


def require(name: str, needs: str, value: Value, path: Path, *types: type) -> None:
    """Raise the error for a wrong type, unless the value is, or may be where it is unknown, of one of `types`."""
    if not may_be(value, *types):
        raise wrong_type(name, needs, value, path)


def wrong_type(name: str, needs: str, got: Value, path: Path = ()) -> EvaluationError:
    """Return the error for an argument of the wrong type."""
    found = f"{name} needs {needs}, not {describe_type(got)}"
    if isinstance(got, Unknown):
        source = first_source(got.origin)
        if source is not None and source.kind in (PARAMETER, PSEUDO):
            found += f"{':' if source is got.origin else ', made of'} the parameter '{source.name}'"
        return EvaluationError(found, path)
    return EvaluationError(found if got is None else f"{found}: {show(got)}", path)


_SHOWN = 400
"""Values of a snippet that are written out: more than the characters of one in a message."""


def as_written(snippet: Snippet) -> Snippet:
    """Return a snippet as its author wrote it, for messages, which cut it: calls as mappings. Aliases can make it very long."""
    return _written(snippet, iter(range(_SHOWN)))


def _written(snippet: Snippet, left: Iterator[int]) -> Snippet:
    if snippet.__class__ is Call:
        return {snippet.name: _written(snippet.args, left)}
    if snippet.__class__ is list:
        return [_written(v, left) for v, _ in zip(snippet, left, strict=False)]
    if snippet.__class__ is dict:
        return {k: _written(v, left) for (k, v), _ in zip(snippet.items(), left, strict=False)}
    return snippet


def is_condition(snippet: Snippet) -> bool:
    """Return whether a snippet may be a condition: a boolean, a name, a call, or null, which Heat takes for true."""
    return snippet is None or isinstance(snippet, bool | str | Call)


def describe_argument(snippet: Snippet) -> str:
    """Return the type and the source of an argument, for a message: "a string: 'abc'"."""
    what = "a function call" if isinstance(snippet, Call) else describe_type(snippet)
    if isinstance(snippet, list):
        what += f" of {counted(len(snippet), 'item')}"
    return what if snippet is None else f"{what}: {show(as_written(snippet))}"
