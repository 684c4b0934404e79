"""Products of matrices, and attention."""
from __future__ import annotations

import math
from typing import Any

import torch

from ..ge import NotConvertible, Tensor, cast, const, matrix, named_op, op, scalar
from ..registration import register_fx_node_ge_converter as register
from .array import reshaped

aten = torch.ops.aten


def _product(a: Tensor, b: Tensor) -> Tensor:
    if a.rank == 2:
        (x1, first), (x2, second) = matrix(a), matrix(b)
        return op("MatMulV2", x1, x2, transpose_x1=first, transpose_x2=second)
    (x1, first), (x2, second) = matrix(a), matrix(b)
    return op("BatchMatMulV2", x1, x2, adj_x1=first, adj_x2=second)


@register(aten.mm.default, aten.bmm.default)
def convert_mm(x: Tensor, y: Tensor, *, meta_outputs: Any) -> Tensor:
    """Multiplies matrices, or as many pairs of them."""
    return _product(x, y)


@register(aten.addmm.default)
def convert_addmm(bias: Tensor, x: Tensor, y: Tensor, *, beta: Any = 1, alpha: Any = 1, meta_outputs: Any) -> Tensor:
    """Computes beta * bias + alpha * x @ y."""
    if beta == 1 and alpha == 1 and bias.rank == 1 and bias.dtype == torch.float32:
        (x1, first), (x2, second) = matrix(x), matrix(y)
        return named_op("MatMulV2", {"x1": x1, "x2": x2, "bias": bias}, x.dtype,
                        transpose_x1=first, transpose_x2=second)
    product = _product(x, y)
    if alpha != 1:
        product = op("Mul", product, scalar(alpha, x.dtype))
    return product if beta == 0 else op("Add", product, bias if beta == 1 else op("Mul", bias, scalar(beta, x.dtype)))


@register(aten.baddbmm.default)
def convert_baddbmm(bias: Tensor, x: Tensor, y: Tensor, *, beta: Any = 1, alpha: Any = 1, meta_outputs: Any) -> Tensor:
    """Computes beta * bias + alpha * x @ y for as many pairs."""
    return convert_addmm(bias, x, y, beta=beta, alpha=alpha, meta_outputs=meta_outputs)


@register(aten.mv.default)
def convert_mv(x: Tensor, y: Tensor, *, meta_outputs: Any) -> Tensor:
    """Multiplies a matrix and a vector."""
    column = op("UnsqueezeV3", y, const([1], torch.int64))
    return op("SqueezeV3", op("MatMulV2", x, column), const([1], torch.int64))


@register(aten.addmv.default)
def convert_addmv(bias: Tensor, x: Tensor, y: Tensor, *, beta: Any = 1, alpha: Any = 1, meta_outputs: Any) -> Tensor:
    """Computes beta * bias + alpha * x @ y."""
    product = op("Mul", convert_mv(x, y, meta_outputs=meta_outputs), scalar(alpha, x.dtype))
    return product if beta == 0 else op("Add", product, op("Mul", bias, scalar(beta, x.dtype)))


@register(aten.dot.default)
def convert_dot(x: Tensor, y: Tensor, *, meta_outputs: Any) -> Tensor:
    """Multiplies two vectors."""
    return op("ReduceSum", op("Mul", x, y), const([0], torch.int64), keep_dims=False)


def _lower_triangle(rows: Any, columns: Any) -> Tensor:
    """Returns True where a row's number isn't below the column's."""
    def numbers(count: Any) -> Tensor:
        return op("Range", const(0, torch.int64), scalar(count, torch.int64), const(1, torch.int64),
                  dtype=torch.int64)

    if isinstance(rows, int) and isinstance(columns, int):
        return const(torch.ones(rows, columns, dtype=torch.bool).tril().tolist(), torch.bool)
    return op("GreaterEqual", op("UnsqueezeV3", numbers(rows), const([1], torch.int64)), numbers(columns))


