"""Loading packages from Python."""
import os
import pathlib
import shutil
import tempfile
import unittest

import numpy as np
import opdk

FIXTURES = pathlib.Path(os.environ["OPDK_TEST_PACKAGES"])


class Load(unittest.TestCase):
    def setUp(self):
        self.addCleanup(opdk.load)

    def directory(self, *libraries):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        for library in libraries:
            shutil.copy(FIXTURES / library, directory.name)
        return directory.name

    def test_the_first_use_loads_the_built_in_package(self):
        packages = {package.name: package for package in opdk.registry().packages}
        self.assertTrue(packages["opdk_builtin"].builtin)
        self.assertTrue(os.path.exists(packages["opdk_builtin"].path))
        self.assertIn("SoftmaxV2", opdk.registry().operators)

    def test_a_custom_package_brings_its_operators_and_outranks_the_built_in_one(self):
        registry = opdk.load(plugins=[self.directory("libtest_twice.so")])
        first = registry.packages[0]
        self.assertEqual((first.name, first.vendor, first.version), ("test_twice", "tests_twice", "1.2.3"))
        self.assertEqual((first.builtin, first.priority), (False, 0))
        twice = registry.operator("Twice")
        self.assertEqual(twice.package, "test_twice")
        self.assertEqual([(port.name, port.kind) for port in twice.inputs], [("x", "required")])
        self.assertEqual([(attr.name, attr.type, attr.required, attr.default) for attr in twice.attrs],
                         [("trouble", "String", False, "")])
        self.assertEqual(twice.providers[0].engines, ("ai_cpu",))
        x = np.float32([1, 2, 3])
        np.testing.assert_array_equal(opdk.run("Twice", [x])["y"], 2 * x)

    def test_a_package_that_is_not_there_any_more_takes_its_operators_with_it(self):
        opdk.load(plugins=[self.directory("libtest_twice.so")])
        twice = opdk.Operator("Twice", {"x": ("float", (3,))})
        opdk.load()
        with self.assertRaises(opdk.OpdkError) as caught:
            opdk.run("Twice", [np.float32([1])])
        self.assertEqual(caught.exception.code, "E2002")
        # A model that was made before keeps its package.
        np.testing.assert_array_equal(twice.run([np.float32([1, 2, 3])])["y"], [2, 4, 6])

    def test_a_library_that_cannot_be_used_is_listed_with_the_reason_and_the_others_work(self):
        registry = opdk.load(plugins=[self.directory("libtest_other_abi.so", "libtest_twice.so")])
        self.assertEqual([os.path.basename(rejected.path) for rejected in registry.rejected], ["libtest_other_abi.so"])
        self.assertIsInstance(registry.rejected[0].reason, opdk.OpdkError)
        self.assertEqual(registry.rejected[0].reason.code, "E5003")
        self.assertIn("Twice", registry.operators)

    def test_a_directory_that_does_not_exist_is_an_error_that_names_it(self):
        with self.assertRaises(opdk.OpdkError) as caught:
            opdk.load(plugins=["/nowhere/at/all"])
        self.assertEqual(caught.exception.code, "E1002")
        self.assertIn("/nowhere/at/all", str(caught.exception))

    def test_one_path_instead_of_a_list_is_a_type_error(self):
        with self.assertRaises(TypeError):
            opdk.load(plugins="build/plugins")

    def test_an_unknown_operator_has_a_code_and_a_suggestion(self):
        with self.assertRaises(opdk.OpdkError) as caught:
            opdk.registry().operator("SofmaxV2")
        self.assertEqual(caught.exception.code, "E2002")
        self.assertIn("SoftmaxV2", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
