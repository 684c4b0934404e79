"""One result for each element: arithmetic, comparisons, functions."""
from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

from ..ge import NotConvertible, Tensor, cast, const, op, scalar
from ..registration import register_fx_node_ge_converter as register

aten = torch.ops.aten

# In the dtype of the result, to which integers are promoted.
_UNARY = {
    "abs": "Abs", "acos": "Acos", "acosh": "Acosh", "asin": "Asin", "asinh": "Asinh", "atan": "Atan", "atanh": "Atanh",
    "ceil": "Ceil", "cos": "Cos", "cosh": "Cosh", "digamma": "Digamma", "erf": "Erf", "erfc": "Erfc", "erfinv": "Erfinv",
    "exp": "Exp", "expm1": "Expm1", "floor": "Floor", "lgamma": "Lgamma", "log": "Log", "log1p": "Log1p", "neg": "Neg",
    "reciprocal": "Reciprocal", "relu": "Relu", "round": "Rint", "rsqrt": "Rsqrt", "sigmoid": "Sigmoid",
    "sin": "Sin", "sinh": "Sinh", "sqrt": "Sqrt", "square": "Square", "tan": "Tan", "tanh": "Tanh", "trunc": "Trunc",
    "silu": "Swish", "mish": "Mish", "hardswish": "HardSwish", "hardsigmoid": "HardSigmoid", "selu": "Selu",
}
_EXACT = frozenset(("ceil", "floor", "round", "trunc"))


def _unary(name: str, type: str) -> Callable[..., Any]:
    def convert(x: Tensor, *, meta_outputs: Any) -> Tensor:
        if name in _EXACT and not x.dtype.is_floating_point:
            return x
        return op(type, cast(x, meta_outputs.dtype))

    return convert


for _name, _type in _UNARY.items():
    register(getattr(aten, _name).default)(_unary(_name, _type))


@register(aten.sign.default)
def convert_sign(x: Tensor, *, meta_outputs: Any) -> Tensor:
    """Returns the sign; it is 0 for NaN."""
    if not x.dtype.is_floating_point:
        return op("Sign", x)
    return op("Sub", cast(op("Greater", x, 0.0), x.dtype), cast(op("Less", x, 0.0), x.dtype))


@register(aten.log2.default)
def convert_log2(x: Tensor, *, meta_outputs: Any) -> Tensor:
    """Computes the logarithm to base 2."""
    return op("Log", cast(x, meta_outputs.dtype), base=2.0)


@register(aten.log10.default)
def convert_log10(x: Tensor, *, meta_outputs: Any) -> Tensor:
    """Computes the logarithm to base 10."""
    return op("Log", cast(x, meta_outputs.dtype), base=10.0)


@register(aten.exp2.default)
def convert_exp2(x: Tensor, *, meta_outputs: Any) -> Tensor:
    """Computes the power of 2."""
    return op("Exp", cast(x, meta_outputs.dtype), base=2.0)


@register(aten.isnan.default)
def convert_isnan(x: Tensor, *, meta_outputs: Any) -> Tensor:
    """Integers never are."""
    return op("IsNan", x) if x.dtype.is_floating_point else op("NotEqual", x, x)


@register(aten.isinf.default)
def convert_isinf(x: Tensor, *, meta_outputs: Any) -> Tensor:
    """Integers never are."""
    return op("IsInf", x) if x.dtype.is_floating_point else op("NotEqual", x, x)


@register(aten.logical_not.default)
def convert_logical_not(x: Tensor, *, meta_outputs: Any) -> Tensor:
    """Negates truth values of any dtype."""
    return op("LogicalNot", cast(x, torch.bool))


@register(aten.bitwise_not.default)
def convert_bitwise_not(x: Tensor, *, meta_outputs: Any) -> Tensor:
    """Inverts bits; negates a bool."""
    return op("LogicalNot" if x.dtype == torch.bool else "Invert", x)


