from __future__ import annotations

from collections.abc import Iterator

from hotlint.analysis.template import kind_of
from hotlint.common.files import ReadError
from hotlint.common.suggestions import did_you_mean, unambiguous_match
from hotlint.rule import (
    Checked,
    EnvironmentFile,
    Example,
    Mapping,
    Rule,
    RuleContext,
    Scalar,
    Sequence,
    Severity,
    Target,
    Template,
)
from hotlint.syntax.nodes import collections
from hotlint_rules.references._targets import undefined_causes

_SECTIONS = ("parameters", "parameter_defaults", "parameter_merge_strategies")


class UnusedEnvironmentEntry(Rule):
    """An environment has a parameter, type or resource that no template with this environment has.

    hotlint looks at the templates for which .hotlint.yaml names the environment, or else at the template that is named like the
    environment, and at their nested templates. Heat refuses a stack with an undefined parameter under `parameters`, and ignores
    other unused entries.
    """

    code = "HOT639"
    name = "unused-environment-entry"
    severity = "warning"
    bad = [
        Example(
            """\
parameter_defaults:
  flavour: m1.small
  ^^^^^^^
""",
            files={
                "web.yaml": "heat_template_version: 2018-08-31\nparameters: {flavor: {type: string}}\n",
            },
        )
    ]
    good = [
        Example(
            "parameter_defaults:\n  flavor: m1.small\n",
            files={
                "web.yaml": "heat_template_version: 2018-08-31\nparameters: {flavor: {type: string}}\n",
            },
        )
    ]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        templates = list(users(ctx))
        if not templates:
            return
        names = {name for _, t in templates for name in t.parameters}
        for section in _SECTIONS:
            for name, entry in environment.entries(section).items():
                if name not in names and not (section == "parameter_merge_strategies" and name == "default"):
                    target = Target(entry, "key")
                    message = f"parameter '{name}' is not in any template that uses this environment{did_you_mean(name, names)}"
                    fix = ctx.rename_fix(target, unambiguous_match(name, names))
                    severity: Severity = "warning" if section == "parameters" or fix is not None else "info"
                    causes = undefined_causes(environment.path, entry.value.start) if section == "parameters" else []
                    yield ctx.report(target, message, severity=severity, fix=fix, tags=("unused",), causes=causes)
        encrypted = environment.sections.get("encrypted_param_names")
        for item in encrypted.value.items if encrypted is not None and isinstance(encrypted.value, Sequence) else ():
            if isinstance(item, Scalar) and item.text not in names:
                message = f"parameter '{item.text}' is not in any template that uses this environment{did_you_mean(item.text, names)}"
                yield ctx.report(item, message, severity="info", tags=("unused",))
        yield from self._registry(environment, [t for _, t in templates], ctx)

    def _registry(self, environment: EnvironmentFile, templates: list[Template], ctx: RuleContext) -> Checked:
        types = {name for t in templates for name in _types(t)}
        resources = {name for t in templates for name in t.resources}
        mappings = list(environment.registry())
        types |= {m.target for m in mappings if m.target is not None}
        for mapped in mappings:
            glob = mapped.pattern.endswith("*")
            used = any(t.startswith(mapped.pattern[:-1]) for t in types) if glob else mapped.pattern in types
            lost = next(
                (s for s in mapped.scope if s not in resources and not s.isdigit() and not set(s) & set("*?[")), None
            )
            if mapped.target is None or (used and lost is None):
                continue
            unused = f"resource '{lost}'" if lost is not None else f"type '{mapped.pattern}'"
            hint = (
                did_you_mean(lost, resources)
                if lost is not None
                else did_you_mean(mapped.pattern, types - {mapped.target})
            )
            message = f"{unused} is not in any template that uses this environment{hint}"
            yield ctx.report(Target(mapped.entry, "key"), message, severity="info", tags=("unused",))


def users(ctx: RuleContext) -> Iterator[tuple[str, Template]]:
    """Yield the templates that use an environment, with their paths, where they are known."""
    import os

    project = ctx.template_context.project
    for path in project.users.get(os.path.abspath(ctx.template_context.path), ()):
        try:
            document = project.document(path)
        except (OSError, ReadError):
            continue
        if kind_of(document) == "hot":
            yield path, project.template_of(document)


def _types(template: Template) -> Iterator[str]:
    """Yield every type that a template names, including those of members of groups."""
    for node in collections(template.document.root):
        if isinstance(node, Mapping):
            for entry in node.entries:
                if entry.name == "type" and isinstance(entry.value, Scalar) and isinstance(entry.value.value, str):
                    yield entry.value.value
        else:
            yield from (
                n.value for n in node.items if isinstance(n, Scalar) and isinstance(n.value, str) and "::" in n.value
            )
