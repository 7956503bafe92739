from __future__ import annotations

from hotlint.analysis.environment import EnvironmentFile
from hotlint.common.suggestions import did_you_mean
from hotlint.linter.rule import Checked, Context, Example, Rule, Target
from hotlint.syntax.nodes import Mapping, Scalar, Sequence

SINKS = {"zaqar-queue": (("target",), ("ttl",))}
"""The kinds of event sinks that Heat comes with: what each needs, and what else it takes."""


class MalformedEventSink(Rule):
    """An event sink of an environment is not in its form.

    Each is a map with a `type`, and with what that type takes: zaqar-queue takes `target` and `ttl`. Heat fails on
    anything else.
    """

    code = "HOT638"
    name = "malformed-event-sink"
    renamed = ("event-sink-form",)
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

    def check_environment(self, environment: EnvironmentFile, ctx: Context) -> Checked:
        section = environment.sections.get("event_sinks")
        for item in section.value.items if section is not None and isinstance(section.value, Sequence) else ():
            if not isinstance(item, Mapping):
                yield ctx.report(
                    item, "An event sink is a map with a type, such as {type: zaqar-queue, target: events}."
                )
                continue
            entry = item.entry("type")
            kind = entry.value.value if entry is not None and isinstance(entry.value, Scalar) else None
            if entry is None:
                yield ctx.report(item, "An event sink needs a type, such as zaqar-queue.")
            elif kind not in SINKS:
                message = f"'{kind}' is no type of event sinks that Heat has{did_you_mean(kind, SINKS)}."
                yield ctx.report(Target(entry), message)
            else:
                yield from _arguments(item, str(kind), ctx)


def _arguments(item: Mapping, kind: str, ctx: Context) -> Checked:
    needed, other = SINKS[kind]
    given = {e.name: e for e in item.items()}
    for name in needed:
        if name not in given:
            yield ctx.report(item, f"An event sink of the type {kind} needs '{name}'.")
    for name, entry in given.items():
        if name not in ("type", *needed, *other):
            yield ctx.report(
                Target(entry, "key"),
                f"An event sink of the type {kind} has no '{name}'{did_you_mean(name, (*needed, *other))}.",
            )
