"""Language models behind one port, each provider in its own protocol; and reading what they say."""
