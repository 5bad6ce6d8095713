"""Everything that touches Minecraft: the RCON wire, the server's folder, what a reply means."""
