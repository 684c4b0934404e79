"""Tests the parts of npu_bridge beside the sessions: configurations, one device's optimizers, loss scaling."""
import os
import pathlib
import sys
import tempfile

import numpy as np

from host import Program, Report, compare, expect_error, run_cases, tf, v1
import npu_bridge.npu_init as npu
from npu_bridge.estimator.npu import util

FEED = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)


def softmax(x):
    return tf.nn.softmax(x * 2.0)


def run(config, build=softmax):
    return Program(build, [FEED]).run(config)[0]


def raises(kind, what, *parts):
    try:
        what()
    except kind as error:
        for part in parts:
            assert part in str(error), f"the error lacks '{part}': {error}"
        return
    raise AssertionError(f"nothing failed; expected was {kind.__name__} with {parts}")


def configurations():
    report = Report()
    config = npu.NPURunConfig(model_dir="/tmp/model", save_checkpoints_steps=20, precision_mode="must_keep_origin_dtype",
                              partition_report=report.path, session_config=v1.ConfigProto(allow_soft_placement=True))
    assert config.session_config.allow_soft_placement and config.save_checkpoints_steps == 20 and config.keep_checkpoint_max == 5
    compare(run(None), run(config.session_config))
    report.expect("in 1 cluster", "Softmax")
    again = npu.npu_run_config_init(config)
    assert again is config and len(config.session_config.graph_options.rewrite_options.custom_optimizers) == 1
    compare(run(None), run(npu.npu_run_config_init().session_config))


def a_configuration_that_has_the_optimizer():
    """Checks scripts that were ported by hand, then by CANN's tool."""
    config = v1.ConfigProto()
    custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
    custom_op.name = "NpuOptimizer"
    custom_op.parameter_map["enable_data_pre_proc"].b = True
    custom_op.parameter_map["iterations_per_loop"].i = 3
    config = npu.npu_config_proto(config_proto=config)
    graph = tf.Graph()
    with graph.as_default(), npu.init_resource(config)[0]:
        pass
    with graph.as_default():
        counter = v1.get_variable("counter", [], tf.int32, tf.zeros_initializer())
        step, start = v1.assign_add(counter, 1).op, v1.global_variables_initializer()
    with v1.Session(graph=graph, config=config) as session:
        session.run(start)
        session.run(util.set_iteration_per_loop(session, step, 3))
        assert session.run(counter) == 3


# CANN's arguments: what a CPU has nothing for, and what is what happens anyway.
WITHOUT_EFFECT = {
    "enable_data_pre_proc": True, "hcom_parallel": True, "graph_memory_max_size": 2**30, "variable_memory_max_size": 2**30,
    "stream_max_parallel_num": "DNN_VM_AICPU:10", "is_tailing_optimization": True, "graph_run_mode": 0, "op_debug_level": 0,
    "buffer_optimize": "l2_optimize", "enable_small_channel": 1, "enable_compress_weight": False, "debug_dir": "/tmp/debug",
    "op_compiler_cache_mode": "enable", "hcom_multi_mode": True, "dynamic_input": True, "jit_compile": "auto",
    "dynamic_graph_execute_mode": "lazy_recompile", "dynamic_inputs_shape_range": "getnext:[1~8]", "local_rank_id": 0,
    "local_device_list": "0,1", "session_device_id": 0, "device_type": "ALL", "soc_config": "Ascend910B1", "hccl_timeout": 1800,
    "op_wait_timeout": 120, "op_execute_timeout": 90, "HCCL_algorithm": "level0:ring", "topo_sorting_mode": 1,
    "aoe_mode": "2", "work_path": "/tmp", "aoe_config_file": "/tmp/aoe.json", "distribute_config": "/tmp/nca",
    "stream_sync_timeout": 60000, "event_sync_timeout": 60000, "external_weight": False, "deterministic": 1,
    "frozen_variable": True, "variable_placement": "Host", "quant_dumpable": False, "input_fusion_size": 1024,
    "compile_dynamic_mode": True, "graph_max_parallel_model_num": 2, "export_compile_stat": 1, "aicore_num": "2|2",
    "oo_constant_folding": False, "input_batch_cpy": True, "shape_generalization_mode": "FULL", "oo_level": "O1",
    "all_tensor_not_empty": True, "auto_multistream_parallel_mode": "cv", "variable_format_optimize": True,
    "op_select_implmode": "high_precision", "min_group_size": 1, "precision_mode_v2": "origin"}
