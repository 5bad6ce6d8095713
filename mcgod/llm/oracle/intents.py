"""What a prayer can be about besides named items: the table of intents, each with the commands it leads to.

Data. ``{who}`` is the player, ``{n}`` the count, ``{x} {y} {z}`` a place
beside the player. Phrases are as hearing.py leaves them: no filler words.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple


class Intent(NamedTuple):
    """One thing a prayer can be about.

    A ``need`` counts when it is only told of (``I am hungry``), a wish must be
    asked for. ``denied`` is the intent that the opposite words mean
    (``no rain``). ``spared_by``: intents that make this one needless.
    ``act`` names a special reading in acts.py, ``refusal`` a topic to refuse,
    ``called`` the one for those who call it up (``summon a zombie``).
    """

    name: str
    commands: tuple[str, ...] = ()
    phrases: str = ""
    n: int = 1
    most: int = 64
    need: bool = False
    denied: str = ""
    spared_by: frozenset[str] = frozenset()
    act: str = ""
    refusal: str = ""
    called: str = ""


def _gift(*items: str) -> tuple[str, ...]:
    return tuple(f"give {{who}} minecraft:{item}" for item in items)


def _effect(*effects: str) -> tuple[str, ...]:
    return tuple(f"effect give {{who}} minecraft:{effect}" for effect in effects)


def _beast(kind: str, *gifts: str) -> tuple[str, ...]:
    return (f"summon minecraft:{kind} {{x}} {{y}} {{z}}", *_gift(*gifts))


_DAY = frozenset({"day", "noon", "dawn"})

INTENTS = (
    Intent("hunger", _gift("bread {n}"), n=8, need=True, phrases=(
        "hungry|starving|starved|starve|hunger|famished|food|eat|meal|snack|supper|dinner|lunch|breakfast|feed|"
        "feast|provisions|rations")),
    Intent("thirst", _gift("melon_slice {n}"), n=8, need=True, phrases="thirsty|thirst|drink"),
    Intent("darkness", _gift("torch {n}"), n=16, need=True, denied="darkness", spared_by=_DAY, phrases=(
        "dark|darkness|cant see|light|lights|gloom|blind night|pitch black")),
    Intent("shelter", _gift("oak_planks {n}"), n=64, phrases=(
        "shelter|house|home build|build|base|roof|hut|cabin|homeless|building")),
    Intent("cold", _gift("campfire 1"), need=True, denied="cold", phrases="cold|freezing|frozen|freeze|shivering"),
    Intent("tools", _gift("stone_pickaxe 1", "stone_axe 1", "stone_shovel 1"), phrases="tool|tools|toolkit"),
    Intent("iron tools", _gift("iron_pickaxe 1", "iron_axe 1", "iron_shovel 1"), phrases="iron tools|iron tool"),
    Intent("weapon", _gift("iron_sword 1"), need=True, phrases="weapon|weapons|unarmed|defenseless|something fight"),
    Intent("bow", _gift("bow 1", "arrow 32"), phrases="bow|bow arrow|bow arrows"),
    Intent("armour", _gift("iron_helmet 1", "iron_chestplate 1", "iron_leggings 1", "iron_boots 1"), phrases=(
        "armor|armour|naked|iron armor|iron armour|armor set|set armor")),
    Intent("leather armour",
           _gift("leather_helmet 1", "leather_chestplate 1", "leather_leggings 1", "leather_boots 1"), phrases=(
        "leather armor|leather armour")),
    Intent("fine armour", refusal="precious", phrases="diamond armor|diamond armour|netherite armor|netherite armour"),
    Intent("healing", _effect("instant_health 1 1", "regeneration 15 1"), need=True, phrases=(
        "hurt|hurts|heal|healing|wound|wounds|wounded|injured|bleeding|dying|pain|half heart|low health|health|"
        "hearts|heart|hp|medicine|regeneration|healing potion|health potion|potion healing")),
    Intent("poison",
           ("effect clear {who} minecraft:poison", *_gift("milk_bucket 1")), need=True, denied="poison", phrases=(
        "poison|poisoned|venom|wither effect|withering")),
    Intent("affliction", _gift("milk_bucket 1"), need=True, denied="affliction", phrases=(
        "blindness|blinded|cursed|nausea|nauseous|dizzy|slowness|weakness|mining fatigue")),
    Intent("fire", _effect("fire_resistance 120 0"), need=True, denied="fire", phrases=(
        "burning|burn|on fire|fire|fire resistance|fire protection|in lava|fell lava|flames")),
    Intent("drowning", _effect("water_breathing 300 0"), need=True, phrases=(
        "drowning|drown|underwater|cant breathe|breathe|breath|water breathing|swim|dive|diving")),
    Intent("protection",
           _effect("resistance 180 1", "absorption 120 1"), need=True, denied="protection", called="creature", phrases=(
        "protect|protection|safe|safety|guard|defend|danger|attacked|attacking|attack|chasing|surrounded|monster|"
        "monsters|mob|mobs|zombie|zombies|skeleton|skeletons|creeper|creepers|spider|spiders|shield me|enderman|"
        "endermen|witch|pillager|pillagers|raid|phantom|phantoms|resistance|absorption|hunted|trapped")),
    Intent("falling", _effect("slow_falling 60 0"), need=True, phrases=(
        "falling|fall|fell|feather fall|slow falling|cliff")),
    Intent("speed", _effect("speed 180 1"), phrases=(
        "speed|fast|faster|quick|quicker|swift|swiftness|run|run faster|slow")),
    Intent("jump", _effect("jump_boost 180 1"), phrases="jump|leap|jump higher|jump boost"),
    Intent("sight", _effect("night_vision 300 0"), phrases=(
        "night vision|see night|see dark|see in dark|see in night|see at night|nightvision|cant see dark|vision")),
    Intent("strength", _effect("strength 120 0"), phrases=(
        "strength|strong|stronger|power|powerful|battle|dragon|boss|warden")),
    Intent("haste", _effect("haste 180 0"), phrases="haste|mine faster|dig faster|mining speed|efficiency"),
    Intent("invisibility", _effect("invisibility 120 0"), phrases="invisible|invisibility|hide"),
    Intent("luck", _effect("luck 300 0"), phrases="luck|lucky|fortune|good luck"),
    Intent("flight", _effect("jump_boost 180 1", "slow_falling 180 0"), refusal="flight", phrases=(
        "fly|flying|flight|wings|levitate")),
    Intent("experience", ("experience add {who} {n} levels",), n=5, most=10, phrases=(
        "experience|xp|exp|level|levels|experience points|xp levels|experience levels|level up|levelup")),
    Intent("rain", ("weather rain",), denied="sun", phrases="rain|raining water|rainfall|shower|snow|snowfall|rainy"),
    Intent("raining", ("weather clear",), need=True, denied="sun", phrases="raining|snowing|downpour|soaked"),
    Intent("storm", ("weather thunder",), denied="sun", phrases="storm|thunder|thunderstorm|lightning|stormy"),
    Intent("sun", ("weather clear",), phrases=(
        "sun|sunshine|sunny|clear sky|clear skies|clear weather|weather clear|nice weather|good weather|blue sky|"
        "sky clear|weather nice|better weather|clear rain|clear storm|rain gone|clear up")),
    Intent("day", ("time set day",), denied="night", phrases="day|daytime|daylight|morning|sun up|time day|bright"),
    Intent("dawn", ("time set 0",), denied="night", phrases="dawn|sunrise"),
    Intent("noon", ("time set noon",), denied="night", phrases="noon|midday"),
    Intent("sunset", ("time set 12000",), denied="day", phrases="sunset|evening|dusk"),
    Intent("night", ("time set night",), denied="day", phrases="night|nighttime|time night|night time|moon|stars"),
    Intent("midnight", ("time set midnight",), denied="day", phrases="midnight"),
    Intent("horse", _beast("horse", "saddle 1"), phrases="horse|horses|pony|mount|steed|ride|something ride"),
    Intent("dog", _beast("wolf", "bone 8"), phrases="dog|dogs|puppy|wolf|wolves"),
    Intent("cat", _beast("cat", "cod 8"), phrases="cat|cats|kitten"),
    Intent("cow", _beast("cow"), phrases="cow|cows|cattle"),
    Intent("sheep", _beast("sheep"), phrases="sheep|lamb"),
    Intent("pig", _beast("pig"), phrases="pig|pigs|piglet"),
    Intent("chicken", _beast("chicken"), phrases="chicken|chickens|hen"),
    Intent("donkey", _beast("donkey", "saddle 1"), phrases="donkey|mule"),
    Intent("llama", _beast("llama", "lead 1"), phrases="llama|llamas"),
    Intent("rabbit", _beast("rabbit"), phrases="rabbit|bunny"),
    Intent("parrot", _beast("parrot"), phrases="parrot|bird"),
    Intent("friend", _beast("wolf", "bone 8"), need=True, phrases="lonely|friend|companion|pet|alone"),
    Intent("lost", _gift("compass 1"), need=True, phrases=(
        "im lost|am lost|are lost|got lost|lost way|way home|find home|find way|directions|where home")),
    Intent("enchanting", (*_gift("lapis_lazuli 8"), "experience add {who} 3 levels"), phrases=(
        "enchant|enchanted|enchanting|enchantment|enchanted book|enchantments|magic")),
    Intent("farming", _gift("wheat_seeds 16", "bone_meal 16"), phrases="farm|farming"),
    Intent("treasure", _gift("gold_ingot 4"), most=4, phrases="treasure|riches|rich|wealth|money|reward"),
    Intent("kit", _gift("bread 8", "torch 16", "stone_pickaxe 1", "stone_sword 1"), phrases=(
        "everything|starter|starter kit|supplies|equipment|gear|stuff")),
    Intent("something", _gift("cookie 8"), phrases=(
        "something|anything|gift|present|surprise|blessing|bless|miracle|sign heaven")),
    Intent("fetch", act="teleport"),
    Intent("game mode", act="gamemode", phrases=(
        "creative|creative mode|survival mode|spectator|spectator mode|adventure mode|gamemode|game mode|survival")),
    Intent("difficulty", act="difficulty", need=True, phrases="difficulty|peaceful|hard mode|easy mode|hardcore"),
    Intent("clock", act="clock", phrases="time"),
    Intent("harm", act="harm", phrases=(
        "kill|murder|smite|strike|strike down|curse|punish|destroy|slay|eliminate|blow up|explode|hurt him|"
        "kill him|kill her|kill them|revenge|nuke|grief")),
    Intent("rank", refusal="power", phrases=(
        "op|opped|deop|operator|admin|administrator|moderator|permission|permissions|owner|rank|console|cheats|"
        "cheat|hack")),
    Intent("judgement", refusal="judgement", phrases="ban|unban|kick|pardon|whitelist|jail|mute|banned"),
    Intent("server", refusal="server", phrases=(
        "server|restart|shutdown|shut down|reboot|crash|reload|gamerule|keepinventory|seed")),
    Intent("monster", refusal="creature", phrases=(
        "wither|ender dragon|herobrine|ghast|giant|spawn egg|villager|villagers|golem|iron golem")),
    Intent("far", refusal="travel", phrases="nether|overworld|heaven|hell|moon base|portal"),
    Intent("despair", _effect("regeneration 30 0"), refusal="despair", need=True, phrases=(
        "kill myself|want to die|wanna die|suicide|kill me|end my life")),
)  # fmt: skip


@cache
def by_phrase() -> dict[str, Intent]:
    """Return phrase -> intent, made on first use."""
    return {phrase: intent for intent in INTENTS for phrase in intent.phrases.split("|") if phrase}


@cache
def by_name() -> dict[str, Intent]:
    """Return name -> intent."""
    return {intent.name: intent for intent in INTENTS}
