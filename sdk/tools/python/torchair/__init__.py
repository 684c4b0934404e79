"""PyTorch's ``torch.compile`` with opdk as its backend, by the names of TorchAir.

    import torch, torchair

    model = torch.compile(model, backend=torchair.get_npu_backend())

Which operators run where is logged ("torchair"). Errors are ``opdk.OpdkError``.
"""
from . import ge, inference
from .backend import get_npu_backend
from .config import CompilerConfig
from .export import dynamo_export
from .registration import register_fx_node_ge_converter

__all__ = ["CompilerConfig", "dynamo_export", "ge", "get_npu_backend", "inference", "register_fx_node_ge_converter"]
