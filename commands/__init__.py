"""The ``mcgod`` command: one thin module per noun. The only place that prints, and the only one that exits."""
