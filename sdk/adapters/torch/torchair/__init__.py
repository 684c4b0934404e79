"""PyTorch's ``torch.compile`` with opdk as its backend, by the names of TorchAir.

    import torch, torchair

    model = torch.compile(model, backend=torchair.get_npu_backend())

Which operators run where is logged ("torchair"). Errors are ``opdk.OpdkError``.
"""
try:
    from torch import compile as _needed  # noqa: F401 (Debian's PyTorch 1.13 has none)
except ImportError as error:
    raise ImportError("torchair needs PyTorch 2.6 or later: pip install 'torch>=2.6'") from error

from . import ge, inference
from .backend import get_npu_backend, logger
from .configs.compiler_config import CompilerConfig
from .export import dynamo_export
from .registration import register_fx_node_ge_converter

__all__ = ["CompilerConfig", "dynamo_export", "ge", "get_npu_backend", "inference", "logger",
           "register_fx_node_ge_converter"]
