"""The event bus in Redis: events in streams, calls to bridges, and prayers that a group of workers shares."""
