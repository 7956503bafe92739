"""Limits, places and roots of the answers that the server for coding agents gives."""

from __future__ import annotations

import asyncio
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from for_each import for_each

from hotlint.common.version import __version__
from hotlint.linter.checking import fixer
from hotlint.mcp import answers
from hotlint.mcp.answers import Answers, cut, findings
from hotlint.mcp.roots import Roots, from_uri
from hotlint.operations.errors import OperationError
from hotlint.operations.explain import explain, find
from hotlint.operations.fix import ENDED
from hotlint.resource_types.catalog import Catalog

if find_spec("mcp") is None:
    pytest.skip("the extra mcp is not installed", allow_module_level=True)
HEAD = "heat_template_version: 2018-08-31\n"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Answers:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    return Answers(Roots([str(tmp_path)], []))


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")


def checked(own: Answers, path: str, text: str | None = None, limit: int = 50) -> dict[str, Any]:
    place = own.roots.place(path)
    return findings(list(own.reports(place, own.runner(place, [], {}), text)), place.root, limit)


def test_a_text_that_is_too_long_for_a_template_is_refused(own: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "SIZE_LIMIT", len(HEAD))
    place = own.roots.place("t.yaml")
    assert checked(own, "t.yaml", HEAD)["counts"]["error"] == 0
    own.template(place, [], {}, HEAD)
    for ask in (
        lambda text: checked(own, "t.yaml", text),
        lambda text: own.template(place, [], {}, text),
        lambda text: own.fixed(place, own.runner(place, [], {}), text, unsafe=False, write=False),
    ):
        with pytest.raises(OperationError) as raised:
            ask(HEAD + "\n")
        assert str(raised.value) == "the text is longer than 16 MiB, which no template is"


def test_findings_of_configurations_are_among_those_of_a_file(own: Answers) -> None:
    write(".hotlint.yaml", "bogus: 1\n")
    write("in/a.yaml", f"{HEAD}outputs: {{a: {{valu: 1}}}}\n")
    write("in/b.yaml", HEAD)
    write("in/c.txt", "text")
    for path, text, files in (
        ("in", None, 2),
        ("in/a.yaml", None, 1),
        ("in/a.yaml", f"{HEAD}outputs: {{a: {{}}}}\n", 1),
    ):
        found = checked(own, path, text)
        assert (found["files"], [one["path"] for one in found["findings"]]) == (files, [".hotlint.yaml", "in/a.yaml"])
    with pytest.raises(OperationError) as raised:
        checked(own, "in", HEAD)
    assert str(raised.value) == f"'{own.roots.folders[0]}/in' is a folder; name a file"


