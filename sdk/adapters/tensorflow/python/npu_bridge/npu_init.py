"""`from npu_bridge.npu_init import *`: what a ported program needs."""
import opdk_tensorflow
import tensorflow.compat.v1 as tf
from tensorflow.core.protobuf.rewriter_config_pb2 import RewriterConfig

from npu_bridge.estimator import npu_ops
from npu_bridge.estimator.npu import npu_scope, util
from npu_bridge.estimator.npu.npu_config import (DumpConfig, DynamicInputConfig, ExperimentalConfig, GraphMemoryOptimizeConfig,
                                                 MemoryConfig, NPURunConfig, ProfilingConfig)
from npu_bridge.estimator.npu.npu_estimator import NPUEstimator, NPUEstimatorSpec
from npu_bridge.estimator.npu.npu_hook import (NPUBroadcastGlobalVariablesHook, NPUCheckpointSaverHook,
                                               SetIterationsVarHook)
from npu_bridge.estimator.npu.npu_loss_scale_manager import ExponentialUpdateLossScaleManager, FixedLossScaleManager
from npu_bridge.estimator.npu.npu_loss_scale_optimizer import NPULossScaleOptimizer
from npu_bridge.estimator.npu.npu_optimizer import (KerasDistributeOptimizer, NPUDistributedOptimizer, NPUOptimizer,
                                                    check_one_rank, npu_distributed_optimizer_wrapper)

__all__ = [
    "DumpConfig", "DynamicInputConfig", "ExperimentalConfig", "ExponentialUpdateLossScaleManager", "FixedLossScaleManager",
    "GraphMemoryOptimizeConfig", "KerasDistributeOptimizer", "MemoryConfig", "NPUBroadcastGlobalVariablesHook",
    "NPUCheckpointSaverHook", "NPUDistributedOptimizer", "NPUEstimator", "NPUEstimatorSpec", "NPULossScaleOptimizer",
    "NPUOptimizer", "NPURunConfig", "NpuEmptyHook", "ProfilingConfig",
    "RewriterConfig", "SetIterationsVarHook", "close_session", "get_npu_local_rank_id", "get_npu_local_rank_size", "get_npu_rank_id",
    "get_npu_rank_size", "init_resource", "npu_callbacks_append", "npu_config_proto", "npu_distributed_optimizer_wrapper",
    "npu_graph_options", "npu_hooks_append", "npu_keras_optimizer", "npu_ops", "npu_optimizer_options", "npu_run_config_init",
    "npu_scope", "npu_tf_optimizer", "shutdown_resource", "util"]


def npu_config_proto(config_proto=None, **parameters):
    """Returns a session's configuration by which graphs go down to opdk. It is the given one or a new one, with
    NpuOptimizer and its parameters (mix_compile_mode=True, precision_mode="allow_mix_precision" …) added."""
    return opdk_tensorflow.add_optimizer(config_proto or tf.ConfigProto(), parameters)


def npu_graph_options(graph_options=None):
    """Options of a configuration, without TensorFlow's own compiler."""
    graph_options = graph_options or tf.GraphOptions()
    npu_optimizer_options(graph_options.optimizer_options)
    return graph_options


def npu_optimizer_options(optimizer_options=None):
    """Options of a configuration, without TensorFlow's own compiler."""
    optimizer_options = tf.OptimizerOptions() if optimizer_options is None else optimizer_options
    optimizer_options.global_jit_level = tf.OptimizerOptions.OFF
    return optimizer_options


def npu_run_config_init(run_config=None):
    """Returns a configuration whose sessions go down to opdk: the given one, or a new NPURunConfig."""
    if run_config is None:
        return NPURunConfig()
    run_config.session_config = npu_config_proto(run_config.session_config)
    return run_config


def init_resource(config=None):
    """Returns a session that goes down to opdk, and the operation that ends it (see shutdown_resource)."""
    check_one_rank()
    graph = tf.Graph()
    with graph.as_default():
        shutdown = tf.no_op(name="npu_shutdown")
    return tf.Session(graph=graph, config=npu_config_proto(config)), shutdown


def shutdown_resource(sess, npu_shutdown):
    """Ends what init_resource has begun; there is nothing that outlives sessions."""
    sess.run(npu_shutdown)


def close_session(sess):
    """Closes it."""
    sess.close()


def get_npu_rank_id():
    """Returns 0, the rank of the only process."""
    return 0


def get_npu_local_rank_id():
    """Returns 0, the local rank of the only process."""
    return 0


def get_npu_rank_size():
    """Returns 1: one process trains by itself."""
    return 1


def get_npu_local_rank_size():
    """Returns 1: one process trains by itself."""
    return 1


class NpuEmptyHook(tf.train.SessionRunHook):
    """Does nothing."""


def npu_hooks_append(hooks_list=()):
    """Returns the hooks unchanged: variables needn't be sent to other devices."""
    return list(hooks_list or ())


def npu_callbacks_append(callbacks_list=()):
    """Returns the callbacks unchanged: variables needn't be sent to other devices."""
    return list(callbacks_list or ())


def npu_keras_optimizer(opt):
    """Returns what npu_distributed_optimizer_wrapper does."""
    return npu_distributed_optimizer_wrapper(opt)


def npu_tf_optimizer(opt):
    """Returns what npu_distributed_optimizer_wrapper does."""
    return npu_distributed_optimizer_wrapper(opt)
