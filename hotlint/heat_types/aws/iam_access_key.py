from __future__ import annotations

from collections.abc import Iterator

from hotlint.heat_types.base import HeatType
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Refusal
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_USER = "AWS::IAM::User"


class IAMAccessKey(HeatType):
    """AWS::IAM::AccessKey: Heat asks the resource of the user, not Keystone, for the key."""

    types = ("AWS::IAM::AccessKey",)
    refers_by_id = False
    secret_attributes = ("SecretAccessKey",)
    service = "Heat"
    thing = "the key"
    # Source: heat/engine/resources/aws/iam/user.py
    service_demands = ("'UserName' is an AWS::IAM::User of the same template",)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        key = properties(owner)
        name, other = key.text("UserName"), stack.maker(key["UserName"])
        if name is not None and not (owner.path or stack.made(name)):
            yield key.refuse("UserName", f"the template has no {_USER} that '{name}' is the reference of", "heat")
        elif other is not None and other.type != _USER:
            yield key.refuse("UserName", f"'{other.place}' is no {_USER}", "heat", other)
