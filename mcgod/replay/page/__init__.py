"""Recorded turns as one HTML page that needs nothing else: no network, no script to be read, no file beside it."""
