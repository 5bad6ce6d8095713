"""The API against its own OpenAPI document, by schemathesis: whatever is sent, the answer is one that was told of."""

import httpx
import pytest
import schemathesis
from gateway_play import TOKEN, Answering, gateway_on, services_of
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from turn_scenarios import BREAD

from mcgod.game.port import FakeGame, PlayerState

OPERATIONS = [
    ("POST", "/v1/session/start"), ("GET", "/v1/session/{session_id}"), ("POST", "/v1/session/{session_id}/message"),
    ("POST", "/v1/session/{session_id}/close"), ("GET", "/v1/requests"), ("GET", "/v1/requests/{request_id}"),
    ("POST", "/v1/requests/{request_id}/cancel"), ("POST", "/v1/requests/{request_id}/answer"),
    ("GET", "/api/agent/resolve"), ("GET", "/healthz"), ("GET", "/metrics"),
]  # fmt: skip
# What has the right shape may still mean nothing, such as an empty prayer: that is a 400.
CONFIG = schemathesis.Config.from_dict(
    {"checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "400", "401", "403", "404", "409", "429"]}}}
)
SLOW = [HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large]
HEAD = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """The document of a gateway, and one who calls it."""
    folder = tmp_path_factory.mktemp("gateway")
    model = Answering(lambda asked: BREAD if asked["task"] == "commands" else "Eat.")
    game = FakeGame(players={"Steve": PlayerState("Steve")})
    services = services_of(folder, command_model=model, message_model=model, game=game)
    with gateway_on(folder, services) as api:
        schema = schemathesis.openapi.from_dict(api.get("/openapi.json").json(), config=CONFIG)
        yield schema, api


def held(world, method, path, examples):
    """Send ``examples`` requests, sound and unsound, to one operation, and hold the answers against the document."""
    schema, api = world
    operation = schema[path][method]
    session = api.start()

    @settings(max_examples=examples, deadline=None, phases=[Phase.generate], database=None,
              suppress_health_check=SLOW)  # fmt: skip
    @given(st.data(), st.booleans())
    def hold(data, sound):
        mode = schemathesis.GenerationMode.POSITIVE if sound else schemathesis.GenerationMode.NEGATIVE
        try:
            case = data.draw(operation.as_strategy(generation_mode=mode))
        except Exception as error:
            if "impossible" in str(error).lower() or type(error).__name__ in ("SkipTest", "Unsatisfiable"):
                return  # there is nothing that could be wrong
            raise
        if "session_id" in path and sound:
            case.path_parameters = {"session_id": session}
        case.headers = {key: value for key, value in (case.headers or {}).items() if key != "Idempotency-Key"} | HEAD
        answer = case.call(base_url=str(api.base_url))
        case.validate_response(answer)
        assert answer.status_code < 500

    hold()


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_operation_answers_as_it_says(world, method, path):
    held(world, method, path, 6)


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_every_operation_answers_as_it_says_to_many(world, method, path):
    held(world, method, path, 300)


def test_the_document_names_every_operation(world):
    _, api = world
    told = api.get("/openapi.json").json()["paths"]
    found = {(method.upper(), path) for path, methods in told.items() for method in methods}
    assert found == set(OPERATIONS)
    for path, methods in told.items():
        for method, one in methods.items():
            assert {"400", "401", "404", "422", "500"} <= set(one["responses"]), (method, path)
    assert httpx.get(f"{api.base_url}/openapi.json", trust_env=False).status_code == 401
