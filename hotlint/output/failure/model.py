"""What is rendered of a failed stack."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hotlint.output.findings.model import Finding
from hotlint.plans.failures import Failure, FailurePlace
from hotlint.plans.model import RecordedStack


class ExplainedFailure(NamedTuple):
    """A failure, its place in the template, and the findings that would have told of it before."""

    failure: Failure
    place: FailurePlace
    findings: tuple[Finding, ...]


class FailedStack(NamedTuple):
    """A stack and its failures. `text_of` returns the text of a template by its path, for line numbers."""

    stack: RecordedStack
    failures: tuple[ExplainedFailure, ...]
    text_of: Callable[[str], str]
