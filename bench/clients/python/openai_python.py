"""The official Python client against a running server."""

import openai

from checks import KEY, MODEL, URL, await_running, run, running_sequences, same

client = openai.OpenAI(base_url=URL + "/v1", api_key=KEY, max_retries=0)
ASK = {"model": MODEL, "messages": [{"role": "user", "content": "Name three rivers."}], "max_tokens": 24, "seed": 7}
LONG = {**ASK, "max_tokens": 2000, "extra_body": {"ignore_eos": True}, "stream": True}


def models():
    names = [model.id for model in client.models.list()]
    same(client.models.retrieve(MODEL).id, names[0])
    return f"{len(names)} listed"


def chat():
    reply = client.chat.completions.create(**ASK)
    assert reply.choices[0].message.content, "the reply is empty"
    same(reply.choices[0].message.role, "assistant")
    same(reply.usage.prompt_tokens + reply.usage.completion_tokens, reply.usage.total_tokens)
    return f"{reply.usage.completion_tokens} tokens, {reply.choices[0].finish_reason}"


def stream():
    whole = client.chat.completions.create(**ASK)
    chunks = list(client.chat.completions.create(**ASK, stream=True))
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    same(text, whole.choices[0].message.content)
    same([chunk.usage for chunk in chunks if chunk.usage], [])
    ends = [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices[0].finish_reason]
    same(ends, [whole.choices[0].finish_reason])
    return f"{len(chunks)} events"


def usage_in_stream():
    whole = client.chat.completions.create(**ASK)
    chunks = list(client.chat.completions.create(**ASK, stream=True, stream_options={"include_usage": True}))
    same([chunk.usage is not None for chunk in chunks], [False] * (len(chunks) - 1) + [True])
    same(chunks[-1].choices, [])
    same(chunks[-1].usage.completion_tokens, whole.usage.completion_tokens)
    return f"{chunks[-1].usage.total_tokens} tokens"


def seeds():
    texts = [client.chat.completions.create(**{**ASK, "seed": seed}).choices[0].message.content for seed in (7, 7, 8)]
    same(texts[0], texts[1])
    assert texts[0] != texts[2], "seeds 7 and 8 give the same text"


def choices():
    one = client.chat.completions.create(**ASK)
    two = client.chat.completions.create(**ASK, n=2)
    same([choice.index for choice in two.choices], [0, 1])
    same(two.choices[0].message.content, one.choices[0].message.content)
    assert two.choices[0].message.content != two.choices[1].message.content, "both choices are equal"
    same(two.usage.prompt_tokens, one.usage.prompt_tokens)


def chat_logprobs():
    reply = client.chat.completions.create(**ASK, logprobs=True, top_logprobs=3)
    tokens = reply.choices[0].logprobs.content
    assert all(len(token.top_logprobs) == 3 for token in tokens), "a token has not 3 alternatives"
    text = b"".join(bytes(token.bytes) for token in tokens if not token.token.startswith("<|"))
    same(text.decode(), reply.choices[0].message.content)
    return f"{len(tokens)} tokens"


def completion_logprobs():
    reply = client.completions.create(model=MODEL, prompt="The sky is", max_tokens=8, logprobs=2, echo=True, seed=7)
    logprobs = reply.choices[0].logprobs
    sizes = {len(logprobs.tokens), len(logprobs.token_logprobs), len(logprobs.top_logprobs), len(logprobs.text_offset)}
    same(sizes, {reply.usage.total_tokens})
    same(logprobs.token_logprobs[0], None)
    assert reply.choices[0].text.startswith("The sky is"), "the prompt is not echoed"
    return f"{len(logprobs.tokens)} tokens"


def completions():
    texts = ["One, two,", "Red, green,"]
    both = client.completions.create(model=MODEL, prompt=texts, max_tokens=6, temperature=0)
    alone = [client.completions.create(model=MODEL, prompt=text, max_tokens=6, temperature=0) for text in texts]
    same([choice.text for choice in both.choices], [reply.choices[0].text for reply in alone])


def abort():
    events = client.chat.completions.create(**LONG)
    next(iter(events))
    await_running(lambda running: running > 0)
    events.close()
    await_running(lambda running: running == 0)


def refused(kind, param, code, **change):
    try:
        client.chat.completions.create(**{**ASK, **change})
    except kind as error:
        same((error.param, error.code), (param, code))
        return error.message
    raise AssertionError(f"{kind.__name__} was not raised")


def unauthorized():
    try:
        client.with_options(api_key="sk-nobody").models.list()
    except openai.AuthenticationError as error:
        return error.message
    raise AssertionError("AuthenticationError was not raised")


def overloaded():
    many = [client.chat.completions.create(**{**LONG, "n": 128, "seed": seed}) for seed in (1, 2)]
    try:
        client.chat.completions.create(**ASK)
    except openai.RateLimitError as error:
        same(error.code, "overloaded")
        retry = int(error.response.headers["Retry-After"])
        assert retry >= 1, "Retry-After is below 1"
        return f"Retry-After {retry}"
    finally:
        for events in many:
            events.close()
        await_running(lambda running: running == 0)
    raise AssertionError("RateLimitError was not raised")


def tool_calls_are_refused():
    tools = [{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}]
    return refused(openai.BadRequestError, "tools", "unsupported_parameter", tools=tools)


run("openai-python", [
    ("models", models),
    ("chat", chat),
    ("stream = whole", stream),
    ("usage in a stream", usage_in_stream),
    ("seeds", seeds),
    ("n = 2", choices),
    ("logprobs of a chat", chat_logprobs),
    ("logprobs of a completion", completion_logprobs),
    ("list of prompts", completions),
    ("abort of a stream", abort),
    ("401", unauthorized),
    ("404", lambda: refused(openai.NotFoundError, "model", "model_not_found", model="nobody")),
    ("400", lambda: refused(openai.BadRequestError, "temperature", "invalid_request", temperature=3)),
    ("400 not built", tool_calls_are_refused),
    ("400 context", lambda: refused(
        openai.BadRequestError, "messages", "context_length_exceeded", max_tokens=1_000_000)),
    ("429", overloaded),
])
