"""A completion never damages text: what it inserts fits flow style, quotes, columns, and what is there already.

More of them in other templates: `HOTLINT_COMPLETIONS=2000 HOTLINT_TEMPLATES=FOLDER:FOLDER HOTLINT_SEED=2 pytest THIS_FILE`.
"""

import os
from pathlib import Path

import pytest
from for_each import for_each
from ide_fixture import cursor, labels, no_template, offers
from random_completions import damage, described, taken, trials

from hotlint.analysis.file_kinds import recognize
from hotlint.ide.by_kind import completions
from hotlint.ide.completion import CompletionAt, CompletionEnvironment, DeclaredNames
from hotlint.resource_types.catalog import Catalog

ROOT = Path(__file__).parents[2]
COUNT = int(os.environ.get("HOTLINT_COMPLETIONS", "125"))
SEED = int(os.environ.get("HOTLINT_SEED", "1"))
FOLDERS = [Path(f) for f in os.environ.get("HOTLINT_TEMPLATES", "").split(os.pathsep) if f]
HEAD = "heat_template_version: 2018-08-31\n"
NET = "resources:\n  net: {type: OS::Neutron::Net}\n"


def take(marked: str, label: str) -> str:
    text, offset = cursor(marked)
    found = offers(marked)
    return taken(text, offset, found, next(i for i in found.items if i.label == label), snippet=True)


@for_each(
    ("marked", "label", "line"),
    [
        ("outputs:\n  a: {value: $0}\n", "list_concat", "  a: {value: {list_concat: [list, list]}}"),
        ("outputs:\n  a: {value: [x, $0]}\n", "map_merge", "  a: {value: [x, {map_merge: [mapping, mapping]}]}"),
        (
            "outputs:\n  a: {value: {$0}}\n",
            "repeat",
            "  a: {value: {repeat: {for_each: {<%item%>: list}, template: <%item%>}}}",
        ),
        (
            "outputs:\n  a: {value: {$0}}\n",
            "map_replace",
            "  a: {value: {map_replace: [mapping, {keys: {key: new key}}]}}",
        ),
        ("outputs:\n  a: {value: $0}\n", "filter", "  a: {value: {filter: [[value], list]}}"),
    ],
)
def test_a_function_in_flow_style(marked: str, label: str, line: str) -> None:
    assert take(HEAD + marked, label) == HEAD + "outputs:\n" + line + "\n"


def test_a_function_in_an_entry_of_a_list() -> None:
    marked = HEAD + "outputs:\n  a:\n    value:\n      - name: $0\n      - b\n"
    after = take(marked, "list_concat")
    assert after.endswith("- name: \n          list_concat:\n            - list\n            - list\n      - b\n")
    after = take(HEAD + "outputs:\n  a:\n    value:\n      - $0\n", "list_concat")
    assert after.endswith("      - list_concat:\n          - list\n          - list\n")


@pytest.mark.parametrize(
    ("marked", "label", "after"),
    [
        ("parameters:\n  $0:\n    type: string\n", "p", "parameters:\n  p:\n    type: string\n"),
        ("outputs:\n  a:\n    val$0:\n      x: 1\n", "value", "outputs:\n  a:\n    value:\n      x: 1\n"),
        ("outputs:\n  a: {$0 : 1}\n", "value", "outputs:\n  a: {value : 1}\n"),
    ],
)
def test_a_key_with_a_body_gets_no_second_one(marked: str, label: str, after: str) -> None:
    uses = "conditions:\n  c: {equals: [{get_param: p}, 1]}\n"
    assert take(HEAD + uses + marked, label) == HEAD + uses + after


@for_each(
    "rest",
    [
        "hidden: true,\n    description: of several\n      rows}",
        "\n    description: of several\n      rows,\n    hidden: true}",
        "\n    description: 'of\n\n      several\n      rows'\n    , hidden: true}",
        "\n    description: one}",
    ],
)
def test_a_key_of_a_flow_mapping_whose_value_goes_on_is_not_offered_again(rest: str) -> None:
    found = labels(HEAD + "parameters:\n  p: {type: string, $0" + rest + "\n")
    assert "default" in found
    assert "description" not in found


