"""Whatever strangers write into names, values and answers of clouds: no command shows it as an escape or a workflow command."""
# ruff: noqa: E501 - templates on one line

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from for_each import for_each

from hotlint.cli.main import main
from hotlint.cli.subcommands import SUBCOMMANDS
from hotlint.common.printable import PrintableStream
from hotlint.output.formats import FORMATS

HOSTILE = "a\x1b]0;owned\x07\x9b2J\u202e\x7f\r::error::owned\n::error file=x::owned\n  ::warning::owned\n##[error]owned ##vso[x]y\"'><img src=x>|`[x](y)"
Q = json.dumps(HOSTILE)
NAME = "a\x1b[31m\n::error file=x::owned %0A,b.yaml"
TEMPLATE = f"""\
heat_template_version: 2018-08-31
description: |
  first ##[error]owned \u202e
  ::error::owned
parameters:
  p: {{type: string, label: {Q}, description: {Q}, default: {Q}, constraints: [{{allowed_values: [{Q}], description: {Q}}}]}}
  {Q}: {{type: string, default: {Q}}}
conditions: {{{Q}: {{equals: [{Q}, b]}}}}
resources:
  a: {{type: {json.dumps("OS::Heat::" + HOSTILE)}, condition: {Q}, properties: {{value: {{get_param: p}}, {Q}: {Q}}}}}
  b: {{type: OS::Nova::Server, deletion_policy: delete, properties: {{image: {Q}, flavor: {{get_param: {Q}}}, networks: [{{network: n}}]}}}}
  {Q}: {{type: OS::Heat::Value, depends_on: [b], metadata: {{{Q}: {Q}}}, properties: {{value: {Q}}}}}
outputs:
  {Q}: {{description: {Q}, value: {{get_attr: [{Q}, value]}}}}
  bad: {{value: {{yaql: {{expression: {Q}, data: {Q}}}}}}}
  odd: {{value: {{str_replace: {{template: {Q}, params: {Q}}}}}}}
"""
OLD = TEMPLATE.replace("image: ", "name: ").replace("networks:", "key_name: x, networks:")
SUITE = f"""\
template: web.yaml
tests:
- {{name: {Q}, assert: {{resources.b.properties.image: x, outputs.odd: {Q}, {Q}: {Q}}}}}
- {{name: b, parameters: {{{Q}: {Q}}}, snapshot: true}}
"""
POLICIES = f"""\
policies:
- {{code: SITE1, resources: OS::Nova::Server, assert: "properties.image.matches('[')", message: {Q}, description: {Q}}}
- {{code: SITE2, resources: OS::Nova::Server, assert: "properties.image.matches(properties.image + '[')", message: "no {{{{ properties.image }}}}"}}
- {{code: SITE3, parameters: {Q}, assert: 'false', message: {Q}}}
tests:
- {{name: {Q}, policy: SITE2, template: web.yaml, expect: {{{Q}: pass}}}}
"""
FAILED = {
    "type": "OS::Nova::Server",
    "id": HOSTILE,
    "status": "CREATE_FAILED",
    "reason": HOSTILE,
    "properties": {"image": HOSTILE},
}
STACK = {
    "name": HOSTILE, "id": HOSTILE, "status": "CREATE_FAILED", "reason": HOSTILE, "parameters": {HOSTILE: HOSTILE},
    "template": {"heat_template_version": "2018-08-31", "resources": {"b": {"type": "OS::Nova::Server", "properties": {}}}},
    "resources": {"b": FAILED, HOSTILE: {**FAILED, "status": "CREATE_COMPLETE"}},
}  # fmt: skip
CLOUD = f"snapshot: 1\ncloud: {Q}\nregion: {Q}\nflavors: [{{name: %s, vcpus: 1, ram: %s}}]\nnotes: [{{about: [{Q}], note: {Q}}}]\n"
SETTINGS = f"jinja: {{variables: {{x: {Q}}}}}\nexclude: [{Q}]\npolicies: [p.yaml]\ndeployments: {{{Q}: {{template: web.yaml}}}}\n"
BY_SUBJECT = {
    "findings": [["check", NAME]], "preview": [["preview", "web.yaml"]],
    "diff": [["diff", "old.yaml", "web.yaml"]], "plan": [["plan", "--from", "s.stack.yaml", "web.yaml"]],
    "failure": [["failure", "--from", "s.stack.yaml", "web.yaml"]], "tests": [["test", "--show-passed", "--why"]], "graph": [["graph", "web.yaml"]],
    "template_docs": [["docs", "web.yaml"]],
}  # fmt: skip
OTHERS = [
    ["check", "--color", "never", "--statistics"], ["check", "--add-disable"], ["check", "--fix", "--diff", "--unsafe-fixes"], ["check", "--select", HOSTILE], ["check", "-P", HOSTILE],
    ["preview", "--explain", HOSTILE, "web.yaml"], ["preview", "--explain", f"resources.{HOSTILE}", "web.yaml"], ["preview", "--quota", "web.yaml"],
    ["preview", "-P", f"{HOSTILE}={HOSTILE}", "web.yaml"], ["preview", "--deployment", HOSTILE], ["diff", HOSTILE, "web.yaml"],
    ["test", "--coverage"], ["test", "-k", HOSTILE], ["policy", "test", "p.yaml"], ["policy", "list", "p.yaml"], ["policy", "list", NAME],
    ["deployments", "."], ["deployments", "-f", "json", "."], ["baseline", "write"], ["baseline", "show"],
    ["format", "--check"], ["format", "--diff"], ["upgrade", "--to", "2021-04-16", "--diff"], ["upgrade", "--to", HOSTILE],
    ["explain", HOSTILE], ["rules"], ["rules", "--format", "json"], ["types", HOSTILE], ["catalog", "import", "type.json"], ["catalog", "show"],
    ["cloud", "diff", "old.cloud.yaml", "new.cloud.yaml"], ["cloud", "diff", "old.cloud.yaml", "new.cloud.yaml", "-f", "json"],
    ["cloud", "diff", "old.cloud.yaml", HOSTILE], ["config", "show", NAME], ["config", "init"], ["cache", "show"], ["completion", "bash"],
    ["cache", "show", "--cache-dir", HOSTILE], ["bundle", "web.yaml", "-e", "web.env"], ["bundle", "web.yaml", "-e", "web.env", "-f", "yaml"], ["bundle", HOSTILE], ["adopt"], ["catalog", "import", HOSTILE], ["new", "server", HOSTILE], ["new", HOSTILE, "x"],
    [HOSTILE], ["check", "--" + HOSTILE], ["check", "-f", HOSTILE], ["mcp", HOSTILE], ["record", HOSTILE], ["server", HOSTILE],
]  # fmt: skip
COMMANDS = OTHERS + [
    [*command, "-f", f.name] for f in FORMATS if not f.binary for command in BY_SUBJECT.get(f.subject, [])
]
_WORKFLOW_COMMAND = re.compile(r"^\s*::[A-Za-z][\w-]*( |::|$)|##(\[|vso\[)", re.MULTILINE)

