"""The common parts of the tests of AscendCL from Python: a process of it, and a model that adds."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import acl
import numpy as np

HOST_TO_DEVICE, DEVICE_TO_HOST = 1, 2
ADD = """[{"op": "Add", "input_desc": [{"format": "ND", "shape": [2, 3], "type": "float"},
                                      {"format": "ND", "shape": [2, 3], "type": "float"}],
           "output_desc": [{"format": "ND", "shape": [2, 3], "type": "float"}]}]"""


class AclCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        place = pathlib.Path(cls.directory.name)
        (place / "add.json").write_text(ADD)
        subprocess.run([os.environ["OPDK_ATC"], "--singleop=" + str(place / "add.json"), "--output=" + str(place)],
                       check=True, stdout=subprocess.DEVNULL)
        cls.om = str(next(place.glob("*.om")))
        assert acl.init() == 0, acl.get_recent_err_msg()
        cls.addClassCleanup(acl.finalize)
        assert acl.rt.set_device(0) == 0
        cls.addClassCleanup(acl.rt.reset_device, 0)

    def ok(self, ret):
        self.assertEqual(ret, 0, acl.get_recent_err_msg())

    def refused(self, ret, code, part):
        self.assertEqual(ret, code)
        self.assertIn(part, acl.get_recent_err_msg())

    def device(self, array):
        address, ret = acl.rt.malloc(array.nbytes, 2)
        self.assertEqual(ret, 0)
        self.addCleanup(acl.rt.free, address)
        ret = acl.rt.memcpy(address, array.nbytes, acl.util.numpy_to_ptr(array), array.nbytes, HOST_TO_DEVICE)
        self.assertEqual(ret, 0, acl.get_recent_err_msg())
        return address

    def buffer(self, array):
        buffer = acl.create_data_buffer(self.device(array), array.nbytes)
        self.addCleanup(acl.destroy_data_buffer, buffer)
        return buffer

    def values(self, buffer, shape):
        return acl.util.ptr_to_numpy(acl.get_data_buffer_addr(buffer), shape, 11).copy()

    def desc(self, *dims):
        desc = acl.create_tensor_desc(0, list(dims), 2)
        self.addCleanup(acl.destroy_tensor_desc, desc)
        return desc

    def dataset(self, *arrays):
        dataset = acl.mdl.create_dataset()
        self.addCleanup(acl.mdl.destroy_dataset, dataset)
        for array in arrays:
            _, ret = acl.mdl.add_dataset_buffer(dataset, self.buffer(array))
            self.assertEqual(ret, 0)
        return dataset

    def run_add(self, model, a, b):
        given, taken = self.dataset(a, b), self.dataset(np.zeros_like(a))
        self.ok(acl.mdl.execute(model, given, taken))
        return self.values(acl.mdl.get_dataset_buffer(taken, 0), a.shape)
