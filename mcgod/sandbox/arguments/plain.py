"""Arguments that mean the same for everybody: numbers, words, times, ids, data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcgod.sandbox import nbtpath, snbt
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.world import DIMENSIONS

if TYPE_CHECKING:
    from mcgod.sandbox.reader import Reader
    from mcgod.sandbox.source import Source

GAMEMODES = ("survival", "creative", "adventure", "spectator")
_UNITS = {"": 1, "t": 1, "s": 20, "d": 24000}
_INT_MIN, _INT_MAX = -(2**31), 2**31 - 1


class Plain:
    """An argument whose value needs no source."""

    def resolve(self, _: Source, value: Any) -> Any:
        """Return ``value`` as it was read."""
        return value


@dataclass(frozen=True, slots=True)
class Integer(Plain):
    """A whole number within limits."""

    low: int = _INT_MIN
    high: int = _INT_MAX

    def parse(self, reader: Reader, _: Source) -> int:
        """Take the number."""
        start = reader.cursor
        value = reader.integer()
        if value < self.low:
            raise reader.fail(f"Integer must not be less than {self.low}, found {value}", start)
        if value > self.high:
            raise reader.fail(f"Integer must not be more than {self.high}, found {value}", start)
        return value


@dataclass(frozen=True, slots=True)
class Decimal(Plain):
    """A number with a fraction, within limits."""

    low: float = float("-inf")
    high: float = float("inf")

    def parse(self, reader: Reader, _: Source) -> float:
        """Take the number."""
        start = reader.cursor
        value = reader.decimal("float")
        if value < self.low:
            raise reader.fail(f"Float must not be less than {self.low}, found {value}", start)
        if value > self.high:
            raise reader.fail(f"Float must not be more than {self.high}, found {value}", start)
        return value


class Boolean(Plain):
    """``true`` or ``false``."""

    def parse(self, reader: Reader, _: Source) -> bool:
        """Take the word."""
        return reader.boolean()


class Word(Plain):
    """One word without quotes."""

    def parse(self, reader: Reader, _: Source) -> str:
        """Take the word."""
        return reader.word()


class Axes(Plain):
    """Some of the letters ``xyz``, each at most once."""

    def parse(self, reader: Reader, _: Source) -> str:
        """Take the letters."""
        word = reader.word()
        if not word or not set(word) <= set("xyz") or len(set(word)) < len(word):
            raise reader.fail("Invalid swizzle, expected combination of 'x', 'y' and 'z'")
        return word


class Greedy(Plain):
    """Everything that is left."""

    def parse(self, reader: Reader, _: Source) -> str:
        """Take the rest."""
        rest = reader.rest()
        reader.cursor = len(reader.text)
        return rest


@dataclass(frozen=True, slots=True)
class Time(Plain):
    """A time with its unit, ``10s``; the value is in ticks."""

    low: int = 0

    def parse(self, reader: Reader, _: Source) -> int:
        """Take number and unit."""
        number = reader.decimal("float")
        unit = reader.word()
        if unit not in _UNITS:
            raise reader.fail("Invalid unit")
        # Java's Math.round: half a tick counts as one.
        ticks = int(number * _UNITS[unit] + 0.5) if number >= 0 else -int(-number * _UNITS[unit] + 0.5)
        if ticks < self.low:
            raise reader.fail(f"Tick count must not be less than {self.low}, found {ticks}")
        return ticks


class Gamemode(Plain):
    """A game mode by its word."""

    def parse(self, reader: Reader, _: Source) -> str:
        """Take the word."""
        word = reader.word()
        if word not in GAMEMODES:
            raise reader.fail(f"Unknown game mode: {word}")
        return word


class Id(Plain):
    """An id of any kind, with its namespace."""

    def parse(self, reader: Reader, _: Source) -> str:
        """Take the id."""
        return reader.resource()


class Function(Plain):
    """The id of a function, or of a tag of functions with ``#`` before it."""

    def parse(self, reader: Reader, _: Source) -> str:
        """Take the id."""
        return ("#" if reader.skip("#") else "") + reader.resource()


class Dimension(Plain):
    """The id of a dimension that exists."""

    def parse(self, reader: Reader, _: Source) -> str:
        """Take the id."""
        return reader.resource()

    def resolve(self, _: Source, value: Any) -> str:
        """Refuse a dimension that is not there."""
        if value not in DIMENSIONS:
            raise Refusal(f"Unknown dimension '{value}'")
        return str(value)


@dataclass(frozen=True, slots=True)
class Resource(Plain):
    """An id that the registry of ``kind`` must have."""

    kind: str

    def parse(self, reader: Reader, source: Source) -> str:
        """Take the id."""
        found = reader.resource()
        if not source.realm.registry.has(self.kind, found):
            raise reader.fail(f"Can't find element '{found}' of type 'minecraft:{self.kind}'")
        return found


class Particle(Plain):
    """A particle that exists, with its options in SNBT as since 1.20.5."""

    def parse(self, reader: Reader, source: Source) -> str:
        """Take the particle."""
        found = reader.resource()
        if not source.realm.registry.has("particle_type", found):
            raise reader.fail(f"Unknown particle: {found}")
        if reader.peek() == "{":
            snbt.read_compound(reader)
        return found


class Nbt(Plain):
    """A compound in SNBT; the value is the compound."""

    def parse(self, reader: Reader, _: Source) -> dict[str, Any]:
        """Take the compound."""
        return snbt.read_compound(reader)


class DataPath(Plain):
    """A path into data."""

    def parse(self, reader: Reader, _: Source) -> nbtpath.Path:
        """Take the path."""
        return nbtpath.read(reader)
