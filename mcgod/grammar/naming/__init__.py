"""What things are called besides their ids: one table of names for the rules, the oracle and the resolver."""
