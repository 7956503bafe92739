"""Values that look like something else, that no number or text can hold, or that no file should: nothing fails on them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from for_each import for_each
from hotlint_server import convert
from hotlint_server.session import Session
from lsprotocol import types

import hotlint
from hotlint.cli.main import main
from hotlint.dry_run.stack_preview import Preview
from hotlint.language.functions import NAMES

HEAD = "heat_template_version: 2018-08-31\ndescription: d\n"
ARGUMENTS = [
    "x",
    "[]",
    "{}",
    "[p]",
    "null",
    "{get_param: p}",
    "{expression: $, data: {get_param: p}}",
    "{for_each: {a: [1]}, template: a}",
]
DIGITS = {
    "decimal": "9" * 4_400,
    "hexadecimal": "0x" + "f" * 4_400,
    "octal of YAML 1.1": "0" + "7" * 5_200,
    "binary": "-0b" + "1" * 15_000,
    "base 60": ":".join(["59"] * 2_600),
    "with underscores": "1_" * 4_400 + "1",
    "float": "9" * 4_400 + ".5",
}  # fmt: skip
COUNTS = ("a{%s}", "a{1,%s}", "(a)(?(%s)b|c)", "[[a]{%s}")
"""Patterns with a number, some of which Python warns of."""
SURROGATES = [
    "'\\ud800'",
    "['\\udc80', 1]",
    "dict('\\ud800' => 1)",
    "'\\ud83d' + '\\ude00'",
    "'\\ud800'.toUpper()",
    "$",
]
NUL = [
    'parameters: {p: "a\\0b"}', 'parameters: {"p\\0": 1}', 'parameter_defaults: {p: ["\\0"]}', "parameters: {p: a\0b}", "\0",
    'resource_registry: {"OS::X": "a\\0.yaml"}', 'resource_registry: {base_url: "\\0", "OS::X": x.yaml}',
    'resource_registry: {resources: {"r\\0": {"OS::X": "\\0"}}}', 'event_sinks: [{type: "\\0"}]',
]  # fmt: skip


IMPOSSIBLE = [
    *(
        r"\ud83d\ude00.yaml",
        r"\ud83d/a.yaml",
        r"a/\ud83d",
        r"../\ud83d/*.yaml",
        r"\udc80.yaml",
        r"\0.yaml",
        r"\0/\0.yaml",
    ),
    "x" * 5_000 + ".yaml",
]
"""Names that no file can have, in a string of YAML with double quotes."""


def answers(text: str) -> dict[str, Any]:
    """Return the preview of a text, after a check of it in which no rule may fail."""
    assert "HOT000" not in {d.code for d in hotlint.check("t.yaml", text=text, config=False).diagnostics}
    shown = hotlint.preview("t.yaml", text=text).to_dict()
    json.dumps(shown)
    return shown


@pytest.mark.parametrize("pattern", COUNTS)
def test_counts_of_patterns_that_python_does_not_read(pattern: str) -> None:
    written = pattern % ("1" * 5_000)
    text = f"{HEAD}parameters:\n  p: {{type: string, default: a, constraints: [allowed_pattern: '{written}']}}\n"
    codes = [d.code for d in hotlint.check("t.yaml", text=text, config=False).diagnostics if d.severity == "error"]
    assert codes == ["HOT208"] and answers(text)["parameters"]["p"]["value"] == "a"


@pytest.mark.parametrize("name", sorted(NAMES))
def test_what_looks_like_a_function_in_a_default_is_data(name: str) -> None:
    parameters, resources, outputs = "", "", ""
    for n, context in enumerate(ARGUMENTS):
        argument = context.replace("get_param: p", f"get_param: p{n}")
        parameters += f"  p{n}: {{type: json, default: {{'{name}': {argument}}}}}\n"
        parameters += f"  l{n}: {{type: comma_delimited_list, default: [{{'{name}': {argument}}}]}}\n"
        resources += f"  r{n}: {{type: OS::Heat::Value, properties: {{value: {{get_param: p{n}}}}}}}\n"
        outputs += f"  o{n}: {{value: {{get_param: [p{n}, '{name}']}}}}\n  l{n}: {{value: {{get_param: [l{n}, 0]}}}}\n"
        outputs += f"  s{n}: {{value: {{str_replace: {{template: a, params: {{a: {{get_param: p{n}}}}}}}}}}}\n"
    answers(f"{HEAD}parameters:\n{parameters}resources:\n{resources}outputs:\n{outputs}")
    shown = answers(
        f"{HEAD}parameters: {{p: {{type: json, default: {{'{name}': [a]}}}}}}\noutputs: {{o: {{value: {{get_param: p}}}}}}\n"
    )
    assert json.dumps({name: ["a"]}) in json.dumps(shown["outputs"])


@pytest.mark.parametrize("digits", DIGITS.values(), ids=DIGITS)
def test_numbers_that_python_does_not_write(digits: str) -> None:
    answers(
        f"{HEAD}parameters:\n  p: {{type: number, default: {digits}}}\n  j: {{type: json, default: {{a: {digits}}}}}\n"
        f"  c: {{type: number, constraints: [{{range: {{min: {digits}}}}}, {{allowed_values: [{digits}]}}, "
        f"{{modulo: {{step: {digits}, offset: {digits}}}}}, {{length: {{max: {digits}}}}}]}}\n"
        f"resources:\n  r: {{type: OS::Heat::RandomString, properties: {{length: {digits}}}}}\n"
        f"  g: {{type: OS::Heat::ResourceGroup, properties: {{count: {digits}, resource_def: {{type: OS::Heat::None}}}}}}\n"
        f"  v: {{type: OS::Heat::Value, properties: {{value: {{get_param: [j, {digits}]}}}}}}\n"
        f"outputs:\n  y: {{value: {{yaql: {{expression: '$ + 1', data: {digits}}}}}}}\n  {digits}: {{value: {{get_attr: [g, {digits}]}}}}\n"
    )


@pytest.mark.parametrize("expression", SURROGATES)
def test_half_characters_from_yaql(expression: str) -> None:
    yaql = f'{{yaql: {{expression: {json.dumps(expression)}, data: "\\ud800"}}}}'
    answers(
        f"{HEAD}resources: {{r: {{type: OS::Heat::Value, properties: {{value: {yaql}}}}}}}\n"
        f"outputs:\n  o: {{value: {{get_attr: [r, value]}}}}\n  d: {{value: {{digest: [md5, {yaql}]}}}}\n"
        f"  s: {{value: {{str_split: [',', {yaql}]}}}}\n  u: {{value: {{make_url: {{scheme: http, host: {yaql}}}}}}}\n"
    )


def _check(template: Path, environment: Path) -> None:
    found = hotlint.check(template, environments=[environment], config=False).diagnostics
    assert "HOT000" not in {d.code for d in found}


def _preview(template: Path, environment: Path) -> None:
    json.dumps(hotlint.preview(template, environments=[environment]).to_dict())


def _serve(template: Path, environment: Path) -> None:
    """Check, preview and leave the environment and its template as an editor does."""
    (template.parent / ".hotlint.yaml").write_text(f"environments: [{environment.name}]\n")

    async def session() -> None:
        served = Session(Silent())  # type: ignore[arg-type]
        served.workspace.initialize(served.workspace.abilities, {}, [convert.uri_of(str(template.parent))])
        for path in (environment, template):
            item = types.TextDocumentItem(convert.uri_of(str(path)), "hot", 1, path.read_text())
            document = served.workspace.open(item)
            assert "HOT000" not in {d.code for d in await served.diagnostics.current(document)}
            document.cancel()
        json.dumps(Preview(served.workspace.folder(str(template)).context(str(template))).to_dict())

    asyncio.run(session())


class Silent:
    """An editor that answers nothing and shows nothing."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_args, **_named: None


