"""The names that Jinja sources make of names with expressions are offered as if the sources were rendered."""

from hotlint.ide.completion import DeclaredNames, TreeNames
from hotlint.ide.completion.jinja_names import names_made

VERSION = "heat_template_version: 2018-08-31\n"


def test_values_of_an_expression_are_those_of_names_that_are_written_out() -> None:
    patterns = ["Site::{{role.name}}", "Site::{{role.name}}::{{ net }}Port", "Site::Tasks::{{role.name}}Config"]
    known = ["Site::Db", "Site::Db::StoragePort", "Site::Web", "Site::Web::PublicPort", "Site::Other"]
    made = names_made(patterns, known)
    assert {"Site::Tasks::DbConfig", "Site::Tasks::WebConfig"} <= made.keys()
    assert "Site::Tasks::OtherConfig" not in made  # fits one name alone
    assert made["Site::Tasks::WebConfig"] == "Site::Tasks::{{role.name}}Config"


def test_an_expression_twice_in_a_name_has_one_value() -> None:
    made = names_made(["{{a}}-{{a}}", "{{a}}x", "{{a}}y"], ["one-two", "onex", "oney"])
    assert made == {"one-one": "{{a}}-{{a}}", "onex": "{{a}}x", "oney": "{{a}}y"}


def test_an_environment_gets_the_types_and_parameters_of_sources() -> None:
    source = VERSION + (
        "parameters:\n  Of{{role.name}}Count: {type: number}\n  Of{{role.name}}Size: {type: number}\n"
        "resources:\n  {{role.name}}:\n    type: Site::{{role.name}}Server\n"
    )
    given = "parameter_defaults:\n  OfWebCount: 1\n  OfWebSize: 2\n  OfDbCount: 1\n"
    registry = "resource_registry:\n  Site::DbServer: db.yaml\n"
    files = {"/t/all.j2.yaml": source, "/t/a.env": given, "/t/b.env": registry}
    tree = TreeNames([(path, DeclaredNames(text)) for path, text in files.items()])
    assert {"Site::WebServer", "Site::DbServer"} == set(tree.types)
    assert tree.parameters["OfDbSize"][0].declared.type == "number"
    assert not any("{{" in name for name in (*tree.parameters, *tree.types, *tree.given))
