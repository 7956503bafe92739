"""Fn::ResourceFacade: predecessor of resource_facade.

CloudFormation's function, which HOT has until version 2013-05-23 only.
Heat: heat.engine.cfn.functions.ResourceFacade
"""

from __future__ import annotations

from hotlint.language.functions.resource_facade import ResourceFacade


class FnResourceFacade(ResourceFacade):
    """Function `Fn::ResourceFacade`."""

    name = "Fn::ResourceFacade"
    until = "2013-05-23"
    replaced_by = "resource_facade"
    choices = ("Metadata", "DeletionPolicy", "UpdatePolicy")
    form = "Fn::ResourceFacade: <Metadata | DeletionPolicy | UpdatePolicy>\n"
    parameters = (("what", "Metadata, DeletionPolicy or UpdatePolicy"),)
    snippet = "Fn::ResourceFacade: ${1|Metadata,DeletionPolicy,UpdatePolicy|}"
    example = "Fn::ResourceFacade: Metadata\n"


FUNCTION = FnResourceFacade()
