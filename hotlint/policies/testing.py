"""Run the tests of policies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.analysis.template import is_template
from hotlint.common.boundary import Boundary
from hotlint.common.files import ReadError
from hotlint.common.suggestions import did_you_mean
from hotlint.dry_run.stack_preview import Preview
from hotlint.policies.evaluation import evaluate
from hotlint.policies.model import PolicyFile, PolicyTest
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Source


class PolicyTestResult(NamedTuple):
    """The result of one test: why it failed, nothing for one that passed."""

    test: PolicyTest
    failures: tuple[str, ...]


def run_policy_tests(file: PolicyFile, confined_to: Boundary | None = None) -> Iterator[PolicyTestResult]:
    """Yield the results of the tests in a file of policies. Raises MissingLibraryError.

    Outside of the boundary `confined_to` no template is read.
    """
    last: tuple[object, Preview | None] = (None, None)
    for number, test in enumerate(file.tests):
        what = (test.template or number, test.environments, test.parameters)
        try:
            if last[0] != what:  # one file is often tested with many policies in turn
                last = (what, _preview(file, test, number, confined_to))
            failures = tuple(_failures(file, test, last[1]))
        except (OSError, ReadError) as exc:
            failures = (f"a file cannot be read: {exc}",)
        except RecursionError:
            failures = ("the template is nested too deeply to be evaluated",)
        yield PolicyTestResult(test, failures)


def _failures(file: PolicyFile, test: PolicyTest, preview: Preview | None) -> Iterator[str]:
    if preview is None:
        yield f"the template of test '{test.name}' is not a HOT template that can be read"
        return
    policies = tuple(policy for policy in file.policies if policy.code == test.policy)
    results = {result.path: result for result in evaluate(preview, policies)}
    for path, expected in test.expected.items():
        result = results.get(path)
        if result is None:
            yield f"{test.policy} says nothing about '{path}'{did_you_mean(path, results)}; expected {expected}"
        elif result.state != expected:
            why = f" ({result.message}{f': {result.hint}' if result.hint else ''})" if result.message else ""
            yield f"'{path}' has the result {result.state}{why}; expected {expected}"
    for path, result in results.items():
        if path not in test.expected:
            yield f"'{path}' has the result {result.state}, and the test expects none for it"


def _preview(file: PolicyFile, test: PolicyTest, number: int, confined_to: Boundary | None) -> Preview | None:
    """Return the dry run of a test's template; None where it is no template that can be read."""
    path = test.template or f"{file.path}.{number}.template.yaml"
    sources = {} if test.template is not None else {path: Source(path, test.text)}
    project = Project(Catalog(), sources, confined_to=confined_to)
    environment = project.environment(test.environments, test.parameters)
    context = TemplateContext.open(project, path, environment, Meter(Budget()), root=True, offline=True)
    readable = is_template(context.document) and not context.document.broken
    return Preview(context, show_hidden=True) if readable else None
