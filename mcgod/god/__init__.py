"""The god: the flow of one turn as a declared graph, its modes, prompts and personas."""
