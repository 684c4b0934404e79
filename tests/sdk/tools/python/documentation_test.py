"""Checks that the public interface is documented and typed, and that the types are true."""
import inspect
import pathlib
import subprocess
import sys
import unittest

import opdk
from opdk import _core


def public_members(cls):
    for name, member in vars(cls).items():
        if not name.startswith("_") and (inspect.isfunction(member) or isinstance(member, (property, classmethod))):
            yield f"{cls.__name__}.{name}", member


class Documentation(unittest.TestCase):
    def test_each_name_in_all_exists(self):
        for name in opdk.__all__:
            self.assertTrue(hasattr(opdk, name), name)

    def test_everything_public_has_a_docstring(self):
        for name in opdk.__all__:
            thing = getattr(opdk, name)
            if inspect.isclass(thing):
                self.assertTrue(inspect.getdoc(thing), name)
                for full_name, member in public_members(thing):
                    self.assertTrue(inspect.getdoc(member), full_name)
            elif inspect.isfunction(thing):
                self.assertTrue(inspect.getdoc(thing), name)

    def test_every_function_shows_an_example(self):
        for name in opdk.__all__:
            thing = getattr(opdk, name)
            functions = [(name, thing)] if inspect.isfunction(thing) else []
            if inspect.isclass(thing) and not issubclass(thing, Exception):
                functions = [item for item in public_members(thing) if not isinstance(item[1], property)]
            for full_name, function in functions:
                self.assertIn("Example:", inspect.getdoc(function), full_name)

    def test_every_native_function_has_a_docstring(self):
        for name, thing in vars(_core).items():
            if not name.startswith("_") and (inspect.isclass(thing) or inspect.isbuiltin(thing)):
                self.assertTrue(thing.__doc__, name)


@unittest.skipUnless(subprocess.run([sys.executable, "-c", "import mypy"], capture_output=True).returncode == 0,
                     "mypy is not installed for this Python")
class Types(unittest.TestCase):
    # Kept between runs: numpy's own types take a while.
    ENVIRONMENT = {"PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join(sys.path),
                   "MYPY_CACHE_DIR": str(pathlib.Path(opdk.__file__).parents[2] / "tests" / "mypy")}
    # Differences that pybind11 makes in every class, and in one that Python can't construct.
    OF_PYBIND11 = ("metaclass differs", '__init__ is inconsistent, stub does not have *args argument "args"')

    def findings(self, *command):
        done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True,
                              cwd=pathlib.Path(opdk.__file__).parents[1], env=self.ENVIRONMENT)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done.stdout.splitlines()

    def test_the_native_module_and_its_stub_agree(self):
        found = self.findings("mypy.stubtest", "--concise", "opdk._core")
        self.assertEqual([line for line in found if not line.endswith(self.OF_PYBIND11)], [])

    def test_the_package_is_typed_without_gaps(self):
        found = self.findings("mypy", "--strict", "--python-version", "3.9", "-p", "opdk")
        self.assertEqual([line for line in found if not line.startswith("Success")], [])


if __name__ == "__main__":
    unittest.main()
