"""The library under the ``mcgod`` command: it never prints, prompts or exits."""

from os import path as _path  # not pathlib: this runs at every start

__version__ = "0.1.0"

# In a checkout that is not installed, ``commands/`` lies beside this package
# instead of inside it. The condition is false in a wheel.
if not _path.isdir(__path__[0] + "/commands"):  # noqa: PTH112 - see the import
    __path__.append(_path.dirname(__path__[0]))  # noqa: PTH120 - see the import
