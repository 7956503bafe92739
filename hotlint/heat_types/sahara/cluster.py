from hotlint.heat_types.sahara._clusters import Clusters


class Cluster(Clusters):
    """OS::Sahara::Cluster: a plugin that Sahara has."""

    types = ("OS::Sahara::Cluster",)
