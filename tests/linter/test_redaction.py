"""The value of a hidden parameter, and what is made of it, is shown nowhere unless that is asked for."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import hotlint
from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.masking import REDACTED, shown_of
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.environments.file import Environment
from hotlint.analysis.files.project import Project
from hotlint.cli.main import main
from hotlint.dry_run.redaction import Secrets
from hotlint.language.values import Partial, Unknown, Value
from hotlint.linter.checking.redacted_findings import redacted
from hotlint.linter.diagnostic import Diagnostic, Fix, Related
from hotlint.output.formats import format_names
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.edits import Edit
from hotlint.syntax.source import Span

SECRETS = ("sUp3r", "s3cret", "98765", "S3CRET", "3522ca30")
TEMPLATE = """\
heat_template_version: 2018-08-31
description: d
parameters:
  pw:
    type: string
    description: d
    hidden: true
    default: sUp3r-s3cret
    constraints: [{length: {max: 4}}, {allowed_values: [aa, bb]}, {allowed_pattern: '[a-z]'}]
  num: {type: number, description: d, hidden: true, default: 98765x}
  js: {type: json, description: d, hidden: true, default: {k: deep-s3cret}}
resources:
  a: {type: OS::Heat::Value, properties: {type: number, value: {get_param: pw}}}
  b: {type: OS::Nova::Server, properties: {image: x, flavor: f, user_data_format: {get_param: pw}, networks: {get_param: pw}}}
  c: {type: OS::Heat::RandomString, properties: {length: {get_param: pw}}}
  d: {type: OS::Heat::Value, properties: {value: {list_join: [',', {get_param: pw}]}}}
  e: {type: OS::Heat::Value, properties: {value: {get_param: [js, k, x]}}}
  f: {type: OS::Heat::Value, properties: {value: {get_file: {get_param: pw}}}}
  g: {type: OS::Heat::Value, properties: {value: {str_split: ['-', {get_param: pw}, 7]}}}
  h: {type: OS::Neutron::Subnet, properties: {network: n, cidr: {get_param: pw}}}
  i: {type: OS::Heat::Value, properties: {type: number, value: {str_replace: {template: x%a%, params: {'%a%': {get_param: pw}}}}}}
  j: {type: child.yaml, properties: {q: {get_param: pw}}}
  k: {type: OS::Heat::Value, properties: {type: number, value: {digest: [sha256, {get_param: pw}]}}}
outputs:
  parts: {value: {str_split: ['-', {get_param: pw}]}}
  digest: {value: {digest: [sha256, {get_param: pw}]}}
  upper: {value: {yaql: {expression: $.data.toUpper(), data: {get_param: pw}}}}
  replaced: {value: {str_replace: {template: {get_param: pw}, params: {s3: XX}}}}
  repeated: {value: {repeat: {template: x%a%, for_each: {'%a%': {str_split: ['-', {get_param: pw}]}}}}}
  number: {value: {get_param: num}}
"""
CHILD = """\
heat_template_version: 2018-08-31
description: d
parameters: {q: {type: string, description: d, constraints: [{allowed_values: [x, y]}]}}
outputs: {q: {value: {get_param: q}}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a template whose problems are in its secrets, and a template that it uses."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cache").mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "t.yaml").write_text(TEMPLATE)
    (tmp_path / "child.yaml").write_text(CHILD)
    time.sleep(0.03)
    return tmp_path


def leaks(text: str) -> list[str]:
    return [secret for secret in SECRETS if secret in text]


@pytest.mark.parametrize("report", ["text", "concise", "github", "gitlab", "json", "junit", "sarif"])
def test_no_report_shows_a_secret(folder: Path, capsys: pytest.CaptureFixture[str], report: str) -> None:
    main(["check", "-f", report, "t.yaml"])
    shown = capsys.readouterr().out
    assert leaks(shown) == []
    assert "HOT506" in shown
    kept = b"".join(p.read_bytes() for p in (folder / "cache/hotlint").iterdir())
    assert b"rule packs" in kept
    assert leaks(kept.decode()) == []


