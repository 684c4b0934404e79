"""Several steps in one run of a session, which is a loop in the graph (the name of this module is CANN's).

    train_op = util.set_iteration_per_loop(session, train_op, 10)

The session's parameter iterations_per_loop has to say so as well; without it such a run is an error.
"""
import tensorflow.compat.v1 as tf

_VARIABLE = "npu_runconfig/iterations_per_loop"
_COLLECTION = "npu_runconfig_iterations_per_loop"
_ATTRIBUTE = "_opdk_iterations"
_MARK = tf.AttrValue(s=_VARIABLE.encode())


def _check_operation(train_op):
    if not isinstance(train_op, tf.Operation):
        raise ValueError(f"train_op is a {type(train_op).__name__}; it is the operation that makes a step, as "
                         "optimizer.minimize() gives it")


def check_count(count):
    """Checks a number of steps: TypeError, ValueError."""
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(f"iterations_per_loop is a {type(count).__name__}; it is a whole number, 1 or more")
    if count < 1:
        raise ValueError(f"iterations_per_loop is {count}; it is a whole number, 1 or more")


def _variable(graph):
    """Returns the graph's variable that holds how many steps follow the first step of a run."""
    made = graph.get_collection(_COLLECTION)
    if made:
        return made[0]
    scope, name = _VARIABLE.split("/")
    with graph.as_default(), graph.container(""), tf.init_scope():
        with tf.variable_scope(tf.VariableScope(reuse=False), auxiliary_name_scope=False):
            with tf.variable_scope(scope):
                return tf.get_variable(name, [], tf.int64, tf.zeros_initializer(), trainable=False, use_resource=True,
                                       collections=[_COLLECTION, tf.GraphKeys.LOCAL_VARIABLES])


def _iteration_op(train_op):
    graph = train_op.graph
    mark = {_ATTRIBUTE: _MARK}
    with graph.as_default(), graph._attr_scope(mark), tf.name_scope(None):  # pylint: disable=protected-access
        with tf.control_dependencies([train_op]):
            # A NoOp that isn't asked for itself is taken out before anybody sees it.
            return tf.raw_ops.ControlTrigger(name="IterationOp")


def set_iteration_per_loop(sess, train_op, iterations_per_loop=1):
    """Returns an operation that makes that many steps where `train_op` makes one. Values that are fetched beside it are
    those of the last step.

    The graph gets new operations: it must not be finalized (see IterationPerLoop).
    """
    _check_operation(train_op)
    check_count(iterations_per_loop)
    if iterations_per_loop == 1:
        return train_op
    iteration = IterationPerLoop()
    made = iteration.create_iteration_per_loop_var(train_op)
    iteration.load_iteration_per_loop_var(sess, iterations_per_loop)
    return made


class IterationPerLoop:
    """The same in two parts, for graphs that are finalized in between."""

    def __init__(self):
        self._made = None

    def create_iteration_per_loop_var(self, train_op):
        """Returns the operation; the number of its steps is loaded later."""
        _check_operation(train_op)
        made = _iteration_op(train_op)
        self._made = _variable(train_op.graph)
        return made

    def mark_iteration_ops(self, graph):
        """Marks operations that are called IterationOp already; they make as many steps as is loaded."""
        found = [op for op in graph.get_operations() if op.type == "NoOp" and op.name.rsplit("/", 1)[-1] == "IterationOp"]
        if not found:
            raise ValueError('the graph has no IterationOp: make one with tf.group(train_op, name="IterationOp")')
        for operation in found:
            operation._set_attr(_ATTRIBUTE, _MARK)  # pylint: disable=protected-access
        self._made = _variable(graph)

    def load_iteration_per_loop_var(self, sess, iterations_per_loop=1):
        """Sets how many steps a run of this session makes from here on."""
        check_count(iterations_per_loop)
        if self._made is None:
            raise RuntimeError("there is no variable yet: call create_iteration_per_loop_var before")
        start = self._made.initializer
        sess.run(start, {start.inputs[1]: iterations_per_loop - 1})
