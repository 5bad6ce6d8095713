"""Tools that servers of the Model Context Protocol offer, as tools of our own.

``server`` says how a server is reached, ``wire`` speaks to one with the
official SDK, ``session`` makes its calls ordinary ones, ``catalogue`` keeps
what was offered, ``family`` turns that into tools.
"""
