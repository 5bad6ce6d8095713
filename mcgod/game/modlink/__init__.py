"""The interface mod's line protocol 1, from the client's side; needs no bridge, and journals nothing."""
