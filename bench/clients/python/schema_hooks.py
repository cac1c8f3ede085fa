"""Hooks of schemathesis: most requests that obey the schema are made ones that a model answers, with a short reply, and
streams are checked event by event."""

import json
import os

import jsonschema_rs
import schemathesis

MODEL = os.environ["TROUPE_MODEL"]
MOST_TOKENS = 3
MOST_CHOICES = 2
IDS = 1000  # a vocabulary has at least so many
GENERATING = {"/v1/chat/completions": "ChatChunk", "/v1/completions": "CompletionChunk"}


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body
    if case.operation.path not in GENERATING or not isinstance(body, dict):
        return
    positive = case.meta is not None and case.meta.generation.mode.is_positive
    # Every eighth stays as it is: rules between fields, and limits that depend on the model, are not in the schema.
    if positive and len(json.dumps(body)) % 8:
        answerable(body)
    tokens = body.get("max_tokens", body.get("max_completion_tokens"))
    if tokens is None or (type(tokens) in (int, float) and MOST_TOKENS < tokens < 2**31):
        body.pop("max_completion_tokens", None)
        body["max_tokens"] = MOST_TOKENS


def answerable(body):
    body["model"] = MODEL
    body.pop("best_of", None)
    if (body.get("n") or 1) > MOST_CHOICES:
        body["n"] = MOST_CHOICES
    body["max_tokens"] = min(body.get("max_tokens") or MOST_TOKENS, MOST_TOKENS)
    body.pop("max_completion_tokens", None)
    if body.get("min_tokens"):
        body["min_tokens"] = min(body["min_tokens"], body["max_tokens"])
    if body.get("stop_token_ids"):
        body["stop_token_ids"] = ids(body["stop_token_ids"])
    if body.get("logit_bias"):
        body["logit_bias"] = {str(int(key) % IDS): bias for key, bias in body["logit_bias"].items()}
    if "prompt" in body:
        body["prompt"] = prompt(body["prompt"])
    if body.get("top_logprobs"):
        body["logprobs"] = True
    if body.get("stream") is None and len(json.dumps(body)) % 2:
        body["stream"] = True
    if not body.get("stream"):
        body.pop("stream_options", None)


def prompt(value):
    if isinstance(value, list):
        return ids(value) if isinstance(value[0], (int, float)) else [prompt(one) for one in value[:MOST_CHOICES]]
    return value or "x"


def ids(values):
    return [int(value) % IDS for value in values]


@schemathesis.check
def stream_conformance(context, response, case):
    """Each event of a stream has its schema, and the stream one end."""
    if not response.headers.get("content-type", [""])[0].startswith("text/event-stream"):
        return
    chunk = GENERATING[case.operation.path]
    events = [line[len("data: "):] for line in response.text.split("\n") if line.startswith("data: ")]
    assert events, "the stream has no events"
    failed = events[-1] != "[DONE]"
    for place, event in enumerate(events if failed else events[:-1]):
        name = "Error" if failed and place == len(events) - 1 else chunk
        wrong = next(validator(case.operation.schema.raw_schema, name).iter_errors(json.loads(event)), None)
        assert wrong is None, f"event {place} of {len(events)} is no {name}: {wrong.message}: {event}"


VALIDATORS = {}


def validator(document, name):
    if name not in VALIDATORS:
        VALIDATORS[name] = jsonschema_rs.Draft202012Validator(
            {"$ref": f"#/components/schemas/{name}", "components": document["components"]})
    return VALIDATORS[name]
