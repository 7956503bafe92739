"""Output formats of findings: each is accepted by its schema, and says the same."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hotlint.cli.main import main

DATA = Path(__file__).resolve().parents[1] / "data"
TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: string}
  unused: {type: string, description: "never <used> & quoted: \\u0007"}
resources:
  a:
    type: OS::Heat::Value
    properties: {value: {get_param: flavour}}
  b:
    type: OS::Heat::Value
    type: OS::Heat::Value
    properties: {value: [日本, {get_param: flavorr}]}
"""
CODES = ["HOT801", "HOT301", "HOT002", "HOT301"]

GITLAB: dict[str, Any] = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "type": {"const": "issue"},
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "categories": {
                "type": "array",
                "items": {
                    "enum": [
                        "Bug Risk", "Clarity", "Compatibility", "Complexity", "Duplication", "Performance", "Security",
                        "Style",
                    ]
                },
            },
            "location": {
                "type": "object",
                "required": ["path"],
                "anyOf": [{"required": ["lines"]}, {"required": ["positions"]}],
                "properties": {
                    "path": {"type": "string", "pattern": "^[^./]"},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}  # fmt: skip
"""What GitLab's documentation asks of a code quality report (a part of Code Climate's format)."""


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("GITHUB_ACTIONS", "GITHUB_WORKSPACE", "CI_PROJECT_DIR", "FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / "a b.yaml"
    path.write_text(TEMPLATE, encoding="utf-8")
    return path


def report(capsys: pytest.CaptureFixture[str], form: str, *more: str) -> str:
    main(["check", "a b.yaml", "--format", form, *more])
    return capsys.readouterr().out


def test_sarif(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(report(capsys, "sarif"))
    schema = json.loads((DATA / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
    jsonschema.validators.validator_for(schema)(schema).validate(found)
    (run,) = found["runs"]
    assert [r["ruleId"] for r in run["results"]] == CODES
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in run["results"])
    assert all(r["help"]["text"] for r in rules)
    assert run["results"][1]["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "a%20b.yaml", "uriBaseId": "SRCROOT"},
        "region": {"startLine": 8, "startColumn": 37, "endLine": 8, "endColumn": 44},
    }
    replacement = run["results"][1]["fixes"][0]["artifactChanges"][0]["replacements"][0]
    assert replacement["insertedContent"] == {"text": "flavor"}


def test_fingerprints_outlive_other_changes(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def fingerprints() -> list[str]:
        results = json.loads(report(capsys, "sarif"))["runs"][0]["results"]
        return [r["partialFingerprints"]["hotlint/v1"] for r in results]

    before = fingerprints()
    assert len(set(before)) == len(before)
    template.write_text(TEMPLATE.replace("parameters:", "\n# more\nparameters:"), encoding="utf-8")
    assert fingerprints() == before


def test_junit(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = ET.fromstring(report(capsys, "junit"))
    assert root.tag == "testsuites"
    (suite,) = root
    wanted = {"name", "id", "package", "hostname", "tests", "failures", "errors", "time"}
    assert set(suite.attrib) == wanted
    assert [child.tag for child in suite] == ["properties", *["testcase"] * 4, "system-out", "system-err"]
    assert (suite.get("tests"), suite.get("failures")) == ("4", "2")
    for case in suite.iter("testcase"):
        assert {"name", "classname", "time"} == set(case.attrib)
        assert all(child.tag == "failure" and {"type", "message"} == set(child.attrib) for child in case)


def test_junit_has_a_case_for_a_clean_file(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template.write_text("heat_template_version: 2018-08-31\ndescription: fine\nresources: {}\n")
    assert report(capsys, "junit").count('<testcase classname="a b.yaml" name="check" time="0"/>') == 1


def test_gitlab(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(report(capsys, "gitlab"))
    jsonschema.validate(found, GITLAB)
    assert [f["check_name"].split()[0] for f in found] == CODES
    assert len({f["fingerprint"] for f in found}) == 4


def test_security_advice_is_a_category_of_its_own(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = "  password: {type: string}\n"
    template.write_text(TEMPLATE.replace("parameters:\n", "parameters:\n" + secret), encoding="utf-8")
    issues = {i["check_name"]: i["categories"] for i in json.loads(report(capsys, "gitlab"))}
    assert issues["HOT901 visible-secret"] == ["Security"]
    assert issues["HOT301 unknown-parameter"] == ["Bug Risk"]
    rules = json.loads(report(capsys, "sarif"))["runs"][0]["tool"]["driver"]["rules"]
    tags = {r["id"]: r["properties"]["tags"] for r in rules}
    assert tags["HOT901"] == ["security"] and tags["HOT301"] == ["correctness"]


def test_github(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = report(capsys, "github").splitlines()
    assert lines[1].startswith(
        "::error file=a b.yaml,line=8,endLine=8,col=37,endColumn=44,title=HOT301 unknown-parameter::"
        "a b.yaml:8:37: HOT301 undefined parameter 'flavour'"
    )
    assert all(re.match("::(error|warning|notice) file=", line) for line in lines[:-1])
    assert any("with the same value%0Asee line " in line for line in lines)


def test_paths_are_those_of_the_working_folder(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def paths(form: str) -> str:
        main(["check", str(template), "--format", form])
        return capsys.readouterr().out

    assert json.loads(paths("gitlab"))[0]["location"]["path"] == "a b.yaml"
    location = json.loads(paths("sarif"))["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert location["artifactLocation"] == {"uri": "a%20b.yaml", "uriBaseId": "SRCROOT"}
    assert "file=a b.yaml," in paths("github")


@pytest.mark.parametrize("variable", ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"])
def test_paths_are_those_of_the_checkout_in_a_job(
    template: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    folder = template.parent / "stack"
    folder.mkdir()
    template.rename(folder / template.name)
    monkeypatch.chdir(folder)
    monkeypatch.setenv(variable, str(template.parent))
    assert "::error file=stack/a b.yaml,line=8,endLine=8,col=37,endColumn=44" in report(capsys, "github")
    assert json.loads(report(capsys, "gitlab"))[0]["location"]["path"] == "stack/a b.yaml"
    location = json.loads(report(capsys, "sarif"))["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "stack/a%20b.yaml"
    main(["check", "../stack/a b.yaml", "--format", "github"])
    assert "file=stack/a b.yaml," in capsys.readouterr().out
    monkeypatch.setenv(variable, str(template.parent / "elsewhere"))
    assert "file=a b.yaml," in report(capsys, "github")


def test_a_file_for_code_scanning_leaves_annotations_to_the_log(
    template: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert report(capsys, "sarif", "--output", "report.sarif").startswith("::notice ")
    assert "results" in Path("report.sarif").read_text()


def test_github_is_chosen_inside_actions(
    template: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    main(["check", "a b.yaml"])
    assert capsys.readouterr().out.startswith("::notice ")


def test_concise(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = report(capsys, "concise").splitlines()
    assert len(lines) == 4
    assert lines[1].startswith("a b.yaml:8:37: error HOT301 undefined parameter 'flavour'")


def test_output_goes_to_a_file_and_text_to_the_terminal(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = report(capsys, "json", "--output", "report.json")
    assert out.startswith("a b.yaml:4:3: info HOT801")
    assert [d["code"] for d in json.loads(Path("report.json").read_text())["diagnostics"]] == CODES


def test_colors_only_when_chosen(
    template: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\x1b" not in report(capsys, "text")
    assert "\x1b[1;31merror" in report(capsys, "text", "--color", "always")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[1;31merror" in report(capsys, "text")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in report(capsys, "text")


def test_places_in_json_count_from_zero_and_from_one(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(report(capsys, "json"))["diagnostics"][1]
    assert found["span"] == {"start_line": 7, "start_column": 36, "end_line": 7, "end_column": 43}
    assert (found["line"], found["column"]) == (8, 37)


def test_control_characters_do_not_reach_the_terminal(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hostile = 'heat_template_version: 2018-08-31\ndescription: d\nresources: {}\n"x\x9b\\e[31m": 1\n'
    template.write_text(hostile, encoding="utf-8")
    out = report(capsys, "text")
    assert "\x9b" not in out
    assert "\x1b" not in out


def test_quiet_and_statistics(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template.write_text(TEMPLATE.replace("flavour}}", "Flavor}}"), encoding="utf-8")
    main(["check", "a b.yaml", "--min-severity", "error", "--statistics"])
    out, err = capsys.readouterr()
    assert "a b.yaml:4:3: info HOT801" not in out
    assert err == ""
    assert out.splitlines()[-5].split() == ["2", "HOT301", "error", "unknown-parameter", "(1", "fixable)"]
    assert out.splitlines()[-1].startswith("Found ")


def test_statistics_of_other_formats(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    counts = json.loads(report(capsys, "json", "--statistics"))["statistics"]
    assert counts[0] == {
        "code": "HOT301", "rule": "unknown-parameter", "severity": "error", "findings": 2, "fixable": 0,
    }  # fmt: skip
    assert sum(c["findings"] for c in counts) == 4
    assert "statistics" not in json.loads(report(capsys, "json"))
    main(["check", "a b.yaml", "--format", "concise", "--statistics"])
    out, err = capsys.readouterr()
    assert "unknown-parameter" not in out
    assert err.splitlines()[0].split()[:3] == ["2", "HOT301", "error"]


def test_several_files_begin_with_errors_and_repeat_no_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unused = (
        "heat_template_version: 2018-08-31\nparameters: {a: {type: string}, b: {type: string},\n  c: {type: string}}\n"
    )
    (tmp_path / "a.yaml").write_text(unused)
    (tmp_path / "b.yaml").write_text(unused.replace("type: string}}", "typ: string, x: 1}}"))
    main(["check", str(tmp_path), "--no-cache", "--format", "text"])
    heads = [line for line in capsys.readouterr().out.splitlines() if re.search(r":\d+:\d+: ", line)]
    assert [re.findall(r"(?<=/)\w.yaml(?=:)|error|info", head)[-2:] for head in heads][:2] == [["b.yaml", "error"]] * 2
    advice = [head for head in heads if " info " in head]
    assert len(advice) == 2 and advice[0].endswith("parameter 'a' is never used (and 2 more like it in lines 2 and 3)")


def test_reports_for_people_have_the_findings_of_text_in_its_order(
    template: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (template.parent / "b.yaml").write_text(TEMPLATE.replace("日本", "x"), encoding="utf-8")
    main(["check", ".", "--report", "markdown=r.md", "--report", "html=r.html"])
    text = re.findall(r"^\S.*?:(\d+):\d+: (\w+) (\w+)(?: \[\*\])?:", capsys.readouterr().out, re.MULTILINE)
    assert len(text) == 7  # the warning of both files is shown once
    markdown = re.findall(r"^\| (\d+) \| \**(\w+)\** \| (\w+) ", Path("r.md").read_text("utf-8"), re.MULTILINE)
    page = Path("r.html").read_text("utf-8")
    articles = re.findall(r'<article .*?data-rule="(\w+)" data-severity="(\w+)".*?<span>(\d+):\d+</span>', page)
    assert markdown == text
    assert [(line, severity, code) for code, severity, line in articles] == text
    assert (
        '<code data-line="8">    properties: {value: {get_param: <mark>flavour</mark>}}</code>'.replace("    ", "")
        in page
    )
    assert '<option value="HOT301">HOT301 unknown-parameter (4)</option>' in page
    assert '<a href="#rule-HOT301">' in page and '<details id="rule-HOT301">' in page
    assert "Define the parameter under" in page


def test_markdown_links_to_lines_in_a_job(
    template: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "](" not in report(capsys, "markdown")
    monkeypatch.setenv("CI_PROJECT_URL", "https://gitlab.example/a/b")
    monkeypatch.setenv("CI_COMMIT_SHA", "c0ffee")
    assert "| [8](https://gitlab.example/a/b/-/blob/c0ffee/a%20b.yaml#L8) | **error** |" in report(capsys, "markdown")


def test_markdown_fits_in_a_comment(template: Path, capsys: pytest.CaptureFixture[str]) -> None:
    many = "".join(
        f"  r{n}: {{type: OS::Heat::Value, properties: {{value: {{get_param: p{n}}}}}}}\n" for n in range(700)
    )
    template.write_text(TEMPLATE + many, encoding="utf-8")
    shown = report(capsys, "markdown")
    rows, (left_out,) = (
        len(re.findall(r"^\| \d", shown, re.MULTILINE)),
        re.findall(r"^(\d+) more findings are", shown, re.M),
    )
    assert 50_000 < len(shown) < 65_536
    assert rows + int(left_out) == 704


@pytest.mark.parametrize("environments", [["one.env"], ["one.env", "two.env"]])
def test_html_names_the_deployments_of_each_finding(
    template: Path, capsys: pytest.CaptureFixture[str], environments: list[str]
) -> None:
    template.write_text(
        "heat_template_version: 2018-08-31\ndescription: d\nparameters: {size: {type: number, description: d}}\nresources:\n"
        "  a: {type: OS::Cinder::Volume, properties: {size: {get_param: size}, nmae: x}}\n"
    )
    for number, name in enumerate(environments):
        Path(name).write_text(f"parameters: {{size: {number}}}\n")
    named = "".join(f"- {{name: {name[:3]}, template: a b.yaml, environments: [{name}]}}\n" for name in environments)
    Path(".hotlint.yaml").write_text(f"deployments:\n{named}")
    page = report(capsys, "html")
    found = dict(re.findall(r'data-rule="(\w+)".*?data-deployment="([\d ]*)"', page))
    numbers = dict(re.findall(r'<option value="(\d)">deployment &#x27;(\w+)', page))
    if len(environments) == 1:
        assert found == {"HOT506": "1", "HOT503": "1"} and numbers == {}
        assert '<p class="note">with one.env</p>' in page
    else:
        assert {code: {numbers[n] for n in listed.split()} for code, listed in found.items()} == {
            "HOT506": {"one"}, "HOT503": {"one", "two"},
        }  # fmt: skip
    assert report(capsys, "html") == page, "findings of the cache"
