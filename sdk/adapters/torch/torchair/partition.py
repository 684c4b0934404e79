"""Splits a graph into parts that run in opdk and nodes that stay in PyTorch."""
from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import torch
from torch import fx
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.operator_support import OperatorSupportBase

from .lowering import is_size

_VIEWS = ("view", "_unsafe_view", "expand", "permute", "unsqueeze", "squeeze", "clone", "alias", "detach", "select", "slice")
_NO_COMPUTATION = [f"torch.ops.aten.{name}" for name in _VIEWS]


class _Support(OperatorSupportBase):
    def __init__(self, left: Mapping[str, str]) -> None:
        self.left = left

    def is_node_supported(self, submodules: Mapping[str, torch.nn.Module], node: fx.Node) -> bool:
        if node.op != "call_function" or is_size(node.meta.get("val")):
            return False
        if node.target is operator.getitem:
            return self.is_node_supported(submodules, node.args[0])
        return node.name not in self.left


def partition(module: fx.GraphModule, left: Mapping[str, str]) -> fx.GraphModule:
    """Returns a copy of a module whose supported operators are in submodules, as few as the others allow.

    Args:
        left: names of the nodes that stay, with the reason.
    """
    graph = fx.Graph()
    values: dict[fx.Node, fx.Node] = {}
    graph.output(graph.graph_copy(module.graph, values))
    copy = fx.GraphModule(module, graph)  # with the parts of control flow that the graph names
    partitioner = CapabilityBasedPartitioner(copy, _Support(left), allows_single_node_partition=True,
                                             non_compute_ops=_NO_COMPUTATION)
    partitions = partitioner.propose_partitions()
    partitioner.remove_bookend_non_compute_ops(partitions)
    return partitioner.fuse_partitions([part for part in partitions if part.nodes])


def is_partition(node: fx.Node, module: fx.GraphModule) -> bool:
    """Returns whether a node calls a submodule that ``partition`` made."""
    return node.op == "call_module" and isinstance(_submodule(node, module), fx.GraphModule)


def _submodule(node: fx.Node, module: fx.GraphModule) -> Any:
    return module.get_submodule(str(node.target))
