"""What items carry, on its way between item NBT (until 1.20.4) and components (since 1.20.5)."""

from __future__ import annotations

from typing import Any

import pytest
from grammar_cases import NEW, NEWEST, VERSIONS
from hypothesis import given
from hypothesis import strategies as st
from repair_cases import context, mended

from mcgod.grammar.registry import load
from mcgod.rules import repairs
from mcgod.rules.repairs import carried, packing
from mcgod.rules.repairs.carried import Book, Carried
from mcgod.rules.repairs.notation import quoted, snbt
from mcgod.rules.repairs.pieces import dialect

ENCHANTMENTS = sorted(set(load("1.16.5").ids("enchantment")) & set(load(NEWEST).ids("enchantment")))

words = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=12)
texts = st.one_of(
    words.filter(lambda word: word.lstrip()[:1] not in {"{", "[", '"'}),
    st.fixed_dictionaries({"text": words}, optional={"color": st.sampled_from(["gold", "red"]), "bold": st.just(True)}),
)
levels = st.one_of(
    st.none(), st.dictionaries(st.sampled_from(ENCHANTMENTS), st.integers(1, 255), min_size=1, max_size=3)
)
books = st.one_of(
    st.lists(words, max_size=2).map(Book),
    st.builds(Book, st.lists(texts, max_size=2), words, words),
)
held = st.builds(
    Carried,
    enchantments=levels,
    stored=levels,
    name=st.one_of(st.none(), texts),
    lore=st.one_of(st.none(), st.lists(texts, min_size=1, max_size=2)),
    damage=st.one_of(st.none(), st.integers(0, 1000)),
    unbreakable=st.booleans(),
    potion=st.one_of(st.none(), st.just("minecraft:healing")),
    model=st.one_of(st.none(), st.integers(1, 1000)),
    color=st.one_of(st.none(), st.integers(0, 0xFFFFFF)),
    book=st.one_of(st.none(), books),
)


def written(what: Carried, version: str) -> str:
    """Return ``what`` as the data of an item in ``version``."""
    to = dialect(context(version))
    return packing.bracketed(what, to) if to.components else packing.nbt(what)


def read(data: Any, version: str) -> Carried:
    """Return what an item span of ``version`` carries."""
    registry = load(version)
    if data["nbt"] is not None:
        return carried.from_nbt(data["nbt"], registry)
    components = {name.removeprefix("minecraft:"): value for name, value in data["components"].items()}
    return carried.from_components(components, registry)


@given(held, st.sampled_from(VERSIONS), st.sampled_from(VERSIONS))
def test_what_an_item_carries_survives_the_way_between_versions(what: Carried, wrote: str, runs: str):
    command = f"give Steve minecraft:stick{written(what, wrote)} 2"
    there, seen, _ = repairs.apply(command, context(runs))
    assert seen.ok, there
    item = next(span for span in seen.spans if span.kind == "item")
    assert read(item.value, runs) == what
    assert there.endswith(" 2")


@given(held, st.sampled_from(VERSIONS))
def test_what_is_right_for_its_version_stays_as_it_is(what: Carried, version: str):
    command = f"give Steve minecraft:stick{written(what, version)}"
    assert repairs.apply(command, context(version))[0] == command


@pytest.mark.parametrize(
    "nbt",
    [
        "{HideFlags:1}",
        "{Enchantments:[{id:sharpness,lvl:0}]}",
        "{Enchantments:[{id:nonsense,lvl:1}]}",
        "{Enchantments:[{id:99,lvl:1}]}",
        "{Enchantments:sharpness}",
        "{Enchantments:[sharpness]}",
        "{display:{Name:5}}",
        "{display:Staff}",
        "{display:{Lore:'x'}}",
        "{Damage:'x'}",
        "{pages:[1]}",
        "{Unbreakable:1b,Enchantments:[],AttributeModifiers:[]}",
        "{Enchantments:[}",
    ],
)
@pytest.mark.parametrize("version", [NEW, NEWEST])
def test_what_is_not_known_is_left_alone(nbt: str, version: str):
    command = f"give Steve minecraft:stick{nbt}"
    assert mended(command, version) == command


@pytest.mark.parametrize(
    "components",
    [
        "[attribute_modifiers=[]]",
        "[custom_name=5]",
        "[enchantments=sharpness]",
        "[enchantments={levels:5}]",
        "[custom_model_data={colors:[1]}]",
        "[unbreakable=false]",
        "[potion_contents={custom_color:1}]",
        "[written_book_content={resolved:1b}]",
        "[",
        "[=1]",
        "[damage=1,]",
    ],
)
def test_components_that_have_no_older_form_are_left_alone(components: str):
    command = f"give Steve minecraft:stick{components}"
    assert mended(command, "1.20.4") == command


def test_only_the_value_that_is_wrong_is_written_anew():
    command = 'give Steve minecraft:stick[ food={nutrition:1,saturation:1} , custom_name="Staff",max_stack_size=3]'
    assert mended(command) == command.replace('"Staff"', "'\"Staff\"'")


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_quoted_text_reads_back(text: str):
    for version in ("1.21.4", "26.1"):
        command = f"data merge entity Steve {{a:{snbt(text)}}}"
        seen = repairs.look(command, context(version))
        assert seen.ok, command
        assert seen.spans[-1].value == {"a": text}


def test_the_quotes_that_need_fewer_escapes_are_taken():
    assert quoted("plain") == '"plain"'
    assert quoted('say "x"') == "'say \"x\"'"
    assert quoted('it\'s "x"') == '"it\'s \\"x\\""'
