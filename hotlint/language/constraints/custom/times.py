"""cron_expression, timezone, iso_8601, expiration: times, by croniter and the standard library, imported late."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

from hotlint.language.constraints.custom import CustomConstraint
from hotlint.language.values import describe_type, show

_LONGEST_CRON = 1_000
_CRON = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
"""The least and the most of minutes, hours, days, months, and days of the week."""
_ISO = (
    r"(?P<year>\d{4})"
    r"(?:(?:-(?P<month>\d{1,2})|(?P<month2>\d\d)(?!$))"
    r"(?:(?:-(?P<day>\d{1,2})|(?P<day2>\d\d))"
    r"(?:[ T](?P<hour>\d\d)(?::?(?P<minute>\d\d))?(?::?(?P<second>\d{1,2})(?:[.,](?P<fraction>\d+))?)?"
    r"(?P<zone>Z|(?P<sign>[-+])(?P<zone_hour>\d\d):?(?P<zone_minute>\d\d)?)?"
    r")?)?)?$"
)


def parse_iso(text: str) -> datetime:
    """Return the time that Heat reads from ISO 8601: also a date, month or year alone; UTC where no zone is named.

    Raises ValueError or OverflowError for a malformed string or a time that does not exist.
    """
    match = re.match(_ISO, text, re.ASCII)
    if match is None:
        raise ValueError(text)

    def number(*names: str, default: int = 0) -> int:
        return next((int(match[name]) for name in names if match[name] is not None), default)

    zone = UTC
    if match["sign"]:
        offset = timedelta(hours=number("zone_hour"), minutes=number("zone_minute"))
        zone = timezone(offset if match["sign"] == "+" else -offset)
    return datetime(
        number("year"), number("month", "month2", default=1), number("day", "day2", default=1),
        number("hour"), number("minute"), number("second"), _microseconds(match["fraction"]), zone,
    )  # fmt: skip


def _microseconds(fraction: str | None) -> int:
    if fraction is None:
        return 0
    from decimal import Decimal

    return int(Decimal(f"0.{fraction}") * 1_000_000)


def iso_8601(value: object) -> str | None:
    """Check for a date or a time in ISO 8601's plain forms; no week dates, no ordinal dates."""
    if not isinstance(value, str):
        return f"{show(value)} is {describe_type(value)}, not a time in quotes"
    try:
        parse_iso(value)
    except (ValueError, OverflowError):
        return f"{show(value)} is not a time in ISO 8601, such as '2030-01-31T12:00:00Z'"
    return None


def expiration(value: object) -> str | None:
    """Check for a time in ISO 8601 in the future; spaces around it are allowed."""
    if not value:
        return None
    if not isinstance(value, str):
        return f"{show(value)} is {describe_type(value)}, not a time in quotes"
    try:
        time = parse_iso(value.strip())
        # Heat compares in UTC without a zone, which the very ends of the calendar do not survive.
        ahead = time.replace(tzinfo=None) - (time.utcoffset() or timedelta()) > datetime.now(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):
        return f"{show(value)} is not a time in ISO 8601, such as '2030-01-31T12:00:00Z'"
    return None if ahead else f"{show(value)} is in the past, and an expiration must be still to come"


def _is_plain_cron(value: str) -> bool:
    """Return whether a text is five fields, each `*` or numbers in its range with commas between them: certainly valid."""
    fields = value.split(" ")
    return len(fields) == len(_CRON) and all(
        field == "*" or all(n.isascii() and n.isdecimal() and low <= int(n) <= high for n in field.split(","))
        for field, (low, high) in zip(fields, _CRON, strict=True)
    )


def cron_expression(value: object) -> str | None:
    """Check for five to seven fields, or a word such as @daily, as croniter reads them."""
    if not value:
        return None
    if not isinstance(value, str):
        return f"{show(value)} is {describe_type(value)}, not a cron expression in quotes"
    if len(value) > _LONGEST_CRON or _is_plain_cron(value):  # croniter takes longer to import than a check takes
        return None
    from croniter import croniter

    try:
        croniter(value)
    except Exception:  # croniter lets several kinds escape, and Heat refuses the value on any of them
        fields = len(value.split())
        why = "" if 5 <= fields <= 7 else f": it has {fields} field{'s' * (fields != 1)}, and 5 are usual"
        return f"{show(value)} is not a cron expression, such as '0 4 * * 1'{why}"
    return None


def timezone_name(value: object) -> str | None:
    """Check for a name of the time zone database; any name passes on a machine without that database."""
    if not value:
        return None
    if not isinstance(value, str):
        return f"{show(value)} is {describe_type(value)}, not the name of a time zone"
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(value)
    except Exception:  # names that are folders or lead out of the database raise OS errors
        try:
            ZoneInfo("UTC")
        except Exception:
            return None
        return f"{show(value)} is not the name of a time zone, such as 'Europe/Berlin'"
    return None


CONSTRAINTS = (
    CustomConstraint("cron_expression", "A cron expression, such as 0 4 * * 1; empty is fine.", cron_expression),
    CustomConstraint("timezone", "The name of a time zone, such as Europe/Berlin; empty is fine.", timezone_name),
    CustomConstraint("iso_8601", "A date or time in ISO 8601, such as 2030-01-31T12:00:00Z.", iso_8601),
    CustomConstraint("expiration", "A time in ISO 8601 that is still to come; empty is fine.", expiration),
)
