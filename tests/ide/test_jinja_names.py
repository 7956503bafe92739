"""The names that Jinja sources make of names with expressions are offered as if the sources were rendered."""

from hotlint.ide.completion import DeclaredNames, TreeNames
from hotlint.ide.completion.jinja_names import matches_of, names_made, paths_of_source
from hotlint.ide.completion.tree_names import FileNames

VERSION = "heat_template_version: 2018-08-31\n"


def test_values_of_an_expression_are_those_of_names_that_are_written_out() -> None:
    patterns = ["Site::{{role.name}}", "Site::{{role.name}}::{{ net }}Port", "Site::Tasks::{{role.name}}Config"]
    known = ["Site::Db", "Site::Db::StoragePort", "Site::Web", "Site::Web::PublicPort", "Site::Other"]
    made = names_made(matches_of(patterns, known))
    assert {"Site::Tasks::DbConfig", "Site::Tasks::WebConfig"} <= made.keys()
    assert "Site::Tasks::OtherConfig" not in made  # fits one name alone
    assert made["Site::Tasks::WebConfig"] == "Site::Tasks::{{role.name}}Config"


def test_an_expression_twice_in_a_name_has_one_value() -> None:
    made = names_made(matches_of(["{{a}}-{{a}}", "{{a}}x", "{{a}}y"], ["one-two", "onex", "oney"]))
    assert made == {"one-one": "{{a}}-{{a}}", "onex": "{{a}}x", "oney": "{{a}}y"}


def test_an_environment_gets_the_types_and_parameters_of_sources() -> None:
    source = VERSION + (
        "parameters:\n  Of{{role.name}}Count: {type: number}\n  Of{{role.name}}Size: {type: number}\n"
        "resources:\n  {{role.name}}:\n    type: Site::{{role.name}}Server\n"
    )
    given = "parameter_defaults:\n  OfWebCount: 1\n  OfWebSize: 2\n  OfDbCount: 1\n"
    registry = "resource_registry:\n  Site::DbServer: db.yaml\n"
    files = {"/t/all.j2.yaml": source, "/t/a.env": given, "/t/b.env": registry}
    tree = TreeNames(FileNames(path, DeclaredNames(text)) for path, text in files.items())
    assert {"Site::WebServer", "Site::DbServer"} == set(tree.types)
    assert tree.parameters["OfDbSize"][0].declared.type == "number"
    assert not any("{{" in name for name in (*tree.parameters, *tree.types, *tree.given))


def test_paths_are_those_that_a_source_of_several_files_is_rendered_to() -> None:
    assert paths_of_source("ports/port_v6.network.j2.yaml") == ["ports/{{port}}_v6.yaml", "ports/port_{{v6}}.yaml"]
    assert paths_of_source("ports/port.j2.yaml") == paths_of_source("ports/port.yaml") == []
    files = {
        "/t/port.network.j2.yaml": "{% include 'port.j2' %}\n",
        "/t/port_v6.network.j2.yaml": "{% include 'port.j2' %}\n",
        "/t/networks.yaml": "- name: Management\n  name_lower: management\n- name: Tenant\n  name_lower: tenant\n",
        "/t/a.env": "resource_registry:\n  Site::A: management.yaml\n  Site::B: tenant.yaml\n  Site::C: tenant_v6.yaml\n",
    }
    tree = TreeNames(FileNames(path, DeclaredNames(text)) for path, text in files.items())
    assert "/t/management_v6.yaml" in tree.files
    assert not any("{{" in path for path in tree.files)


def test_the_tree_without_a_file_is_the_tree_of_the_others() -> None:
    files = {
        "/t/all.j2.yaml": VERSION + "parameters:\n  Of{{role.name}}Count: {type: number}\n  Of{{role.name}}Size: {}\n",
        "/t/web.yaml": VERSION + "parameters:\n  OfWebCount: {}\n  Size: {}\nresources:\n  a: {type: Site::Web}\n",
        "/t/roles.yaml": "- name: Web\n- name: Db\n",
        "/t/a.env": "parameters:\n  OfWebSize: true\n  Size: 1\nresource_registry:\n  Site::Web: web.yaml\n  Site::Db: /t/x.yaml\n",
        "/t/b.env": "parameter_defaults:\n  Size: 1\n  OfDbSize: 2\nresource_registry:\n  Site::Db: web.yaml\n",
    }
    every = [FileNames(path, DeclaredNames(text)) for path, text in files.items()]
    tree = TreeNames(every)
    for path in files:
        left, fresh = tree.without(path), TreeNames(file for file in every if file.path != path)
        for field in ("parameters", "given", "types", "switches", "files", "absolute", "templates", "made"):
            assert getattr(left, field) == getattr(fresh, field), (path, field)
        for field in ("after", "declared_after", "targets"):
            assert {k: v for k, v in getattr(left, field).items() if v} == getattr(fresh, field), (path, field)
        assert left.together({"Size"}, "Size") == fresh.together({"Size"}, "Size")