_CODE = re.compile(r"\\[!-/:-@[-`{-~]|(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
"""What counts as text in Markdown, whatever it is."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("hostile")
    texts = {
        NAME: TEMPLATE, "web.yaml": TEMPLATE, "old.yaml": OLD, "w.hot-test.yaml": SUITE, "p.yaml": POLICIES, ".hotlint.yaml": SETTINGS,
        "s.stack.yaml": json.dumps({"recorded_stack": 1, "recorded": HOSTILE, "stack": STACK}), "old.cloud.yaml": CLOUD % (Q, 1),
        "new.cloud.yaml": CLOUD % (Q, Q), "type.json": json.dumps({"resource_type": "OS::X::" + HOSTILE, "properties": {HOSTILE: {}}}),
        "web.env": f"parameters: {{{Q}: {Q}, x: 1}}\nresource_registry: {{{Q}: {Q}}}\n",
    }  # fmt: skip
    for name, text in texts.items():
        (made / name).write_text(text)
    return made


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command).partition("\x1b")[0])
def test_no_command_shows_commands(
    folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOTLINT_CACHE_DIR"):
        monkeypatch.setenv(name, str(tmp_path))
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    try:
        main(command)
    except SystemExit as exc:
        assert exc.code == 2
    said = capfd.readouterr()
    shown = said.out + said.err
    assert shown
    may_stay = "\n\t\u202e" if "--diff" in command else "\n\t"  # a patch has the text as it is, but for controls
    assert [c for c in shown if not c.isprintable() and c not in may_stay] == []
    own = "^::(error|warning|notice) file=.*\n" if command[-1] == "github" else "^$"
    assert _WORKFLOW_COMMAND.findall(re.sub(own, "", shown, flags=re.MULTILINE)) == []
    assert "re2.cc" not in shown
    if command[-1] in ("html", "svg"):
        assert "<img" not in said.out
    elif command[-1] == "markdown":
        assert "<img" not in _CODE.sub("", said.out)
    if "json" in command or "sarif" in command:
        json.loads(said.out)


def test_every_command_and_format_is_tried() -> None:
    assert {command[0] for command in COMMANDS} >= SUBCOMMANDS.keys()
    assert {f.subject for f in FORMATS} - BY_SUBJECT.keys() == {"coverage"}


class Terminal:
    """A stream that a terminal shows, or does not."""

    def __init__(self, is_terminal: bool) -> None:
        self.text, self.is_terminal = "", is_terminal

    def isatty(self) -> bool:
        return self.is_terminal

    def write(self, text: str) -> None:
        self.text += text


@for_each(
    ("text", "shown", "exact"),
    [
        ("a: é ::1 fe80::1\n\t::\n", None, None),
        ("a\r\nb\r\n", None, None),
        ("::ffff:10.0.0.1/96 ##\n", None, None),
        ("a\rb\x1b[2J\x9b\n", "a\\u000db\\u001b[2J\\u009b\n", "a\\u000db\\u001b[2J\\u009b\n"),
        ("a\u202eb\xa0\U000e0001\n", "a\\u202eb\\u00a0\\udb40\\udc01\n", "a\u202eb\xa0\U000e0001\n"),
        ("x\n \t::add-mask::y\n", "x\n \t\\u003a:add-mask::y\n", "x\n \t\\u003a:add-mask::y\n"),
        ("::group\n", "\\u003a:group\n", "\\u003a:group\n"),
        (
            "+\n \u3000\u2028::add-mask::y\n",
            "+\n \\u3000\\u2028::add-mask::y\n",
            "+\n \u3000\u2028\\u003a:add-mask::y\n",
        ),
        ("x ##teamcity[a] ## [b]\n", "x \\u0023#teamcity[a] ## [b]\n", "x \\u0023#teamcity[a] ## [b]\n"),
        ("x ##[group]y ##vso[z]\n", "x \\u0023#[group]y \\u0023#vso[z]\n", "x \\u0023#[group]y \\u0023#vso[z]\n"),
    ],
)
def test_streams(text: str, shown: str | None, exact: str | None) -> None:
    for is_terminal, expected in ((True, shown), (False, exact)):
        terminal = Terminal(is_terminal)
        stream = PrintableStream(terminal)  # type: ignore[arg-type]
        assert stream.write(text) == len(text)
        assert terminal.text == (text if shown is None else shown)
        terminal.text = ""
        stream.write_exactly(text)
        assert terminal.text == (text if expected is None else expected)
