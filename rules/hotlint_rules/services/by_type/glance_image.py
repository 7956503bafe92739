"""What Glance refuses of images: places that it does not import from."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from hotlint_rules.resources._cloud import Deployed
from hotlint_rules.services._model import Refusal, ServiceRules, properties
from hotlint_rules.services._neighbors import Neighbors

_SCHEMES = ("http", "https")
_PORTS = (80, 443)


class WebImageRules(ServiceRules):
    """What Glance refuses of OS::Glance::WebImage."""

    types = ("OS::Glance::WebImage",)
    service = "Glance"
    verb = "imports"
    thing = "the image"
    source = "glance/async_/flows/_internal_plugins/web_download.py"
    settings = ("'location' is a URL of http or https, at port 80 or 443 (allowed_schemes, allowed_ports)",)

    def check(self, owner: Deployed, stack: Neighbors) -> Iterator[Refusal]:
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
