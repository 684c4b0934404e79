"""Single operators of AscendCL from Python: acl.op, acl.blas."""
import json
import os
import pathlib
import unittest

import acl
import numpy as np

from acl_case import AclCase


class AclOp(AclCase):
    def test_an_operator_is_compiled_and_run(self):
        x = np.array([[3, 1, 2]], np.float32)
        descs, attr = [self.desc(1, 3)], acl.op.create_attr()
        self.addCleanup(acl.op.destroy_attr, attr)
        self.ok(acl.op.set_attr_list_int(attr, "axes", [1]))
        given, taken = [self.buffer(x)], [self.buffer(np.zeros_like(x))]
        self.refused(acl.op.execute_v2("SoftmaxV2", descs, given, descs, taken, attr, 0), 100024, "is ready")
        self.ok(acl.op.compile("SoftmaxV2", descs, descs, attr, 0, 0, ""))
        for execute in (acl.op.execute, acl.op.execute_v2):
            self.ok(execute("SoftmaxV2", descs, given, descs, taken, attr, 0))
            self.ok(acl.rt.synchronize_stream(0))
            expected = np.exp(x - 3) / np.exp(x - 3).sum()
            np.testing.assert_allclose(self.values(taken[0], x.shape), expected, rtol=1e-5)
        place = pathlib.Path(self.directory.name, "run")
        self.ok(acl.op.start_dump_args(1, str(place)))
        handle, ret = acl.op.create_handle("SoftmaxV2", descs, descs, attr)
        self.ok(ret)
        self.ok(acl.op.stop_dump_args(1))
        self.assertEqual(json.loads((place / "SoftmaxV2_1.json").read_text())[0]["op"], "SoftmaxV2")
        self.ok(acl.op.execute_with_handle(handle, given, taken, 0))
        self.ok(acl.rt.synchronize_stream(0))
        acl.op.destroy_handle(handle)

    def test_attributes_of_all_types_are_taken(self):
        attr = acl.op.create_attr()
        self.addCleanup(acl.op.destroy_attr, attr)
        for ret in (acl.op.set_attr_bool(attr, "a", 1), acl.op.set_attr_int(attr, "b", -5),
                    acl.op.set_attr_float(attr, "c", 0.5), acl.op.set_attr_string(attr, "d", "text"),
                    acl.op.set_attr_data_type(attr, "e", 0), acl.op.set_attr_list_bool(attr, "f", [True, False]),
                    acl.op.set_attr_list_int(attr, "g", np.array([1, 2])), acl.op.set_attr_list_float(attr, "h", [1.5]),
                    acl.op.set_attr_list_string(attr, "i", ["x", "yz"]), acl.op.set_attr_list_data_type(attr, "j", [0, 1]),
                    acl.op.set_attr_list_list_int(attr, "k", [[1, 2], [3]])):
            self.ok(ret)
        self.refused(acl.op.set_attr_int(0, "b", 1), 100000, "NULL")

    def test_shapes_are_inferred_and_types_converted(self):
        out = self.desc(-1, -1)
        data = self.buffer(np.zeros((2, 3), np.float32))
        self.ok(acl.op.infer_shape("Add", [self.desc(2, 3)] * 2, [data, data], 1, [out], 0))
        self.assertEqual(acl.get_tensor_desc_dim_v2(out, 1), (3, 0))
        integers = acl.create_tensor_desc(3, [2], 2)
        self.addCleanup(acl.destroy_tensor_desc, integers)
        taken = self.buffer(np.zeros(2, np.int32))
        self.ok(acl.op.cast(self.desc(2), self.buffer(np.array([1.5, -2.5], np.float32)), integers, taken, 0, 0))
        self.ok(acl.rt.synchronize_stream(0))
        np.testing.assert_array_equal(acl.util.ptr_to_numpy(acl.get_data_buffer_addr(taken), (2,), 5), [1, -2])
        handle, ret = acl.op.create_handle_for_cast(self.desc(2), integers, 0)
        self.ok(ret)
        acl.op.destroy_handle(handle)

    def test_models_of_single_operators_are_loaded(self):
        self.ok(acl.op.set_model_dir(str(pathlib.Path(self.om).parent)))
        data = pathlib.Path(self.om).read_bytes()
        self.ok(acl.op.load(acl.util.bytes_to_ptr(data), len(data)))
        self.ok(acl.op.set_max_op_queue_num(100))

    def test_a_kernel_of_the_programs_own_runs(self):
        library = pathlib.Path(os.environ["OPDK_USER_KERNEL"]).read_bytes()
        self.ok(acl.op.create_kernel("ScaleInPython", "scale", "Scale", acl.util.bytes_to_ptr(library), len(library), 0, 0))
        seen = []

        def choose(in_num, in_desc, out_num, out_desc, attr, kernel_desc):
            seen.append((in_num, out_num, acl.get_tensor_desc_dim_v2(in_desc[0], 0)[0]))
            args = np.array([seen[-1][2]], np.float32).tobytes()
            self.ok(acl.op.set_kernel_args(kernel_desc, "scale", 2, acl.util.bytes_to_ptr(args), len(args)))
            self.ok(acl.op.set_kernel_workspace_sizes(kernel_desc, 0, 0))

        self.ok(acl.op.register_compile_func("ScaleInPython", choose))
        for rows in (1, 4):
            x = np.ones((rows, 3), np.float32)
            descs, given, taken = [self.desc(rows, 3)], [self.buffer(x)], [self.buffer(np.zeros_like(x))]
            self.ok(acl.op.update_params("ScaleInPython", descs, descs, 0))
            self.ok(acl.op.execute_v2("ScaleInPython", descs, given, descs, taken, 0, 0))
            self.ok(acl.rt.synchronize_stream(0))
            np.testing.assert_array_equal(self.values(taken[0], x.shape), rows * x)
        self.assertEqual(seen, [(1, 1, 1), (1, 1, 4)])
        self.ok(acl.op.unregister_compile_func("ScaleInPython"))
        self.refused(acl.op.unregister_compile_func("ScaleInPython"), 100028, "no function")

    def test_matrices_are_multiplied(self):
        a, b = np.arange(6, dtype=np.float32).reshape(2, 3), np.ones((3, 2), np.float32)
        one, zero, c = np.ones(1, np.float32), np.zeros(1, np.float32), self.device(np.zeros((2, 2), np.float32))
        places = [self.device(array) for array in (one, a, b, zero)]
        self.ok(acl.blas.gemm_ex(0, 0, 0, 2, 2, 3, places[0], places[1], -1, 0, places[2], -1, 0, places[3], c, -1, 0, 0, 0))
        self.ok(acl.rt.synchronize_stream(0))
        np.testing.assert_array_equal(acl.util.ptr_to_numpy(c, (2, 2), 11), a @ b)
        y = self.device(np.zeros(2, np.float32))
        x = self.device(np.ones(3, np.float32))
        self.ok(acl.blas.gemv_ex(0, 2, 3, places[0], places[1], -1, 0, x, 1, 0, places[3], y, 1, 0, 0, 0))
        self.ok(acl.rt.synchronize_stream(0))
        np.testing.assert_array_equal(acl.util.ptr_to_numpy(y, (2,), 11), a.sum(axis=1))
        for handle, ret in (acl.blas.create_handle_for_gemm_ex(0, 0, 0, 2, 2, 3, 0, 0, 0, 0),
                            acl.blas.create_handle_for_gemv_ex(0, 2, 3, 0, 0, 0, 0),
                            acl.blas.create_handle_for_hgemm(0, 0, 0, 2, 2, 3, 0),
                            acl.blas.create_handle_for_hgemv(0, 2, 3, 0),
                            acl.blas.create_handle_for_s8gemm(0, 0, 0, 2, 2, 3, 0),
                            acl.blas.create_handle_for_s8gemv(0, 2, 3, 0)):
            self.ok(ret)
            acl.op.destroy_handle(handle)
        for product in (acl.blas.hgemm, acl.blas.s8gemm):
            self.assertNotEqual(product(0, 0, 0, -1, 2, 3, 0, 0, -1, 0, -1, 0, 0, -1, 0, 0), 0)
        for product in (acl.blas.hgemv, acl.blas.s8gemv):
            self.assertNotEqual(product(0, -1, 3, 0, 0, -1, 0, 1, 0, 0, 1, 0, 0), 0)


if __name__ == "__main__":
    unittest.main()
