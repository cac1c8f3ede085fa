"""What transformers says of small models: one golden file for each model folder.

Usage: oracle.py MODELS GOLDEN

MODELS holds one folder per model in the form that transformers reads, each with a file tokens.json:
the ids to read. For each, GOLDEN gets <name>.json with

  transformers  the version that was asked
  tokens        the ids
  logprobs      of each token but the first, given those before it
  top           ids of the five most probable tokens behind the last one, and their log-probabilities
  greedy        the ids that follow when always the most probable one is taken
  margin        how far the nearest rival of each of them was away, in log-probability

All arithmetic is in double precision, attention is the plain one.
"""

import json
import sys
from pathlib import Path

import torch
import transformers

GREEDY_TOKENS = 24
DIGITS = 7


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


def golden(folder):
    model = transformers.AutoModelForCausalLM.from_pretrained(
        folder, dtype=torch.float64, attn_implementation="eager", local_files_only=True
    ).eval()
    tokens = json.loads((folder / "tokens.json").read_text())
    scores = torch.log_softmax(model(torch.tensor([tokens]), use_cache=False).logits[0], -1)
    following = torch.tensor(tokens[1:]).unsqueeze(1)
    top = torch.topk(scores[-1], 5)
    ids, margins = greedy(model, tokens)
    return {
        "transformers": transformers.__version__,
        "tokens": tokens,
        "logprobs": rounded(scores[:-1].gather(1, following).squeeze(1)),
        "top": {"ids": top.indices.tolist(), "logprobs": rounded(top.values)},
        "greedy": ids,
        "margin": margins,
    }


def main(models, target):
    torch.set_grad_enabled(False)
    transformers.logging.set_verbosity_error()
    target.mkdir(parents=True, exist_ok=True)
    for folder in sorted(path for path in models.iterdir() if path.is_dir()):
        text = json.dumps(golden(folder), separators=(",", ":"))
        (target / f"{folder.name}.json").write_text(text + "\n")
        print(f"oracle: {folder.name}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
