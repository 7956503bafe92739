"""What clouds are: connections to running ones, and snapshots of what they have, which are read offline."""
