"""Gears and AIPP of models from Python."""
import os
import pathlib
import subprocess
import unittest

import acl
import numpy as np

from acl_case import AclCase

NODES = "/usr/share/libonnx-testdata/data/node/"
ADD, POOL = NODES + "test_add/model.onnx", NODES + "test_averagepool_2d_default/model.onnx"


class Models(AclCase):
    def load(self, model, *flags):
        place = pathlib.Path(self.directory.name, self.id())
        built = subprocess.run([os.environ["OPDK_ATC"], f"--model={model}", f"--output={place}", *flags],
                               capture_output=True, text=True)
        self.assertEqual(built.returncode, 0, built.stderr)
        number, ret = acl.mdl.load_from_file(f"{place}.om")
        self.ok(ret)
        self.addCleanup(acl.mdl.unload, number)
        desc = acl.mdl.create_desc()
        self.addCleanup(acl.mdl.destroy_desc, desc)
        self.ok(acl.mdl.get_desc(desc, number))
        return number, desc

    def run_gear(self, number, set_gear, given, shape):
        gear = np.zeros(8, np.int32)
        dataset, result = self.dataset(*given, gear), self.dataset(np.zeros(shape, np.float32))
        self.ok(set_gear(number, dataset, len(given)))
        self.ok(acl.mdl.execute(number, dataset, result))
        return self.values(acl.mdl.get_dataset_buffer(result, 0), shape)

    def test_the_loader_follows_its_settings(self):
        _, desc = self.load(ADD)
        self.assertEqual(acl.mdl.get_tensor_real_name(desc, "x"), "x")
        path, handle = str(pathlib.Path(self.directory.name, self.id())) + ".om", acl.mdl.create_config_handle()
        from_file, load_type, priority, path_of_model = 1, 1, 0, 2
        self.ok(acl.mdl.set_config_opt(handle, load_type, from_file))
        self.ok(acl.mdl.set_config_opt(handle, priority, 3))
        self.ok(acl.mdl.set_config_opt(handle, path_of_model, path))
        number, ret = acl.mdl.load_with_config(handle)
        self.ok(ret)
        self.ok(acl.mdl.unload(number))
        self.assertNotEqual(acl.mdl.set_config_opt(handle, 99, 1), 0)
        self.ok(acl.mdl.destroy_config_handle(handle))
        self.assertNotEqual(acl.mdl.destroy_config_handle(handle), 0)

    def test_a_batch_gear_takes_that_many_rows(self):
        number, desc = self.load(ADD, "--input_shape=x:-1,4,5;y:-1,4,5", "--dynamic_batch_size=1,3")
        self.assertEqual(acl.mdl.get_dynamic_batch(desc), ({"batchCount": 2, "batch": [1, 3]}, 0))
        x = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
        got = self.run_gear(number, lambda *at: acl.mdl.set_dynamic_batch_size(*at, 1), (x, x), (1, 4, 5))
        np.testing.assert_array_equal(got, 2 * x[:1])

    def test_gears_of_dims_are_listed_and_run(self):
        number, desc = self.load(ADD, "--input_shape=x:-1,4,5;y:-1,4,5", "--dynamic_dims=1,1;3,3")
        self.assertEqual(acl.mdl.get_input_dynamic_gear_count(desc, 0), (2, 0))
        gears, ret = acl.mdl.get_input_dynamic_dims(desc, -1, 2)
        self.ok(ret)
        self.assertEqual([gear["dims"] for gear in gears], [[1, 4, 5, 1, 4, 5], [3, 4, 5, 3, 4, 5]])
        x = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
        for gear, rows in zip(gears, (1, 3)):
            got = self.run_gear(number, lambda *at: acl.mdl.set_input_dynamic_dims(*at, gear), (x, x), (rows, 4, 5))
            np.testing.assert_array_equal(got, 2 * x[:rows])
        with self.assertRaises(ValueError):
            acl.mdl.set_input_dynamic_dims(number, 0, 0, {"dimCount": 3, "dims": [1]})

    def test_gears_of_image_sizes_are_listed(self):
        _, desc = self.load(POOL, "--input_shape=x:1,3,-1,-1", "--dynamic_image_size=32,32;16,8")
        self.assertEqual(acl.mdl.get_dynamic_hw(desc, 0), ({"hwCount": 2, "hw": [[32, 32], [16, 8]]}, 0))

    def test_preprocessing_set_for_a_run_is_applied(self):
        config = pathlib.Path(self.directory.name, "aipp.cfg")
        config.write_text("aipp_op { aipp_mode: dynamic max_src_image_size: 4000 }")
        number, desc = self.load(POOL, f"--insert_op_conf={config}")
        self.assertEqual(acl.mdl.get_aipp_type(number, 0), (2, 1, 0))
        size, ret = acl.mdl.get_aipp_data_size(1)
        self.ok(ret)
        index, ret = acl.mdl.get_input_index_by_name(desc, "ascend_dynamic_aipp_data")
        self.assertEqual((index, ret), (1, 0))
        image = np.random.default_rng(1).integers(0, 256, (32, 32, 3), np.uint8)
        padded = np.concatenate([image.ravel(), np.zeros(4000 - image.size, np.uint8)])
        dataset = self.dataset(padded, np.zeros(size, np.uint8))
        aipp = acl.mdl.create_aipp(1)
        self.addCleanup(acl.mdl.destroy_aipp, aipp)
        for ret in (acl.mdl.set_aipp_input_format(aipp, 3), acl.mdl.set_aipp_src_image_size(aipp, 32, 32),
                    acl.mdl.set_aipp_csc_params(aipp, 0, *[0] * 15), acl.mdl.set_aipp_rbuv_swap_switch(aipp, 1),
                    acl.mdl.set_aipp_dtc_pixel_mean(aipp, 10, 20, 30, 0, 0),
                    acl.mdl.set_aipp_dtc_pixel_min(aipp, 0.0, 0.5, 0.0, 0.0, 0),
                    acl.mdl.set_aipp_pixel_var_reci(aipp, 1.0, 0.5, 2.0, 1.0, 0),
                    acl.mdl.set_aipp_crop_params(aipp, 0, 0, 0, 0, 0, 0),
                    acl.mdl.set_aipp_scf_params(aipp, 0, 0, 0, 0, 0, 0),
                    acl.mdl.set_aipp_padding_params(aipp, 0, 0, 0, 0, 0, 0),
                    acl.mdl.set_input_aipp(number, dataset, index, aipp)):
            self.ok(ret)
        result = self.dataset(np.zeros((1, 3, 31, 31), np.float32))
        self.ok(acl.mdl.execute(number, dataset, result))
        x = (image[..., ::-1] - np.array([10, 20.5, 30])) * np.array([1, 0.5, 2])
        want = (x[:-1, :-1] + x[1:, :-1] + x[:-1, 1:] + x[1:, 1:]) / 4
        got = self.values(acl.mdl.get_dataset_buffer(result, 0), (1, 3, 31, 31))
        np.testing.assert_allclose(got[0], want.transpose(2, 0, 1), rtol=1e-5, atol=1e-4)

    def test_preprocessing_of_a_model_is_listed(self):
        config = pathlib.Path(self.directory.name, "static.cfg")
        config.write_text("aipp_op { aipp_mode: static input_format: RGB888_U8 mean_chn_1: 7 }")
        number, _ = self.load(POOL, f"--insert_op_conf={config}")
        info, ret = acl.mdl.get_first_aipp_info(number, 0)
        self.ok(ret)
        self.assertEqual((info["inputFormat"], info["meanChn1"], info["varReciChn0"]), (3, 7, 1.0))
        self.assertEqual(info["outDims"][0]["aippOutdims"]["dims"], [1, 3, 32, 32])


if __name__ == "__main__":
    unittest.main()
