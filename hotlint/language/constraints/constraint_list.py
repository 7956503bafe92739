"""Entries of a parameter's `constraints` list, as Heat 27 reads them: {kind: arguments, description: string}.

Heat: heat.engine.hot.parameters.HOTParamSchema
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from hotlint.language.constraints import NAMES, check_value, get
from hotlint.language.constraints.model import ConstraintProblem, did_you_mean, key_of, nearest
from hotlint.language.values import describe_type, show
from hotlint.language.versions import PARAMETER_TYPES, VERSIONS

_MOST_COMPARED = 100


def effective(entry: object, version: str | None = None) -> str | None:
    """Return the kind that Heat uses in an entry, in a HOT version (canonical date; None for any); None for no kind.

    Heat uses one kind of an entry, the first in the order of `constraints.NAMES`, and silently ignores the others.
    """
    if not isinstance(entry, Mapping):
        return None
    for name in NAMES:
        if name in entry and _exists(name, version):
            return name
    return None


def _exists(kind: str, version: str | None) -> bool:
    return version is None or get(kind).since <= max(version, VERSIONS[0])


def check_form(
    kind: str,
    args: object,
    parameter_type: str | None = None,
    version: str | None = None,
    known_custom: Collection[str] = (),
) -> list[ConstraintProblem]:
    """Return the problems of one kind of constraint as written; paths start with the kind's name.

    `args` are the constraint's arguments; `parameter_type` is as written, or None where it is not known, and then
    is not checked; `version` is the canonical date of the template's HOT version, or None; `known_custom` are
    names of custom constraints beyond Heat's own, from plugins.
    """
    found = get(kind)
    if not _exists(kind, version):
        message = f"constraint '{kind}' requires version {found.since} or later; this template has version {version}"
        return [ConstraintProblem((kind,), "key", "constraint-not-in-version", message)]
    if parameter_type in PARAMETER_TYPES and parameter_type not in found.types:
        fits = [name for name in NAMES if parameter_type in get(name).types and _exists(name, version)]
        message = (
            f"constraint '{kind}' is for parameters of type {_listed(found.types)}; "
            f"a {parameter_type} parameter takes {_listed(fits)}"
        )
        return [ConstraintProblem((kind,), "key", "wrong-type-for-constraint", message), *found.form(args, None)]
    problems = found.form(args, parameter_type)
    if isinstance(args, str) and args in known_custom:
        problems = [p for p in problems if p.kind != "unknown-custom-constraint"]
    return problems


def check_entry(
    entry: object,
    parameter_type: str | None = None,
    version: str | None = None,
    known_custom: Collection[str] = (),
) -> list[ConstraintProblem]:
    """Return the problems of a whole entry; paths are relative to it. Arguments as for `check_form`."""
    if not isinstance(entry, Mapping):
        message = f"constraint must be a mapping, such as {{length: {{min: 1}}}}, not {describe_type(entry)}"
        return [ConstraintProblem((), "value", "not-a-mapping", message)]
    problems = list(_unknown_keys(entry))
    written = [name for name in NAMES if name in entry]
    kind = effective(entry, version)
    if kind is not None:
        problems += check_form(kind, entry[kind], parameter_type, version, known_custom)
        for name in written:
            if name != kind:
                message = f"Heat ignores '{name}' in the same item as '{kind}'; write it as an item of its own"
                problems.append(ConstraintProblem((name,), "key", "several-constraints", message, "warning"))
    elif written:
        problems += check_form(written[0], entry[written[0]], parameter_type, version)
    elif not problems:
        message = f"item of 'constraints' has no constraint; it requires one of {_listed(NAMES)}"
        problems.append(ConstraintProblem((), "value", "no-constraint", message))
    description = entry.get("description")
    if description is not None and not isinstance(description, str):
        message = f"'description' of a constraint must be a string, not {describe_type(description)}"
        problems.append(ConstraintProblem(("description",), "value", "description-not-text", message, "warning"))
    return problems


def _unknown_keys(entry: Mapping[object, object]) -> Iterator[ConstraintProblem]:
    known = (*NAMES, "description")
    for key in entry:
        if key in known:
            continue
        word = key if isinstance(key, str) else None
        kinds = [get(name) for name in sorted(NAMES)]
        guess = next((kind.name for kind in kinds if word in kind.synonyms), None)
        guess = guess or ("description" if word == "desc" else nearest(word, known))
        hint = did_you_mean(guess)
        owners = [kind.name for kind in kinds if word in kind.keys]
        if owners:
            guess, hint = None, f"; it belongs in a mapping under {' or '.join(owners)}"
        message = f"unknown constraint {show(key)}{hint}"
        yield ConstraintProblem((key_of(key),), "key", "unknown-constraint-kind", message, suggestion=guess)


def check_together(
    entries: Sequence[object], parameter_type: str | None = None, version: str | None = None
) -> list[tuple[int, ConstraintProblem]]:
    """Return the entries of one list that leave no value, or allow a value that another entry refuses; all warnings.

    Each is (index of the entry, problem relative to that entry).
    """
    found: list[tuple[int, ConstraintProblem]] = []
    counted = [(i, kind, e[kind]) for i, e in enumerate(entries) if isinstance(e, Mapping)
               and (kind := effective(e, version)) is not None]  # fmt: skip
    for name in ("length", "range"):
        found += _disjoint(name, [(i, args) for i, kind, args in counted if kind == name])
    for index, kind, args in counted:
        if kind != "allowed_values" or not isinstance(args, list):
            continue
        for at, item in enumerate(args[:_MOST_COMPARED]):
            for other, other_kind, other_args in counted:
                value = str(item) if parameter_type == "string" and isinstance(item, int | float) else item
                reason = None if other == index else _refused(other_kind, other_args, value, parameter_type)
                if reason is not None:
                    problem = ConstraintProblem((kind, at), "value", "allowed-value-refused", reason, "warning")
                    found.append((index, problem))
                    break
    return found


def _refused(kind: str, args: object, value: object, parameter_type: str | None) -> str | None:
    """Return a message for an allowed value that another constraint refuses; of a list, allowed values are its items."""
    if parameter_type == "comma_delimited_list" and kind != "allowed_values":
        return None
    given = [value] if parameter_type == "comma_delimited_list" else value
    reason = check_value(kind, args, given, parameter_type)
    return None if reason is None else f"allowed value breaks another constraint: {reason}"


def _disjoint(kind: str, entries: list[tuple[int, object]]) -> Iterator[tuple[int, ConstraintProblem]]:
    """Yield the entries whose limits, together with those of earlier entries, no value satisfies."""
    from hotlint.language.constraints.limits import read

    lows: list[float] = []
    highs: list[float] = []
    for index, args in entries:
        pair = read(args, ("min", "max"))
        if pair is None:
            continue
        low, high = pair
        alone = low is not None and high is not None and low > high
        if not alone and ((low is not None and highs and low > min(highs)) or
                          (high is not None and lows and high < max(lows))):  # fmt: skip
            message = f"no value satisfies both this '{kind}' and an earlier one"
            yield index, ConstraintProblem((kind,), "value", "contradictory-limits", message, "warning")
        lows += [] if low is None else [low]
        highs += [] if high is None else [high]


def _listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: a, b or c."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
