"""Redaction of secrets by their origin: what comes from a hidden parameter or a secret attribute is not shown.

A dry run with all that is hidden unknown (`TemplateContext.masked`) stands beside the dry run itself: a part of a value that is
known in this one only comes from something hidden. A message that quotes values is redacted by the values of its place. Only
texts of others (a service, a parser) are searched for secrets, and only for long ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from hotlint.analysis.composition.masking import HIDDEN, REDACTED, shown_of
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import to_plain
from hotlint.analysis.evaluator import calls_in
from hotlint.analysis.template import Parameter, Resource
from hotlint.common.annotations import TYPE_CHECKING, Any
from hotlint.common.records import NamedTuple
from hotlint.heat_types.secrets import may_be_secret
from hotlint.language.functions.base import Snippet
from hotlint.language.origins import is_hidden
from hotlint.language.values import MARKS, OMITTED, EvaluationError, PartialText, Value, show

if TYPE_CHECKING:
    from hotlint.dry_run.expansion import ExpandedResource

LONG = 6
"""Characters of a secret that is searched for in texts of others, unless it is `_PLAIN_WORD`."""
_CUT = 12
"""Characters of the start of a secret that are redacted alone: texts of others cut long values."""
_LINE = 8
"""Characters of a line of a longer secret that is redacted by itself."""
_PLAIN_WORD = re.compile(r"[A-Za-z_]{1,11}|\d{1,7}")
"""A secret, such as `admin` or `100`, that may stand anywhere by chance."""
_WIDTH = 10_000
_Work = Callable[[TemplateContext], Value]
SecretProperty = Callable[[tuple[str, ...], str], bool]
"""Whether a property is secret, by the address of the resource and the name."""


_LARGE = 20
"""Items of a large value."""
_Known = dict[int, "tuple[Value, Secrets]"]
"""Large values by their identities, each with the texts in it."""


class Secrets:
    """Texts that come from something hidden, each with what is shown of it. Call it with a message to redact them there."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.shown: set[str] = set()
        self._long: dict[str, set[str]] = {}  # by their starts
        self._lengths: set[int] = set()
        self._collections: list[tuple[Value, Value]] = []  # those without a text in `texts`; few messages show one
        self._waiting: list[_Waiting] = []
        self._prepared: str | None = None  # the last message that the waiting ones were searched in

    def add(self, value: Value, shown: Value = REDACTED, known: _Known | None = None) -> None:
        """Add a value, and its parts, of which only `shown` is shown. What is shown of a value as it is, is no secret.

        `known` keeps what is in large values of which nothing is shown: many places use the same one.
        """
        if known is not None and isinstance(value, dict | list) and len(value) > _LARGE and shown == REDACTED:
            if id(value) not in known:
                known[id(value)] = value, Secrets()
                known[id(value)][1].add(value)
            self.update(known[id(value)][1])
        elif isinstance(value, dict | list) and value:
            items: Iterable[Any] = value.items() if isinstance(value, dict) else enumerate(value)
            for key, item in items:
                inside = isinstance(shown, type(value)) and (
                    key in shown if isinstance(shown, dict) else len(shown) == len(value)
                )
                self.add(item, shown[key] if inside else REDACTED, known)
                if isinstance(value, dict) and not inside:
                    self.add(key)
            if isinstance(shown, str):
                self._put(show(value, _WIDTH), shown)
            elif shown != value:  # else its text hides nothing
                self._collections.append((value, shown))
        elif isinstance(value, str):
            self._put(value, shown if isinstance(shown, str) else REDACTED)
            lines = value.splitlines() if "\n" in value else ()
            for line in map(str.strip, lines) if shown != value else ():
                if len(line) >= _LINE and line not in str(shown):
                    self._put(line, REDACTED)
        elif value is not None and value is not OMITTED and value.__class__ not in MARKS:
            for text in (show(value), str(value)):
                self._put(text, text if shown == value else REDACTED)
        elif isinstance(value, PartialText):
            self._put(show(value, _WIDTH)[1:-1], show(shown, _WIDTH).strip("'"))

    def add_later(self, value: Value, shown: Callable[[], Value], known: _Known | None = None) -> None:
        """Add a value once a message needs it: few messages show a part of it, and `shown` costs an evaluation."""
        texts: set[str] = set()
        _add_texts(value, texts)
        self._waiting.append(_Waiting(texts, value, shown, known))
        self._prepared = None

    def prepare(self, message: str) -> None:
        """Add the values that wait, of which a part may appear in a message."""
        if not self._waiting or message == self._prepared:
            return
        waiting, self._waiting, self._prepared = self._waiting, [], message
        is_cut = _ELLIPSIS.search(message) is not None
        for one in waiting:
            if is_cut or any(map(message.__contains__, one.texts)):
                self.add(one.value, one.shown(), one.known)
            else:
                self._waiting.append(one)

    def shown_of(self, value: Value) -> Value:
        """Return a value that somebody else wrote, in which texts that come from something hidden are redacted."""
        if isinstance(value, dict):
            return {self.shown_of(k): self.shown_of(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self.shown_of(v) for v in value]
        shown = self.texts.get(str(value)) if isinstance(value, str | int | float) else None
        return value if shown is None else shown

    def _put(self, text: str, shown: str) -> None:
        if text == shown:
            self.shown.add(text)
        elif text:
            for form in {text, repr(text)[1:-1]}:
                self.texts[form] = shown
                if len(form) >= LONG and shown == REDACTED and not _PLAIN_WORD.fullmatch(form):
                    self._long.setdefault(form[:LONG], set()).add(form)
                    self._lengths.add(len(form))

    def update(self, other: Secrets) -> None:
        """Add what another one has."""
        self.texts.update(other.texts)
        self.shown |= other.shown
        self._lengths |= other._lengths
        self._collections += other._collections
        self._waiting += other._waiting
        self._prepared = None
        for start, texts in other._long.items():
            self._long.setdefault(start, set()).update(texts)

    def __call__(self, message: str, kept: Iterable[str] = ()) -> str:
        """Return one of our own messages: values in quotes, in lists and mappings, and numbers are redacted. `kept` are shown."""
        self.prepare(message)
        while self._collections and ("[" in message or "{" in message):
            value, part = self._collections.pop()
            self._put(show(value, _WIDTH), show(part, _WIDTH))
        texts = {text: shown for text, shown in self.texts.items() if text not in kept} if kept else self.texts
        if not texts:
            return message

        def quoted(found: re.Match[str]) -> str:
            body = found["body"]
            shown = texts.get(body)
            start = _ELLIPSIS.split(body, maxsplit=1)[0] if shown is None else ""
            if start and start != body and any(text.startswith(start) for text in texts):
                shown = REDACTED
            if shown is None or _is_name(found):
                return found[0]
            return f"{found['quote']}{shown}{found['quote']}"

        message = _QUOTED.sub(quoted, message)
        for text, shown in texts.items() if "[" in message or "{" in message else ():
            if text[0] in "[{" and len(text) > 2:
                message = message.replace(text, shown)
                at = message.find(text[:LONG])
                cut = _cut_length(message[at:], (text,)) if at >= 0 else 0
                message = f"{message[:at]}{REDACTED}{message[at + cut :]}" if cut else message
        message = _PLAIN.sub(lambda found: texts.get(found[0], found[0]), message)
        return self.foreign(message)

    def foreign(self, message: str, *, cut: bool = True) -> str:
        """Return a text of others: only long secrets are redacted in it, wherever they occur, also cut ones where it may `cut`."""
        if not self._long:
            return message
        found, at = [], 0
        while at < len(message):
            here = self._long.get(message[at : at + LONG])
            length = (
                max((n for n in self._lengths if message[at : at + n] in here), default=0) if here is not None else 0
            )
            if here is not None and cut and not length:
                length = _cut_length(message[at:], here)
            found.append(REDACTED if length else message[at])
            at += length or 1
        return "".join(found)


_ELLIPSIS = re.compile(r"…|\.\.\.")
_QUOTED = re.compile(
    r"(?P<noun>(?:\b(?:attribute|condition|function|group|key|output|parameter|property|resource|section|type)s?|; use) )?"
    r"(?<!\w)(?P<quote>['\"`])(?P<body>.*?)(?P=quote)(?!\w)"
)
"""A text in quotes, and the words before it that say that the text is a name: a noun, or advice to use something else."""
_PLAIN = re.compile(r"(?<![\w.'-])(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|True|false|False)(?![\w.'-])")
"""A value that messages show without quotes."""


def _is_name(quoted: re.Match[str]) -> bool:
    """Return whether a text in quotes is a name, by the words before it."""
    return bool(quoted["noun"]) and _PLAIN_WORD.fullmatch(quoted["body"]) is not None


def shows_values(message: str) -> bool:
    """Return whether one of our own messages may show values; other ones show names at most."""
    if "[" in message or "{" in message or _PLAIN.search(message):
        return True
    return not all(map(_is_name, _QUOTED.finditer(message)))


def _cut_length(message: str, texts: Iterable[str]) -> int:
    """Return how many characters at the start of a message are the start of a text that is cut there; 0 for none."""
    start = _ELLIPSIS.split(message, maxsplit=1)[0]
    is_cut = _CUT <= len(start) < len(message) and any(text.startswith(start) for text in texts)
    return len(start) if is_cut else 0


class _Waiting(NamedTuple):
    """A value, of which `shown` computes what is shown, for a message that has one of `texts`, unless it cuts them."""

    texts: set[str]
    value: Value
    shown: Callable[[], Value]
    known: _Known | None


def _add_texts(value: Value, found: set[str]) -> None:
    """Add the texts of which a message that shows a part of a value has one, unless it cuts them."""
    if isinstance(value, str):
        if not value:
            return
        if value.isprintable() and "'" not in value and "\\" not in value:
            found.add(value.strip())
        else:
            found.add(repr(value)[1:-1])
            found.update(map(str.strip, value.splitlines()))
    elif isinstance(value, dict | list | PartialText):
        parts = value.parts if isinstance(value, PartialText) else value
        for part in (*parts, *parts.values()) if isinstance(parts, dict) else parts:
            _add_texts(part, found)
    elif value.__class__ not in MARKS and value is not None:
        found.update((str(value), show(value)))


class Redaction:
    """What may be shown of a dry run: of a template in its context, and of the records of its stack."""

    def __init__(self, context: TemplateContext, *, off: bool = False, is_secret: SecretProperty | None = None) -> None:
        """Nothing is hidden if `off`. `is_secret` says of a property that it is secret, whatever it comes from."""
        self.context = context
        self.is_secret = is_secret if not off else None
        self._hides = not off and context.hides()
        self._everywhere: Secrets | None = None
        self._known: _Known = {}
        self._also: frozenset[str] = frozenset()
        self._properties: dict[ExpandedResource, tuple[Mapping[str, Value], Mapping[str, Value]]] = {}
        self._twins: dict[ExpandedResource, ExpandedResource | None] = {}

    @cached_property
    def masked(self) -> TemplateContext | None:
        """The dry run with all that is hidden unknown; None where nothing is."""
        return self.context.masked() if self._hides else None

    def value(self, work: _Work) -> Value:
        """Return what is shown of a value that `work` computes from a context. Raises EvaluationError as `work` does."""
        return self.of(work(self.context), work)

    def of(self, value: Value, work: _Work) -> Value:
        """Return what is shown of a value, which `work` computes from a context."""
        return value if self.masked is None else shown_of(value, _tried(work, self.masked))

    def message(self, message: str, *snippets: Snippet) -> str:
        """Return a message about what snippets of the template make."""
        if self.masked is None:
            return message
        found = Secrets()
        for snippet in snippets:
            self.add_snippet(found, snippet)
        return self.everywhere().foreign(found(message))

    def message_about(self, parameter: Parameter, message: str) -> str:
        """Return a message about the value of a parameter."""
        found = Secrets()
        self.add_parameter(found, parameter)
        return self.everywhere().foreign(found(message))

    def add_snippet(self, found: Secrets, snippet: Snippet) -> None:
        """Add the secrets in the value of a snippet, and in those of all calls in it, and of their arguments."""
        self._add(found, lambda context: context.evaluation.resolve(snippet))
        for call in calls_in(snippet):
            self._add(found, lambda context, call=call: context.evaluation.resolve(call))  # type: ignore[misc]
            if not call.function.macro:
                self._add(found, lambda context, call=call: context.evaluation.resolve(call.args))  # type: ignore[misc]
            for target in call.targets:
                if target.name in self.context.template.parameters:
                    self.add_parameter(found, self.context.template.parameters[target.name])

    def _add(self, found: Secrets, work: _Work) -> None:
        value = _tried(work, self.context)
        masked = self.masked
        if masked is not None and value is not HIDDEN:
            found.add_later(value, lambda: shown_of(value, _tried(work, masked)), self._known)

    def add_resource(self, found: Secrets, resource: Resource) -> None:
        """Add the secrets in the properties of a resource, as Heat passes them on."""

        def properties(context: TemplateContext) -> Value:
            checked = context.properties(resource) if resource.type else None
            return checked.values if checked is not None else {}

        self._add(found, properties)

    def add_parameter(self, found: Secrets, parameter: Parameter) -> None:
        """Add the values of a parameter if it is hidden, or gets a hidden value: as it is given, converted, and its default."""
        if self.masked is None:
            return
        real, masked = (c.evaluation.parameter(parameter.name) for c in (self.context, self.masked))
        shown = shown_of(real, masked)
        found.add(real, shown, self._known)
        if parameter.hidden or shown is REDACTED:
            for value in given_values(self.context, parameter):
                found.add(value)

    def is_masked(self, parameter: Parameter) -> bool:
        """Return whether the value of a parameter comes from something hidden."""
        return self.masked is not None and is_hidden(self.masked.evaluation.parameter(parameter.name))

    def given(self, name: str, value: Value) -> Value:
        """Return what is shown of a value that a parameter is given, or of its default."""
        if self.masked is None:
            return value
        if name not in self.context.template.parameters:
            return REDACTED if name in self.context.hidden_names() else value
        real = self.context.evaluation.parameter(name)
        shown = self.of(real, lambda context: context.evaluation.parameter(name))
        return value if shown == real else shown

    def everywhere(self) -> Secrets:
        """Return the values of the hidden parameters of the template, and of the stacks that use it."""
        if self._everywhere is None:
            self._everywhere = Secrets()
            above: TemplateContext | None = self.context
            while above is not None and self.masked is not None:
                redaction = Redaction(above)
                for parameter in above.template.parameters.values():
                    if parameter.hidden:
                        redaction.add_parameter(self._everywhere, parameter)
                above = above.parent
        return self._everywhere

    # -- records of the stack ----------------------------------------------------------------------------------------

    def twin(self, record: ExpandedResource) -> ExpandedResource:
        """Return a resource, or a member of a group, with all that is hidden unknown. Raises EvaluationError where there is none."""
        from hotlint.dry_run.expansion import GroupMember, MemberStack, TemplateResource, TemplateStack

        if record not in self._twins:
            found: ExpandedResource | None = None
            if self.masked is not None:
                found = TemplateStack(self.masked).resources.get(record.resource.name)
            if isinstance(record, GroupMember) and isinstance(found, TemplateResource) and self.masked is not None:
                use = self.masked.same_use(record.resource, record.use)
                found = GroupMember(record.name, MemberStack(found, [use]), use) if use is not None else None
            self._twins[record] = found
        found = self._twins[record]
        if found is None:
            raise EvaluationError("what is hidden decides on the resource")
        return found

    def property(self, record: ExpandedResource, name: str, value: Value) -> Value:
        """Return what is shown of a property of a resource as it is passed on, or as a stack has stored it."""
        if self.masked is None:
            return value
        if value is not None and self.is_secret is not None and self.is_secret(record.address, name):
            shown = self._property(record, name, value)
            return REDACTED if shown == value or may_be_secret(name) else shown
        return self._property(record, name, value)

    def _property(self, record: ExpandedResource, name: str, value: Value) -> Value:
        if record not in self._properties:
            twin = _tried(lambda _: self.twin(record).properties, None)
            self._properties[record] = record.properties or {}, {} if twin is HIDDEN else twin or {}
        real, twin = (found.get(name) for found in self._properties[record])
        return (
            shown_of(value, twin)
            if value == real and name in self._properties[record][1]
            else _stored(value, real, twin)
        )

    def add_record(self, found: Secrets, record: ExpandedResource) -> None:
        """Add what is not shown of the properties of a resource."""
        for name, value in (record.properties or {}).items() if self.masked is not None else ():
            found.add(value, self.property(record, name, value))

    def hide_too(self, other: Redaction) -> None:
        """Hide from now on the parameters that another template hides: what one of two shows, the other may hide."""
        parameters = self.context.template.parameters
        others = other.context.template.parameters.values()
        also = frozenset(p.name for p in others if p.hidden and p.name in parameters and not parameters[p.name].hidden)
        if also and not also <= self._also:
            self._also, self.masked = also, self.context.masked(also)
            self._properties.clear()
            self._twins.clear()


def _stored(value: Value, real: Value, masked: Value) -> Value:
    """Return what is shown of a value that a stack has stored, by what the template makes now, also with all that is hidden unknown."""
    if value is None or (shown_of(real, masked) == real and not is_hidden(real)):
        return value
    if isinstance(value, dict) and isinstance(real, dict) and isinstance(masked, dict):
        return {k: _stored(v, real[k], masked[k]) if k in real and k in masked else REDACTED for k, v in value.items()}
    lists = isinstance(value, list) and isinstance(real, list) and isinstance(masked, list)
    if lists and len(value) == len(real) == len(masked):
        return [_stored(*items) for items in zip(value, real, masked, strict=True)]
    return shown_of(value, masked)


def _tried(work: Callable[[Any], Value], context: Any) -> Value:
    try:
        return work(context)
    except (EvaluationError, RecursionError):
        return HIDDEN


def given_values(context: TemplateContext, parameter: Parameter) -> Iterator[Value]:
    """Yield the value of a parameter as it is given, and its default."""
    given, default = context.evaluation.given(parameter.name), parameter.field("default")
    if given is not None:
        yield given.value
    if default is not None:
        yield to_plain(default)
