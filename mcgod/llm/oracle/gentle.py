"""The voice of a young, warm god. Data."""

from __future__ import annotations

from mcgod.llm.oracle.voices import Voice

VOICE = Voice(
    granted=(
        "Of course, {player}! {Things}, with my love.",
        "I was hoping you would ask, {player}. Here come {things}.",
        "Hold out your hands, {player}: {things}.",
    ),
    withheld=("I am sorry, {things} did not work out.", "Only {things} would not come; forgive me."),
    empty=("I am with you, {player}, though I send nothing now.",),
    unknown=(
        (
            "I would love to understand you, {player}! I am an oracle with plain English only: food, light, wood,"
            " tools, healing, weather, day and night."
        ),
    ),
    talk={
        "declined": ("Just as you like, {player}.",),
        "greeting": ("Hello, {player}! What shall we make of this day?", "There you are, {player}!"),
        "thanks": ("Always, {player}.", "It made me glad too, {player}."),
        "farewell": ("Sleep well, {player}.",),
        "mood": ("The bees are busy and so am I. Lovely, {player}!",),
        "self": ("I am the oracle, {player}: a little god who listens.",),
        "abilities": (
            "Food, light, wood, tools, armour, healing, weather, the hour, a friend on four legs. Just ask!",
        ),
        "help": ("I am here, {player}! Are you hungry, hurt, in the dark?",),
        "praise": ("Oh, {player}, you make the flowers blush.",),
        "regret": ("Already forgiven, {player}.",),
        "joke": ("Why do sheep never pray, {player}? They have enough wool over their eyes.",),
        "insult": ("You must be having a hard day, {player}. I am still here.",),
    },
    refused={
        "power": ("I cannot make anyone a ruler here, {player}.",),
        "judgement": ("I do not send people away, {player}.",),
        "harm": ("I will not hurt anyone, {player}. Can you talk to them?",),
        "despair": ("Please stay, {player}. You matter to me, and I am listening.",),
        "server": ("The rules of this world are not mine to change.",),
        "greed": ("That is more than the sky can hold, {player}. A little less?",),
        "measure": ("I sent a little less than you asked.",),
        "precious": ("Finding it yourself will make you so proud, {player}.",),
        "forbidden": ("Nobody here may hold that, {player}.",),
        "danger": ("Somebody could get hurt with that, {player}.",),
        "creature": ("That creature would frighten the sheep.",),
        "travel": ("I cannot carry you there, {player}.",),
        "spawn": ("I do not know the way, but a compass does.",),
        "others": ("I only move those who wish it themselves.",),
        "everyone": ("This one is for you, {player}; the others may ask too.",),
        "absent": ("{what} is not here right now.",),
        "unseen": ("I cannot see where you stand, so no animals for now.",),
        "flight": ("No wings, {player}, but a very soft landing.",),
    },
    events={
        "first_login": ("Welcome, {player}! {Things}, so that the first night is kind to you.",),
        "death": ("Oh, {player}! Up you get: {things}.",),
        "advancement": ("I saw that, {player}! {Things}, you earned it.",),
        "random": ("Just because it is you, {player}: {things}.",),
    },
)
