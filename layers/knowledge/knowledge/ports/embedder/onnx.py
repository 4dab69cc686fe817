"""Embeddings in this process."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, get_args

from knowledge.errors import Misconfigured
from knowledge.ports.embedder.port import BATCH, FLOOR, FLOORS, Passage, Side, Vector, alone
from knowledge.ports.telemetry import stage
from knowledge.text.strings import encodable

if TYPE_CHECKING:
    import numpy as np
    from tokenizers import Encoding

SHORT = 16  # tokens, up to which texts share a pass whatever their lengths: another pass would take longer

Factors = Mapping[str, "np.ndarray[Any, Any]"]
NO_FACTORS: Factors = MappingProxyType({})


class OnnxEmbedder:
    """A sentence-transformers model in this process: ONNX Runtime and its own tokenizer, no torch.

    `folder` holds `model.onnx`, `tokenizer.json` and `model.json` (see `layers/model`), and `question.npz`,
    `subject.npz`, `instruction.npz`, `talk.npz` and `change.npz` where the model has a side of its own for one of
    these: factors that are added to its matrices while one is embedded.
    """

    def __init__(self, folder: Path, threads: int = 0) -> None:
        """`threads` of 0 lets ONNX Runtime take every core. Raises `Misconfigured` without a whole folder."""
        import onnxruntime
        from tokenizers import Tokenizer

        description = _description(folder)
        self.model: str = description["model"]
        self.near_duplicate: float = description["near_duplicate"]
        self.floor: float = FLOORS.get(self.model, FLOOR)
        self.max_tokens: int = description["max_tokens"]
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        # Threads that wait for work by spinning cost more than half of a question's processor time.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # A batch of long texts takes a gigabyte for a moment. The arena of a session grows by doubling, and keeps each
        # region in which anything lies, so that where batches run side by side most of it would stay for good.
        options.enable_cpu_mem_arena = False
        options.log_severity_level = 3  # that the factors' places can be filled is a warning each
        self._session = onnxruntime.InferenceSession(folder / "model.onnx", options, providers=["CPUExecutionProvider"])
        self._inputs = {argument.name for argument in self._session.get_inputs()}
        self._question = _factors(folder / "question.npz")
        self._sides = {side: factors for side in get_args(Side) if (factors := _factors(folder / f"{side}.npz"))}
        self.sides: frozenset[Side] = frozenset(self._sides)
        # The files that packages ship pad and truncate to a fixed length: a text would change with its padding.
        self._counter = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._counter.no_padding()
        self._counter.no_truncation()
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(self.max_tokens)

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """As the port: a text that is given twice is embedded once, and texts of like length share a pass."""
        return self._embed(texts, NO_FACTORS)

    def embed_by(self, side: Side, passages: Sequence[Passage]) -> list[Vector]:
        """As the port: by the model's own side where it has one."""
        return self._embed(passages, self._sides[side]) if side in self._sides else self.embed(alone(passages))

    def _embed(self, passages: Sequence[Passage], factors: Factors) -> list[Vector]:
        with stage("embed"):
            clean = list(map(_encodable, passages))
            distinct = list(dict.fromkeys(clean))
            tokens = dict(zip(distinct, self._tokenizer.encode_batch(distinct), strict=True))
            vectors: dict[Passage, Vector] = {}
            for batch in _passes(tokens):
                rows = self._forward([tokens[text] for text in batch], factors)
                vectors.update(zip(batch, rows.tolist(), strict=True))
            return [vectors[text] for text in clean]

    def embed_question(self, text: str) -> Vector:
        """As the port: by the model's side for questions where it has one."""
        with stage("embed"):
            tokens = self._tokenizer.encode(encodable(text))
            vector: Vector = self._forward([tokens], self._question)[0].tolist()
            return vector

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        encoded = self._counter.encode_batch_fast([encodable(text) for text in texts], add_special_tokens=False)
        return [len(code.ids) for code in encoded]

    def _forward(self, tokens: "Sequence[Encoding]", factors: Factors) -> "np.ndarray[Any, np.dtype[np.float32]]":
        """The mean of each text's token vectors, of length one; what fills up a shorter text does not count."""
        import numpy as np

        longest = max(map(len, tokens))
        mask = np.array([[1] * len(code) + [0] * (longest - len(code)) for code in tokens], dtype=np.int64)
        feed = {
            "input_ids": np.array([[*code.ids, *[0] * (longest - len(code))] for code in tokens], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.array(
                [[*code.type_ids, *[0] * (longest - len(code))] for code in tokens], dtype=np.int64
            ),
        }
        inputs = {name: feed[name] for name in feed.keys() & self._inputs} | dict(factors)
        states = self._session.run(None, inputs)[0]
        weights = mask[:, :, None].astype(np.float32)
        means = (states * weights).sum(axis=1) / weights.sum(axis=1)
        return means / np.linalg.norm(means, axis=1, keepdims=True)  # type: ignore[no-any-return]  # numpy's Any


def _passes(tokens: "Mapping[Passage, Encoding]") -> Iterator[list[Passage]]:
    """The passages, shortest first, so many a pass as it takes of like length: none is filled up to over twice its own.

    What fills up a short one would cost as much as text: one long text among short ones made a pass eight times longer.
    """
    batch: list[Passage] = []
    for passage in sorted(tokens, key=lambda passage: len(tokens[passage])):
        if batch and (len(batch) == BATCH or len(tokens[passage]) > max(SHORT, 2 * len(tokens[batch[0]]))):
            yield batch
            batch = []
        batch.append(passage)
    if batch:
        yield batch


def _factors(file: Path) -> Factors:
    import numpy as np

    if not file.exists():
        return NO_FACTORS
    with np.load(file) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def _encodable(passage: Passage) -> Passage:
    return encodable(passage) if isinstance(passage, str) else (encodable(passage[0]), encodable(passage[1]))


def _description(folder: Path) -> Any:
    try:
        return json.loads((folder / "model.json").read_text())
    except FileNotFoundError:
        raise Misconfigured(
            f"There is no embedding model in {folder}; run `make install`, or set KNOWLEDGE_MODEL_DIR, for the model"
            " before KNOWLEDGE_PREVIOUS_MODEL_DIR, to a folder that layers/model made."
        ) from None
