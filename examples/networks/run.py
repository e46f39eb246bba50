"""Networks from ONNX through linalg to a shared library with one C entry, compared with onnxruntime.

    examples/networks/setup.sh
    examples/networks/.venv/bin/python examples/networks/run.py mnist squeezenet

A name is `mnist` (a small convolutional network that is made here), one of the light networks of the `onnx` package
(squeezenet, shufflenet, resnet50, …), or the path of an `.onnx` file with one input and one output of fixed shape.

The weights of the light networks are all alike, and so are their outputs: in their place come made-up ones. `--light` keeps them,
and compares with the output that is stored beside the network.
"""

import argparse
import ctypes
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

LIGHT = Path(onnx.__file__).parent / "backend/test/data/light"
BIN = Path(sys.executable).parent
TO_LINALG = (
    "builtin.module(torch-onnx-to-torch-backend-pipeline,"
    "torch-backend-to-linalg-on-tensors-backend-pipeline)"
)
# The models are of older versions of ONNX, which the importer converts from.
OPSET = "17"
ROUNDS = 10


def mnist():
    """Two convolutions with pooling and a product, on images of 28 by 28, with made-up weights."""
    random = np.random.default_rng(1)

    def weights(name, *shape):
        scale = 1 / np.sqrt(np.prod(shape[1:]))
        return numpy_helper.from_array((random.standard_normal(shape) * scale).astype(np.float32), name)

    def convolution(number, source):
        return [
            helper.make_node("Conv", [source, f"w{number}", f"b{number}"], [f"c{number}"], pads=[2, 2, 2, 2]),
            helper.make_node("Relu", [f"c{number}"], [f"r{number}"]),
            helper.make_node("MaxPool", [f"r{number}"], [f"p{number}"], kernel_shape=[2, 2], strides=[2, 2]),
        ]

    nodes = convolution(1, "image") + convolution(2, "p1")
    nodes += [
        helper.make_node("Flatten", ["p2"], ["flat"]),
        helper.make_node("Gemm", ["flat", "w3", "b3"], ["scores"], transB=1),
        helper.make_node("Softmax", ["scores"], ["digits"], axis=1),
    ]
    graph = helper.make_graph(
        nodes,
        "mnist",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 1, 28, 28])],
        [helper.make_tensor_value_info("digits", TensorProto.FLOAT, [1, 10])],
        [
            weights("w1", 8, 1, 5, 5),
            weights("b1", 8),
            weights("w2", 16, 8, 5, 5),
            weights("b2", 16),
            weights("w3", 10, 16 * 7 * 7),
            weights("b3", 10),
        ],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def with_weights(path):
    """A light network with made-up weights in the place of those that it fills with one number."""
    model = onnx.load(path)
    # Of this version on, weights are no inputs.
    model.ir_version = 8
    random = np.random.default_rng(2)
    shapes = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    nodes = []
    for node in model.graph.node:
        if node.op_type != "ConstantOfShape":
            nodes.append(node)
            continue
        shape = shapes[node.input[0]]
        scale = np.sqrt(2 / max(1, np.prod(shape[1:])))
        values = (random.standard_normal(shape) * scale).astype(np.float32)
        # Variances are positive.
        values = np.abs(values) if len(shape) == 1 else values
        model.graph.initializer.append(numpy_helper.from_array(values, node.output[0]))
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return model


def run(command, **more):
    print("$", " ".join(str(part) for part in command), flush=True)
    subprocess.run([str(part) for part in command], check=True, **more)


def library(name, path, folder, ovolo, more):
    """The network as a shared library, and the name of its function."""
    imported, linalg = folder / f"{name}.onnx.mlir", folder / f"{name}.mlir"
    run([BIN / "iree-import-onnx", path, "--opset-version", OPSET, "-o", imported])
    run([BIN / "iree-opt", f"--pass-pipeline={TO_LINALG}", imported, "-o", linalg])
    shared = folder / f"lib{name}.so"
    start = time.time()
    run([ovolo, "optimize", linalg, *more, "--emit", "shared", "-o", shared])
    print(f"searched, proved and compiled in {time.time() - start:.0f} s")
    function = re.search(r"func\.func @(\w+)\(", linalg.read_text()).group(1)
    return shared, function


def pointer(array):
    return array.ctypes.data_as(ctypes.c_void_p)


def compare(name, path, folder, ovolo, more):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    weights = {tensor.name for tensor in onnx.load(path).graph.initializer}
    [image] = [given for given in session.get_inputs() if given.name not in weights]
    [result] = session.get_outputs()
    shared, function = library(name, path, folder, ovolo, more)
    call = getattr(ctypes.CDLL(str(shared.resolve())), function)
    call.restype = None

    def ours(data):
        out = np.zeros(result.shape, np.float32)
        call(pointer(data), pointer(out))
        return out

    def theirs(data):
        return session.run(None, {image.name: data})[0]

    count = int(np.prod(image.shape))
    ramp = (np.arange(count).reshape(image.shape) / count).astype(np.float32)
    random = np.random.default_rng(0).random(image.shape, np.float32)
    wrong = 0
    pairs = [("onnxruntime, random data", ours(random), theirs(random))]
    stored = path.with_name(f"{path.stem}_output_0.pb")
    if stored.exists():
        pairs.append(("the stored output", ours(ramp), numpy_helper.to_array(onnx.load_tensor(stored))))
    for what, found, expected in pairs:
        difference = np.abs(found - expected).max() / np.abs(expected).max()
        is_equal = difference < 1e-4
        wrong += not is_equal
        print(f"{name}: {'equal to' if is_equal else 'DIFFERS from'} {what}: {difference:.1e} of the largest element")
    # In turns, so that both meet the same load.
    times = {ours: [], theirs: []}
    for _ in range(ROUNDS):
        for side, taken in times.items():
            start = time.perf_counter()
            side(random)
            taken.append(time.perf_counter() - start)
    ovolo_ms, other_ms = (min(taken) * 1e3 for taken in times.values())
    print(f"{name}: {ovolo_ms:.2f} ms, onnxruntime on one thread {other_ms:.2f} ms, ratio {ovolo_ms / other_ms:.2f}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="+")
    parser.add_argument("--ovolo", default="ovolo", help="the command")
    parser.add_argument("--fp", default="contract", help="what may be done to floats")
    parser.add_argument("--light", action="store_true", help="keep the weights of light networks")
    parser.add_argument("--plain", action="store_true", help="compile the network as it is, without a search")
    parser.add_argument("--folder", type=Path, default=Path("networks"), help="where files are written")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    more = ["--fp", given.fp]
    if given.plain:
        # A schedule that asks for nothing.
        nothing = given.folder / "nothing.schedule"
        nothing.write_text("")
        more += ["--schedule", nothing]
    wrong = 0
    for name in given.networks:
        path = Path(name)
        if name == "mnist":
            path = given.folder / "mnist.onnx"
            onnx.save(mnist(), path)
        elif path.suffix != ".onnx" and given.light:
            path = LIGHT / f"light_{name}.onnx"
        elif path.suffix != ".onnx":
            path = given.folder / f"{name}.onnx"
            onnx.save(with_weights(LIGHT / f"light_{name}.onnx"), path)
        wrong += compare(Path(name).stem, path, given.folder, given.ovolo, more)
    sys.exit(1 if wrong else 0)


main()
