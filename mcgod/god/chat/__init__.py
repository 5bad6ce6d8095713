"""The god in the game's chat: hears the bridge's events, decides what is meant for it, answers each once."""
