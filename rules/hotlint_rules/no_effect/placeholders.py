"""The rules on placeholders of str_replace and repeat: those that replace nothing, and what none of them replaces."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from hotlint.analysis.evaluator import calls_in
from hotlint.analysis.template import span_of
from hotlint.common.annotations import TYPE_CHECKING
from hotlint.common.suggestions import closest_matches
from hotlint.language.functions.base import Call, Function, Snippet
from hotlint.language.values import MARKS, Either, Partial, PartialText, Value
from hotlint.rule import Checked, Example, Part, Rule, RuleContext, finding_cause
from hotlint_rules.resources.unreplaced_index import INDEX

if TYPE_CHECKING:
    from hotlint.language.functions.str_replace import StrReplace

_TOKEN = r"[$%@<{#~&|^]{0,3}\w[\w-]*[$%@>}#~&|^]{0,3}"
_AROUND = r"(\W+)\w[\w.-]*?(\W+)"
_LONGEST = 200_000
"""Characters of a template that is looked at for what a placeholder may mean."""
_FUNCTIONS = frozenset({"repeat", "str_replace", "str_replace_strict", "str_replace_vstrict", "Fn::Replace"})
"""The functions with placeholders: a template without a call of one needs none of their modules."""
_REFERENCES = frozenset({"get_param", "get_attr", "get_resource"})


class UnusedPlaceholder(Rule):
    """A placeholder of str_replace or repeat is not in its template, so that it replaces nothing.

    Heat reports nothing (str_replace_strict does), and the deployed text is without the value, often with the text that was meant to be
    replaced. Correct the placeholder or the template, or remove the placeholder. Case and blanks count, and Heat replaces the longest
    placeholders first, so a placeholder that is only part of longer ones replaces nothing either. hotlint looks at templates that it
    knows whatever values the parameters have: written out, joined of such parts, and in files that get_file names.
    """

    code = "HOT752"
    name = "unused-placeholder"
    severity = "warning"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  host: {type: string}
resources:
  boot:
    type: OS::Heat::SoftwareConfig
    properties:
      config:
        str_replace:
          template: "echo %HOST%"
          params: {"%host%": {get_param: host}}
                   ^^^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  ports: {type: comma_delimited_list}
resources:
  rules:
    type: OS::Neutron::SecurityGroup
    properties:
      rules:
        repeat:
          for_each: {$port: {get_param: ports}}
                     ^^^^^
          template: {protocol: tcp, port_range_min: port, port_range_max: port}
"""),
    ]
    good = [
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
  host: {type: string}
  text: {type: string}
resources:
  boot:
    type: OS::Heat::Value
    properties:
      value:
        - str_replace: {template: {get_file: boot.sh}, params: {$host: {get_param: host}, $host_name: a}}
        - str_replace: {template: {get_param: text}, params: {$host: {get_param: host}}}
        - repeat: {for_each: {'%n%': ['1', '2']}, template: {'key%n%': x}}
""",
            files={"boot.sh": "echo $host $host_name\n"},
        )
    ]

    def looks_at(self, function: Function) -> bool:
        return function.name in _FUNCTIONS

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        function = _str_replace(call)
        if function is None:
            yield from _repeated(call, ctx)
        elif not function.strict:
            keys, texts = _replaced(call, function, ctx)
            dead = _unused(keys, texts, all)
            causes = self._other_template(call, function, ctx) if dead and len(dead) == len(keys) else []
            refused = _refused(call, ctx) if dead else []
            for key in filter(dead.__contains__, keys) if dead else ():
                near, lost = _near(key, texts, keys), _lost_signal(call, function, key, ctx)
                if near is not None:
                    message = (
                        f"placeholder '{key}' is not in the template (did you mean '{near}'?), so it replaces nothing"
                    )
                elif any(key in text for text in texts):
                    message = f"placeholder '{key}' is only part of longer placeholders in the template, so it replaces nothing"
                else:
                    message = f"placeholder '{key}' is not in the template, so it replaces nothing"
                place = ctx.argument(call, (*function.params_at, key), "key")
                yield ctx.report(place, message + lost, causes=refused or ([] if near is not None or lost else causes))

    def _other_template(self, call: Call, function: StrReplace, ctx: RuleContext) -> list[str]:
        """Return the cause where no placeholder is in the template that a call gets: it is probably another file that is meant."""
        if not isinstance(_argument(call, function.template_at), Call):
            return []
        return [finding_cause(ctx.template_context.path, self.code, ctx.argument(call, function.template_at).span())]


def _refused(call: Call, ctx: RuleContext) -> list[str]:
    """Return the cause where a service refuses the text that a call makes, which has what a placeholder should replace."""
    from hotlint_rules.services.refusals import refusal_causes  # few placeholders are unused

    return refusal_causes(span_of(call.node), ctx) if call.node is not None else []


def _str_replace(call: Call) -> StrReplace | None:
    """Return the function of a call with placeholders; None for `repeat`."""
    from hotlint.language.functions.str_replace import StrReplace

    return call.function if isinstance(call.function, StrReplace) else None


def _unused(keys: Iterable[str], texts: list[str], of: Callable[[Iterable[bool]], bool]) -> set[str]:
    """Return the placeholders that replace nothing in `all` or in `any` of the texts."""
    from hotlint.language.functions.str_replace import unused_placeholders

    unused = [unused_placeholders(text, keys) for text in texts]
    return {key for key in keys if unused and of(key in some for some in unused)}


def _replaced(call: Call, function: StrReplace, ctx: RuleContext) -> tuple[list[str], list[str]]:
    """Return the placeholders of a call and the texts that its template may be; no text where that depends on something unknown."""
    from hotlint_rules.no_effect._any_values import value_for_any

    params = _argument(call, function.params_at)
    if params.__class__ is not dict or not params or not all(isinstance(key, str) and key for key in params):
        return [], []
    outcomes = list(_outcomes(value_for_any(_argument(call, function.template_at), ctx)))
    return list(params), outcomes if all(isinstance(text, str) for text in outcomes) else []


def _argument(call: Call, path: tuple[str | int, ...]) -> Snippet:
    try:
        return call.args[path[0]]
    except (KeyError, IndexError, TypeError):
        return None


def _outcomes(value: Value) -> Iterator[Value]:
    if isinstance(value, Either):
        yield from _outcomes(value.if_true)
        yield from _outcomes(value.if_false)
    else:
        yield value


def _near(key: str, texts: Iterable[str], keys: Iterable[str]) -> str | None:
    """Return the word of a template that a placeholder probably means: the same letters first, then a similar one in the same signs."""
    tokens: dict[str, None] = {}
    for text in texts:
        tokens |= dict.fromkeys(re.findall(_TOKEN, text[:_LONGEST]))
    letters = _letters(key)
    others = {other for other in keys if other != key}
    same = [t for t in tokens if letters and _letters(t) == letters and not any(o in t for o in others)]
    if same:
        return max(same, key=lambda token: _signs(token) == _signs(key))
    alike = [t for t in tokens if _signs(key) != ("", "") and _signs(t) == _signs(key) and t not in others]
    return next(iter(closest_matches(key, alike)), None)


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def _signs(text: str) -> tuple[str, str]:
    """Return the signs before and after the letters of a placeholder."""
    stripped = re.fullmatch(r"(\W*).*?(\W*)", text, re.S)
    return (stripped[1], stripped[2]) if stripped is not None else ("", "")


def _lost_signal(call: Call, function: StrReplace, key: str, ctx: RuleContext) -> str:
    """Return the end of a message about a placeholder for the command of a signal that nothing else sends; "" for any other."""
    signals = [c for c in calls_in(_argument(call, function.params_at)[key]) if _is_signal(c)]
    if not signals:
        return ""
    name = signals[0].args[0]
    others = (
        c
        for part in ctx.template.parts
        if part.owner.field("properties") is None or part.field != "properties" or not _waits_for(part)
        for c in part.calls
        if c is not signals[0] and any(t.name == name for t in c.targets)
    )
    return f"; nothing else sends a signal to '{name}'" if next(others, None) is None else ""


def _is_signal(call: Call) -> bool:
    return call.name == "get_attr" and isinstance(call.args, list) and call.args[1:2] == ["curl_cli"]


def _waits_for(part: Part) -> bool:
    """Return whether a resource only waits for a handle."""
    return isinstance(part.snippet, dict) and "handle" in part.snippet and "timeout" in part.snippet


def _repeated(call: Call, ctx: RuleContext) -> Checked:
    args = call.args
    keys = args.get("for_each") if isinstance(args, dict) else None
    if keys.__class__ is not dict or "template" not in args:
        return
    from hotlint_rules.no_effect._any_values import value_for_any

    value = value_for_any(args["template"], ctx)
    if isinstance(value, MARKS) and not isinstance(value, PartialText):
        return
    known, written = set(_texts(value)), set(_texts(args["template"]))
    for key in keys:
        if not isinstance(key, str) or any(key in text for text in known):
            continue
        place = ctx.argument(call, ("for_each", key), "key")
        holders = [c for c in calls_in(args["template"]) if any(key in text for text in _texts(c.args))]
        if holders and all(c.name in _REFERENCES for c in holders):
            name = holders[-1].name
            message = (
                f"placeholder '{key}' replaces nothing: Heat calls '{name}' with it before it replaces placeholders"
            )
            yield ctx.report(place, message)
        elif not any(key in text for text in written):
            yield ctx.report(place, f"placeholder '{key}' is not in the template, so each copy is the same")


def _texts(value: Value) -> Iterator[str]:
    """Yield the strings in a snippet or a value: its keys, and what is known of texts, too."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, Call):
            stack.append(item.args)
        elif isinstance(item, dict):
            stack += item.keys()
            stack += item.values()
        elif isinstance(item, list):
            stack += item
        elif isinstance(item, PartialText):
            stack += [piece for piece in item.parts if isinstance(piece, str)]
        elif isinstance(item, Either):
            stack += [item.if_true, item.if_false]
        elif isinstance(item, Partial):
            stack.append(item.known)


def _indexes(part: Part) -> tuple[Snippet, ...]:
    """Return the words that a group replaces in the definition of its members; HOT520 is about other places of `%index%`."""
    return INDEX, part.snippet.get("index_var") if isinstance(part.snippet, dict) else None


class UnreplacedPlaceholder(Rule):
    """A template of str_replace has a word in the signs of the placeholders that none of them replaces.

    The placeholders are `%name%` and `%port%`, for example, and the template has `%naam%` as well, which is deployed as it is. Add the
    placeholder, or correct the word. hotlint looks at placeholders with signs on both sides, and not at words such as `${name}` that
    a shell replaces.
    """

    code = "HOT753"
    name = "unreplaced-placeholder"
    severity = "info"
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  host: {type: string}
  port: {type: number}
resources:
  boot:
    type: OS::Heat::SoftwareConfig
    properties:
      config:
        str_replace:
          template: "listen %host%:%port% %mode%"
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          params: {"%host%": {get_param: host}, "%port%": {get_param: port}}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  host: {type: string}
resources:
  boot:
    type: OS::Heat::SoftwareConfig
    properties:
      config:
        str_replace:
          template: "HOST=%host%; echo ${HOST} $HOME <b>%d</b>"
          params: {"%host%": {get_param: host}}
  hosts:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: OS::Neutron::Port
        properties: {network: private, name: {str_replace: {template: "%host%-%index%", params: {"%host%": {get_param: host}}}}}
""")
    ]

    def looks_at(self, function: Function) -> bool:
        return function.name in _FUNCTIONS

    def check_call(self, call: Call, part: Part, ctx: RuleContext) -> Checked:
        function = _str_replace(call)
        if function is None or call.parent is not None:  # what is around the call may replace the rest
            return
        keys, texts = _replaced(call, function, ctx)
        manners = {_signs(key) for key in keys if re.fullmatch(_AROUND, key)} if texts else ()
        left: dict[str, None] = {}
        for before, after in manners:
            if before.startswith("$"):
                continue  # shell
            word = rf"{re.escape(before)}[A-Za-z_][\w.-]*{re.escape(after)}"
            for text in texts:
                left |= dict.fromkeys(re.findall(word, text[:_LONGEST]))
        unused = set(map(_letters, _unused(keys, texts, any))) if left else ()
        for word in left:
            if not any(key in word for key in keys) and _letters(word) not in unused and word not in _indexes(part):
                message = f"'{word}' in the template looks like a placeholder, and 'params' has no value for it"
                yield ctx.report(ctx.argument(call, function.template_at), message)
