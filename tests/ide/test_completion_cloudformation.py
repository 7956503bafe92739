"""Completion in CloudFormation templates: the words of the format, by the table of its dialect."""

from __future__ import annotations

from for_each import for_each

from hotlint.ide.completion import CompletionEnvironment, complete
from hotlint.language import functions
from hotlint.language.dialects import dialect
from hotlint.resource_types.catalog import Catalog

TEMPLATE = """\
AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Size:
    Type: String
    AllowedValues: [small, large]
    Default: |default|
  Count:
    |parameter|
  Kind: {Type: |parameter type|}
Mappings:
  Sizes: {small: {cpu: 1}}
Conditions:
  Large: {'Fn::Equals': [{Ref: |parameter in a condition|}, large]}
  Small:
    |condition function|
Resources:
  Web:
    Type: AWS::EC2::Instance
    Properties:
      ImageId: {Ref: |reference|}
      |property|
    DeletionPolicy: |policy|
  Ip:
    Type: |type|
    DependsOn: |dependency|
    Condition: |condition|
    Properties:
      Size: {'Fn::FindInMap': [|mapping|]}
      Kind: {'Fn::If': [|condition of if|]}
      EIP: {'Fn::GetAtt': [|owner|, PublicIp]}
      Name:
        |function|
  Vol:
    |resource|
Outputs:
  Out:
    Value: {'Fn::GetAtt': [Web, |attribute|]}
    |output|
|section|
"""
WORDS, FUNCTIONS = dialect("2010-09-09"), functions.available("2010-09-09", "value")
OFFERED = {
    "default": {"small", "large"},
    "parameter": set(WORDS.parameter_keys.values()),
    "parameter type": set(WORDS.parameter_types),
    "parameter in a condition": {"Size", "Count", "Kind", *WORDS.pseudo_parameters},
    "condition function": set(functions.available("2010-09-09", "condition")),
    "reference": {"Ip", "Vol", "Size", "Count", "Kind", *WORDS.pseudo_parameters},
    "policy": set(WORDS.deletion_policies),
    "dependency": {"Web", "Vol"},
    "mapping": {"Sizes"},
    "owner": {"Web", "Vol"},
    "resource": set(WORDS.resource_keys.values()),
    "output": {"Description", "Condition"},
    "section": {"Description"},
}
AMONG = {
    "property": {"InstanceType", "UserData"},
    "type": {"AWS::EC2::Volume", "OS::Nova::Server"},
    "condition": {"Large", "Small"},
    "condition of if": {"Large", "Small"},
    "function": set(FUNCTIONS),
    "attribute": {"PublicIp", "PrivateIp"},
}


def offered(text: str, mark: str) -> list[str]:
    before, _, after = text.partition(mark)
    return [item.label for item in complete(before + after, len(before), CompletionEnvironment(Catalog())).items]


def at(place: str) -> set[str]:
    text = TEMPLATE
    for other in (*OFFERED, *AMONG):
        text = text if other == place else text.replace(f"|{other}|", "")
    return set(offered(text, f"|{place}|"))


@for_each("place", OFFERED)
def test_exactly_these_words_are_offered(place: str) -> None:
    assert at(place) == OFFERED[place]


@for_each("place", AMONG)
def test_these_words_are_among_those_offered(place: str) -> None:
    assert at(place) >= AMONG[place]


def test_a_version_lacks_conditions() -> None:
    text = "HeatTemplateFormatVersion: '2012-12-12'\nResources:\n  a:\n    Type: OS::Heat::None\n    |"
    assert "Condition" not in offered(text, "|")
    assert {"Properties", "DependsOn"} <= set(offered(text, "|"))
    assert "Conditions" not in offered("HeatTemplateFormatVersion: '2012-12-12'\n|", "|")


def test_snippets_have_the_words_of_the_format() -> None:
    text = "AWSTemplateFormatVersion: '2010-09-09'\n"
    found = {i.label: i.snippet for i in complete(text, len(text), CompletionEnvironment(Catalog())).items}
    assert found["Parameters"] == "Parameters:\n  ${1:name}:\n    Type: ${2:String}"
    assert found["Outputs"] == "Outputs:\n  ${1:name}:\n    Value: ${2}"
    assert "resources" not in found
