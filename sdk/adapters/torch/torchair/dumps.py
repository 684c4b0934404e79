"""Files for whoever looks into a backend: graphs, the summary of operators, tensors."""
from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping

import opdk
from opdk.files import write_whole
from torch import fx

from .configs.compiler_config import CompilerConfig
from .lowering import Lowered, is_size


def write_graph(lowered: Lowered, config: CompilerConfig, name: str) -> None:
    """Writes the graph before it is compiled, in opdk's text form or as an .air file (``debug.graph_dump``)."""
    options = config.debug.graph_dump
    if options.type in (None, "py"):
        return
    path = os.path.join(options.path, f"{name}.{options.type}")
    if options.type == "air":
        lowered.graph.save(path)
        return
    _write(path, str(lowered.graph))


def write_module(module: fx.GraphModule, config: CompilerConfig, name: str) -> None:
    """Writes PyTorch's graph as Python (``debug.graph_dump.type = "py"``)."""
    if config.debug.graph_dump.type == "py":
        _write(os.path.join(config.debug.graph_dump.path, f"{name}.py"), module.print_readable(print_output=False))


def _write(path: str, text: str) -> None:
    try:
        write_whole(path, text.encode("utf-8"))
    except OSError as error:
        raise opdk.OpdkError("E1006", f"{path!r} can't be written: {error.strerror}") from None


def write_summary(module: fx.GraphModule, left: Mapping[str, str], config: CompilerConfig, name: str) -> None:
    """Writes each operator with its state ("supported" or "not implemented") and the reason (``debug.fx_summary``)."""
    options = config.debug.fx_summary
    if options.type is None:
        return
    table = io.StringIO(newline="")
    writer = csv.writer(table)
    writer.writerow(("node", "target", "state", "reason", "output"))
    for node in module.graph.nodes:
        if node.op == "call_function" and not is_size(node.meta.get("val")):
            reason = left.get(node.name, "")
            writer.writerow((node.name, str(node.target), "not implemented" if reason else "supported", reason,
                             _described(node.meta.get("val"))))
    _write(os.path.join(options.path, f"{name}_summary.csv"), table.getvalue())


def _described(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "; ".join(_described(item) for item in value)
    return f"{value.dtype} {tuple(value.shape)}" if hasattr(value, "dtype") and hasattr(value, "shape") else str(value)


def dump_tensors(model: opdk.Model, config: CompilerConfig) -> None:
    """Makes each step of each run write what it reads and writes (``dump_config``)."""
    options = config.dump_config
    if options.enable_dump:
        model.dump_tensors(options.dump_path, layers=[name for name in options.dump_layer.split() if name],
                           runs=options.dump_step, mode=options.dump_mode, data=options.dump_data)
