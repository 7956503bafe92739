"""What a service refuses of a resource: one refusal, and the limits of single values, as facts of the services' schemas."""

from __future__ import annotations

import re

from hotlint.common.annotations import Literal
from hotlint.common.records import NamedTuple
from hotlint.language.values import show
from hotlint.stacks.records import StackResource

Kind = Literal["value", "neighbor", "order", "setting", "heat"]
"""Which rule reports a refusal: of one resource, of two, of their order, by a setting of the cloud, or by Heat itself."""

Path = tuple[str | int, ...]


class Refusal(NamedTuple):
    """One reason why the creation of a resource fails.

    `path` leads from the properties to the value, () for the resource as a whole. `message` is a clause without the service.
    `other` is the resource that the value does not go with. `after` names the resource that must be created before. `of_type`: the
    same words hold for each resource of the type, and `message` is a predicate, such as "needs 'networks'". `ending` is the end of
    the message, where it is not that of the type.
    """

    owner: StackResource
    path: Path
    message: str
    kind: Kind = "value"
    other: StackResource | None = None
    after: str | None = None
    of_type: bool = False
    ending: str = ""


class Limit(NamedTuple):
    """What a service requires of a text: of the value of a property, or of each of its `keys` or `values`.

    `low` and `high` are lengths in characters. `pattern` must match the whole text, and `words` say what it asks for. Unless `low`
    says otherwise, the empty text is fine: Heat and its clients take it for a value that is not given. `kind` is "setting" for
    a limit that not all releases of the service have. With `is_text`, the values may be no numbers or booleans either.
    """

    name: str
    low: int = 0
    high: int | None = None
    pattern: str | None = None
    words: str = ""
    of: Literal["it", "keys", "values"] = "it"
    kind: Kind = "value"
    is_text: bool = False

    def describe(self) -> str:
        """Return the demand as a clause: plain text, names in single quotes."""
        subject = (
            f"each {'key' if self.of == 'keys' else 'value'} of '{self.name}'" if self.of != "it" else f"'{self.name}'"
        )
        length = f"has {self.low} to {self.high} characters" if self.low else f"has at most {self.high} characters"
        parts = [*(["is a text"] if self.is_text else []), *([length] if self.high is not None else [])]
        return f"{subject} {' and '.join([*parts, *([self.words] if self.words else [])])}"

    def problem(self, text: str) -> str | None:
        """Return what is wrong with a text, as a clause; None where nothing is."""
        if not text and not self.low and self.of == "it":
            return None
        if self.high is not None and len(text) > self.high:
            return f"{show(text, 30)} has {len(text)} characters, more than {self.high}"
        if len(text) < self.low:
            return "the text is empty"
        if self.pattern is not None and re.fullmatch(self.pattern, text) is None:
            return f"the service requires a text that {self.words}, not {show(text, 30)}"
        return None


class Range(NamedTuple):
    """What a service requires of a whole number: the least and the greatest that it takes."""

    name: str
    low: int
    high: int = 2**31 - 1
    kind: Kind = "value"

    def describe(self) -> str:
        """Return the demand as a clause: plain text, names in single quotes."""
        return f"'{self.name}' is {self.low} to {self.high}"

    def problem(self, number: int) -> str | None:
        """Return what is wrong with a number, as a clause; None where nothing is."""
        if number < self.low:
            return f"{number} is below {self.low}"
        return f"{number} is above {self.high}" if number > self.high else None


PRINTED = (
    r"[^\x00-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\uf8ff\ufeff\ufff9-\ufffb\uffff-\U0010ffff]"
)
_NAME = rf"(?!\s){PRINTED}*(?<!\s)"
_NAME_WORDS = "consists of printable characters (an emoji is none) and neither begins nor ends with white space"

NOVA_NAME = Limit("name", 0, 255, _NAME, _NAME_WORDS)
NEUTRON_NAME = (
    Limit("name", 0, 255),
    Limit("name", pattern=_NAME, words=f"{_NAME_WORDS} (neutron-lib since 4.0)", kind="setting"),
)

ID = r"(?i)(urn:)?(uuid:)?\{?(-*[0-9a-f]){32}-*\}?"


def by_id(name: str) -> Limit:
    """Return that a property is an id: Heat accepts a name there as well, and hands it on as it is."""
    return Limit(name, pattern=ID, words="is an id (Heat does not look up a name here)")


METADATA_KEY = r"[a-zA-Z0-9\-_:. ]*"
METADATA_KEY_WORDS = "consists of letters, digits, spaces and -_:."
