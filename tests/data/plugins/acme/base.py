"""What the plugins of this folder share."""

from heat.common.i18n import _
from heat.engine import constraints
from heat.engine import properties
from heat.engine import resource

COMMON = (NAME, TAGS) = ("name", "tags")


def labels(required=False, **more):
    """A list of short names."""
    return properties.Schema(
        properties.Schema.LIST,
        _("Labels of the %s.") % "thing",
        schema=properties.Schema(properties.Schema.STRING, constraints=[constraints.Length(max=40)]),
        required=required,
        **more,
    )


class AcmeResource(resource.Resource):
    common_schema = {
        NAME: properties.Schema(properties.Schema.STRING, _("Name."), update_allowed=True),
        TAGS: labels(update_allowed=True),
    }

    @staticmethod
    def limits(**sizes):
        return {
            size: properties.Schema(properties.Schema.INTEGER, constraints=[constraints.Range(*bounds)])
            for size, bounds in sizes.items()
        }

    @classmethod
    def merged(cls, own):
        schema = dict(cls.common_schema)
        schema.update(own)
        return schema