@for_each("text", NUL)
@for_each("use", [_check, _preview, _serve])
def test_null_characters_in_an_environment(tmp_path: Path, use: Callable[[Path, Path], None], text: str) -> None:
    template, environment = tmp_path / "t.yaml", tmp_path / "e.yaml"
    template.write_text(f"{HEAD}parameters: {{p: {{type: string, default: x}}}}\nresources: {{r: {{type: 'OS::X'}}}}\n")
    environment.write_text(text)
    try:
        use(template, environment)
    except hotlint.ReadError:
        assert "\0" in text  # it is a binary file, which commands say


@for_each("name", IMPOSSIBLE)
@for_each("use", [_check, _preview, _serve])
def test_names_that_no_file_can_have(tmp_path: Path, use: Callable[[Path, Path], None], name: str) -> None:
    template, environment = tmp_path / "t.yaml", tmp_path / "e.yaml"
    resources = (
        f'r: {{type: "{name}"}}, g: {{type: OS::Heat::ResourceGroup, properties: {{resource_def: {{type: "{name}"}}}}}}'
    )
    outputs = f'o: {{value: {{get_file: "{name}"}}}}, p: {{value: {{get_file: {{get_param: p}}}}}}'
    template.write_text(
        f'{HEAD}parameters: {{p: {{type: string, default: "{name}"}}}}\nresources: {{{resources}}}\noutputs: {{{outputs}}}\n'
    )
    environment.write_text(
        f'resource_registry: {{"A::B": "{name}", "{name}": "{name}", resources: {{r: {{"A::B": "{name}"}}}}}}\n'
        f'parameters: {{p: {{get_file: "{name}"}}}}\n'
    )
    use(template, environment)


@for_each("name", IMPOSSIBLE)
@for_each("command", ["docs", "graph", "preview", "diff", "test", "policy"])
def test_commands_with_names_that_no_file_can_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.yaml").write_text(f'{HEAD}resources: {{r: {{type: "{name}"}}}}\n')
    (tmp_path / "t.hot-test.yaml").write_text(
        f'template: "{name}"\nenvironments: ["{name}"]\ntests: [{{name: a, template: "{name}", errors: []}}]\n'
    )
    (tmp_path / ".hotlint.yaml").write_text(
        "".join(f'{key}: ["{name}"]\n' for key in ("extends", "environments", "plugin_dirs", "policies", "exclude"))
        + f'cloud_snapshot: "{name}"\ndeployments: [{{name: a, template: "{name}", environments: ["{name}"], cloud_snapshot: "{name}"}}]\n'
    )
    words = {"diff": ["t.yaml", "t.yaml"], "test": [], "policy": ["list"]}
    assert main([command, *words.get(command, ["t.yaml"])]) in (0, 1)
    shown = capsys.readouterr()
    assert "HOT000" not in shown.out + shown.err


def test_a_path_that_no_editor_has_becomes_a_uri() -> None:
    assert convert.uri_of("/a/\udcff \ud83d.yaml") == "file:///a/%5Cudcff%20%5Cud83d.yaml"


@pytest.mark.parametrize(
    ("kind", "properties"),
    [
        ("OS::Nova::Server", r'flavor: a, image: b, networks: [{network: c}], user_data: "\ud83d", name: "\ud83d"'),
        ("OS::Nova::KeyPair", r'name: a, public_key: "ssh-rsa\ud83d AAAAB3NzaC1yc2EAAAADAQABAAAAgQ== x"'),
    ],
)
def test_half_characters_in_what_is_measured_in_bytes(kind: str, properties: str) -> None:
    answers(f"{HEAD}resources: {{r: {{type: {kind}, properties: {{{properties}}}}}}}\n")
