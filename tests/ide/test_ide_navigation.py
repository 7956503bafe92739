"""Definition and references, in one file and across files."""

import pytest
from ide_example import ENVIRONMENT, FILES, TEMPLATE, marked, users
from ide_fixture import at, cut, path

from hotlint.ide import navigation


@pytest.mark.parametrize(
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
