"""What Designate keeps."""

from __future__ import annotations

KEPT = "Heat sends only new values: Designate keeps the old one"
