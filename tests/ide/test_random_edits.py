"""Renames and code actions at random places of real templates: no text is broken, and no value changes that should not.

More of them in other templates: `HOTLINT_RANDOM_EDITS=2000 HOTLINT_TEMPLATES=FOLDER:FOLDER HOTLINT_SEED=2 pytest THIS_FILE`.
"""

import itertools
import os
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from ide_fixture import analysis, path

import hotlint
from hotlint.common.files import read_text
from hotlint.ide import rename
from hotlint.ide.code_actions import CodeAction, actions, grouping, inlining, nesting
from hotlint.ide.code_actions.action import NewFile
from hotlint.ide.code_actions.proof import comparable
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.linter.checking.engine import Engine
from hotlint.syntax.edits import Edit, apply_edits
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source, Span

ROOT = Path(__file__).parents[2]
COUNT = int(os.environ.get("HOTLINT_RANDOM_EDITS", "25"))
FOLDERS = [Path(f) for f in os.environ.get("HOTLINT_TEMPLATES", "").split(os.pathsep) if f]
SEED = int(os.environ.get("HOTLINT_SEED", "1"))
LONGEST = 40_000
NEW_NAMES = ("zz_new", "new name", "true", "x-1", "12", "a:b")
CHANGES_TYPE = "which makes it a string"
CHANGES_RESOURCES = "(an update replaces what exists)"
"""The end of what moves resources to another stack, which `test_random_moves_between_templates` tries."""


def nobody(_: str) -> list[FileAnalysis]:
    """Return the texts that use a file: none, a template is alone."""
    return []


def templates(chance: random.Random) -> Iterator[FileAnalysis]:
    """Yield templates of the folders for ever, some with Windows line ends."""
    folders = FOLDERS or [ROOT / "examples", ROOT / "tools" / "heat_parity" / "data" / "sources"]
    files = sorted(file for folder in folders for file in folder.rglob("*.yaml"))
    texts = [text for file in files if "heat_template_version" in (text := read_text(str(file))) and "{%" not in text]
    texts = [text for text in texts if len(text) < LONGEST]
    assert len(texts) > 5
    while True:
        text = chance.choice(texts)
        opened = analysis(text.replace("\n", "\r\n") if chance.random() < 0.15 else text)
        if not opened.document.broken:
            yield opened


def broken(opened: FileAnalysis, edits: list[Edit] | tuple[Edit, ...]) -> str:
    """Return what is wrong with the text after edits: a YAML problem that was not there, or another line end; "" for nothing."""
    after = apply_edits(opened.text, edits)
    document = parse(Source(opened.path, after))
    known = Counter(p.slug for p in opened.document.problems)
    worse = Counter(p.slug for p in document.problems) - known
    if worse:
        return str(worse)
    if "\r\n" in opened.text and "\n" in after.replace("\r\n", ""):
        return "mixed line ends"
    return ""


@cache
def errors(text: str) -> Counter[str]:
    return Counter(d.code for d in hotlint.check("t.yaml", text=text).diagnostics if d.severity == "error")


def values(text: str) -> object:
    made = hotlint.preview("t.yaml", text=text).to_dict()
    return [made["resources"], made["outputs"]]


@pytest.mark.slow
def test_random_renames() -> None:
    chance = random.Random(SEED)
    done = 0
    failed: list[str] = []
    for opened in templates(chance):
        found = [o for o in opened.index.occurrences if o.kind in rename.KINDS]
        for occurrence in chance.sample(found, min(4, len(found))):
            name = chance.choice(NEW_NAMES)
            try:
                edits = rename.rename(opened, occurrence.span.start, name, nobody)
            except rename.RenameError:
                continue
            about = f"{occurrence.kind} {occurrence.name} -> {name}\n{opened.text}"
            after = apply_edits(opened.text, edits)
            problem = broken(opened, edits) or errors(after) - errors(opened.text)
            if not problem and occurrence.kind == "placeholder" and values(after) != values(opened.text):
                problem = "other values"
            failed += [f"{problem}: {about}"] if problem else []
            done += 1
        if done >= COUNT:
            break
    assert not failed, "\n".join(failed[:20])


def test_random_code_actions() -> None:
    chance = random.Random(SEED)
    done = 0
    for opened in templates(chance):
        result = Engine().check_file(path("t.yaml"), opened.text)
        found = result.diagnostics if result is not None else []
        spots = [chance.randrange(len(opened.text)) for _ in range(4)]
        spots += [d.span.start for d in chance.sample(found, min(3, len(found)))]
        for offset in spots:
            for action in actions(opened, Span(offset, offset), found, nobody):
                if action.disabled is None and action.edits:
                    assert not broken(opened, action.edits), f"{action}\n{opened.text}"
                    if claims_same_values(action):
                        assert values(apply_edits(opened.text, action.edits)) == values(opened.text), action
                        done += 1
        if done >= COUNT:
            return


def test_random_moves_between_templates() -> None:
    """Resources are extracted to a nested template and inlined again, or become a group: the stack stays the same."""
    chance = random.Random(SEED + 1)
    for opened in itertools.islice(templates(chance), COUNT // 2):
        span = chosen_resources(opened, chance)
        for action in (*nesting.extract_resources(opened, span, nobody), *grouping.group_copies(opened, span, nobody)):
            if action.disabled is None:
                assert not broken(opened, action.edits), f"{action}\n{opened.text}"
                after = apply_edits(opened.text, action.edits)
                for created in action.creates:
                    assert not parse(Source(created.path, created.text)).problems, created.text
                    moved_back(opened, after, created, action)


def chosen_resources(opened: FileAnalysis, chance: random.Random) -> Span:
    """Return a span that covers up to four resources which follow each other."""
    resources = list(opened.template.resources.values())
    if not resources:
        return Span(0, 0)
    first = chance.randrange(len(resources))
    last = resources[min(first + chance.randrange(4), len(resources) - 1)]
    return Span(resources[first].key.start, max(last.node.end, last.key.end))


def moved_back(opened: FileAnalysis, after: str, created: NewFile, action: CodeAction) -> None:
    """Inline a nested template that was just extracted, where that is offered, and compare with the text of before."""
    name = os.path.basename(created.path)
    again = analysis(after, {name: created.text})
    owner = next(r for r in again.template.resources.values() if r.type == name)
    for back in inlining.inline_nested(again, owner.key.start, nobody):
        if back.disabled is None:
            assert not broken(again, back.edits), f"{action}\n{back}\n{opened.text}"
            same = comparable(values(apply_edits(after, back.edits))) == comparable(values(opened.text))
            assert same, f"{action}\n{back}\n{opened.text}"


def claims_same_values(action: CodeAction) -> bool:
    """Return whether an action says that it changes the form only: refactorings, and comments that suppress."""
    is_form = action.kind.startswith("refactor") and not action.title.endswith((CHANGES_TYPE, CHANGES_RESOURCES))
    return is_form or action.title.startswith("Suppress")
