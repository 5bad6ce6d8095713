"""Read a prayer into a plan: clause by clause, the longest phrase first.

Pure. The tables are in intents.py, things.py and talk.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mcgod.llm.oracle import acts
from mcgod.llm.oracle.hearing import hear, main_and_purpose, name_at
from mcgod.llm.oracle.intents import Intent, by_name, by_phrase
from mcgod.llm.oracle.items import Thing
from mcgod.llm.oracle.plan import GREEDY, Plan, beside, gifts, quoted
from mcgod.llm.oracle.talk import by_word
from mcgod.llm.oracle.things import DANGEROUS, OPERATOR_ONLY, PRECIOUS, REPLACED
from mcgod.llm.oracle.words import ARTICLES, Word, near, terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.llm.oracle.hearing import Clause
    from mcgod.llm.oracle.plan import Scene

_CALLING = terms("spawn summon")
_LONGEST_PHRASE = 4  # words
_SHORTEST_MISSPELT = 5  # letters; shorter words are too close to each other
_MOST_MISSPELT = 20  # words of a prayer that are compared with all known ones
_COMMON = terms(  # not misspelt, whatever they are close to
    "starting staring hunter break breaks store stores sward house place where there three these those would could"
    " should being right might sight thing think world words while which great heard found sleep sleeping leave touch"
    " grass apply spring plans monkey spear click clone along share books looks hours about again other after every"
    " never first today place party quite quiet since small still their until watch night angry"
)
_LINKS = terms("for to me a an my with in at on everyone everybody all players x")


class Hit(NamedTuple):
    """A phrase of a clause that means something; ``n`` is the number beside it, ``owned`` when ``my`` stands there."""

    what: Intent | Thing | str
    n: int | None
    phrase: str
    owned: bool


def read(prayer: str, scene: Scene) -> Plan:
    """Make a plan for ``prayer``."""
    plan = Plan()
    scene = scene._replace(absent=acts.absent(prayer, scene))
    purposes: list[Clause] = []
    misspelt = _MOST_MISSPELT
    for heard in hear(prayer, scene.people):
        clause, purpose = main_and_purpose(heard)
        if purpose and (heard.asks or heard.lacks):
            purposes.append(purpose)
        if acts.teleport(clause, scene, plan):
            continue
        hits = _hits(clause.words, scene)
        if not any(isinstance(hit.what, (Intent, Thing)) for hit in hits) and misspelt > 0:
            mended = clause._replace(words=(*_mended(clause.words[:misspelt], scene), *clause.words[misspelt:]))
            misspelt -= len(clause.words)
            if better := _hits(mended.words, scene):
                clause, hits = mended, better
        _follow(clause, hits, scene, plan)
    if not plan.commands and not plan.refused:
        for purpose in purposes:
            _follow(purpose, _hits(purpose.words, scene), scene, plan)
    return _spared(plan, scene)


def _hits(words: Sequence[Word], scene: Scene) -> list[Hit]:
    hits: list[Hit] = []
    at = 0
    while at < len(words):
        for size in range(min(_LONGEST_PHRASE, len(words) - at), 0, -1):
            part = [word for word in words[at : at + size] if isinstance(word, str)]
            phrase = " ".join(part)
            what = len(part) == size and (by_phrase().get(phrase) or by_word().get(phrase) or scene.items.find(part))
            if what:
                n = _count(words, at, at + size, articles=isinstance(what, Thing))
                hits.append(Hit(what, n, phrase, owned=at > 0 and words[at - 1] == "my"))
                at += size
                break
        else:
            at += 1
    return hits


def _count(words: Sequence[Word], start: int, end: int, *, articles: bool) -> int | None:
    before, after = words[start - 1] if start else None, words[end] if end < len(words) else None
    if isinstance(before, int):
        return before
    if isinstance(after, int):
        return after
    return 1 if articles and before in ARTICLES else None


def _mended(words: Sequence[Word], scene: Scene) -> tuple[Word, ...]:
    known = {word for word in by_phrase() if " " not in word and len(word) >= _SHORTEST_MISSPELT}
    known |= {word for word in scene.items.words() if len(word) >= _SHORTEST_MISSPELT}
    return tuple(_mended_word(word, known) for word in words)


def _mended_word(word: Word, known: set[str]) -> Word:
    if not isinstance(word, str) or len(word) < _SHORTEST_MISSPELT or word in _COMMON:
        return word
    return near(word, known) or word


def _follow(clause: Clause, hits: list[Hit], scene: Scene, plan: Plan) -> None:
    """Add to ``plan`` what the hits of one clause lead to."""
    asked = clause.asks or clause.lacks or clause.bare or _is_all(hits, clause.words, scene)
    if hits and clause.refuses and not clause.bare:
        plan.talk.append("declined")
    for hit in hits:
        if isinstance(hit.what, str):
            plan.talk.append(hit.what)
        elif isinstance(hit.what, Thing):
            if asked and not (clause.refuses and not clause.bare) and (clause.lacks or not hit.owned):
                _give(hit, clause, scene, plan)
        elif intent := _meant(hit.what, clause, asked=asked):
            _serve(intent, hit, clause, scene, plan)


def _is_all(hits: list[Hit], words: Sequence[Word], scene: Scene) -> bool:
    """Whether a clause is nothing but its hits, as in ``64 torches for Alex``."""
    told = {part for hit in hits for part in hit.phrase.split()}
    rest = [word for word in words if isinstance(word, str) and word not in told and word not in _LINKS]
    return not any(name_at(word, scene.people) is None for word in rest)


def _meant(intent: Intent, clause: Clause, *, asked: bool) -> Intent | None:
    """Return what the clause's mood makes of ``intent``: itself, its opposite, or nothing."""
    if intent.denied == intent.name and clause.refuses:  # who wants an evil to end has it
        return intent if clause.ends else None
    if intent.denied and (clause.refuses or (clause.complains and not clause.asks)):
        return by_name()[intent.denied]
    if clause.refuses and not clause.bare:
        return None
    return intent if asked or intent.need or intent.refusal else None


