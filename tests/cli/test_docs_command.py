"""`hotlint docs`: Markdown and HTML of a template, and what is injected into a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotlint.cli.main import main
from hotlint.operations.docs import BEGIN, END

TEMPLATE = """\
heat_template_version: 2018-08-31
description: A | pipe and <b>tags</b>.
parameter_groups:
- label: Main
  parameters: [size]
parameters:
  size:
    type: number
    label: Size
    description: |
      How large.

      Second paragraph.
    default: 3
    constraints:
    - range: {min: 1, max: 9}
      description: few
    - modulo: {step: 2, offset: 1}
  password: {type: string, hidden: true, default: s3cret-of-all}
  zones: {type: comma_delimited_list, default: "a,b", immutable: true}
  map: {type: json, default: {a: 1, b: "yes"}}
  name: {type: string, constraints: [{allowed_pattern: "[a|b]`+"}, {length: {max: 9}}, {allowed_values: [a, b]}]}
conditions:
  big: {equals: [{get_param: size}, 9]}
resources:
  child:
    type: child.yaml
    condition: big
    description: The child.
  other:
    type: OS::Heat::RandomString
    depends_on: child
outputs:
  result: {description: The result., value: {get_attr: [other, value]}}
  copy: {value: {get_param: password}}
  literal: {value: "not s3cret-of-all"}
"""
CHILD = "heat_template_version: 2018-08-31\ndescription: Child of all.\nresources: {}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(TEMPLATE)
    (tmp_path / "child.yaml").write_text(CHILD)
    return tmp_path


def test_markdown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "a.yaml"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("## a.yaml\n\nA \\| pipe and \\<b\\>tags\\</b\\>.\n\n**Main**: `size`\n\n### Parameters\n")
    size = "| `size` | `number` | `3` | range 1 to 9 (few)<br>1 plus a multiple of 2 | Size: How large.<br>Second paragraph. |"
    assert size in text
    assert "| `password` | `string`, hidden | `******` |" in text
    assert "| `zones` | `comma_delimited_list`, immutable | `a,b` |" in text
    assert '`{a: 1, b: "yes"}`' in text
    assert "| `name` | `string` | required | matches \\[a\\|b\\]\\`+<br>length at most 9<br>one of a, b |" in text
    assert "| `big` | `{equals: [{get_param: size}, 9]}` |" in text
    assert "| `child` | [`child.yaml`](child.yaml) | `big` | | The child. |" in text
    assert "| `other` | `OS::Heat::RandomString` | | `child` | A random text" in text
    assert "| [`child.yaml`](child.yaml) | `child` | Child of all. |" in text
    assert "| `result` | The result. | `{get_attr: [other, value]}` |" in text
    assert "```mermaid\nflowchart LR\n" in text
    assert text.count("s3cret") == 1, "what the author wrote in another place"


def test_html(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "a.yaml", "child.yaml", "-f", "html"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("<!DOCTYPE html>")
    assert "A | pipe and &lt;b&gt;tags&lt;/b&gt;." in text
    assert '<a href="child.yaml"><code>child.yaml</code></a>' in text
    assert "<svg" in text
    assert '<td data-label="Type">' in text, "what a phone shows before the value"
    assert text.count("s3cret") == 1, "what the author wrote in another place"


def test_half_of_a_surrogate_pair_is_injected_as_an_escape(folder: Path) -> None:
    (folder / "a.yaml").write_text('{"heat_template_version": "2018-08-31", "description": "\\ud83d x"}')
    assert main(["docs", "a.yaml", "--inject", "README.md"]) == 0
    assert main(["docs", "a.yaml", "--inject", "README.md"]) == 0
    assert "\\ud83d x" in (folder / "README.md").read_text()
    assert main(["docs", "a.yaml", "--inject", "README.md", "--check"]) == 0


def test_markers_in_a_description_do_not_end_what_is_injected(folder: Path) -> None:
    template = "heat_template_version: 2018-08-31\nparameters: {p: {type: string, default: '%s', description: '%s'}}\n"
    (folder / "a.yaml").write_text(template % (f"x {END} y", f"{BEGIN} {END}"))
    for _ in range(2):
        assert main(["docs", "a.yaml", "--inject", "README.md"]) == 0
    assert main(["docs", "a.yaml", "--inject", "README.md", "--check"]) == 0
    assert (folder / "README.md").read_text().count(END) == 1


def test_a_file_is_kept_up_to_date(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = folder / "README.md"
    inject = ["docs", "a.yaml", "--inject", "README.md", "--no-graph", "--level", "3"]
    assert main([*inject, "--check"]) == 1
    assert not readme.exists()
    readme.write_text("# Mine\r\n", newline="")
    assert main(inject) == 0
    text = readme.read_bytes().decode()
    assert text.startswith("# Mine\r\n\r\n<!-- BEGIN_HOTLINT_DOCS -->\r\n### a.yaml\r\n")
    assert text.endswith("<!-- END_HOTLINT_DOCS -->\r\n")
    assert main([*inject, "--check"]) == 0
    readme.write_text(text.replace("size", "dimension") + "below\r\n", newline="")
    assert main([*inject, "--check"]) == 1
    assert "'README.md' is not up to date" in capsys.readouterr().err
    assert main(inject) == 0
    assert readme.read_bytes().decode() == text + "below\r\n"


def test_usage_errors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "README.md").write_text("<!-- END_HOTLINT_DOCS -->\n<!-- BEGIN_HOTLINT_DOCS -->\n")
    assert main(["docs", "a.yaml", "--inject", "README.md"]) == 2
    assert "must hold the line" in capsys.readouterr().err
    assert main(["docs", "a.yaml", "--check"]) == 2
    assert main(["docs", "a.yaml", "--inject", "x.md", "-f", "html"]) == 2
    assert main(["docs", "missing.yaml"]) == 2