_BINARY = {"mul": "Mul", "maximum": "Maximum", "minimum": "Minimum", "atan2": "Atan2"}
_BITWISE = {"bitwise_and": ("BitwiseAnd", "LogicalAnd"), "bitwise_or": ("BitwiseOr", "LogicalOr"),
            "bitwise_xor": ("BitwiseXor", "NotEqual")}


def _promoted(meta: Any, *values: Any) -> list[Tensor]:
    return [scalar(value, meta.dtype) for value in values]


def _binary(type: str) -> Callable[..., Any]:
    def convert(x: Any, y: Any, *, meta_outputs: Any) -> Tensor:
        if meta_outputs.dtype == torch.bool and type == "Mul":
            return op("LogicalAnd", *_promoted(meta_outputs, x, y))
        return op(type, *_promoted(meta_outputs, x, y))

    return convert


def _overloads(name: str, *overloads: str) -> list[Any]:
    packet = getattr(aten, name)
    return [getattr(packet, overload) for overload in overloads if overload in packet.overloads()]


for _name, _type in _BINARY.items():
    register(*_overloads(_name, "default", "Tensor", "Scalar"))(_binary(_type))
for _name, (_type, _logical) in _BITWISE.items():
    def _convert_bitwise(x: Any, y: Any, *, meta_outputs: Any, types: tuple[str, str] = (_type, _logical)) -> Tensor:
        chosen = types[1] if meta_outputs.dtype == torch.bool else types[0]
        return op(chosen, *_promoted(meta_outputs, x, y))

    register(*_overloads(_name, "Tensor", "Scalar", "Scalar_Tensor"))(_convert_bitwise)
for _name, _type in (("bitwise_left_shift", "LeftShift"), ("bitwise_right_shift", "RightShift"), ("__lshift__", "LeftShift"),
                     ("__rshift__", "RightShift")):
    register(*_overloads(_name, "Tensor", "Tensor_Scalar", "Scalar"))(_binary(_type))


def _scaled(value: Any, alpha: Any, dtype: torch.dtype) -> Tensor:
    tensor = scalar(value, dtype)
    return tensor if alpha == 1 else op("Mul", tensor, scalar(alpha, dtype))


@register(aten.add.Tensor, aten.add.Scalar)
def convert_add(x: Any, y: Any, alpha: Any = 1, *, meta_outputs: Any) -> Tensor:
    """Computes x + alpha * y; or for bools."""
    if meta_outputs.dtype == torch.bool:
        return op("LogicalOr", *_promoted(meta_outputs, x, y))
    return op("Add", scalar(x, meta_outputs.dtype), _scaled(y, alpha, meta_outputs.dtype))


@register(aten.sub.Tensor, aten.sub.Scalar)
def convert_sub(x: Any, y: Any, alpha: Any = 1, *, meta_outputs: Any) -> Tensor:
    """Computes x - alpha * y."""
    return op("Sub", scalar(x, meta_outputs.dtype), _scaled(y, alpha, meta_outputs.dtype))


@register(aten.rsub.Tensor, aten.rsub.Scalar)
def convert_rsub(x: Any, y: Any, alpha: Any = 1, *, meta_outputs: Any) -> Tensor:
    """Computes y - alpha * x."""
    return convert_sub(y, x, alpha, meta_outputs=meta_outputs)


@register(aten.div.Tensor, aten.div.Scalar, aten.true_divide.Tensor)
def convert_div(x: Any, y: Any, *, meta_outputs: Any) -> Tensor:
    """Divides in floating point, integers too."""
    return op("RealDiv", *_promoted(meta_outputs, x, y))


