"""What users read about exceptions of openstacksdk and keystoneauth."""
# ruff: noqa: E501 - whole messages

from __future__ import annotations

from for_each import for_each

from hotlint.cloud.errors import CloudError, MissingServiceError, RequestRefusedError, refusal

AT = "https://user:secret@nova.example:8774/v2.1?token=secret"
WHO = "Nova of cloud 'c'"
WHERE = f"{WHO} at https://nova.example:8774/v2.1"
CASES = [
    ("Unauthorized", "no", "cloud 'c' does not accept the credentials (401): check user, password or token, project and domains in clouds.yaml"),
    ("ConnectTimeout", f"to {AT} timed out", f"{WHERE} does not answer within 2.5 seconds"),
    ("TimeoutError", "", f"{WHO} does not answer within 2.5 seconds"),
    ("ConnectFailure", f"Unable to connect to {AT}.", f"{WHERE} cannot be reached: check that it runs, and auth_url and region in clouds.yaml"),
    ("ConnectFailure", f"{AT}: RemoteDisconnected('x')", f"{WHERE} closes the connection without an answer: check its port, and whether it runs"),
    ("UnknownConnectionError", "Connection broken: x", f"{WHO} closes the connection without an answer: check its port, and whether it runs"),
    ("DiscoveryFailure", "no", f"{WHO} cannot be reached: check that it runs, and auth_url and region in clouds.yaml"),
    ("SSLFailure", "[SSL: WRONG_VERSION_NUMBER] x", f"{WHO} does not speak TLS at this port: use http:// instead of https://, or another port"),
    ("SSLFailure", "record layer failure", f"{WHO} does not speak TLS at this port: use http:// instead of https://, or another port"),
    ("SSLFailure", "unknown protocol", f"{WHO} does not speak TLS at this port: use http:// instead of https://, or another port"),
    ("SSLFailure", "wrong version number", f"{WHO} does not speak TLS at this port: use http:// instead of https://, or another port"),
    ("SSLError", "HTTP request", f"{WHO} does not speak TLS at this port: use http:// instead of https://, or another port"),
    ("SSLError", "certificate has expired", f"the certificate of {WHO} has expired: the cloud has to renew it"),
    ("SSLError", "certificate: Hostname mismatch", f"the certificate of {WHO} is for another host: use the name of the cloud that it is for"),
    ("SSLError", "certificate doesn't match", f"the certificate of {WHO} is for another host: use the name of the cloud that it is for"),
    ("SSLError", "certificate is not valid for x", f"the certificate of {WHO} is for another host: use the name of the cloud that it is for"),
    ("SSLError", f"{AT}: certificate verify failed", f"the certificate of {WHERE} is not trusted: set 'cacert' in clouds.yaml"),
    ("SSLError", "EOF", f"{WHO} does not come to an encrypted connection: check the address, and 'cacert' in clouds.yaml"),
    ("OtherError", "auth_url is a required attribute", "the settings of cloud 'c' in clouds.yaml are not complete: auth_url is a required attribute"),
    ("TypeError", "got an unexpected keyword argument 'x'", "the settings of cloud 'c' in clouds.yaml do not fit its auth_type, which has no 'x'"),
    ("TypeError", "unexpected keyword argument 'application_credential_id'", "the settings of cloud 'c' in clouds.yaml do not fit its auth_type, which has no 'application_credential_id': set 'auth_type: v3applicationcredential'"),
    ("HttpError", "Expecting to find domain in project. The server could not comply with the request since it is either malformed or otherwise incorrect. The client is assumed to be in error. (HTTP 400) (Request-ID: req-1)", "the settings of cloud 'c' in clouds.yaml are not complete: Keystone wants the domain of the project (project_domain_name)"),
    ("HttpError", "Expecting to find domain in user.", "the settings of cloud 'c' in clouds.yaml are not complete: Keystone wants the domain of the user (user_domain_name)"),
    ("HttpError", "Expecting to find user in application credential.", "the settings of cloud 'c' in clouds.yaml are not complete: Keystone wants the user of the application credential (username and user_domain_name)"),
    ("HttpError", "no. (HTTP 400) (Request-ID: req-1)", f"{WHO} refuses the request: no"),
    ("TypeError", "something", f"{WHO} cannot be asked (TypeError): something"),
    ("MissingRequiredOptions", "a\nb", "the settings of cloud 'c' in clouds.yaml are not complete: a"),
    ("ConfigException", "a.", "the settings of cloud 'c' in clouds.yaml are not complete: a"),
    ("NoMatchingPlugin", "a", "the settings of cloud 'c' in clouds.yaml are not complete: a"),
    ("OptionError", "a", "the settings of cloud 'c' in clouds.yaml are not complete: a"),
    ("ScannerError", "a", "clouds.yaml is not valid YAML"),
    ("ParserError", "a", "clouds.yaml is not valid YAML"),
    ("YAMLError", "a", "clouds.yaml is not valid YAML"),
    ("HttpError", "https://u:p@h: no", f"{WHO} refuses the request: https://h: no"),
    ("HttpError", "Failed to validate token (HTTP 404) (Request-ID: req-1)", "cloud 'c' does not accept the token: it has expired, was revoked, or is of another cloud"),
    ("HttpError", "Could not recognize Fernet token (HTTP 404)", "cloud 'c' does not accept the token: it has expired, was revoked, or is of another cloud"),
    ("HttpError", "Could not find token: (HTTP 404)", "cloud 'c' does not accept the token: it has expired, was revoked, or is of another cloud"),
    ("HTTPException", "no", f"{WHO} refuses the request: no"),
    ("StrangeError", "", f"{WHO} cannot be asked (StrangeError): StrangeError"),
    ("StrangeError", "x" * 400, f"{WHO} cannot be asked (StrangeError): {'x' * 300}"),
]  # fmt: skip


