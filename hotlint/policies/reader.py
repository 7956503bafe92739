"""Read policies: those of a file, of the files that it extends, and of a configuration."""

from __future__ import annotations

import os
import re

from hotlint.common.files import ReadError, read_text
from hotlint.common.suggestions import did_you_mean
from hotlint.policies.model import FILE, POLICY, STATES, SUBJECTS, TEST, VARIABLES, Policy, PolicyFile, PolicyTest
from hotlint.syntax.field_reader import FieldProblem, FieldReader, TooLargeError, entries_of, items_of, wide_span
from hotlint.syntax.nodes import Document, Mapping, Node, Scalar, Sequence
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
    path: str, text: str | None = None, *, extending: bool = True, confined_to: str | None = None
) -> PolicyFile:
    """Return the policies of a file and of all that it extends; `text` counts instead of the file.

    Outside of the folder `confined_to`, packs are read and nothing else; None is no limit.

    Raises OSError or ReadError for the file itself; a file that it extends and that cannot be read is a problem.
    """
    loader = _Loader(extending, confined_to)
    own = loader.file(path, parse(Source(path, read_text(path) if text is None else text)))
    return PolicyFile(
        path,
        tuple(own.values()),
        tuple(loader.tests),
        loader.problems,
        tuple(loader.files),
        frozenset(loader.looked_for),
    )


