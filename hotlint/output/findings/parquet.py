"""Findings as a file of Apache Parquet, one finding a row, for analyses of many templates: DuckDB, Spark, pandas, Polars.

pyarrow writes it, and is part of the extra `dask`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

from hotlint.common.version import __version__
from hotlint.output.findings.model import FileReport, Finding, PositionSpan, Summary

ROWS = 20_000
"""Findings of one row group, which are in memory together."""
_NAME = pa.dictionary(pa.int32(), pa.string())
_PLACE = [pa.field(name, pa.int32(), nullable=False) for name in ("line", "column", "end_line", "end_column")]
_RELATED = pa.struct([pa.field("message", pa.string()), pa.field("path", pa.string()), *_PLACE])
_FIX = pa.struct([pa.field("title", pa.string()), pa.field("safety", pa.string())])
SCHEMA = pa.schema(
    [
        pa.field("path", pa.string(), nullable=False),
        pa.field("code", _NAME, nullable=False),
        pa.field("rule", _NAME, nullable=False),
        pa.field("severity", _NAME, nullable=False),
        pa.field("message", pa.string(), nullable=False),
        *_PLACE,
        pa.field("where", pa.string(), nullable=False),
        pa.field("state", _NAME, nullable=False),
        pa.field("tags", pa.list_(pa.string())),
        pa.field("related", pa.list_(_RELATED)),
        pa.field("fixes", pa.list_(_FIX)),
    ],
    metadata={"hotlint.version": __version__},
)
"""Lines and columns count from one, columns in code points; `state` is "" without a baseline."""


def write(reports: Iterable[FileReport], summary: Summary, file: IO[bytes]) -> None:
    """Write the findings to a file that is open for writing, row group by row group."""
    with pq.ParquetWriter(file, SCHEMA, compression="zstd") as writer:
        for rows in _row_groups(reports):
            writer.write_table(pa.Table.from_pylist(rows, schema=SCHEMA))


def _row_groups(reports: Iterable[FileReport]) -> Iterator[list[dict[str, Any]]]:
    rows: list[dict[str, Any]] = []
    for report in reports:
        rows += map(_row, report.diagnostics)
        if len(rows) >= ROWS:
            yield rows
            rows = []
    if rows:
        yield rows


def _row(found: Finding) -> dict[str, Any]:
    return {
        "path": _utf8(found.path),
        "code": found.code,
        "rule": found.rule,
        "severity": found.severity,
        "message": _utf8(found.message),
        **_place(found.span),
        "where": _utf8(found.where),
        "state": found.state,
        "tags": list(found.tags),
        "related": [{"message": _utf8(r.message), "path": _utf8(r.path), **_place(r.span)} for r in found.related],
        "fixes": [{"title": _utf8(fix.title), "safety": fix.safety} for fix in found.fixes],
    }


def _place(span: PositionSpan) -> dict[str, int]:
    return {
        "line": span.start_line + 1,
        "column": span.start_column + 1,
        "end_line": span.end_line + 1,
        "end_column": span.end_column + 1,
    }


def _utf8(text: str) -> str:
    """Return a text that UTF-8 can hold: a file name may have bytes that are no text."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
