"""The names of what there can't be: Estimators left TensorFlow in 2.16."""


class _Gone:
    """Says so when one is made."""

    def __init__(self, *_, **__):
        raise RuntimeError(f"{type(self).__name__} needs Estimators, which TensorFlow has no more since 2.16: call model_fn "
                           "yourself and run its train_op in a tf.compat.v1.Session with NPURunConfig(...).session_config, or "
                           "write the step as a tf.function with npu_device")


class NPUEstimator(_Gone):
    """An Estimator on CANN's device."""


class NPUEstimatorSpec(_Gone):
    """The results of an NPUEstimator's model_fn."""