@register(aten.div.Tensor_mode, aten.div.Scalar_mode)
def convert_div_mode(x: Any, y: Any, *, rounding_mode: Any = None, meta_outputs: Any) -> Tensor:
    """Divides and rounds down, or to zero."""
    a, b = _promoted(meta_outputs, x, y)
    if rounding_mode is None:
        return op("RealDiv", a, b)
    if rounding_mode == "floor":
        return op("FloorDiv", a, b)
    if meta_outputs.dtype.is_floating_point:
        return op("Trunc", op("RealDiv", a, b))
    return op("TruncateDiv", a, b)


@register(aten.floor_divide.default, aten.floor_divide.Scalar)
def convert_floor_divide(x: Any, y: Any, *, meta_outputs: Any) -> Tensor:
    """Divides and rounds down."""
    return op("FloorDiv", *_promoted(meta_outputs, x, y))


@register(aten.remainder.Tensor, aten.remainder.Scalar)
def convert_remainder(x: Any, y: Any, *, meta_outputs: Any) -> Tensor:
    """Returns the remainder with the divisor's sign."""
    return op("FloorMod", *_promoted(meta_outputs, x, y))


@register(aten.fmod.Tensor, aten.fmod.Scalar)
def convert_fmod(x: Any, y: Any, *, meta_outputs: Any) -> Tensor:
    """Returns the remainder with the dividend's sign."""
    return op("TruncateMod", *_promoted(meta_outputs, x, y))


@register(aten.pow.Tensor_Tensor, aten.pow.Tensor_Scalar, aten.pow.Scalar)
def convert_pow(x: Any, y: Any, *, meta_outputs: Any) -> Tensor:
    """Raises to a power; small whole powers are products."""
    dtype = meta_outputs.dtype
    if isinstance(y, (int, float)) and y in (2, 3, 0.5, -1, 1, -0.5):
        base = scalar(x, dtype)
        squared = op("Square", base) if y in (2, 3) else None
        forms = {2: lambda: squared, 3: lambda: op("Mul", squared, base), 0.5: lambda: op("Sqrt", base), 1: lambda: base,
                 -1: lambda: op("Reciprocal", base), -0.5: lambda: op("Rsqrt", base)}
        return forms[y]()
    return op("Pow", *_promoted(meta_outputs, x, y))


def _result_type(x: Any, y: Any) -> torch.dtype:
    def example(value: Any) -> Any:
        if not isinstance(value, Tensor):
            return 1.0 if isinstance(value, (float, torch.SymFloat)) else int(0) if not isinstance(value, bool) else value
        dims = [1] * (len(value.shape) if value.shape is not None else 1)
        return torch.empty(dims, dtype=value.dtype)

    return torch.result_type(example(x), example(y))


def _comparison(type: str) -> Callable[..., Any]:
    def convert(x: Any, y: Any, *, meta_outputs: Any) -> Tensor:
        dtype = _result_type(x, y)
        if isinstance(y, float) and not dtype.is_floating_point:
            raise NotConvertible(f"an integer compared with {y}")
        return op(type, scalar(x, dtype), scalar(y, dtype))

    return convert


for _name, _type in (("eq", "Equal"), ("ne", "NotEqual"), ("lt", "Less"), ("le", "LessEqual"), ("gt", "Greater"),
                     ("ge", "GreaterEqual")):
    register(*_overloads(_name, "Tensor", "Scalar"))(_comparison(_type))


def _logical(type: str) -> Callable[..., Any]:
    def convert(x: Tensor, y: Tensor, *, meta_outputs: Any) -> Tensor:
        return op(type, scalar(x, torch.bool), scalar(y, torch.bool), dtype=torch.bool)

    return convert


for _name, _type in (("logical_and", "LogicalAnd"), ("logical_or", "LogicalOr"), ("logical_xor", "NotEqual")):
    register(getattr(aten, _name).default)(_logical(_type))


# Registers only if PyTorch has fma: older versions have none.
@register(*([torch.ops.prims.fma.default] if hasattr(torch.ops.prims, "fma") else []))
def convert_fma(x: Tensor, y: Tensor, z: Tensor, *, meta_outputs: Any) -> Tensor:
    """Computes x * y + z."""
    return op("Add", op("Mul", x, y), z)


