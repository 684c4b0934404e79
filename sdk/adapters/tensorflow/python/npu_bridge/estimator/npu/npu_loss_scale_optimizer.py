"""Training with scaled losses."""
import tensorflow.compat.v1 as tf


class NPULossScaleOptimizer(tf.train.Optimizer):
    """Takes gradients of the scaled loss, and gives them to another optimizer at their size. Steps in which one isn't finite
    are left out, which is a conditional that writes variables: sessions need mix_compile_mode for it."""

    def __init__(self, opt, loss_scale_manager, is_distributed=False):
        del is_distributed
        super().__init__(use_locking=False, name=f"NPULossScaleOptimizer{type(opt).__name__}")
        self._optimizer, self._manager = opt, loss_scale_manager

    def compute_gradients(self, loss, var_list=None, **arguments):
        """As the other optimizer's, of the loss as it is."""
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
        """The other optimizer's step, if all gradients are finite; the scale hears of it."""
        grads_and_vars = list(grads_and_vars)
        if not self._manager.get_enable_overflow_check():
            return self._optimizer.apply_gradients(grads_and_vars, global_step, name)
        values = [tf.convert_to_tensor(gradient.values if isinstance(gradient, tf.IndexedSlices) else gradient)
                  for gradient, _ in grads_and_vars if gradient is not None]
        finite = tf.reduce_all(tf.stack([tf.reduce_all(tf.is_finite(value)) for value in values]))
        applied = tf.cond(finite, lambda: self._optimizer.apply_gradients(grads_and_vars, global_step, name), tf.no_op)
        return tf.group(applied, self._manager.update_loss_scale(finite))

    def get_slot(self, *arguments, **named):
        """The other optimizer's."""
        return self._optimizer.get_slot(*arguments, **named)

    def get_slot_names(self, *arguments, **named):
        """The other optimizer's."""
        return self._optimizer.get_slot_names(*arguments, **named)

    def variables(self):
        """The other optimizer's."""
        return self._optimizer.variables()
