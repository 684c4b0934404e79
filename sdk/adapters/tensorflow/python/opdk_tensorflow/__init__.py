"""opdk in TensorFlow: loads the adapter that `opdk adapter tensorflow` has built beside this file.

TensorFlow knows the optimizer NpuOptimizer and the operator GeOp from then on.
"""
import json
import pathlib

import tensorflow as tf

_HERE = pathlib.Path(__file__).resolve().parent


def _load():
    made_with = json.loads((_HERE / "made_with.json").read_text())
    if made_with["tensorflow"] != tf.__version__:
        raise ImportError(f"opdk's adapter was made with TensorFlow {made_with['tensorflow']}, this is {tf.__version__}: "
                          "run 'opdk adapter tensorflow' again")
    return tf.load_op_library(str(_HERE / "adapter.so"))


ops = _load()


def set_parameter(target, name, value):
    """Writes a parameter of NpuOptimizer as parameter_map has it (an AttrValue)."""
    if isinstance(value, bool):
        target[name].b = value
    elif isinstance(value, int):
        target[name].i = value
    elif isinstance(value, float):
        target[name].f = value
    elif isinstance(value, bytes):
        target[name].s = value
    elif isinstance(value, (str, list)):
        target[name].s = str(value).encode()
    else:
        raise TypeError(f"parameter '{name}' of NpuOptimizer is a {type(value).__name__}; it is a bool, a number, a text or a "
                        "list")


def optimizer_of(config):
    """Returns the NpuOptimizer of a tf.compat.v1.ConfigProto, which gets one if it has none."""
    optimizers = config.graph_options.rewrite_options.custom_optimizers
    for optimizer in optimizers:
        if optimizer.name == "NpuOptimizer":
            return optimizer
    return optimizers.add(name="NpuOptimizer")


def add_optimizer(config, parameters):
    """Puts NpuOptimizer into a tf.compat.v1.ConfigProto; one that is there keeps its other parameters."""
    optimizer = optimizer_of(config)
    for name, value in parameters.items():
        set_parameter(optimizer.parameter_map, name, value)
    rewriting = config.graph_options.rewrite_options
    # Operators that TensorFlow fuses for its own kernels are nobody else's, and forget the scopes they were made in;
    # small graphs are to go down as well.
    rewriting.remapping = rewriting.OFF
    rewriting.arithmetic_optimization = rewriting.OFF
    rewriting.min_graph_nodes = -1
    return config