@register(aten.hypot.default)
def convert_hypot(x: Tensor, y: Tensor, *, meta_outputs: Any) -> Tensor:
    """Computes the root relative to the larger operand, so that squares don't overflow."""
    a, b = (op("Abs", value) for value in _promoted(meta_outputs, x, y))
    large, small = op("Maximum", a, b), op("Minimum", a, b)
    ratio = op("DivNoNan", small, large)
    return op("Mul", large, op("Sqrt", op("Add", op("Square", ratio), 1.0)))


@register(aten.where.self, aten.where.ScalarSelf, aten.where.ScalarOther, aten.where.Scalar)
def convert_where(condition: Tensor, x: Any, y: Any, *, meta_outputs: Any) -> Tensor:
    """Selects elements; both sides broadcast."""
    a, b = _promoted(meta_outputs, x, y)
    return op("SelectV2", cast(condition, torch.bool), a, b, dtype=meta_outputs.dtype)


@register(aten.masked_fill.Scalar, aten.masked_fill.Tensor)
def convert_masked_fill(x: Tensor, mask: Tensor, value: Any, *, meta_outputs: Any) -> Tensor:
    """Writes the value where the mask is true."""
    return convert_where(mask, value, x, meta_outputs=meta_outputs)


@register(aten.clamp.default, aten.clamp.Tensor)
def convert_clamp(x: Tensor, min: Any = None, max: Any = None, *, meta_outputs: Any) -> Tensor:
    """Clamps between bounds, of which one may be missing."""
    dtype = meta_outputs.dtype
    value = cast(x, dtype)
    if isinstance(min, (int, float)) and isinstance(max, (int, float)) and math.isfinite(min) and math.isfinite(max):
        return op("ClipByValue", value, const(min, dtype), const(max, dtype))
    if min is not None:
        value = op("Maximum", value, scalar(min, dtype))
    return value if max is None else op("Minimum", value, scalar(max, dtype))


@register(aten.hardtanh.default)
def convert_hardtanh(x: Tensor, min_val: float = -1.0, max_val: float = 1.0, *, meta_outputs: Any) -> Tensor:
    """Clamps between the bounds, by default -1 and 1."""
    return convert_clamp(x, min_val, max_val, meta_outputs=meta_outputs)


@register(aten.gelu.default)
def convert_gelu(x: Tensor, *, approximate: str = "none", meta_outputs: Any) -> Tensor:
    """Computes GELU by erf or by tanh."""
    return op("Gelu", x, approximate=approximate)


@register(aten.leaky_relu.default)
def convert_leaky_relu(x: Tensor, negative_slope: float = 0.01, *, meta_outputs: Any) -> Tensor:
    """Applies a slope below zero."""
    return op("LeakyRelu", x, negative_slope=float(negative_slope))


@register(aten.elu.default)
def convert_elu(x: Tensor, alpha: float = 1, scale: float = 1, input_scale: float = 1, *, meta_outputs: Any) -> Tensor:
    """Adds Elu, whose attributes have the same names."""
    return op("Elu", x, alpha=float(alpha), scale=float(scale), input_scale=float(input_scale))


@register(aten.softplus.default)
def convert_softplus(x: Tensor, beta: float = 1, threshold: float = 20, *, meta_outputs: Any) -> Tensor:
    """Computes softplus, linear above the threshold."""
    return op("SoftplusV2", x, beta=float(beta), threshold=float(threshold))


@register(aten.native_dropout.default)
def convert_dropout(x: Tensor, p: float, train: Any, *, meta_outputs: Any) -> Any:
    """Leaves a dropout that drops to PyTorch, whose random numbers count."""
    if train is not False and p != 0:
        raise NotConvertible("random numbers are PyTorch's")
    ones = op("OnesLike", x)
    return x, cast(ones, torch.bool)
