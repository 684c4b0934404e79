"""TensorFlow's operators in its own sessions, with opdk beneath: the graphs of ../operators_test.py."""
import pathlib
import sys

from host import check_session, run_cases

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import operators_test as operators  # noqa: E402


def through_session(build, feeds, tolerance=1e-4, what=""):
    # What opdk takes is said by the other test; here, that whatever it takes is right.
    check_session(build, feeds, tolerance, what, mix_compile_mode=True)


operators.run_graph = through_session

if __name__ == "__main__":
    sys.exit(run_cases(operators.CASES, sys.argv[1:]))
