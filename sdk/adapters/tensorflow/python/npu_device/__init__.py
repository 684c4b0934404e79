"""TensorFlow 2's way to opdk: functions of tf.function go down, eager operators don't.

    import npu_device as npu
    npu.global_options().precision_mode = "allow_mix_precision"
    npu.open().as_default()
"""
import opdk_tensorflow
from tensorflow.core.protobuf import config_pb2
from tensorflow.python.eager import context

__all__ = ["open", "global_options", "set_npu_loop_size"]


class Options:
    """Parameters of NpuOptimizer as attributes. A name that it doesn't have is refused when a function is run."""

    def __init__(self):
        # TensorFlow 2's programs read their input and print between the steps of one function.
        self.mix_compile_mode = True


_options = Options()


def global_options():
    """Returns the options that `open` hands to opdk; set them before."""
    return _options


class Device:
    """opdk, as functions of this thread run on it. In a with statement: for its time."""

    def __init__(self, parameters):
        self._parameters = parameters
        self._before = None

    def as_default(self):
        """Functions that are called from here on go down to opdk."""
        current = context.context()
        current.ensure_initialized()
        self._before = current.function_call_options
        config = config_pb2.ConfigProto()
        config.CopyFrom(self._before.config_proto_serialized and
                        config_pb2.ConfigProto.FromString(self._before.config_proto_serialized) or current.config)
        opdk_tensorflow.optimizer_of(config).parameter_map.clear()
        opdk_tensorflow.add_optimizer(config, self._parameters)
        current.function_call_options = context.FunctionCallOptions(config_proto=config)
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        context.context().function_call_options = self._before


def open(device_id=0):  # pylint: disable=redefined-builtin
    """Returns the only device, with the options of now."""
    if device_id not in (0, None):
        raise ValueError(f"there is no device {device_id}: this machine is device 0")
    return Device(dict(vars(_options)))


def set_npu_loop_size(loop_size):
    """Takes how many steps the loop of a function takes from its iterator. Iterators are TensorFlow's here and give
    what the loop asks for: nothing depends on this number."""
    if isinstance(loop_size, bool) or not isinstance(loop_size, int) or loop_size < 1:
        raise ValueError(f"loop_size is {loop_size!r}; it is a whole number, 1 or more")
