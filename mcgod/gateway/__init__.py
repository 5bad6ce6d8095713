"""The god over HTTP: sessions and messages for a plugin that talks to the game by itself, and turns that survive."""
