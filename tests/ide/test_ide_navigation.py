"""Definition and references, in one file and across files."""

import pytest
from for_each import for_each
from ide_example import ENVIRONMENT, FILES, TEMPLATE, marked, users
from ide_fixture import at, cut, path

from hotlint.ide import navigation
from hotlint.ide.decorations import document_links


@for_each(
    ("before", "after", "want"),
    [
        ("{get_param: im", "age}, cirros", ("t.yaml", "image")),
        ("[n", "et]", ("t.yaml", "net")),
        ("condition: sm", "all", ("t.yaml", "small")),
        ("child.ya", "ml", ("child.yaml", "")),
        ("si", "ze: 3", ("child.yaml", "size")),
        ("[child, addr", "ess]", ("child.yaml", "address")),
        ("echo $i", "p and", ("t.yaml", "$ip")),
    ],
)
def test_definition(before: str, after: str, want: tuple[str, str]) -> None:
    found, offset = marked(before, after)
    (site,) = navigation.definition(found, offset, users(found))
    text = TEMPLATE if want[0] == "t.yaml" else FILES[want[0]]
    assert (site.path, cut(text, site.span)) == (path(want[0]), want[1])


def test_definition_of_an_environment_parameter_is_in_its_template() -> None:
    home, offset = at(ENVIRONMENT.replace("image", "im$0age"), files={"t.yaml": TEMPLATE, **FILES}, name="env.yaml")
    assert [s.path for s in navigation.definition(home, offset, users(home))] == [path("t.yaml")]


def test_references_across_files() -> None:
    found, offset = marked("  im", "age: {type")
    sites = navigation.references(found, offset, users(found))
    assert sorted(s.path for s in sites) == [path("env.yaml"), *[path("t.yaml")] * 3]
    found, offset = marked("si", "ze: 3")
    sites = navigation.references(found, offset, users(found), declaration=False)
    assert sorted(s.path for s in sites) == [path("child.yaml"), path("t.yaml")]


DUPLICATE = (
    "heat_template_version: 2018-08-31\nparameters:\n  a: {type: string}\n  a: {type: number}\n"
    "outputs:\n  o: {value: {get_param: a}}\n"
)


@pytest.mark.parametrize("before", ["parameters:\n  ", "string}\n  ", "get_param: "])
def test_a_key_that_a_later_one_replaces_is_a_place_of_its_name(before: str) -> None:
    found, offset = at(DUPLICATE.replace(before + "a", before + "$0a"))
    assert [cut(DUPLICATE, s.span) for s in navigation.references(found, offset, lambda _: [])] == ["a"] * 3
    (site,) = navigation.definition(found, offset, lambda _: [])
    assert cut(DUPLICATE, site.whole) == "a: {type: number}"  # the one that Heat keeps


def test_a_duplicate_in_an_environment_is_a_place_of_its_parameter() -> None:
    text = "parameter_defaults:\n  im$0age: a\n  image: b\n"
    home, offset = at(text, files={"t.yaml": TEMPLATE, **FILES}, name="env.yaml")
    in_environment = [s for s in navigation.references(home, offset, users(home)) if s.path == path("env.yaml")]
    assert len(in_environment) == 2


@pytest.mark.parametrize("name", ["child.j2.yaml", "child.yaml.j2"])
def test_a_file_that_exists_only_as_a_jinja_source_leads_there(name: str) -> None:
    text = "heat_template_version: 2018-08-31\nresources:\n  a: {type: child.ya$0ml}\n"
    found, offset = at(text, files={name: "heat_template_version: 2018-08-31\n"})
    (site,) = navigation.definition(found, offset, lambda _: [])
    assert site.path == path(name)
    assert [link.path for link in document_links(found)] == [path(name)]
