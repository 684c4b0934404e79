"""Importing this loads opdk into TensorFlow."""
from opdk_tensorflow import ops

ge_op = ops.ge_op
