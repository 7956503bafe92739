"""Errors of connections to clouds, whose messages are for users: what is wrong, and what to do. None holds a secret."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

_USER_INFO = re.compile(r"(?<=://)[^/@\s]+@")

_UNEXPECTED: Final = re.compile(r"unexpected keyword argument '(\w+)'")
_NO_TLS: Final = (
    "wrong version number",
    "wrong_version_number",
    "record layer failure",
    "unknown protocol",
    "http request",
)
"""What OpenSSL says where the other side does not speak TLS."""
_CLOSED: Final = re.compile(
    r"RemoteDisconnected|Connection aborted|ConnectionResetError|IncompleteRead|Connection broken|EOF occurred"
)

_NAMED: Final = 6
"""How many things a note names."""
_INCOMPLETE: Final = re.compile(r"Expecting to find (\w+) in (user|project|application credential)\b")
"""What Keystone says of a login whose user or project is not told completely."""
_FILLING: Final = re.compile(
    r" ?The server could not comply with the request since .{,200}? assumed to be in error\.| ?\((HTTP \d+|Request-ID: [^()]{,80})\)"
)
"""What says nothing in the messages of Keystone and keystoneauth."""
CHECKED: Final = "user, password or token, project and domains"
"""What to check where a cloud does not accept credentials."""
_NO_TOKEN: Final = re.compile(r"Failed to validate token|Could not recognize \w+ token|Could not find token")


class CloudError(Exception):
    """Raised when a cloud cannot be asked; the message is for users, one sentence without its full stop."""


class MissingServiceError(CloudError):
    """Raised when a cloud has no endpoint for a service."""


class RequestRefusedError(CloudError):
    """Raised when a service answers with an error. `status` is that of HTTP, `reason` the service's own sentence, or empty."""

    def __init__(self, who: str, status: int, reason: str, more: str = "") -> None:
        self.status = status
        self.reason = reason
        meanings = {
            401: f"does not accept the credentials any more (401): the token has expired, or was revoked{more}",
            403: "does not permit this to the credentials (403)",
            404: "does not know it (404)",
        }
        other = f"answers {status}, an error of its own" if status >= 500 else f"refuses the request ({status})"
        super().__init__(f"{who} {meanings.get(status, other)}{f': {reason}' if reason else ''}")


def is_told(error: CloudError) -> bool:
    """Return whether a cloud says that it does not have something, or does not permit it: not that it fails to answer."""
    return isinstance(error, MissingServiceError) or (isinstance(error, RequestRefusedError) and error.status < 500)


def unknown_since(why: str, about: Sequence[str]) -> str:
    """Return the note for users about what is not known of a cloud, and why."""
    more = f" and {len(about) - _NAMED} more" if len(about) > _NAMED else ""
    return f"{why}. So this is unknown: {', '.join(about[:_NAMED])}{more}"


class HiddenVersionsError(Exception):
    """Raised when a service does not show its versions without a token. Its text is the address."""


