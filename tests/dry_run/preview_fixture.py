"""A folder with a nested template, and the two doors to a preview: the API and the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hotlint
from hotlint.cli.main import main

HEAD = "heat_template_version: 2018-08-31\n"
CHILD = (
    HEAD
    + """\
parameters:
  name: {type: string}
  net: {type: string, default: none}
  password: {type: string, default: '', hidden: true}
resources:
  server:
    type: OS::Nova::Server
    properties:
      flavor: small
      name: {get_param: name}
      user_data: {str_replace: {template: "net $n", params: {$n: {get_param: net}}}}
outputs:
  label: {value: {str_replace: {template: "[$n]", params: {$n: {get_param: name}}}}}
  address: {value: {get_attr: [server, first_address]}}
"""
)
GROUP = """\
resources:
  g:
    type: OS::Heat::ResourceGroup
    properties:
      count: %s
      %s
      resource_def: {type: child.yaml, properties: {name: "s-%%index%%"}}
outputs:
  labels: {value: {get_attr: [g, label]}}
  one: {value: {get_attr: [g, resource.1.label]}}
  map: {value: {get_attr: [g, attributes, label]}}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "child.yaml").write_text(CHILD)
    return tmp_path


def preview(text: str, **given: Any) -> dict[str, Any]:
    found = hotlint.preview("t.yaml", text=HEAD + text, **given).to_dict()
    json.dumps(found)
    return found


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main(list(args))
    out, err = capsys.readouterr()
    return code, out, err