def test_keys_that_are_there_are_not_offered() -> None:
    assert "description" not in labels(HEAD + "description: d\n" + NET + "$0\n")
    assert "heat_template_version" not in labels(HEAD + "desc$0ription: d\n")
    assert "outputs" not in labels(
        HEAD + "resources:\n  c:\n    type: OS::Heat::SoftwareConfig\n    properties:\n"
        "      $0\n      inputs:\n      - name: a\n      outputs:\n      - name: b\n"
    )
    assert "name" not in labels(HEAD + "resources:\n  n: {type: OS::Neutron::Net, properties: {$0, name: x}}\n")


@for_each(
    "marked",
    [
        HEAD + NET + "outputs:\n  a: {value: 1} # get$0\n",
        HEAD + "outputs:\n  a:\n    value: x # get$0\n",
        HEAD + "outputs:\n  a:\n    value: some words of te$0xt\n",
        HEAD + "outputs:\n  a:\n    value: so$0me words of text\n",
        HEAD + "outputs:\n  a:\n    value: $0{get_param: p}\n",
        HEAD + "outputs:\n  a:\n    value: 'x'$0\n",
    ],
)
def test_nothing_is_offered_in_comments_and_plain_text(marked: str) -> None:
    assert labels(marked) == []


def test_a_placeholder_in_text_replaces_one_word() -> None:
    text = (
        HEAD
        + "outputs:\n  a:\n    value:\n      str_replace:\n        template: hello $na$0 x\n        params: {$name: 1}\n"
    )
    assert "hello $name x\n" in take(text, "$name")
    text = text.replace("hello $na$0 x", '"hello $na$0 x"')
    assert '"hello $name x"\n' in take(text, "$name")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_nothing_replaces_a_string_of_several_lines(end: str) -> None:
    found = offers(HEAD + f"parameters: {{p: {{type: string, default: '{end}{end}$0'}}}}\n")
    assert (found.items, found.span.start) == ([], found.span.end)


def test_nothing_is_offered_before_the_dash_of_an_item() -> None:
    assert offers(HEAD + "conditions:\n  a: true\n  b:\n    or:\n      $0-\n        a\n").items == []


def test_no_function_in_quotes() -> None:
    marked = HEAD + 'outputs:\n  a:\n    value: "$0"\n'
    assert not [item for item in offers(marked).items if item.kind == "function"]
    assert take(HEAD + 'outputs:\n  a:\n    value: {"get_p$0": p}\n', "get_param").endswith('{"get_param": p}\n')


@pytest.mark.parametrize("written", ["'i$0t''s'", '"i$0t\\"s"', "'it$0'", '"it$0\\\\"'])
def test_all_that_is_in_quotes_is_replaced(written: str) -> None:
    template = HEAD + NET + "outputs:\n  a: {value: {get_resource: %s}}\n"
    assert take(template % written, "net") == template % f"{written[0]}net{written[0]}"


def test_a_name_with_a_blank_is_quoted() -> None:
    marked = HEAD + "parameters:\n  my size: {type: string}\noutputs:\n  a:\n    value: {get_param: $0}\n"
    assert take(marked, "my size").endswith("{get_param: 'my size'}\n")


@for_each(
    ("marked", "label", "line"),
    [
        ("outputs:\n  a: {value: {get_param: $0}}\n", "1", "  a: {value: {get_param: '1'}}"),
        ("outputs:\n  a: {value: {get_param: [$0]}}\n", "yes", "  a: {value: {get_param: ['yes']}}"),
        ('outputs:\n  a: {value: {get_param: "$0"}}\n', "yes", '  a: {value: {get_param: "yes"}}'),
        ("outputs:\n  a: {value: {get_param: '$0'}}\n", "it's", "  a: {value: {get_param: 'it''s'}}"),
        (
            "resources:\n  'no': {type: OS::Heat::Value}\noutputs:\n  a: {value: {get_attr: $0}}\n",
            "no",
            "  a: {value: {get_attr: ['no', ]}}",
        ),
    ],
)
def test_a_name_that_yaml_reads_as_something_else_is_quoted(marked: str, label: str, line: str) -> None:
    names = "parameters:\n  '1': {type: string}\n  'yes': {type: string}\n  it's: {type: string}\n"
    names += "resources:\n  'no': {type: OS::Heat::Value}\n"
    assert take(HEAD + names + marked, label).endswith(line + "\n")


