"""``python -m mcgod``: the same as the ``mcgod`` script."""

from mcgod.commands.main import main  # type: ignore[import-not-found,unused-ignore]  # lies beside this package in a checkout

main()
