"""A model of PyTorch as an .air file."""
from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, Optional

import opdk
import torch
from torch import fx
from torch._dynamo.backends.common import aot_autograd

from .backend import constant_positions, decompositions
from .configs.compiler_config import CompilerConfig, checked
from .lowering import Unsupported, lower


def dynamo_export(*args: Any, model: Callable[..., Any], export_path: str = "export_file", export_name: str = "export",
                  dynamic: bool = False, config: Optional[CompilerConfig] = None, **kwargs: Any) -> str:
    """Writes a model to ``export_path``/``export_name``.air, with its parameters, for ``atc --framework=1``.

    Args:
        args, kwargs: what the model is called with; of tensors the dtypes and shapes count.
        dynamic: sizes may be others in a run.

    Returns:
        The file.

    Raises:
        OpdkError: E2002, operators of it have no form in Ascend IR; E1006, the file can't be written.

    Example:
        >>> torchair.dynamo_export(torch.randn(1, 3, 224, 224), model=net, export_name="net")
        'export_file/net.air'
    """
    checked(config)
    try:
        os.makedirs(export_path, exist_ok=True)
    except OSError as error:
        raise opdk.OpdkError("E1006", f"{export_path!r} can't be made: {error.strerror}") from None
    path = os.path.join(export_path, f"{export_name}.air")

    def backend(module: fx.GraphModule, inputs: Sequence[Any]) -> Any:
        return aot_autograd(fw_compiler=save, decompositions=decompositions())(module, inputs)

    def save(module: fx.GraphModule, inputs: Sequence[Any]) -> Any:
        constants = constant_positions(module)
        placeholders = [node for node in module.graph.nodes if node.op == "placeholder"]

        def run(given: list[Any]) -> Any:
            _write(module, export_name, {placeholders[place]: given[place] for place in constants}, path)
            return module(*given)

        run._boxed_call = True
        return run

    with torch.no_grad():
        torch.compile(model, backend=backend, dynamic=dynamic, fullgraph=True)(*args, **kwargs)
    return path


def _write(module: fx.GraphModule, name: str, constants: dict[fx.Node, torch.Tensor], path: str) -> None:
    try:
        lowered = lower(module, name, constants)
    except Unsupported as unsupported:
        node, reason = next(iter(unsupported.reasons.items()))
        raise opdk.OpdkError(
            "E2002", f"{node.target} has no form in Ascend IR: {reason}", (f"node {node.name} ({node.target})",),
            "register a converter with torchair.register_fx_node_ge_converter, or leave it out of what is exported") from None
    lowered.graph.save(path)
