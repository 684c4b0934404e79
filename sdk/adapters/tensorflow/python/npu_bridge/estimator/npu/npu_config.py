"""NPURunConfig and its parts: the parameters of NpuOptimizer as arguments.

What TensorFlow itself had of them went with Estimators; a configuration is used by its session_config:

    config = NPURunConfig(iterations_per_loop=10, precision_mode="allow_mix_precision")
    with tf.Session(config=config.session_config) as session:
"""
import opdk_tensorflow
import tensorflow.compat.v1 as tf


class _Part:
    """Arguments that are parameters of NpuOptimizer: those that aren't left at what CANN has for them are set."""

    _DEFAULTS = {}
    _PARAMETERS = {}  # where a parameter is called otherwise

    def __init__(self, *values, **named):
        names = list(self._DEFAULTS)
        if len(values) > len(names):
            raise TypeError(f"{type(self).__name__} takes {len(names)} arguments, {len(values)} are given")
        for name, value in zip(names, values):
            if name in named:
                raise TypeError(f"{type(self).__name__}: '{name}' is given twice")
            named[name] = value
        for name in named:
            if name not in self._DEFAULTS:
                raise TypeError(f"{type(self).__name__} has no argument '{name}'; it has {', '.join(names)}")
        self._values = {**self._DEFAULTS, **named}

    def parameters(self):
        """Returns the parameters of NpuOptimizer."""
        given = {}
        for name, value in self._values.items():
            if value is None or value == self._DEFAULTS[name]:
                continue
            if isinstance(value, _Part):
                given.update(value.parameters())
            else:
                given[self._PARAMETERS.get(name, name)] = value
        return given


class ProfilingConfig(_Part):
    """Profiles of the runs: profiling_options is JSON, as the option ge.exec.profilingOptions has it."""

    _DEFAULTS = {"enable_profiling": False, "profiling_options": None}
    _PARAMETERS = {"enable_profiling": "profiling_mode"}


class DumpConfig(_Part):
    """Dumps of what operators take and give, into dump_path, which has to be there."""

    _DEFAULTS = {"enable_dump": False, "dump_path": None, "dump_step": None, "dump_mode": "output", "enable_dump_debug": False,
                 "dump_debug_mode": "all", "dump_data": "tensor", "dump_layer": None}


class MemoryConfig(_Part):
    """About a device's memory."""

    _DEFAULTS = {"atomic_clean_policy": 0, "static_memory_policy": 0, "memory_optimization_policy": None,
                 "variable_use_1g_huge_page": 0}


class GraphMemoryOptimizeConfig(_Part):
    """About a device's memory."""

    _DEFAULTS = {"recompute": None, "graph_slice": None}


class ExperimentalConfig(_Part):
    """About deploying a graph to several devices."""

    _DEFAULTS = {"logical_device_cluster_deploy_mode": "LB", "logical_device_id": None, "model_deploy_mode": None,
                 "model_deploy_devicelist": None, "graph_memory_optimize_config": None, "enable_graph_parallel": None,
                 "graph_parallel_option_path": None, "graph_compiler_cache_dir": None, "resource_config_path": None,
                 "accelerate_train_mode": None}


class DynamicInputConfig(_Part):
    """Gears of shapes, which nothing needs: clusters compile for the shapes that come."""

    _DEFAULTS = {"input_shape": None, "dynamic_dims": None, "dynamic_node_type": None, "compile_hybrid_mode": None}


_PARTS = {"profiling_config": ProfilingConfig, "dump_config": DumpConfig, "memory_config": MemoryConfig,
          "experimental_config": ExperimentalConfig, "dynamic_input_config": DynamicInputConfig}
# Fields that Estimators read from a configuration, with their defaults.
_OF_ESTIMATORS = {"model_dir": None, "tf_random_seed": None, "save_summary_steps": 0, "save_checkpoints_steps": None,
                  "save_checkpoints_secs": None, "keep_checkpoint_max": 5, "keep_checkpoint_every_n_hours": 10000,
                  "log_step_count_steps": 100}
_SEVERAL_DEVICES = ("distribute", "train_distribute", "eval_distribute")


class NPURunConfig:
    """Parameters of NpuOptimizer, and what Estimators took of a configuration, as attributes.

    Other arguments are parameters by their names; the first run says which of them it doesn't have (E1001).
    """

    def __init__(self, iterations_per_loop=1, profiling_config=None, model_dir=None, tf_random_seed=None, session_config=None,
                 horovod_mode=False, **parameters):
        given = {**parameters, "profiling_config": profiling_config, "model_dir": model_dir, "tf_random_seed": tf_random_seed}
        for name in _SEVERAL_DEVICES:
            if given.pop(name, None) is not None:
                raise ValueError(f"NPURunConfig: {name} is given; there is one device")
        if horovod_mode:
            raise ValueError("NPURunConfig: horovod_mode is on; there is one device")
        self.iterations_per_loop = iterations_per_loop
        for name, default in _OF_ESTIMATORS.items():
            value = given.pop(name, None)
            setattr(self, name, default if value is None else value)
        made = {} if iterations_per_loop == 1 else {"iterations_per_loop": iterations_per_loop}
        for name, kind in _PARTS.items():
            part = given.pop(name, None)
            if part is None:
                continue
            if not isinstance(part, kind):
                raise ValueError(f"NPURunConfig: {name} is a {type(part).__name__}; it is a {kind.__name__}")
            made.update(part.parameters())
        made.update({name: value for name, value in given.items() if value is not None})
        config = tf.ConfigProto()
        if session_config is not None:
            config.CopyFrom(session_config)
        self.session_config = opdk_tensorflow.add_optimizer(config, made)
