"""The editor in CloudFormation templates: names, hovers and structure; no completions in the words of HOT."""

from __future__ import annotations

import pytest
from ide_fixture import at, offers

from hotlint.ide import navigation, rename
from hotlint.ide.decorations import template_lenses
from hotlint.ide.document_symbols import document_symbols
from hotlint.ide.hover import hover
from hotlint.ide.rename import RenameError
from hotlint.syntax.edits import apply_edits

TEMPLATE = """\
AWSTemplateFormatVersion: 2010-09-09
Parameters:
  Size: {Type: Number, Default: 1, Description: How big.}
Conditions:
  Big: {'Fn::Equals': [{Ref: Size}, 3]}
Resources:
  Vol:
    Type: AWS::EC2::Volume
    Condition: Big
    Properties: {Size: {Ref: Size}, AvailabilityZone: {Ref: 'AWS::Region'}}
  Mount:
    Type: AWS::EC2::VolumeAttachment
    DependsOn: Vol
    Properties: {VolumeId: {Ref: Vol}, InstanceId: x, Device: vdb}
Outputs:
  Id: {Value: {Ref: Vol}}
"""
NAMES = [
    ("{Ref: ", "Size}", "How big."),
    ("DependsOn: ", "Vol", "AWS::EC2::Volume"),
    ("Condition: ", "Big", "condition"),
]


def marked(before: str, after: str) -> str:
    return TEMPLATE.replace(before + after, f"{before}$0{after}", 1)


@pytest.mark.parametrize(("before", "after", "shown"), NAMES)
def test_names_lead_to_their_definitions(before: str, after: str, shown: str) -> None:
    analysis, offset = at(marked(before, after))
    found = hover(analysis, offset)
    assert found is not None and shown in found.text
    (site,) = navigation.definition(analysis, offset, lambda subject: [])
    assert analysis.text[site.span.start : site.span.end] in after


def test_a_resource_is_renamed_wherever_it_is_named() -> None:
    analysis, offset = at(marked("DependsOn: ", "Vol"))
    edits = rename.rename(analysis, offset, "Disk", lambda subject: [])
    assert apply_edits(TEMPLATE, edits) == (
        TEMPLATE.replace("  Vol:", "  Disk:").replace(": Vol\n", ": Disk\n").replace("Ref: Vol", "Ref: Disk")
    )


@pytest.mark.parametrize("name", ["Size", "AWS::Region"])
def test_ref_must_not_name_two_things(name: str) -> None:
    analysis, offset = at(marked("DependsOn: ", "Vol") if name == "Size" else marked("{Ref: ", "Size}"))
    with pytest.raises(RenameError):
        rename.rename(analysis, offset, name, lambda subject: [])


def test_structure() -> None:
    analysis, _ = at("$0" + TEMPLATE)
    kinds = {(s.name, child.kind) for s in document_symbols(analysis) for child in s.children}
    assert kinds == {
        ("Parameters", "parameter"), ("Conditions", "condition"), ("Resources", "resource"), ("Outputs", "output")
    }  # fmt: skip
    assert len(template_lenses(analysis)) > 3


@pytest.mark.parametrize(("before", "after"), [("Out", "puts:"), ("Type: AWS::EC2::", "VolumeAttachment")])
def test_the_words_of_the_format_are_completed_and_none_of_hot(before: str, after: str) -> None:
    labels = {item.label for item in offers(TEMPLATE.replace(before + after, f"{before}$0", 1)).items}
    assert any(after.rstrip(":") in label for label in labels)
    assert not labels & {"outputs", "depends_on", "properties", "get_param"}
