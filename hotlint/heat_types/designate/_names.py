"""Domain names, as Designate takes them."""

_LABEL = r"(?!-)[A-Za-z0-9_-]{1,63}(?<!-)"
DOMAIN = rf"(?:{_LABEL}\.)+"
ZONE = rf"(?:{_LABEL}\.){{2,}}"
HOST = rf"(?:\*\.)?(?:{_LABEL}\.)*"
SERVICE = rf"(?:_(?!-)[A-Za-z0-9_-]{{1,63}}(?<!-)\.){{2}}{DOMAIN}"
MAIL = rf"(?:{_LABEL}\.)*{_LABEL}@{_LABEL}(?:\.{_LABEL})*"
LABELS = "labels of letters, digits, - and _"
