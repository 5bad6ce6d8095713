"""A PNG as its pixels, so that a test can tell a picture from an empty sheet. Source: the PNG format, ISO 15948."""

from __future__ import annotations

import struct
import zlib


def pixels(data: bytes) -> tuple[int, int, list[bytes]]:
    """Return width, height, and each row's bytes, of a picture with 8 bits a channel that is not interlaced."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, packed = 8, b""
    width = height = channels = 0
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            channels = {0: 1, 2: 3, 6: 4}[colour]
            assert (depth, interlaced) == (8, 0)
        packed += body if kind == b"IDAT" else b""
        at += size + 12
    return width, height, list(_rows(zlib.decompress(packed), width * channels, channels))


def _rows(raw, length, step):
    above = bytearray(length)
    for start in range(0, len(raw), length + 1):
        kind, row = raw[start], bytearray(raw[start + 1 : start + 1 + length])
        for place in range(length):
            left = row[place - step] if place >= step else 0
            corner = above[place - step] if place >= step else 0
            guess = (0, left, above[place], (left + above[place]) // 2, _nearest(left, above[place], corner))[kind]
            row[place] = (row[place] + guess) & 255
        above = row
        yield bytes(row)


def _nearest(left, up, corner):
    """Return the one of the three that is nearest to left + up - corner (the filter called Paeth)."""
    wanted = left + up - corner
    return min((left, up, corner), key=lambda one: abs(wanted - one))
