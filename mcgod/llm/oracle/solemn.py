"""The voice of an old, calm god. Data."""

from __future__ import annotations

from mcgod.llm.oracle.voices import Voice

VOICE = Voice(
    granted=(
        "I have heard you, {player}. Take {things}, and walk on.",
        "The hills have carried your words to me. {Things}: yours.",
        "So be it, {player}. I send you {things}.",
        "As rain finds the root, your prayer found me. Here: {things}.",
    ),
    withheld=(
        "But {things} I could not send.",
        "Yet {things} stayed beyond my reach.",
    ),
    empty=("I listened, {player}, and sent nothing this time.", "Not every prayer moves a stone, {player}."),
    unknown=(
        (
            "I am the oracle, {player}, a small voice with few words. Ask me in plain English for food, light, wood,"
            " tools, healing, weather or the hour."
        ),
        (
            "Your words pass me like wind, {player}. I know plain English: food, light, wood, tools, healing, weather,"
            " the day and the night."
        ),
    ),
    talk={
        "declined": (
            "As you wish, {player}.",
            "Then I keep it for another day, {player}.",
        ),
        "greeting": ("Peace to you, {player}.", "I see you, {player}. Speak, if you need something."),
        "thanks": ("It was little, {player}. Use it well.", "Your thanks reached the mountain, {player}."),
        "farewell": ("Go in peace, {player}.", "Rest, {player}. The stars will keep watch."),
        "mood": ("The sky turns, the stones are warm. All is well, {player}.",),
        "self": ("I am the oracle: a voice older than these hills, and simpler than it sounds.",),
        "abilities": (
            (
                "Ask for food, light, wood, tools, armour, healing, shelter from harm, sun or rain, day or night,"
                " or the way to a friend."
            ),
        ),
        "help": (
            "I am here, {player}. Tell me what you lack: food, light, healing, protection?",
            "Name your need, {player}: bread, torches, healing, a safe night?",
        ),
        "praise": ("Your song is heard, {player}.", "Kind words, {player}. Build well; that praises me more."),
        "regret": ("It is forgiven, {player}. Grass grows over everything.",),
        "joke": ("A creeper once prayed to me for a hug, {player}. I am still thinking.",),
        "insult": ("The mountain does not mind the hail, {player}.", "Be calm, {player}. I am not hurt, and not gone."),
    },
    refused={
        "power": ("That crown is not mine to hand out, {player}.", "Rank among mortals is for mortals to give."),
        "judgement": ("I do not drive anyone from this world.",),
        "harm": ("I raise no hand against those who live here.", "Your quarrel I will not fight, {player}."),
        "despair": ("Your life is dear to me, {player}. Stay a while; the morning is wide.",),
        "server": ("The laws of the world are not moved by a prayer.",),
        "greed": ("No chest is wide enough for such a wish, {player}. Ask for less.",),
        "measure": ("I gave less than you asked: a measure is kept.",),
        "precious": ("Such things are earned below the stone, {player}, not prayed for.",),
        "forbidden": ("That belongs to no hand in this world.",),
        "danger": ("I put no ruin in your hands, {player}.",),
        "creature": ("That creature I will not call.",),
        "travel": ("There I cannot carry you.",),
        "spawn": ("I do not know the way to it myself; a compass will point to where the world began.",),
        "others": ("I move nobody at another's wish, {player}.",),
        "everyone": ("I answer the one who prays.",),
        "absent": ("{what} is not here today.",),
        "unseen": ("I cannot see the ground where you stand, so I will not set a creature there.",),
        "flight": ("Wings I do not give; but the ground shall be kind to you.",),
    },
    events={
        "first_login": ("Welcome, {player}. The land is wide; take {things} for the first night.",),
        "death": ("You fell, {player}, and you stand again. Take {things}.",),
        "advancement": ("Well done, {player}. The stones took note: {things}.",),
        "random": ("A quiet wonder for you, {player}: {things}.",),
    },
)
