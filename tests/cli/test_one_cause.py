"""Causes with several places: each file has its own findings in the data, and text shows one finding for each cause."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hotlint.cli.main import main
from hotlint.common.records import NamedTuple

V = "heat_template_version: 2018-08-31\ndescription: d\n"
PORT = V + "parameters: {port: {type: number, constraints: [{range: {min: 1024}}]}}\n"
USER = V + "resources:\n  a: {type: bad.yaml}\n"
BAD = V + "resources:\n  a: {type: OS::Heat::RandomString, depends_on: nobody}\n"
REGISTRY = "resource_registry:\n  A::B: gone/x.yaml\n  A::C: gone/y.yaml\n"
EXAMPLES = Path(__file__).parents[2] / "examples"


class Shown(NamedTuple):
    """A finding of the text: its place, its code, and the places to see as `path: message`."""

    path: str
    code: str
    see: list[str]


class Tree:
    """A folder of files, and what checks of it print."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder, self._capsys = folder, capsys

    def write(self, **files: str) -> None:
        """Write files; `__` in a name stands for a slash, and each ends in .yaml."""
        for name, text in files.items():
            path = self._folder / f"{name.replace('__', '/')}.yaml"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def print(self, *args: str) -> str:
        """Return the output of a check."""
        main(["check", "--no-cache", *(args or (".",))])
        return self._capsys.readouterr().out

    def data(self, *args: str) -> list[dict[str, Any]]:
        """Return the findings as JSON."""
        return list(json.loads(self.print("--format", "json", *(args or (".",))))["diagnostics"])

    def errors(self, *args: str) -> list[Shown]:
        """Return the errors that text shows."""
        shown = []
        for head in re.split(r"\n\n", self.print("-q", *(args or (".",)))):
            place = re.match(r"(\S+?):\d+:\d+: error (\w+)", head)
            if place is not None:
                see = [f"{path}: {said}" for path, said in re.findall(r"^  see (\S+?):\d+:\d+: (.*)$", head, re.M)]
                shown.append(Shown(place[1], place[2], see))
        return shown


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tree:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return Tree(tmp_path, capsys)


