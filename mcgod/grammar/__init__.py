"""What a game version knows: its commands, with a matcher that reads them as the server does, its ids and recipes."""
