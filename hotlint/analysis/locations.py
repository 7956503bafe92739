"""Locations of the files that templates and environments name, as Heat's client resolves them."""

from __future__ import annotations

import os

from hotlint.common.records import NamedTuple
from hotlint.language.jinja_marks import is_placeholder


class Location(NamedTuple):
    """Where a file is: a `path` of this machine, or a `url` that is never fetched: also a name yet to be filled in."""

    path: str | None
    url: str | None = None


def locate(name: str, origin: str, base: str | None = None) -> Location:
    """Return the location of a file that the file `origin` names: in get_file, as a type, in a resource registry.

    A relative name is relative to that file, or to `base` (the base_url of a registry), itself perhaps relative, as in
    heatclient.common.template_utils. Raises nothing.
    """
    if is_placeholder(name):
        return Location(None, name)
    if base:
        folder = locate(base.rstrip("/") + "/", origin)
        if folder.path is None:
            return locate(name, "") if _is_absolute(name) else Location(None, f"{folder.url}{name}")
        return locate(name, os.path.join(folder.path, "_"))
    name = name.translate(_DROPPED).lstrip(_SPACE).rstrip()  # as of any URL, and the client makes one of every name
    name = name.partition("#")[0] or name
    scheme, colon, rest = name.partition(":")
    if colon and scheme.lower() == "file" and not rest.startswith("//"):
        name, colon = rest, ""
    if colon and rest.startswith("//"):
        if scheme.lower() != "file":
            return Location(None, name)
        from urllib.parse import unquote

        return Location(os.path.normpath(unquote(rest[2:]) or "/"))
    if "%" in name:
        from urllib.parse import unquote

        name = unquote(name)  # the name becomes a URL for Heat's client
    return Location(os.path.normpath(os.path.join(os.path.dirname(origin), name)))


_DROPPED = dict.fromkeys(map(ord, "\t\r\n"))
_SPACE = "".join(map(chr, range(33)))


def _is_absolute(name: str) -> bool:
    return name.startswith("/") or "://" in name
