"""What the god knows: pages, memories, facts and items, in two bases, to be searched and resolved."""
