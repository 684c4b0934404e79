"""The parts of Ascend Extension for PyTorch that scripts call; they say that there is no Ascend processor.

``torch.compile`` with ``torchair``'s backend runs in opdk, on tensors of the CPU. There is no device "npu".
"""
import opdk
import torch

from . import npu

__version__ = opdk.__version__
torch.npu = npu
__all__ = ["npu"]
