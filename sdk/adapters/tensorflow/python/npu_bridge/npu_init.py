"""`from npu_bridge.npu_init import *`: what a ported program needs."""
import opdk_tensorflow
import tensorflow.compat.v1 as tf

from npu_bridge.estimator import npu_ops
from npu_bridge.estimator.npu import npu_scope, util

__all__ = ["npu_config_proto", "npu_ops", "npu_scope", "util"]


def npu_config_proto(config_proto=None, **parameters):
    """A session's configuration with which graphs go down to opdk: the given one, or a new one, with NpuOptimizer and its
    parameters (mix_compile_mode=True, precision_mode="allow_mix_precision" …)."""
    return opdk_tensorflow.add_optimizer(config_proto or tf.ConfigProto(), parameters)
