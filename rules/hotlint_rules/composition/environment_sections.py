"""The rules on the sections of environments."""

from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.environments.file import LISTS, SECTIONS, STRATEGIES, is_true
from hotlint.analysis.template import VERSION_KEY
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.rule import (
    Checked,
    Entry,
    EnvironmentFile,
    Example,
    Mapping,
    Related,
    Rule,
    RuleContext,
    Scalar,
    Sequence,
    Target,
    Template,
    value_cause,
)
from hotlint_rules.composition._nested import display_path


class UnknownEnvironmentSection(Rule):
    """An environment has an unknown section.

    Heat's client refuses it. The usual cause is a typo, or lines that should be indented more.
    """

    code = "HOT631"
    name = "unknown-environment-section"
    severity = "error"
    bad = [
        Example("""\
parameter_defaults:
  flavor: m1.small
parameter:
^^^^^^^^^
  image: cirros
""")
    ]
    good = [Example("parameter_defaults:\n  flavor: m1.small\nparameters:\n  image: cirros\n")]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        missing = [s for s in SECTIONS if s not in environment.sections]
        for name, entry in environment.sections.items():
            if name not in SECTIONS:
                target = Target(entry, "key")
                message = f"unknown environment section '{name}'{did_you_mean(name, missing)}; the sections are {', '.join(SECTIONS)}"
                fix = ctx.rename_fix(target, unambiguous_match(name, missing)) if isinstance(name, str) else None
                yield ctx.report(target, message, fix=fix)


class EmptyEnvironmentSection(Rule):
    """A section of an environment is empty.

    Heat reads it as null and refuses the environment. Remove the section, or write {} or [].
    """

    code = "HOT632"
    name = "empty-environment-section"
    severity = "error"
    bad = [
        Example("""\
parameter_defaults:
  flavor: m1.small
resource_registry:
^^^^^^^^^^^^^^^^^
""")
    ]
    good = [Example("parameter_defaults:\n  flavor: m1.small\nresource_registry: {}\n")]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        for name, entry in environment.sections.items():
            if name in SECTIONS and isinstance(entry.value, Scalar) and entry.value.value is None:
                message = (
                    f"environment section '{name}' is empty; remove it, or write {'[]' if name in LISTS else '{}'}"
                )
                yield ctx.report(Target(entry, "key"), message)


_MAPPINGS = ("parameters", "parameter_defaults", "parameter_merge_strategies", "resource_registry")


class InvalidEnvironmentSectionType(Rule):
    """A section of an environment is not of its type.

    Heat fails on it. `parameters`, `parameter_defaults`, `parameter_merge_strategies` and `resource_registry` are mappings;
    `encrypted_param_names` and `event_sinks` are lists.
    """

    code = "HOT633"
    name = "invalid-environment-section-type"
    severity = "error"
    bad = [
        Example("""\
resource_registry: {}
parameter_defaults:
  - flavor: m1.small
  ^^^^^^^^^^^^^^^^^^
""")
    ]
    good = [Example("resource_registry: {}\nparameter_defaults: {flavor: m1.small}\n")]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        root = environment.document.root
        if root is not None and not isinstance(root, Mapping) and not (isinstance(root, Scalar) and root.value is None):
            yield ctx.report(root, "environment must be a mapping of sections, such as 'parameters: {name: value}'")
        for name, entry in environment.sections.items():
            value = entry.value
            if isinstance(value, Scalar) and value.value is None:
                continue
            if name in _MAPPINGS and not isinstance(value, Mapping):
                ignored = not is_true(value) and name != "resource_registry"
                milder = ignored or name == "parameter_merge_strategies"  # see HOT641 unmergeable-environments
                message = f"environment section '{name}' must be a mapping of names to values"
            elif name in LISTS and not isinstance(value, Sequence):
                milder = not is_true(value) or name == "encrypted_param_names"
                message = f"environment section '{name}' must be a list"
            else:
                continue
            yield ctx.report(Target(entry), message, severity="warning" if milder else "error")


class UnknownMergeStrategy(Rule):
    """A merge strategy in parameter_merge_strategies is unknown.

    Heat then overwrites, which is the default. The strategies are overwrite, merge and deep_merge.
    """

    code = "HOT637"
    name = "unknown-merge-strategy"
    severity = "warning"
    bad = [
        Example("""\
parameter_merge_strategies:
  default: deep-merge
           ^^^^^^^^^^
parameter_defaults: {tags: {team: web}}
"""),
        Example(
            """\
heat_template_version: 2018-08-31
parameters:
^^^^^^^^^^
  tags: {type: json, default: {}}
resources:
  tags: {type: OS::Heat::Value, properties: {value: {get_param: tags}}}
""",
            environment="parameter_merge_strategies: {tags: deep-merge}\nparameter_defaults: {tags: {team: web}}\n",
        ),
    ]
    good = [Example("parameter_merge_strategies:\n  default: deep_merge\nparameter_defaults: {tags: {team: web}}\n")]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        for entry, found, message, cause in _unknown_strategies(environment):
            fix = ctx.rename_fix(Target(entry), unambiguous_match(found, STRATEGIES)) if found is not None else None
            yield ctx.report(Target(entry), message, fix=fix, causes=[cause])

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        """Report the strategies in the environments that a template is checked with, as with `-e`."""
        context = ctx.template_context
        home = template.sections.get("parameters") or template.sections.get(VERSION_KEY)
        if home is None or context.chain or ctx.is_supplied:
            return
        for path in context.environment.files:
            for entry, _, message, cause in _unknown_strategies(EnvironmentFile(context.project.document(path))):
                related = [Related("merge strategy", Target(entry).span(), path)]
                where = f"environment '{display_path(path, ctx)}', '{entry.name}': {message}"
                yield ctx.report(Target(home, "key"), where, related=related, causes=[cause])


def _unknown_strategies(environment: EnvironmentFile) -> Iterator[tuple[Entry, str | None, str, str]]:
    """Yield the entries with an unknown strategy, the strategy where it is a text, a message and the name of the cause."""
    for entry in environment.entries("parameter_merge_strategies").values():
        found = entry.value.value if isinstance(entry.value, Scalar) else None
        if found not in STRATEGIES:
            hint = f" '{found}'{did_you_mean(found, STRATEGIES)}" if isinstance(found, str) else ""
            message = f"unknown merge strategy{hint}; use {', '.join(STRATEGIES[:-1])} or {STRATEGIES[-1]}"
            cause = value_cause(environment.path, entry.value.start, "merge strategy")
            yield entry, found if isinstance(found, str) else None, message, cause


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
