"""Hooks of monitored sessions (tf.train.MonitoredTrainingSession)."""
import tensorflow.compat.v1 as tf

from npu_bridge.estimator.npu import util


class SetIterationsVarHook(tf.train.SessionRunHook):
    """How many steps a run makes of what is called IterationOp in the graph: tf.group(train_op, name="IterationOp")."""

    def __init__(self, iterations_per_loop=1):
        util.check_count(iterations_per_loop)
        self._count = iterations_per_loop
        self._iteration = util.IterationPerLoop()

    def begin(self):
        """Finds the operation, while the graph can still be extended."""
        self._iteration.mark_iteration_ops(tf.get_default_graph())

    def after_create_session(self, session, coord):
        """Loads the number."""
        del coord
        self._iteration.load_iteration_per_loop_var(session, self._count)


class NPUCheckpointSaverHook(tf.train.CheckpointSaverHook):
    """TensorFlow's: variables are its own."""


class NPUBroadcastGlobalVariablesHook(tf.train.SessionRunHook):
    """Nothing: variables needn't be sent to other devices."""

    def __init__(self, root_rank=None, index=None):
        del root_rank, index
        super().__init__()