def test_they_are_shown_where_that_is_asked_for(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--show-hidden", "t.yaml"])
    assert "user_data_format' of OS::Nova::Server: 'sUp3r-s3cret' is not one of" in capsys.readouterr().out
    assert not list((folder / "cache/hotlint").glob("results-*"))
    assert "sUp3r" in str(hotlint.check("t.yaml", show_hidden=True))
    assert leaks(str(hotlint.check("t.yaml"))) == []


@pytest.mark.parametrize("form", format_names("preview"))
def test_no_preview_shows_a_secret(capsys: pytest.CaptureFixture[str], form: str) -> None:
    main(["preview", "-f", form, "t.yaml"])
    done = capsys.readouterr()
    assert leaks(done.out + done.err) == []
    assert done.out


def test_a_nested_template_checked_as_another_one_uses_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".hotlint.yaml").write_text("ignore: [HOT8]\n")
    main(["check", "--no-cache", "."])
    shown = capsys.readouterr().out
    assert "child.yaml" in shown
    assert leaks(shown) == []


def test_a_value_of_an_environment(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "env.yaml").write_text("parameters: {pw: of-the-s3cret-environment, num: 98765y}\n")
    (folder / ".hotlint.yaml").write_text("environments: [env.yaml]\n")
    main(["check", "--no-cache", "."])
    assert leaks(capsys.readouterr().out) == []


def test_every_text_of_a_finding_is_redacted(folder: Path) -> None:
    context = TemplateContext.open(Project(Catalog()), str(folder / "t.yaml"), Environment(()), Meter(Budget()))
    span = Span(0, 1)
    found = Diagnostic(
        "X1", "error", "a sUp3r-s3cret", span, (Related("b sUp3r-s3cret", span, "t.yaml"),),
        (Fix("c sUp3r-s3cret", (Edit(span, "sUp3r-s3cret"),)),), ("unused",), "rule", ("cause",),
    )  # fmt: skip
    (shown,) = redacted([found], context)
    assert shown == found._replace(
        message="a ******", related=(Related("b ******", span, "t.yaml"),),
        fixes=(found.fixes[0]._replace(title="c ******"),),
    )  # fmt: skip


def secrets(*values: object) -> Secrets:
    found = Secrets()
    for value in values:
        found.add(value)
    return found


def test_a_secret_that_a_message_cuts_or_escapes() -> None:
    shown = secrets(
        "a long secret of more than sixty characters, which messages cut",
        "two\nlines with a tab\t",
        7,
        "ab",
        [1, "x y"],
    )
    assert shown("not 'a long secret of more th…'") == "not '******'"
    assert shown("not a long secret of more th…") == "not ******…"
    assert shown(r"'two\nlines with a tab\t' is") == "'******' is"
    assert shown("7 is more than 6, not 17") == "****** is more than 6, not 17"
    assert shown("'ab' is about") == "'******' is about"
    assert shown("but [1, x y] is a list") == "but ****** is a list"
    assert secrets("within", "a.within.another").foreign("x a.within.another y, within") == "x ****** y, within"


@pytest.mark.parametrize(("value", "masked"), [(True, 1), (1, 1.0), (0, False), ("1", 1)])
def test_a_value_that_only_equals_what_is_not_hidden_is_a_secret(value: Value, masked: Value) -> None:
    assert shown_of(value, value) == value
    assert shown_of([value], [masked]) == [REDACTED]


def test_collections_of_other_sizes_are_secrets() -> None:
    more = Unknown("more")
    assert shown_of({"a": 1, "b": 2}, {"a": 1}) == shown_of([1, 2], [1]) == REDACTED
    assert shown_of([1, 5, 2], Partial([1, more, more, 2], more)) == [1, REDACTED, 2]
    assert shown_of([1], Partial([1, more, 2], more)) == REDACTED


def test_keys_lines_and_large_values_are_secrets_as_well() -> None:
    shown = secrets({"s3cret-key": "value"}, "first line of it\nsecond line of it\n")
    assert shown("s3cret-key and second line of it") == "****** and ******"
    large = {f"k{n}": f"s3cret-{n}-text" for n in range(30)}
    known: dict[int, tuple[object, Secrets]] = {}
    for _ in range(2):
        found = Secrets()
        found.add(large, known=known)
        assert found("but s3cret-7-text") == "but ******"


def test_texts_of_others_are_searched_for_long_secrets_only() -> None:
    foreign = secrets("admin", "None", 100, "administrator", "hunter2", "1234567", "12345678", "network").foreign
    assert foreign("admin None 100 network 1234567") == "admin None 100 network 1234567"
    assert foreign("my administrator's hunter2, 12345678") == "my ******'s ******, ******"


