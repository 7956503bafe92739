"""Turn text into a tree of nodes with exact spans, and edits back into text. Knows nothing of Heat."""
