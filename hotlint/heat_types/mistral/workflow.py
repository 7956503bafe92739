from __future__ import annotations

from hotlint.heat_types.base import HeatType


class Workflow(HeatType):
    """OS::Mistral::Workflow, beyond its schema."""

    types = ("OS::Mistral::Workflow",)
    id_property = "name"
    refers_by_id = False
    is_kept_while_it_exists = True
    is_kept_after_check = True
