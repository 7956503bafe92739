"""A rule's declarations, such as `looks_at` or `needs`, change no finding: hotlint skips the rule only where it finds nothing.

The tests compare findings with and without `looks_at`, `needs`, `lacks`, `known_keys`, `only_computed`, `only_unresolved` and
`wants_call`. `resource_types` stays, because it also says for which types a rule is.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pytest
from finding_lines import TEMPLATE, Checks, example_text, write_example
from test_corpus_snapshots import SOURCES, TOPICS
from test_finding_snapshots import SLOW
from variants import variants

from hotlint.linter.packs import registry
from hotlint.linter.packs.hook_table import HookTable
from hotlint.linter.rules.rule import Rule

RULES = registry.load().rules
ALL_RULES = "extend_select: [HOT]\n"
STEP = 18
"""The tests check one of so many changes of a real template, because each check runs twice, with all rules."""
SMALL_STEP = 3
"""The same for small templates."""


class Declarations:
    """Checks of one file with all rules: with the declarations of the rules, and without."""

    def __init__(self, path: Path, environments: Sequence[Path] = ()) -> None:
        config = path.parent / ".hotlint.yaml"
        target = config.read_text(encoding="utf-8") if config.exists() else ""
        config.write_text(ALL_RULES + target, encoding="utf-8")
        self._usual, self._undeclared = Checks(path, environments), Checks(path, environments)

    def both(self, text: str) -> tuple[object, object]:
        """Return the findings in a text, first with the declarations, then without."""
        usual = self._usual.findings(text)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(HookTable, "for_file", lambda table, hook, parts: table.all(hook))
            patch.setattr(HookTable, "for_owner", lambda table, hook, owner, version: table.all(hook))
            patch.setattr(HookTable, "for_part", lambda table, is_resolved: table.all("check_part"))
            patch.setattr(
                HookTable,
                "for_call",
                lambda table, call, is_computed: (table.all("check_call"), table.all("check_target")),
            )
            return usual, self._undeclared.findings(text)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Declarations:
    """Checks of a template alone in its folder."""
    return Declarations(tmp_path_factory.mktemp("alone") / TEMPLATE)


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.code not in SLOW], ids=lambda rule: rule.code)
def test_examples(rule: Rule, tmp_path: Path, alone: Declarations) -> None:
    for number, example in enumerate([*rule.bad, *rule.good]):
        declarations = alone
        if example.files or example.target or example.environment is not None:
            folder = tmp_path / str(number)
            folder.mkdir()
            environments = write_example(folder, example)
            (folder / TEMPLATE).write_text(example_text(example), encoding="utf-8")
            declarations = Declarations(folder / TEMPLATE, environments)
        usual, undeclared = declarations.both(example_text(example))
        assert undeclared == usual


@pytest.mark.parametrize("topic", TOPICS)
def test_small_templates(topic: str, alone: Declarations) -> None:
    for case in TOPICS[topic][::SMALL_STEP]:
        usual, undeclared = alone.both(case.template)
        assert undeclared == usual


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_changed_templates(source: Path, alone: Declarations) -> None:
    for name, text in islice(variants(source.read_text(encoding="utf-8")), 0, None, STEP):
        usual, undeclared = alone.both(text)
        assert undeclared == usual, name
