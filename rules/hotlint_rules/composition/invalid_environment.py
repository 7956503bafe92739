from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hotlint.analysis.files.project import Project
from hotlint.analysis.template import VERSION_KEY, is_template
from hotlint.rule import (
    Checked,
    EnvironmentFile,
    Example,
    Mapping,
    Node,
    Related,
    ReportingRule,
    Rule,
    RuleContext,
    Scalar,
    Target,
    Template,
    TemplateContext,
    causes_in,
)
from hotlint.syntax.nodes import collections
from hotlint_rules.composition._nested import display_path

_IGNORED = frozenset({"duplicate-key", "not-a-template", "empty-file"})


class InvalidEnvironment(Rule):
    """An environment of the template has an error.

    Heat refuses the stack. The message has the first error; its place in the environment is shown as well.
    """

    code = "HOT620"
    name = "invalid-environment"
    severity = "error"
    bad = [
        Example(
            """\
heat_template_version: 2018-08-31
^^^^^^^^^^^^^^^^^^^^^
""",
            environment="resource_registry: {'Acme::Web': web.yaml}\n",
        )
    ]
    good = [
        Example(
            "heat_template_version: 2018-08-31\n", environment="resource_registry: {'Acme::Web': 'OS::Heat::None'}\n"
        )
    ]

    def check_template(self, template: Template, ctx: RuleContext) -> Checked:
        context = ctx.template_context
        if context.chain:
            return
        files = context.environment.files
        for index, path in enumerate(files):
            entry = template.sections.get(VERSION_KEY)
            if is_template(context.project.document(path)) and entry is not None:
                message = f"environment '{display_path(path, ctx)}' is a template, which Heat's client does not accept"
                yield ctx.report(Target(entry, "key"), message)
                continue
            open_file = partial(TemplateContext.open_environment, context.project, path, context.evaluation.meter)
            file_result = ctx.check_nested(("environment", path), open_file, _keeps_from_use)
            found = [d for d in file_result if d.severity == "error"]
            if index + 1 < len(files):
                replaced = list(_replaced(context.project, path, files[index + 1 :]))
                found = [d for d in found if not any(r.start <= d.span.start < r.end for r in replaced)]
            if not found:
                continue
            count = f"{len(found)} errors, the first" if len(found) > 1 else "an error"
            message = f"environment '{display_path(path, ctx)}' has {count}: {found[0].message}"
            said = [
                "error in the environment",
                *(d.message for d in found[1:3]),
            ]  # the message of the first one is above
            related = [Related(words, d.span, path) for words, d in zip(said, found, strict=False)]
            causes = [c for d in found for c in causes_in(d, path)]
            if entry is not None:
                yield ctx.report(Target(entry, "key"), message, related=related, causes=causes)


def _keeps_from_use(rule: ReportingRule) -> bool:
    """Return whether Heat refuses every template with an environment in which a rule finds an error."""
    return rule.severity == "error" and rule.name not in _IGNORED


def _replaced(project: Project, path: str, later: tuple[str, ...]) -> Iterator[Node]:
    """Yield the hooks and restricted actions of an environment that the registries of later ones replace.

    Heat does not see them. Its client does, and fails where one is null or a number.
    """
    names: set[str] = set()
    for other in later:
        names.update(n for n, e in EnvironmentFile(project.document(other)).registry_by_name().items() if e is not None)
    registry = EnvironmentFile(project.document(path)).entries("resource_registry")
    for name, entry in registry.items():
        inside = collections(entry.value) if name in names and isinstance(entry.value, Mapping) else ()
        found = [e for node in inside if isinstance(node, Mapping) for e in node.items()]
        for own in [entry, *found] if name in names else ():
            passes = not isinstance(own.value, Scalar) or isinstance(own.value.value, str)
            if own.name in ("hooks", "restricted_actions") and passes:
                yield own.value
