"""What a network of servers shares, kept in one Redis: sessions, requests and assets behind the same ports."""
