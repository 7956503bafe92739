"""Code actions that edit or create other files; each refactoring keeps what the dry run resolves to."""

from collections.abc import Mapping

from ide_fixture import analysis as opened
from ide_fixture import at, path

from hotlint.dry_run.stack_preview import Preview
from hotlint.ide import code_actions, navigation
from hotlint.ide.code_actions import CodeAction
from hotlint.ide.file_analysis import FileAnalysis
from hotlint.linter.diagnostic import Diagnostic
from hotlint.syntax.edits import apply_edits
from hotlint.syntax.source import Span

VERSION = "heat_template_version: 2018-08-31\n"
PARENT = (
    VERSION
    + """\
resources:
  web:
    type: child.yaml
    properties: {size: 3, zo$0ne: [a, b]}
"""
)
CHILD = VERSION + "parameters:\n  size: {type: number}\n"


def offered(
    marked: str, files: Mapping[str, str], environments: tuple[str, ...] = (), code: str = ""
) -> tuple[FileAnalysis, dict[str, CodeAction]]:
    found, offset = at(marked, files=files, environments=environments)
    findings = [Diagnostic(code, "info", "", Span(offset, offset + 1))] if code else []

    def users(own: str) -> list[FileAnalysis]:
        others = (navigation.other(found, path(name)) for name in ("t.yaml", *files) if path(name) != own)
        return [o for o in others if o is not None and (own == found.path or o.path == found.path)]

    made = code_actions.actions(found, Span(offset, offset), findings, users)
    return found, {action.title: action for action in made}


def applied(found: FileAnalysis, action: CodeAction, files: Mapping[str, str]) -> dict[str, str]:
    texts = {"t.yaml": found.text, **files}
    for name, text in texts.items():
        edits = [e for e in action.edits if (e.path or found.path) == path(name)]
        texts[name] = apply_edits(text, edits)
    return {**texts, **{new.path.removeprefix(path("")): new.text for new in action.creates}}


def resolved(texts: Mapping[str, str], environments: tuple[str, ...] = ()) -> object:
    rest = {name: text for name, text in texts.items() if name != "t.yaml"}
    made = Preview(opened(texts["t.yaml"], rest, environments).context).to_dict()
    return made["resources"], made["outputs"]


def test_a_parameter_is_added_in_the_child() -> None:
    found, actions = offered(PARENT, {"child.yaml": CHILD})
    texts = applied(found, actions["Add the parameter 'zone' in child.yaml"], {"child.yaml": CHILD})
    assert texts["child.yaml"] == CHILD + "  zone:\n    type: comma_delimited_list\n"


def test_no_parameter_is_added_that_another_user_does_not_pass() -> None:
    other = VERSION + "resources:\n  w: {type: child.yaml, properties: {size: 1}}\n"
    marked = PARENT + "  again: {type: child.yaml, properties: {size: 1}}\n"
    _, actions = offered(marked, {"child.yaml": CHILD, "other.yaml": other})
    assert "without a 'zone'" in (actions["Add the parameter 'zone' in child.yaml"].disabled or "")


def test_a_missing_template_is_created_with_what_is_passed_to_it() -> None:
    found, actions = offered(PARENT.replace("zo$0ne", "zone").replace("child.yaml", "child$0.yaml"), {})
    texts = applied(found, actions["Create the nested template 'child.yaml'"], {})
    assert texts["child.yaml"] == (
        VERSION + "\nparameters:\n  size:\n    type: number\n  zone:\n    type: comma_delimited_list\n\nresources: {}\n"
    )
    nested = opened(found.text, {"child.yaml": texts["child.yaml"]})
    assert not [r for r in Preview(nested.context).resources().values() if r.properties.error]


def test_a_missing_file_is_created_empty() -> None:
    text = VERSION + "outputs:\n  a: {value: {get_file: run$0.sh}}\n"
    _, actions = offered(text, {})
    assert [new.text for new in actions["Create the file 'run.sh'"].creates] == [""]


VALUE = VERSION + "resources:\n  v:\n    type: OS::Heat::Value\n    properties:\n      value: bl$0ue # sky\n"
ENVIRONMENT = "# of the site\nparameters:\n  other: 1\n"


def test_a_value_is_extracted_to_the_environment() -> None:
    files = {"t.env.yaml": "parameter_defaults:\n  x: 1\n"}
    found, actions = offered(VALUE, files, ("t.env.yaml",))
    texts = applied(found, actions["Extract to a parameter 'value', with its value in t.env.yaml"], files)
    assert "value: {get_param: value} # sky" in texts["t.yaml"] and "default" not in texts["t.yaml"]
    assert texts["t.env.yaml"].endswith("parameters:\n  value: blue\n")
    before = {"t.yaml": found.text, **files}
    assert resolved(texts, ("t.env.yaml",)) == resolved(before, ("t.env.yaml",))


