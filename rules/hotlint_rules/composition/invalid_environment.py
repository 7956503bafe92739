from __future__ import annotations

from functools import partial

from hotlint.analysis.context import TemplateContext
from hotlint.analysis.template import VERSION_KEY, Template
from hotlint.linter.diagnostic import Related
from hotlint.linter.rule import Checked, Context, Example, Rule, Target
from hotlint_rules.composition._nested import display_path

_IGNORED = frozenset({"duplicate-key", "not-a-template", "empty-file"})


class InvalidEnvironment(Rule):
    """An environment of the template has an error.

    Heat refuses the stack. The message has the first error; its place in the environment is shown as well.
    """

    code = "HOT620"
    name = "invalid-environment"
    renamed = ("faulty-environment",)
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

    def check_template(self, template: Template, ctx: Context) -> Checked:
        unit = ctx.unit
        if unit.chain:
            return
        for path in unit.environment.files:
            open_file = partial(TemplateContext.open_environment, unit.project, path, unit.evaluation.meter)
            file_result = ctx.check_nested(("environment", path), open_file)
            found = [d for d in file_result if d.severity == "error" and d.rule not in _IGNORED]
            if not found:
                continue
            count = f"{len(found)} errors, the first" if len(found) > 1 else "an error"
            message = f"environment '{display_path(path, ctx)}' has {count}: {found[0].message}"
            related = [Related(d.message, d.span, path) for d in found[:3]]
            entry = template.sections.get(VERSION_KEY)
            if entry is not None:
                yield ctx.report(Target(entry, "key"), message, related=related)
