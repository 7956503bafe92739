"""Read policies: those of a file, of the files that it extends, and of a configuration."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any

from hotlint.common.boundary import Boundary
from hotlint.common.files import ReadError, read_text
from hotlint.common.suggestions import did_you_mean
from hotlint.formats.policies import POLICIES, POLICY, STATES, SUBJECTS, TEST, VARIABLES
from hotlint.formats.reader import FieldProblem, FieldReader, TooLargeError, Word, items_of, wide_span
from hotlint.policies.model import Policy, PolicyFile, PolicyTest, expression_problem
from hotlint.syntax.nodes import Document, Mapping, Node, Scalar
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

PACKS = "hotlint:"
"""The prefix of packs that hotlint ships."""
PACK_FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data", "policies")
FILE_LIMIT = 50
"""Files of policies that one file leads to."""
_CODE = re.compile(r"[A-Z][A-Z_-]*[0-9]{1,6}")
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


def packs() -> list[str]:
    """Return the names of the packs that hotlint ships."""
    names = os.listdir(PACK_FOLDER) if os.path.isdir(PACK_FOLDER) else []
    return sorted(PACKS + name.removesuffix(".yaml") for name in names if name.endswith(".yaml"))


def read_policies(
    path: str, text: str | None = None, *, extending: bool = True, confined_to: Boundary | None = None
) -> PolicyFile:
    """Return the policies of a file and of all that it extends; `text` counts instead of the file.

    Outside of the boundary `confined_to`, packs are read and nothing else.

    Raises OSError or ReadError for the file itself; a file that it extends and that cannot be read is a problem.
    """
    loader = _Loader(extending, confined_to)
    own = loader.file(path, parse(Source(path, read_text(path) if text is None else text)))
    policies, tests = tuple(own.values()), tuple(loader.tests)
    return PolicyFile(path, policies, tests, loader.problems, tuple(loader.files), frozenset(loader.looked_for))


class _Loader:
    """Reads a file and what it extends, each file once."""

    def __init__(self, extending: bool, confined_to: Boundary | None) -> None:
        self.extending = extending
        self.confined_to = confined_to
        self.problems: dict[str, tuple[FieldProblem, ...]] = {}
        self.tests: list[PolicyTest] = []
        self.files: list[str] = []
        self.looked_for: set[str] = set()
        self._open: list[str] = []

    def file(self, path: str, document: Document) -> dict[str, Policy]:
        self.files.append(path)
        self._open.append(os.path.abspath(path))
        reader = PolicyReader(path, document, self.confined_to)
        found: dict[str, Policy] = {}
        try:
            read = reader.read()
            for node in read.get("extends", ()):
                found.update(self._extended(reader, node))
            for node in read.get("disable", ()):
                if found.pop(node.text, None) is None and self.extending:
                    reader.report(
                        node, f"no extended policy has the code '{node.text}'{did_you_mean(node.text, found)}"
                    )
            found.update({policy.code: policy for policy in read.get("policies", ())})
            tests = reader.policy_tests(read.get("tests", ()), found)
        except (TooLargeError, RecursionError):
            reader.problems.append(FieldProblem("the file expands to more than 100,000 values", Span(0, 1)))
            tests = []
        if len(self._open) == 1:
            self.tests = tests
        self._open.pop()
        self.looked_for |= {os.path.abspath(path), *reader.looked_for}
        problems = reader.sorted_problems()
        if problems:
            self.problems[path] = problems
        return found

    def _extended(self, reader: PolicyReader, node: Scalar) -> dict[str, Policy]:
        path = reader.extended_path(node)
        if path is None or not self.extending:
            return {}
        if os.path.abspath(path) in self._open:
            reader.report(node, f"'{node.text}' extends this file: circular dependency of policies")
            return {}
        if len(self.files) >= FILE_LIMIT:
            reader.report(node, f"policies must not extend more than {FILE_LIMIT} files")
            return {}
        try:
            text = read_text(path)  # `extended_path` has seen to it that this may be read
        except (OSError, ReadError) as exc:
            why = exc.message if isinstance(exc, ReadError) else exc.strerror
            reader.report(node, f"'{node.text}' cannot be read: {why}")
            return {}
        return self.file(path, parse(Source(path, text)))


class PolicyReader(FieldReader):
    """Reads the policies of one document, or those within a configuration."""

    def read(self) -> dict[str, Any]:
        """Return the values of a file of policies by key. Those of `tests` are nodes, since they name policies of other files."""
        root = self.document.root
        if isinstance(root, Mapping):
            return self.values(self.fields(root, POLICIES.top), POLICIES.top)
        at = wide_span(root) if root is not None else Span(0, 1)
        self.problems.append(FieldProblem("a file of policies must be a mapping with 'policies' or 'extends'", at))
        return {}

    def policy_files(self, node: Node, key: str) -> list[Scalar]:
        """Return the strings of a list, or a single string, as nodes; anything else is a problem."""
        return [item for item in items_of(node) if self.text(item, key) is not None and isinstance(item, Scalar)]

    codes = policy_files

    def extended_path(self, node: Scalar) -> str | None:
        """Return the path of an extended file or pack; None, with a problem, for one that does not exist."""
        if not node.text.startswith(PACKS):
            return self.file(node, "extends")
        if node.text not in packs():
            self.report(node, f"there is no pack '{node.text}'{did_you_mean(node.text, packs())}")
            return None
        return os.path.join(PACK_FOLDER, f"{node.text.removeprefix(PACKS)}.yaml")

    def patterns(self, node: Node, key: str) -> tuple[str, ...] | None:
        """Return globs; None without any."""
        return tuple(item.text for item in self.policy_files(node, key)) or None

    # -- policies ----------------------------------------------------------------------------------------------------

    def policy_list(self, node: Node, key: str) -> list[Policy]:
        """Return the valid policies of a list; mistakes are problems."""
        found: list[Policy] = []
        for item in self.items(node, "'policies' must be a list of policies, such as '- code: SITE001'"):
            policy = self.policy(item)
            if policy is None:
                continue
            if any(policy.code == other.code for other in found):
                self.report(item, f"policy '{policy.code}' has the code of an earlier one; codes must differ")
                continue
            found.append(policy)
        return found

    def policy(self, node: Node) -> Policy | None:
        """Return one policy; None, with problems, for one that cannot be used."""
        before = len(self.problems)
        found = self.fields(node, POLICY)
        read = self.values(found, POLICY)
        subjects = [name for name in SUBJECTS if name in found]
        if isinstance(node, Mapping) and len(subjects) != 1:
            self.report(
                node, f"a policy must have one of {', '.join(SUBJECTS[:-1])} or {SUBJECTS[-1]}: what it is about"
            )
        subject = subjects[0] if subjects else "resources"
        for key in [key for key in ("assert", "when", "message") if key in read]:
            problem = expression_problem(read[key], tuple(VARIABLES[subject]), is_message=key == "message")
            if problem is not None:
                self.report(found[key], problem)
        if len(self.problems) > before or not {subject, "code", "assert", "message"} <= read.keys():
            return None
        return Policy(
            read["code"], read.get("name", read["code"].lower()), subject, read[subject], read["assert"], read["message"],
            read.get("when"), read.get("severity", "error"), read.get("unknown", "report"), read.get("at"),
            read.get("description", ""), self.path, wide_span(found["code"]),
        )  # fmt: skip

    expression = tested_code = FieldReader.text

    def policy_code(self, node: Node, key: str) -> str | None:
        """Return the code of a policy."""
        code = self._matching(node, key, _CODE, "capital letters and a number, such as SITE001")
        if code is not None and code.startswith("HOT"):
            self.report(node, f"code '{code}' must not begin with HOT, as the codes of hotlint's own rules do")
        return code

    def policy_name(self, node: Node, key: str) -> str | None:
        """Return the name of a policy."""
        return self._matching(node, key, _NAME, "lower case with hyphens, such as tags-required")

    def _matching(self, node: Node, key: str, pattern: re.Pattern[str], form: str) -> str | None:
        text = self.text(node, key)
        if text is not None and not pattern.fullmatch(text):
            self.report(node, f"'{key}' must be {form}, not '{text}'")
        return text

    def choice(self, node: Node, key: str, words: tuple[Word, ...]) -> Word | None:
        """Return one of some words; None, with a problem, for anything else."""
        text = self.text(node, key)
        if text is not None and text not in words:
            self.report(node, f"'{key}' must be one of {', '.join(words)}{did_you_mean(text, words)}")
        return next((word for word in words if word == text), None)

    # -- tests -------------------------------------------------------------------------------------------------------

    def tests(self, node: Node, key: str) -> Iterable[Node]:
        """Return the nodes of tests."""
        return self.items(node, "'tests' must be a list of tests, such as '- name: a server without tags'")

    def policy_tests(self, nodes: Iterable[Node], known: dict[str, Policy]) -> list[PolicyTest]:
        """Return the valid tests; `known` are the policies by code."""
        return [test for test in (self._test(node, known) for node in nodes) if test is not None]

    def _test(self, node: Node, known: dict[str, Policy]) -> PolicyTest | None:
        before = len(self.problems)
        found = self.fields(node, TEST)
        read = self.values(found, TEST)
        code = read.get("policy", "")
        if code and code not in known:
            self.report(found["policy"], f"there is no policy '{code}'{did_you_mean(code, known)}")
        if len(self.problems) > before:
            return None
        path, text = read["template"]
        expected = {name: state for name, (state, _) in read["expect"].items()}
        environments, parameters = read.get("environments", ()), read.get("parameters", {})
        return PolicyTest(read["name"], code, path, text, environments, parameters, expected, wide_span(found["name"]))

    def expectations(self, node: Node, key: str) -> dict[str, tuple[str, Node]]:
        """Return expected results by name, each with its node."""
        return self.words_by_name(node, key, STATES, "from names to results, such as {server: fail}", "result of")

    def template(self, node: Node, key: str) -> tuple[str | None, str]:
        """Return the path of a test's template, or None and its text."""
        if isinstance(node, Mapping):
            from hotlint.syntax.yaml_writer import dump

            return None, dump(self.plain(node))
        if isinstance(node, Scalar) and "\n" in node.text:
            return None, node.text
        return self.file(node, key), ""
