"""Preprocessing of images in an offline model against NumPy's.

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


BT601 = np.array([[298, 0, 409], [298, -100, -208], [298, 516, 0]])
TO_YUV = np.array([[66, 129, 25], [-38, -74, 112], [112, -94, -18]])


def pixels_of(image, kind, swap):
    """Returns the camera's pixels as [N, H, W, C]; the colours of YUV420SP are those of four pixels."""
    if kind != "YUV420SP_U8":
        return image[..., ::-1] if swap else image
    height = image.shape[1] * 2 // 3
    light, colours = image[:, :height], image[:, height:, :, 0]
    pairs = colours.reshape(len(image), height // 2, -1, 2).repeat(2, axis=1).repeat(2, axis=2)
    if swap:
        pairs = pairs[..., ::-1]
    return np.concatenate([light, pairs], axis=3)


def converted(pixels, matrix, before, after):
    moved = (pixels.astype(np.int64) - before) @ matrix.T
    return np.clip((moved >> 8) + after, 0, 255)


def resized(pixels, axis, extent):
    size = pixels.shape[axis]
    places = np.clip((np.arange(extent) + 0.5) * size / extent - 0.5, 0, size - 1)
    low = np.floor(places).astype(int)
    part = (places - low).reshape([-1 if i == axis else 1 for i in range(pixels.ndim)])
    return pixels.take(low, axis) * (1 - part) + pixels.take(np.minimum(low + 1, size - 1), axis) * part


class Aipp(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.place = pathlib.Path(directory.name)

    def model(self, shape, elem=1):
        dims = " ".join("dim { dim_value: %d }" % extent if extent >= 0 else "dim { }" for extent in shape)
        text = MODEL.format(elem=elem, dims=dims)
        path = self.place / "net.onnx"
        with open(path, "wb") as file:
            subprocess.run([PROTOC, "--encode=onnx.ModelProto", "-I", "/usr/include/onnx", "onnx.proto"],
                           input=text.encode(), stdout=file, check=True)
        return path

    def atc(self, model, config, *flags):
        (self.place / "aipp.cfg").write_text(config)
        return subprocess.run([ATC, f"--model={model}", f"--output={self.place}/net",
                               f"--insert_op_conf={self.place}/aipp.cfg", *flags], capture_output=True, text=True)

    def run_with(self, shape, config, image, elem=1, flags=()):
        built = self.atc(self.model(shape, elem), config, *flags)
        self.assertEqual(built.returncode, 0, built.stderr)
        return self.run_on(image)

    def run_on(self, image):
        np.save(self.place / "x.npy", image)
        ran = subprocess.run([OPDK, "run", str(self.place / "net.om"), "--input", f"x={self.place}/x.npy", "--output",
                              str(self.place / "out")], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return np.load(self.place / "out" / "y.npy")

    def test_images_are_cropped_swapped_normalised_and_padded(self):
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

    def test_cropped_images_are_resized_bilinearly(self):
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

    def test_one_channel_becomes_float16(self):
        image = np.arange(20, dtype=np.uint8).reshape(1, 4, 5, 1)
        got = self.run_with((1, 1, 4, 5), "aipp_op { aipp_mode: static input_format: YUV400_U8 var_reci_chn_0: 0.5 }", image,
                            elem=10)
        np.testing.assert_array_equal(got, (image.transpose(0, 3, 1, 2) * 0.5).astype(np.float16))

    def check(self, kind, swap, matrix, crop, size, pad, channels, channels_last):
        """Checks one static configuration against NumPy: formats, steps and results of all kinds."""
        random = np.random.default_rng(len(kind) * 8 + swap * 4 + crop * 2 + pad)
        height, width = 8, 12
        shape = {"RGB888_U8": (2, height, width, 3), "YUV400_U8": (2, height, width, 1),
                 "YUV420SP_U8": (2, height * 3 // 2, width, 1)}[kind]
        image = random.integers(0, 256, shape, np.uint8)
        text = f"aipp_mode: static input_format: {kind} src_image_size_w: {width} src_image_size_h: {height}"
        x = pixels_of(image, kind, swap)
        if swap:
            text += " rbuv_swap_switch: true"
        if crop:
            text += " crop: true load_start_pos_w: 2 load_start_pos_h: 4 crop_size_w: 6 crop_size_h: 4"
            x = x[:, 4:8, 2:8]
        if matrix is not None:
            text += " csc_switch: true" + "".join(
                f" matrix_r{r}c{c}: {matrix[r][c]}" for r in range(3) for c in range(3))
            text += "".join(f" input_bias_{c}: {(16, 128, 128)[c]} output_bias_{c}: {c + 1}" for c in range(3))
            x = converted(x, matrix, (16, 128, 128), (1, 2, 3))
        x = x[..., :channels].astype(np.float64)
        if size:
            text += f" resize: true resize_output_h: {size[0]} resize_output_w: {size[1]}"
            x = resized(resized(x, 1, size[0]), 2, size[1])
        text += " mean_chn_0: 104 mean_chn_1: 117 mean_chn_2: 123 min_chn_1: 0.5 var_reci_chn_0: 0.25 var_reci_chn_2: 2"
        x = (x - np.array([104, 117.5, 123])[:channels]) * np.array([0.25, 1, 2])[:channels]
        if pad:
            text += " padding: true top_padding_size: 1 left_padding_size: 2 right_padding_size: 3 padding_value: -7"
            x = np.pad(x, ((0, 0), (1, 0), (2, 3), (0, 0)), constant_values=-7)
        want = np.abs(x if channels_last else x.transpose(0, 3, 1, 2))
        got = self.run_with(want.shape, "aipp_op { %s }" % text, image)
        # A rounding of what is resized may lie on either side.
        np.testing.assert_allclose(got, want, atol=1e-3 if size else 0, err_msg=text)

    def test_all_combinations_of_formats_switches_and_steps_agree_with_numpy(self):
        steps = [(False, None, False), (True, (6, 10), False), (False, (5, 7), True), (True, None, True)]
        for at, (kind, swap, matrix, channels) in enumerate([
                ("RGB888_U8", False, None, 3), ("RGB888_U8", True, None, 3), ("RGB888_U8", False, TO_YUV, 3),
                ("RGB888_U8", True, TO_YUV, 3), ("RGB888_U8", True, TO_YUV, 1), ("RGB888_U8", False, None, 1),
                ("YUV420SP_U8", False, None, 3), ("YUV420SP_U8", True, None, 3), ("YUV420SP_U8", False, BT601, 3),
                ("YUV420SP_U8", True, BT601, 3), ("YUV420SP_U8", True, BT601, 1), ("YUV420SP_U8", False, None, 1),
                ("YUV400_U8", False, None, 1)]):
            for number, (crop, size, pad) in enumerate(steps):
                with self.subTest(kind=kind, swap=swap, converts=matrix is not None, channels=channels, crop=crop,
                                  size=size, pad=pad):
                    self.check(kind, swap, matrix, crop, size, pad, channels, (at + number) % 2 == 1)

    def test_each_gear_of_the_batch_has_the_same_pictures(self):
        config = "aipp_op { aipp_mode: static input_format: YUV420SP_U8 src_image_size_w: 6 src_image_size_h: 4 }"
        model = self.model((-1, 3, 4, 6))
        built = self.atc(model, config, "--input_shape=x:-1,3,4,6", "--dynamic_batch_size=1,3")
        self.assertEqual(built.returncode, 0, built.stderr)
        for batch in (1, 3):
            image = np.random.default_rng(batch).integers(0, 256, (batch, 6, 6, 1), np.uint8)
            want = pixels_of(image, "YUV420SP_U8", False).transpose(0, 3, 1, 2)
            np.testing.assert_array_equal(self.run_on(image), want)

    def test_each_gear_of_the_image_has_pictures_of_its_size(self):
        for kind in ("RGB888_U8", "YUV420SP_U8"):
            config = "aipp_op { aipp_mode: static input_format: %s padding: true top_padding_size: 2 }" % kind
            built = self.atc(self.model((1, 3, -1, -1)), config, "--input_shape=x:1,3,-1,-1",
                             "--dynamic_image_size=6,4;10,8")
            self.assertEqual(built.returncode, 0, built.stderr)
            for height, width in ((4, 4), (8, 8)):
                shape = (1, height, width, 3) if kind == "RGB888_U8" else (1, height * 3 // 2, width, 1)
                image = np.random.default_rng(height).integers(0, 256, shape, np.uint8)
                want = np.pad(pixels_of(image, kind, False), ((0, 0), (2, 0), (0, 0), (0, 0)))
                np.testing.assert_array_equal(self.run_on(image), want.transpose(0, 3, 1, 2))
        refused = self.atc(self.model((1, 3, -1, -1)), "aipp_op { aipp_mode: static input_format: RGB888_U8 "
                           "src_image_size_w: 4 src_image_size_h: 4 }", "--input_shape=x:1,3,-1,-1",
                           "--dynamic_image_size=4,4;8,8")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("the gear of 8 x 8", refused.stderr)

    def test_input_shape_is_that_of_the_models_input(self):
        image = np.random.default_rng(5).integers(0, 256, (1, 4, 6, 3), np.uint8)
        got = self.run_with((-1, 3, -1, -1), "aipp_op { aipp_mode: static input_format: RGB888_U8 }", image,
                            flags=["--input_shape=x:1,3,4,6"])
        np.testing.assert_array_equal(got, image.transpose(0, 3, 1, 2))

    def test_impossible_configurations_are_refused(self):
        model = self.model((1, 3, 4, 4))
        for config, why in [
                ("aipp_op { aipp_mode: dynamic }", "max_src_image_size is missing"),
                ("aipp_op { }", "static or dynamic"),
                ("aipp_op { aipp_mode: static input_format: XRGB8888_U8 }", "XRGB8888_U8 isn't there"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 resize: true resize_output_h: 3 }", "give 3 x 4"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 src_image_size_h: 2000000000 }", "too large"),
                ("aipp_op { aipp_mode: static input_format: YUV400_U8 }", "images of 1 channel:"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 related_input_rank: 3 }", "has 1 inputs"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 src_image_size_h: 5 }", "give 5 x 4"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 crop: true load_start_pos_h: 1 }", "outside"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 padding: true top_padding_size: 4 }", "leaves nothing"),
                ("aipp_op { aipp_mode: statik }", "line 1"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 mean_chn_0: 256 }", "mean_chn_0 is 256, outside of 0 to 255"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 min_chn_2: -0.5 }", "min_chn_2 is -0.5, outside"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 var_reci_chn_1: 70000 }", "outside of -65504 to 65504"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 csc_switch: true matrix_r0c0: 99999 }", "matrix_r0c0 is 99999"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 csc_switch: true input_bias_1: -1 }", "input_bias_1 is -1"),
                ("aipp_op { aipp_mode: static input_format: RGB888_U8 } aipp_op { aipp_mode: dynamic max_src_image_size: 99 }",
                 "two aipp_op are for the input 'x'"),
                ("", "no aipp_op"),
        ]:
            built = self.atc(model, config)
            self.assertEqual(built.returncode, 2, config)
            self.assertIn(why, built.stderr)
            self.assertIn("aipp.cfg", built.stderr)
            self.assertIn("ATC run failed", built.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
