"""Run small suites in a temporary folder."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from hotlint.operations.scope import SettingsScope
from hotlint.operations.surroundings import ConfiguredSurroundings
from hotlint.output.formats import renderer
from hotlint.suites.coverage import Coverage
from hotlint.suites.results import SuiteResult, SuiteTestResult
from hotlint.suites.runner import RunOptions, SuiteRunner

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string, default: cirros}
  flavor: {type: string, default: m1.small}
  count: {type: number, default: 2, constraints: [{range: {min: 1, max: 60}}]}
  large: {type: boolean, default: false}
  secret: {type: string, default: hunter22, hidden: true}
conditions:
  is_large: {get_param: large}
resources:
  server:
    type: OS::Nova::Server
    properties:
      name: {str_replace: {template: web-NAME, params: {NAME: {get_param: image}}}}
      image: {get_param: image}
      flavor: {if: [is_large, m1.large, {get_param: flavor}]}
      networks: [{network: private}]
      admin_pass: {get_param: secret}
      user_data: {get_param: image}
      metadata: {role: web, number: 1}
  volume:
    type: OS::Cinder::Volume
    condition: is_large
    properties: {size: 10}
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: {get_param: count}
      resource_def: {type: OS::Heat::Value, properties: {value: "%index%"}}
outputs:
  ip: {value: {get_attr: [server, first_address]}}
  url: {value: {list_join: ["", ["http://", {get_attr: [server, first_address]}, "/"]]}}
  image: {value: {get_param: image}}
  number: {value: 1}
  both: {value: [{get_resource: server}, {deep: {get_resource: group}}]}
  group: {value: {get_resource: group}}
  big: {condition: is_large, value: {get_resource: volume}}
  fails: {value: {str_replace: {template: a, params: 5}}}
"""


class SuiteFolder:
    """A folder with a template `t.yaml`, in which suites are run without configurations."""

    def __init__(self, folder: Path, template: str = TEMPLATE) -> None:
        self.folder = folder
        self.write("t.yaml", template)
        self.coverage = Coverage()

    def write(self, name: str, text: str) -> str:
        """Write a file, and return its path."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
        return str(path)

    def run(self, suite: str, *, update: bool = False, explain: bool = False) -> SuiteResult:
        """Return the results of a suite."""
        from hotlint.output.preview import explain_value

        path = self.write("t.hot-test.yaml", suite)
        how = explain_value if explain else None
        options = RunOptions(renderer("preview", "yaml"), how, update, coverage=self.coverage)
        return SuiteRunner(ConfiguredSurroundings(SettingsScope(use_config=False)), options).run_file(path)

    def asserting(self, assertions: str, *, more: str = "") -> SuiteTestResult:
        """Return the result of one test with these assertions."""
        lines = "".join(f"    {line}\n" for line in dedent(assertions).strip().splitlines())
        result = self.run(f"template: t.yaml\ntests:\n- name: one\n{more}  assert:\n{lines}")
        assert not result.suite.problems, result.suite.problems
        return result.tests[0]


@pytest.fixture
def folder(tmp_path: Path) -> SuiteFolder:
    """A folder with a template."""
    return SuiteFolder(tmp_path)


def suite(*lines: str) -> str:
    """Return a suite with one test of these lines."""
    return "template: t.yaml\ntests:\n- name: one\n" + "".join(f"  {line}\n" for line in lines)
