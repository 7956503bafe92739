"""Whole runs of the command: every output format, and what is said about configurations, snapshots of clouds and broken texts."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from snapshot_files import FOLDER, RecordedAnswers

import hotlint
from hotlint.cli.main import main
from hotlint.output import formats

RUNS = RecordedAnswers("runs")
FORMATS = [row.name for row in formats.FORMATS if row.subject == "findings" and not row.binary]
SCHEMA = Path(hotlint.__file__).parent / "data" / "config.schema.json"
HEAD = "heat_template_version: 2018-08-31\n"
BROKEN = {
    "a tab": HEAD + "resources:\n\n  a: {type: OS::Heat::None}\n\n\tb: {type: OS::Heat::Nonee}\n  c: {type: OS::Heat::Nonee}\n",
    "an open bracket": HEAD + "outputs:\n  a: {value: [1}\n  b: {valu: 1}\nresources:\n\n\n  c: {type: OS::Nope}\n",
    "an open quote": HEAD + "outputs:\n  a: {value: \"x}\n  b: {valu: 1}\n\nresources:\n  c: {type: OS::Nope}\n",
    "two lines": HEAD + "outputs:\n  a:\n    value: 1\n   b: 2\n  c: {valu: 1}\n\n  d: - x\nresources:\n  e: {type: OS::Nope}\n",
    "the first line": "heat_template_version 2018-08-31\nresources:\n  c: {type: OS::Nope}\n",
    "a last line": HEAD + "resources:\n  c: {type: OS::Nope}\n  d\n\n\n",
    "nesting": HEAD + "outputs:\n  a: {value: " + "[" * 250 + "]" * 250 + "}\n  b: {valu: 1}\n",
    "a version of YAML": "%YAML 2.0\n---\n" + HEAD + "outputs:\n  b: {valu: 1}\n",
    "tags": "%TAG ! tag:x,2000:\n%TAG ! tag:y\n%FOO bar\n---\n" + HEAD + "outputs: {b: {valu: !x 1}}\n",
    "signs": HEAD
    + "outputs:\n  a: {value: {=: 1}}\n  b: {value: {&x =: 1}}\n  c: {value: &y =}\n  d: {value: &z <<}\n  e: {value: =}\n"
    + "  f: {value: {? &w = : 1}}\n  g: {value: {!!int = : 2}}\n  h: {value: {&v <<: {a: 1}}}\n  i: {value: <<}\n  j: {value: [=, &u =]}\n",
    "a loop": HEAD + "outputs:\n  a: {value: &a [1, *a, *b]}\n  b: {value: &a 2}\n  c: {valu: 1}\n",
    "documents": HEAD + "outputs: {}\n---\noutputs: 1\n---\n2\n",
    "scalars": HEAD + "outputs:\n  a: {value: 2024-13-01}\n  b: {value: !Ref x}\n  c: {value: !!int y}\n  d: {? [1] : 2}\n",
}  # fmt: skip
"""Texts that are no YAML, or that Heat's loader refuses, each with more to find below."""


TREE = {
    ".hotlint.yaml": "templates: {root.yaml: {environments: [env/one.yaml, env/two.yaml]}, 'other.yaml': {environments: [env/two.yaml]}}\n",
    "root.yaml": HEAD
    + "parameters: {mode: {type: string}}\nresources:\n  mapped: {type: 'Acme::Child', properties: {name: {get_param: mode}}}\n"
    + "  again: {type: 'Acme::Child', properties: {name: b}}\n  mid: {type: nested/mid.yaml, properties: {list: [a, b]}}\n"
    + "  none: {type: OS::Heat::ResourceGroup, properties: {count: 0, resource_def: {type: types/never.yaml}}}\n",
    "other.yaml": HEAD + "resources: {only: {type: 'Acme::Child', properties: {name: long}}, plain: {type: 'Acme::Other'}}\n",
    "env/one.yaml": "resource_registry: {base_url: ../types/, 'Acme::Child': child.yaml}\nparameters: {mode: one}\n",
    "script.sh": "#!/bin/sh\n",
    "env/two.yaml": "resource_registry: {'Acme::Child': ../types/child.yaml, 'Acme::Other': types/gone.yaml}\n"
    + "parameters: {mode: two, x: 1}\n",
    "types/child.yaml": HEAD
    + "parameters: {name: {type: string, constraints: [{length: {max: 3}}]}}\nresources:\n"
    + "  r: {type: 'OS::Heat::Value', properties: {value: {str_split: [',', 'a,b', {get_param: name}]}}}\n"
    + "  s: {type: 'OS::Heat::RandomString', properties: {length: {get_param: name}}}\n",
    "types/never.yaml": HEAD + "resources: {r: {type: 'OS::Nope'}}\n",
    "nested/mid.yaml": HEAD
    + "parameters: {list: {type: comma_delimited_list}}\nresources:\n"
    + "  deep: {type: deep.yaml, properties: {size: {get_param: [list, 1]}}}\n"
    + "  back: {type: ../root.yaml, condition: never, properties: {mode: x}}\nconditions: {never: false}\n",
    "nested/deep.yaml": HEAD
    + "parameters: {size: {type: string}}\nresources:\n"
    + "  r: {type: 'OS::Cinder::Volume', properties: {size: {get_param: size}}}\n"
    + "  f: {type: 'OS::Heat::Value', properties: {value: {get_file: ../script.sh}}}\n",
}  # fmt: skip
"""Templates that use each other by name and through registries, in folders."""


