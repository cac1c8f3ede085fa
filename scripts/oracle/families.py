"""Trains a small model of each family, and has llama.cpp's own converter write it as GGUF.

Usage: families.py OUT CONVERTER TEXTS

OUT gets <name>.F16.gguf and <name>.BF16.gguf for each family, and transformers.json: what transformers says of each
model's perplexity, in single precision. CONVERTER is llama.cpp's convert_hf_to_gguf.py, TEXTS a JSON file whose `texts`
each have a `text`; joined, they are what is learned and read.

The models learn it for some seconds: untrained ones would answer the same, whatever is wrong with them. All rows are
multiples of 256, so that every weight format can hold them. Windows are shorter than what is read, and sizes of heads
are not what width and heads would give, where the family allows it.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import sentencepiece
import torch
import transformers

VOCABULARY = 1024
WINDOW = 512
STEPS = 60
BATCH = 4
COMMON = dict(
    vocab_size=VOCABULARY,
    hidden_size=256,
    intermediate_size=512,
    num_hidden_layers=4,
    num_attention_heads=4,
    num_key_value_heads=2,
    max_position_embeddings=1024,
    bos_token_id=1,
    eos_token_id=2,
    pad_token_id=None,
    tie_word_embeddings=False,
)
TIED = {**COMMON, "tie_word_embeddings": True}


def rope(kind, **values):
    return dict(rope_parameters=dict(rope_type=kind, rope_theta=10000.0, **values))


def families():
    t = transformers
    yield "llama", t.LlamaConfig(**COMMON)
    yield "llama-linear", t.LlamaConfig(**COMMON, **rope("linear", factor=4.0))
    yield "llama3", t.LlamaConfig(
        **TIED,
        **rope(
            "llama3", factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0, original_max_position_embeddings=128
        ),
    )
    yield "llama-yarn", t.LlamaConfig(**COMMON, **rope("yarn", factor=4.0, original_max_position_embeddings=256))
    yield "mistral", t.MistralConfig(**COMMON, head_dim=128, sliding_window=None)
    yield "qwen2", t.Qwen2Config(**TIED)
    yield "qwen3", t.Qwen3Config(**COMMON, head_dim=128)
    yield "gemma2", t.Gemma2Config(
        **TIED,
        head_dim=128,
        query_pre_attn_scalar=128,
        sliding_window=96,
        attn_logit_softcapping=8.0,
        final_logit_softcapping=10.0,
    )
    yield "gemma3", t.Gemma3TextConfig(
        **{**TIED, "num_hidden_layers": 7, "num_key_value_heads": 1},
        head_dim=128,
        query_pre_attn_scalar=128,
        sliding_window=96,
    )
    yield "phi3", t.Phi3Config(**COMMON, sliding_window=2047)


def train_tokenizer(text, folder):
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(text.splitlines()),
        model_prefix=str(folder / "tokenizer"),
        vocab_size=VOCABULARY,
        model_type="bpe",
        byte_fallback=True,
        normalization_rule_name="identity",
        remove_extra_whitespaces=False,
        minloglevel=2,
    )
    return folder / "tokenizer.model"


def train(model, ids):
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    generator = torch.Generator().manual_seed(1)
    for step in range(STEPS):
        for group in optimizer.param_groups:
            group["lr"] = 2e-3 * min(1.0, (step + 1) / 10) * (1 - step / STEPS)
        starts = torch.randint(0, len(ids) - WINDOW, (BATCH,), generator=generator)
        batch = torch.stack([ids[s : s + WINDOW] for s in starts])
        loss = model(input_ids=batch, labels=batch, use_cache=False).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


@torch.no_grad()
def perplexity(model, ids):
    """As llama-perplexity counts: whole windows, each begun anew, the second half of each."""
    total, counted = 0.0, 0
    for start in range(0, len(ids) - WINDOW + 1, WINDOW):
        window = ids[start : start + WINDOW].clone()
        window[0] = model.config.bos_token_id
        scores = torch.log_softmax(model(window[None], use_cache=False).logits[0].double(), -1)
        for place in range(WINDOW // 2 + 1, WINDOW):
            total -= float(scores[place - 1, window[place]])
            counted += 1
    return math.exp(total / counted)


def convert(converter, folder, out):
    for kind in ("F16", "BF16"):
        target = out.with_name(f"{out.name}.{kind}.gguf")
        part = target.with_suffix(".part")
        subprocess.run(
            [sys.executable, converter, folder, "--outtype", kind.lower(), "--outfile", part],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONPATH": str(Path(converter).parent / "gguf-py")},
        )
        part.rename(target)


def make(name, config, ids, tokenizer, converter, out):
    config.torch_dtype = "float32"
    torch.manual_seed(7)
    # The plain one: others leave caps out.
    model = transformers.AutoModelForCausalLM.from_config(config, attn_implementation="eager")
    train(model, ids)
    # What the files hold is what is asked: halves, and no F16 has more than BF16's range here.
    model.eval().half().float()
    found = perplexity(model, ids)
    with tempfile.TemporaryDirectory(dir=out) as folder:
        model.save_pretrained(folder)
        (Path(folder) / "tokenizer.model").write_bytes(tokenizer.read_bytes())
        try:
            convert(converter, folder, out / name)
        except subprocess.CalledProcessError as e:
            sys.exit(f"families: the converter failed for {name}: {e.stderr.decode()[-2000:]}")
    return round(found, 4)


def main(out, converter, texts):
    torch.set_num_threads(os.cpu_count())
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    text = "\n\n".join(each["text"] for each in json.loads(Path(texts).read_text(encoding="utf-8"))["texts"])
    told = {}
    tokenizer = train_tokenizer(text, out)
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(tokenizer))
    ids = torch.tensor([pieces.bos_id(), *pieces.encode(text)])
    for name, config in families():
        print(f"families: training {name}", file=sys.stderr, flush=True)
        told[name] = make(name, config, ids, tokenizer, converter, out)
    (out / "transformers.json").write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