def test_paths_are_relative_to_the_root_wherever_the_server_runs(own: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    write("in/.hotlint.yaml", "bogus: 1\n")
    write("in/a.yaml", f"{HEAD}outputs: {{a: {{valu: 1}}}}\n")
    for folder in (".", "in", "..", "/"):
        monkeypatch.chdir(Path(own.roots.folders[0], folder))
        found = checked(own, "in")
        assert [one["path"] for one in found["findings"]] == ["in/.hotlint.yaml", "in/a.yaml"]


def test_the_limit_of_findings_is_exact(own: Answers) -> None:
    write("a.yaml", HEAD + "outputs: {a: {valu: 1}, b: {valu: 1}, c: {valu: 1}}\n")
    for limit, left in ((2, 1), (3, 0), (4, 0)):
        found = checked(own, "a.yaml", limit=limit)
        assert ([one["column"] for one in found["findings"]], found["left_out"]) == ([15, 29, 43][:limit], left)


def test_fixes_that_write_a_hidden_value_are_made_and_not_shown(own: Answers) -> None:
    text = (
        f"{HEAD}parameters: {{secret: {{type: string, hidden: true, default: hunter2}}}}\n"
        "resources: {r: {type: OS::Heat::Value, properties: {value: {get_param: secrte}}}}\n"
        "outputs: {p: {valu: hunter2}}\n"
    )
    write("t.yaml", text)
    place = own.roots.existing("t.yaml")
    note = "an edit writes a hidden value, so no edits are shown; hotlint check --fix applies them"
    for write_it in (False, True):
        found = own.fixed(place, own.runner(place, [], {}), None, unsafe=True, write=write_it)
        assert [one["code"] for one in found.pop("fixed")] == ["HOT301", "HOT112"]
        assert found == {"unsafe": [], "edits": [], "note": note, "written": write_it, "left": 1}
        fixed = text.replace("secrte", "secret").replace("valu:", "value:")
        assert Path("t.yaml").read_text() == (fixed if write_it else text)
    again = own.fixed(place, own.runner(place, [], {}), None, unsafe=True, write=True)
    assert again == {"fixed": [], "unsafe": [], "edits": [], "note": "", "written": False, "left": 1}


def test_unsafe_fixes_are_not_tried_where_the_safe_ones_took_too_long(
    own: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("t.yaml", f"{HEAD}resources: {{r: {{type: OS::Heat::RandomStirng}}}}\noutputs: {{p: {{valu: 1}}}}\n")
    place = own.roots.existing("t.yaml")
    assert own.fixed(place, own.runner(place, [], {}), None, unsafe=False, write=False)["unsafe"] != []
    monkeypatch.setattr(fixer, "VERIFIED", 0)
    found = own.fixed(place, own.runner(place, [], {}), None, unsafe=False, write=False)
    assert (found["unsafe"], found["note"]) == ([], ENDED)


def test_a_dry_run_says_what_it_leaves_out(own: Answers) -> None:
    failing = "{{value: {{str_split: [',', 'a', {n}]}}}}"
    for count, more in ((50, 0), (52, 2)):
        outputs = ", ".join(f"o{n}: {failing.format(n=n + 1)}" for n in range(count))
        write("t.yaml", f"{HEAD}outputs: {{{outputs}}}\n")
        shown = own.shown(own.template(own.roots.existing("t.yaml"), [], {}), None)
        assert (len(shown["errors"]), shown["more_errors"], shown["incomplete"]) == (50, more, False)
    assert shown["errors"][0] == "outputs.o0: str_split finds one item in 'a', so none has the index 1"


def test_a_dry_run_that_is_out_of_time_is_not_complete(own: Answers) -> None:
    value = "{repeat: {template: a%x%, for_each: {'%x%': [1, 2, 3]}}}"
    write("t.yaml", f"{HEAD}outputs:\n" + "".join(f"  o{n}: {{value: {value}}}\n" for n in range(50)))
    write(".hotlint.yaml", "budget: 0.001\n")
    assert own.shown(own.template(own.roots.existing("t.yaml"), [], {}), None)["incomplete"] is True


RECORDING = """\
recorded_stack: 1
stack:
  name: s
  id: i
  status: CREATE_COMPLETE
  parameters: {size: '7'}
  environment: {parameters: {size: 7}}
  template:
    heat_template_version: '2018-08-31'
    parameters: {size: {type: number, default: 1}}
    resources: {v: {type: 'OS::Cinder::Volume', properties: {size: {get_param: size}}}}
  resources:
    v: {type: 'OS::Cinder::Volume', id: v, status: CREATE_COMPLETE, properties: {size: 7}}
"""


def test_a_plan_keeps_values_of_the_stack_only_if_that_is_asked_for(own: Answers) -> None:
    write("s.yaml", RECORDING)
    write("t.yaml", RECORDING.partition("template:\n")[2].partition("  resources:\n    v:")[0].replace("    ", ""))
    plans = [
        own.planned("s.yaml", own.template(own.roots.existing("t.yaml"), [], values), existing=existing)
        for existing, values in ((False, {}), (True, {}), (True, {"size": 3}))
    ]
    changes = [re.findall(r"size: (.*)", plan["text"]) for plan in plans]
    assert (changes, [plan["counts"] for plan in plans]) == (
        [["7 -> 1"], [], ["7 -> 3"]],
        [{"update": 1}, {}, {"update": 1}],
    )


def test_a_suite_is_known_by_its_name_or_its_content(own: Answers) -> None:
    write("t.yaml", f"{HEAD}outputs: {{o: {{value: 1}}}}\n")
    suite = (
        "template: t.yaml\ntests:\n- {name: one, bogus: 1, assert: {outputs.o: 2}}\n- {name: two, skip: later, assert: {outputs.o: 2}}\n"
        "- {name: three, assert: {outputs.o: 1}}\n- {name: four, assert: {outputs.o: 4}}\n"
    )
    write("in/suite.yaml", suite.replace("t.yaml", "../t.yaml"))
    found = own.tested(own.roots.existing("in/suite.yaml"), None, 3)
    failures = [tuple(one.values()) for one in found.pop("failures")]
    assert found == {"suites": 1, "passed": 1, "failed": 2, "skipped": 1, "left_out": 0}
    assert failures == [
        ("in/suite.yaml", 3, 15, "", "", "unknown key 'bogus' in a test"),
        ("in/suite.yaml", 3, 45, "one", "outputs.o", "outputs.o is 1; expected 2"),
        ("in/suite.yaml", 6, 36, "four", "outputs.o", "outputs.o is 1; expected 4"),
    ]
    write("x.hot-test.yaml", "")
    assert own.tested(own.roots.existing("x.hot-test.yaml"), None, 3)["suites"] == 1
    with pytest.raises(OperationError) as raised:
        own.tested(own.roots.existing("t.yaml"), None, 3)
    assert str(raised.value) == f"'{own.roots.folders[0]}/t.yaml' is not a test suite"


def test_types_are_those_of_the_first_root(tmp_path: Path) -> None:
    for name, text in (("a", "target: rocky\n"), ("b", "")):
        write(str(tmp_path / name / ".hotlint.yaml"), text)
    roots = [str(tmp_path / name) for name in ("a", "b")]
    old, new = (Answers(Roots(given, [])).catalog() for given in (roots, roots[::-1]))
    assert set(old.names()) - set(new.names())
    assert explain("OS::Heat::None", new).startswith("# OS::Heat::None\n")


def test_names_have_each_word_of_a_query_in_any_case() -> None:
    types = Catalog()
    assert find("NOVA flavor", types, 9)._asdict() == {
        "names": ["OS::Nova::Flavor", "OS::Nova::Server.flavor", "OS::Nova::Server.flavor_update_policy"], "left_out": 0,
    }  # fmt: skip
    assert find("nova_server:Flavor", types, 1)._asdict() == {"names": ["OS::Nova::Server.flavor"], "left_out": 1}
    assert find("neutron floating network id", types, 9)._asdict() == {"names": [], "left_out": 0}  # it is hidden
    assert find("RandomString", types, 1)._asdict() == {"names": ["OS::Heat::RandomString"], "left_out": 0}
    assert find("_ :", types, 9)._asdict() == {"names": [], "left_out": 0}


@for_each(
    ("text", "kept", "left"),
    [
        ("a" * 30_000, 30_000, 0),
        ("a" * 30_001, 30_000, 1),
        ("a\n" * 14_999 + "bc\nd", 29_998, 2),
        ("a\n" * 15_000 + "b", 30_000, 1),
        ("\n" + "a" * 30_000, 1, 1),
        ("x\n" * 20_000, 30_000, 5_000),
    ],
)
def test_a_long_text_is_cut_after_a_line(text: str, kept: int, left: int) -> None:
    assert cut(text) == {"text": text[:kept], "lines_left_out": left}


def test_paths_are_below_the_innermost_root_that_has_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a/in", "b", "other"):
        (tmp_path / name).mkdir(parents=True)
    for name in ("a/t.yaml", "b/t.yaml", "a/in/u.yaml", "other/x.yaml", "b/a b.yaml"):
        (tmp_path / name).touch()
    (tmp_path / "link").symlink_to(tmp_path / "b")
    outer, inner, second = str(tmp_path / "a"), str(tmp_path / "a/in"), str(tmp_path / "b")
    roots = Roots([outer, inner, str(tmp_path / "link"), second], [])
    assert roots.folders == [outer, inner, second]
    assert roots.place("u.yaml") == (f"{inner}/u.yaml", inner)
    assert roots.place("in/u.yaml") == (f"{outer}/in/u.yaml", outer)
    assert roots.place(f"{inner}/u.yaml") == (f"{inner}/u.yaml", inner)
    assert roots.place("t.yaml") == (f"{outer}/t.yaml", outer)
    assert roots.place("new.yaml") == (f"{outer}/new.yaml", outer)
    assert roots.existing(f"file://{second}/a%20b.yaml") == (f"{second}/a b.yaml", second)
    outside = f"is outside of the folders of this session: {outer}, {inner}, {second}"
    refused = {
        str(tmp_path / "other/x.yaml"): f"'{tmp_path}/other/x.yaml' {outside}",
        "../other/x.yaml": f"'../other/x.yaml' {outside}",
        "gone.yaml": "'gone.yaml' does not exist",
        "a\0": "a path holds no null character", "file:///a%00": "a path holds no null character",
    }  # fmt: skip
    for path, why in refused.items():
        with pytest.raises(OperationError) as raised:
            roots.existing(path)
        assert str(raised.value) == why
    monkeypatch.chdir(tmp_path / "other")
    assert Roots([], []).folders == [str(tmp_path / "other")]


def test_a_call_may_use_what_both_sides_name(tmp_path: Path) -> None:
    for name in ("a/in", "b"):
        (tmp_path / name).mkdir(parents=True)
    top, a, inner, b = (str(tmp_path / name) for name in (".", "a", "a/in", "b"))
    top = str(tmp_path)
    assert Roots([a], []).folders == Roots([], [a]).folders == Roots([a, a], [top]).folders == [a]
    assert Roots([top], [inner, b]).folders == [inner, b]
    assert Roots([inner, b], [a]).folders == [inner]
    for named, given in (([a], [b]), ([f"{top}/gone"], [])):
        with pytest.raises(OperationError) as raised:
            Roots(named, given)
        assert str(raised.value) == "the client names no folder that this server may read"


@for_each(
    ("uri", "path"),
    [
        ("file:///a%20b/c", "/a b/c"), ("file://localhost/a", "/a"), ("FILE:///a", "/a"), ("file:a", "a"), ("file://host/a", None),
        ("http:///a", None), ("/a", None), ("file://[a", None), ("", None),
    ],
)  # fmt: skip
def test_an_address_of_a_file_of_this_machine_is_a_path(uri: str, path: str | None) -> None:
    assert from_uri(uri) == path


def test_the_server_says_what_it_is_and_what_to_call(tmp_path: Path) -> None:
    from mcp import Client

    from hotlint.mcp.server import Tools, make_server

    made = make_server([str(tmp_path)])

    async def work() -> tuple[Any, str | None, str, str]:
        async with Client(made) as client:
            contents = [(await client.read_resource(f"hotlint://{name}")).contents[0] for name in ("rules", "types")]
            rules, types = (str(getattr(content, "text", "")) for content in contents)
            return client.server_info, client.instructions, rules, types

    info, instructions, rules, types = asyncio.run(work())
    assert (info.name, info.version, made.settings.log_level) == ("hotlint", __version__, "WARNING")
    assert instructions is not None and instructions.startswith(
        "hotlint checks and resolves OpenStack Heat (HOT) templates"
    )
    assert {tool.__name__ for tool in Tools((), may_write=False).all()} >= {
        "check", "fix", "explain", "preview", "diff", "plan",
    }  # fmt: skip
    lines = rules.split("\n")
    assert (
        lines[0].startswith("HOT")
        and lines[-1] == ""
        and all(") : " not in line and "): " in line for line in lines[:-1])
    )
    assert types.splitlines() == list(Catalog().names()) and types.endswith("\n")


def test_a_bug_is_no_mistake_of_the_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mcp import Client

    from hotlint.mcp.server import make_server

    def fail(*_: Any) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr(answers, "findings", fail)
    write(str(tmp_path / "t.yaml"), HEAD)

    async def work() -> Any:
        async with Client(make_server([str(tmp_path)])) as client:
            return await client.call_tool("check", {"path": "t.yaml"})

    answer = asyncio.run(work())
    assert (answer.is_error, [part.text for part in answer.content]) == (True, ["Error executing tool check"])