def test_a_default_is_moved_to_the_environment() -> None:
    files = {"t.env.yaml": ENVIRONMENT.replace("  other: 1\n", "")}
    text = VERSION + (
        "parameters:\n  col$0or:\n    type: string\n    default: blue\noutputs:\n  o: {value: {get_param: color}}\n"
    )
    found, actions = offered(text, files, ("t.env.yaml",))
    texts = applied(found, actions["Move the default of 'color' to t.env.yaml"], files)
    assert "default" not in texts["t.yaml"]
    assert texts["t.env.yaml"] == "# of the site\nparameters:\n  color: blue\n"


def test_nothing_moves_to_an_environment_for_a_template_that_others_use() -> None:
    user = VERSION + "resources:\n  w: {type: t.yaml}\n"
    files = {"t.env.yaml": "parameters: {}\n", "user.yaml": user}
    _, actions = offered(VALUE, files, ("t.env.yaml",))
    assert not [title for title in actions if "t.env.yaml" in title]


def test_line_ends_of_the_other_file_are_kept() -> None:
    files = {"child.yaml": CHILD.replace("\n", "\r\n")}
    found, actions = offered(PARENT, files)
    texts = applied(found, actions["Add the parameter 'zone' in child.yaml"], files)
    assert "\n" not in texts["child.yaml"].replace("\r\n", "")


CHILD_WITH_ZONE = CHILD + "  zone: {type: string, hidden: true}\n"
MISSING = PARENT.replace(", zo$0ne: [a, b]", "").replace("web:", "we$0b:")


def test_a_missing_value_is_passed_from_the_parent() -> None:
    files = {"child.yaml": CHILD_WITH_ZONE}
    found, actions = offered(MISSING, files)
    texts = applied(found, actions["Add the parameter 'zone' and pass it"], files)
    assert "properties: {size: 3, zone: {get_param: zone}}" in texts["t.yaml"]
    assert "parameters:\n  zone:\n    type: string\n    hidden: true\n" in texts["t.yaml"]
    again, actions = offered(texts["t.yaml"].replace("web:", "we$0b:").replace(", zone: {get_param: zone}", ""), files)
    texts = applied(again, actions["Pass the parameter 'zone'"], files)
    assert "properties: {size: 3, zone: {get_param: zone}}" in texts["t.yaml"]


def test_a_missing_value_is_passed_from_the_child() -> None:
    files = {"user.yaml": MISSING.replace("$0", "").replace("child.yaml", "t.yaml")}
    found, actions = offered(CHILD_WITH_ZONE.replace("zone", "zo$0ne"), files)
    texts = applied(found, actions["Add the parameter 'zone' and pass it in user.yaml"], files)
    assert "zone: {get_param: zone}" in texts["user.yaml"] and "    hidden: true\n" in texts["user.yaml"]


GIVEN = "parameters:\n  size: 3\n  other: 4\nparameter_defaults:\n  size: 5\n"


def test_an_unused_parameter_is_removed_with_its_values_in_environments() -> None:
    marked = VERSION + "parameters:\n  $0size: {type: number}\n  # kept\n  other: {type: number}\n"
    used = "outputs:\n  o: {value: {get_param: other}}\n"
    files = {"e.env": GIVEN}
    found, actions = offered(marked + used, files, ("e.env",), "HOT801")
    texts = applied(found, actions["Remove the parameter 'size', and its value in e.env"], files)
    assert texts["t.yaml"] == VERSION + "parameters:\n  # kept\n  other: {type: number}\n" + used
    assert texts["e.env"] == "parameters:\n  other: 4\n"


def test_the_last_parameter_takes_its_section_along_and_one_that_shares_its_line_stays() -> None:
    marked = VERSION + "parameters:\n  $0size:\n    type: number\nresources: {}\n"
    found, actions = offered(marked, {}, (), "HOT801")
    texts = applied(found, actions["Remove the parameter 'size'"], {})
    assert texts["t.yaml"] == VERSION + "resources: {}\n"
    _, actions = offered(
        marked.replace("\n  $0size:\n    type: number", " {$0size: {type: number}, a: {type: string}}"),
        {},
        (),
        "HOT801",
    )
    assert actions["Remove the parameter 'size'"].disabled == "'size' shares its lines with something else."
    assert not any(title.startswith("Remove") for title in offered(marked, {})[1])
