from hotlint.heat_types.sahara._clusters import Clusters


class ClusterTemplate(Clusters):
    """OS::Sahara::ClusterTemplate: a plugin that Sahara has."""

    types = ("OS::Sahara::ClusterTemplate",)
