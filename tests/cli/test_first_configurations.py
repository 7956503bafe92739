"""`hotlint config init` and `hotlint deployments` in folders of a project: what is left out as incomplete, and why."""

from __future__ import annotations

from pathlib import Path

import pytest

import hotlint
from hotlint.linter.checking import contexts as source_trees
from hotlint.linter.checking.engine import Engine
from hotlint.linter.settings.model import Settings
from hotlint.operations.first_config import first_config

HEAD = "heat_template_version: 2018-08-31\n"
CHILD = HEAD + "parameters: {size: {type: number}}\noutputs: {o: {value: {get_param: size}}}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    return tmp_path


def named() -> list[str]:
    """Return the names of the first configuration; those that are comments begin with `#`."""
    return [line.replace("- name: ", "") for line in first_config().splitlines() if "- name: " in line]


def test_all_files_of_the_project_are_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "below").mkdir()
    (folder / "child.yaml").write_text(HEAD)
    (folder / "types.yaml").write_text("resource_registry: {'Acme::Child': child.yaml}\n")
    (folder / "below" / "web.yaml").write_text(CHILD + "resources: {r: {type: Acme::Child}}\n")
    (folder / "below" / "web.env").write_text("parameters: {size: 1}\n")
    monkeypatch.chdir(folder / "below")
    monkeypatch.setattr(source_trees, "FILE_LIMIT", 1)  # of a file that is checked alone
    assert "# This deployment is incomplete: unknown resource type 'Acme::Child'" in first_config()


def test_a_template_that_is_still_to_be_rendered_does_not_make_a_deployment_incomplete(folder: Path) -> None:
    (folder / "web.yaml").write_text(HEAD + "resources: {c: {type: child.yaml}}\n")
    (folder / "child.yaml.j2").write_text(HEAD)
    (folder / "web.env").write_text("parameters: {}\n")
    assert named() == ["web"]


def test_the_first_error_is_the_reason(folder: Path) -> None:
    (folder / "web.yaml").write_text(HEAD + "parameters: {a: {type: string}, b: {type: number}, c: {type: number}}\n")
    (folder / "web.env").write_text("parameters: {b: x, c: y}\n")
    text = first_config()
    assert text.endswith(
        "# ignore: [HOT8]                     # rules to disable, by code, code prefix or name\n# deployments:\n"
        "# This deployment is incomplete: parameter 'a' has neither a default nor a given value\n"
        "# - name: web\n#   template: web.yaml\n#   environments:\n#   - web.env\n"
    ), text


def test_warnings_do_not_make_a_deployment_incomplete(folder: Path) -> None:
    (folder / "web.yaml").write_text(CHILD)
    (folder / "web.env").write_text("parameters: {size: 1}\nparameter_defaults: {size: 2}\nparamters: {}\n")
    assert named() == ["web"]


def test_warnings_of_given_values_do_not_make_a_deployment_incomplete(folder: Path) -> None:
    port = "{type: OS::Neutron::Port, properties: {network: n, value_specs: {get_param: specs}}}"
    (folder / "web.yaml").write_text(f"{HEAD}parameters: {{specs: {{type: json}}}}\nresources: {{p: {port}}}\n")
    (folder / "sites.yaml").write_text("parameters:\n  specs: {a: 1}\n")
    found = Engine(Settings(environments=("sites.yaml",)), complete=True).check_file("web.yaml")
    assert found is not None and [d.severity for d in found.diagnostics] == ["warning"]
    assert named() == ["web"]


def test_what_fails_today_does_not_make_a_deployment_incomplete(folder: Path) -> None:
    (folder / "web.yaml").write_text(CHILD + "resources: {r: {type: OS::Heat::Vale}}\n")
    (folder / "web.env").write_text("parameters: {size: 1}\n")
    assert named() == ["web"]


def test_the_best_reason_chooses_environments(folder: Path) -> None:
    (folder / "below").mkdir()
    types = CHILD + "resources: {r: {type: Acme::Child}}\n"
    (folder / "child.yaml").write_text(HEAD)
    (folder / "web.yaml").write_text(types)
    for name, text in {
        "types.yaml": "resource_registry: {'Acme::Child': child.yaml}\nparameter_defaults: {size: 1}\n",
        "more.types.yaml": "resource_registry: {'Acme::Child': child.yaml}\nparameter_defaults: {size: 2}\n",
        "below/size.yaml": "parameters: {size: 3}\n",
    }.items():
        (folder / name).write_text(text)
    assert named() == ["web more.types", "web types"]
    (folder / "web.env").write_text("parameters: {size: 5}\nresource_registry: {'Acme::Child': child.yaml}\n")
    assert named() == ["web"]


def test_types_of_a_site_are_known_types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    types = "resources:\n  a: {type: OS::ContrailV2::Port}\n  b: {type: F5::Sys::Save}\n  c: {type: OS::Nova::Sever}\n"
    (tmp_path / "web.yaml").write_text(f"heat_template_version: 2018-08-31\n{types}")
    text = first_config()
    assert "known_types:\n- F5::*\n- OS::ContrailV2::*\n" in text
    (tmp_path / ".hotlint.yaml").write_text(text)
    assert [d.code for d in hotlint.check("web.yaml").diagnostics] == ["HOT501"]
