"""One operator through both languages."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import numpy as np
import opdk


class SameBits(unittest.TestCase):
    def test_an_operator_gives_the_same_bits_from_cpp_and_from_python(self):
        x = np.random.default_rng(24).standard_normal((33, 127)).astype(np.float32)
        with tempfile.TemporaryDirectory() as plugins:
            shutil.copy(pathlib.Path(os.environ["OPDK_TEST_PACKAGES"]) / "libtest_twice.so", plugins)
            opdk.load(plugins=[plugins])
            # A built-in one on AI Core, and a custom package's.
            for operator in ("SoftmaxV2", "Gelu", "Twice"):
                with self.subTest(operator=operator):
                    done = subprocess.run([os.environ["OPDK_RUN_OPERATOR"], operator, *map(str, x.shape), plugins],
                                          input=x.tobytes(), capture_output=True, check=True)
                    self.assertEqual(opdk.run(operator, [x])["y"].tobytes(), done.stdout)


if __name__ == "__main__":
    unittest.main()
