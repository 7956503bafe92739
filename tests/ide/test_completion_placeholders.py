"""Completion of placeholders: in templates, in the mappings of their values, and in broken text."""

from for_each import for_each
from ide_fixture import offers

HEAD = "heat_template_version: 2018-08-31\nresources:\n  a:\n    type: OS::Heat::SoftwareConfig\n    properties:\n      config:\n"


def labels(marked: str) -> list[str]:
    return [item.label for item in offers(HEAD + marked).items]


@for_each(
    ("marked", "first"),
    [
        (
            "        str_replace:\n          template: |\n            echo $host <port> %NAME%\n          params:\n            $0",
            ["$host", "<port>", "%NAME%"],
        ),
        (
            "        str_replace:\n          params:\n            $0\n          template: http://HOST_NAME/{{ path }}\n",
            ["HOST_NAME", "{{ path }}"],
        ),
        ("        str_replace: {template: 'a __x__ @y@', params: {$0", ["__x__", "@y@"]),
        ("        repeat:\n          for_each:\n            $0\n          template: {port: <%port%>}\n", ["<%port%>"]),
    ],
)  # fmt: skip
def test_keys_are_those_that_the_template_names(marked: str, first: list[str]) -> None:
    assert labels(marked)[: len(first)] == first


def test_a_key_that_is_there_is_not_offered_again() -> None:
    assert labels(
        "        str_replace:\n          template: $a $b\n          params:\n            $a: 1\n            $0"
    ) == ["$b"]


@for_each(
    "marked",
    [
        "        str_replace: {template: 'http://$0', params: {$host: {get_param: x}, $port: 1}}\n",
        "        str_replace:\n          template: \"http://$0\"\n          params: {$host: {get_param: x}, $port: 1}\n",
        "        str_replace:\n          params: {$host: {get_param: x}, '$port': 1}\n          template: 'http://$0\n",
        "        list_join:\n        - ''\n        - - str_replace:\n              template: 'http://$0'\n"
        "              params:\n                $host: {get_param: x}\n                $port: 1\n",
        "        str_replace:\n          template: 'http://$0'\n          params:\n"
        "            \"$host\": {get_param: x}\n            $port: 1\n",
    ],
)  # fmt: skip
def test_a_quoted_template_offers_the_keys(marked: str) -> None:
    assert labels(marked) == ["$host", "$port"]


def test_a_function_is_offered_in_a_flow_that_is_not_closed() -> None:
    text = "heat_template_version: 2018-08-31\nresources:\n  a:\n    type: OS::Neutron::Trunk\n    properties:\n      sub_ports:\n"
    found = offers(text + "      - {port: {$0\n         segmentation_type: vlan,\n         segmentation_id: 3}\n")
    assert "get_resource" in [item.label for item in found.items]


@for_each(
    ("typed", "accepted"),
    [
        ("fqdn_", "fqdn_NETWORK"),
        ("fqdn_NE", "fqdn_NETWORK"),
        ("a$P", "a$PORT"),
        ("%{hiera('$", "%{hiera('$PORT"),
        ("NET", "NETWORK"),
    ],
)
def test_only_the_part_of_a_word_that_begins_a_placeholder_is_replaced(typed: str, accepted: str) -> None:
    call = f'        str_replace:\n          template:\n            "{typed}$0"\n          params: {{NETWORK: 1, $PORT: 2}}\n'
    found = offers(HEAD + call)
    text, at = (HEAD + call).replace("$0", "", 1), (HEAD + call).index("$0")
    item = next(i for i in found.items if accepted.endswith(i.label))
    changed = text[: found.span.start] + item.text + text[found.span.end :]
    assert changed[: at + len(accepted) - len(typed)].endswith(f'"{accepted}')


def test_a_placeholder_may_follow_a_mark() -> None:
    call = "        str_replace:\n          template: cloud_name_NETWORK\n          params:\n            $0"
    assert labels(call) == ["NETWORK"]