class _Loader:
    """Reads a file and what it extends, each file once."""

    def __init__(self, extending: bool, confined_to: str | None) -> None:
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
            fields = reader.top()
            for node in reader.extended(fields):
                found.update(self._extended(reader, node))
            for code, node in reader.disabled(fields):
                if found.pop(code, None) is None and self.extending:
                    reader.report(node, f"no extended policy has the code '{code}'{did_you_mean(code, found)}")
            found.update({policy.code: policy for policy in reader.policies(fields.get("policies"))})
            tests = reader.tests(fields, found)
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

    def top(self) -> dict[str, Node]:
        """Return the known entries of a file of policies."""
        root = self.document.root
        if not isinstance(root, Mapping):
            at = wide_span(root) if root is not None else Span(0, 1)
            self.problems.append(FieldProblem("a file of policies must be a mapping with 'policies' or 'extends'", at))
            return {}
        return self.fields(root, FILE, "a file of policies")

    def extended(self, fields: dict[str, Node]) -> list[Scalar]:
        """Return the nodes that name the extended files."""
        return self._scalars(fields.get("extends"), "extends")

    def disabled(self, fields: dict[str, Node]) -> list[tuple[str, Scalar]]:
        """Return the disabled codes, each with its node."""
        return [(node.text, node) for node in self._scalars(fields.get("disable"), "disable")]

    def extended_path(self, node: Scalar) -> str | None:
        """Return the path of an extended file or pack; None, with a problem, for one that does not exist."""
        if not node.text.startswith(PACKS):
            return self.file(node, "extends")
        if node.text not in packs():
            self.report(node, f"there is no pack '{node.text}'{did_you_mean(node.text, packs())}")
            return None
        return os.path.join(PACK_FOLDER, f"{node.text.removeprefix(PACKS)}.yaml")

    def _scalars(self, node: Node | None, key: str) -> list[Scalar]:
        found = [item for item in items_of(node) if self.text(item, key) is not None]
        return [item for item in found if isinstance(item, Scalar)]

    # -- policies ----------------------------------------------------------------------------------------------------

    def policies(self, node: Node | None) -> list[Policy]:
        """Return the valid policies of a list; mistakes are problems."""
        if node is not None and not isinstance(node, Sequence):
            self.report(node, "'policies' must be a list of policies, such as '- code: SITE001'")
        found: list[Policy] = []
        for item in node.items if isinstance(node, Sequence) else ():
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
        found = self.fields(node, POLICY, "a policy")
        subjects = [name for name in SUBJECTS if name in found]
        if isinstance(node, Mapping) and len(subjects) != 1:
            self.report(
                node, f"a policy must have one of {', '.join(SUBJECTS[:-1])} or {SUBJECTS[-1]}: what it is about"
            )
        code = self._matching(found, "code", _CODE, "capital letters and a number, such as SITE001")
        if code is not None and code.startswith("HOT"):
            self.report(found["code"], f"code '{code}' must not begin with HOT, as the codes of hotlint's own rules do")
        name = self._matching(found, "name", _NAME, "lower case with hyphens, such as tags-required")
        texts = {key: self.text(found[key], key) for key in ("description", "message", "at") if key in found}
        subject = subjects[0] if subjects else "resources"
        patterns = tuple(item.text for item in self._scalars(found.get(subject), subject))
        condition, when = (self._expression(found, key, subject) for key in ("assert", "when"))
        severity = self._choice(found, "severity", ("error", "warning", "info"))
        unknown = self._choice(found, "unknown", ("report", "pass", "fail"))
        message = texts.get("message")
        if message is not None:
            self._checked_message(found["message"], message, subject)
        if len(self.problems) > before or code is None or condition is None or message is None or not patterns:
            return None
        return Policy(
            code, name or code.lower(), subject, patterns, condition, message, when, severity, unknown,
            texts.get("at"), texts.get("description") or "", self.path, wide_span(found["code"]),
        )  # fmt: skip

    def _matching(self, found: dict[str, Node], key: str, pattern: re.Pattern[str], form: str) -> str | None:
        text = self.text(found[key], key) if key in found else None
        if text is not None and not pattern.fullmatch(text):
            self.report(found[key], f"'{key}' must be {form}, not '{text}'")
        return text

    def _choice(self, found: dict[str, Node], key: str, choices: tuple[str, ...]) -> str:
        text = self.text(found[key], key) if key in found else choices[0]
        if text is not None and text not in choices:
            self.report(found[key], f"'{key}' must be one of {', '.join(choices)}{did_you_mean(text, choices)}")
        return text or choices[0]

    def _expression(self, found: dict[str, Node], key: str, subject: str) -> str | None:
        text = self.text(found[key], key) if key in found else None
        if text is not None:
            from hotlint.policies.model import expression_problem

            problem = expression_problem(text, tuple(VARIABLES[subject]))
            if problem is not None:
                self.report(found[key], problem)
        return text

    def _checked_message(self, node: Node, text: str, subject: str) -> None:
        from hotlint.policies.model import message_problem

        problem = message_problem(text, tuple(VARIABLES[subject])) if "{{" in text else None
        if problem is not None:
            self.report(node, problem)

    # -- tests -------------------------------------------------------------------------------------------------------

    def tests(self, fields: dict[str, Node], known: dict[str, Policy]) -> list[PolicyTest]:
        """Return the valid tests; `known` are the policies by code."""
        node = fields.get("tests")
        if node is not None and not isinstance(node, Sequence):
            self.report(node, "'tests' must be a list of tests, such as '- name: a server without tags'")
        tests = [self._test(item, known) for item in (node.items if isinstance(node, Sequence) else ())]
        return [test for test in tests if test is not None]

    def _test(self, node: Node, known: dict[str, Policy]) -> PolicyTest | None:
        before = len(self.problems)
        found = self.fields(node, TEST, "a test")
        code = self.text(found["policy"], "policy") if "policy" in found else ""
        if code and code not in known:
            self.report(found["policy"], f"there is no policy '{code}'{did_you_mean(code, known)}")
        path, text = self._template(found.get("template"))
        expected = {}
        for name, _, value in entries_of(found["expect"]) if "expect" in found else ():
            state = value.text if isinstance(value, Scalar) else ""
            if state not in STATES:
                self.report(
                    value, f"the result of '{name}' must be one of {', '.join(STATES)}{did_you_mean(state, STATES)}"
                )
            expected[name] = state
        if "expect" in found and not isinstance(found["expect"], Mapping):
            self.report(found["expect"], "'expect' must be a mapping from names to results, such as {server: fail}")
        parameters = self.mapping(found["parameters"], "parameters") if "parameters" in found else {}
        environments = self.files(found.get("environments"))
        if len(self.problems) > before:
            return None
        name = self.text(found["name"], "name") or ""
        span = wide_span(found["name"])
        return PolicyTest(name, code or "", path, text, environments, parameters, expected, span)

    def _template(self, node: Node | None) -> tuple[str | None, str]:
        """Return the path of a test's template, or None and its text."""
        if isinstance(node, Mapping):
            from hotlint.syntax.yaml_writer import dump

            return None, dump(self.plain(node))
        if isinstance(node, Scalar) and "\n" in node.text:
            return None, node.text
        return (self.file(node, "template"), "") if node is not None else (None, "")
