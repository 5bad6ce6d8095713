"""What a game version knows: id registries, generated from pinned sources and vendored."""
