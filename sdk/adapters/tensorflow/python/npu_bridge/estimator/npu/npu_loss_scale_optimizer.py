"""Training with scaled losses."""
import tensorflow.compat.v1 as tf
from tensorflow.python.ops import cond_v2


class NPULossScaleOptimizer(tf.train.Optimizer):
    """Takes gradients of the scaled loss, and gives them to another optimizer at their size. Steps in which one isn't
    finite are left out by a conditional that writes variables, and stays in TensorFlow."""

    def __init__(self, opt, loss_scale_manager, is_distributed=False):
        del is_distributed
        super().__init__(use_locking=False, name=f"NPULossScaleOptimizer{type(opt).__name__}")
        self._optimizer, self._manager = opt, loss_scale_manager

    def compute_gradients(self, loss, var_list=None, **arguments):
        """Returns the gradients of the unscaled loss, as the other optimizer does."""
        scale = self._manager.get_loss_scale()
        value = loss() if callable(loss) else loss
        scaled = self._optimizer.compute_gradients(value * tf.cast(scale, value.dtype), var_list, **arguments)
        return [(None if gradient is None else self._down(gradient, scale), variable) for gradient, variable in scaled]

    @staticmethod
    def _down(gradient, scale):
        if isinstance(gradient, tf.IndexedSlices):
            values = gradient.values / tf.cast(scale, gradient.dtype)
            return tf.IndexedSlices(values, gradient.indices, gradient.dense_shape)
        return gradient / tf.cast(scale, gradient.dtype)

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """Makes the other optimizer's step if all gradients are finite, and updates the scale."""
        grads_and_vars = list(grads_and_vars)
        if not self._manager.get_enable_overflow_check():
            return self._optimizer.apply_gradients(grads_and_vars, global_step, name)
        values = [tf.convert_to_tensor(gradient.values if isinstance(gradient, tf.IndexedSlices) else gradient)
                  for gradient, _ in grads_and_vars if gradient is not None]
        finite = tf.reduce_all(tf.stack([tf.reduce_all(tf.is_finite(value)) for value in values]))
        applied = self._if(finite, grads_and_vars, lambda: self._optimizer.apply_gradients(grads_and_vars, global_step, name))
        return tf.group(applied, self._manager.update_loss_scale(finite))

    @staticmethod
    def _if(finite, grads_and_vars, apply):
        """References can't be given to functions: a conditional of theirs needs mix_compile_mode."""
        if not all(hasattr(variable, "handle") for _, variable in grads_and_vars):
            functional = tf.control_flow_v2_enabled()
            tf.disable_control_flow_v2()
            try:
                return tf.cond(finite, apply, tf.no_op)
            finally:
                if functional:
                    tf.enable_control_flow_v2()
        applied = cond_v2.cond_v2(finite, apply, tf.no_op, name="finite_step")
        # One operator with its variables' handles is TensorFlow's as a whole.
        conditional = [op for op in finite.graph.get_operations() if op.type == "If"][-1]
        conditional._set_attr("_lower_using_switch_merge", tf.AttrValue(b=False))  # pylint: disable=protected-access
        return applied

    def get_slot(self, *arguments, **named):
        """Returns the slot of the other optimizer."""
        return self._optimizer.get_slot(*arguments, **named)

    def get_slot_names(self, *arguments, **named):
        """Returns the slot names of the other optimizer."""
        return self._optimizer.get_slot_names(*arguments, **named)

    def variables(self):
        """Returns the variables of the other optimizer."""
        return self._optimizer.variables()
