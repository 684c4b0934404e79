"""Scopes that say where operators run, in mixed compute."""
import contextlib

import tensorflow.compat.v1 as tf


@contextlib.contextmanager
def _marked(attribute):
    value = tf.AttrValue(b=True)
    with tf.get_default_graph()._attr_scope({attribute: value}):  # pylint: disable=protected-access
        yield


def without_npu_compile_scope():
    """Operators made inside stay in TensorFlow."""
    return _marked("_without_npu_compile")


def npu_compile_scope():
    """Operators made inside go down to opdk, which is an error where it can't take them."""
    return _marked("_npu_compile")
