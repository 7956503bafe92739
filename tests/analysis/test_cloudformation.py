"""CloudFormation templates: checked, resolved and nested as Heat does, and left alone where they are for AWS."""

from __future__ import annotations

from pathlib import Path

import pytest
from for_each import for_each

import hotlint
from hotlint.cli.main import main

TEMPLATE = """\
AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Size: {Type: String, Default: small, AllowedValues: [small, large], MinLength: '2'}
  Count: {Type: Number, Default: 2, MinValue: 1, MaxValue: '9'}
Mappings:
  M: {small: {cpu: 1}, large: {cpu: 4}}
Conditions:
  Large: {'Fn::Equals': [{Ref: Size}, large]}
  Any: {'Fn::Or': [Large, {'Fn::Not': [Large]}]}
Resources:
  A:
    Type: OS::Heat::Value
    DeletionPolicy: Retain
    Properties: {value: {'Fn::Join': ['-', [{Ref: Size}, {Ref: 'AWS::Region'}]]}}
  B:
    Type: OS::Heat::Value
    DependsOn: A
    Condition: Any
    Properties: {value: {Ref: Count}}
Outputs:
  Where: {Value: {'Fn::GetAtt': [A, value]}}
  Cpu: {Value: {'Fn::FindInMap': [M, {Ref: Size}, cpu]}}
  Which: {Value: {'Fn::If': [Large, l, s]}}
  Stack: {Value: {Ref: 'AWS::StackName'}}
"""
HEAT = "HeatTemplateFormatVersion: '2012-12-12'\n"
FOR_AWS = "AWSTemplateFormatVersion: '2010-09-09'\nResources: {f: {Type: 'AWS::Lambda::Function'}}\n"


def errors(path: Path) -> list[str]:
    """Return the messages of the errors in a file."""
    return [d.message for d in hotlint.check(str(path)).diagnostics if d.severity == "error"]


def written(folder: Path, text: str, name: str = "t.yaml") -> Path:
    """Write a template into a folder."""
    path = folder / name
    path.write_text(text)
    return path


def test_a_template_resolves_as_in_heat(tmp_path: Path) -> None:
    path = written(tmp_path, TEMPLATE)
    outputs = hotlint.preview(str(path), parameters={"Size": "large"}).to_dict()["outputs"]
    values = {name: output.get("value") for name, output in outputs.items()}
    assert errors(path) == []
    assert values["Where"] == "large-ap-southeast-1"
    assert (values["Cpu"], values["Which"]) == (4, "l")