_BAD = "resources: {x: {type: 'OS::Heat::RandomString', properties: {length: many}}, y: {type: 'OS::Nope'}}\n"
_SINKS = "event_sinks: [{type: zaqar-queue, target: a, ttl: 1}]\n"
CHAINS = {
    "chain.yaml": HEAD
    + "resources:\n  chain:\n    type: OS::Heat::ResourceChain\n    properties:\n      resources: [OS::Heat::None, fine.yaml, "
    + "gone.yaml, broken.yaml, worse.yaml, bad.yaml, fine.yaml, worse.yaml, bad.yaml]\n"
    + "  far: {type: 'Acme::Far'}\n  near: {type: 'Acme::Near'}\n  name: {type: 'Acme::Name'}\n",
    "fine.yaml": HEAD + "resources: {x: {type: 'OS::Heat::RandomString'}}\n",
    "bad.yaml": HEAD + _BAD,
    "broken.yaml": HEAD + "resources: [\n",
    "worse.yaml": HEAD + "resources: {a: {type: fine.yaml}, b: {type: bad.yaml}}\n",
    "one.env.yaml": "resource_registry: {'Acme::Far': 'http://example.org/far.yaml', 'Acme::Near': bad.yaml, "
    + f"'Acme::Name': 'OS::Heat::None'}}\n{_SINKS}",
    "two.env.yaml": f"{_SINKS}encrypted_param_names: [a]\nresource_registry: {{'Acme::Near': fine.yaml}}\n",
    "three.env.yaml": f"encrypted_param_names: [b]\nparameters: {{}}\n{_SINKS}",
}
"""Members of a chain of which some are wrong, entries that map to what is no file, and lists in several environments."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lay_out(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def run(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> str:
    """What `hotlint check` prints, and its exit code."""
    code = main(["check", "--no-cache", "-j", "1", *words])
    output = "".join(capsys.readouterr()).replace(str(folder), ".").replace(hotlint.__version__, "VERSION")
    return re.sub(r'\btime="[\d.]+"', 'time="..."', f"{output}exit code {code}")


@pytest.mark.parametrize("form", FORMATS)
def test_formats(form: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("template.yaml", "environment.yaml", "child.yaml", "script.sh"):
        shutil.copyfile(FOLDER / "input" / name, folder / name)
    text = (folder / "template.yaml").read_text(encoding="utf-8")
    (folder / "template.yaml").write_text(
        text.replace("flavor:", "flavour:", 1).replace("m1.large", "m1.largo", 1), encoding="utf-8"
    )
    (folder / "plain.yaml").write_text(
        HEAD + "resources: {a: {type: child.yaml}}\noutputs: {o: {valu: 1}}\n", encoding="utf-8"
    )
    RUNS.check(f"format {form}", run(capsys, folder, "-f", form, "."))


def test_configuration_schema(capsys: pytest.CaptureFixture[str]) -> None:
    main(["config", "schema"])
    assert capsys.readouterr().out == SCHEMA.read_text(encoding="utf-8"), "`make docs`"


def test_problems_of_the_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "plain.yaml").write_text(HEAD + "outputs: {o: {value: 1}}\n", encoding="utf-8")
    (folder / "cloud.yaml").write_text("hotlint_cloud: nope\n", encoding="utf-8")
    (folder / "wide.yaml").write_text(HEAD + "outputs: {}\n", encoding="utf-16")
    (folder / "link.yaml").symlink_to("nowhere.yaml")
    (folder / ".hotlint.yml").write_text("select: [HOT]\n", encoding="utf-8")
    lines = []
    for words in (
        ["plain.yaml"], ["wide.yaml"], ["link.yaml"], ["gone.yaml"], ["."], ["--target", "cloud.yaml", "plain.yaml"],
        ["--target", "gone-cloud.yaml", "plain.yaml", "wide.yaml"], ["--target", "nowhere", "plain.yaml"],
    ):  # fmt: skip
        lines += [f"-- {' '.join(words)}", run(capsys, folder, *words)]
    (folder / ".hotlint.yml").rename(folder / ".hotlint.yaml")
    for text in (
        "select: [HOT]\n",
        "selct: [HOT]\n",
        "select: [HOT\n",
        "target: cloud.yaml\n",
        "cloud_snapshot: gone.yaml\n",
    ):
        (folder / ".hotlint.yaml").write_text(text, encoding="utf-8")
        for words in ([".hotlint.yaml"], [".hotlint.yaml", "plain.yaml"]):
            lines += [f"-- {text.strip()}: {' '.join(words)}", run(capsys, folder, *words)]
    RUNS.check("problems", "\n".join(lines))


def test_broken_texts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = []
    for name, text in BROKEN.items():
        (folder / "broken.yaml").write_text(text, encoding="utf-8")
        lines += [f"-- {name}", run(capsys, folder, "-f", "concise", "broken.yaml")]
    RUNS.check("broken", "\n".join(lines))


def test_chains(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay_out(folder, CHAINS)
    lines = []
    environments = [word for name in CHAINS if ".env." in name for word in ("-e", name)]
    for words in (["."], environments[:2], environments[2:4], environments):
        chosen = words if words == ["."] else [*words, "chain.yaml"]
        lines += [f"-- {' '.join(words)}", run(capsys, folder, *chosen)]
    RUNS.check("chains", "\n".join(lines))


def test_tree(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay_out(folder, TREE)
    lines = []
    for words in (
        ["."],
        ["nested/deep.yaml"],
        ["types"],
        ["-e", "env/two.yaml", "root.yaml"],
        ["-f", "json", "types/child.yaml"],
    ):
        lines += [f"-- {' '.join(words)}", run(capsys, folder, *words)]
    RUNS.check("tree", "\n".join(lines))


def test_nothing_else_is_recorded() -> None:
    RUNS.keep_only({*(f"format {form}" for form in FORMATS), "problems", "broken", "chains", "tree"})
