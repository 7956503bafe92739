"""The keys that say which version of which language a template is written in; the first is that of HOT."""

from __future__ import annotations

VERSION_KEYS = ("heat_template_version", "AWSTemplateFormatVersion", "HeatTemplateFormatVersion")
"""Keys of which a template has one, and an environment none: a template's text is stripped, and is JSON if it begins with {."""
