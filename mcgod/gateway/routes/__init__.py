"""The paths of the API, a file for each kind of thing."""
