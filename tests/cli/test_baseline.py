"""Baselines: what is known is not reported, wherever its lines are; what is new is; what is gone is stale."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hotlint.cli.main import main
from hotlint.operations.baseline import Baseline, BaselineKey
from hotlint.operations.check import CheckRequest, Runner

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  unused: {type: string, default: a}
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: {get_param: nobody}
      image: cirros
      networks:
        - uuid: net
        - uuid: other
"""
CHECK = ["check", "--no-config", "--no-cache", "--fail-on", "info", "--format", "concise"]
BASELINE = ["--no-config", "--no-cache"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    return tmp_path


def write(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["baseline", "write", *BASELINE]) == 0
    capsys.readouterr()


def test_only_new_findings_count(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(CHECK) == 1
    before = len(capsys.readouterr().out.splitlines())
    assert main(["baseline", "write", *BASELINE]) == 0
    assert capsys.readouterr().out.startswith(".hotlint-baseline.json: ")
    assert main(CHECK) == 0
    assert "a.yaml" not in capsys.readouterr().out
    (folder / "a.yaml").write_text(TEMPLATE.replace("image: cirros", "image: {get_param: noone}"))
    assert main(CHECK) == 1
    assert capsys.readouterr().out.count("a.yaml:") == 1
    assert main([*CHECK, "--no-baseline"]) == 1
    assert len(capsys.readouterr().out.splitlines()) == before + 1


def test_moved_lines_stay_known(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(capsys)
    (folder / "a.yaml").write_text("#\n" * 200 + TEMPLATE)
    assert main(CHECK) == 0
    assert main(["baseline", "show", *BASELINE]) == 0
    shown = capsys.readouterr().out
    assert "a.yaml: HOT512 resources.server.properties.networks.0.uuid\n" in shown


def test_one_more_of_the_same_is_new(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(TEMPLATE)
    write(capsys)
    data = json.loads((folder / ".hotlint-baseline.json").read_text())
    data["findings"]["a.yaml"]["resources.server.properties.networks.0.uuid"]["HOT512"] = 0
    (folder / ".hotlint-baseline.json").write_text(json.dumps(data))
    assert main(CHECK) == 1
    assert capsys.readouterr().out.count("a.yaml:") == 1


def test_stale_entries_are_reported_and_removed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(capsys)
    (folder / "a.yaml").write_text(TEMPLATE.replace("uuid: other", "network: other"))
    assert main(CHECK) == 0
    assert "1 finding is in '.hotlint-baseline.json' and no longer found" in capsys.readouterr().err
    assert main(["baseline", "show", *BASELINE]) == 1
    assert "networks.1.uuid  no longer found\n" in capsys.readouterr().out
    (folder / "a.yaml").write_text(TEMPLATE.replace("uuid: other", "network: {get_param: noone}"))
    assert main(["baseline", "update", *BASELINE]) == 0
    assert capsys.readouterr().out.endswith(", 1 removed\n")
    assert main(CHECK) == 1
    shown = capsys.readouterr()
    assert shown.out.count("a.yaml:") == 1
    assert shown.err == ""


def test_what_is_about_a_whole_file_stays_known(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "b.j2.yaml").write_text(TEMPLATE.replace("unused", "{{ name }}"))
    write(capsys)
    assert "HOT096" in (folder / ".hotlint-baseline.json").read_text()
    (folder / "b.j2.yaml").write_text("#\n" * 200 + TEMPLATE.replace("unused", "{{ name }}"))
    assert main(CHECK) == 0
    assert capsys.readouterr().err == ""


def test_a_renamed_resource_keeps_its_known_findings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(capsys)
    (folder / "a.yaml").write_text(TEMPLATE.replace("  server:", "  web:"))
    assert main(CHECK) == 0
    assert capsys.readouterr().err == ""
    assert main(["baseline", "update", *BASELINE]) == 0
    assert capsys.readouterr().out.endswith(", 0 removed\n")
    assert "resources.web.properties" in (folder / ".hotlint-baseline.json").read_text()


def test_an_added_item_keeps_those_below_it_known(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(capsys)
    (folder / "a.yaml").write_text(TEMPLATE.replace("- uuid: net\n", "- network: first\n        - uuid: net\n"))
    assert main(CHECK) == 0
    assert capsys.readouterr().err == ""


def test_what_is_fixed_in_one_resource_is_new_in_another(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = "  other: {type: 'OS::Nova::Server', properties: {flavor: %s, image: i, networks: [{network: n}]}}\n"
    (folder / "a.yaml").write_text(TEMPLATE + other % "f")
    write(capsys)
    moved = TEMPLATE.replace("{get_param: nobody}", "f") + other % "{get_param: nobody}"
    (folder / "a.yaml").write_text(moved)
    assert main(CHECK) == 1
    shown = capsys.readouterr()
    assert shown.out.count("a.yaml:") == 1
    assert "1 finding is" in shown.err


def test_another_mistake_next_to_a_fixed_one_is_new(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(TEMPLATE.replace("image: cirros", "imagee: cirros"))
    write(capsys)
    (folder / "a.yaml").write_text(TEMPLATE.replace("image: cirros", "image: cirros\n      nam: a"))
    assert main(CHECK) == 1
    assert capsys.readouterr().out.count("a.yaml:") == 1


def test_entries_of_files_that_were_not_checked_are_not_stale(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "b.yaml").write_text(TEMPLATE)
    write(capsys)
    assert main([*CHECK, "a.yaml"]) == 0
    assert capsys.readouterr().err == ""
    (folder / "b.yaml").unlink()
    assert main([*CHECK, "a.yaml"]) == 0
    assert "no longer found" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "gone"),
    [
        (["--select", "HOT512"], 0),
        (["--select", "unused-parameter,HOT301"], 1),
        (["--ignore", "HOT801"], 0),
        (["--ignore", "HOT5"], 1),
        (["--select", "HOT512", "--extend-select", "HOT801"], 1),
        (["--extend-select", "HOT801"], 1),
    ],
)
def test_what_a_run_does_not_look_for_is_not_gone(
    folder: Path, words: list[str], gone: int, capsys: pytest.CaptureFixture[str]
) -> None:
    write(capsys)
    before = json.loads((folder / ".hotlint-baseline.json").read_text())["findings"]["a.yaml"]
    (folder / "a.yaml").write_text(TEMPLATE.replace("  unused: {type: string, default: a}\n", "  {}\n"))
    assert main([*CHECK, *words]) == 0
    assert ("no longer found" in capsys.readouterr().err) == bool(gone)
    assert main(["baseline", "show", *BASELINE, *words]) == gone
    capsys.readouterr()
    assert main(["baseline", "update", *BASELINE, *words]) == 0
    assert capsys.readouterr().out.endswith(f", {gone} removed\n")
    after = json.loads((folder / ".hotlint-baseline.json").read_text())["findings"]["a.yaml"]
    assert {where: codes for where, codes in before.items() if "HOT801" not in codes or not gone} == after


def test_an_entry_without_findings_is_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".hotlint-baseline.json").write_text('{"version": 1, "findings": {"a.yaml": {"outputs": {"HOT301": 0}}}}')
    assert main(["baseline", "show", *BASELINE]) == 0
    shown = capsys.readouterr()
    assert (shown.out, shown.err.splitlines()[-1]) == ("", "0 findings known, 0 of them no longer found")


def test_sarif_states_what_is_known(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(capsys)
    (folder / "a.yaml").write_text(TEMPLATE.replace("image: cirros", "image: {get_param: noone}"))
    assert main([*CHECK, "--format", "sarif"]) == 1
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert [r["baselineState"] for r in results].count("new") == 1
    assert {r["baselineState"] for r in results} == {"new", "unchanged"}
    (new,) = (r for r in results if r["baselineState"] == "new")
    names = new["locations"][0]["logicalLocations"]
    assert names[0]["fullyQualifiedName"].startswith("resources.server.properties.image")


def test_sarif_names_what_only_the_baseline_has(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(capsys)
    (folder / "a.yaml").write_text(TEMPLATE.replace("uuid: other", "network: other"))
    assert main([*CHECK, "--format", "sarif"]) == 0
    run = json.loads(capsys.readouterr().out)["runs"][0]
    (absent,) = (r for r in run["results"] if r["baselineState"] == "absent")
    assert run["tool"]["driver"]["rules"][absent["ruleIndex"]]["id"] == absent["ruleId"] == "HOT512"
    (place,) = absent["locations"]
    assert place["physicalLocation"] == {"artifactLocation": {"uri": "a.yaml", "uriBaseId": "SRCROOT"}}
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "resources.server.properties.networks.1.uuid"
    assert "partialFingerprints" not in absent
    monkeypatch.setenv("GITHUB_ACTIONS", "true")  # where code scanning would open an alert for it
    assert main([*CHECK, "--format", "sarif"]) == 0
    assert '"absent"' not in capsys.readouterr().out


MISTAKES = {
    "a reference": ("image: {get_param: image}", "image: {get_param: imgae}"),
    "a parameter": ("  image: {type", "  imgae: {type"),
    "a condition": ("{if: [large,", "{if: [lagre,"),
    "a property": ("flavor: m1", "flavour: m1"),
    "a function": ("{get_param: image}", "{get_parma: image}"),
    "the properties": ("    properties:", "    propertys:"),
    "the parameters": ("parameters:", "parmeters:"),
    "the resources": ("resources:", "resorces:"),
    "the conditions": ("conditions:", "condtions:"),
    "a resource": ("  server:\n", "  sevrer:\n"),
    "a condition's name": ("  large:", "  lagre:"),
}
CLEAN = """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string, default: cirros}
conditions:
  large: true
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: {get_param: image}
      flavor: m1.small
      key_name: {if: [large, a, b]}
      networks: [{network: web}]
outputs:
  one: {value: {get_resource: server}}
  two: {value: {get_attr: [server, first_address]}}
"""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_one_mistake_is_one_new_finding(folder: Path, mistake: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.yaml").write_text(CLEAN)
    write(capsys)
    assert json.loads((folder / ".hotlint-baseline.json").read_text())["findings"] == {}
    (folder / "a.yaml").write_text(CLEAN.replace(*MISTAKES[mistake]))
    assert main(CHECK) == 1
    assert capsys.readouterr().out.count("a.yaml:") == 1


def test_from_a_folder_below(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "below").mkdir()
    (folder / "below" / "a.yaml").write_text(TEMPLATE)
    write(capsys)
    monkeypatch.chdir(folder / "below")
    assert main(CHECK) == 0


DAMAGED = [
    *("{", "[]", '{"version": 7}', '{"version": 1, "findings": {"a": 1}}', "[" * 200_000, '{"a":' * 200_000),
    *(
        f'{{"version": 1, "findings": {{"a": {{"b": {{"HOT1": {n}}}}}}}}}'
        for n in ("1e400", "-1", "1.5", "10000000", "9" * 5000)
    ),
    '{"version": 1, "findings": {"a": {"b": {"HOT1": 900000, "HOT2": 900000}}}}',
]


@pytest.mark.parametrize("text", DAMAGED, ids=lambda text: text[-40:])
@pytest.mark.parametrize("option", ["--fix", "--fix-only", "--add-disable"])
def test_a_damaged_baseline_is_said_before_files_are_changed(
    folder: Path, text: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "a.yaml").write_text("heat_template_version: 2018-08-31\nparameters: {a: {typ: string}}\n")
    (folder / ".hotlint-baseline.json").write_text(text)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert main([*CHECK, option]) == 2
    assert "is no baseline" in capsys.readouterr().err
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


@pytest.mark.parametrize("findings", ["[]", "null", "5", '{"a": []}', '{"a": {"b": 1}}'])
def test_a_baseline_of_another_structure_is_described_without_words_of_python(
    folder: Path, findings: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / ".hotlint-baseline.json").write_text(f'{{"version": 1, "findings": {findings}}}')
    assert main(CHECK) == 2
    assert "is no baseline: 'findings' must have the places of each file" in capsys.readouterr().err


@pytest.mark.parametrize("text", DAMAGED, ids=lambda text: text[-40:])
def test_what_is_no_baseline_is_a_usage_error(folder: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".hotlint-baseline.json").write_text(text)
    assert main(CHECK) == 2
    assert "is no baseline" in capsys.readouterr().err
    assert main([*CHECK, "--baseline", "missing.json"]) == 2


def test_a_baseline_of_a_deployment(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "b.yaml").write_text(TEMPLATE)
    (folder / ".hotlint.yaml").write_text("deployments: [{name: prod, template: a.yaml}]\n")
    assert main(["baseline", "write", "--no-cache", "--deployment", "prod"]) == 0
    assert {key.split(":")[0] for key in json.loads((folder / ".hotlint-baseline.json").read_text())["findings"]} == {
        "a.yaml"
    }


def test_exit_zero(folder: Path) -> None:
    assert main([*CHECK, "--fail-on", "never"]) == 0


def test_fix_only_and_fixable_rules(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "heat_template_version: 2013-05-23\nparameters: {p: {Type: string, description: d}}\noutputs: {o: {value: {Ref: p}}}\n"
    (folder / "a.yaml").write_text(text)
    assert main([*CHECK, "--fix", "--unfixable", "HOT804", "--fail-on", "never"]) == 0
    assert (folder / "a.yaml").read_text() == text.replace("Type", "type")
    (folder / "a.yaml").write_text(text)
    (folder / ".hotlint.yaml").write_text("fixable: [replaceable-function]\n")
    capsys.readouterr()
    assert main(["check", "--no-cache", "--fix-only"]) == 0
    assert capsys.readouterr().out == ""
    assert (folder / "a.yaml").read_text() == text.replace("Ref", "get_param")
    assert main(["check", "--no-cache", "--fix", "--fixable", "HOT77"]) == 2


def test_findings_are_suppressed_by_comments(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = TEMPLATE + (
        "      key_name: {get_param: who}  # why\n"
        "      user_data:\n        str_replace:\n          template: |\n            some text\n          params: {$x: 1}\n"
        '  bad:\n    type: "OS::No::\n      Such"\n    metadata: {a: {get_param: q},\n      b: {get_param: r}}\n'
    )
    (folder / "a.yaml").write_text(text)
    assert main([*CHECK, "--add-disable"]) == 0
    capsys.readouterr()
    written = (folder / "a.yaml").read_text()
    assert "      # hotlint: disable-next-line=HOT301\n      key_name: {get_param: who}  # why\n" in written
    assert "        - uuid: net  # hotlint: disable=HOT512\n" in written
    assert main(CHECK) == 0
    assert main([*CHECK, "--add-disable"]) == 0
    assert (folder / "a.yaml").read_text() == written


def test_of_equal_findings_as_many_are_known_as_are_counted(folder: Path) -> None:
    """Those at the same logical path, and those whose resource has another name now."""
    (folder / "a.yaml").write_text("heat_template_version: 2018-08-31\nresources: {new: {type: OS::Nope}}\n")
    [report] = Runner(CheckRequest(jobs=1, use_cache=False)).run(["a.yaml"], None, "")
    [found] = [d for d in report.diagnostics if d.code == "HOT501"]
    for where in (found.where, found.where.replace("new", "old")):
        known = Baseline("baseline.json", {BaselineKey("a.yaml", where, "HOT501"): 2})
        for count in range(1, 4):
            reports = [report._replace(diagnostics=(found,) * count)]
            states = ["unchanged", "unchanged", "new"]
            assert [d.state for r in known.marked(reports) for d in r.diagnostics] == states[:count]
            assert sum(known.stale(reports).values()) == max(0, 2 - count)


def test_a_finding_directly_below_a_renamed_resource_stays_known(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One about the name itself is new: the name is not the one that was known."""
    text = "heat_template_version: 2018-08-31\nparameters: {one: {type: string}}\nresources: {a: {type: OS::Nope}}\n"
    (folder / "a.yaml").write_text(text)
    write(capsys)
    (folder / "a.yaml").write_text(text.replace("{a:", "{b:").replace("{one:", "{two:"))
    assert main(CHECK) == 1
    found = [line.split()[2] for line in capsys.readouterr().out.splitlines() if line.startswith("a.yaml:")]
    assert found == ["HOT801"]
