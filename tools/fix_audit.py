#!/usr/bin/env python3
"""Apply every safe fix to many templates, and check each change against Heat: what Heat accepted must stay as it is.

    python tools/fix_audit.py FOLDER... --heat PYTHON [--misspell N] [--seed N] [--write]

PYTHON is an interpreter with Heat (`make heat-venv`). The folders are copied, nothing in them changes. --misspell makes N
more templates, each with one misspelled name: a fix of it must write what was there. --write puts the figures into
docs/reliability.md. The exit code is 1 when any change is a violation.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from heat_parity.cases.parameter_values import environment_for

from hotlint.common.files import ReadError
from hotlint.linter.checking.engine import Engine
from hotlint.linter.checking.fixer import AppliedFix, Fixer

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- fixes: begin -->", "<!-- fixes: end -->"
MISSPELLED = ".misspelled"
FIXED = ".fixed"
JUSTIFICATIONS = {
    "case": "the name as written is undefined, and one name differs from it in case alone",
    "separator": "the name as written is undefined, and one name differs from it in `-` against `_` alone",
    "transposed letters": "the name as written is undefined, and two letters of one long word of it are transposed",
    "hidden": "the fix adds `hidden: true` to a parameter, which changes what Heat shows, not the value",
    "function": "a function is replaced by its successor, which returns the same value",
    "no data": "only comments or quotes change; the data is the same",
}
SUCCESSORS = {
    ("Fn::GetAtt", "get_attr"), ("Fn::Join", "list_join"), ("Fn::ResourceFacade", "resource_facade"),
    ("Fn::Replace", "str_replace"), ("Fn::Select", "get_attr"), ("Fn::FindInMap", "map_replace"),
    ("Ref", "get_param"), ("Ref", "get_resource"),
}  # fmt: skip
_NAME = re.compile(
    r"(?:get_param|get_resource|depends_on|condition|type|get_file):[ ]+\[?[ ]*[\"']?([\w:./-]+)"
    r"|get_attr:[ ]+\[[ ]*[\"']?([\w-]+)|^[ ]+(?:- )?([\w-]+):",
    re.MULTILINE,
)
"""Names in a template: what functions refer to, types, and keys."""


class Change(NamedTuple):
    """One difference in the data of a template; `kind` is one of JUSTIFICATIONS, or "" where none fits."""

    kind: str
    before: str
    after: str


class Misspelling(NamedTuple):
    """A name, and how it was misspelled."""

    right: str
    wrong: str


class Audited(NamedTuple):
    """A template that fixes changed: the name that was misspelled in it, the fixes, and what they changed."""

    path: Path
    misspelling: Misspelling | None
    done: list[AppliedFix]
    changes: list[Change]


def misspell(name: str, others: list[str], rng: random.Random) -> str:
    """Return a name with one of the mistakes that people make; the same name where the mistake does not fit it."""
    at = rng.randrange(len(name))
    parts = re.split(r"(?<=[_\W])|(?=[_\W])", name)
    words = [i for i, part in enumerate(parts) if part.isalpha()]
    mistake = rng.choice(("digit", "drop", "double", "swap", "case", "separator", "part", "append", "join"))
    if mistake == "digit":
        return re.sub(r"\d", lambda m: str((int(m[0]) + 1) % 10), name, count=1)
    if mistake == "part" and words:
        parts[rng.choice(words)] = rng.choice(re.findall(r"[a-z]+", rng.choice(others)) or ["other"])
        return "".join(parts)
    if mistake == "separator":
        return name.translate(str.maketrans("-_", "_-"))
    made = {
        "drop": name[:at] + name[at + 1 :],
        "double": name[:at] + name[at] + name[at:],
        "swap": name[:at] + name[at : at + 2][::-1] + name[at + 2 :],
        "case": rng.choice((name.upper(), name.lower(), name.capitalize(), name.title())),
        "append": name + rng.choice(("1", "2", "_id", "s")),
        "join": name.replace("_", "", 1),
    }
    return made.get(mistake, name)


def add_misspelled(templates: list[Path], count: int, seed: int) -> dict[Path, Misspelling]:
    """Write templates with one misspelled name each next to those they are made from. Returns the names by template."""
    rng = random.Random(seed)
    made: dict[Path, Misspelling] = {}
    while len(made) < count:
        source = rng.choice(templates)
        text = source.read_text(encoding="utf-8")
        found = [m for m in _NAME.finditer(text) if m[m.lastindex or 0]]
        if not found:
            continue
        match = rng.choice(found)
        group = match.lastindex or 0
        wrong = misspell(match[group], [m[m.lastindex or 0] for m in found], rng)
        path = source.with_name(f"{source.stem}{MISSPELLED}{len(made)}{source.suffix}")
        if wrong and wrong != match[group]:
            path.write_text(text[: match.start(group)] + wrong + text[match.end(group) :], encoding="utf-8", newline="")
            made[path] = Misspelling(match[group], wrong)
    return made


def differences(before: yaml.Node | None, after: yaml.Node | None, path: tuple[str, ...] = ()) -> Iterator[Change]:
    """Yield the differences between two YAML trees; whatever is no rename or addition of `hidden` has no kind."""
    if isinstance(before, yaml.ScalarNode) and isinstance(after, yaml.ScalarNode):
        if before.value != after.value:
            yield Change(renaming(before.value, after.value), before.value, after.value)
    elif isinstance(before, yaml.SequenceNode) and isinstance(after, yaml.SequenceNode):
        for old, new in zip(before.value, after.value, strict=False):
            yield from differences(old, new, path)
        if len(before.value) != len(after.value):
            yield Change("", f"{len(before.value)} items", f"{len(after.value)} items")
    elif isinstance(before, yaml.MappingNode) and isinstance(after, yaml.MappingNode):
        pairs = list(after.value)
        if len(pairs) > len(before.value) and len(path) == 2 and path[0] == "parameters":
            old_keys = {key.value for key, _ in before.value}
            pairs = [p for p in pairs if (p[0].value, p[1].value) != ("hidden", "true") or "hidden" in old_keys]
            if len(pairs) < len(after.value):
                yield Change("hidden", path[1], "hidden: true")
        for (old_key, old), (new_key, new) in zip(before.value, pairs, strict=False):
            yield from differences(old_key, new_key, path)
            yield from differences(old, new, (*path, str(old_key.value)))
        if len(before.value) != len(pairs):
            yield Change("", f"{len(before.value)} entries", f"{len(pairs)} entries")
    elif type(before) is not type(after):
        yield Change("", str(before)[:60], str(after)[:60])


def renaming(before: str, after: str) -> str:
    """Return the kind of a change from one name to another; "" where it is a guess."""
    if (before, after) in SUCCESSORS:
        return "function"
    if before.lower() == after.lower():
        return "case"
    if before.lower().replace("-", "_") == after.lower().replace("-", "_"):
        return "separator"
    differ = [i for i in range(min(len(before), len(after))) if before[i] != after[i]]
    if sorted(before) == sorted(after) and len(differ) == 2 and differ[1] - differ[0] == 1:
        return "transposed letters" if all(before[i].isalpha() for i in differ) else ""
    return ""


def text_changes(before: str, after: str) -> list[Change]:
    """Return what a fix changed in a text: in its data, or word by word where it is not valid YAML."""
    try:
        old, new = (yaml.compose(text, Loader=yaml.SafeLoader) for text in (before, after))
        return list(differences(old, new)) or [Change("no data", "", "")]
    except yaml.YAMLError:
        added = re.compile(r"(, |\n *)hidden: true")
        extra = len(added.findall(after)) - len(added.findall(before))
        if extra:
            before, after = added.sub("", before), added.sub("", after)
        words = [re.findall(r"[\w-]+|[^\w-]+", text) for text in (before, after)]
        changes = [Change(renaming(*pair), *pair) for pair in zip(*words, strict=False) if pair[0] != pair[1]]
        if len(words[0]) != len(words[1]):
            changes.append(Change("", f"{len(words[0])} words", f"{len(words[1])} words"))
        return [*changes, *[Change("hidden", "", "hidden: true")] * extra] or [Change("no data", "", "")]


def audited(path: Path, engine: Engine, misspelling: Misspelling | None) -> Audited | None:
    """Return what the fixes of a template change, and write the fixed template next to it; None when nothing changes."""
    try:
        found = engine.check_file(str(path), named=False)
    except (OSError, ReadError):
        return None
    fixed = Fixer(engine).apply(found) if found is not None else None
    if found is None or fixed is None or not fixed.done:
        return None
    path.with_name(f"{path.stem}{FIXED}{path.suffix}").write_text(fixed.text, encoding="utf-8", newline="")
    changes = text_changes(found.document.text, fixed.text)
    return Audited(path, misspelling, fixed.done, changes)


def asked(python: str, operation: tuple[str, ...], paths: list[Path]) -> dict[str, dict[str, Any]]:
    """Return Heat's answer on each template."""
    command = [python, str(ROOT / "tools" / "heat_parity"), "judge", *operation, *map(str, paths)]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return {answer["file"]: answer for answer in map(json.loads, lines)}


