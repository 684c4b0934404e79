"""Functions for writing converters: operators of Ascend IR, added to the graph that is built.

    from torchair import ge, register_fx_node_ge_converter

    @register_fx_node_ge_converter(torch.ops.my.scaled.default)
    def convert_scaled(x, scale, *, meta_outputs=None):
        return ge.custom_op("Scaled", {"x": x}, {"scale": ge.attr.Float(scale)}, ["y"])
"""
from . import attr
from .custom import custom_op
from .data_type import Cast, Const, DataType
from .graph import NotConvertible, Tensor, cast, const, matrix, named_op, op, permuted, scalar, sizes, symbol, transposed
from .symbols import same
from .tensor_spec import TensorSpec

__all__ = ["Cast", "Const", "DataType", "NotConvertible", "Tensor", "TensorSpec", "attr", "cast", "const", "custom_op",
           "matrix", "named_op", "op", "permuted", "same", "scalar", "sizes", "symbol", "transposed"]
