"""Tools that look things up: pages, web search, the Minecraft wiki, Modrinth, and the server's own mods."""