@for_each(
    ("old", "new", "message"),
    [
        ("Type: Number", "Type: number", "unknown parameter type 'number'"),
        ("MinValue", "MinValeu", "unknown key 'MinValeu'"),
        ("Default: 2", "Default: 12", "above the maximum (9)"),
        ("Default: small", "Default: tiny", "'tiny'"),
        ("DependsOn: A", "DependsOn: C", "undefined resource 'C'"),
        ("Condition: Any", "Condition: Nay", "undefined condition 'Nay'"),
        (
            "{value: {Ref: Count}}",
            "{value: {'Fn::FindInMap': [N, small, cpu]}}",
            "Fn::FindInMap finds no 'N' in the section Mappings",
        ),
        ("{Ref: Size}, large]}", "{Ref: A}, large]}", "undefined parameter 'A'"),
        ("[A, value]", "[A, valeu]", "valeu"),
        ("[A, value]", "[A]", "Fn::GetAtt needs a list [resource, attribute]"),
        ("{value: {Ref: Count}}", "{valeu: 1}", "has no property 'valeu'"),
        ("Mappings:", "Metadata:", "unknown section 'Metadata'"),
        ("Retain", "retain", "unknown deletion policy 'retain'"),
        ("'2010-09-09'", "'2011-01-01'", "unknown version '2011-01-01'"),
        ("{Value: {Ref: 'AWS::StackName'}}", "{value: x}", "output 'Stack' has no 'Value'"),
        ("AWSTemplateFormatVersion: '2010-09-09'", HEAT.strip(), "unknown section 'Conditions'"),
    ],
)
def test_what_heat_refuses_is_an_error(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert old in TEMPLATE
    found = errors(written(tmp_path, TEMPLATE.replace(old, new, 1)))
    assert any(message in error for error in found), found


@for_each(
    ("parent", "message"),
    [
        ("{P: a}", None),
        ("{P: a, Q: b}", "has no parameter 'Q'"),
        ("{}", "requires a value for parameter 'P'"),
    ],
)
@for_each("is_hot", [True, False])
def test_a_template_nests_one_in_the_other_language(
    parent: str, message: str | None, is_hot: bool, tmp_path: Path
) -> None:
    cfn = f"{HEAT}Parameters: {{P: {{Type: String}}}}\nOutputs: {{o: {{Value: {{Ref: P}}}}}}\n"
    hot = "heat_template_version: 2018-08-31\nparameters: {P: {type: string}}\noutputs: {o: {value: {get_param: P}}}\n"
    written(tmp_path, cfn if is_hot else hot, "child.yaml")
    above = (
        f"heat_template_version: 2018-08-31\nresources: {{c: {{type: child.yaml, properties: {parent}}}}}\n"
        "outputs: {o: {value: {get_attr: [c, o]}}}\n"
        if is_hot
        else f"{HEAT}Resources: {{c: {{Type: 'Acme::Child', Properties: {parent}}}}}\n"
        "Outputs: {o: {Value: {'Fn::GetAtt': [c, o]}}}\n"
    )
    path = written(tmp_path, above)
    # The client sends no file that `Type` names, so that an environment has to map a type to it.
    written(tmp_path, "resource_registry: {'Acme::Child': child.yaml}\n", "t.env")
    found = errors(path)
    if message is not None:
        assert any(message in error for error in found), found
        return
    assert found == []
    outputs = hotlint.preview(str(path)).to_dict()["outputs"]
    assert outputs["o"] == {"value": "a"}


FOR_AWS_BY_TAG = "AWSTemplateFormatVersion: '2010-09-09'\nOutputs: {o: {Value: !Ref x}}\n"
FOR_AWS_BY_PROPERTY = """\
AWSTemplateFormatVersion: '2010-09-09'
Resources: {b: {Type: 'AWS::S3::Bucket', Properties: {BucketName: mine}}}
"""


@pytest.mark.parametrize("text", [FOR_AWS, FOR_AWS_BY_TAG, FOR_AWS_BY_PROPERTY])
def test_a_template_for_aws_has_one_finding_unless_it_is_named(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, text)
    assert main(["check", "--no-cache", "--no-config", "--format", "concise", str(tmp_path)]) == 0
    (finding,) = capsys.readouterr().out.splitlines()[:1]
    assert "HOT009 template is for AWS and is not checked" in finding
    assert errors(path)


def test_a_template_for_aws_that_another_one_uses_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path, FOR_AWS, "child.yaml")
    written(tmp_path, "heat_template_version: 2018-08-31\nresources: {c: {type: child.yaml}}\n")
    assert main(["check", "--no-cache", "--no-config", str(tmp_path)]) == 1
    assert "HOT009" not in capsys.readouterr().out


def test_a_secret_is_hidden_by_a_key_of_the_format(tmp_path: Path) -> None:
    path = tmp_path / "secret.template"
    path.write_text(
        '{"HeatTemplateFormatVersion": "2012-12-12", "Parameters": {"Password": {"Type": "String"}},\n'
        ' "Resources": {"R": {"Type": "OS::Heat::Value", "Properties": {"value": {"Ref": "Password"}}}}}\n'
    )
    main(["check", str(path), "--fix", "--no-cache"])
    assert '"Password": {"Type": "String", "NoEcho": true}' in path.read_text()
