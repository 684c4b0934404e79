"""opdk from Python: load operator packages, run operators, graphs and models on NumPy arrays without copies, see what
ran and why, and look into AI Core kernels.

    import numpy as np, opdk

    opdk.load(plugins=["build/plugins"])
    y = opdk.run("SoftmaxV2", {"x": np.ones((4, 8), np.float32)}, {"axes": [-1]})["y"]
    model = opdk.Model("model.onnx")
    print(model.run({"x": x}), model.explain())
    print(opdk.expression("SoftmaxV2", {"x": ("float", (4, 8))}, {"axes": [-1]}))

Errors are OpdkError, with a code, places and a hint; TypeError for what isn't an array at all.
"""
from ._core import VERSION as __version__
from .arrays import TensorSpec
from .dtypes import bfloat16, dtype_name, from_bfloat16, numpy_dtype, to_bfloat16
from .errors import OpdkError
from .models import Explanation, FusedGroup, Graph, Memory, Model, Node, NodeExplanation, Refusal, Tensor
from .operators import Expression, Operator, expression, infer_shape, run
from .packages import (AttrDeclaration, OperatorInfo, Package, PortDeclaration, Provider, Registry, Rejected, load,
                       registry)
from .sessions import Session

__all__ = [
    "AttrDeclaration", "Explanation", "Expression", "FusedGroup", "Graph", "Memory", "Model", "Node",
    "NodeExplanation", "OpdkError", "Operator", "OperatorInfo", "Package", "PortDeclaration", "Provider", "Refusal",
    "Registry", "Rejected", "Session", "Tensor", "TensorSpec", "__version__", "bfloat16", "dtype_name", "expression",
    "from_bfloat16", "infer_shape", "load", "numpy_dtype", "registry", "run", "to_bfloat16",
]
