"""Diagnostics of the run itself: a file that cannot be read, an unused suppression comment, a broken rule pack, ...

Each is written as a rule, so that it has a code, a name and a page like any other and can be selected and suppressed;
but none has a hook: `hotlint.linter.checking.engine` and its parts report them.
"""

from __future__ import annotations

import os

from hotlint.common.files import ReadError, read_start
from hotlint.formats.configuration import NAME
from hotlint.linter.diagnostic import Diagnostic, Fix, Severity
from hotlint.linter.rules.rule import Rule
from hotlint.linter.rules.tally import NOTE_CODE, NOTE_NAME
from hotlint.syntax.source import Span


class RunRule(Rule):
    """A finding about this run or hotlint's own files, which does not say whether the stack can be created."""


class RuleCrash(RunRule):
    """A rule failed on this file, which is a bug in the rule and not a mistake in the template.

    All other rules have run. Please report the crash, with the template if you may share it.
    """

    code = "HOT000"
    name = "rule-crash"
    severity = "warning"


class PartialCheck(RunRule):
    """hotlint checks a file, or reports its problems, only in part.

    A rule finds more than 1,000 problems in one file, of which hotlint reports the first. Correct these first: most often they have
    one cause. The reported findings include one of the highest severity, so the exit code is the same as with all findings.

    Or a template leads to more than 1,000 nested templates, each with the values that it gets. hotlint checks the first 1,000.
    """

    code = NOTE_CODE
    name = NOTE_NAME
    severity = "info"


class RefusedByHeat(Rule):
    """The Heat of the cloud that `hotlint check --cloud` names refuses the template.

    hotlint asks Heat to validate the template and to preview the stack, which creates nothing. The message is Heat's own. Often
    only that cloud knows the reason: it lacks a network or an image, or it does not run a resource type or an extension.
    If hotlint reports an error of the same resource, it does not repeat Heat's refusal.
    """

    code = "HOT088"
    name = "refused-by-heat"
    severity = "error"


class TemplateForAws(Rule):
    """The file is a CloudFormation template for AWS, which Heat refuses. hotlint reports nothing else in this file.

    Heat deploys templates in CloudFormation's format, and hotlint checks these like templates in HOT. But most templates in this
    format are for AWS: they have resource types, functions or sections that Heat lacks. hotlint checks such a template only if you
    name it on the command line, or another template or an environment uses it.
    """

    code = "HOT009"
    name = "template-for-aws"
    severity = "info"


class UnreadableFile(Rule):
    """A file cannot be read: it is missing, binary, not UTF-8, far too large, or access to it is denied.

    Heat reads templates as UTF-8 text. Save the file as UTF-8, or leave it out with `exclude` in `.hotlint.yaml`.
    """

    code = "HOT090"
    name = "unreadable-file"
    severity = "error"


class UnusedSuppression(RunRule):
    """A comment such as `# hotlint: disable=HOT301` suppresses nothing.

    The problem that it was written for has been fixed, its code is misspelled, or it does not have the right form
    (`disable=`, `disable-next-line=` or `disable-file=`, followed by codes with commas between them). Correct the comment
    or remove it: otherwise it may hide the next problem of that kind.
    """

    code = "HOT091"
    name = "unused-suppression"
    severity = "warning"


class BadConfiguration(RunRule):
    """A setting in `.hotlint.yaml` is invalid and therefore ignored.

    The message says what is valid in that place. `hotlint config show` prints the effective settings of a file and where
    each of them comes from.
    """

    code = "HOT092"
    name = "invalid-configuration"
    severity = "error"


class BrokenPack(RunRule):
    """An installed rule pack could not be loaded, so its rules did not run.

    The message names the pack and the reason. Repair the pack or uninstall it.
    """

    code = "HOT093"
    name = "broken-rule-pack"
    severity = "warning"


class UnreadPlugin(RunRule):
    """A file in a folder of `plugin_dirs` could not be read completely, so resource types in it may be unknown.

    hotlint reads plugins and never runs them; facts that a plugin computes only at run time stay unknown, and nothing is
    reported about them.
    """

    code = "HOT094"
    name = "unreadable-plugin"
    severity = "warning"


