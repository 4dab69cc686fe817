"""Weight-only int8: weights are stored as int8 and scales, and every sum is taken in floats.

Quantising the activations too would make a text's vector depend on what else is in its batch.
"""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization.matmul_nbits_quantizer import MatMulNBitsQuantizer

BLOCK = 32  # weights that share a scale
LARGE = 2**20  # bytes of an embedding table below which int8 gains nothing


def quantise(source: Path, target: Path) -> None:
    """Writes the model `source` with the weights of its matrices and embedding tables in int8."""
    model = onnx.load(source)
    _quantise_tables(model.graph)
    matrices = MatMulNBitsQuantizer(model, bits=8, block_size=BLOCK, is_symmetric=True)
    matrices.process()
    matrices.model.save_model_to_file(str(target), use_external_data_format=False)


def _quantise_tables(graph: onnx.GraphProto) -> None:
    """Each row of a large embedding table gets its own scale (ONNX Runtime's quantiser knows matrices only)."""
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    nodes = []
    for node in graph.node:
        table = tensors.get(node.input[0]) if node.op_type == "Gather" else None
        if table is not None and table.data_type == TensorProto.FLOAT and len(table.raw_data) > LARGE:
            nodes.extend(_lookup(graph, node, table))
        else:
            nodes.append(node)
    del graph.node[:]
    graph.node.extend(nodes)


def _lookup(graph: onnx.GraphProto, gather: onnx.NodeProto, table: onnx.TensorProto) -> list[onnx.NodeProto]:
    """Nodes that look the rows up in int8 and multiply them by their scales."""
    rows = numpy_helper.to_array(table)
    scales = np.abs(rows).max(axis=1, keepdims=True) / 127 + np.float32(1e-12)
    name, ids, vectors = table.name, gather.input[1], gather.output[0]
    graph.initializer.remove(table)
    graph.initializer.extend(
        [
            numpy_helper.from_array(np.rint(rows / scales).astype(np.int8), f"{name}.int8"),
            numpy_helper.from_array(scales.astype(np.float32), f"{name}.scales"),
        ]
    )
    return [
        helper.make_node("Gather", [f"{name}.int8", ids], [f"{vectors}.int8"]),
        helper.make_node("Cast", [f"{vectors}.int8"], [f"{vectors}.float"], to=TensorProto.FLOAT),
        helper.make_node("Gather", [f"{name}.scales", ids], [f"{vectors}.scales"]),
        helper.make_node("Mul", [f"{vectors}.float", f"{vectors}.scales"], [vectors]),
    ]
