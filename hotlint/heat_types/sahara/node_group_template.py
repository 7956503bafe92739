from hotlint.heat_types.sahara._clusters import Clusters


class NodeGroupTemplate(Clusters):
    """OS::Sahara::NodeGroupTemplate: a plugin that Sahara has."""

    types = ("OS::Sahara::NodeGroupTemplate",)
