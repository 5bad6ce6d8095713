"""Dynamic content: items, blocks and fluids of an admin's own in numbered slots, made of vanilla things."""
