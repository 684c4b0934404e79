"""The backend itself: where values lie, what stays in PyTorch, weights that change, options, authors' operators."""
import logging
import os
import pathlib
import runpy
import sys
import tempfile
import unittest

import opdk
import torch
from torch import nn
from torch.nn import functional

import torchair
from agreement import Left, compiled, differences

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "samples" / "digits"))
import from_pytorch  # noqa: E402


@torch.library.custom_op("digits::twice_mish", mutates_args=())
def twice_mish(x: torch.Tensor) -> torch.Tensor:
    return 2 * functional.mish(x)


@twice_mish.register_fake
def _(x):
    return torch.empty_like(x)


@torch.library.custom_op("digits::unknown", mutates_args=())
def unknown(x: torch.Tensor) -> torch.Tensor:
    return x + 1


@unknown.register_fake
def _(x):
    return torch.empty_like(x)


def config(**options):
    """Options by path, '__' between its parts."""
    result = torchair.CompilerConfig()
    for path, value in options.items():
        *groups, name = path.split("__")
        node = result
        for group in groups:
            node = getattr(node, group)
        setattr(node, name, value)
    return result


class Backend(unittest.TestCase):
    def assert_agrees(self, function, *args, stays=(), **options):
        with Left() as left, torch.no_grad():
            theirs = function(*args)
            ours = compiled(function, **options)(*args)
        self.assertEqual(differences(theirs, ours), "")
        for name in stays:
            self.assertTrue(any(name in line for line in left.lines), left.lines)
        if not stays:
            self.assertEqual(left.lines, [])
        return theirs, ours

    def test_the_script_of_the_specification_runs_as_written(self):
        script = runpy.run_path(str(pathlib.Path(__file__).with_name("specification_script.py")))
        result = script["opt_model"](script["x"], script["y"])
        self.assertTrue(torch.equal(result, script["x"] + script["y"]))

    def test_results_have_the_strides_of_pytorch(self):
        net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.ReLU(), nn.Conv2d(8, 8, 3)).to(memory_format=torch.channels_last)
        image = torch.randn(2, 3, 9, 9).to(memory_format=torch.channels_last)
        theirs, ours = self.assert_agrees(net, image)
        self.assertEqual(theirs.stride(), ours.stride())
        theirs, ours = self.assert_agrees(lambda x: (x * 2, x.t() + 1), torch.randn(4, 10)[:, ::2])
        self.assertEqual([part.stride() for part in theirs], [part.stride() for part in ours])

    def test_arguments_that_are_results_are_handed_on(self):
        x = torch.randn(3)
        with torch.no_grad():
            same, other, number = compiled(lambda x: (x, x + 1, 3))(x)
        self.assertTrue(same is x or same.data_ptr() == x.data_ptr())
        self.assertEqual(number, 3)
        self.assertTrue(torch.equal(other, x + 1))

    def test_views_among_the_results_are_views(self):
        def views(x):
            z = x * 2
            return z, z[1:], z.t(), x[x.shape[0] // 2], x.view(-1)[1:], z.view(-1)

        for dynamic in (False, True):
            for x in (torch.randn(4, 5), torch.randn(9, 5)[4:]):
                theirs, ours = self.assert_agrees(views, x, dynamic=dynamic)
                for mine, yours in zip(ours, theirs):
                    self.assertEqual(mine.untyped_storage().data_ptr() == x.untyped_storage().data_ptr(),
                                     yours.untyped_storage().data_ptr() == x.untyped_storage().data_ptr())

    def test_control_flow_stays_in_pytorch(self):
        self.assert_agrees(lambda x: torch.cond(x.sum() > 0, lambda x: x * 2, lambda x: x - 1, (x + 1,)), torch.randn(5),
                           stays=("cond",))

    def test_shapes_and_scalars_that_depend_on_values_agree_with_pytorch(self):
        with torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True, capture_scalar_outputs=True):
            self.assert_agrees(lambda x: (x > 0).nonzero() * 2, torch.randn(5, 6), stays=("_assert_scalar",))
            self.assert_agrees(lambda x, i: x * i.item() + 1, torch.randn(5), torch.tensor(3), stays=("mul",))

    def test_inputs_that_are_written_to_are_written_back(self):
        def grow(x, y):
            x.add_(y)
            return x * 2

        x, y = torch.ones(3), torch.ones(3)
        with torch.no_grad():
            result = compiled(grow)(x, y)
        self.assertTrue(torch.equal(x, torch.full((3,), 2.0)))
        self.assertTrue(torch.equal(result, torch.full((3,), 4.0)))

    def test_empty_tensors_and_scalars_agree_with_pytorch(self):
        self.assert_agrees(lambda x, y: (x + y, x.sum(0)), torch.randn(0, 3), torch.randn(3))
        self.assert_agrees(lambda x: x * 2 + 1, torch.tensor(1.5))

    def test_an_operator_without_converter_stays_in_pytorch_and_the_rest_doesnt(self):
        self.assert_agrees(lambda x: torch.copysign(x * 2, -x.relu()) + 1, torch.randn(5), stays=("copysign",))

    def test_a_call_that_no_kernel_takes_stays_in_pytorch(self):
        self.assert_agrees(lambda x: torch.fft.rfft(x * 2).abs() + 1, torch.randn(8), stays=("_fft_r2c",))

    def test_an_index_beyond_a_tensor_is_an_error(self):
        ours = compiled(lambda table, index: functional.embedding(index, table))
        with self.assertRaisesRegex(opdk.OpdkError, "(?s)E6001.*is 4, outside of"):
            ours(torch.randn(4, 3), torch.tensor([1, 4]))

    def test_random_numbers_are_pytorchs(self):
        function = compiled(lambda x: functional.dropout(x, 0.5, training=True) * 2)
        with Left():
            torch.manual_seed(3)
            first = function(torch.ones(1000))
            torch.manual_seed(3)
            self.assertTrue(torch.equal(first, function(torch.ones(1000))))
        self.assertEqual(sorted(set(first.tolist())), [0.0, 4.0])

    def test_weights_that_change_are_packed_anew(self):
        net, x = nn.Conv2d(3, 16, 3), torch.randn(1, 3, 8, 8)
        with torch.no_grad():
            ours = compiled(net)
            for change in range(6):
                self.assertEqual(differences(net(x), ours(x)), "", f"after {change} changes")
                net.weight.mul_(1.5)
            net.weight.data = torch.randn_like(net.weight)
            self.assertEqual(differences(net(x), ours(x)), "")

    def test_frozen_parameters_are_looked_at_once(self):
        net, x = nn.Linear(4, 3), torch.randn(2, 4)
        with torch.no_grad():
            ours = compiled(net, config=config(experimental_config__frozen_parameter=True))
            before = ours(x)
            net.weight.mul_(2)
            self.assertTrue(torch.equal(ours(x), before))

    def test_frozen_parameters_are_constants_with_gradients_too(self):
        net, x = nn.Linear(4, 3), torch.randn(2, 4)
        ours = compiled(net, config=config(experimental_config__frozen_parameter=True))
        before = ours(x)
        before.sum().backward()
        self.assertEqual(differences(net.weight.grad, x.sum(0).expand(3, 4)), "")
        with torch.no_grad():
            net.weight.mul_(2)
        self.assertTrue(torch.equal(ours(x), before))

    def test_another_module_of_the_same_class_has_its_own_weights(self):
        first, second, x = nn.Linear(4, 3), nn.Linear(4, 3), torch.randn(2, 4)
        function = compiled(lambda module, x: module(x))
        with torch.no_grad():
            for module in (first, second, first, second):
                self.assertEqual(differences(module(x), function(module, x)), "")

    def test_dynamic_sizes_agree_with_pytorch(self):
        def sizes(x, y):
            n = x.shape[0]
            z = x.reshape(n // 2, 2, -1).sum(1) * n + y.new_full((n // 2, 1), x.shape[1] / 3)
            return (z, z.shape[0] * 2, torch.cat([x, y]).view(-1), x[1:n - 1].repeat(2, 1), x.expand(3, -1, -1) * 2,
                    torch.arange(n) * 2, x.mean(0) / n, functional.pad(x, (1, n)), x[:, -1] + 1, x.flatten())

        with Left() as left, torch.no_grad():
            ours = compiled(sizes, dynamic=True)
            for rows, columns in ((4, 6), (8, 6), (10, 12), (6, 3)):
                x, y = torch.randn(rows, columns), torch.randn(rows + 1, columns)
                theirs, mine = sizes(x, y), ours(x, y)
                self.assertEqual(differences(theirs, mine), "")
                self.assertEqual(theirs[1], mine[1])
        self.assertEqual(left.lines, [])

    def test_gears_are_compiled_and_other_sizes_refused(self):
        net, x = nn.Linear(6, 3), torch.randn(2, 6)
        torchair.inference.set_dim_gears(x, {0: [2, 4, 8]})
        with torch.no_grad():
            ours = compiled(net)
            for rows in (x, torch.randn(8, 6), torch.randn(4, 6)):
                self.assertEqual(differences(net(rows), ours(rows)), "")
            with self.assertRaisesRegex(opdk.OpdkError, r"(?s)E1004.*5,6.*at: graph\d+ of torch.compile"):
                ours(torch.randn(5, 6))
        with self.assertRaisesRegex(opdk.OpdkError, "E1001"):
            torchair.inference.set_dim_gears(x, {2: [1, 2]})
        with self.assertRaisesRegex(opdk.OpdkError, "E1001"):
            torchair.inference.set_dim_gears(x, {0: [1]})

    def test_an_operator_of_a_package_is_found_by_its_name(self):
        with self.assertLogs("torchair", logging.DEBUG) as logs:
            self.assert_agrees(from_pytorch.make_network(), torch.rand(32, 1, 8, 8))
        self.assertTrue(any("(Mish)" in line and "pytorch_digits" in line for line in logs.output), logs.output)

    def test_one_registration_maps_an_operator_to_a_package(self):
        @torchair.register_fx_node_ge_converter(torch.ops.digits.twice_mish.default)
        def convert(x, *, meta_outputs=None):
            self.assertEqual((meta_outputs.rank, meta_outputs.dtype), (2, torch.float32))
            mish = torchair.ge.custom_op("Mish", inputs={"x": x}, outputs=["y"])
            twice = torchair.ge.Cast(torchair.ge.Const(2), dst_type=torchair.ge.DataType.DT_FLOAT)
            return torchair.ge.custom_op("LeakyRelu", inputs={"x": torchair.ge.op("Mul", mish, twice)},
                                         attrs={"negative_slope": torchair.ge.attr.Float(1.0)}, outputs=["y"])

        with self.assertLogs("torchair", logging.DEBUG) as logs:
            self.assert_agrees(lambda x: twice_mish(x * 2) + 1, torch.randn(3, 17))
        self.assertTrue(any("(Mish)" in line and "pytorch_digits" in line for line in logs.output), logs.output)

    def test_an_unknown_operator_stays_in_pytorch(self):
        self.assert_agrees(lambda x: unknown(x * 2) + 1, torch.randn(3), stays=("digits.unknown",))

    def test_a_converter_that_gives_another_shape_is_found_out(self):
        @torchair.register_fx_node_ge_converter(torch.ops.digits.unknown.default)
        def convert(x, *, meta_outputs=None):
            return torchair.ge.op("ReduceSum", x, torchair.ge.const([0], torch.int64), keep_dims=True)

        try:
            self.assert_agrees(lambda x: unknown(x * 2) + 1, torch.randn(3),
                               stays=("its converter gives float of shape (1,)",))
        finally:
            torchair.registration._converters.pop(torch.ops.digits.unknown.default)

    def test_only_overloads_are_registered(self):
        with self.assertRaisesRegex(opdk.OpdkError, "aten.add.Tensor"):
            torchair.register_fx_node_ge_converter(torch.ops.aten.add)

    def test_an_exported_model_is_read_again(self):
        net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                            nn.Linear(8, 5)).eval()
        x = torch.randn(2, 3, 9, 9)
        with tempfile.TemporaryDirectory() as folder:
            for dynamic in (False, True):
                torch._dynamo.reset()
                path = torchair.dynamo_export(x, model=net, export_path=folder, export_name=f"net{dynamic}", dynamic=dynamic)
                self.assertEqual(path, os.path.join(folder, f"net{dynamic}.air"))
                model = opdk.Model(path)
                self.assertEqual(model.dynamic, dynamic)
                result = torch.from_numpy(next(iter(model.run([x.numpy()]).values())))
                self.assertEqual(differences(net(x).detach(), result), "")

    def test_a_model_with_unknown_operators_isnt_exported(self):
        with tempfile.TemporaryDirectory() as folder:
            torch._dynamo.reset()
            with self.assertRaisesRegex(Exception, "E2002.*aten.copysign"):
                torchair.dynamo_export(torch.randn(3), model=lambda x: torch.copysign(x, -x), export_path=folder)
            self.assertEqual(os.listdir(folder), [])

    def test_graph_dump_and_operator_summary_are_written(self):
        with tempfile.TemporaryDirectory() as folder:
            options = config(debug__graph_dump__type="txt", debug__graph_dump__path=folder, debug__fx_summary__type="csv",
                             debug__fx_summary__path=folder)
            self.assert_agrees(lambda x: torch.copysign(x * 2, x), torch.randn(3), config=options, stays=("copysign",))
            texts = {path.suffix: path.read_text() for path in pathlib.Path(folder).iterdir()}
        self.assertIn("Mul", texts[".txt"])
        self.assertRegex(texts[".csv"], "aten.copysign.Tensor,not implemented,no converter")
        self.assertRegex(texts[".csv"], "aten.mul.Tensor,supported")

    def test_eagerly_everything_stays_in_pytorch(self):
        with self.assertNoLogs("torchair"):
            x = torch.randn(3)
            self.assertTrue(torch.equal(compiled(lambda x: x * 2, config=config(debug__run_eagerly=True))(x), x * 2))

    def test_tensors_of_inference_mode_agree_with_pytorch(self):
        net, x = nn.Linear(4, 3), torch.randn(2, 4)
        with torch.inference_mode():
            self.assertEqual(differences(net(x), compiled(net)(x)), "")
            net.weight.mul_(2)
            self.assertEqual(differences(net(x), compiled(net)(x * 1)), "")

    def test_unknown_options_are_refused(self):
        for path, text in (("mod", "did you mean config.mode"), ("debug__graphdump", "did you mean config.debug.graph_dump"),
                           ("experimental_config__cc_parallel_enable", "has no meaning here")):
            with self.assertRaisesRegex(opdk.OpdkError, f"(?s)E1001.*{text}"):
                config(**{path: True})
        for path, value in (("mode", "max-autotun"), ("experimental_config__frozen_parameter", 1), ("debug", True),
                            ("ge_config__threads", "2")):
            with self.assertRaisesRegex(opdk.OpdkError, "E1001"):
                config(**{path: value})
        with self.assertRaises(TypeError):
            torchair.get_npu_backend(compiler_config={"mode": "max-autotune"})

    def test_torch_npu_says_that_there_is_no_device(self):
        import torch_npu

        self.assertFalse(torch_npu.npu.is_available())
        self.assertEqual(torch.npu.device_count(), 0)
        torch_npu.npu.synchronize()
        self.assertFalse(hasattr(torch_npu.npu, "Stream"))
        with self.assertRaisesRegex(opdk.OpdkError, "E1001.*current_device"):
            torch_npu.npu.current_device()


if __name__ == "__main__":
    unittest.main()
