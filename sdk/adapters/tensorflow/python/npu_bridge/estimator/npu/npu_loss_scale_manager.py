"""Scales that losses are multiplied with, so that float16 can hold small gradients."""
import tensorflow.compat.v1 as tf

_LARGEST = 3.4e38  # of float32


class FixedLossScaleManager:
    """Always the same number. Without overflow check steps are applied whatever their gradients are."""

    def __init__(self, loss_scale, enable_overflow_check=True):
        if loss_scale < 1:
            raise ValueError(f"loss_scale is {loss_scale}; it is 1 or more")
        self._scale = tf.convert_to_tensor(loss_scale, tf.float32, name="loss_scale")
        self._checks = enable_overflow_check

    def get_loss_scale(self):
        """Returns the scale, a scalar tensor."""
        return self._scale

    def get_enable_overflow_check(self):
        """Returns whether steps with an overflow are left out."""
        return self._checks

    def update_loss_scale(self, finite_grads):
        """Returns an operation that does nothing."""
        del finite_grads
        return tf.no_op()


class ExponentialUpdateLossScaleManager:
    """Grows after so many good steps in a row, shrinks after so many with an overflow."""

    def __init__(self, init_loss_scale, incr_every_n_steps, decr_every_n_nan_or_inf=2, incr_ratio=2, decr_ratio=0.8):
        def counter(name, value, dtype):
            return tf.get_variable(name, [], dtype, tf.constant_initializer(value), trainable=False, use_resource=True)
        with tf.variable_scope("loss_scale_manager", reuse=tf.AUTO_REUSE):
            self._scale = counter("loss_scale", init_loss_scale, tf.float32)
            self._good = counter("good_steps", 0, tf.int32)
            self._bad = counter("bad_steps", 0, tf.int32)
        self._grows_after, self._shrinks_after = incr_every_n_steps, decr_every_n_nan_or_inf
        self._growth, self._shrinking = float(incr_ratio), float(decr_ratio)

    def get_loss_scale(self):
        """Returns the scale, a scalar tensor."""
        return self._scale.read_value()

    def get_enable_overflow_check(self):
        """Steps with an overflow are left out."""
        return True

    def update_loss_scale(self, finite_grads):
        """Returns an operation that counts a step by whether all its gradients were finite."""
        scale, good, bad = (variable.read_value() for variable in (self._scale, self._good, self._bad))
        good = tf.where(finite_grads, good + 1, 0)
        bad = tf.where(finite_grads, bad, bad + 1)
        grows = tf.logical_and(finite_grads, good >= self._grows_after)
        shrinks = tf.logical_and(tf.logical_not(finite_grads), bad >= self._shrinks_after)
        larger = tf.where(scale < _LARGEST / self._growth, scale * self._growth, scale)
        smaller = tf.maximum(1.0, scale * self._shrinking)
        changed = tf.logical_or(grows, shrinks)
        return tf.group(self._scale.assign(tf.where(grows, larger, tf.where(shrinks, smaller, scale))),
                        self._good.assign(tf.where(changed, 0, good)), self._bad.assign(tf.where(changed, 0, bad)))
