"""Runs the cases of this folder: inputs, a list of nodes that stayed in PyTorch, comparison with PyTorch's own
results."""
import logging
import pathlib
import re
import sys

import torch

import torchair

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

DTYPES = {"float": torch.float32, "double": torch.float64, "half": torch.float16, "bfloat16": torch.bfloat16,
          "int64": torch.int64, "int32": torch.int32, "uint8": torch.uint8, "bool": torch.bool}
INPUT = re.compile(r"(\w+): (\w+)(?:\(([^,]+),([^)]+)\))?\[([^\]]*)\]")


class Left(logging.Handler):
    """The nodes that stayed in PyTorch, as the log says them."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        if "stays in PyTorch" in record.getMessage():
            self.lines.append(record.getMessage())

    def __enter__(self):
        logger = logging.getLogger("torchair")
        logger.addHandler(self)
        logger.propagate = False
        return self

    def __exit__(self, *_):
        logging.getLogger("torchair").removeHandler(self)


def compiled(function, **options):
    """Returns the function compiled by opdk."""
    config = options.pop("config", None)
    torch._dynamo.reset()
    return torch.compile(function, backend=torchair.get_npu_backend(compiler_config=config), **options)


def tensor(dtype, low, high, shape):
    """Returns random numbers; a permutation, or one for each row."""
    if dtype == "permutation":
        return torch.randperm(shape[0])
    if dtype == "permutations":
        return torch.stack([torch.randperm(shape[1]) for _ in range(shape[0])])
    kind = DTYPES[dtype]
    if kind == torch.bool:
        return torch.rand(shape) > 0.5
    if not kind.is_floating_point:
        return torch.randint(int(low or -9), int(high or 9), shape, dtype=kind)
    return torch.empty(shape).uniform_(float(low or -2), float(high or 2)).to(kind)


def read_cases(path):
    """Yields (line number, expression, whether something stays in PyTorch, whether gradients are compared, inputs by
    name)."""
    for number, line in enumerate(pathlib.Path(path).read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        expression, inputs = line.split(" <- ")
        stays = expression.startswith("in PyTorch: ")
        expression = expression.removeprefix("in PyTorch: ")
        gradients = expression.startswith("gradients: ")
        torch.manual_seed(number)
        named = {name: tensor(dtype, low, high, [int(size) for size in shape.split(",") if size])
                 for name, dtype, low, high, shape in INPUT.findall(inputs)}
        yield number, expression.removeprefix("gradients: "), stays, gradients, named


def flat(values):
    if isinstance(values, torch.Tensor):
        return [values]
    return [tensor for value in values for tensor in flat(value)] if isinstance(values, (list, tuple)) else []


def differences(theirs, ours, tolerance=1e-4):
    """Returns what is wrong with our results; "" where nothing is."""
    theirs, ours = flat(theirs), flat(ours)
    if len(theirs) != len(ours):
        return f"{len(ours)} results, PyTorch has {len(theirs)}"
    for number, (a, b) in enumerate(zip(theirs, ours)):
        if a.dtype != b.dtype or a.shape != b.shape:
            return f"result {number} is {b.dtype} {tuple(b.shape)}, PyTorch's {a.dtype} {tuple(a.shape)}"
        if not a.dtype.is_floating_point:
            if not torch.equal(a, b):
                return f"result {number} differs"
            continue
        if a.dtype in (torch.float16, torch.bfloat16):
            tolerance = max(tolerance, 5e-3 if a.dtype == torch.float16 else 4e-2)
        wide, other = a.double(), b.double()
        same = (wide == other) | (wide.isnan() & other.isnan())
        finite = wide[wide.isfinite()]
        scale = max(1e-6, float(finite.abs().max())) if finite.numel() else 1.0
        error = (wide - other).abs().masked_fill(same, 0)
        if error.numel() and not bool((error <= tolerance * scale).all()):
            return f"result {number} is off by {float(error.max()):.3g} of {scale:.3g}"
    return ""