def codes(found: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the path and code of each error."""
    return [(d["path"], d["code"]) for d in found if d["severity"] == "error"]


# -- the data ----------------------------------------------------------------------------------------------------------


def nested(tree: Tree) -> None:
    tree.write(bad=BAD, user1=USER, user2=USER, sub__user=USER.replace("bad", "../bad"))


def missing(tree: Tree) -> None:
    uses = (
        V + "resources:\n  a: {type: A::B}\n  b: {type: gone/x.yaml}\noutputs: {o: {value: {get_file: gone/x.yaml}}}\n"
    )
    tree.write(env1=REGISTRY, env2=REGISTRY, user=uses)


def values(tree: Tree) -> None:
    config = "environments: [env/e.yaml]\n"
    uses = PORT + "resources: {w: {type: b.yaml, properties: {port: 80}}}\n"
    tree.write(env__e="parameters: {port: 80, prot: 1}\n", a=PORT, b=PORT, user=uses)
    Path(".hotlint.yaml").write_text(config)


def unusable(tree: Tree) -> None:
    tree.write(bad=V + "resources: [\n", user1=USER, user2=USER)


def examples(tree: Tree) -> None:
    for path in EXAMPLES.rglob("*.yaml"):
        tree.write(**{str(path.relative_to(EXAMPLES).with_suffix("")).replace("/", "__"): path.read_text("utf-8")})


@pytest.mark.parametrize("make", [nested, missing, values, unusable, examples])
def test_a_file_has_the_same_findings_alone_and_in_its_folder(tree: Tree, make: Callable[[Tree], None]) -> None:
    make(tree)
    in_folder = tree.data(".")
    assert in_folder
    files = sorted(str(path) for path in Path().rglob("*.yaml") if path.name != ".hotlint.yaml")
    for path in files:
        assert tree.data(path) == [d for d in in_folder if d["path"] == path]
    assert sorted(map(str, tree.data(*files))) == sorted(map(str, in_folder))


@pytest.mark.parametrize("name", ["concise", "jsonl", "github", "gitlab", "sarif", "junit"])
def test_all_data_has_the_findings_of_each_file(tree: Tree, name: str) -> None:
    nested(tree)
    report = tree.print("--format", name)
    assert [path for path in ("user1.yaml", "user2.yaml", "sub/user.yaml") if path in report] != []
    assert len(re.findall("HOT607", report)) >= 3


def test_what_a_nested_template_leads_to_names_the_place(tree: Tree) -> None:
    nested(tree)
    related = [r["path"] for d in tree.data() if d["code"] == "HOT607" for r in d["related"]]
    assert related == ["bad.yaml", "bad.yaml", "bad.yaml"]


def test_what_an_unusable_template_leads_to_names_the_place(tree: Tree) -> None:
    tree.write(user=USER)
    for text, line in ((V + "resources: [\n", 2), ("parameters: {}\n", 0), ("", 0)):
        tree.write(bad=text)
        (found,) = [d for d in tree.data("user.yaml") if d["code"] == "HOT606"]
        (place,) = found["related"]
        assert (place["path"], place["span"]["start_line"]) == ("bad.yaml", line)
        assert found["message"].endswith(f"cannot be used: {place['message']}")


def test_a_baseline_knows_the_findings_of_each_file(tree: Tree) -> None:
    nested(tree)
    main(["baseline", "write", "."])
    tree.print()
    for path in (".", "user1.yaml", "sub/user.yaml"):
        assert codes(tree.data(path)) == []
    tree.write(user3=USER)
    assert codes(tree.data()) == [("user3.yaml", "HOT607")]
    assert tree.errors() == [Shown("user3.yaml", "HOT607", ["bad.yaml: error in the nested template"])]


# -- text --------------------------------------------------------------------------------------------------------------


def test_a_bad_nested_template_is_shown_where_it_is(tree: Tree) -> None:
    tree.write(bad=BAD, **{f"user{n}": USER for n in range(9)})
    (shown,) = tree.errors()
    assert (shown.path, len(shown.see)) == ("bad.yaml", 5)
    assert shown.see[0] == "user0.yaml: same problem here"
    assert shown.see[-1] == "user4.yaml: same problem here, and at 4 more places"


def test_the_summary_counts_causes_and_their_places(tree: Tree) -> None:
    tree.write(bad=BAD, good=V, user1=USER, user2=USER)
    assert tree.print().endswith("\n\nFound 1 error at 3 places in 3 of 4 files.\n")
    assert tree.print("bad.yaml").endswith("\n\nFound 1 error in 1 file.\n")
    rows = tree.print("--statistics").splitlines()[-3:-1]
    assert [row.split()[:2] for row in rows if row] == [["1", "HOT302"]]


def test_a_limit_counts_causes(tree: Tree, capsys: pytest.CaptureFixture[str]) -> None:
    tree.write(env1=REGISTRY, env2=REGISTRY, env3=REGISTRY.replace("gone", "away"))
    main(["check", "--no-cache", "--max-per-rule", "2", "."])
    out, err = capsys.readouterr()
    assert re.findall(r"^(\w+).yaml:\d", out, re.M) == ["env1", "env3"]
    assert err == ""
    main(["check", "--no-cache", "--max-per-rule", "2", "-f", "concise", "."])
    out, err = capsys.readouterr()
    assert re.findall(r"^(\w+).yaml:\d", out, re.M) == ["env1", "env2"]
    assert "more of HOT635" in err


def test_a_report_in_a_file_and_one_on_the_terminal(tree: Tree) -> None:
    nested(tree)
    shown = tree.print("--report", "jsonl=found.jsonl", "--report", "text=found.txt", ".")
    assert Path("found.txt").read_text() == shown
    assert len([line for line in Path("found.jsonl").read_text().splitlines() if '"HOT607"' in line]) == 3


def test_a_missing_file_is_shown_once(tree: Tree) -> None:
    tree.write(**{f"env{n}": REGISTRY for n in range(3)})
    assert len(codes(tree.data())) == 3  # within a file, the missing folder is one finding
    (shown,) = tree.errors()
    assert (shown.path, len(shown.see)) == ("env0.yaml", 5 - 2)
    assert tree.errors("env0.yaml", "env1.yaml", "env2.yaml") == [shown]


def test_an_environment_shows_its_problems_once(tree: Tree) -> None:
    tree.write(env="parameters:\nparameter_defaults: {a: 1}\n", **{f"t{n}": V for n in range(4)})
    assert len(codes(tree.data("-e", "env.yaml", "."))) == 5
    assert [found.path for found in tree.errors("-e", "env.yaml", ".")] == ["env.yaml"]


def test_a_bad_value_of_an_environment_is_shown_once(tree: Tree) -> None:
    uses = V + "resources: {w: {type: web.yaml}}\n"
    tree.write(env__e="parameter_defaults: {port: 80}\n", web=PORT, a=uses, b=uses)
    given = "-e", "env/e.yaml"
    assert codes(tree.data(*given, ".")) == [
        ("a.yaml", "HOT643"), ("b.yaml", "HOT643"), ("web.yaml", "HOT215")
    ]  # fmt: skip
    (shown,) = tree.errors(*given, ".")
    assert (shown.path, shown.code) == ("a.yaml", "HOT643")
    assert {"env/e.yaml: value of parameter 'port'", "b.yaml: same problem here"} <= set(shown.see)


def test_a_misspelled_parameter_of_an_environment_is_shown_once(tree: Tree) -> None:
    text = V + "parameters: {size: {type: number, default: 2}}\noutputs: {o: {value: {get_param: size}}}\n"
    tree.write(env__e="parameters: {sise: 1}\n", a=text, b=text)
    (shown,) = [found for found in tree.errors("-e", "env/e.yaml", ".") if found.code == "HOT217"]
    assert shown.path == "a.yaml"
    assert {see.partition(":")[0] for see in shown.see} == {"b.yaml", "env/e.yaml"}


def test_a_mistake_in_the_environment_of_a_template_is_shown_once(tree: Tree) -> None:
    tree.write(web=PORT)
    Path("web.env").write_text("parameters: {port: 80, prot: 81}\n")
    assert {"HOT639", "HOT640", "HOT215", "HOT217"} <= {d["code"] for d in tree.data()}
    assert not re.findall("HOT639|HOT640", tree.print())
    assert sorted((found.code, found.see) for found in tree.errors()) == [
        ("HOT215", ["web.env: value of parameter 'port'"]),
        ("HOT217", ["web.env: value of parameter 'prot'"]),
    ]


def test_a_milder_finding_of_a_cause_is_not_the_one_that_is_shown(tree: Tree) -> None:
    tree.write(a=V + "outputs: {o: {value: {get_file: gone.sh}}}\n")
    place = str(Path("gone.sh").absolute())
    tree.write(_b=V + f"outputs: {{o: {{value: {{get_file: 'file://{place}'}}}}}}\n")
    assert [(d["path"], d["severity"]) for d in tree.data()] == [("_b.yaml", "info"), ("a.yaml", "error")]
    assert tree.errors() == [Shown("a.yaml", "HOT602", ["_b.yaml: same problem here"])]


def test_an_old_name_is_shown_once(tree: Tree) -> None:
    port = "  {0}: {{type: 'OS::Neutron::Port', properties: {{network_id: net}}}}\n"
    tree.write(a=V + "resources:\n" + port.format("a") + port.format("b"), b=V + "resources:\n" + port.format("a"))
    text = tree.print()
    assert text.count("HOT512: property 'network_id' of OS::Neutron::Port is hidden") == 1
    assert "see a.yaml:5:47: same problem here" in text and "see b.yaml:4:47: same problem here" in text
    assert [found["code"] for found in tree.data()].count("HOT512") == 3  # as its file alone has it, in an editor too


@pytest.mark.parametrize("name", ["text", "concise", "json", "jsonl", "github", "gitlab", "sarif"])
def test_files_that_a_script_moves_are_one_warning_for_each_folder(tree: Tree, name: str) -> None:
    tree.write(
        a=V + "resources:\n  a: {type: lib/x.yaml}\n  b: {type: lib/y.yaml}\n  c: {type: other/z.yaml}\n",
        b=V + "outputs: {o: {value: {get_file: lib/x.yaml}}}\n",
        src__x=V, src__y=V, src__z=V,
    )  # fmt: skip
    Path(".git").mkdir()
    report = tree.print("--format", name, ".")
    shown = "'lib/x.yaml' does not exist, but 'src/x.yaml' does", "'other/z.yaml' does not exist, but 'src/z.yaml' does"
    assert [report.count(words) for words in shown] == [1, 1]
    assert "'lib/y.yaml' does not exist" not in report


def test_a_warning_with_the_same_words_is_shown_once(tree: Tree) -> None:
    server = "  {0}: {{type: 'OS::Nova::Server', properties: {{flavor: f, image: i}}}}\n"
    tree.write(
        a=V + "resources:\n" + server.format("a") + server.format("b"), b=V + "resources:\n" + server.format("c")
    )
    text = tree.print()
    assert text.count("warning HOT554: OS::Nova::Server needs 'networks'") == 1
    assert "see a.yaml:5:13: same problem here" in text and "see b.yaml:4:13: same problem here" in text
    assert [found["code"] for found in tree.data()].count("HOT554") == 3


def test_a_mistake_of_several_deployments_is_shown_once_with_the_origins_of_the_value(tree: Tree) -> None:
    sizes = {"a": "ten", "b": "ten", "c": "eleven", "d": "10"}
    tree.write(
        web=V
        + "parameters: {size: {type: string}}\nresources:\n  v: {type: 'OS::Cinder::Volume', properties: {size: {get_param: size}}}\n"
    )
    for name, size in sizes.items():
        Path(f"{name}.env").write_text(f"parameters: {{size: {size}}}\n")
    named = "".join(f"- {{name: {name}, template: web.yaml, environments: [{name}.env]}}\n" for name in sizes)
    Path(".hotlint.yaml").write_text(f"deployments:\n{named}")
    shown = tree.errors("--select", "HOT505", ".")
    assert [(found.path, found.code) for found in shown] == [("web.yaml", "HOT505")] * 2
    assert sorted(shown[0].see + shown[1].see) == [f"{name}.env: value of parameter 'size'" for name in "abc"]
    assert len(tree.data("--select", "HOT505", ".")) == 3


def test_a_property_that_gets_a_refused_value_is_no_mistake_of_its_own(tree: Tree) -> None:
    tree.write(
        web=V + "parameters: {vnic: {type: string, constraints: [{allowed_values: [normal, direct]}]}}\n"
        "resources:\n  p: {type: 'OS::Neutron::Port', properties: {network: n, 'binding:vnic_type': {get_param: vnic}}}\n"
    )
    Path("web.env").write_text("parameters: {vnic: sriov}\n")
    assert {"HOT215", "HOT506"} <= {found["code"] for found in tree.data()}
    assert [found.code for found in tree.errors()] == ["HOT215"]


def test_an_old_version_is_one_mistake(tree: Tree) -> None:
    tree.write(
        a="heat_template_version: 2015-04-30\nconditions: {c: true}\n"
        "parameters: {p: {type: string, default: a, tags: [a]}}\n"
        "resources:\n  r: {type: 'OS::Heat::None', condition: c}\n  s: {type: 'OS::Heat::None', condition: c}\n"
    )
    codes = [found["code"] for found in tree.data() if found["severity"] == "error"]
    assert codes == ["HOT118"]  # in every format
    (shown,) = tree.errors()
    assert shown.code == "HOT118"


def test_a_nested_template_of_an_old_version_is_shown_where_it_is(tree: Tree) -> None:
    tree.write(
        a=V + "resources:\n  r: {type: nested.yaml}\n",
        nested="heat_template_version: 2015-04-30\nconditions: {c: true}\n",
    )
    assert [(found.path, found.code) for found in tree.errors()] == [("nested.yaml", "HOT104")]


def test_unknown_types_of_one_namespace_are_one_error(tree: Tree) -> None:
    """The remedy is the same for all: an environment that maps them, or `known_types`."""
    tree.write(
        a=V + "resources:\n  a: {type: Acme::Cloud::Server}\n  b: {type: Acme::Cloud::Disk}\n",
        b=V + "resources:\n  a: {type: Acme::Net::Port}\n  c: {type: Other::Thing}\n",
    )
    same = "same problem here"
    assert tree.errors() == [
        Shown("a.yaml", "HOT501", [f"a.yaml: {same}", f"b.yaml: {same}"]),
        Shown("b.yaml", "HOT501", []),
    ]
    assert codes(tree.data()) == [("a.yaml", "HOT501"), ("b.yaml", "HOT501")]


def test_a_type_that_several_load_balancers_need_is_one_error_of_the_text(tree: Tree) -> None:
    balancer = (
        "{type: AWS::ElasticLoadBalancing::LoadBalancer, properties: {AvailabilityZones: [], "
        "Listeners: [{InstancePort: 80, LoadBalancerPort: 80, Protocol: HTTP}], "
        'HealthCheck: {Target: "HTTP:80/", HealthyThreshold: 3, UnhealthyThreshold: 3, Interval: 30, Timeout: 5}}}\n'
    )
    tree.write(a=V + f"resources:\n  a: {balancer}", b=V + f"resources:\n  a: {balancer}")
    assert tree.errors() == [Shown("a.yaml", "HOT501", ["b.yaml: same problem here"])]


def test_misspelled_types_are_errors_of_their_own(tree: Tree) -> None:
    tree.write(a=V + "resources:\n  a: {type: OS::Nova::Sever}\n  b: {type: OS::Cinder::Volum}\n")
    assert [shown.code for shown in tree.errors()] == ["HOT501", "HOT501"]


def test_a_parameter_that_the_template_uses_but_does_not_define_is_shown_once(tree: Tree) -> None:
    tree.write(
        web=V
        + "parameters: {a: {type: string, default: x}}\noutputs: {o: {value: [{get_param: a}, {get_param: sgw}]}}\n"
    )
    Path("web.env").write_text("parameters: {sgw: s}\n")
    assert tree.errors() == [
        Shown("web.yaml", "HOT217", ["web.env: value of parameter 'sgw'", "web.yaml: same problem here"])
    ]


def test_an_environment_with_a_misspelled_section_is_shown_in_the_environment(tree: Tree) -> None:
    tree.write(web=V + "parameters: {a: {type: string, default: x}}\noutputs: {o: {value: {get_param: a}}}\n")
    Path("web.env").write_text("parameters: {a: s}\nparameter: {b: s}\n")
    (shown,) = tree.errors()
    assert (shown.path, shown.see) == ("web.env", ["web.yaml: same problem here"])


def test_a_property_that_heat_refuses_is_not_deprecated_as_well(tree: Tree) -> None:
    server = (
        "{type: OS::Nova::Server, properties: {flavor: f, image: i, networks: [{network: n}], personality: {/a: b}}}"
    )
    tree.write(web=V + f"resources: {{s: {server}}}\n")
    assert [d["code"] for d in tree.data() if d["severity"] != "info"] == ["HOT507"]
