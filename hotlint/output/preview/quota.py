"""What a deployment takes of the quotas of a cloud, as text and as data."""

from __future__ import annotations

from typing import Any

from hotlint.dry_run.quota_sum import QuotaNeed, QuotaReport

SHOWN_REASONS = 5


def to_text(report: QuotaReport) -> str:
    """Return a report as a table, with what exceeds its quota and what is not known; ends in a newline."""
    needs = [need for need in report.needs if need.needed or need.unknown]
    if not needs:
        return f"The template takes nothing of the quotas of cloud '{report.cloud}' that hotlint knows.\n"
    rows = [("", "needed", "used", "limit", ""), *map(_row, needs)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(row[n].rjust(widths[n]) for n in (1, 2, 3)), row[4]]).rstrip()
        for row in rows
    ]
    return "\n".join([f"Quotas of cloud '{report.cloud}'", *lines, *_notes(report, needs)]) + "\n"


def to_dict(report: QuotaReport) -> dict[str, Any]:
    """Return a report as JSON represents it."""
    needs = [
        {
            "service": n.service, "name": n.name, "needed": n.needed, "exact": not n.unknown, "unknown": list(n.unknown),
            "limit": n.limit, "used": n.used, "excess": n.excess,
        }
        for n in report.needs
    ]  # fmt: skip
    return {"cloud": report.cloud, "exceeded": report.exceeded, "quotas": needs, "uncounted": list(report.uncounted)}


def _row(need: QuotaNeed) -> tuple[str, str, str, str, str]:
    unit = " (MiB)" if need.name == "ram" else ""
    limit = "not known" if need.limit is None else "none" if need.limit < 0 else str(need.limit)
    used = "not known" if need.used is None else str(need.used)
    verdict = f"exceeds the quota by {need.excess}" if need.excess else ""
    if not verdict and need.unknown:
        verdict = "may be more"
    needed = f"{'at least ' if need.unknown else ''}{need.needed}"
    return f"{need.service} {need.name.replace('_', ' ')}{unit}", needed, used, limit, verdict


def _notes(report: QuotaReport, needs: list[QuotaNeed]) -> list[str]:
    lines = [""] if report.uncounted or any(need.unknown for need in needs) else []
    for need in needs:
        reasons = [*need.unknown[:SHOWN_REASONS], *(["and more"] if len(need.unknown) > SHOWN_REASONS else [])]
        if reasons:
            lines.append(f"{need.service} {need.name.replace('_', ' ')}: {'; '.join(reasons)}")
    if report.uncounted:
        lines.append(f"not counted, since nothing is known of the type: {', '.join(report.uncounted[:10])}")
    return lines
