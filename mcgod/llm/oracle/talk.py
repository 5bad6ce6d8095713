"""Small talk: what a prayer can be about when it wants nothing. Data."""

from __future__ import annotations

from functools import cache

# topic -> phrases, as hearing.py leaves them
_TOPICS = {
    "greeting": "hello|hi|hey|hail|greetings|good morning|good evening|good day|yo|sup|howdy",
    "thanks": "thanks|thank|thank you|thx|ty|grateful|gratitude|thankful|appreciate",
    "farewell": "goodbye|bye|good night|goodnight|farewell|see you|cya",
    "mood": "how you|how are you|how are u|hows it going|whats up|how you doing",
    "self": "who are you|what are you|are you real|are you god|are you there|you exist|do you exist|are you ai|"
    "are you bot|your name|who made you|what name",
    "abilities": "what can you do|what you do|how does work|how work|commands|instructions|what can i ask|what ask",
    "praise": "love you|i love you|praise|worship|glory|hallelujah|amen|best god|almighty|holy|adore",
    "regret": "sorry|forgive|forgiveness|repent|sinned|apologize|apologies",
    "joke": "joke|laugh|funny|bored|story|sing|song|tell me something",
    "insult": "stupid|idiot|dumb|useless|fuck|fucking|shit|suck|sucks|trash|hate you|worthless|bastard|"
    "moron|ugly god|liar",
    "help": "help|help me|save me|rescue|sos|mercy|have mercy|save",
}


@cache
def by_word() -> dict[str, str]:
    """Return phrase -> topic."""
    return {phrase: topic for topic, phrases in _TOPICS.items() for phrase in phrases.split("|")}