def changed_values(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """Yield the places of what Heat resolved without an error before, and resolves to something else after."""
    if isinstance(before, dict) and "error" in before:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key, value in before.items():
            if key not in ("file", "hidden", "schema"):
                yield from changed_values(value, after.get(key), f"{path}.{key}")
    elif before != after:
        yield path


def _creates(heat: str, path: Path) -> bool:
    """Return whether Heat creates a stack when every parameter has a value; template validation alone asks for none."""
    environment = path.with_name(f"{path.stem}.environment")
    environment.write_text(json.dumps(environment_for(path.read_text(encoding="utf-8"))), encoding="utf-8")
    return bool(asked(heat, ("create", "-e", str(environment)), [path])[str(path)].get("valid"))


class Violation(NamedTuple):
    """A change that should not be, and why."""

    path: Path
    why: str


def violations(found: list[Audited], heat: str) -> tuple[list[Violation], Counter[str]]:
    """Return the changes that Heat's answers, or the name that was meant, speak against; and counts of the answers."""
    after = {a.path: a.path.with_name(f"{a.path.stem}{FIXED}{a.path.suffix}") for a in found}
    verdicts = asked(heat, ("verdict", "--deep"), [p for pair in after.items() for p in pair])
    values = asked(heat, ("resolve",), [p for pair in after.items() for p in pair])
    wrong, counts = [], Counter[str]()
    for one in found:
        old, new = str(one.path), str(after[one.path])
        was, is_now = verdicts[old].get("valid"), verdicts[new].get("valid")
        counts[f"{'accepted' if was else 'refused'} before, {'accepted' if is_now else 'refused'} after"] += 1
        renamed = [c for c in one.changes if c.kind in ("case", "separator", "transposed letters")]
        wrong += [Violation(one.path, f"unexplained: {c.before!r} -> {c.after!r}") for c in one.changes if not c.kind]
        if was and renamed and _creates(heat, one.path):
            wrong += [Violation(one.path, f"renamed what Heat accepts: {c.before!r} -> {c.after!r}") for c in renamed]
        if was and not is_now:
            wrong.append(Violation(one.path, f"Heat refuses it after fixing: {verdicts[new].get('error')}"))
        spelled = one.misspelling
        if spelled is not None:
            missed = [c for c in renamed if c.before == spelled.wrong and c.after != spelled.right]
            wrong += [Violation(one.path, f"{c.before!r} -> {c.after!r} was {spelled.right!r}") for c in missed]
        keys = () if was else tuple(f".{c.before}" for c in renamed)  # Heat refused these keys, so they had no value
        places = [p for p in changed_values(values[old], values[new]) if not p.endswith(keys or ("\0",))]
        wrong += [Violation(one.path, f"value changed: {place}") for place in places]
    return wrong, counts


def table(found: list[Audited], checked: int, misspelled: int, wrong: list[Violation], counts: Counter[str]) -> str:
    """Return the figures in Markdown."""
    kinds = Counter((c.kind or "unexplained") for a in found for c in a.changes)
    fixes = Counter(applied.found.rule for a in found for applied in a.done)
    lines = [
        f"{checked:,} templates, {misspelled:,} more with one misspelled name each: {sum(fixes.values()):,} fixes in "
        f"{len(found):,} of them; {len(wrong)} changes of what Heat accepted, or to a name that was not meant.",
        "",
        "| change | times | why it is safe |",
        "|---|---:|---|",
        *(f"| {kind} | {n:,} | {JUSTIFICATIONS.get(kind, 'it is not')} |" for kind, n in kinds.most_common()),
        "",
        "| rule that was fixed | times |",
        "|---|---:|",
        *(f"| {rule} | {n:,} |" for rule, n in fixes.most_common()),
        "",
        "| what Heat says about the template | times |",
        "|---|---:|",
        *(f"| {answer} | {n:,} |" for answer, n in counts.most_common()),
    ]
    return "\n".join(lines)


def main() -> int:
    """Audit the folders and print the figures. Returns 1 when there is a violation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--heat", required=True, metavar="PYTHON")
    parser.add_argument("--misspell", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for number, source in enumerate(options.folders):
            shutil.copytree(source, os.path.join(folder, str(number)), symlinks=True)
        paths = [p for s in ("*.yaml", "*.yml", "*.template") for p in sorted(Path(folder).rglob(s)) if p.is_file()]
        engine = Engine(use_config=False)
        templates = [p for p in paths if _is_template(p)]
        cases: dict[Path, Misspelling | None] = {
            **dict.fromkeys(templates),
            **add_misspelled(templates, options.misspell, options.seed),
        }
        found = []
        for number, (path, name) in enumerate(cases.items()):
            if number % 300 == 0:
                engine = Engine(use_config=False)  # drop what it keeps of the files
            if (one := audited(path, engine, name)) is not None:
                found.append(one)
        wrong, counts = violations(found, options.heat) if found else ([], Counter())
        text = table(found, len(templates), options.misspell, wrong, counts)
    print(text)
    for violation in wrong:
        print(f"VIOLATION {violation.path.name}: {violation.why}")
    if options.write:
        page = PAGE.read_text(encoding="utf-8")
        head, tail = page[: page.index(BEGIN)], page[page.index(END) :]
        PAGE.write_text(f"{head}{BEGIN}\n\n{text}\n\n{tail}", encoding="utf-8")
    return int(bool(wrong))


def _is_template(path: Path) -> bool:
    try:
        return "heat_template_version" in path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False


if __name__ == "__main__":
    sys.exit(main())