def _grouped(x: Tensor, groups: Any) -> Tensor:
    """Reshapes [N, H, L, D] to [N, groups, H / groups * L, D]: neighbouring heads that share keys and values are rows
    of one product."""
    if x.shape[1] == groups:
        return x
    shape = [x.shape[0], groups, x.shape[1] // groups * x.shape[2], x.shape[3]]
    result = reshaped(x, shape)
    result.shape = tuple(shape)
    return result


def _masked_scores(query: Tensor, key: Tensor, scale: float, is_causal: bool, attn_mask: Any) -> Tensor:
    keys, swapped = matrix(key)
    rows = _grouped(query, key.shape[1])
    scores = op("BatchMatMulV2", rows, keys, adj_x1=False, adj_x2=not swapped)
    shape = (*query.shape[:3], key.shape[2])
    if rows is not query:
        scores.shape = (*rows.shape[:3], key.shape[2])
        scores = reshaped(scores, shape)
    scores = op("Mul", scores, scalar(scale, query.dtype))
    if is_causal:
        mask = _lower_triangle(query.shape[-2], key.shape[-2])
        scores = op("Add", scores, op("SelectV2", mask, const(0.0, query.dtype), const(-math.inf, query.dtype),
                                      dtype=query.dtype))
    return scores if attn_mask is None else op("Add", scores, cast(attn_mask, query.dtype))


def _factor(query: Tensor, key: Tensor, dropout_p: float, scale: Any) -> float:
    if dropout_p != 0:
        raise NotConvertible("random numbers are PyTorch's")
    if query.shape is None or key.shape is None or not isinstance(query.shape[-1], int):
        raise NotConvertible("the size of a head must be known")
    if not isinstance(query.shape[1], int) or not isinstance(key.shape[1], int):
        raise NotConvertible("the number of heads must be known")
    return 1 / math.sqrt(query.shape[-1]) if scale is None else scale


@register(aten._scaled_dot_product_flash_attention_for_cpu.default)
def convert_attention(query: Tensor, key: Tensor, value: Tensor, dropout_p: float = 0.0, is_causal: bool = False, *,
                      attn_mask: Any = None, scale: Any = None, meta_outputs: Any) -> tuple[Tensor, Tensor]:
    """Computes softmax(query @ keyT * scale + mask) @ value, and the logarithms of the sums, which a backward graph
    reads."""
    scores = _masked_scores(query, key, _factor(query, key, dropout_p, scale), is_causal, attn_mask)
    largest = op("ReduceMax", scores, const([3], torch.int64), keep_dims=True)
    total = op("ReduceSum", op("Exp", op("Sub", scores, largest)), const([3], torch.int64), keep_dims=True)
    logarithms = op("SqueezeV3", op("Add", op("Log", total), largest), const([3], torch.int64))
    weights = op("SoftmaxV2", scores, axes=[-1], shape=(*query.shape[:3], key.shape[2]))
    rows = _grouped(weights, value.shape[1])
    result = op("BatchMatMulV2", rows, value)
    if rows is not weights:
        result.shape = (*rows.shape[:3], value.shape[3])
        result = reshaped(result, (*query.shape[:3], value.shape[3]))
    return result, logarithms


@register(aten._scaled_dot_product_flash_attention_for_cpu_backward.default)
def convert_attention_backward(grad: Tensor, query: Tensor, key: Tensor, value: Tensor, out: Tensor, logsumexp: Tensor,
                               dropout_p: float, is_causal: bool, *, attn_mask: Any = None, scale: Any = None,
                               meta_outputs: Any) -> tuple[Tensor, Tensor, Tensor]:
    """Computes the weights again from the logarithms of the sums, without another softmax."""
    factor = _factor(query, key, dropout_p, scale)
    if query.shape[1] != key.shape[1]:
        raise NotConvertible("gradients of heads that share keys and values")
    sums = op("UnsqueezeV3", cast(logsumexp, query.dtype), const([3], torch.int64))
    weights = op("Exp", op("Sub", _masked_scores(query, key, factor, is_causal, attn_mask), sums))
    of_value = op("BatchMatMulV2", weights, grad, adj_x1=True, adj_x2=False)
    of_weights = op("BatchMatMulV2", grad, value, adj_x1=False, adj_x2=True)
    along = op("ReduceSum", op("Mul", grad, out), const([3], torch.int64), keep_dims=True)
    of_scores = op("Mul", op("Mul", weights, op("Sub", of_weights, along)), scalar(factor, query.dtype))
    return (op("BatchMatMulV2", of_scores, key, adj_x1=False, adj_x2=False),
            op("BatchMatMulV2", of_scores, query, adj_x1=True, adj_x2=False), of_value)