def test_a_value_that_an_environment_gives_a_nested_template(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "nested.yaml").write_text(
        "heat_template_version: 2018-08-31\n"
        "parameters: {pw: {type: string, hidden: true, default: a, constraints: [{length: {max: 3}}]}}\n"
    )
    (folder / "parent.yaml").write_text("heat_template_version: 2018-08-31\nresources: {a: {type: nested.yaml}}\n")
    (folder / "env.yaml").write_text("parameter_defaults: {pw: sUp3r-s3cret}\n")
    assert main(["check", "--no-cache", "-e", "env.yaml", "parent.yaml"]) == 1
    shown = capsys.readouterr().out
    assert "is longer than the maximum length" in shown
    assert "s3cret" not in shown.replace("nested.yaml", "")


@pytest.mark.parametrize("length", [12, 13, 14, 40])
def test_the_start_of_a_longer_secret_is_redacted_where_a_text_cuts_it(length: int) -> None:
    secret = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEF"[:length]
    for shown in range(1, length + 1):
        text = secrets(secret).foreign(f"value {secret[:shown]}... is wrong")
        assert (secret[:shown] in text) == (shown < 12), shown


NAMES = """\
heat_template_version: 2018-08-31
description: d
parameters:
  admin_password: {type: string, description: d, hidden: true, default: admin, constraints: [{length: {min: 8}}]}
  admin_name: {type: string, description: d, default: a}
resources:
  a: {type: OS::Heat::Value, properties: {type: number, value: {get_param: admin_password}}}
  b: {type: OS::Heat::Value, properties: {type: number, value: [{get_param: admin_password}, x]}}
  c: {type: OS::Heat::Value, properties: {value: {get_param: admin_nam}}}
outputs:
  administrators: {value: {k: {list_join: ['', [x, {get_param: admin_password}]]}, admin_key: {get_param: admin_password}}}
"""


def test_a_secret_that_is_a_part_of_names(folder: Path) -> None:
    """A name stays as it is: it would be unreadable without a part of it, and give the secret away."""
    (folder / "names.yaml").write_text(NAMES)
    messages = [d.message for d in hotlint.check(folder / "names.yaml").diagnostics]
    assert "default of parameter 'admin_password' puts a secret into the template; leave the default out" in messages
    assert "undefined parameter 'admin_nam' (did you mean 'admin_name'?)" in messages
    assert any("'******' is shorter than" in m for m in messages)
    wrong = "'value' of OS::Heat::Value must be a number, but '******' is a string (default of parameter 'admin_password' in line 4)"
    assert wrong in messages
    assert "'value' of OS::Heat::Value must be a number, but [******, x] is a list" in messages
    shown = hotlint.preview(folder / "names.yaml").to_dict()["outputs"]["administrators"]["value"]
    assert shown == {"k": "x******", "admin_key": "******"}


def test_advice_names_a_property_that_reads_like_a_secret(tmp_path: Path) -> None:
    path = tmp_path / "advice.yaml"
    path.write_text(
        "heat_template_version: 2013-05-23\nparameters: {password: {type: string, hidden: true, default: network}}\n"
        "resources: {s: {type: OS::Neutron::Subnet, properties: {network_id: x, cidr: 10.0.0.0/24}}}\n"
    )
    messages = [d.message for d in hotlint.check(path).diagnostics]
    assert "property 'network_id' of OS::Neutron::Subnet is hidden since Liberty; use 'network'" in messages


def test_keys_come_from_a_hidden_parameter_as_well(tmp_path: Path) -> None:
    path = tmp_path / "t.yaml"
    path.write_text(
        "heat_template_version: 2018-08-31\n"
        "parameters: {pw: {type: json, hidden: true, default: {a: s3cret-one, b: s3cret-two}}}\n"
        "resources: {v: {type: OS::Heat::Value, properties: {type: json, value: {map_merge: [{c: d}, {get_param: pw}]}}}}\n"
        "outputs:\n"
        "  o: {value: {yaql: {expression: 'dict($.data.values().select([$, 1]))', data: {get_param: pw}}}}\n"
        "  p: {value: {x: {get_param: pw}, y: [{get_param: [pw, a]}, e]}}\n"
    )
    assert [d.code for d in hotlint.check(path).diagnostics if d.severity == "error"] == []
    shown = hotlint.preview(path).to_dict()
    assert shown["outputs"] == {"o": {"value": "******"}, "p": {"value": {"x": "******", "y": ["******", "e"]}}}
    assert shown["resources"]["v"]["properties"] == {
        "value": {"type": "json", "value": {"c": "******", "******": "******"}}
    }


