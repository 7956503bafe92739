from __future__ import annotations

from hotlint.analysis.files.client_files import is_elsewhere, problem_at, upload_blocker
from hotlint.analysis.locations import locate
from hotlint.rule import Checked, EnvironmentFile, Example, Related, Rule, RuleContext, Target
from hotlint_rules.composition._nested import blocker_cause, display_path, meant_file, missing_cause
from hotlint_rules.composition.missing_template import WORDS


class MissingRegistryTemplate(Rule):
    """The registry maps a type to a file that does not exist, or that names a file that does not exist.

    The path is relative to the environment. Heat's client reads all these files, used or not, before it uploads anything,
    and stops. (The client treats a name without '::' as a path, not as a type.) A missing file with an absolute name is an
    info: it may be on the machine that the stack is created from.
    """

    code = "HOT635"
    name = "missing-registry-template"
    severity = "error"
    bad = [
        Example("""\
resource_registry:
  Acme::Web: nested/web.yaml
             ^^^^^^^^^^^^^^^
  Acme::Host: OS:Nova:Server
              ^^^^^^^^^^^^^^
""")
    ]
    good = [
        Example(
            """\
resource_registry:
  Acme::Web: nested/web.yaml
  Acme::Host: OS::Nova::Server
""",
            files={"nested/web.yaml": "heat_template_version: 2018-08-31\n"},
        )
    ]

    def check_environment(self, environment: EnvironmentFile, ctx: RuleContext) -> Checked:
        project = ctx.template_context.project
        for mapped in environment.registry():
            if not mapped.is_path or mapped.target is None or len(mapped.scope) > 1:
                continue
            location = locate(mapped.target, environment.path, mapped.base)
            target = Target(mapped.entry)
            if location.path is None:
                message = f"template '{location.url}' is remote, so hotlint does not check it"
                yield ctx.report(target, message, severity="info")
                continue
            error = problem_at(project, location)
            if error is not None:
                hint, meant = meant_file(mapped.target, location.path, ctx) if error == "missing" else ("", None)
                elsewhere = error == "missing" and is_elsewhere(mapped.target)
                here = " on this machine" if elsewhere else ""
                yield ctx.report(
                    target,
                    f"template '{mapped.target}' {WORDS[error]}{here}{hint}",
                    severity="info" if elsewhere else None,
                    fix=ctx.rename_fix(target, meant, "unsafe"),
                    causes=[missing_cause(location.path, ctx)],
                )
                continue
            found = upload_blocker(project, location.path)
            if found is not None and not found.is_elsewhere:
                file = "it" if found.file == location.path else f"'{display_path(found.file, ctx)}'"
                why = "is a circular reference" if found.kind == "cycle" else WORDS[found.kind]
                message = f"template '{mapped.target}' cannot be used: {file} names '{found.name}', which {why}"
                related = [Related("file is named here", found.span, found.file)]
                yield ctx.report(target, message, related=related, causes=[blocker_cause(found, ctx)])
