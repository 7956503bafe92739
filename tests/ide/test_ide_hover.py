"""Hover, signature help and inlay hints: documentation and values at a cursor."""

# ruff: noqa: E501 - templates on one line

from ide_example import marked
from ide_fixture import analysis

from hotlint.ide import inlay_hints
from hotlint.ide.hover import hover
from hotlint.ide.signature_help import signature_help


def test_hover_shows_types_and_values() -> None:
    def published(before: str, after: str) -> str:
        answer = hover(*marked(before, after))
        return answer.text if answer else ""

    assert "ubuntu" in published("get_param: im", "age}\n")
    assert "`false`" in published("  sma", "ll:")
    assert "required" in published("fla", "vor: m1")
    assert "OS::Nova::Server" in published("OS::Nova::S", "erver")
    assert "placeholder" in published("echo $i", "p and")
    assert "placeholders" in published("str_rep", "lace")
    assert "Wallaby" not in published("2018-", "08-31")
    assert "Rocky" in published("2018-", "08-31")


def test_hover_says_what_policies_do() -> None:
    text = "heat_template_version: 2018-08-31\nresources:\n  g:\n    type: OS::Heat::ResourceGroup\n    deletion_policy: retain\n    update_policy: {rolling_update: {pause_time: 3}}\n"
    for word, said in (("retain", "Keeps the"), ("rolling_update", "in batches"), ("pause_time", "Seconds between")):
        answer = hover(analysis(text), text.index(word))
        assert answer is not None and said in answer.text


def test_the_span_of_a_missing_value_has_no_carriage_return() -> None:
    text = "heat_template_version: 2018-08-31\r\noutputs:\r\n  a:\r\n    value:\r\n      digest:\r\n"
    offset = len(text) - len("\r\n")
    answer = hover(analysis(text), offset)
    assert answer is not None and "digest" in answer.text
    assert answer.span == (offset, offset)


def test_hidden_parameter_is_redacted() -> None:
    text = "heat_template_version: 2018-08-31\nparameters:\n  pw: {type: string, default: geheim, hidden: true}\noutputs:\n  a: {value: {get_param: pw}}\n"
    found = analysis(text)
    assert inlay_hints.inlay_hints(found, found.document.root.span) == []  # type: ignore[union-attr]
    answer = hover(found, text.index("pw:"))
    assert answer is not None
    assert "geheim" not in answer.text
    answer = hover(found, text.index("get_param"))
    assert answer is not None
    assert "geheim" not in answer.text


def test_signature_help() -> None:
    text = "outputs:\n  a:\n    value: {list_join: [',', "
    found = signature_help(text, len(text))
    assert found is not None
    assert found.label.startswith("list_join: [")
    assert found.active == 1
    assert signature_help("outputs:\n  a:\n    value: ", 25) is None


def test_hover_of_placeholders_is_that_of_each_one() -> None:
    outputs = "".join(
        f"  o{n}: {{value: {{str_replace: {{template: a $p{n}, params: {{$p{n}: {{list_join: ['', [v{n}]]}}}}}}}}}}\n"
        for n in range(40)
    )
    text = f"heat_template_version: 2018-08-31\noutputs:\n{outputs}"
    found = analysis(text)
    for n in range(40):
        shown = hover(found, text.index(f"a $p{n},") + 3)
        assert shown is not None and f"'v{n}'" in shown.text, shown
