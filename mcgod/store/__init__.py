"""What mcgod remembers: sessions with their histories and turn logs, by owner."""
