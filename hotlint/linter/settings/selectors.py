"""Selectors name rules in settings, options and suppression comments: a code, a code prefix, a rule's name, or `all`."""

from __future__ import annotations

from collections.abc import Iterable

from hotlint.common.records import NamedTuple
from hotlint.common.suggestions import did_you_mean
from hotlint.linter.rules.rule import Rule

EXACT = 100
"""The specificity of a selector that is a whole code or name."""


def matches(selector: str, code: str, name: str) -> bool:
    """Return whether a selector matches the rule with that code and name."""
    return specificity((selector,), code, name) > 0


def specificity(selectors: Iterable[str], code: str, name: str) -> int:
    """Return how specific the most specific matching selector is: -1 for no match, 1 for `all`, up to `EXACT`."""
    best = -1
    for selector in selectors:
        wanted = selector.casefold()
        if wanted in (code.casefold(), name.casefold()):
            return EXACT
        if wanted == "all":
            best = max(best, 1)
        elif code.casefold().startswith(wanted):
            best = max(best, 1 + len(wanted))
    return best


class KnownRules(NamedTuple):
    """The names that a selector may use: codes and names of rules; and those of profiles."""

    codes: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    profiles: tuple[str, ...] = ()

    def and_codes(self, codes: Iterable[str]) -> KnownRules:
        """Return the names with further codes, those of policies."""
        return self._replace(codes=(*self.codes, *codes))

    def problem(self, selector: str) -> str | None:
        """Return why a selector matches no rule, as a sentence; None when it matches one."""
        folded = selector.casefold()
        if folded == "all" or folded in self.names or any(c.casefold().startswith(folded) for c in self.codes):
            return None
        return f"no rule has the code or name '{selector}'{did_you_mean(selector, [*self.codes, *self.names])}"

    def profile_problem(self, profile: str) -> str | None:
        """Return why no rule belongs to a profile, as a sentence; None when one does."""
        if profile in self.profiles:
            return None
        hint = did_you_mean(profile, self.profiles) or f" (there is {', '.join(self.profiles)})"
        return f"no rule belongs to a profile '{profile}'{hint}"


def known_rules(rules: Iterable[Rule]) -> KnownRules:
    """Return the codes, names and profiles of rules."""
    listed = list(rules)
    profiles = tuple(sorted({profile for rule in listed for profile in rule.profiles}))
    return KnownRules(tuple(r.code for r in listed), tuple(r.name for r in listed), profiles)
