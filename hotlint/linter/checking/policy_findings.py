"""The findings of policies in a template. hotlint imports this module only if a configuration has policies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hotlint.analysis.budget import Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.template import is_template
from hotlint.dry_run.stack_preview import Preview
from hotlint.linter.diagnostic import SEVERITIES, Diagnostic, Related, Severity, file_cause
from hotlint.linter.rules.rule import Rule
from hotlint.linter.run_diagnostics import BadConfiguration, run_diagnostic
from hotlint.linter.settings.model import Settings
from hotlint.policies.evaluation import PolicyResult, evaluate
from hotlint.policies.model import MissingLibraryError, Policy
from hotlint.policies.reader import PACK_FOLDER


def effective_policies(settings: Settings) -> tuple[Policy, ...]:
    """Return the policies of settings. If several have the same code, the last one takes precedence."""
    return tuple({policy.code: policy for policy in settings.policies}.values())


def policy_rules(settings: Settings) -> list[Rule]:
    """Return the policies as rules, so that suppression comments and selectors can name them."""
    return [_PolicyRule(policy) for policy in effective_policies(settings)]


class _PolicyRule(Rule):
    """A policy by its code and its name."""

    def __init__(self, policy: Policy) -> None:
        self.code = policy.code  # type: ignore[misc]
        self.name = policy.name  # type: ignore[misc]
        self.severity = _severity(policy.severity)  # type: ignore[misc]


def policy_diagnostics(contexts: Sequence[TemplateContext], settings: Settings) -> list[Diagnostic]:
    """Return the findings of policies in a template in all its contexts, each once, by position."""
    policies = tuple(
        rule_policy for rule_policy, rule in zip(effective_policies(settings), policy_rules(settings), strict=True)
        if settings.wants(rule)
    )  # fmt: skip
    found: dict[tuple[str, object, str], dict[str, Diagnostic]] = {}
    for context in contexts if policies else ():
        if not is_template(context.document):
            break  # nor in any other context
        try:
            for diagnostic in _diagnostics(evaluate(Preview(_offline(context), show_hidden=True), policies)):
                at = (diagnostic.code, diagnostic.span, diagnostic.severity)
                found.setdefault(at, {}).setdefault(diagnostic.message, diagnostic)
        except MissingLibraryError as exc:
            return [_missing_library(exc, policies[0])]
        except RecursionError:
            continue  # the template is nested too deeply, which other findings say
    return sorted((_merged(list(same.values())) for same in found.values()), key=lambda d: d.span)


def _missing_library(exc: MissingLibraryError, policy: Policy) -> Diagnostic:
    """Return the finding that policies cannot be evaluated, whose cause is the file that asks for it."""
    found = run_diagnostic(BadConfiguration, str(exc))
    return found._replace(related=_origin(policy), causes=(file_cause(policy.file),))


def _origin(policy: Policy) -> tuple[Related, ...]:
    """Return the place where a site wrote a policy; nothing for a policy of hotlint."""
    if not policy.file or policy.file.startswith(PACK_FOLDER):
        return ()
    return (Related(f"policy '{policy.code}'", policy.span, policy.file),)


def _merged(same: list[Diagnostic]) -> Diagnostic:
    """Return the findings of one policy at one place as one finding: all members of a group have the same place."""
    first, more = same[0], len(same) - 1
    return first._replace(message=f"{first.message} (and {more} more like it)") if more else first


def _offline(context: TemplateContext) -> TemplateContext:
    """Return a root template in a context in which attributes that are known offline have values."""
    if context.offline or context.parent is not None:
        return context
    return TemplateContext.open(
        context.project, context.path, context.environment, Meter(context.evaluation.meter.budget),
        root=context.evaluation.inputs.root, offline=True,
    )  # fmt: skip


def _diagnostics(results: Iterable[PolicyResult]) -> Iterable[Diagnostic]:
    for result in results:
        policy = result.policy
        severity = _severity(policy.severity)
        if result.state == "pass" or (result.state == "unknown" and policy.unknown == "pass"):
            continue
        if result.state == "unknown" and policy.unknown == "report":
            severity = "info"
        message = _message(result)
        related: tuple[Related, ...] = ()
        if result.root_span != result.span:  # it is in a nested stack
            message = f"{message} (in the nested resource {result.path})"
            related = (Related(f"the nested resource {result.path}", result.span, result.file),)
        yield Diagnostic(
            policy.code, severity, message, result.root_span, (*related, *_origin(policy)), rule=policy.name
        )


def _message(result: PolicyResult) -> str:
    if result.state == "unknown":
        return f"cannot be decided: {result.message} ({result.hint})"
    return f"{result.message} ({result.hint})" if result.hint else result.message


def _severity(text: str) -> Severity:
    return next(severity for severity in SEVERITIES if severity == text)
