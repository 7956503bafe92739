"""The page of a rule: its docstring, and its examples with the real output of hotlint."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence

from hotlint.formats.configuration import KEYS
from hotlint.linter.checking import testing
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.rules.rule import Example, Rule
from hotlint.linter.run_diagnostics import RunRule
from hotlint.output.findings.conversion import run_report
from hotlint.output.findings.text import Paint, finding

SEVERITY_WORDS = {
    "error": "Error: the stack cannot be created, or data is silently lost.",
    "warning": "Warning: it deploys, but is very likely wrong.",
    "info": "Info: advice.",
}

_OWN = "it concerns this run or hotlint's own files, and does not say whether the stack can be created."
OF_THE_RUN = {"error": f"Error: {_OWN}", "warning": f"Warning: {_OWN}", "info": f"Info: {_OWN}"}


def rule_page(rule: Rule, every: Sequence[Rule] = ()) -> str:
    """Return the page in Markdown, ending in a newline. `every` are the rules among which the related ones are."""
    reported = [testing.example_diagnostics(rule, e) for e in rule.bad]
    fixes = [f for found in reported for d in found for f in d.fixes]
    safe = any(f.safety == "safe" or (f.renames and rule.severity == "error") for f in fixes)
    facts = [(OF_THE_RUN if isinstance(rule, RunRule) else SEVERITY_WORDS)[rule.severity], f"Since {rule.since}."]
    if not rule.default:
        facts.append(f"Off by default: `extend_select: [{rule.code}]` in `.hotlint.yaml` runs it.")
    facts += [f"In the profile `{name}`: {severity}." for name, severity in rule.profiles.items()]
    if fixes:
        facts.append("Fixable with `hotlint check --fix` where that is safe." if safe else "Editors offer a fix.")
    what, _, why = (inspect.getdoc(rule) or "").partition("\n\n")
    parts = [f"# {rule.code} {rule.name}", " ".join(facts), "## What it reports", what]
    parts += ["## What to do" if isinstance(rule, RunRule) else "## Why it is bad", why] if why else []
    if rule.bad:
        parts += ["## Example", *(b for e, found in zip(rule.bad, reported, strict=True) for b in _example(e, found))]
    if rule.good:
        parts += ["## Use instead", *(b for e in rule.good for b in _example(e, testing.example_diagnostics(rule, e)))]
    if settings := _settings(rule):
        parts += ["## Settings", "\n".join(f"- `{key}`: {_first(KEYS[key].documentation)}" for key in settings)]
    if related := _related(rule, every):
        parts += ["## Related rules", "\n".join(f"- {r.code} {r.name}: {summary(r)}" for r in related)]
    if rule.bad:
        parts += ["## How to suppress it", _suppression(rule)]
    return "\n\n".join(p.strip("\n") for p in parts) + "\n"


def _settings(rule: Rule) -> list[str]:
    """Return the settings that the documentation of a rule names."""
    text = inspect.getdoc(rule) or ""
    named = re.findall(r"`(\w+)[`:]", text) if ".hotlint.yaml" in text or "setting `" in text else []
    return [key for key in dict.fromkeys(named) if key in KEYS]


def _related(rule: Rule, every: Sequence[Rule]) -> list[Rule]:
    """Return the rules of the same check, those that the documentation of a rule names, and those that name it."""
    text = inspect.getdoc(rule) or ""
    return [
        other
        for other in every
        if other.code != rule.code
        and (
            (type(other).__module__ == type(rule).__module__ and not isinstance(rule, RunRule))
            or other.code in text
            or rule.code in (inspect.getdoc(other) or "")
        )
    ]


def summary(rule: Rule) -> str:
    """Return the first sentence of the rule's documentation."""
    return _first(inspect.getdoc(rule) or "")


def _first(text: str) -> str:
    """Return the first sentence of a text."""
    return re.split(r"(?<=[.!?])\s", text.split("\n\n")[0].replace("\n", " "), maxsplit=1)[0]


def _suppression(rule: Rule) -> str:
    return (
        f"```yaml\n# hotlint: disable={rule.code}            (this line, or the node that starts on it)\n"
        f"# hotlint: disable-next-line={rule.code}\n# hotlint: disable-file={rule.code}\n```\n\n"
        f"Or for many files, in `.hotlint.yaml`: `ignore: [{rule.code}]`."
    )


def _example(example: Example, found: list[Diagnostic]) -> list[str]:
    text = testing.parse_marks(example.text).text
    blocks = [_block(text)]
    if example.environment is not None:
        blocks += [f"with the environment `{testing.ENVIRONMENT}`", _block(example.environment)]
    if example.cloud is not None:
        blocks += [f"with the snapshot of a cloud `{testing.SNAPSHOT}`", _block(example.cloud)]
    for name, content in example.files.items():
        blocks += [f"and the file `{name}`", _block(content, "yaml" if name.endswith(("yaml", "yml")) else "text")]
    if found:
        report = run_report(testing.FILE, text, found)
        output = "\n".join(finding(f, Paint(False)) for f in report.diagnostics).rstrip("\n")
        blocks.append(_block(output, "text"))
    if example.fixed is not None:
        safe = all(f.safety == "safe" for d in found for f in d.fixes[:1])
        blocks += [
            "`hotlint check --fix` writes:" if safe else "The fix that editors offer writes:",
            _block(example.fixed),
        ]
    return blocks


def _block(text: str, language: str = "yaml") -> str:
    fence = "````" if "```" in text else "```"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"
