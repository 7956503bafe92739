"""The clouds of clouds.yaml: what openstacksdk reads of it, and errors that name the file and the line."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Sequence
from typing import Any, Final

from hotlint.cloud.errors import CloudError, refusal
from hotlint.common.boundary import is_within
from hotlint.common.printable import printable
from hotlint.syntax.parser import read_yaml
from hotlint.syntax.plain_yaml import load
from hotlint.syntax.source import Source

_TEXTS: Final = ("auth_url", "username", "password", "project_name")
"""Settings below `auth` that Keystone takes as texts only, and that YAML may read as numbers."""
_LOGGERS: Final = ("keystoneauth", "openstack", "urllib3")


def read_clouds() -> Any:
    """Return what openstacksdk reads of clouds.yaml. Raises CloudError: it is not installed, or cannot read the file.

    A clouds.yaml of the working folder may come with a repository, and would send the user's password to an address of its own. It
    counts only where OS_CLIENT_CONFIG_FILE names it.
    """
    for logger in _LOGGERS:  # what they log is in the errors, and goes to stderr otherwise
        logging.getLogger(logger).addHandler(logging.NullHandler())
    try:
        from openstack.config import OpenStackConfig, loader
    except ModuleNotFoundError as exc:
        if (exc.name or "").partition(".")[0] == "hotlint":
            raise
        missing = (exc.name or "openstacksdk").partition(".")[0]
        package = "openstacksdk" if missing == "openstack" else missing
        raise CloudError(
            f"asking a cloud requires the package '{package}', which is not installed: pip install 'hotlint[openstack]'"
        ) from None
    override = os.environ.get("OS_CLIENT_CONFIG_FILE")
    asked = bool(override) and os.path.dirname(os.path.realpath(override or "")) == os.path.realpath(os.curdir)
    working, *own = loader.CONFIG_SEARCH_PATH
    files, secure, vendors = (
        [path for path in found if asked or os.path.dirname(path) in own or os.path.dirname(path) != working]
        for found in (loader.CONFIG_FILES, loader.SECURE_FILES, loader.VENDOR_FILES)
    )
    _check_first_of([*([override] if override else []), *files])
    try:
        return OpenStackConfig(config_files=files, secure_files=secure, vendor_files=vendors)
    except Exception as exc:
        raise refusal(exc, "clouds.yaml", "of clouds.yaml", 0, None) from None


def addresses_to_tell(settings: dict[str, Any]) -> list[str]:
    """Return the addresses that get credentials or a token, for a file that may be of a repository; none for any other.

    That is one in the working folder that OS_CLIENT_CONFIG_FILE names, outside of the folders of openstacksdk. The addresses are
    printable, and without names and passwords.
    """
    from openstack.config import loader

    override = os.environ.get("OS_CLIENT_CONFIG_FILE")
    own = map(os.path.realpath, loader.CONFIG_SEARCH_PATH[1:])
    if not override or not is_within(override, os.curdir) or os.path.dirname(os.path.realpath(override)) in own:
        return []
    texts = (str(value).strip() for value in settings.values())
    found = (text for text in texts if text.lower().startswith(("http://", "https://")))
    return [printable(re.sub("(?<=//)[^/?#]*@", "", address)) for address in dict.fromkeys(found)]


def cloud_names() -> list[str]:
    """Return the names of the clouds of clouds.yaml, sorted; reads files only. Raises CloudError as `read_clouds` does."""
    return names_in(read_clouds())


def names_in(config: Any) -> list[str]:
    """Return the names of the clouds in what `read_clouds` returns, sorted."""
    return sorted(str(name) for name in config.get_cloud_names() if name != "defaults")  # a cloud of no file


def place_of(name: str) -> str:
    """Return where the settings of a cloud are: clouds.yaml, or the variables that make one more cloud of openstacksdk."""
    is_of_variables = name == os.environ.get("OS_CLOUD_NAME", "envvars")
    return "the environment variables OS_*" if is_of_variables else "clouds.yaml"


def no_such_cloud(name: str, known: list[str]) -> str:
    """Return the message for users about a cloud that is not among those of clouds.yaml."""
    from hotlint.common.suggestions import did_you_mean

    if not known:
        places = "~/.config/openstack and /etc/openstack, or the file that OS_CLIENT_CONFIG_FILE names"
        return f"no cloud '{name}': there is no clouds.yaml with clouds in {places}{_unused()}"
    hint = did_you_mean(name, known) or f" (known are {', '.join(known)})"
    return f"no cloud '{name}' in clouds.yaml{hint}{_unused()}"


def _unused() -> str:
    """Return the end of a message, that the clouds.yaml of the working folder does not count; empty where there is none, or it does."""
    found = os.path.exists("clouds.yaml") and not os.environ.get("OS_CLIENT_CONFIG_FILE")
    return "; the clouds.yaml of the working folder counts with OS_CLIENT_CONFIG_FILE=clouds.yaml" if found else ""


def _check_first_of(paths: Sequence[str]) -> None:
    """Raise CloudError where the first of these files that may be read has a mistake: openstacksdk skips such a file silently."""
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                _check(path, file.read())
            return
        except UnicodeError:
            raise CloudError(f"'{path}' is not UTF-8") from None
        except OSError:  # as openstacksdk does
            continue


def _check(path: str, text: str) -> None:
    if any(problem.slug == "depth" for problem in read_yaml(Source(path, text), text).problems):
        raise CloudError(f"'{path}' is not valid YAML: it is nested too deep")  # PyYAML takes seconds to say so
    try:
        found = load(text)
    except Exception as exc:  # errors of PyYAML, which only `hotlint.syntax` imports
        mark = getattr(exc, "problem_mark", None)
        problem = getattr(exc, "problem", None) or getattr(exc, "reason", None) or str(exc)
        line = f"line {mark.line + 1}: " if mark is not None else ""
        raise CloudError(f"'{path}' is not valid YAML: {line}{problem}") from None
    clouds = found.get("clouds", {}) if isinstance(found, dict) else None
    if not isinstance(clouds, dict):
        raise CloudError(f"'{path}' is no clouds.yaml: it has no mapping 'clouds'")
    for name, settings in clouds.items():
        if not isinstance(settings, dict):
            raise CloudError(f"cloud '{name}' in '{path}' is not a mapping of settings")
        auth = settings.get("auth", {})
        if not isinstance(auth, dict):
            raise CloudError(f"'auth' of cloud '{name}' in '{path}' is not a mapping of settings")
        texts = {"auth_type": settings.get("auth_type"), **{key: auth.get(key) for key in _TEXTS}}
        for setting, value in texts.items():
            if not isinstance(value, str | None):
                raise CloudError(f"'{setting}' of cloud '{name}' in '{path}' is no text: put it in quotes")
