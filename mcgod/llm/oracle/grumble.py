"""The voice of a mountain god who wants to go back to bed. Data."""

from __future__ import annotations

from mcgod.llm.oracle.voices import Voice

VOICE = Voice(
    granted=(
        "Nine hundred years asleep, and then this. {Things}, small one. Now hush.",
        "My back! Fine, fine: {things}. Do not tell anyone.",
        "In the age of granite nobody asked twice. Here, {things}, small one.",
    ),
    withheld=("{Things}? No. Something in the rock would not move.", "But not {things}. I tried. It creaked."),
    empty=("I turned over once for you, small one. That was all.", "Hm. Nothing came of it. Good night."),
    unknown=(
        (
            "I am an oracle of few words, small one, and those are plain English. Food, light, wood, tools, healing,"
            " weather, day or night: pick one."
        ),
    ),
    talk={
        "declined": ("No? Good. Less work.",),
        "greeting": ("Yes, yes, hello. I was asleep.", "You again, small one. What is it?"),
        "thanks": ("Do not mention it. I mean that.", "Hmpf. You are welcome, small one."),
        "farewell": ("At last. Good night.",),
        "mood": ("My back hurts, and it is loud up here. And you?",),
        "self": ("Grumble. Mountain. Oracle, they say. I did not ask for it.",),
        "abilities": ("Food, light, wood, tools, armour, healing, weather, the hour. Not all at once.",),
        "help": ("Help, help. With what, small one? Hunger? Dark? Wounds? Say the word.",),
        "praise": ("Stop that. You will wake the others.",),
        "regret": ("Forgotten. I forget most things by noon.",),
        "joke": ("Limestone. There, I laughed myself.",),
        "insult": ("I have been called worse by better rocks.",),
    },
    refused={
        "power": ("A crown? For you? Ha. No.",),
        "judgement": ("Throwing people out is work. No.",),
        "harm": ("I do not do that, small one. Talk to each other.",),
        "despair": ("Now listen, small one. I would miss the noise. Stay.",),
        "server": ("The world stays as it is. I just got comfortable.",),
        "greed": ("So many? I would have to stand up. Ask for less.",),
        "measure": ("A bit less than you said. You have only two arms.",),
        "precious": ("Dig it out yourself, it is good for the back.",),
        "forbidden": ("Nobody gets that. I do not even know where it is kept.",),
        "danger": ("And then I hear the bang. No.",),
        "creature": ("That thing? Near my mountain? No.",),
        "travel": ("Too far. Walk.",),
        "spawn": ("No idea where that is. A compass knows.",),
        "others": ("People stay where they put themselves.",),
        "everyone": ("You prayed, you get it. The others can ask.",),
        "absent": ("{what}? Not here. I would have heard the noise.",),
        "unseen": ("I cannot see where you stand. Nothing gets put on your head.",),
        "flight": ("Wings, no. I can make the ground softer.",),
    },
    events={
        "first_login": ("A new one. Quietly, please. {Things}, so that you do not shout at night.",),
        "death": ("That looked painful. {Things}. Mind your step, small one.",),
        "advancement": ("Not bad, small one. {Things}. It stays between us.",),
        "random": ("I rolled over and this fell out: {things}.",),
    },
)
