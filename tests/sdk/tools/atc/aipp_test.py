"""Preprocessing of images in an offline model against NumPy's, bit for bit.

    aipp_test.py ATC OPDK PROTOC
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np

ATC, OPDK, PROTOC = sys.argv[1:4]

MODEL = """ir_version: 7 opset_import {{ domain: "" version: 13 }}
graph {{ name: "g" node {{ op_type: "Abs" name: "abs" input: "x" output: "y" }}
  input {{ name: "x" type {{ tensor_type {{ elem_type: {elem} shape {{ {dims} }} }} }} }}
  output {{ name: "y" type {{ tensor_type {{ elem_type: {elem} shape {{ {dims} }} }} }} }} }}"""


class Aipp(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.place = pathlib.Path(directory.name)

    def model(self, shape, elem=1):
        dims = " ".join("dim { dim_value: %d }" % extent for extent in shape)
        text = MODEL.format(elem=elem, dims=dims)
        path = self.place / "net.onnx"
        with open(path, "wb") as file:
            subprocess.run([PROTOC, "--encode=onnx.ModelProto", "-I", "/usr/include/onnx", "onnx.proto"],
                           input=text.encode(), stdout=file, check=True)
        return path

    def atc(self, model, config):
        (self.place / "aipp.cfg").write_text(config)
        return subprocess.run([ATC, f"--model={model}", f"--output={self.place}/net",
                               f"--insert_op_conf={self.place}/aipp.cfg"], capture_output=True, text=True)

    def run_with(self, shape, config, image, elem=1):
        built = self.atc(self.model(shape, elem), config)
        self.assertEqual(built.returncode, 0, built.stderr)
        np.save(self.place / "x.npy", image)
        ran = subprocess.run([OPDK, "run", str(self.place / "net.om"), "--input", f"x={self.place}/x.npy", "--output",
                              str(self.place / "out")], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return np.load(self.place / "out" / "y.npy")

    def test_crop_swap_normalise_and_pad(self):
        image = np.random.default_rng(1).integers(0, 256, (2, 11, 13, 3), np.uint8)
        got = self.run_with((2, 3, 8, 9), """
            aipp_op {  # a comment
              aipp_mode: static  related_input_rank: 0  input_format: RGB888_U8
              src_image_size_w: 13  src_image_size_h: 11
              crop: true  load_start_pos_h: 2  load_start_pos_w: 3  crop_size_h: 7  crop_size_w: 6
              padding: true  top_padding_size: 1  left_padding_size: 1  right_padding_size: 2  padding_value: 5
              rbuv_swap_switch: true
              mean_chn_0: 104  mean_chn_1: 117  mean_chn_2: 123
              min_chn_0: 0.5
              var_reci_chn_0: 0.25  var_reci_chn_1: 0.5  var_reci_chn_2: 2
            }""", image)
        x = image[:, 2:9, 3:9, ::-1].astype(np.float32)
        x = (x - np.array([104.5, 117, 123], np.float32)) * np.array([0.25, 0.5, 2], np.float32)
        x = np.pad(x, ((0, 0), (1, 0), (1, 2), (0, 0)), constant_values=5)
        np.testing.assert_array_equal(got, np.abs(x.transpose(0, 3, 1, 2)))

    def test_colours_of_yuv420sp_become_rgb(self):
        image = np.random.default_rng(2).integers(0, 256, (1, 12, 6, 1), np.uint8)
        got = self.run_with((1, 3, 8, 6), """
            aipp_op { aipp_mode: static  input_format: YUV420SP_U8  csc_switch: true
              matrix_r0c0: 298 matrix_r0c1: 0 matrix_r0c2: 409
              matrix_r1c0: 298 matrix_r1c1: -100 matrix_r1c2: -208
              matrix_r2c0: 298 matrix_r2c1: 516 matrix_r2c2: 0
              input_bias_0: 16 input_bias_1: 128 input_bias_2: 128 }""", image)
        light = image[0, :8, :, 0].astype(np.int64)
        colours = image[0, 8:, :, 0].astype(np.int64).reshape(4, 3, 2).repeat(2, axis=0).repeat(2, axis=1)
        yuv = np.stack([light - 16, colours[..., 0] - 128, colours[..., 1] - 128])
        matrix = np.array([[298, 0, 409], [298, -100, -208], [298, 516, 0]])
        rgb = np.clip(np.tensordot(matrix, yuv, 1) >> 8, 0, 255)
        np.testing.assert_array_equal(got[0], rgb.astype(np.float32))

    def test_what_is_cropped_is_resized_bilinearly(self):
        image = np.random.default_rng(3).integers(0, 256, (1, 9, 9, 3), np.uint8)
        got = self.run_with((1, 3, 6, 10), """
            aipp_op { aipp_mode: static  input_format: RGB888_U8  src_image_size_w: 9  src_image_size_h: 9
              crop: true  load_start_pos_h: 1  load_start_pos_w: 2  crop_size_h: 4  crop_size_w: 5
              resize: true  resize_output_h: 6  resize_output_w: 8
              padding: true  left_padding_size: 2  padding_value: -1
              mean_chn_0: 10  var_reci_chn_1: 0.5 }""", image)
        x = image[0, 1:5, 2:7].astype(np.float64)

        def along(values, axis, extent):
            size = values.shape[axis]
            places = np.clip((np.arange(extent) + 0.5) * size / extent - 0.5, 0, size - 1)
            low = np.floor(places).astype(int)
            high = np.minimum(low + 1, size - 1)
            part = (places - low).reshape([-1 if i == axis else 1 for i in range(3)])
            return np.take(values, low, axis) * (1 - part) + np.take(values, high, axis) * part

        x = along(along(x, 0, 6), 1, 8)
        x = (x - np.array([10, 0, 0])) * np.array([1, 0.5, 1])
        x = np.pad(x, ((0, 0), (2, 0), (0, 0)), constant_values=-1)
        np.testing.assert_allclose(got[0], np.abs(x.transpose(2, 0, 1)), atol=1e-3)

    def test_one_channel_of_float16(self):
        image = np.arange(20, dtype=np.uint8).reshape(1, 4, 5, 1)
        got = self.run_with((1, 1, 4, 5), "aipp_op { aipp_mode: static input_format: YUV400_U8 var_reci_chn_0: 0.5 }", image,
                            elem=10)
        np.testing.assert_array_equal(got, (image.transpose(0, 3, 1, 2) * 0.5).astype(np.float16))

    def test_what_cannot_be_is_refused(self):
        model = self.model((1, 3, 4, 4))
        for config, why in [
                ("aipp_op { aipp_mode: dynamic }", "max_src_image_size is missing"),
                ("aipp_op { }", "static or dynamic"),
                ("aipp_op { aipp_mode: static input_format: XRGB8888_U8 }", "XRGB8888_U8 isn't there"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 resize: true resize_output_h: 3 }", "give 3 x 4"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 src_image_size_h: 2000000000 }", "too large"),
                ("aipp_op { aipp_mode: static input_format: YUV400_U8 }", "images of 1 channels"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 related_input_rank: 3 }", "has 1 inputs"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 src_image_size_h: 5 }", "give 5 x 4"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 crop: true load_start_pos_h: 1 }", "outside"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 padding: true top_padding_size: 4 }", "leaves nothing"),
                ("aipp_op { aipp_mode: statik }", "line 1"),
                ("", "no aipp_op"),
        ]:
            built = self.atc(model, config)
            self.assertEqual(built.returncode, 2, config)
            self.assertIn(why, built.stderr)
            self.assertIn("aipp.cfg", built.stderr)
            self.assertIn("ATC run failed", built.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
