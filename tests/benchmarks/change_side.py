"""How well the model's side for changes tells what ends an earlier sentence from what only sounds so.

    python -m tests.benchmarks.change_side [FILE ...] [--model layers/model/build/minilm]

FILE is as `layers/model/sides/change/examples` has them; by default `changes/reports.jsonl`, whose writer trained
nothing, and on which the levels were looked at.
"""

import argparse
import json
from pathlib import Path

from knowledge.ports.embedder import OnnxEmbedder, likelihoods
from knowledge.text.change import ENDS, SENTENCES, TEMPERATURE

HERE = Path(__file__).parent
MODEL = HERE.parents[1] / "layers" / "model" / "build" / "minilm"
LEVELS = (0.3, 0.5, 0.7, 0.8, 0.9, 0.95)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", default=[HERE / "changes" / "reports.jsonl"])
    parser.add_argument("--model", type=Path, default=MODEL)
    arguments = parser.parse_args()
    for file in arguments.files:
        show(file, OnnxEmbedder(arguments.model))


def show(file: Path, embedder: OnnxEmbedder) -> None:
    houses = map(json.loads, file.read_text().splitlines())
    matters = [matter for house in houses for matter in house["matters"]]
    pairs = [((matter["old"], later), kind) for matter in matters for kind in SENTENCES for later in matter[kind]]
    likely = likelihoods([pair for pair, _ in pairs], SENTENCES, embedder, "change", TEMPERATURE)
    told = [(one, kind) for one, (_, kind) in zip(likely, pairs, strict=True)]
    ending, others = ([one[ENDS] for one, kind in told if (kind == ENDS) == ends] for ends in (True, False))
    area = sum(end > other for end in ending for other in others) / (len(ending) * len(others))
    right = sum(max(one, key=one.__getitem__) == kind for one, kind in told) / len(told)
    print(f"{file.name}: {len(matters)} matters, kinds right {right:.3f}, area under the curve of what ends {area:.3f}")
    for level in LEVELS:
        found, wrong = (sum(one >= level for one in part) for part in (ending, others))
        print(f"  from {level}: {found} of {len(ending)} endings, {wrong} of {len(others)} others")


if __name__ == "__main__":
    main()
