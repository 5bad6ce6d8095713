"""Tools: what a model, and the shell, may call by name; one file or folder a family."""
