"""Recordings: the whole text of one, what is read of it again, what it keeps no secret of, and which files are none."""
# ruff: noqa: E501 - resources on one line

from __future__ import annotations

from typing import Any

import pytest
from for_each import for_each
from recorded_resources import made, stack

from hotlint.plans.model import RecordedResource, RecordedStack
from hotlint.plans.planner import without_secrets_of
from hotlint.plans.recording import RecordingError, read, written
from hotlint.resource_types.catalog import Catalog

WHOLE = RecordedStack(
    "w", "1", "UPDATE_FAILED", "it broke",
    {
        "a": RecordedResource(
            "a", "T", "a-1", "CREATE_FAILED", "why", {"z": 1, "b": 2}, {"z": 1, "p": None}, None, "last", {"m": 1},
            RecordedResource("a", "U", "a-0", "UPDATE_COMPLETE", properties={}), "CREATE_COMPLETE",
        ),
        "k": RecordedResource("k", "k.yaml", "k-1", "CREATE_COMPLETE", metadata={}, stack=RecordedStack("k", "k-1", "CREATE_FAILED", "inner", {"x": RecordedResource("x", "T", "", "INIT_COMPLETE")})),
    },
    {"p": 1}, {"heat_template_version": "2018-08-31"}, {"parameters": {"p": 1}}, {"f": "text"}, "now",
)  # fmt: skip
TEXT = """\
# A stack as it ran, recorded by 'hotlint record' for 'hotlint plan --from'.
# The values of hidden parameters and other secrets are redacted.
recorded_stack: 1
recorded: now
stack:
  name: w
  id: '1'
  status: UPDATE_FAILED
  reason: it broke
  parameters:
    p: 1
  template:
    heat_template_version: '2018-08-31'
  environment:
    parameters:
      p: 1
  files:
    f: text
  resources:
    a:
      type: T
      id: a-1
      status: CREATE_FAILED
      reason: why
      properties:
        z: 1
        p: null
      stored: CREATE_COMPLETE
      attributes:
        b: 2
        z: 1
      reached: last
      metadata:
        m: 1
      kept:
        type: U
        id: a-0
        status: UPDATE_COMPLETE
        properties: {}
    k:
      type: k.yaml
      id: k-1
      status: CREATE_COMPLETE
      metadata: {}
      stack:
        name: k
        id: k-1
        status: CREATE_FAILED
        reason: inner
        resources:
          x:
            type: T
            id: ''
            status: INIT_COMPLETE
"""


def test_a_recording_has_everything() -> None:
    assert written(WHOLE) == TEXT
    assert read("f", TEXT) == WHOLE


def test_a_recording_has_nothing_that_is_empty() -> None:
    text = written(RecordedStack("w", "1", "UPDATE_COMPLETE", "it is fine"))
    assert text.partition("\n\n")[0].splitlines()[2:] == [
        "recorded_stack: 1", "recorded: ''", "stack:", "  name: w", "  id: '1'", "  status: UPDATE_COMPLETE", "  resources: {}",
    ]  # fmt: skip
    assert read("f", text) == RecordedStack("w", "1", "UPDATE_COMPLETE")
    assert read(
        "f", "recorded_stack: 1\nrecorded: 5\nstack: {id: 7, resources: {9: {type: T, id: 8}}}\n"
    ) == RecordedStack("", "7", "", resources={"9": RecordedResource("9", "T", "8", "")})