RED = """\
heat_template_version: 2018-08-31
parameters:
  proxy_auth: {type: string, hidden: true, default: None, description: "Credentials, None for none."}
  mirror: {type: string, default: None, description: Mirror to use.}
  user: {type: string, default: admin}
  password: {type: string, hidden: true, default: admin}
resources:
  s:
    type: OS::Nova::Server
    properties:
      name: administrator
      flavor: None
      image: {get_param: mirror}
      metadata: {user: {get_param: user}, role: admin-node, auth: {get_param: proxy_auth}}
      networks: [{network: n}]
outputs:
  url: {value: {list_join: ['', ['http://', {get_param: user}, '.example.org']]}}
  auth: {value: {list_join: ['', [{get_param: user}, ':', {get_param: password}]]}}
"""


def test_only_what_comes_from_a_hidden_parameter_is_redacted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "red.yaml"
    path.write_text(RED)
    shown = hotlint.preview(path).to_dict()
    assert shown["parameters"] == {
        "proxy_auth": {"value": "******"}, "mirror": {"value": "None"}, "user": {"value": "admin"}, "password": {"value": "******"},
    }  # fmt: skip
    assert shown["resources"]["s"]["properties"]["value"] == {
        "name": "administrator", "flavor": "None", "image": "None",
        "metadata": {"user": "admin", "role": "admin-node", "auth": "******"}, "networks": [{"network": "n"}],
    }  # fmt: skip
    assert shown["outputs"] == {"url": {"value": "http://admin.example.org"}, "auth": {"value": "admin:******"}}
    main(["docs", str(path)])
    said = capsys.readouterr().out
    assert "| `proxy_auth` | `string`, hidden | `******` | Credentials, None for none. |" in said
    assert "| `mirror` | `string` | `None` | Mirror to use. |" in said


def test_values_of_all_kinds_of_groups_and_conditions(tmp_path: Path) -> None:
    (tmp_path / "child.yaml").write_text(
        "heat_template_version: 2018-08-31\nparameters: {x: {type: string}, i: {type: string}}\n"
        "outputs: {o: {value: {list_join: ['-', [{get_param: i}, {get_param: x}]]}}}\n"
    )
    path = tmp_path / "t.yaml"
    path.write_text(
        "heat_template_version: 2018-08-31\n"
        "parameters:\n  n: {type: number, hidden: true, default: 2}\n  b: {type: boolean, hidden: true, default: true}\n"
        "  z: {type: string, hidden: true, default: ''}\n"
        "conditions: {c: {get_param: b}, d: {equals: [{get_param: n}, 2]}}\n"
        "resources:\n"
        "  g: {type: OS::Heat::ResourceGroup, properties: {count: {get_param: n}, resource_def: {type: child.yaml, properties: "
        "{x: {get_param: n}, i: 'm-%index%'}}}}\n"
        "  s: {type: OS::Heat::Value, condition: d, properties: {value: {if: [c, [on it, {get_param: b}], off it]}}}\n"
        "outputs: {all: {value: {get_attr: [g, o]}}, z: {value: {get_param: z}}}\n"
    )
    shown = hotlint.preview(path).to_dict()
    group, value = shown["resources"]["g"], shown["resources"]["s"]
    assert group["properties"]["value"]["count"] == "******"
    members = [m["nested"]["outputs"]["o"]["value"] for m in group["nested"]["resources"].values()]
    assert members == ["m-0-******", "m-1-******"]
    assert value["enabled"] is True
    assert value["properties"]["value"] == {"value": ["on it", "******"]}
    assert shown["outputs"] == {"all": {"value": "******"}, "z": {"value": "******"}}


def test_thousands_of_hidden_parameters_cost_little(tmp_path: Path) -> None:
    names = [f"p{n}" for n in range(6000)]
    path = tmp_path / "t.yaml"
    path.write_text(
        "heat_template_version: 2018-08-31\nparameters:\n"
        + "".join(f"  {name}: {{type: string, hidden: true, default: secret-{name}}}\n" for name in names)
        + "resources: {r: {type: OS::Heat::Value, properties: {value: {list_join: [',', ["
        + ", ".join(f"{{get_param: {name}}}" for name in names)
        + "]]}}}}\n"
    )
    start = time.process_time()
    assert "secret-p" not in str(hotlint.preview(path).to_dict())
    assert "secret-p" not in str(hotlint.check(path))
    assert time.process_time() - start < 8  # seconds; a second on the machine of a developer
