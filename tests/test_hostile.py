"""Templates made to take hours or gigabytes: each is stopped, and says where."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

from pathlib import Path

import pytest
from time_limits import quarter

import hotlint
from hotlint.dry_run.errors import errors

FOLDER = Path(__file__).parent / "data" / "hostile"
STOPPED = {
    "yaql-parentheses.yaml": "nested too deeply",
    "yaql-power.yaml": "takes more time than the dry run allows",
    "yaql-ranges.yaml": "takes more time than the dry run allows",
    "yaql-recursion.yaml": "nested too deeply",
    "yaql-regex.yaml": "takes more time than the dry run allows",
    "yaql-shift.yaml": "takes more memory than the dry run allows",
}
EXHAUSTED = ("repeat.yaml", "shown-again.yaml", "str-replace.yaml")
LONGEST = ("repeat.yaml", "patterns.yaml")
"""What uses up any time; a quarter of the usual one shows it."""
TOO_DEEP = ("aliases.yaml", "nesting.yaml", "merge-keys.yaml")


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(p.name for p in FOLDER.glob("*.yaml")))
def test_both_commands_come_to_an_end(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = FOLDER / name
    if name in LONGEST:
        quarter(monkeypatch)
    report = hotlint.check(path, config=False)
    found = hotlint.preview(path)
    found.to_dict()
    if name in STOPPED:
        assert any(STOPPED[name] in message for _, message in errors(found))
    assert (found.context.evaluation.meter.exhausted is not None) == (name in EXHAUSTED)
    if name in TOO_DEEP:
        assert "HOT007" in {d.code for d in report.diagnostics}


BOMB = ["a0: &a0 {p: x, q: x, r: x, s: x, t: x, u: x, v: x, w: x, y: x, z: x}"]
BOMB += [f"a{n}: &a{n} {{{', '.join(f'k{i}: *a{n - 1}' for i in range(10))}}}" for n in range(1, 12)]


@pytest.mark.parametrize(
    "around",
    [
        "parameters:\n  p:\n    type: json\n    default:\n",
        "parameters:\n  p:\n    type: json\n    constraints:\n    - allowed_values:\n",
        "parameters:\n",
        "unknown:\n",
        "conditions:\n  c:\n    equals:\n    - 1\n    -\n",
        "resources:\n  r:\n    type: OS::Nova::Server\n    properties:\n",
        "resources:\n  r:\n    type: OS::Nova::Server\n    metadata:\n",
        "resources:\n  r:\n    type: OS::Heat::ResourceGroup\n    properties:\n      count: 50\n      resource_def:\n        type: OS::Nova::Server\n        properties:\n",
        "outputs:\n",
    ],
)
def test_an_alias_bomb_anywhere(around: str) -> None:
    indent = 12
    text = "heat_template_version: 2018-08-31\n" + around + "".join(f"{' ' * indent}{line}\n" for line in BOMB)
    report = hotlint.check("t.yaml", text=text, config=False)
    assert "HOT007" in {d.code for d in report.diagnostics}
    hotlint.preview("t.yaml", text=text).to_dict()


def test_an_alias_bomb_in_an_environment(tmp_path: Path) -> None:
    (tmp_path / "e.yaml").write_text("parameters:\n" + "".join(f"  {line}\n" for line in BOMB))
    text = (
        "heat_template_version: 2018-08-31\nparameters: {a11: {type: json}}\noutputs: {o: {value: {get_param: a11}}}\n"
    )
    hotlint.preview("t.yaml", text=text, environments=[tmp_path / "e.yaml"]).to_dict()
