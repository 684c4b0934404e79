"""Caffe's layers against NumPy: how texts may write fields, which forms blobs have, and what is refused."""
import pathlib
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from comparison import compare, run_cases  # noqa: E402
from opdk_process import OpdkProcess  # noqa: E402
from weights import caffemodel  # noqa: E402

rng = np.random.default_rng(41)
opdk = OpdkProcess()
CASES = {}
LOWEST = np.finfo(np.float32).min


def real(*shape, low=-1.0, high=1.0):
    return rng.uniform(low, high, shape).astype(np.float32)


def run(x, kind, parameters, blobs=(), old=False, layer="layer", kind_text=None):
    """Returns the output of one layer."""
    directory = pathlib.Path(tempfile.mkdtemp(prefix="opdk-caffe-"))
    dims = " ".join(f"dim: {n}" for n in x.shape)
    (directory / "net.prototxt").write_text(
        'input: "x" input_shape { %s }\n%s { name: "y" type: %s bottom: "x" top: "y" %s }\n'
        % (dims, layer, kind_text or f'"{kind}"', parameters))
    (directory / "net.caffemodel").write_bytes(caffemodel({"y": (kind, blobs)}, old))
    return opdk.run(str(directory / "net.prototxt"), {"x": x}, {}, str(directory / "net.caffemodel"))["y"]


def gives(name, x, kind, parameters, blobs, want, **how):
    assert name not in CASES, name
    CASES[name] = lambda: compare([want], [run(x, kind, parameters, blobs, **how)], 1e-5, name)


def refuses(name, x, kind, parameters, blobs, *says, **how):
    def check():
        try:
            run(x, kind, parameters, blobs, **how)
        except RuntimeError as error:
            missing = [part for part in says if part not in str(error)]
            assert not missing, f"{missing} not in: {error}"
            return
        raise AssertionError("it is taken")
    assert name not in CASES, name
    CASES[name] = check


image = real(2, 3, 4, 5)
factor, term = real(3), real(3)
scaled = image * factor.reshape(3, 1, 1) + term.reshape(3, 1, 1)
for true in ("1", "t", "True", "true"):
    gives(f"truth/{true}", image, "Scale", "scale_param { bias_term: %s }" % true, [factor, term], scaled)
for false in ("0", "f", "False", "false"):
    gives(f"truth/{false}", image, "Scale", "scale_param { bias_term: %s }" % false, [factor], image * factor.reshape(3, 1, 1))
refuses("truth/2", image, "Scale", "scale_param { bias_term: 2 }", [factor, term], "E2009", "'bias_term' is 2, which is neither")
gives("truth/global pool", image, "Pooling", "pooling_param { pool: AVE global_pooling: True }", [],
      image.mean((2, 3), keepdims=True))

gives("enumerator/pool", image, "Pooling", "pooling_param { pool: 1 global_pooling: 1 }", [],
      image.mean((2, 3), keepdims=True))
gives("enumerator/reduction", image, "Reduction", "reduction_param { operation: 3 axis: 1 }", [], (image**2).sum((1, 2, 3)))
refuses("enumerator/unknown", image, "Reduction", "reduction_param { operation: 7 }", [], "E2009", "none of SUM, ASUM, SUMSQ, MEAN")
refuses("enumerator/misspelt", image, "Reduction", "reduction_param { operation: MEEN }", [], "E2009", "'MEEN'")
gives("enumerator/type of version 1", image, "ReLU", "relu_param { negative_slope: 0.5 }", [],
      np.where(image > 0, image, image * np.float32(0.5)), layer="layers", kind_text="18")
refuses("filler/misspelt", image, "InnerProduct", 'inner_product_param { num_output: 5 weight_filler { typ: "xavier" } }',
        [real(5, 60), real(5)], "E2009", "typ", "weight_filler of layer")
refuses("filler/no number", image, "InnerProduct", "inner_product_param { num_output: 5 bias_filler { value: much } }",
        [real(5, 60), real(5)], "E2009", "value")
refuses("given twice", image, "Softmax", "softmax_param { axis: 1 axis: 2 }", [], "E2009", "'axis' is given 2 times")
refuses("a text for a number", image, "Softmax", 'softmax_param { axis: "1" }', [], "E2009", '"1", not a number or a truth value without quotes')

# ---- Blobs
plane = real(1, 4, 4)
square = real(2, 1, 4, 4)
gives("scale/of an axis of 1", square, "Scale", "scale_param { axis: 1 num_axes: 3 }", [plane], square * plane)
wide = real(2, 1, 4, 5)
gives("scale/of all axes behind the batch", wide, "Scale", "scale_param { axis: 1 num_axes: -1 }", [wide[0]], wide * wide[0])
gives("scale/from the first axis on", wide, "Scale", "scale_param { axis: 0 num_axes: 2 }", [factor[:2].reshape(2, 1)],
      wide * factor[:2].reshape(2, 1, 1, 1))
