"""Applies fixes to a text in rounds, and verifies each round.

After a round, the fixer parses and checks the text again. If the text has new problems, it undoes the round and tries its
fixes in halves, down to one. A safe fix must also change no value: the dry run has the same result before and after, except for values
that were errors. Unsafe fixes are guesses. When no safe fix is left, the fixer tries unsafe fixes: several in a round if no finding is
new after it, or else each in a round of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import Any, NamedTuple

from hotlint.analysis.template import Template, is_template, kind_of
from hotlint.common.time_limit import file_seconds, one_file
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.file_result import FileResult
from hotlint.linter.diagnostic import Diagnostic, Fix, Safety
from hotlint.linter.rules.tally import KIND_LIMIT
from hotlint.syntax.edits import ChosenEdits, Edit, apply_edits

ROUNDS = 25
"""The maximal number of rounds per file. Real files need two or three."""
REFUSALS = 20
"""The number of safe fixes that may fail verification; then no other is tried in the file."""
GUESSES = 1000
"""The maximal number of rounds of unsafe fixes in one file."""
VERIFIED = 2_000_000
"""The characters that the fixer checks for one file: 20 times a text of 100 KB. They are counted, since which fixes are applied must
not depend on the speed of the machine."""
ENTRY, FINDING = 50, 100
"""Characters of plain text that take as long to check as an entry of a mapping, and as a finding."""


class AppliedFix(NamedTuple):
    """One fix of one finding."""

    found: Diagnostic
    fix: Fix


class RefusedFix(NamedTuple):
    """A fix that did not pass verification, and why: a clause."""

    found: Diagnostic
    fix: Fix
    why: str


class FixResult(NamedTuple):
    """A fixed text.

    `done` are the applied fixes, `refused` those that did not pass verification. `file_result` has the remaining findings,
    without the fixes that were refused. `is_ended`: other fixes were not tried, since verification had taken too long.
    """

    text: str
    done: list[AppliedFix]
    refused: list[RefusedFix]
    file_result: FileResult
    is_ended: bool = False


class _EndedError(Exception):
    """Raised instead of verifying a fix when all of `VERIFIED` is used up, or the time of a file for what it computes."""


class Fixer:
    """Applies safe fixes; with `unsafe`, also fixes that may change a value."""

    def __init__(self, engine: Engine, *, unsafe: bool = False) -> None:
        self.engine = engine
        self.unsafe = unsafe
        self._left, self._seconds = VERIFIED, 0.0
        self._advice = frozenset(rule.code for rule in engine.registry.rules if rule.severity == "info")

    def apply(self, file_result: FileResult) -> FixResult:
        """Return the text with all fixes that pass verification. Writes no file."""
        done: list[AppliedFix] = []
        refused: dict[_Key, RefusedFix] = {}
        rounds, guesses, together, is_ended = 0, 0, GUESSES, False
        self._left = VERIFIED
        self._seconds = file_seconds(file_result.settings.budget)
        while rounds < ROUNDS and guesses < GUESSES:
            failed = sum(each.fix.safety == "safe" for each in refused.values())
            picked = self._picked(file_result, refused, "safe") if failed < REFUSALS else []
            if not picked and self.unsafe:
                picked = self._picked(file_result, refused, "unsafe")[:together]
                guesses += 1
            if not picked:
                break
            try:
                after = self._tried(file_result, picked)
                if isinstance(after, str):
                    picked, after = self._fewer(file_result, picked, refused, after)
            except _EndedError:
                is_ended = True
                break
            if isinstance(after, str):
                together = 1
                continue
            if picked[0].fix.safety == "safe":
                rounds += 1
            else:  # guesses that are new findings for each other are not all tried together again
                together = 2 * len(picked)
            done += picked
            file_result = after
        safe = [each for each in refused.values() if each.fix.safety == "safe"]
        return FixResult(file_result.document.text, done, safe, without(file_result, refused.values()), is_ended)

    def _picked(self, file_result: FileResult, refused: Mapping[_Key, RefusedFix], safety: Safety) -> list[AppliedFix]:
        """Return fixes that do not overlap, by position."""
        picked: list[AppliedFix] = []
        taken = ChosenEdits()
        for found in file_result.diagnostics:
            if not file_result.settings.may_fix(found):
                continue
            for fix in found.fixes:
                if fix.safety != safety or _key(found, fix) in refused or not fix.edits:
                    continue
                if any(e.path not in ("", file_result.path) for e in fix.edits) or taken.touch(fix.edits):
                    continue
                picked.append(AppliedFix(found, fix))
                taken.add(fix.edits)
                break
        return picked

    def _fewer(
        self, file_result: FileResult, picked: list[AppliedFix], refused: dict[_Key, RefusedFix], why: str
    ) -> tuple[list[AppliedFix], FileResult | str]:
        """Return the first half of fixes that passes verification, or half of that and so on, with the result.

        Where not even the first one does, this is the first one that does alone. Add those before it to `refused`. `why` all of them
        together did not pass, and why the last one did not is returned where none does alone.
        """
        part = picked
        while len(part) > 1:
            part = part[: len(part) // 2]
            after = self._tried(file_result, part)
            if isinstance(after, FileResult):
                return part, after
            why = after
        for applied in picked:
            if applied is not picked[0]:
                after = self._tried(file_result, [applied])
                if isinstance(after, FileResult):
                    return [applied], after
                why = after
            refused[_key(applied.found, applied.fix)] = RefusedFix(applied.found, applied.fix, why)
            if len(refused) >= REFUSALS:
                break
        return [], why

    def _tried(self, before: FileResult, picked: list[AppliedFix]) -> FileResult | str:
        """Return the result after these fixes, or why they do not pass verification. Raises _EndedError without trying them."""
        if self._left <= 0 or self._seconds <= 0:
            raise _EndedError
        edits = [edit for applied in picked for edit in applied.fix.edits]
        text = apply_edits(before.document.text, edits)
        with one_file(file_seconds(before.settings.budget)) as allowance:
            after = self.engine.check_file(before.path, text, named=before.named)
            assert after is not None
            why = self._refusal(before, after, picked)
        self._left -= _work(after)
        self._seconds -= allowance.used
        return why or after

    def _refusal(self, before: FileResult, after: FileResult, picked: list[AppliedFix]) -> str:
        """Return why the result after these fixes does not pass verification; "" where it does."""
        if after.document.text == before.document.text:
            return "it would change nothing"
        worse = _worse(before, after, picked, self._advice)
        if worse:
            return worse
        safe = all(applied.fix.safety == "safe" for applied in picked)
        if safe and not same_values(before, after, [m.found for m in picked]):
            return "it would change a value of the dry run"
        return ""


def _work(file_result: FileResult) -> int:
    """Return how many characters of plain text take as long to check as what a result is of."""
    document = file_result.document
    entries = sum(len(mapping.entries) for mapping in document.mappings)
    return len(document.text) + ENTRY * entries + FINDING * (len(document.problems) + len(file_result.diagnostics))


_Key = tuple[str, str, tuple[Edit, ...]]


def without(file_result: FileResult, refused: Iterable[RefusedFix]) -> FileResult:
    """Return a result without the fixes that were refused, which hotlint cannot apply."""
    keys = {_key(each.found, each.fix) for each in refused}
    if not keys:
        return file_result
    kept = [d._replace(fixes=tuple(f for f in d.fixes if _key(d, f) not in keys)) for d in file_result.diagnostics]
    return file_result._replace(diagnostics=kept)


def _key(found: Diagnostic, fix: Fix) -> tuple[str, str, tuple[Edit, ...]]:
    return found.code, found.message, tuple(e._replace(span=e.span._replace(start=0, end=0)) for e in fix.edits)


def _worse(before: FileResult, after: FileResult, picked: list[AppliedFix], advice: Container[str]) -> str:
    """Return what is worse after fixes: a syntax problem or a finding that is new; "" for nothing.

    It ignores findings that appear only because an error in the same part of the template is fixed. After safe fixes, which
    change no value, it ignores `advice` as well, by its codes: a fix may reveal what was there, whatever severity a profile gives it.
    """
    if len(after.document.problems) > len(before.document.problems) or after.document.broken > before.document.broken:
        return "the text would no longer be valid YAML"
    if kind_of(after.document) != kind_of(before.document) and is_template(before.document):
        return "the text would no longer be a template"
    safe = all(applied.fix.safety == "safe" for applied in picked)
    are_guesses = not safe and len(picked) > 1  # of which one may be wrong, and the others more than make up for it
    if _weights(after) < _weights(before) and not are_guesses:
        return ""
    known = {(d.code, d.message) for d in before.diagnostics}
    cut = _cut(before)
    new = [
        d
        for d in after.diagnostics
        if (d.code, d.message) not in known
        and d.code not in cut
        and not (safe and (d.severity == "info" or d.code in advice))
    ]
    fix_result = _owners(before, [m.found for m in picked if m.found.severity == "error"])
    still = Counter((d.code, d.message) for d in after.diagnostics)
    were = Counter((d.code, d.message) for d in before.diagnostics)
    kinds = {(m.found.code, m.found.message) for m in picked if m.found.code not in cut}
    if any(still[kind] >= were[kind] for kind in kinds):
        return "it would not remove the finding"
    if not new if are_guesses else None not in fix_result and _owners(after, new) <= fix_result:
        return ""
    return f"{new[0].code} would be reported: {new[0].message}" if new else "it would not remove an error"


def _cut(file_result: FileResult) -> set[str]:
    """Return the codes of which only some findings are reported: where these go, others take their places."""
    counts = Counter(d.code for d in file_result.diagnostics)
    return {code for code, number in counts.items() if number >= KIND_LIMIT}


def _weights(file_result: FileResult) -> tuple[int, int, int]:
    severities = [d.severity for d in file_result.diagnostics]
    return severities.count("error"), severities.count("warning"), severities.count("info")


def _owners(file_result: FileResult, found: Iterable[Diagnostic]) -> set[tuple[str, str] | None]:
    """Return the parts of the template that contain findings, with None for a finding outside all parts."""
    context = file_result.context
    return {owner_at(context.template, d.span.start) if context is not None else None for d in found}


def same_values(before: FileResult, after: FileResult, fix_result: Iterable[Diagnostic]) -> bool:
    """Return whether the dry run has the same values. Ignores parts with a fixed error, and values that failed."""
    if before.context is None or after.context is None or not is_template(before.document):
        return True
    from hotlint.dry_run.stack_preview import Preview

    errors = [d for d in fix_result if d.severity == "error"]
    free = _owners(before, errors)  # with None for an error outside of all parts: values that it hid may appear
    old, new = (Preview(context, show_hidden=True).to_dict() for context in (before.context, after.context))
    return _same(old, new, free)


def owner_at(template: Template, offset: int) -> tuple[str, str] | None:
    """Return the section and name of the part of a template at an offset; None outside all parts."""
    parts = (part for part in template.owners() if part.key.start <= offset < max(part.node.end, part.key.end))
    return next(((part.section, part.name) for part in parts), None)


def _same(before: dict[str, Any], after: dict[str, Any], free: set[tuple[str, str] | None]) -> bool:
    for section in ("parameters", "conditions", "resources", "outputs"):
        old, new = before[section], after[section]
        if new.keys() - old.keys() and not free:
            return False
        for name, value in old.items():
            if (section, name) not in free and not _alike(value, new.get(name), bool(free)):
                return False
    return True


def _alike(old: Any, new: Any, fixes_error: bool) -> bool:
    """Return whether a value is unchanged, was an error, or was unknown because of an error that is fixed."""
    if isinstance(old, dict) and isinstance(new, dict):
        if "error" in old:
            return True
        if "unknown" in old and fixes_error:
            return True
        if "unknown" in old or "value" in old:
            return old.get("value") == new.get("value") and ("unknown" in old) == ("unknown" in new)
        return old.keys() == new.keys() and all(_alike(v, new[k], fixes_error) for k, v in old.items())
    return bool(old == new)
