from __future__ import annotations

from hotlint.common.suggestions import did_you_mean
from hotlint.rule import Checked, EnvironmentFile, Example, Mapping, Rule, RuleContext, Scalar, Sequence, Target

SINKS = {"zaqar-queue": (("target",), ("ttl",))}
"""Heat's types of event sinks: the required and the optional keys of each."""


class MalformedEventSink(Rule):
    """An event sink of an environment is malformed.

    Each is a mapping with a `type` and the keys of that type: zaqar-queue has `target` and `ttl`. Heat fails on anything
    else.
    """

    code = "HOT638"
    name = "malformed-event-sink"
    severity = "error"
    bad = [
        Example("""\
event_sinks:
  - type: zaqar
          ^^^^^
    target: events
""")
    ]
    good = [Example("event_sinks:\n  - type: zaqar-queue\n    target: events\n    ttl: 300\n")]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        section = environment.sections.get("event_sinks")
        for item in section.value.items if section is not None and isinstance(section.value, Sequence) else ():
            if not isinstance(item, Mapping):
                yield ctx.report(item, "event sink must be a mapping, such as {type: zaqar-queue, target: events}")
                continue
            entry = item.entry("type")
            kind = entry.value.value if entry is not None and isinstance(entry.value, Scalar) else None
            if entry is None:
                yield ctx.report(item, "event sink requires 'type', such as zaqar-queue")
            elif kind not in SINKS:
                message = f"unknown event sink type '{kind}'{did_you_mean(kind, SINKS)}"
                yield ctx.report(Target(entry), message)
            else:
                yield from _arguments(item, str(kind), ctx)


def _arguments(item: Mapping, kind: str, ctx: RuleContext) -> Checked:
    needed, other = SINKS[kind]
    given = {e.name: e for e in item.items()}
    for name in needed:
        if name not in given:
            yield ctx.report(item, f"event sink of type {kind} requires '{name}'")
    for name, entry in given.items():
        if name not in ("type", *needed, *other):
            yield ctx.report(
                Target(entry, "key"),
                f"event sink of type {kind} has no key '{name}'{did_you_mean(name, (*needed, *other))}",
            )
