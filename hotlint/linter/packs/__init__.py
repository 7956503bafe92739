"""Rule packs: which are installed, and which of their rules look at what."""
