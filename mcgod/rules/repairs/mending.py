"""The rewrites for commands that the grammar refuses, in order. Imported with the first of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.rules.repairs import (
    blanks,
    effects,
    executing,
    forms,
    gamerules,
    gifts,
    ids,
    items,
    particles,
    places,
    players,
    sounds,
    texts,
    words,
)

if TYPE_CHECKING:
    from mcgod.rules.repairs import Rewrite

ORDER: tuple[Rewrite, ...] = (
    blanks.whole_quotes,
    blanks.slash_after_run,
    forms.root_case,
    players.names_with_blanks,
    texts.title_place,
    texts.plain_words,  # in which every blank counts
    blanks.doubled_blank,
    executing.old_execute,
    executing.missing_run,
    executing.renamed_command,
    executing.located,
    executing.old_slot,
    texts.loose_text,
    blanks.stray_comma,
    blanks.trailing_comment,
    blanks.trailing_marks,
    effects.old_effect,
    forms.experience_form,
    forms.other_words,
    words.literal_word,
    effects.target_first,
    effects.number_for_name,
    effects.duration_words,
    effects.time_units,
    effects.roman_level,
    words.truth_value,
    gamerules.gamerule_name,
    sounds.missing_source,
    places.commas,
    places.at_somebody,
    particles.particle_options,
    ids.longer_name,
    ids.everyday_name,
    ids.misspelt_name,
    gifts.give_order,
    gifts.old_data_value,
    items.item_data,
    words.lower_case,
)
