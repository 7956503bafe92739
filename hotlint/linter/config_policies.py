"""The key `policies` of a configuration. Imported only where there is one."""

from __future__ import annotations

from hotlint.common.files import ReadError
from hotlint.policies.model import Policy
from hotlint.policies.reader import PolicyReader, read_policies
from hotlint.syntax.field_reader import FieldProblem, TooLargeError
from hotlint.syntax.nodes import Document, Mapping, Node, Scalar, Sequence
from hotlint.syntax.source import LineIndex

SHOWN = 3
"""Mistakes of one file of policies that are reported in the configuration."""


def read_policies_of(
    path: str, document: Document, node: Node, confined_to: str | None = None
) -> tuple[tuple[Policy, ...], list[FieldProblem]]:
    """Return the policies that a configuration names or holds, and the mistakes, at their places in the configuration.

    Of what lies outside of the folder `confined_to`, only the packs of hotlint are read; None is no limit.
    """
    reader = PolicyReader(path, Document(document.source, document.root), confined_to)
    found: list[Policy] = []
    for item in node.items if isinstance(node, Sequence) else [node]:
        if isinstance(item, Scalar):
            found += _extended(reader, item)
        elif isinstance(item, Mapping):
            try:
                policy = reader.policy(item)
            except (TooLargeError, RecursionError):
                policy = None
                reader.report(item, "the policy expands to more than 100,000 values")
            found += [policy] if policy is not None else []
        else:
            reader.report(item, "'policies' must be a list of files and policies, such as [policies.yaml]")
    return tuple(found), list(reader.sorted_problems())


def _extended(reader: PolicyReader, item: Scalar) -> tuple[Policy, ...]:
    path = reader.extended_path(item)
    if path is None:
        return ()
    try:
        read = read_policies(path, confined_to=reader.confined_to)
    except (OSError, ReadError) as exc:
        why = exc.message if isinstance(exc, ReadError) else exc.strerror
        reader.report(item, f"policies '{item.text}' cannot be read: {why}")
        return ()
    for file, problems in read.problems.items():
        try:
            lines = LineIndex(_text(file))
        except (OSError, ReadError):
            continue
        for problem in problems[:SHOWN]:
            reader.report(item, f"{file}:{lines.position(problem.span.start).line + 1}: {problem.message}")
    return read.policies


def _text(path: str) -> str:
    from hotlint.common.files import read_text

    return read_text(path)
