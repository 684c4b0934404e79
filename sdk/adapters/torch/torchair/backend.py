"""The backend of ``torch.compile``."""
from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Optional

import torch
from torch import fx
from torch._dynamo.backends.common import aot_autograd
from torch._guards import TracingContext

from . import converters, dumps  # noqa: F401 (the converters register themselves)
from .compiled_graph import CompiledGraph
from .configs.compiler_config import CompilerConfig, checked
from .decompositions import TABLE
from .registration import has_converter

logger = logging.getLogger("torchair")


def decompositions(custom: Optional[Mapping[Any, Callable[..., Any]]] = None) -> dict[Any, Callable[..., Any]]:
    """Returns PyTorch's decompositions into its core operators, without those of operators that have a converter."""
    table: dict[Any, Callable[..., Any]] = {
        target: function for target, function in torch._decomp.core_aten_decompositions().items() if not has_converter(target)}
    table.update(TABLE)
    table.update(custom or {})
    return table


def constant_positions(module: fx.GraphModule) -> list[int]:
    """Arguments that are parameters or buffers and that the graph doesn't write to."""
    context = TracingContext.try_get()
    metadata = context.fw_metadata if context is not None else None
    if metadata is None:
        return []
    written = {position for position, info in enumerate(metadata.input_info) if info.mutates_data or info.mutates_metadata}
    count = sum(1 for node in module.graph.nodes if node.op == "placeholder")
    return [position for position in metadata.static_input_indices if position < count and position not in written]


class _Backend:
    def __init__(self, config: CompilerConfig, custom: Optional[Mapping[Any, Callable[..., Any]]]) -> None:
        self.config = config
        self.custom = custom

    def __call__(self, module: fx.GraphModule, inputs: Sequence[Any], **options: Any) -> Any:
        """Compiles a graph; Dynamo calls it with the graph and example inputs."""
        if options:
            logger.warning("options of torch.compile have no meaning here, use torchair.CompilerConfig: %s", options)
        return aot_autograd(
            fw_compiler=self._compiler("forward"), bw_compiler=self._compiler("backward"),
            inference_compiler=self._compiler("inference"), decompositions=decompositions(self.custom))(module, inputs)

    def _compiler(self, kind: str) -> Callable[..., Any]:
        def compile_graph(module: fx.GraphModule, inputs: Sequence[Any]) -> Any:
            always = self.config.experimental_config.frozen_parameter and kind == "forward"
            frozen = constant_positions(module) if kind == "inference" or always else []
            if self.config.debug.run_eagerly:
                return torch._functorch.aot_autograd.make_boxed_func(module.forward)
            compiled = CompiledGraph(module, self.config, kind, frozen)
            dumps.write_module(module, self.config, compiled.name)
            return compiled.boxed()

        return compile_graph


def get_npu_backend(*, compiler_config: Optional[CompilerConfig] = None,
                    custom_decompositions: Optional[Mapping[Any, Callable[..., Any]]] = None) -> Callable[..., Any]:
    """Returns the backend for ``torch.compile``: graphs of ATen's operators run in opdk, on PyTorch's own memory.

    Operators without a converter stay in PyTorch; the logger "torchair" says which, and why.

    Args:
        compiler_config: None: the defaults.
        custom_decompositions: by overload, beside PyTorch's.

    Example:
        >>> model = torch.compile(model, backend=torchair.get_npu_backend())
    """
    return _Backend(checked(compiler_config), custom_decompositions)
