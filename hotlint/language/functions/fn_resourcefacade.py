"""Fn::ResourceFacade: what resource_facade came from."""

from __future__ import annotations

from hotlint.language.functions.resource_facade import ResourceFacade


class FnResourceFacade(ResourceFacade):
    name = "Fn::ResourceFacade"
    until = "2013-05-23"
    replaced_by = "resource_facade"
    form = "Fn::ResourceFacade: <Metadata | DeletionPolicy | UpdatePolicy>\n"
    parameters = (("what", "Metadata, DeletionPolicy or UpdatePolicy"),)
    snippet = "Fn::ResourceFacade: ${1|Metadata,DeletionPolicy,UpdatePolicy|}"
    example = "Fn::ResourceFacade: Metadata\n"
    offered = {"Metadata": "metadata", "DeletionPolicy": "deletion_policy", "UpdatePolicy": "update_policy"}


FUNCTION = FnResourceFacade()
