"""Completion and hover of the names of things of a cloud, from its snapshot."""

from __future__ import annotations

import os

from for_each import for_each
from ide_fixture import cursor, path

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.cloud.snapshot_reader import read_facts
from hotlint.ide.completion import CompletionEnvironment, CompletionItem, DeclaredNames, complete
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.ide.hover import hover
from hotlint.resource_types.catalog import Catalog
from hotlint.syntax.source import Source

RECORDED = os.path.join(os.path.dirname(__file__), os.pardir, "cloud", "made-up.yaml")
CATALOG = Catalog(cloud=read_facts(RECORDED))
HEAD = "heat_template_version: 2018-08-31\n"
SERVER = HEAD + "resources:\n  s:\n    type: OS::Nova::Server\n    properties:\n"


def offered(marked: str, templates: tuple[str, ...] = ()) -> dict[str, CompletionItem]:
    text, offset = cursor(marked)
    around = CompletionEnvironment(CATALOG, templates=lambda: [DeclaredNames(t) for t in templates])
    is_environment = not text.startswith(HEAD)
    return {item.label: item for item in complete(text, offset, around, is_environment=is_environment).items}


def hovered(marked: str) -> str:
    text, offset = cursor(marked)
    project = Project(CATALOG, {path("t.yaml"): Source(path("t.yaml"), text)})
    context = TemplateContext.open(project, path("t.yaml"), project.environment([]), Meter(Budget()))
    found = hover(FileAnalysis(context), offset)
    return found.text if found is not None else ""


@for_each(
    ("marked", "label", "detail"),
    [
        (SERVER + "      flavor: $0\n", "m1.small", "1 vCPU, 2 GiB, 20 GiB disk"),
        (SERVER + "      flavor: m1.$0\n", "m1.large", "4 vCPU, 8 GiB, 80 GiB disk, 10 GiB ephemeral, not public"),
        (SERVER + "      image: u$0\n", "ubuntu-24.04", "ubuntu 24.04, raw, at least 10 GiB disk, at least 1 GiB"),
        (SERVER + "      image: $0\n", "i-5", "twin-image, raw"),
        (SERVER + "      key_name: $0\n", "ann", ""),
        (SERVER + "      availability_zone: $0\n", "az2", "not available"),
        (SERVER + "      security_groups: [$0]\n", "default", ""),
        (SERVER + "      networks:\n      - network: $0\n", "public", "external"),
        (SERVER + "      networks: [{subnet: $0}]\n", "web-v4", "10.1.0.0/24, network web, gateway 10.1.0.1"),
        (HEAD + "parameters:\n  f:\n    type: string\n    default: $0\n    constraints: [{custom_constraint: nova.flavor}]\n",
         "m1.tiny", "1 vCPU, 512 MiB, 1 GiB disk"),
        (HEAD + "resources:\n  g:\n    type: OS::Heat::ResourceGroup\n    properties:\n      resource_def:\n"
         "        type: OS::Nova::Server\n        properties:\n          flavor: $0\n", "m1.small", "1 vCPU, 2 GiB, 20 GiB disk"),
        (HEAD + "resources:\n  r:\n    type: OS::Neutron::RouterInterface\n    properties:\n      router: $0\n", "edge",
         "gateway to public"),
        (HEAD + "resources:\n  r:\n    type: OS::Neutron::Router\n    properties:\n      external_gateway_info: {network: $0}\n",
         "public", "external"),
    ],
)  # fmt: skip
def test_names_are_offered_with_what_matters(marked: str, label: str, detail: str) -> None:
    assert offered(marked)[label].detail == detail


def test_flavors_come_by_size() -> None:
    names = [name for name in offered(SERVER + "      flavor: $0\n") if name.startswith("m1")]
    assert names == ["m1.tiny", "m1.small", "m1.large"]


def test_names_in_an_environment() -> None:
    template = HEAD + "parameters:\n  img:\n    type: string\n    constraints:\n    - custom_constraint: glance.image\n"
    assert "cirros" in offered("parameters:\n  img: $0\n", (template,))


def test_nothing_of_a_cloud_where_it_does_not_belong() -> None:
    assert not {"m1.small", "cirros"} & set(offered(SERVER + "      name: $0\n"))
    assert "cirros" not in offered(SERVER + "      flavor: $0\n")


@for_each(
    ("marked", "said"),
    [
        (SERVER + "      flavor: m1.sm$0all\n", "**m1.small**, flavor of cloud **made-up**: 1 vCPU, 2 GiB, 20 GiB disk"),
        (SERVER + "      networks: [{network: w$0eb}]\n", "- subnet web-v4: 10.1.0.0/24"),
        (SERVER + "      image: ciro$0\n", "has no image `ciro`"),
        (SERVER + "      image: tw$0in-image\n", "2 of that name"),
        (HEAD + "parameters:\n  n: {type: string, default: n-w$0eb, constraints: [{custom_constraint: neutron.network}]}\n",
         "**web**, network of cloud"),
        (HEAD + "resources:\n  g:\n    type: OS::Heat::ResourceGroup\n    properties:\n      resource_def: {type: OS::Nova::Server,"
         " properties: {flavor: m1.t$0iny}}\n", "**m1.tiny**, flavor"),
    ],
)  # fmt: skip
def test_hover_shows_the_thing(marked: str, said: str) -> None:
    assert said in hovered(marked)


def test_hover_elsewhere_is_as_it_was() -> None:
    assert hovered(SERVER + "      name: m1.sm$0all\n") == ""