def refusal(
    exc: BaseException,
    who: str,
    cloud: str,
    seconds: float,
    service: str | None,
    check: str = CHECKED,
    place: str = "clouds.yaml",
) -> CloudError:
    """Return the error for users about an exception of openstacksdk or keystoneauth. `who` names what was asked.

    `check` is what to check where the cloud does not accept the credentials, `place` where its settings are.
    """
    if isinstance(exc, CloudError):
        return exc
    kinds = {kind.__name__ for kind in type(exc).__mro__}
    address = f" at {url}" if (url := _address(exc)) else ""
    if kinds & {"EndpointNotFound", "EmptyCatalog", "ServiceDisabledException", "NotSupported", "CatalogException"}:
        if service is None:
            return CloudError(f"cloud '{cloud}' has no service catalog: name a project in {place} (project_name)")
        return MissingServiceError(f"cloud '{cloud}' has no endpoint of {who.partition(' of ')[0]} (service {service})")
    if isinstance(exc, HiddenVersionsError):
        return CloudError(f"{who}{address} does not show its versions without a token (401): check auth_url in {place}")
    if kinds & {"Unauthorized"}:
        return CloudError(f"cloud '{cloud}' does not accept the credentials (401): check {check} in {place}")
    if kinds & {"TimeoutError", "ConnectTimeout", "Timeout"}:
        return CloudError(f"{who}{address} does not answer within {seconds:g} seconds")
    if kinds & {"SSLFailure", "SSLError"}:
        return _tls_error(exc, f"{who}{address}")
    if _CLOSED.search(str(exc)):
        return CloudError(
            f"{who}{address} closes the connection without an answer: check its port, and whether it runs"
        )
    if kinds & {"DiscoveryFailure", "ConnectFailure", "UnknownConnectionError", "ConnectionError"}:
        return CloudError(f"{who}{address} cannot be reached: check that it runs, and auth_url and region in {place}")
    if wrong := _wrong_settings(exc, kinds, is_read=who != f"cloud '{cloud}'"):
        return CloudError(f"the settings of cloud '{cloud}' in {place} {wrong}")
    if kinds & {"YAMLError", "ScannerError", "ParserError"}:
        return CloudError("clouds.yaml is not valid YAML")
    if _NO_TOKEN.search(str(exc)):  # Keystone finds no such token, and answers 404
        return CloudError(
            f"cloud '{cloud}' does not accept the token: it has expired, was revoked, or is of another cloud"
        )
    if "HttpError" in kinds or "HTTPException" in kinds:
        return CloudError(f"{who} refuses the request: {_first_line(exc)}")
    return CloudError(f"{who} cannot be asked ({type(exc).__name__}): {_first_line(exc)}")


def _wrong_settings(exc: BaseException, kinds: set[str], *, is_read: bool) -> str:
    """Return what is wrong with the settings of a cloud, a clause; "" where it is something else.

    `is_read`: openstacksdk has taken the settings, so that another exception is not about their form.
    """
    if str(exc).endswith("is a required attribute"):  # a password that is not given, or empty
        return f"are not complete: {_first_line(exc)}"
    if "TypeError" in kinds and (unknown := _UNEXPECTED.search(str(exc))):
        is_credential = unknown[1].startswith("application_credential_")
        hint = ": set 'auth_type: v3applicationcredential'" if is_credential else ""
        return f"do not fit its auth_type, which has no '{unknown[1]}'{hint}"
    if (lacking := _INCOMPLETE.search(str(exc))) is not None:
        what, owner = lacking.groups()
        name = f"{owner}_domain_name" if what == "domain" and " " not in owner else "username and user_domain_name"
        return f"are not complete: Keystone wants the {what} of the {owner} ({name})"
    if kinds & {"MissingRequiredOptions", "ConfigException", "NoMatchingPlugin", "OptionError"}:
        return f"are not complete: {_first_line(exc)}"
    has_form = is_read or not kinds & {"AttributeError", "KeyError", "TypeError", "ValueError"}
    return "" if has_form else f"have a form that is not known: {_first_line(exc)}"


def _tls_error(exc: BaseException, who: str) -> CloudError:
    """Return the error for users about an encrypted connection that does not come about."""
    text = str(exc).lower()
    if any(words in text for words in _NO_TLS):
        return CloudError(f"{who} does not speak TLS at this port: use http:// instead of https://, or another port")
    if "certificate has expired" in text:
        return CloudError(f"the certificate of {who} has expired: the cloud has to renew it")
    if "hostname mismatch" in text or "doesn't match" in text or "is not valid for" in text:
        return CloudError(f"the certificate of {who} is for another host: use the name of the cloud that it is for")
    if "certificate" in text:
        return CloudError(f"the certificate of {who} is not trusted: set 'cacert' in clouds.yaml")
    return CloudError(f"{who} does not come to an encrypted connection: check the address, and 'cacert' in clouds.yaml")


def _address(exc: Any) -> str | None:
    """Return the address that an exception names, without user, password and query."""
    found = re.search(r"https?://[^\s'\"),]+", str(exc))
    return _USER_INFO.sub("", found[0]).partition("?")[0].rstrip(".:") if found else None


def _first_line(exc: BaseException) -> str:
    line = next(iter(str(exc).strip().splitlines()), type(exc).__name__)
    return _USER_INFO.sub("", _FILLING.sub("", line))[:300].rstrip(". ")