@for_each(("kind", "text", "message"), CASES)
def test_messages(kind: str, text: str, message: str) -> None:
    exc = type(kind, (Exception,), {})(text)
    error = refusal(exc, WHO, "c", 2.5, "compute")
    assert type(error) is CloudError and str(error) == message
    assert str(refusal(type("Sub", (type(exc),), {})(text), WHO, "c", 2.5, "compute")).replace(
        "(Sub)", f"({kind})"
    ) in (
        message,
        message.replace(": StrangeError", ": Sub"),
    )


@for_each("kind", ["EndpointNotFound", "EmptyCatalog", "ServiceDisabledException", "NotSupported", "CatalogException"])
def test_missing_services(kind: str) -> None:
    exc = type(kind, (Exception,), {})("x")
    error = refusal(exc, WHO, "c", 1, "compute")
    assert type(error) is MissingServiceError and str(error) == "cloud 'c' has no endpoint of Nova (service compute)"
    whole = refusal(exc, "Keystone of cloud 'c'", "c", 1, None)
    assert type(whole) is CloudError
    assert str(whole) == "cloud 'c' has no service catalog: name a project in clouds.yaml (project_name)"


@for_each(
    ("status", "message"),
    [
        (400, "refuses the request (400): why"),
        (401, "does not accept the credentials any more (401): the token has expired, or was revoked: why"),
        (403, "does not permit this to the credentials (403): why"),
        (404, "does not know it (404): why"),
        (499, "refuses the request (499): why"),
        (500, "answers 500, an error of its own: why"),
    ],
)
def test_refused_requests(status: int, message: str) -> None:
    error = RequestRefusedError(WHO, status, "why")
    assert (str(error), error.status, error.reason) == (f"{WHO} {message}", status, "why")
    assert str(RequestRefusedError(WHO, status, "")) == f"{WHO} {message.removesuffix(': why')}"
    assert refusal(error, "x", "y", 1, None) is error
