"""AscendCL from Python."""
import unittest

import acl
import numpy as np

from acl_case import DEVICE_TO_HOST, HOST_TO_DEVICE, AclCase


class Acl(AclCase):
    def test_a_model_runs_on_a_stream(self):
        model, ret = acl.mdl.load_from_file(self.om)
        self.assertEqual(ret, 0, acl.get_recent_err_msg())
        self.addCleanup(acl.mdl.unload, model)
        desc = acl.mdl.create_desc()
        self.addCleanup(acl.mdl.destroy_desc, desc)
        self.assertEqual(acl.mdl.get_desc(desc, model), 0)
        self.assertEqual((acl.mdl.get_num_inputs(desc), acl.mdl.get_num_outputs(desc)), (2, 1))
        dims, ret = acl.mdl.get_input_dims(desc, 0)
        self.assertEqual((dims["dims"], ret), ([2, 3], 0))
        self.assertEqual(acl.mdl.get_input_size_by_index(desc, 1), 24)

        a = np.arange(6, dtype=np.float32).reshape(2, 3)
        given, taken = self.dataset(a, 10 * a), self.dataset(np.zeros_like(a))
        stream, ret = acl.rt.create_stream()
        self.assertEqual(ret, 0)
        self.assertEqual(acl.mdl.execute_async(model, given, taken, stream), 0)
        self.assertEqual(acl.rt.synchronize_stream(stream), 0, acl.get_recent_err_msg())
        self.assertEqual(acl.rt.destroy_stream(stream), 0)
        result = acl.get_data_buffer_addr(acl.mdl.get_dataset_buffer(taken, 0))
        np.testing.assert_array_equal(acl.util.ptr_to_numpy(result, (2, 3), 11), 11 * a)
        back = np.empty_like(a)
        self.assertEqual(acl.rt.memcpy(acl.util.numpy_to_ptr(back), 24, result, 24, DEVICE_TO_HOST), 0)
        np.testing.assert_array_equal(back, 11 * a)

    def test_failed_calls_return_a_code_and_leave_a_message(self):
        model, ret = acl.mdl.load_from_file("/nowhere/net.om")
        self.assertEqual((model, ret), (0, 100003))
        self.assertIn("/nowhere/net.om", acl.get_recent_err_msg())
        self.assertEqual(acl.get_recent_err_msg(), "")
        self.assertEqual(acl.rt.free(0), 100000)
        host = np.zeros(4, np.float32)
        address = self.device(host)
        ret = acl.rt.memcpy(address, 16, address, 16, HOST_TO_DEVICE)
        self.assertEqual(ret, 100000)
        self.assertIn("device's memory", acl.get_recent_err_msg())
        with self.assertRaises(TypeError):
            acl.rt.malloc(3)

    def test_tensor_descriptions_and_float16_keep_their_values(self):
        desc = acl.create_tensor_desc(0, [2, 3], 2)
        self.assertEqual(acl.get_tensor_desc_size(desc), 24)
        self.assertEqual(acl.get_tensor_desc_dim_v2(desc, 1), (3, 0))
        acl.set_tensor_desc_name(desc, "x")
        self.assertEqual(acl.get_tensor_desc_name(desc), "x")
        acl.destroy_tensor_desc(desc)
        self.assertEqual(acl.get_tensor_desc_size(desc), 0)
        self.assertEqual(acl.float16_to_float(acl.float_to_float16(1.5)), 1.5)


if __name__ == "__main__":
    unittest.main()