REFUSED = {"op_debug_level": (2, "ge.opDebugLevel"), "insert_op_file": ("/tmp/aipp.cfg", "ge.insertOpFile"),
           "external_weight": (True, "ge.externalWeight"), "enable_compress_weight": (True, "ge.enableCompressWeight"),
           "op_select_implmode": ("enable_float_32_execution", "ge.opSelectImplmode"), "op_debug_config": ("/tmp/x", "op_debug_config"),
           "op_compiler_cache_mode": ("force", "ge.op_compiler_cache_mode"),
           "aicore_numb": (2, "did you mean aicore_num"), "precision_mode": ("half", "half")}


def arguments():
    parts = {"memory_config": npu.MemoryConfig(atomic_clean_policy=1, static_memory_policy=2),
             "dynamic_input_config": npu.DynamicInputConfig("x:-1,4", "1;3", 1, 0),
             "experimental_config": npu.ExperimentalConfig(
                 logical_device_id="0:0", graph_memory_optimize_config=npu.GraphMemoryOptimizeConfig(recompute="auto")),
             "profiling_config": npu.ProfilingConfig(), "dump_config": npu.DumpConfig()}
    compare(run(None), run(npu.NPURunConfig(**WITHOUT_EFFECT, **parts).session_config))
    for name, (value, text) in REFUSED.items():
        expect_error(lambda: run(npu.NPURunConfig(**{name: value}).session_config), "E1001", text)  # noqa: B023
    expect_error(lambda: run(npu.NPURunConfig(10, mix_compile_mode=True).session_config), "E1001", "10 with mix_compile_mode")
    raises(ValueError, lambda: npu.NPURunConfig(distribute=object()), "distribute", "one device")
    raises(ValueError, lambda: npu.NPURunConfig(dump_config={}), "dump_config is a dict; it is a DumpConfig")
    raises(TypeError, lambda: npu.DumpConfig(enable_dmup=True), "no argument 'enable_dmup'", "enable_dump_debug")
    raises(TypeError, lambda: npu.ProfilingConfig(True, "{}", 1), "takes 2 arguments, 3 are given")
    raises(TypeError, lambda: npu.ProfilingConfig(True, enable_profiling=True), "given twice")


def dumps_and_profiles():
    with tempfile.TemporaryDirectory() as directory:
        dump = npu.DumpConfig(enable_dump=True, dump_path=directory, dump_mode="all")
        run(npu.NPURunConfig(dump_config=dump).session_config)
        assert list(pathlib.Path(directory).rglob("*.npy")), list(pathlib.Path(directory).rglob("*"))
    with tempfile.TemporaryDirectory() as directory:
        profile = npu.ProfilingConfig(True, f'{{"output": "{directory}", "task_trace": "on"}}')
        run(npu.NPURunConfig(profiling_config=profile).session_config)
        text = next(pathlib.Path(directory).rglob("op_statistic.csv")).read_text()
        assert len(text.splitlines()) > 1, text
    missing = npu.DumpConfig(enable_dump=True, dump_path="/no/such/directory")
    expect_error(lambda: run(npu.NPURunConfig(dump_config=missing).session_config), "E1002", "/no/such/directory")
    expect_error(lambda: run(npu.NPURunConfig(dump_config=npu.DumpConfig(True)).session_config), "E1001", "ge.exec.dumpPath")


def one_device():
    optimizer = v1.train.GradientDescentOptimizer(0.1)
    wrappers = (npu.npu_distributed_optimizer_wrapper, npu.NPUDistributedOptimizer, npu.npu_tf_optimizer, npu.NPUOptimizer,
                npu.npu_keras_optimizer, npu.KerasDistributeOptimizer)
    for wrap in wrappers:
        assert wrap(optimizer) is optimizer, wrap
    session, shutdown = npu.init_resource()
    assert (npu.get_npu_rank_id(), npu.get_npu_local_rank_id(), npu.get_npu_rank_size(), npu.get_npu_local_rank_size()) == (
        0, 0, 1, 1)
    npu.shutdown_resource(session, shutdown)
    npu.close_session(session)
    hook = npu.NpuEmptyHook()
    assert npu.npu_hooks_append([hook]) == [hook] and npu.npu_callbacks_append() == []
    assert npu.npu_graph_options().optimizer_options.global_jit_level == v1.OptimizerOptions.OFF
    os.environ["RANK_SIZE"] = "8"
    try:
        for what in (npu.init_resource, lambda: npu.NPUDistributedOptimizer(optimizer)):
            raises(RuntimeError, what, "RANK_SIZE is 8", "unset")
    finally:
        del os.environ["RANK_SIZE"]
    for name in (npu.NPUEstimator, npu.NPUEstimatorSpec):
        raises(RuntimeError, lambda: name(model_fn=None), name.__name__, "2.16", "session_config")  # noqa: B023