gives("scale/by a number", image, "Scale", "scale_param { num_axes: 0 }", [np.float32(1.5)], image * np.float32(1.5))
refuses("scale/of other channels", image, "Scale", "", [real(4)], "E2001", "its blob 0 is [4]", "asks for [3]")
gives("old blobs/scale", image, "Scale", "scale_param { bias_term: true }", [factor, term], scaled, old=True)
weight, bias = real(7, 60), real(7)
gives("old blobs/inner product", image, "InnerProduct", "inner_product_param { num_output: 7 }", [weight, bias],
      image.reshape(2, 60) @ weight.T + bias, old=True)
gives("prelu/shared", image, "PReLU", "prelu_param { channel_shared: true }", [np.array([0.25], np.float32)],
      np.where(image > 0, image, image * np.float32(0.25)))
refuses("inner product/of another network", image, "InnerProduct", "inner_product_param { num_output: 5 }", [weight, bias],
        "E2001", "its blob 0 is [7, 60]", "asks for [5, ?]", "of another network")
refuses("inner product/of longer rows", image, "InnerProduct", "inner_product_param { num_output: 7 }", [real(7, 30), bias],
        "E2003", "[2,60]", "[7,30]", "node y (MatMul)")
filters = real(6, 3, 3, 3)
for parameters in ("num_output: 6 kernel_size: 5", "num_output: 4 kernel_size: 3", "num_output: 6 kernel_h: 3 kernel_w: 2"):
    refuses(f"convolution/{parameters}", image, "Convolution", "convolution_param { %s bias_term: false }" % parameters,
            [filters], "E2001", "its blob 0 is [6, 3, 3, 3]")
refuses("convolution/bias of another network", image, "Convolution", "convolution_param { num_output: 6 kernel_size: 3 }",
        [filters, real(5)], "E2001", "its blob 1 is [5]", "asks for [6]")
refuses("convolution/more blobs", image, "Convolution", "convolution_param { num_output: 6 kernel_size: 3 bias_term: false }",
        [filters, real(6)], "E2001", "doesn't take its input 2")

# ---- Layers
gives("arg max/as many axes as its input", image, "ArgMax", "", [],
      image.reshape(2, 60).argmax(1).reshape(2, 1, 1, 1).astype(np.float32))
short = real(4, 9)
gives("arg max/three axes at least", short, "ArgMax", "", [], short.argmax(1).reshape(4, 1, 1).astype(np.float32))
gives("swish", image, "Swish", "swish_param { beta: 2 }", [], image / (1 + np.exp(-2 * image)))

mean, variance, total = real(3), real(3, low=0.5, high=2), np.array([2], np.float32)
normal = (image - (mean / 2).reshape(3, 1, 1)) / np.sqrt((variance / 2).reshape(3, 1, 1) + np.float32(1e-5))
statistics = [mean, variance, total]
gives("batch norm/stored", image, "BatchNorm", "batch_norm_param { moving_average_fraction: 0.9 }", statistics, normal)
gives("batch norm/scale and bias", image, "BatchNorm", "batch_norm_param { use_global_stats: true scale_bias: true }",
      [*statistics, factor, term], normal * factor.reshape(3, 1, 1) + term.reshape(3, 1, 1))
own = (image - image.mean((0, 2, 3), keepdims=True)) / np.sqrt(image.var((0, 2, 3), keepdims=True) + 1e-5)
gives("batch norm/of the batch", image, "BatchNorm", "batch_norm_param { use_global_stats: false }", statistics,
      own.astype(np.float32))
refuses("batch norm/blobs that nothing reads", image, "BatchNorm", "", [*statistics, factor, term], "E2001", "5 blobs of it, of which 3")
refuses("batch norm/of other channels", image, "BatchNorm", "", [real(4), real(4), total], "E2001", "its blob 0 is [4]")


def caffe_pool(x, kernel, stride, mean_of):
    """Pools without padding, as pooling_layer.cpp does: windows may begin behind the image."""
    n, c, height, width = x.shape
    rows, columns = (-(-(extent - kernel) // stride) + 1 for extent in (height, width))
    y = np.full((n, c, rows, columns), 0 if mean_of else LOWEST, np.float32)
    for i in range(rows):
        for j in range(columns):
            top, left = i * stride, j * stride
            bottom, right = min(top + kernel, height), min(left + kernel, width)
            part = x[:, :, top:bottom, left:right]
            with np.errstate(all="ignore"):
                if mean_of:
                    y[:, :, i, j] = part.sum((2, 3)) / np.float32((bottom - top) * (right - left))
                elif part.size:
                    y[:, :, i, j] = part.max((2, 3))
    return y


for kernel, stride, shape in ((1, 2, (1, 2, 6, 7)), (1, 3, (1, 2, 6, 5)), (2, 5, (2, 1, 9, 12))):
    x = real(*shape)
    for pool in ("MAX", "AVE"):
        gives(f"pooling/{pool} of {kernel} at {stride}", x, "Pooling",
              "pooling_param { pool: %s kernel_size: %d stride: %d }" % (pool, kernel, stride), [],
              caffe_pool(x, kernel, stride, pool == "AVE"))

if __name__ == "__main__":
    sys.exit(run_cases(CASES, sys.argv[1:]))
