"""Jinja sources in the manner of Ansible: rendered, checked, and each finding at its line of the source."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from for_each import for_each

import hotlint
from hotlint.linter.checking.engine import Engine

DATA = Path(__file__).parents[1] / "data" / "jinja"
SOURCES = sorted(p.name for p in DATA.glob("*j2*") if p.name != "base.inc.j2")
MISTAKES: list[tuple[str, str, str]] = [
    # (source, what is there, the mistake), each on one line
    ("networks.yaml.j2", "OS::Neutron::Net\n", "OS::Neutron::Nett\n"),
    ("networks.yaml.j2", "{get_param: mtu}", "{get_param: mut}"),
    ("networks.yaml.j2", "net_{{ net.name }}}", "nte_{{ net.name }}}"),
    ("networks.yaml.j2", "      cidr:", "      cdir:"),
    ("networks.yaml.j2", "{{ net.cidr }}", "{{ net.cdir }}"),
    ("networks.yaml.j2", "net.dhcp | to_json", "net.cidr | to_json"),
    ("servers.yaml.j2", "OS::Neutron::Port", "OS::Neutron::Prot"),
    ("servers.yaml.j2", "{get_param: network}", "{get_parm: network}"),
    ("servers.yaml.j2", "{{ server.flavor }}", "{{ server.flavour }}"),
    ("servers.yaml.j2", "{{ server_type }}", "{{ server_type | replace('Server', 'Sever') }}"),
    ("servers.yaml.j2", "        - port: {get_resource: port_{{", "        - port: {get_resource: prot_{{"),
    ("servers.yaml.j2", "      image:", "      imaeg:"),
    ("router.yaml.j2", "external_gateway_info: {network: {get_param: external}}", "external_gateway_info: {net: {get_param: external}}"),
    ("router.yaml.j2", "{get_resource: router}\n      subnet", "{get_resource: ruoter}\n      subnet"),
    ("router.yaml.j2", "{get_param: subnet}", "{get_param: subnett}"),
    ("router.yaml.j2", "{% if with_router %}", "{% if with_ruoter %}"),
    ("router.yaml.j2", "OS::Neutron::RouterInterface", "OS::Neutron::RouterInterfaces"),
    ("router.yaml.j2", "    value: {get_resource: router}", "    value: {get_resource: nothing}"),
    ("security.j2.yaml", "OS::Neutron::SecurityGroup", "OS::Neutron::SecurityGruop"),
    ("security.j2.yaml", "server.name | upper", "server.name | upperr"),
    ("security.j2.yaml", "protocol: tcp", "protocol: tpc"),
    ("security.j2.yaml", "port_range_min: {{ port }}", "port_range_min: {{ port * 1000 }}"),
    ("security.j2.yaml", "          port_range_max", "          port_range_mxa"),
    ("security.j2.yaml", "{get_resource: group_web}", "{get_resource: group_wbe}"),
    ("volumes.yaml.j2", "OS::Cinder::Volume", "OS::Cinder::Volumes"),
    ("volumes.yaml.j2", "size: {{ size }}", "size: {{ size * 0 }}"),
    ("volumes.yaml.j2", "{get_param: kind}", "{get_param: kidn}"),
    ("volumes.yaml.j2", "volume_size // 2", "volume_szie // 2"),
    ("volumes.yaml.j2", "{% endmacro %}", "{% endmarco %}"),
    ("volumes.yaml.j2", "{get_resource: volume_data}", "{get_resource: volume_date}"),
    ("included.yaml.j2", "      length: {get_param: size}", "      lenght: {get_param: size}"),
    ("included.yaml.j2", "depends_on: secret", "depends_on: secert"),
    ("included.yaml.j2", "[secret, value]", "[secret, vaule]"),
    ("included.yaml.j2", "[other, value]", "[othre, value]"),
    ("included.yaml.j2", "'base.inc.j2'", "'bsae.inc.j2'"),
    ("included.yaml.j2", "default: 8", "default: eight"),
    ("config.yaml.j2", "OS::Heat::SoftwareConfig", "OS::Heat::SoftwareConfigs"),
    ("config.yaml.j2", "str_replace:", "str_repalce:"),
    ("config.yaml.j2", "group: script", "gruop: script"),
    ("config.yaml.j2", "{get_param: host}", "{get_param: hsot}"),
    ("config.yaml.j2", "['install', 'configure']", "['install', 'configure'"),
    ("config.yaml.j2", "{get_resource: install}", "{get_resource: instal}"),
    ("metadata.yaml.j2", "{{ key }}\n", "{{ kye }}\n"),
    ("metadata.yaml.j2", "{{ image | default('cirros') }}", "[{{ image | default('cirros') }}]"),
    ("metadata.yaml.j2", "{get_param: flavor}", "{get_param: falvor}"),
    ("metadata.yaml.j2", "tags.items()", "tasg.items()"),
    ("metadata.yaml.j2", "[{network: front}]", "[{netwrok: front}]"),
    ("metadata.yaml.j2", "[server, first_address]", "[server, frist_address]"),
    ("group.yaml.j2", "OS::Heat::ResourceGroup", "OS::Heat::ResourceGruop"),
    ("group.yaml.j2", "count: {{ server.count }}", "count: {{ server.count * -1 }}"),
    ("group.yaml.j2", "      resource_def:", "      resource_dfe:"),
    ("group.yaml.j2", "server.count > 1 %}", "server.count > 1 }}"),
    ("group.yaml.j2", "type: number", "type: nubmer"),
    ("group.yaml.j2", "[members_web, value]", "[members_wbe, value]"),
    ("conditions.yaml.j2", "{{ tags.stage }}", "{{ [tags.stage] }}"),
    ("conditions.yaml.j2", "{get_param: stage}", "{get_param: satge}"),
    ("conditions.yaml.j2", "condition: is_test", "condition: is_tset"),
    ("conditions.yaml.j2", "floating_network: public", "floating_netwrok: public"),
    ("conditions.yaml.j2", "{if: [is_test, {{ tags.team | to_json }}", "{if: [is_tset, {{ tags.team | to_json }}"),
    ("conditions.yaml.j2", "tags | length > 1", "tags | lenght > 1"),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA, tmp_path / "jinja"))


@pytest.mark.parametrize("name", SOURCES)
def test_a_source_without_a_mistake_reports_nothing(folder: Path, name: str) -> None:
    assert len(SOURCES) == 10
    assert hotlint.check(folder / name).diagnostics == ()


@for_each(("name", "there", "mistake"), MISTAKES)
def test_each_mistake_is_reported_at_its_line(folder: Path, name: str, there: str, mistake: str) -> None:
    assert len(MISTAKES) == 60
    text = (DATA / name).read_text()
    assert there in text
    changed = text.replace(there, mistake, 1)
    lines = zip(text.splitlines(), changed.splitlines(), strict=True)
    line = next(number for number, (before, after) in enumerate(lines) if before != after)
    found = hotlint.check(folder / name, text=changed).diagnostics
    assert line in [d.span.start_line for d in found if d.severity != "info" or d.code == "HOT096"], found


def test_a_mistake_in_a_variable_is_reported_at_the_expression(folder: Path) -> None:
    values = (folder / "vars.yaml").read_text()
    (folder / "vars.yaml").write_text(values.replace("OS::Nova::Server", "OS::Nova::Sever"))
    (found,) = [d for d in hotlint.check(folder / "metadata.yaml.j2").diagnostics if d.code == "HOT501"]
    assert found.lines == ("    type: {{ server_type }}",)
    assert found.lines[0][found.span.start_column : found.span.end_column] == "{{ server_type }}"


def test_a_mistake_in_an_included_file_is_at_the_include(folder: Path) -> None:
    (folder / "base.inc.j2").write_text("  secret:\n    type: OS::Heat::RandomStrin\n")
    found = [d for d in hotlint.check(folder / "included.yaml.j2").diagnostics if d.code == "HOT501"]
    assert [d.lines for d in found] == [("{% include 'base.inc.j2' %}",)]
    assert found[0].related[-1].path.endswith("base.inc.j2")


def test_what_a_loop_repeats_is_one_finding(folder: Path) -> None:
    text = (folder / "networks.yaml.j2").read_text().replace("OS::Neutron::Net\n", "OS::Neutron::Nett\n")
    assert (
        len([d for d in hotlint.check(folder / "networks.yaml.j2", text=text).diagnostics if d.code == "HOT501"]) == 1
    )


def test_what_a_loop_makes_at_one_place_is_one_finding_with_their_number(tmp_path: Path) -> None:
    (tmp_path / ".hotlint.yaml").write_text("jinja: {files: '*.j2'}\nselect: [HOT301]\n")
    output = "  o{{ n }}: {value: {get_param: {{ name }}{{ n }}}}\n"
    text = f"heat_template_version: 2018-08-31\noutputs:\n{{% for n in numbers %}}{{% set name = 'x' %}}\n{output}{{% endfor %}}\n"
    said = []
    for numbers in ("[1]", "[1, 2]", "[1, 2, 3]"):
        (tmp_path / "t.yaml.j2").write_text(text.replace("numbers", numbers))
        said += [d.message for d in hotlint.check(tmp_path / "t.yaml.j2").diagnostics]
    assert said == [
        "undefined parameter 'x1'",
        "undefined parameter 'x1' (and 1 more like it from here)",
        "undefined parameter 'x1' (and 2 more like it from here)",
    ]


def test_windows_line_ends_do_not_move_findings(folder: Path) -> None:
    text = (folder / "group.yaml.j2").read_text().replace("[members_web, value]", "[members_wbe, value]")
    plain, windows = (
        hotlint.check(folder / "group.yaml.j2", text=t).diagnostics for t in (text, text.replace("\n", "\r\n"))
    )
    assert [d.span for d in plain] == [d.span for d in windows] != []


@pytest.mark.parametrize(
    "hostile",
    [
        "{% for a in range(10**9) %}{% for b in range(10**9) %}x{% endfor %}{% endfor %}",
        "{{ 'x' * 10**10 }}",
        "{{ ''.__class__.__mro__ }}",
        "{% include '/etc/passwd' %}",
        "{% include '../vars.yaml' %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    ],
)
def test_a_hostile_source_is_stopped(folder: Path, hostile: str) -> None:
    text = f"heat_template_version: 2018-08-31\n{hostile}\n"
    assert [d.code for d in hotlint.check(folder / "evil.yaml.j2", text=text).diagnostics] == ["HOT099"]


def test_an_editor_sees_what_an_expression_is_rendered_to(folder: Path) -> None:
    from hotlint.ide.by_kind import rendered_at

    path = str(folder / "networks.yaml.j2")
    text = (folder / "networks.yaml.j2").read_text()
    rendering = Engine().rendering(path, text)
    assert rendering is not None
    found = rendered_at(rendering, text.index("{{ net.cidr }}") + 3)
    assert found is not None
    assert "10.0.1.0/24" in found.text and "10.0.2.0/24" in found.text
    assert rendered_at(rendering, 0) is None


@pytest.mark.parametrize(
    "text", ["\ue000", "\ue000999999\ue001", "\ue0001\ue001x\ue002", "\ue002", "\ue000" + "9" * 5000 + "\ue001"]
)
def test_no_character_of_a_source_is_taken_for_a_mark(folder: Path, text: str) -> None:
    source = "{% set v = '" + text + "' %}# " + text + " {{ v }} {% filter upper %}" + text + "{% endfilter %}\n\n"
    source += "heat_template_version: 2018-08-31\nresources:\n  r: {type: OS::Heat::{{ 'Nonne' }}, x: 1}\n"
    found = {d.code: d for d in hotlint.check(folder / "networks.yaml.j2", text=source).diagnostics}
    assert "HOT000" not in found
    assert found["HOT501"].span.start_line == 4, found
    Engine().check_file(str(folder / "networks.yaml.j2"), source)


@for_each("name", ["../secret.inc", "below/../../secret.inc", "..\\\\secret.inc", "/secret.inc", "{top}/secret.inc"])
def test_an_include_leads_nowhere_else(tmp_path: Path, name: str) -> None:
    """Also in a folder that is trusted: only the search path counts."""
    (tmp_path / "secret.inc").write_text("hunter2\n")
    (tmp_path / "inside" / "below").mkdir(parents=True)
    (tmp_path / "inside" / ".hotlint.yaml").write_text("jinja: {variables: {x: 1}}\n")
    path = tmp_path / "inside" / "t.yaml.j2"
    path.write_text("heat_template_version: 2018-08-31\n{% include '" + name.replace("{top}", str(tmp_path)) + "' %}\n")
    (found,) = [d for d in hotlint.check(path).diagnostics if d.code == "HOT099"]
    assert "is not below the search path" in found.message