class UnrenderedJinja(RunRule):
    """The file is a Jinja source, which is not rendered, so nothing in it is checked.

    A file is a Jinja source by its name (`x.j2`, `x.j2.yaml`, `x.yaml.j2`), or by text that is not YAML: a statement such as
    `{% for %}`, or several expressions such as `{{ name }}` without quotes. Expressions alone make a warning. So it is with the
    statements of other template engines, such as `%{ if }` of Terraform, which hotlint does not render. A placeholder in quotes,
    such as `"{{ size }}"`, `@SIZE@` or `${size}`, is an unknown value.

    To render and check a source, set `jinja` in `.hotlint.yaml`. `x.j2.yaml` is the source of `x.yaml`: hotlint does not report
    a missing file for a template that names `x.yaml`.
    """

    code = "HOT096"
    name = "unrendered-jinja"
    severity = "info"


class BadSuite(RunRule):
    """A test suite of a template, or a file of policies, has a mistake, such as an unknown key or a missing file.

    The part that is valid still applies. The message says what would be right in that place; docs/testing.md and
    docs/policies.md describe both formats.
    """

    code = "HOT097"
    name = "invalid-suite"
    severity = "error"


class FailedTest(RunRule):
    """A test of a suite fails.

    `hotlint check` runs the tests of the suites that you name, and of the suites in a folder. The language server runs the tests
    of an open suite. Both report a failure at its assertion. `hotlint test` runs the same tests, and `hotlint test --why`
    shows how the value is computed.
    """

    code = "HOT098"
    name = "failed-test"
    severity = "error"


class JinjaError(RunRule):
    """A Jinja source cannot be rendered with the variables of `jinja` in `.hotlint.yaml`.

    Its syntax is wrong, a variable is undefined, an included file is missing, or rendering takes more time or memory than hotlint
    allows. hotlint checks nothing else in this file.
    """

    code = "HOT099"
    name = "jinja-error"
    severity = "error"


RUN_RULES: tuple[Rule, ...] = (
    RuleCrash(),
    RefusedByHeat(),
    PartialCheck(),
    TemplateForAws(),
    UnreadableFile(),
    UnusedSuppression(),
    BadConfiguration(),
    BrokenPack(),
    UnreadPlugin(),
    UnrenderedJinja(),
    BadSuite(),
    FailedTest(),
    JinjaError(),
)
"""All of them, by code."""


_START = Span(0, 0)


def misnamed_configuration(path: str) -> Diagnostic:
    """Return the finding about a file that is named like a configuration, and is not read."""
    message = f"'{os.path.basename(path)}' is not read: a configuration must be named '{NAME}'"
    return run_diagnostic(BadConfiguration, message, severity="warning")


def run_diagnostic(
    kind: type[Rule],
    message: str,
    span: Span = _START,
    severity: Severity | None = None,
    fix: Fix | None = None,
    tags: tuple[str, ...] = (),
) -> Diagnostic:
    """Return a diagnostic of one of these rules; `severity` None means that of the rule."""
    return Diagnostic(kind.code, severity or kind.severity, message, span, (), (fix,) if fix else (), tags, kind.name)


def unreadable_file(path: str, why: str, *, named: bool) -> Diagnostic:
    """Return the finding about an unreadable file. `why` is a clause.

    The finding is a warning for a file that was not `named` and does not look like a template.
    """
    severity: Severity = "error" if named or _may_be_template(path) else "warning"
    return run_diagnostic(UnreadableFile, f"'{os.path.basename(path)}' cannot be checked: {why}", severity=severity)


def _may_be_template(path: str) -> bool:
    """Return whether a file that is not valid text has a template's mark near its start."""
    try:
        return b"heat_template_version" in read_start(path, 1 << 16)
    except (OSError, ReadError):
        return False


def utf16_template(path: str) -> Diagnostic:
    """Return the finding about a template in UTF-16."""
    message = f"'{os.path.basename(path)}' is UTF-16 text, and Heat's client reads a template as UTF-8"
    return run_diagnostic(UnreadableFile, message)


def visible(span: Span, text: str) -> Span:
    """Return a span inside of a text that is at least one character wide, where the text has one: at its end, the last one."""
    found = Span(span.start, max(span.end, span.start + 1)).within(text)
    return found if found.end > found.start else Span(max(found.start - 1, 0), found.end).within(text)


def crash_of(path: str, exc: BaseException) -> Diagnostic:
    """Return the finding that hotlint fails on a file, with the place of the bug but no text of the file, which may be secret."""
    step = exc.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    place = f" at {os.path.basename(step.tb_frame.f_code.co_filename)}:{step.tb_lineno}" if step is not None else ""
    why = f"{type(exc).__name__}{place}"
    message = f"'{os.path.basename(path)}' could not be checked because hotlint failed; please report it: {why}"
    return run_diagnostic(RuleCrash, message, severity="error")
