"""Read-only connections to OpenStack clouds of clouds.yaml, with time limits and errors that say what to do.

This module and `hotlint.cloud.clouds_yaml` import openstacksdk, and only when a cloud is asked for. No error names a password or a
token.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar
from urllib.parse import SplitResult, urljoin, urlsplit

from hotlint.cloud.clouds_yaml import addresses_to_tell, names_in, no_such_cloud, place_of, read_clouds
from hotlint.cloud.errors import (
    CHECKED,
    CloudError,
    HiddenVersionsError,
    MissingServiceError,
    RequestRefusedError,
    refusal,
)

REQUEST_SECONDS = 30.0
"""Seconds that one request may take to answer, unless the caller says otherwise."""
TOTAL_SECONDS = 300.0
"""Seconds that all requests of a connection may take together, unless the caller says otherwise."""
PAGES_LIMIT = 1000
"""Pages of one list that are read, so that links which lead back to an earlier page end."""
SERVICES = {
    "orchestration": "Heat",
    "compute": "Nova",
    "image": "Glance",
    "network": "Neutron",
    "block_storage": "Cinder",
    "identity": "Keystone",
    "dns": "Designate",
}
"""The name of the program behind each service that hotlint asks."""
_GRACE_SECONDS = 1.0
"""Seconds after its time limit that a request is aborted, so that one that ends by itself can name its address."""
ANSWER_LIMIT = 64 << 20
"""Bytes of an answer, unpacked."""
_Answer = TypeVar("_Answer")


class CloudConnection:
    """A connection to one cloud, of which only data is read. Made by `connect`; its methods may run in several threads.

    `sdk` is the connection of openstacksdk, `name` that of the cloud in clouds.yaml; no request begins after `deadline`
    (of `time.monotonic`).
    """

    def __init__(self, sdk: Any, name: str, request_seconds: float, deadline: float) -> None:
        self.name = name
        self.request_seconds = request_seconds
        self.deadline = deadline
        self._sdk = sdk
        self._silent = set[str | None]()  # services that have not answered twice in a row

    @property
    def place(self) -> str:
        """Where the settings of the cloud are, for messages."""
        return place_of(self.name)

    @property
    def project_id(self) -> str:
        """The id of the project that the credentials are for; empty where they are for none. Raises CloudError."""
        return self._ask(None, lambda: self._sdk.session.get_project_id() or "")

    @property
    def project_name(self) -> str:
        """The name of that project; empty where there is none. Raises CloudError."""
        session = self._sdk.session
        return self._ask(None, lambda: str(session.auth.get_access(session).project_name or ""))

    @property
    def role(self) -> str:
        """The role of the user in that project: "admin", or "member" for any other. Raises CloudError."""
        session = self._sdk.session
        roles = self._ask(None, lambda: list(session.auth.get_access(session).role_names))
        return "admin" if "admin" in roles else "member"

    @property
    def services(self) -> tuple[str, ...]:
        """The types of the services that have an address in the region, sorted. Raises CloudError."""
        session, region = self._sdk.session, self.region or None
        catalog = self._ask(None, lambda: session.auth.get_access(session).service_catalog)
        return tuple(
            sorted(kind for kind, found in catalog.get_endpoints(region_name=region).items() if kind and found)
        )

    @property
    def region(self) -> str:
        """The name of the region; empty where clouds.yaml names none."""
        return str(self._sdk.config.region_name or "")

    def get(self, service: str, path: str) -> Any:
        """Return the JSON that a service ("network", see `SERVICES`) answers for a path ("/networks").

        Raises MissingServiceError for a service that the cloud does not have, RequestRefusedError for a status of 400 and more, and
        CloudError for anything else.
        """
        return self._request(service, "GET", path, None)

    def post(self, service: str, path: str, body: Any) -> Any:
        """Return the JSON that a service answers to a body, for questions that take one (Heat's validation). Raises as `get`."""
        return self._request(service, "POST", path, body)

    def pages(self, service: str, path: str, key: str) -> Iterator[Any]:
        """Yield the items of a list that may come in several pages, under `key` in each. Raises as `get` does."""
        seen = set()
        for _ in range(PAGES_LIMIT):
            seen.add(path)
            answer = self.get(service, path)
            items = answer.get(key) if isinstance(answer, dict) else None
            if not isinstance(items, list):
                raise CloudError(f"{self._who(service)} answers without a list of '{key}'")
            yield from items
            following = _next_page(answer, key)
            path = _below_version(urljoin(path, following), path) if following else ""
            if not path or path in seen or not items:
                return

    def _request(self, service: str, method: str, path: str, body: Any) -> Any:
        if path[:1] != "/" or path[:2] == "//":  # a link in an answer, which keystoneauth would send the token to
            raise CloudError(f"{self._who(service)} names an address that is not its own, which gets no credentials")
        options = {"json": body} if body is not None else {}
        proxy = self._ask(service, lambda: self._proxy(service))  # which asks for its versions

        def work() -> Any:
            left = self.deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            timeout = min(self.request_seconds, left)
            return proxy.request(path, method, raise_exc=False, timeout=timeout, connect_retries=0, **options)

        answer = self._ask(service, work, is_read=method == "GET")
        self._silent.discard(service)
        if answer.status_code >= 400:
            limited = ", or the access rules of the application credential do not permit it"
            more = limited if _is_application_credential(self._sdk.config.auth) else ""
            raise RequestRefusedError(self._who(service), answer.status_code, _reason(answer), more)
        try:
            return json.loads(answer.content)  # whatever it says of its encoding: some take hours
        except (ValueError, RecursionError):
            raise CloudError(
                f"{self._who(service)} answers something else than JSON to {path.partition('?')[0]}"
            ) from None

    def _proxy(self, service: str) -> Any:
        """Return what openstacksdk asks a service with, once it knows the service's address."""
        from keystoneauth1.adapter import Adapter

        started = time.monotonic()
        proxy = getattr(self._sdk, service)
        Adapter.get_endpoint(proxy)  # Keystone's proxy has another method of this name
        if time.monotonic() - started >= self.request_seconds:
            raise TimeoutError  # keystoneauth goes on without the versions
        return proxy

    def _ask(self, service: str | None, work: Callable[[], _Answer], *, is_read: bool = True) -> _Answer:
        """Return the result of `work`, which asks the cloud. A read that gets no answer is asked once more."""
        try:
            return self._twice(service, work) if is_read else self._limited(work)
        except Exception as exc:
            check = _to_check(self._sdk.config.auth)
            error = refusal(exc, self._who(service), self.name, self.request_seconds, service, check, self.place)
            if isinstance(error, MissingServiceError):
                error = self._wrong_region() or self._why_missing(error, service)
            raise error from None

    def _twice(self, service: str | None, work: Callable[[], _Answer]) -> _Answer:
        """Return the result of `work`, tried again after no answer; not of a service that has just been silent twice."""
        try:
            return self._limited(work)
        except Exception as exc:
            if service in self._silent or not _is_unanswered(exc):
                raise
        try:
            return self._limited(work)
        except Exception as exc:
            if _is_unanswered(exc):
                self._silent.add(service)
            raise

    def _limited(self, work: Callable[[], _Answer]) -> _Answer:
        """Return the result of `work`, which is aborted at the time limit, even where data trickles."""
        limit = min(self.request_seconds + _GRACE_SECONDS, max(self.deadline - time.monotonic(), 0.01))
        return within(limit, work)

    def _wrong_region(self) -> CloudError | None:
        """Return the error of a region in which the cloud has no service at all; None where the region is one of the cloud's."""
        session = self._sdk.session
        catalog = session.auth.get_access(session).service_catalog.catalog
        places = [place for service in catalog for place in service.get("endpoints", ())]
        regions = sorted({str(p.get("region_id") or p.get("region") or "") for p in places} - {""})
        if not self.region or not regions or self.region in regions:
            return None
        return CloudError(
            f"cloud '{self.name}' has no region '{self.region}' (its regions: {', '.join(regions)}): check region_name in {self.place}"
        )

    def _why_missing(self, error: MissingServiceError, service: str | None) -> MissingServiceError:
        """Return the error of a service without an address, with the setting that leaves addresses out."""
        session, interface = self._sdk.session, self._sdk.config.get_interface(service)
        if not session.auth.get_access(session).project_id:
            return MissingServiceError(
                f"{error}: the credentials are for no project, so name one in {self.place} (project_name)"
            )
        other = interface not in (None, "public")
        return MissingServiceError(f"{error}: {self.place} asks for the interface '{interface}'") if other else error

    def _who(self, service: str | None) -> str:
        who = SERVICES.get(service, service) if service else "Keystone"
        return f"{who} of cloud '{self.name}'"


def connect(
    name: str, *, request_seconds: float = REQUEST_SECONDS, total_seconds: float = TOTAL_SECONDS
) -> CloudConnection:
    """Return a connection to a cloud of clouds.yaml after it has accepted the credentials.

    Raises CloudError, whose message is for users: no such cloud, wrong password, no answer in time, a certificate that is
    not trusted, openstacksdk not installed.
    """
    deadline = time.monotonic() + total_seconds
    config = read_clouds()
    from openstack.connection import Connection

    try:
        known = names_in(config)
        if name not in known:
            raise CloudError(no_such_cloud(name, known))
        region = config.get_one(cloud=name, api_timeout=request_seconds)
        _check_address(name, str(region.auth.get("auth_url") or "http://"))
        if told := addresses_to_tell(region.auth | region.config):
            said = f"hotlint: the credentials of cloud '{name}' go to {' and '.join(told)}, as clouds.yaml of the working folder says"
            print(said, file=sys.stderr, flush=True)
        region.config["connect_retries"] = region.config["status_code_retries"] = (
            0  # retries take longer than the limit
        )
        sdk = Connection(config=region)
    except CloudError:
        raise
    except Exception as exc:  # openstacksdk and its dependencies raise many kinds, YAML's among them
        raise refusal(exc, f"cloud '{name}'", name, request_seconds, None, place=place_of(name)) from None
    hidden = lambda answer, **_: _refuse_hidden_versions(answer, str(region.auth.get("auth_url") or ""))  # noqa: E731
    sdk.session.session.hooks["response"] += [hidden, _refuse_strange_redirects, _refuse_large_answers]
    made = CloudConnection(sdk, name, request_seconds, deadline)
    made._ask(None, sdk.session.get_token)
    return made


def _is_unanswered(exc: Exception) -> bool:
    """Return whether a request ended without an answer: too late, or since services close idle connections."""
    from keystoneauth1.exceptions import RetriableConnectionFailure

    return isinstance(exc, TimeoutError | RetriableConnectionFailure)


def _is_application_credential(auth: dict[str, Any]) -> bool:
    return any(name.startswith("application_credential_") for name in auth)


def _to_check(auth: dict[str, Any]) -> str:
    """Return what to check where a cloud does not accept these credentials."""
    if not _is_application_credential(auth):
        return CHECKED
    return "id and secret of the application credential, its date of expiry, and that no project is named"


def _check_address(name: str, auth_url: str) -> None:
    """Raise CloudError for an auth_url without a scheme: keystoneauth says of it that there is no catalog."""
    if not auth_url.startswith(("http://", "https://")):
        raise CloudError(f"auth_url of cloud '{name}' in {place_of(name)} has to begin with http:// or https://")


def _refuse_hidden_versions(answer: Any, auth_url: str) -> None:
    """Raise Keystone's 401 to a request without a token as an error: keystoneauth would wait for itself.

    Any other service may ask for a token before it shows its versions, as Heat does at its own endpoint.
    """
    asked = answer.request
    if answer.status_code != 401 or asked.method != "GET" or "X-Auth-Token" in asked.headers:
        return
    if answer.url.startswith(auth_url.rstrip("/")) or auth_url.startswith(answer.url.rstrip("/") + "/"):
        raise HiddenVersionsError(answer.url)


def _refuse_strange_redirects(answer: Any, **_: Any) -> None:
    """Raise CloudError for a redirect to another host or port: keystoneauth would send it the password or the token.

    Give the redirect a whole address otherwise: keystoneauth follows no other.
    """
    if not 300 <= answer.status_code < 400 or not (target := answer.headers.get("location")):
        return
    answer.headers["location"] = urljoin(answer.url, target)
    asked, other = urlsplit(answer.url), urlsplit(answer.headers["location"])
    if _place(asked) != _place(other):
        raise CloudError(
            f"{asked.scheme}://{asked.hostname} redirects to {other.scheme}://{other.hostname}, which gets no credentials: "
            "check the addresses of the cloud"
        )


def _place(url: SplitResult) -> tuple[str, str | None, int | None]:
    """Return the scheme, host and port of an address; no port for one that is no number."""
    try:
        return url.scheme, url.hostname, url.port or {"http": 80, "https": 443}.get(url.scheme)
    except ValueError:
        return url.scheme, url.hostname, None


def _refuse_large_answers(answer: Any, **_: Any) -> None:
    """Read an answer, and raise CloudError for one that is larger than any: it would be in memory several times."""
    read = bytearray()
    for chunk in answer.iter_content(1 << 16):
        read += chunk
        if len(read) > ANSWER_LIMIT:
            answer.close()
            raise CloudError(f"{answer.url.partition('?')[0]} answers with more than {ANSWER_LIMIT >> 20} MiB")
    answer._content = bytes(read)  # as requests does


def within(seconds: float, work: Callable[[], _Answer]) -> _Answer:
    """Return the result of `work`, run in a thread that nothing waits for after the time. Raises TimeoutError, or as it does."""
    results: list[_Answer] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as exc:  # raised again in the thread that waits
            errors.append(exc)

    thread = threading.Thread(target=run, daemon=True, name="hotlint-cloud")
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not results:
        raise TimeoutError
    return results[0]


def _next_page(answer: dict[str, Any], key: str) -> str | None:
    """Return the address of the next page: `KEY_links` of Nova, Neutron and Cinder, `next` of Glance, `links` of Keystone."""
    for links in (answer.get(f"{key}_links"), answer.get("links")):
        if isinstance(links, list):
            return next((str(n["href"]) for n in links if isinstance(n, dict) and n.get("rel") == "next"), None)
        if isinstance(links, dict):
            return str(links["next"]) if links.get("next") else None
    following = answer.get("next")
    return following if isinstance(following, str) else None


def _below_version(address: str, path: str) -> str:
    """Return an address of the next page as a path of the service, like `path`: what comes before it may differ."""
    base, query = path.partition("?")[0], urlsplit(address).query
    return f"{base}?{query}" if query else ""


def _reason(answer: Any) -> str:
    """Return the service's own sentence about a refusal; empty where it gives none."""
    try:
        body = json.loads(answer.content)
    except (ValueError, RecursionError):
        return ""
    while isinstance(body, dict):
        body = next((body[k] for k in ("message", "error", "NeutronError") if k in body), next(iter(body.values()), ""))
    return " ".join(str(body).split())[:500] if isinstance(body, str) else ""
