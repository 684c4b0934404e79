"""TensorFlow's operators in its own sessions, with opdk beneath: the graphs of ../operators_test.py."""
import pathlib
import sys

from host import check_session, run_cases

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import operators_test as operators  # noqa: E402

# Grappler leaves nothing of them, or nothing but Identity.
NOTHING_LEFT = {"Identity", "IdentityN", "CheckNumerics", "Sum/none", "Mean/none"}


def through_session(build, feeds, tolerance=1e-4, what=""):
    goes_down = [] if what in NOTHING_LEFT else ["  cluster 0: "]
    check_session(build, feeds, tolerance, what, mix_compile_mode=True, expect=goes_down)


operators.run_graph = through_session

if __name__ == "__main__":
    sys.exit(run_cases(operators.CASES, sys.argv[1:]))
