"""What the run itself has to say, beside the rules: a file that cannot be read, a comment that silences nothing, ...

Each is written as a rule, so that it has a code, a name and a page like any other, and can be selected and silenced;
but none looks at templates: `hotlint.linter.engine` and `hotlint.linter.config` report them.
"""

from __future__ import annotations

from hotlint.linter.diagnostic import Diagnostic, Fix, Severity
from hotlint.linter.rule import Rule
from hotlint.syntax.source import Span


class RuleCrash(Rule):
    """A rule failed on this file, which is a fault of the rule and not of the template.

    The other rules have run as always. Please report it, with the template if you may share it.
    """

    code = "HOT000"
    name = "rule-crash"
    severity = "warning"


class UnreadableFile(Rule):
    """A file cannot be read: it is missing, no text, not in UTF-8, far too large, or access to it is denied.

    Heat reads templates as UTF-8 text. Save the file as UTF-8, or take it from what is checked with `exclude`.
    """

    code = "HOT090"
    name = "unreadable-file"
    severity = "error"


class UnusedSuppression(Rule):
    """A comment such as `# hotlint: disable=HOT301` silences nothing.

    What it was written for has been mended, or the code in it is misspelt, or it is not of the form that counts
    (`disable=`, `disable-next-line=` or `disable-file=`, and codes with commas). Take the comment away, or mend it; left
    alone, it would hide the next fault of that kind, or go on hiding nothing.
    """

    code = "HOT091"
    name = "unused-disable"
    severity = "warning"


class BadConfiguration(Rule):
    """Something in .hotlint.yaml is not understood, so that it does not count.

    The message says what is right in that place. `hotlint config show` prints the settings that do count for a file,
    and where each comes from.
    """

    code = "HOT092"
    name = "configuration"
    severity = "error"


class BrokenPack(Rule):
    """A package of rules that is installed could not be loaded, so that its rules did not run.

    The message names the package and what went wrong. Mend it, or uninstall it.
    """

    code = "HOT093"
    name = "rule-pack"
    severity = "warning"


class UnreadPlugin(Rule):
    """A file in a folder of `plugin_dirs` could not be read in full, so that types in it may be unknown.

    hotlint reads plugins and never runs them; what a plugin works out only while it runs stays unknown, and is not
    reported.
    """

    code = "HOT094"
    name = "plugin-unread"
    severity = "warning"


RUN_RULES: tuple[Rule, ...] = (
    RuleCrash(),
    UnreadableFile(),
    UnusedSuppression(),
    BadConfiguration(),
    BrokenPack(),
    UnreadPlugin(),
)


_START = Span(0, 0)


def run_diagnostic(
    kind: type[Rule],
    message: str,
    span: Span = _START,
    severity: Severity | None = None,
    fix: Fix | None = None,
) -> Diagnostic:
    """A finding of one of these."""
    return Diagnostic(kind.code, severity or kind.severity, message, span, (), (fix,) if fix else (), (), kind.name)
