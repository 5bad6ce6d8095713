"""The one owner of the game connection: it numbers events, keeps them, and serves them on loopback."""
