"""web.search over Tavily and SearXNG, as each speaks, and every way that it can fail."""

import pytest
from fake_web import FakeWeb, Hang, Page

from mcgod import config
from mcgod.errors import BadConfig, BadUsage, Cancelled, WebUnreachable
from mcgod.paths import find
from mcgod.tools import arguments
from mcgod.tools.port import Context
from mcgod.tools.web import family

KEY = "tvly-SECRET"
HITS = [
    {"title": "Breeding", "url": "https://a.test/1", "content": "Feed\n  them " + "wheat " * 100, "score": 0.98765},
    {"title": "", "url": "https://a.test/2", "snippet": "short"},
]


def settings(tmp_path, **given):
    environ = {f"MCGOD_TOOLS_SEARCH_{name.upper()}": value for name, value in given.items()}
    return config.load(tmp_path / "config.toml", environ=environ, cwd=tmp_path)


def run(found, name="web.search", cancel=None, **given):
    tool = next(one for one in family.tools(found, find({"MCGOD_HOME": "home"}), None) if one.name == name)
    return tool.run(arguments.checked(tool, given), Context(cancel=cancel))


@pytest.mark.parametrize("name", ["web.search", "search"])
def test_tavily_gets_the_key_in_a_header_and_nowhere_else(tmp_path, name):
    with FakeWeb(Page({"answer": "Use wheat.", "results": HITS})) as web:
        found = settings(tmp_path, provider="tavily", endpoint=web.url, api_key=KEY)
        result = run(found, name, query="breed cows " * 100, max_results="3")
    assert (web.paths, web.headers[0]["Authorization"]) == (["/search"], f"Bearer {KEY}")
    body = web.requests[0]
    assert body == {
        "query": ("breed cows " * 100)[:400], "search_depth": "advanced", "max_results": 3, "include_answer": True,
        "include_images": False, "include_raw_content": False,
    }  # fmt: skip
    snippet = ("Feed them " + "wheat " * 100)[:420] + "…"
    assert result.text.split("\n\n")[1:] == [
        "answer: Use wheat.",
        f"1. Breeding\n   https://a.test/1\n   {snippet}\n   score 0.988",
        "2. https://a.test/2\n   https://a.test/2\n   short",
    ]
    assert result.data["results"][1] == {"title": "", "url": "https://a.test/2", "snippet": "short", "score": None}


def test_searxng_is_asked_for_json(tmp_path):
    with FakeWeb(Page({"results": HITS * 9, "answers": [{"answer": "Wheat."}]}), Page({"results": []})) as web:
        found = settings(tmp_path, provider="searxng", endpoint=f"{web.url}/sub/")
        result, nothing = run(found, query="cows & pigs"), run(found, query="nothing")
    assert web.paths[0] == "/sub/search?q=cows+%26+pigs&format=json"
    assert "authorization" not in web.headers[0]
    assert (len(result.data["results"]), result.data["answer"]) == (5, "Wheat.")
    assert (nothing.ok, nothing.text) == (True, "results for 'nothing' (searxng)\n\nnothing was found")


def test_without_a_provider_the_cure_is_told_and_models_are_not_offered_it(tmp_path):
    assert not family.configured(settings(tmp_path))
    with pytest.raises(BadConfig, match="no web search is set up") as bad:
        run(settings(tmp_path), query="x")
    assert "mcgod config set tools.search.provider" in bad.value.hint
    for given in ({"provider": "tavily"}, {"provider": "searxng"}):
        assert not family.configured(settings(tmp_path, **given))
        with pytest.raises(BadConfig, match="wants a key|has no address"):
            run(settings(tmp_path, **given), query="x")
    assert family.configured(settings(tmp_path, provider="tavily", api_key=KEY))
    assert family.configured(settings(tmp_path, provider="searxng", endpoint="http://127.0.0.1:8888"))


def test_the_key_may_stand_in_a_file_of_its_own(tmp_path):
    path = tmp_path / "key"
    path.write_text(f"{KEY}\n")
    path.chmod(0o644)
    with FakeWeb(Page({"results": []})) as web:
        found = settings(tmp_path, provider="tavily", endpoint=web.url, api_key_file=str(path))
        with pytest.raises(BadConfig, match="other users may read it"):
            run(found, query="x")
        path.chmod(0o600)
        run(found, query="x")
    assert web.headers[0]["Authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize(
    ("page", "message"),
    [
        (Page({"detail": f"bad key {KEY}"}, 401), r'answered 401: \{"detail": "bad key \*\*\*"\}'),
        (Page("x" * 900, 500), "answered 500: x{400}…$"),
        (Page("<html>", 200), "sent no JSON: <html>"),
        (Page([1], 200), "in a form that is not its own"),
        (Page({"results": ["text"]}, 200), "in a form that is not its own"),
        (Page(b"", 302, headers={"Location": "http://169.254.169.254/"}), "answered 302: nothing"),
    ],
)
def test_failures_of_the_service_say_what_it_said_without_the_key(tmp_path, page, message):
    with FakeWeb(page) as web, pytest.raises(WebUnreachable, match=message) as failed:
        run(settings(tmp_path, provider="tavily", endpoint=web.url, api_key=KEY), query="x")
    assert KEY not in f"{failed.value.message}{failed.value.hint}"
    assert len(web.paths) == 1


def test_searxng_without_json_says_where_to_allow_it(tmp_path):
    with FakeWeb(Page("Forbidden", 403)) as web, pytest.raises(WebUnreachable) as failed:
        run(settings(tmp_path, provider="searxng", endpoint=web.url), query="x")
    assert "search.formats" in failed.value.hint


def test_a_service_that_is_not_there_names_the_setting(tmp_path):
    with FakeWeb() as web:
        gone = web.url
    with pytest.raises(WebUnreachable, match=r"127\.0\.0\.1 cannot be reached") as failed:
        run(settings(tmp_path, provider="searxng", endpoint=gone), query="x")
    assert "is tools.search.endpoint right" in failed.value.hint
    with pytest.raises(BadConfig, match=r"tools\.search\.endpoint is not a URL"):
        run(settings(tmp_path, provider="searxng", endpoint="http://[::1]:port"), query="x")


def test_a_search_can_be_stopped(tmp_path):
    import threading

    hang, cancel = Hang(headers=False), threading.Event()
    with FakeWeb(hang) as web:
        threading.Thread(target=lambda: hang.reached.wait() and cancel.set()).start()
        with pytest.raises(Cancelled):
            run(settings(tmp_path, provider="searxng", endpoint=web.url), query="x", cancel=cancel)
        hang.left.wait()


@pytest.mark.parametrize(
    "given", [{}, {"query": ""}, {"query": "  "}, {"query": "x", "max_results": 11}, {"query": "x", "max_results": 0}]
)
def test_wrong_arguments_are_named(tmp_path, given):
    with pytest.raises(BadUsage, match="query|max_results"):
        run(settings(tmp_path, provider="searxng", endpoint="http://127.0.0.1:1"), **given)
