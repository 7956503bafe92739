from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from hotlint.heat_types.glance._images import Images
from hotlint.heat_types.items import properties
from hotlint.heat_types.refusals import Refusal
from hotlint.resource_types.property_relations import OnlyWhen, Reads
from hotlint.stacks.neighbors import Neighbors
from hotlint.stacks.records import StackResource

_SCHEMES = ("http", "https")
_PORTS = (80, 443)


class WebImage(Images):
    """OS::Glance::WebImage: formats that go together, and members of a shared image only."""

    types = ("OS::Glance::WebImage",)
    made_for = "glance.image"
    unchangeable = {"members": "Heat sends 'members' to Glance as a property of the image, which takes only texts"}
    verb = "imports"
    thing = "the image"
    # Source: glance/async_/flows/_internal_plugins/web_download.py
    settings = ("'location' is a URL of http or https, at port 80 or 443 (allowed_schemes, allowed_ports)",)
    reads = (Reads(("container_format", "members")), Reads(("visibility",), when="members"))
    relations = (OnlyWhen(("members",), "visibility", ("shared",), meaning="true", span=("16.0.0", None)),)

    def refuses(self, owner: StackResource, stack: Neighbors) -> Iterator[Refusal]:
        image = properties(owner)
        text = image.text("location")
        if text is None:
            return
        try:
            url = urlsplit(text)
            port = url.port
        except ValueError:
            return
        if url.scheme not in _SCHEMES:
            yield image.refuse(
                "location", f"by default, an image is not imported by {url.scheme or 'no'} scheme", "setting"
            )
        elif port is not None and port not in _PORTS:
            yield image.refuse("location", f"by default, an image is not imported from port {port}", "setting")
