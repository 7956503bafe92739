"""Messages: framing, reading, writing, and the client at the other end."""
