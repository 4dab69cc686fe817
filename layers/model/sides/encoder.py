"""all-MiniLM-L6-v2 in torch, with the matrices that learn."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from sentence_transformers import SentenceTransformer
from sides.artefact import Factors
from torch import Tensor
from torch.nn import Parameter
from torch.nn.functional import normalize

LAYER = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "o": "attention.output.dense",
    "up": "intermediate.dense",
    "down": "output.dense",
}


class Encoder:
    """Texts to vectors of length 1; at first as all-MiniLM-L6-v2 gives them."""

    def __init__(self, weights: Path) -> None:
        config = {"attention_probs_dropout_prob": 0.0}  # with it torch has no fused attention
        model = SentenceTransformer(str(weights), device="cpu", config_kwargs=config)
        self._transformer, self._tokenizer = model[0].auto_model, model.tokenizer
        self._longest = model.max_seq_length
        self._transformer.requires_grad_(False)

    def matrices(self) -> dict[str, Parameter]:
        """The matrices of the six layers by their names in the artefact: `layers.0.q` and so on."""
        layers = enumerate(self._transformer.encoder.layer)
        return {
            f"layers.{number}.{name}": layer.get_submodule(path).weight
            for number, layer in layers
            for name, path in LAYER.items()
        }

    def embed(self, texts: list[str]) -> Tensor:
        """Their vectors, to be compared and not to learn from."""
        self._transformer.eval()
        with torch.no_grad():
            return torch.cat([self(texts[start : start + 64]) for start in range(0, len(texts), 64)])

    def learning(self) -> None:
        """From here on the matrices learn, with dropout."""
        self._transformer.train()
        for matrix in self.matrices().values():
            matrix.requires_grad_(True)

    def begin_from(self, factors: Mapping[str, Factors]) -> None:
        """The matrices are from here on what an earlier training made of them."""
        for name, (ones, others) in factors.items():
            self.matrices()[name].add_(torch.from_numpy(ones @ others).T)

    def __call__(self, texts: list[str]) -> Tensor:
        """Their vectors: the mean over each text's tokens."""
        return self._means(texts)

    def together(self, ones: Sequence[str], others: Sequence[str]) -> Tensor:
        """The vectors of pairs that are read as one text each: the mean over the tokens of both."""
        return self._means(list(ones), list(others))

    def _means(self, *texts: list[str]) -> Tensor:
        tokens = self._tokenizer(*texts, padding=True, truncation=True, max_length=self._longest, return_tensors="pt")
        states = self._transformer(**tokens)[0].float()
        mask = tokens["attention_mask"][..., None]
        return normalize((states * mask).sum(1) / mask.sum(1), dim=-1)