@for_each(
    ("text", "said"),
    [
        ("recorded_stack: 1\na: [", "'f' is not a recorded stack, which 'hotlint record STACK' writes"),
        ("recorded_stack", "'f' is not a recorded stack, which 'hotlint record STACK' writes"),
        ("stack: {}", "'f' is not a recorded stack, which 'hotlint record STACK' writes"),
        ("recorded_stack: '1'\nstack: {}", "'f' is of version '1' of the format, and this hotlint reads version 1"),
        ("recorded_stack: 0\nstack: {}", "'f' is of version 0 of the format, and this hotlint reads version 1"),
        *(
            (f"recorded_stack: 1\nstack: {{{name}: 5}}", f"'f': '{name}' of stack must be a mapping")
            for name in ("parameters", "template", "environment", "files", "resources")
        ),
        *((f"recorded_stack: 1\nstack: {{{name}: true}}", f"'f': '{name}' of stack must be a string") for name in ("name", "id", "status", "reason")),
        *(
            (f"recorded_stack: 1\nstack: {{resources: {{a: {{{name}: 5}}}}}}", f"'f': '{name}' of resource 'a' must be a mapping")
            for name in ("attributes", "properties", "metadata", "kept", "stack")
        ),
        *(
            (f"recorded_stack: 1\nstack: {{resources: {{a: {{{name}: []}}}}}}", f"'f': '{name}' of resource 'a' must be a string")
            for name in ("type", "id", "status", "reason", "reached", "stored")
        ),
        *((f"recorded_stack: 1\nstack: {{resources: {{a: {{{name}: null}}}}}}", f"'f': '{name}' of resource 'a' must be a mapping") for name in ("properties", "metadata", "kept", "stack")),
        ("recorded_stack: 1\nstack: {resources: {a: {stack: {name: []}}}}", "'f': 'name' of resource 'a' must be a string"),
        ("recorded_stack: 1\nstack: {resources: {a: {kept: {stored: []}}}}", "'f': 'stored' of resource 'a' must be a string"),
        ("recorded_stack: 1\nstack: {resources: {a: null}}", "'f': 'a' of stack must be a mapping"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_recording(text: str, said: str) -> None:
    with pytest.raises(RecordingError) as raised:
        read("f", text)
    assert str(raised.value) == said


def test_what_may_be_missing_in_a_recording() -> None:
    nothing = "recorded_stack: 1\nstack: {parameters: null, resources: {a: {attributes: null}}}"
    assert read("f", nothing) == RecordedStack("", "", "", resources={"a": RecordedResource("a", "", "", "")})


NAMES = ("password", "admin_passwd", "Secret", "auth_token", "token", "private_key", "credentials", "signature", "payload", "curl_cli", "alarm_url", "signal_url", "signedurl", "AlarmUrl", "token_of")  # fmt: skip
PLAIN = ("mytoken", "url", "public_key", "pass", "key")


def kept(resource: RecordedResource, template: dict[str, Any] | None = None, **more: Any) -> RecordedResource:
    """Return a resource as a recording keeps it."""
    return without_secrets_of(
        stack(a=resource)._replace(template=template or {"heat_template_version": "2018-08-31"}, **more), Catalog()
    ).resources["a"]


def test_names_that_tell_of_a_secret() -> None:
    given = {name: f"value of {name}" for name in (*NAMES, *PLAIN)}
    found = kept(made("A::B", attributes=given, properties=given))
    assert found.attributes == {name: given[name] for name in PLAIN}
    assert found.properties == {name: "******" if name in NAMES else given[name] for name in given}


@for_each(
    ("type_", "secret", "plain"),
    [
        ("AWS::IAM::AccessKey", ["SecretAccessKey"], ["UserName"]),
        ("OS::Heat::DeployedServer", ["os_collect_config"], ["name"]),
        ("OS::Heat::RandomString", ["value"], ["other"]),
        ("OS::Nova::KeyPair", ["private_key"], ["public_key"]),
        ("OS::Nova::Server", ["os_collect_config", "console_urls"], ["addresses", "value"]),
        ("OS::Heat::Value", [], ["value", "console_urls"]),
        ("OS::Heat::WaitConditionHandle", ["endpoint", "x"], []),
        ("OS::Heat::ScalingPolicy", ["x"], []),
        ("OS::Zaqar::SignedQueueURL", ["paths"], []),
        ("OS::Heat::ScalingPolicyX", [], ["x"]),
    ],
)
def test_attributes_that_are_secrets_of_their_type(type_: str, secret: list[str], plain: list[str]) -> None:
    found = kept(made(type_, attributes={name: f"this is {name}" for name in (*secret, *plain)}))
    assert found.attributes == {name: f"this is {name}" for name in plain}


def test_secrets_are_redacted_wherever_they_turn_up() -> None:
    hidden: dict[str, Any] = {"type": "string", "hidden": True, "default": "by-default", "label": "l"}
    template = {
        "heat_template_version": "2018-08-31",
        "parameters": {
            "pw": hidden,
            "as_text": {"type": "string", "hidden": "true", "default": "by-text"},
            "open": {"type": "string", "default": "by-default"},
            "odd": 5,
            "shown": {"type": "string", "hidden": False, "default": "stays"},
        },
        "resources": {
            "a": {"type": "OS::Heat::Value", "properties": {"value": {"list_join": ["-", ["x", {"get_param": "pw"}]]}}}
        },
    }
    inner = {
        "heat_template_version": "2018-08-31",
        "parameters": {"t": {"type": "string", "hidden": "True", "default": "in-file"}},
    }
    within = stack(
        r=made("OS::Heat::RandomString", attributes={"value": "r4nd0m-one"}),
        p=made(
            properties={"password": "pr0perty", "n": {"password": 7}}, reason="it said pr0perty", status="UPDATE_FAILED"
        ),
    )
    found = without_secrets_of(
        RecordedStack(
            "s", "1", "UPDATE_COMPLETE", "of x-g1ven and r4nd0m-one",
            {
                "a": made(name="a", properties={"value": "x-g1ven", "other": "see g1ven"}, attributes={"value": "x-g1ven", "b": {"c": ["by-default", "in-file", 5]}}, metadata={"m": 1}),
                "k": made("k.yaml", name="k", stack=within._replace(reason="r4nd0m-one", parameters={"x": "pr0perty"}), kept=made(name="k", properties={"v": "r4nd0m-one"}, attributes={"v": "pr0perty"})),
            },
            {"open": "by-text", "pw": "g1ven"}, template, {"parameters": {"pw": "******", "o": "g1ven"}}, {"in.yaml": inner, "t": "has r4nd0m-one", "l": ["g1ven"]}, "now",
        ),
        Catalog(),
    )  # fmt: skip
    assert found == RecordedStack(
        "s", "1", "UPDATE_COMPLETE", "of ****** and ******",
        {
            "a": made(name="a", properties={"value": "x-******", "other": "see g1ven"}, attributes={"value": "******", "b": {"c": ["******", "******", 5]}}),
            "k": made("k.yaml", name="k", stack=RecordedStack(
                "s", "s-1", "CREATE_COMPLETE", "******",
                {"r": made("OS::Heat::RandomString", name="r"), "p": made(name="p", properties={"password": "******", "n": {"password": 7}}, reason="it said ******", status="UPDATE_FAILED")},
                {"x": "******"},
            ), kept=made(name="k", properties={"v": "******"}, attributes={"v": "******"})),
        },
        {"open": "******", "pw": "******"},
        {**template, "parameters": {
            "pw": {"type": "string", "hidden": True, "label": "l"}, "as_text": {"type": "string", "hidden": "true"}, "open": {"type": "string", "default": "******"}, "odd": 5, "shown": {"type": "string", "hidden": False, "default": "stays"},
        }},
        {"parameters": {"pw": "******", "o": "g1ven"}},
        {"in.yaml": {**inner, "parameters": {"t": {"type": "string", "hidden": "True"}}}, "t": "has ******", "l": ["g1ven"]}, "now",
    )  # fmt: skip


def test_metadata_is_kept_where_the_stack_hides_nothing() -> None:
    assert kept(made(metadata={"m": "******", "a": 1})).metadata == {"m": "******", "a": 1}
    template = {"heat_template_version": "2018-08-31", "parameters": {"p": {"type": "string", "hidden": True}}}
    assert kept(made(metadata={"a": 1}), template).metadata is None
    assert kept(made(metadata={"a": 1}), files={"f": template}).metadata is None
    assert kept(
        made(metadata={"a": 1}), files={"f": "parameters: {p: {hidden: true}}", "g": {"parameters": []}}
    ).metadata == {"a": 1}