@for_each(
    ("template", "after"),
    [("|\n          a $0", "|\n          a %x"), ("a %$0", "a %x"), ("'a %$0'", "'a %x'"), ("x$0", "'%x'")],
)
def test_a_placeholder_is_quoted_only_where_it_is_the_whole_text(template: str, after: str) -> None:
    start = HEAD + "outputs:\n  a:\n    value:\n      str_replace:\n        params: {'%x': 1}\n        template: "
    assert take(start + template + "\n", "%x") == start + after + "\n"


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_byte_order_mark_is_no_part_of_the_first_key(mark: str) -> None:
    assert "heat_template_version" not in labels(f"{mark}{HEAD}para$0\n")
    declared = f"{mark}parameters:\n  size: {{type: number}}\n{HEAD}outputs:\n  o: {{value: {{get_param: $0}}}}\n"
    assert take(declared, "size") == declared.replace("$0", "size")


def test_random_completions() -> None:
    own = [ROOT / "examples", ROOT / "tools/heat_parity/data/sources", ROOT / "vscode-extension/test/vscode/corpus"]
    folders = FOLDERS or [*own, ROOT / "hotlint/data/policies"]
    files = sorted(file for folder in folders for file in folder.rglob("*.yaml"))
    assert len(files) > 10
    made = ((damage(trial), trial) for trial in trials(files, COUNT, SEED))
    failed = [f"{broken}\n{described(trial)}" for broken, trial in made if broken]
    assert not failed, "\n".join(failed[:20])


@for_each("typed", ["OS:$0", "OS::$0", "OS::Nova::$0", "OS:$0:Nova::Server: web.yaml"])
def test_the_name_of_a_type_in_a_registry_is_a_key(typed: str) -> None:
    marked = f"resource_registry:\n  {typed}\n"
    after = take(marked, "OS::Nova::Server")
    assert after.startswith("resource_registry:\n  OS::Nova::Server:")
    assert ": OS::" not in after


@for_each(
    ("marked", "trigger", "is_open"),
    [
        ("networks:$0", ":", False),
        ("networks: $0", " ", False),
        ("- $0", " ", False),
        ("- $0", "-", False),
        ("value: {$0", "{", False),
        ("type: OS::$0", ":", True),
        ("type: $0", " ", True),
    ],
)
def test_a_list_opens_by_itself_only_where_no_line_ends(marked: str, trigger: str, is_open: bool) -> None:
    text, offset = cursor(f"{HEAD}resources:\n  net:\n    {marked}\n")
    around, names = CompletionEnvironment(Catalog()), DeclaredNames(text)
    at = CompletionAt("t.yaml", text, offset, lambda: around, lambda: names, no_template, trigger)
    assert bool(completions("hot", at).items) == is_open


def test_the_entries_of_a_section_are_not_offered_again() -> None:
    registry = "resource_registry:\n  OS::Nova::Server: a.yaml\n  # more\n  OS::Nova::Flavor: b.yaml\n  OS::Nova::$0\n"
    found = labels(f"{registry}  OS::Nova::KeyPair: c.yaml\n")
    assert "OS::Nova::ServerGroup" in found
    assert not {"OS::Nova::Server", "OS::Nova::Flavor", "OS::Nova::KeyPair"} & set(found)


@pytest.mark.parametrize("marked", ["heat_template_version: '20$0", "par$0", "parameters:\n  $0"])
def test_a_list_that_holds_everything_says_so(marked: str) -> None:
    # While an editor asks again, Enter takes an entry of the old list: here, it took away the quote behind the version.
    text, offset = cursor(marked)
    around, names = CompletionEnvironment(Catalog(), is_among_environments=lambda: True), DeclaredNames(text)
    at = CompletionAt("t.yaml", text, offset, lambda: around, lambda: names, no_template)
    assert not completions(recognize("t.yaml", text), at).incomplete
