"""Webhooks: signed, in order, retried, buried when hopeless, and resumed after a restart."""

import asyncio
import hashlib
import hmac
import json

import httpx
import pytest

from mcgod.bridge.hub import Hub
from mcgod.bridge.journal import Journal
from mcgod.bridge.webhooks import Hook, Webhook
from mcgod.errors import BadConfig

HOOK = Hook("me", "http://hook.test/x", "s3cret", types=("chat",), attempts=3)


def play(folder, answers, texts, hook=HOOK, expected=None):
    """Publish chat lines to a hub with one webhook; return the requests that the receiver got, and the webhook."""
    requests, answers = [], list(answers)

    def receive(request):
        requests.append(request)
        answer = answers.pop(0) if answers else 200
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, httpx.Response) else httpx.Response(answer)

    slept = []

    async def sleep(seconds):
        slept.append(round(seconds, 2))

    async def run():
        journal = Journal(folder)
        hub = Hub(journal, ring=100, clock=lambda: "2026-11-30T12:00:00.123Z")
        webhook = Webhook(hook, hub, transport=httpx.MockTransport(receive), sleep=sleep, jitter=lambda: 1.0)
        webhook.start()
        for text in texts:
            await hub.publish(
                [{"source": "log", "type": "chat", "player": "Steve", "text": text}, {"source": "log", "type": "join"}]
            )
        async with asyncio.timeout(30):
            while webhook.status()["waiting"] or len(requests) < (expected or 0):
                await asyncio.sleep(0)
        await webhook.stop()
        journal.close()
        return webhook

    return requests, asyncio.run(run()), slept


def test_a_delivery_is_signed_and_tells_all(tmp_path):
    (request,), webhook, _ = play(tmp_path, [], ["hi"])
    body = json.loads(request.content)
    assert (body["sequence"], body["type"], body["sender"], body["category"]) == (1, "chat", "Steve", "chat")
    assert body["data"]["text"] == "hi"
    assert body["timestamp"] == 1796040000123
    stamp = request.headers["x-mc-agent-timestamp"]
    mac = hmac.new(b"s3cret", f"{stamp}.".encode() + request.content, hashlib.sha256).hexdigest()
    assert request.headers["x-mc-agent-signature"] == f"sha256={mac}"
    assert request.headers["x-mc-agent-event-id"] == body["eventId"]
    assert request.headers["x-mc-agent-attempt"] == "1"
    assert "s3cret" not in repr(HOOK) + str(webhook.status()) + str(request.headers)


def test_what_may_be_better_next_time_is_tried_again_in_order(tmp_path):
    answers = [503, httpx.ConnectError("no"), 200, httpx.Response(429, headers={"retry-after": "7"}), 200]
    requests, webhook, slept = play(tmp_path, answers, ["a", "b"])
    assert [json.loads(request.content)["data"]["text"] for request in requests] == ["a", "a", "a", "b", "b"]
    assert [request.headers["x-mc-agent-attempt"] for request in requests] == ["1", "2", "3", "1", "2"]
    assert slept == [1.0, 2.0, 7.0]
    assert (webhook.delivered, webhook.retries, webhook.failed) == (2, 3, 0)


@pytest.mark.parametrize(
    ("answers", "reason", "tries"),
    [
        ([404], "HTTP 404", 1),
        (
            [httpx.Response(302, headers={"location": "http://elsewhere.test"})],
            "a redirect, which would lose the signature",
            1,
        ),
        ([500, 500, 500], "HTTP 500", 3),
        ([httpx.ReadTimeout("x")] * 3, "ReadTimeout", 3),
    ],
)
def test_what_is_hopeless_is_buried_and_the_queue_goes_on(tmp_path, answers, reason, tries):
    requests, webhook, _ = play(tmp_path, answers, ["a", "b"])
    assert [json.loads(request.content)["data"]["text"] for request in requests] == ["a"] * tries + ["b"]
    (dead,) = [json.loads(line) for line in (tmp_path / "webhooks" / "me.dead.jsonl").read_text().splitlines()]
    assert (dead["reason"], dead["event"]["text"]) == (reason, "a")
    assert (webhook.delivered, webhook.failed) == (1, 1)


def test_a_restart_goes_on_after_the_last_delivery(tmp_path):
    play(tmp_path, [], ["a"])
    journal = Journal(tmp_path)
    journal.append(
        [{"time": "2026-11-30T12:00:00.000Z", "source": "log", "type": "chat", "player": "Steve", "text": "meanwhile"}]
    )
    journal.close()
    requests, _, _ = play(tmp_path, [], ["b"])
    assert [json.loads(request.content)["data"]["text"] for request in requests] == ["meanwhile", "b"]


def test_a_hook_for_one_player_and_kind(tmp_path):
    requests, _, _ = play(tmp_path, [], ["a"], HOOK._replace(types=("god.*", "join")))
    assert [json.loads(request.content)["type"] for request in requests] == ["join"]
    requests, _, _ = play(tmp_path / "other", [], ["a"], HOOK._replace(player="alex"))
    assert requests == []


def test_the_settings_of_a_hook(mcgod, home, monkeypatch, tmp_path):
    from mcgod import config
    from mcgod.god.bridging import options
    from mcgod.paths import find

    environ = {"MCGOD_WEBHOOK_DISCORD_URL": "https://x.test/y", "MCGOD_WEBHOOK_DISCORD_TYPES": "chat,death"}
    paths = find({"MCGOD_HOME": str(home)})
    with pytest.raises(BadConfig, match="has no secret"):
        options(config.load(paths.config, environ=environ, cwd=tmp_path), paths)
    environ["MCGOD_WEBHOOK_DISCORD_SECRET"] = "hunter2"
    (hook,) = options(config.load(paths.config, environ=environ, cwd=tmp_path), paths).hooks
    assert (hook.name, hook.url, hook.types, hook.secret) == (
        "discord",
        "https://x.test/y",
        ("chat", "death"),
        "hunter2",
    )
    assert mcgod("config", "set", "webhook.discord.url", "https://x.test").exit_code == 0
    assert mcgod("config", "set", "webhook.discord.secret", "x").exit_code == 2
    assert mcgod("config", "set", "webhook.discord.colour", "x").exit_code == 78
    assert "webhook.discord.url" in mcgod("config", "show").stdout
