"""Run rules over templates: settings, diagnostics, suppressions, fixes."""