class Scaled:
    """Weights that learn, with a factor of the loss that makes it overflow."""

    def __init__(self, wrap, resource=True):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.factor = v1.placeholder(tf.float32, [])
            weights = v1.get_variable("weights", [4, 3], initializer=v1.glorot_uniform_initializer(seed=1),
                                      use_resource=resource)
            loss = tf.reduce_mean(tf.square(tf.nn.softmax(tf.matmul(FEED, weights)) - np.eye(3, dtype=np.float32)))
            self.step = wrap(v1.train.MomentumOptimizer(0.5, 0.9)).minimize(loss * self.factor)
            self.weights = weights
            self.scale = [v for v in v1.global_variables() if v.name.endswith("loss_scale:0")]
            self.start = v1.global_variables_initializer()

    def run(self, factors, config=None, steps=1):
        """Returns the weights, and the scale after each run of so many steps."""
        with v1.Session(graph=self.graph, config=config) as session:
            session.run(self.start)
            scales = []
            step = util.set_iteration_per_loop(session, self.step, steps)
            for factor in factors:
                session.run(step, {self.factor: factor})
                scales += session.run(self.scale)
            return session.run(self.weights), scales


def loss_scaling():
    factors = [1.0, 1.0, np.inf, 1.0, 1.0, 1.0, np.nan, 1.0, np.inf, 1.0]
    good = [factor for factor in factors if np.isfinite(factor)]
    plain = Scaled(lambda optimizer: optimizer).run(good)[0]
    for config in (None, npu.npu_config_proto(mix_compile_mode=True), npu.npu_config_proto()):
        fixed = Scaled(lambda optimizer: npu.NPULossScaleOptimizer(optimizer, npu.FixedLossScaleManager(1024.0)))
        compare([plain], [fixed.run(factors, config)[0]], what="fixed")
        manager = lambda: npu.ExponentialUpdateLossScaleManager(64.0, 2, 2, 2.0, 0.25)  # noqa: E731
        growing = Scaled(lambda optimizer: npu.NPUOptimizer(optimizer, manager(), is_loss_scale=True)).run(factors, config)
        compare([plain], [growing[0]], what="growing")
        assert growing[1] == [64, 128, 128, 128, 256, 256, 256, 256, 64, 64], growing[1]
    grown = lambda optimizer: npu.NPULossScaleOptimizer(optimizer, manager())  # noqa: E731
    several = Scaled(grown).run([1.0, np.inf, 1.0], npu.npu_config_proto(iterations_per_loop=3), 3)
    compare([Scaled(lambda optimizer: optimizer).run([1.0] * 6)[0]], [several[0]], what="several steps")
    assert several[1] == [128, 32, 64], several[1]
    references = Scaled(grown, resource=False).run(factors, npu.npu_config_proto(mix_compile_mode=True))
    compare([plain], [references[0]], what="references")
    unchecked = Scaled(lambda optimizer: npu.NPULossScaleOptimizer(optimizer, npu.FixedLossScaleManager(8.0, False)))
    compare([plain], [unchecked.run(good, npu.npu_config_proto())[0]], what="unchecked")
    raises(ValueError, lambda: npu.FixedLossScaleManager(0.5), "0.5")
    raises(ValueError, lambda: npu.NPUOptimizer(None, is_loss_scale=True), "loss_scale_manager")


CASES = {check.__name__: check for check in
         (configurations, a_configuration_that_has_the_optimizer, arguments, dumps_and_profiles, one_device, loss_scaling)}

if __name__ == "__main__":
    sys.exit(run_cases(CASES, sys.argv[1:]))
