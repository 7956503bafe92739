"""repeat: list of copies of a template, one for each item of other lists.

HOT specification: https://docs.openstack.org/heat/latest/template_guide/hot_spec.html#repeat
Heat: heat.engine.hot.functions.Repeat, RepeatWithMap (2016-10-14), RepeatWithNestedLoop (2017-09-01)
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from hotlint.language.functions.base import (
    ArgumentError,
    Call,
    Function,
    Path,
    Run,
    Snippet,
    describe_argument,
    error,
    require,
)
from hotlint.language.values import (
    MARKS,
    Either,
    EvaluationError,
    Partial,
    PartialText,
    Unknown,
    Value,
    propagate_unknown,
    settled,
    show,
    text_of,
)

_MAPS = "2016-10-14"
_PERMUTATIONS = "2017-09-01"


class Repeat(Function):
    """Function `repeat`."""

    name = "repeat"
    since = "2015-04-30"
    arguments = {("template",): "item"}
    placeholders = "for_each"
    hint_arguments = True
    fails_on_null = True
    summary = "A list of copies of a template, one for each item, with the placeholder replaced by the item."
    form = (
        "repeat:\n  for_each:\n    <placeholder>: <list or mapping>\n"
        "  template: <anything with placeholders>\n  permutations: <true or false>\n"
    )
    parameters = (
        (
            "for_each",
            "a mapping of placeholders and lists of strings (or, from 2016-10-14, mappings, of which the keys count)",
        ),
        ("template", "what to repeat: a string, a list or a mapping, with placeholders in values and in keys"),
        ("permutations", "from 2017-09-01: false steps through all lists at once instead of combining them"),
    )
    keys = ("for_each", "template", "permutations")
    changes = (
        ("2016-10-14", "for_each takes mappings too, and goes through their keys"),
        ("2017-09-01", "permutations: false steps through lists of equal length together"),
    )
    snippet = "repeat:\n  for_each:\n    ${1:<%item%>}: ${2:list}\n  template: ${3:<%item%>}"
    given = "parameters: {ports: ['80', '443']}\n"
    example = "repeat:\n  for_each:\n    <%port%>: {get_param: ports}\n  template:\n    rule: allow <%port%>\n"
    result = "[{rule: allow 80}, {rule: allow 443}]\n"

    def check_form(self, args: Snippet, version: str) -> Iterator[ArgumentError]:
        if not isinstance(args, dict):
            yield ArgumentError(f"repeat needs a mapping with for_each and template, not {describe_argument(args)}")
            return
        for key in ("for_each", "template"):
            if key not in args:
                yield ArgumentError(f"repeat requires '{key}'")
        permutations = args.get("permutations", True)
        if version >= _PERMUTATIONS and not isinstance(permutations, bool):
            message = f"repeat needs true or false, written out, as permutations, not {describe_argument(permutations)}"
            yield ArgumentError(message, ("permutations",))
        for_each = args.get("for_each", {})
        if not isinstance(for_each, dict | Call):
            message = f"repeat needs a mapping of placeholders and lists as for_each, not {describe_argument(for_each)}"
            yield ArgumentError(message, ("for_each",), phase="validate")

    def compute(self, args: Snippet, run: Run) -> Value:
        for_each = run.resolve(args["for_each"])
        require("repeat", "a mapping of placeholders and lists as for_each", for_each, ("for_each",), dict)
        if isinstance(for_each, MARKS):
            return propagate_unknown("repeat", for_each, type_="list", once=False)
        if not for_each:
            raise error("repeat needs at least one placeholder in for_each", ("for_each",))
        nested = run.version < _PERMUTATIONS or args.get("permutations", True)
        settled_lists = {key: settled(items) for key, items in for_each.items()}
        lists, unknown = self._lists(settled_lists, nested, run.version)
        template = run.resolve(args["template"])
        if unknown:
            return propagate_unknown("repeat", list(for_each), lists, template, nested, type_="list")
        made, copies = [], _Copies(list(for_each), run)
        for items in itertools.product(*lists) if nested else zip(*lists, strict=False):
            run.spend(len(lists))
            copies.begin(items)
            made.append(copies.of(template))
        return made

    def _lists(self, for_each: dict[str, Value], nested: bool, version: str) -> tuple[list[Value], bool]:
        """Return the items for each placeholder, and whether some are not known."""
        maps = nested and version >= _MAPS
        lists: list[Value] = []
        unknown = False
        for key, items in for_each.items():
            needs, types = ("lists or mappings", (list, dict)) if maps else ("lists", (list,))
            require("repeat", f"{needs} in for_each", items, _at(key), *types, type(None))
            unknown = unknown or isinstance(items, MARKS)
            lists.append([] if items is None else items)
        lengths = {len(items) for items in for_each.values() if isinstance(items, list | dict)}
        if not nested and len(lengths) > 1:
            message = "repeat without permutations needs lists of the same length in for_each"
            raise error(message, ("for_each",))
        if nested and any(items == [] or items == {} for items in lists):
            return [[]], False  # nothing is repeated, whatever the other lists hold
        return lists, unknown


_SHORT = 100
"""Characters of a text whose replacement is no work to count: it need not be repeated, either."""


class _Copies:
    """Makes copies of the template one by one, each with other `items` for the placeholders `keys`.

    Most copies share their first items with the copy before. `_steps` are what a short text becomes with each of these.
    """

    def __init__(self, keys: list[str], run: Run) -> None:
        self.keys = keys
        self.items: Sequence[Value] = ()
        self.run = run
        self._steps: dict[str, list[str]] = {}

    def begin(self, items: Sequence[Value]) -> None:
        """Begin a copy."""
        shared = 0
        for old, new in zip(self.items, items, strict=False):
            if old is not new:
                break
            shared += 1
        for steps in self._steps.values():
            del steps[shared:]
        self.items = items

    def of(self, template: Value) -> Value:
        """Return a copy of a part of the template with the items put in."""
        if isinstance(template, str | PartialText):
            return self._text(template)
        if isinstance(template, list):
            self.run.spend(len(template))
            return [self.of(item) for item in template]
        if isinstance(template, dict):
            return self._map(template)
        if isinstance(template, Partial):
            return Partial(self.of(template.known), template.rest)
        return self._either(template) if isinstance(template, Either) else template

    def _either(self, template: Either) -> Value:
        self.run.spend(1)
        try:
            return Either(template.condition, self.of(template.if_true), self.of(template.if_false), template.origin)
        except EvaluationError as exc:
            if exc.slug == "budget":
                raise
            return propagate_unknown("repeat", template, self._pairs())  # the other outcome may not fail

    def _map(self, template: dict[str, Value]) -> Value:
        self.run.spend(len(template))
        made: dict[str, Value] = {}
        rest: Unknown | None = None
        for key, value in template.items():
            new = self.of(key)
            if isinstance(new, MARKS):
                rest = rest or propagate_unknown("repeat", new, template, self._pairs(), type_="map")
            else:
                made[new] = self.of(value)
        return made if rest is None else Partial(made, rest)

    def _text(self, text: str | PartialText) -> Value:
        made: Value = text
        steps = self._steps.setdefault(text, []) if text.__class__ is str and len(text) <= _SHORT else None
        if steps:
            made = steps[-1]
        for at in range(len(steps or ()), len(self.items)):
            key, item = self.keys[at], self.items[at]
            if made.__class__ is str and item.__class__ is str and key.__class__ is str:  # nearly always, and often
                if key in made:
                    made = self._put(made, key, item)
                if steps is not None and len(steps) == at and len(made) <= _SHORT:
                    steps.append(made)
                continue
            if not isinstance(key, str):
                message = f"repeat needs string placeholders, not {show(key)}; put it in quotes"
                raise error(message, _at(key), "placeholder-type", "key")
            require("repeat", f"strings to put in for '{key}'", item, _at(key), str)
            if isinstance(made, PartialText):
                made = text_of([self._put(part, key, item) for part in made.parts])
            elif isinstance(made, str):
                made = self._put(made, key, item)
        return made

    def _pairs(self) -> list[tuple[str, Value]]:
        return list(zip(self.keys, self.items, strict=True))

    def _put(self, text: Value, key: str, item: Value) -> Value:
        if not isinstance(text, str) or key not in text:
            return text
        if not isinstance(item, str):
            pieces = text.split(key) if key else [text]
            parts: list[Value] = [pieces[0]]
            for piece in pieces[1:]:
                parts += [item, piece]
            return text_of(parts)
        self.run.spend((len(text) + text.count(key) * len(item)) // 100)
        return text.replace(key, item)


def _at(key: Value) -> Path:
    return ("for_each", key)


FUNCTIONS = (Repeat(),)
