"""What a template engine has yet to fill in is unknown, and a file that only an engine can make is a source."""

from __future__ import annotations

from pathlib import Path

import pytest

import hotlint

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  ram: {type: number, default: "%s"}
  cidr: {type: string, default: "%s"}
  size: {type: string, default: "%s", constraints: [{allowed_values: [m1.small, m1.large]}]}
resources:
  net: {type: "OS::Neutron::Net", properties: {admin_state_up: "%s"}}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: {get_param: cidr}, name: {get_param: ram}, ip_version: "%s"}
  made: {type: "%s", properties: {size: {get_param: size}}}
"""
WRITTEN = ["{{ x }}", "@X@", "${x}", "$X", "<%= x %>"]


@pytest.mark.parametrize("written", WRITTEN)
def test_a_placeholder_is_unknown(written: str, tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_text(TEMPLATE.replace("%s", written))
    assert [d for d in hotlint.check(tmp_path / "t.yaml").diagnostics if d.severity != "info"] == []


@pytest.mark.parametrize("written", ["x", "x {y}", "a@b", "cost $5"])
def test_other_text_is_what_it_is(written: str, tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_text(TEMPLATE.replace("%s", written))
    codes = {d.code for d in hotlint.check(tmp_path / "t.yaml").diagnostics}
    assert {"HOT211", "HOT212", "HOT501", "HOT503"} & codes >= {"HOT211", "HOT212", "HOT501"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("e.yaml.tpl", 'parameters:\n  image: "${image}"\n%{ if key != "" }\n  key: "${key}"\n%{ endif }\n'),
        ("t.yaml.in", "heat_template_version: 2018-08-31\nparameters:\n  p: {type: string}\n  q:\n    default: @X@\n"),
        ("u.yaml.in", "heat_template_version: 2018-08-31\nparameters:\n  p: {type: number, default: @X@}\n"),
        (
            "t.yaml.erb",
            "heat_template_version: 2018-08-31\nresources:\n<% if x %>\n  a: {type: OS::Heat::None}\n<% end %>\n",
        ),
        (
            "t.yaml",
            "heat_template_version: 2018-08-31\nresources:\n{{- if .x }}\n  a: {type: OS::Heat::None}\n{{- end }}\n",
        ),
    ],
)
def test_what_only_an_engine_can_make_is_a_source(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    (found,) = hotlint.check(tmp_path / name).diagnostics
    assert (found.code, found.severity) == ("HOT096", "info")


def test_one_sign_in_a_template_is_a_mistake(tmp_path: Path) -> None:
    (tmp_path / "t.yaml").write_text("heat_template_version: 2018-08-31\nparameters:\n  p:\n    default: @X@\n")
    assert "HOT001" in {d.code for d in hotlint.check(tmp_path / "t.yaml").diagnostics}
