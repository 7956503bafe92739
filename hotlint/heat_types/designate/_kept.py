"""What Designate keeps."""

KEPT = "Heat sends only new values: Designate keeps the old one"
