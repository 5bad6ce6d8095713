"""The types of argument that the command trees name, a file for each family. ``parsers`` lists them all."""
