"""What transformers says of a small model of each family: one golden file for each.

Usage: oracle.py GOLDEN

GOLDEN gets <name>.json with

  transformers  the version that was asked
  config        the model's config.json
  tensors       name, shape, mean and range of each tensor: see `numbers` for what they hold
  tokens        ids to read
  logprobs      of each of them but the first, given those before it
  top           ids of the five most probable tokens behind the last one, and their log-probabilities
  greedy        the ids that follow when always the most probable one is taken
  margin        how far the nearest rival of each of them was away, in log-probability

All arithmetic is in double precision, attention is the plain one. Weights are a function of name and place, so that a
test can make the same model without a file of them.
"""

import json
import math
import sys
import zlib
from pathlib import Path

import numpy
import torch
import transformers

TOKENS = 200
GREEDY_TOKENS = 16
DIGITS = 6
VOCABULARY = 272
COMMON = dict(
    vocab_size=VOCABULARY,
    hidden_size=64,
    intermediate_size=96,
    num_hidden_layers=3,
    num_attention_heads=4,
    num_key_value_heads=2,
    max_position_embeddings=512,
    bos_token_id=256,
    eos_token_id=257,
    pad_token_id=258,
    tie_word_embeddings=False,
)


def rope(kind, **values):
    return dict(rope_parameters=dict(rope_type=kind, rope_theta=10000.0, **values))


LONG = dict(
    short_factor=[1.0 + 0.05 * i for i in range(8)],
    long_factor=[1.0 + 0.5 * i for i in range(8)],
)


def families():
    """Name, config, and what the norms' weights are about."""
    t = transformers
    yield "llama", t.LlamaConfig(**COMMON), 1.0
    yield "llama-tied", t.LlamaConfig(**{**COMMON, "tie_word_embeddings": True}), 1.0
    yield "llama-linear", t.LlamaConfig(**COMMON, **rope("linear", factor=4.0)), 1.0
    yield "llama3", t.LlamaConfig(
        **COMMON,
        **rope(
            "llama3",
            factor=8.0,
            low_freq_factor=1.0,
            high_freq_factor=4.0,
            original_max_position_embeddings=64,
        ),
    ), 1.0
    yield "llama-yarn", t.LlamaConfig(
        **COMMON, **rope("yarn", factor=8.0, original_max_position_embeddings=64)
    ), 1.0
    yield "mistral", t.MistralConfig(**COMMON, head_dim=24, sliding_window=48), 1.0
    yield "qwen2", t.Qwen2Config(**COMMON), 1.0
    yield "qwen3", t.Qwen3Config(**COMMON, head_dim=32), 1.0
    yield "gemma2", t.Gemma2Config(
        **{**COMMON, "tie_word_embeddings": True},
        head_dim=32,
        query_pre_attn_scalar=24,
        sliding_window=32,
        attn_logit_softcapping=5.0,
        final_logit_softcapping=6.0,
    ), 0.0
    yield "gemma3", t.Gemma3TextConfig(
        **{**COMMON, "tie_word_embeddings": True, "num_hidden_layers": 7, "num_key_value_heads": 1},
        head_dim=32,
        query_pre_attn_scalar=32,
        sliding_window=32,
    ), 0.0
    yield "phi3", t.Phi3Config(**COMMON, sliding_window=40), 1.0
    yield "phi3-partial", t.Phi3Config(
        **COMMON,
        partial_rotary_factor=0.5,
        rope_parameters=dict(rope_type="default", rope_theta=10000.0, partial_rotary_factor=0.5),
    ), 1.0


def numbers(name, shape, mean, span):
    """A fixed function of the tensor's name and each number's place: mean plus span times -0.5..0.5."""
    count = math.prod(shape)
    v = numpy.arange(count, dtype=numpy.uint32) * numpy.uint32(0x9E3779B1) + numpy.uint32(zlib.crc32(name.encode()))
    for shift, factor in ((16, 0x85EBCA6B), (13, 0xC2B2AE35)):
        v ^= v >> numpy.uint32(shift)
        v *= numpy.uint32(factor)
    v ^= v >> numpy.uint32(16)
    values = mean + span * (v.astype(numpy.float64) / 2**32 - 0.5)
    return torch.from_numpy(values.astype(numpy.float32).reshape(shape))


def fill(model, norm_mean):
    """Gives every parameter its numbers, and says which."""
    tensors = []
    state = model.state_dict()
    tied = model.config.tie_word_embeddings
    for name, parameter in state.items():
        if tied and name == "lm_head.weight":
            continue
        shape = list(parameter.shape)
        if "norm" in name:
            mean, span = norm_mean, 0.5
        elif len(shape) == 1:
            mean, span = 0.0, 1.0
        elif norm_mean == 0.0 and name == "model.embed_tokens.weight":
            mean, span = 0.0, 0.3  # Gemma scales it up: layers must count beside it.
        else:
            mean, span = 0.0, 5.0 / math.sqrt(shape[1])
        span = round(span, 4)
        parameter.copy_(numbers(name, shape, mean, span))
        tensors.append(dict(name=name, shape=shape, mean=mean, range=span))
    return tensors


def rounded(values):
    return [round(float(value), DIGITS) for value in values]


def greedy(model, tokens):
    """Continues the tokens without a cache, so that nothing but the model decides."""
    ids, margins = list(tokens), []
    for _ in range(GREEDY_TOKENS):
        scores = torch.log_softmax(model(torch.tensor([ids]), use_cache=False).logits[0, -1], -1)
        best = torch.topk(scores, 2)
        ids.append(int(best.indices[0]))
        margins.append(best.values[0] - best.values[1])
    return ids[len(tokens):], rounded(margins)


def golden(name, config, norm_mean):
    config._attn_implementation = "eager"
    model = transformers.AutoModelForCausalLM.from_config(config, attn_implementation="eager")
    tensors = fill(model, norm_mean)
    model = model.double().eval()
    tokens = [256] + [zlib.crc32(f"{name} {i}".encode()) % 256 for i in range(1, TOKENS)]
    scores = torch.log_softmax(model(torch.tensor([tokens]), use_cache=False).logits[0], -1)
    following = torch.tensor(tokens[1:]).unsqueeze(1)
    top = torch.topk(scores[-1], 5)
    ids, margins = greedy(model, tokens)
    written = json.loads(config.to_json_string(use_diff=True))
    written["architectures"] = [type(model).__name__]
    return dict(
        transformers=transformers.__version__,
        config=written,
        tensors=tensors,
        tokens=tokens,
        logprobs=rounded(scores[:-1].gather(1, following).squeeze(1)),
        top=dict(ids=top.indices.tolist(), logprobs=rounded(top.values)),
        greedy=ids,
        margin=margins,
    )


def main(target):
    torch.set_grad_enabled(False)
    transformers.logging.set_verbosity_error()
    target.mkdir(parents=True, exist_ok=True)
    for name, config, norm_mean in families():
        text = json.dumps(golden(name, config, norm_mean), separators=(",", ":"))
        (target / f"{name}.json").write_text(text + "\n")
        print(f"oracle: {name}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