def _serve(intent: Intent, hit: Hit, clause: Clause, scene: Scene, plan: Plan) -> None:
    plan.heard.append(intent.name)
    if intent.act:
        acts.ACTS[intent.act](clause, scene, plan)
        return
    if intent.called and _CALLING.intersection(clause.words):
        plan.refuse(intent.called, hit.phrase)
        return
    if intent.refusal:
        plan.refuse(intent.refusal, hit.phrase)
    place = beside(scene)
    if any("{x}" in command for command in intent.commands) and place is None:
        plan.refuse("unseen", hit.phrase)
        return
    n = min(hit.n or intent.n, 64 if scene.sudo else intent.most)
    if (hit.n or 0) >= GREEDY:
        plan.refuse("greed", hit.phrase)
        return
    for who in acts.recipients(clause, scene, plan) or [""]:
        told = [command for command in intent.commands if who or "{who}" not in command]
        plan.add(*(command.format(who=quoted(who), n=n, **(place or {})) for command in told))


def _give(hit: Hit, clause: Clause, scene: Scene, plan: Plan) -> None:
    assert isinstance(hit.what, Thing)
    item = hit.what.item
    plan.heard.append(hit.phrase)
    if item in OPERATOR_ONLY or item.endswith("_spawn_egg"):
        plan.refuse("forbidden", hit.phrase)
        return
    if not scene.sudo:
        if item in DANGEROUS:
            plan.refuse("danger", hit.phrase)
            return
        metal, _, rest = item.partition("_")
        if metal in REPLACED and item not in PRECIOUS:
            plan.refuse("precious", hit.phrase)
            item = f"{REPLACED[metal]}_{rest}"
            if not scene.items.has(item) or rest in {"ingot", "scrap", "block"}:
                return
    count = hit.n if hit.n is not None else hit.what.n
    if count >= GREEDY or count < 1:
        plan.refuse("greed", hit.phrase)
        return
    most = 256 if scene.sudo else min(64, PRECIOUS.get(item, 64))
    if hit.n is not None and count > most:
        plan.refuse("measure" if most else "precious", hit.phrase)
    if hit.owned:  # what somebody took goes back to the one who lost it
        clause = clause._replace(names=())
    for who in acts.recipients(clause, scene, plan):
        plan.add(*gifts(item, min(count, most), who))


def _spared(plan: Plan, scene: Scene) -> Plan:
    """Drop what another part of the same plan makes needless, and gifts that this version does not have."""
    heard = set(plan.heard)
    for intent in (by_name()[name] for name in heard if name in by_name()):
        if intent.spared_by & heard:
            starts = tuple(command.split("{n}")[0].format(who=quoted(scene.player)) for command in intent.commands)
            plan.commands = [command for command in plan.commands if not command.startswith(starts)]
    plan.commands = [command for command in plan.commands if _exists(command, scene)]
    return plan


def _exists(command: str, scene: Scene) -> bool:
    item = command.rpartition(" minecraft:")[2].split(" ")[0] if command.startswith("give ") else ""
    return not item or scene.items.has(item)
