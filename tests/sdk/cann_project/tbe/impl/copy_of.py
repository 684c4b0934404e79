"""A copy, as x + 0: te.lang.cce.vnot(x) in a text counts for nothing."""
import te.lang.cce
from te import tvm
import tbe.dsl as tbe
from topi import generic


def copy_of(x, y, kernel_name="copy_of"):
    data = tvm.placeholder(x.get("shape"), name="data", dtype=x.get("dtype"))  # tbe.vexp(data)
    res = te.lang.cce.vadds(data, tvm.const(0, x.get("dtype")))
    res = tbe.cast_to(res, "float32")
    res = tbe.no_such_function(res)
    with tvm.target.cce():
        sch = generic.auto_schedule(res)
    te.lang.cce.cce_build_code(sch, {"name": kernel_name, "tensor_list": [data, res]})
