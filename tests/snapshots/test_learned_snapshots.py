"""What a recording tells: values of hidden parameters and attributes, its secrets, its failures, and the recording without secrets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from snapshot_files import FOLDER, RecordedAnswers, sections

from hotlint.language.values import show
from hotlint.plans.failures import failures, split_reason
from hotlint.plans.learned_values import learn
from hotlint.plans.old_stack import OldStack, Unread, existing_environment, hidden_values
from hotlint.plans.planner import without_secrets_of
from hotlint.plans.recording import read, written
from hotlint.plans.secrets import secrets_of_stack
from hotlint.resource_types.catalog import Catalog

ANSWERS = RecordedAnswers("learned")
PROGRAMS = FOLDER / "programs"
IN_SESSIONS = {"plan": "web.stack.yaml", "plan-attributes": "stack.yaml"}
REASONS = (
    "", "Conflict: resources.a: taken", "NotFound: resources[0]: gone (HTTP 404) (Request-ID: req-1)", "Went to status error", "A: b: c",
    "Forbidden: it is\nTraceback (most recent call last):\n  x", "(HTTP 500)", "CREATE aborted",
    "BadRequest: Neutron server returns request_ids: x",
)  # fmt: skip


def _texts() -> Iterator[tuple[str, str]]:
    yield "nested", (PROGRAMS / "nested.stack.yaml").read_text(encoding="utf-8")
    for name, part in IN_SESSIONS.items():
        yield name, sections((PROGRAMS / "sessions" / f"{name}.txt").read_text(encoding="utf-8"))[part]


TEXTS = dict(_texts())


@pytest.mark.parametrize("name", TEXTS)
def test_a_recording(name: str) -> None:
    stack = read(f"{name}.yaml", TEXTS[name])
    old = OldStack(stack, Catalog(), True)
    learned = learn(stack, old.preview(Unread()))
    said = [f"attribute {key}: {value!r}" for key, value in learned.attributes.items()]
    said += [f"doubtful {key}: {value!r}" for key, value in learned.doubtful.items()]
    said += [f"hidden {key}: {value!r}" for key, value in learned.hidden.items()]
    said += [f"tainted {key}: {value!r}" for key, value in learned.tainted.items()]
    said += [f"hides {learned.hides}", f"secrets {secrets_of_stack(stack, learned)!r}"]
    kept = hidden_values(stack, learned.hidden)
    for key, value in kept.items():
        shown = value if isinstance(value, str) else (value.reason, value.type, (value.origin.kind, value.origin.name))
        said.append(f"kept {key}: {shown!r}")
    for given in ((), ("plain",)):
        said += [f"{path}: {source.text}" for path, source in existing_environment(stack, given).items()]
    preview = old.preview(Unread(), learned.hidden)
    said += [f"{n}: {show(resource.properties.value, 200)}" for n, resource in preview.resources().items()]
    said += [f"{n}: {show(output.value, 200)}" for n, output in preview.outputs().items()]
    said += [f"failure {tuple(failure)} of {failure.service}" for failure in failures(stack)]
    said += [f"named {stack.named(('group', '0', 'in'))} {stack.named(('scaled', '1', 'x'))} size {stack.size()}"]
    ANSWERS.check(f"{name}: learned", "\n".join(said))
    ANSWERS.check(f"{name}: recorded without secrets", written(without_secrets_of(stack, Catalog())))


def test_reasons() -> None:
    ANSWERS.check(
        "reasons: words of the service", "\n".join(f"{reason!r}: {split_reason(reason)}" for reason in REASONS)
    )


def test_nothing_else_is_recorded() -> None:
    names = {f"{name}: {what}" for name in TEXTS for what in ("learned", "recorded without secrets")}
    ANSWERS.keep_only({*names, "reasons: words of the service"})
