"""Writes places.json: how the reviewed model.onnx becomes one that takes a side's factors.

Run as `python layers/model/sides/places.py MODEL.onnx`, in an environment of requirements-export.txt, where
MODEL.onnx is the file of the package in requirements.txt. `assemble.py` applies what this writes, and needs no package.

Each matrix W of the transformer's layers gets two inputs A and B: what was x·W is then x·W + (x·A)·B (Hu et al. 2021,
LoRA). They are empty by default, so that a text that is kept is embedded as before; a side's pass is fed
its factors.npz.
"""

import argparse
import base64
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

PLACES = Path(__file__).parent / "places.json"
MATRICES = ("q", "k", "v", "o", "up", "down")  # of a layer, in the order of their use
RUN = 32  # bytes alike that make it worth to copy them
AHEAD = 1 << 16  # bytes of the old file in which the next run alike is looked for


def with_places(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model with two further inputs a matrix, `layers.0.q.a` [inputs, rank] and `layers.0.q.b` [rank, outputs]."""
    graph, nodes = model.graph, []
    shapes = _shapes(graph)
    names = (f"layers.{layer}.{matrix}" for layer in range(len(shapes)) for matrix in MATRICES)
    for node in graph.node:
        nodes.append(node)
        if node.op_type == "MatMul" and node.input[1] in shapes:
            nodes.extend(_place(graph, node, next(names), *shapes[node.input[1]]))
    del graph.node[:]
    graph.node.extend(nodes)
    return model


def _shapes(graph: onnx.GraphProto) -> dict[str, tuple[int, int]]:
    """The shape of each matrix that is made of stored weights alone, by the name of its value."""
    constant = {tensor.name: tuple(tensor.dims) for tensor in graph.initializer}
    for node in graph.node:
        if node.input and all(name in constant for name in node.input):
            shape = max((constant[name] for name in node.input), key=len)
            constant[node.output[0]] = shape[::-1] if node.op_type == "Transpose" else shape
    return {name: (shape[0], shape[1]) for name, shape in constant.items() if len(shape) == 2}


def _place(
    graph: onnx.GraphProto, node: onnx.NodeProto, name: str, inputs: int, outputs: int
) -> Iterator[onnx.NodeProto]:
    whole = node.output[0]
    node.output[0] = f"{name}.kept"
    for end, shape, empty in (
        (f"{name}.a", [inputs, "rank"], (inputs, 0)),
        (f"{name}.b", ["rank", outputs], (0, outputs)),
    ):
        graph.input.append(helper.make_tensor_value_info(end, TensorProto.FLOAT, shape))
        graph.initializer.append(numpy_helper.from_array(np.zeros(empty, np.float32), end))
    yield helper.make_node("MatMul", [node.input[0], f"{name}.a"], [f"{name}.low"])
    yield helper.make_node("MatMul", [f"{name}.low", f"{name}.b"], [f"{name}.added"])
    yield helper.make_node("Add", [f"{name}.kept", f"{name}.added"], [whole])


def difference(old: bytes, new: bytes) -> Iterator[list[int] | str]:
    """`new` in parts: [from, to] of `old`, in its order, or other bytes in base64."""
    at, behind, other = 0, 0, bytearray()
    while at < len(new):
        start = old.find(new[at : at + RUN], behind, behind + AHEAD)
        if start < 0:
            other.append(new[at])
            at += 1
            continue
        if other:
            yield base64.b64encode(other).decode()
            other.clear()
        behind = start + _alike(old, start, new, at)
        at += behind - start
        yield [start, behind]
    if other:
        yield base64.b64encode(other).decode()


def _alike(old: bytes, start: int, new: bytes, at: int) -> int:
    """How many bytes are alike from here on."""
    size = min(len(old) - start, len(new) - at)
    one = np.frombuffer(old, np.uint8, size, start)
    other = np.frombuffer(new, np.uint8, size, at)
    unlike = np.flatnonzero(one != other)
    return int(unlike[0]) if len(unlike) else size


def main() -> None:
    """Writes places.json."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    old = parser.parse_args().model.read_bytes()
    new = with_places(onnx.load_from_string(old)).SerializeToString()
    PLACES.write_text(json.dumps(list(difference(old, new)), indent=0) + "\n")


if __name__ == "__main__":
    main()
