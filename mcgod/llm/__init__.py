"""Language models behind one port: Ollama, the built-in oracle, recorded answers; and reading what they say."""
