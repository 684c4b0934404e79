#include "sdk/tools/verify/golden/python_driver.h"

namespace opdk::verify {

const char* const kPythonDriver = R"python(
import builtins, importlib.util, inspect, json, os, signal, sys, traceback

# Python tells a changed file by its second and its size: two edits within one second would be one to it.
sys.dont_write_bytecode = True

# Raised by functions whose operator must refuse the inputs.
class Refused(Exception):
    pass

def fail(message, code=3):
    print(message, file=sys.stderr)
    sys.exit(code)

try:
    import numpy as np
except ImportError:
    fail(sys.executable + " has no numpy", 5)

def load_inputs():
    return [None if tensor["absent"] else np.load(os.path.join(folder, tensor["file"])) for tensor in call["inputs"]]

def by_port():
    ports = {}
    for tensor, value in zip(call["inputs"], inputs):
        if tensor["dynamic"]:
            ports.setdefault(tensor["port"], []).append((tensor, value))
        else:
            ports[tensor["port"]] = (tensor, value)
    return ports

def load_function():
    path, name = call["path"], call["function"]
    spec = importlib.util.spec_from_file_location("opdk_golden", path)
    if spec is None:
        fail("no Python file " + path)
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    module = importlib.util.module_from_spec(spec)
    builtins.Refused = Refused  # for modules that the golden imports, too
    spec.loader.exec_module(module)
    if not hasattr(module, name):
        near = [n for n in dir(module) if callable(getattr(module, n)) and not n.startswith("_")]
        fail(path + " has no function " + name + "; it has " + (", ".join(near) or "none"))
    return getattr(module, name)

# A function that takes `rounding` says by it what a kernel rounds on the way, and what inputs' roundings don't show.
# One that takes `dtypes` learns each port's dtype, which NumPy's arrays don't tell: bfloat16 comes as float32.
def arguments_of(function, rounding=lambda value: value):
    arguments = {}
    for port, given in by_port().items():
        arguments[port] = [value for _, value in given] if isinstance(given, list) else given[1]
    arguments.update(call["attrs"])
    if "rounding" in inspect.signature(function).parameters and "rounding" not in arguments:
        arguments["rounding"] = rounding
    if "dtypes" in inspect.signature(function).parameters and "dtypes" not in arguments:
        arguments["dtypes"] = {tensor["port"]: tensor["dtype"] for tensor in call["inputs"] + call["outputs"]}
    return arguments

def run_function():
    function = load_function()
    return function(**arguments_of(function))

def each_array(value, change):
    if isinstance(value, list):
        return [each_array(one, change) for one in value]
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "fc":
        return value
    return change(parts(value)).view(value.dtype).reshape(value.shape) if value.dtype.kind == "c" else change(value)

# Complex numbers as pairs of floats on a last axis, other arrays as they are.
def parts(value):
    if value.dtype.kind != "c":
        return value
    if value.dtype.itemsize > 16:
        value = value.astype(np.complex128)
    part = np.float32 if value.dtype == np.complex64 else np.float64
    return np.ascontiguousarray(value).view(part).reshape(value.shape + (2,))

# In the type that a kernel computes in, each element by one unit in the last place up, down or not at all.
def moved(value, random):
    wide = value.astype(np.float32) if value.dtype.itemsize == 2 else value
    return (wide * (1 + np.finfo(wide.dtype).eps * random.integers(-1, 2, wide.shape))).astype(wide.dtype)

# What a product of a few may not fit becomes infinite.
def without_huge(value):
    if value.dtype.kind != "f" or value.dtype.itemsize == 2:
        return value
    largest = np.finfo(value.dtype).max ** 0.25
    return np.where(np.abs(value) > largest, np.copysign(np.inf, value), value).astype(value.dtype)

# A unit in the last place of 1 in the type that a kernel computes in.
def last_place():
    is_double = [value.dtype.itemsize == (16 if value.dtype.kind == "c" else 8)
                 for value in inputs if value is not None and value.dtype.kind in "fc"]
    return np.finfo(np.float64 if is_double and all(is_double) else np.float32).eps

# Whether outputs move by more than what the standards forgive everywhere.
def are_amplified(arrays, bounds):
    for array, bound in zip(arrays, bounds):
        finite = np.isfinite(bound) & np.isfinite(parts(array))
        if finite.any() and bound[finite].max() > 8 * last_place() * np.abs(parts(array)[finite]).max():
            return True
    return False

# What changing the inputs makes of the outputs is what a kernel's roundings may. Where a value's class (NaN, infinity,
# number) changes, or a value depends on one that is too large to multiply with, the output may be anything.
def measure_bounds(arrays):
    random = np.random.default_rng(7)
    function = load_function()
    def rounded(value):
        value = np.asarray(value)
        return value * (1 + last_place() * random.integers(-1, 2, value.shape))
    bounds = [np.zeros(parts(array).shape) for array in arrays]
    def change_inputs(change, is_exact, **rounding):
        arguments = arguments_of(function, **rounding)
        results = function(**{name: each_array(value, change) for name, value in arguments.items()})
        results = [np.asarray(result) for result in (results if isinstance(results, (list, tuple)) else [results])]
        for i, (whole, result) in enumerate(zip(arrays, results)):
            if whole.dtype.kind not in "fc":
                continue
            array, result = parts(whole), parts(result)
            same = is_exact(array, result) | (result == array) | np.isnan(result) & np.isnan(array)
            far = np.abs(result.astype(np.float64) - array)
            far = np.where(same, 0, np.where(np.isnan(far), np.inf, far))
            if whole.dtype.kind == "c":
                # What either part moves by, both may: the error is one of the number.
                far = far.max(-1, keepdims=True) + np.zeros(2)
            bounds[i] = np.maximum(bounds[i], far)
    def move(times):
        for _ in range(times):
            change_inputs(lambda value: moved(value, random), lambda array, result: False, rounding=rounded)
    given = np.concatenate([parts(value).ravel().astype(np.float64) for value in inputs
                            if value is not None and value.dtype.kind in "fc"] or [np.zeros(0)])
    try:
        move(3)
        # Of a thousand elements one is bound to move each time by a tenth of what it might.
        if are_amplified(arrays, bounds):
            move(12)
        # An element that is only put elsewhere is as exact as it was.
        change_inputs(without_huge, lambda array, result: np.isin(array, given) & (result == without_huge(array)))
    except Exception:
        return  # it doesn't take such inputs, or gives other shapes for them
    for tensor, bound in zip(call["outputs"], bounds):
        np.save(os.path.join(folder, "bound_" + tensor["file"]), np.ascontiguousarray(bound).reshape(bound.shape))

def run_msopst():
    def described(tensor, value):
        return {"value": value, "dtype": tensor["dtype"], "shape": tensor["shape"], "format": tensor["format"]}
    arguments = {}
    for port, given in by_port().items():
        arguments[port] = [described(*one) for one in given] if isinstance(given, list) else described(*given)
    for tensor in call["outputs"]:
        arguments[tensor["port"]] = described(tensor, None)
    arguments.update(call["attrs"])
    return load_function()(**arguments)

def run_onnx():
    path = call["path"]
    try:
        import onnxruntime
    except ImportError:
        onnxruntime = None
    if onnxruntime is not None:
        session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        names = [node.name for node in session.get_inputs()]
        run = lambda feed: session.run(None, feed)
    else:
        try:
            from onnx.reference import ReferenceEvaluator
        except ImportError:
            fail("Python has neither onnxruntime nor onnx.reference (onnx 1.13 or newer)", 4)
        session = ReferenceEvaluator(path)
        names = list(session.input_names)
        run = lambda feed: session.run(None, feed)
    given = [(tensor, value) for tensor, value in zip(call["inputs"], inputs) if value is not None]
    named = {tensor["name"]: value for tensor, value in given}
    if not set(names) <= set(named):
        if len(names) != len(given):
            fail("the model has inputs " + ", ".join(names) + ", the case has " + ", ".join(named))
        named = dict(zip(names, (value for _, value in given)))
    return run({name: named[name] for name in names})

def run(directory):
    global folder, call, inputs
    folder = directory
    with open(os.path.join(folder, "call.json")) as file:
        call = json.load(file)
    inputs = load_inputs()
    for name, file in call["tensor_attrs"].items():
        call["attrs"][name] = np.load(os.path.join(folder, file))
    try:
        results = {"function": run_function, "reference": run_function, "msopst": run_msopst,
                   "onnx": run_onnx}[call["kind"]]()
    except SystemExit:
        raise
    except BaseException:
        kind, value, trace = sys.exc_info()
        if kind is Refused:
            fail(str(value), 6)
        frames = [f for f in traceback.extract_tb(trace) if f.filename != "<string>"]
        lines = ["Traceback (most recent call last):\n"] if frames else []
        lines += traceback.format_list(frames) + traceback.format_exception_only(kind, value)
        fail("".join(lines).rstrip())

    outputs = call["outputs"]
    if not isinstance(results, (list, tuple)):
        results = [results]
    if len(results) != len(outputs):
        fail("it returns %d results, %s has %d outputs" % (len(results), call["op"], len(outputs)))
    arrays = [np.asarray(result) for result in results]
    for tensor, array in zip(outputs, arrays):
        if array.dtype.kind not in "biufc":
            fail("output %s is %s, not an array of numbers" % (tensor["name"], array.dtype))
        if array.dtype.kind == "f" and array.dtype.itemsize > 8:
            array = array.astype(np.float64)
        if array.dtype.kind == "c" and array.dtype.itemsize > 16:
            array = array.astype(np.complex128)
        if tensor["shape"] is not None and list(array.shape) != tensor["shape"]:
            fail("output %s has shape %s, inference says %s" % (tensor["name"], list(array.shape), tensor["shape"]))
        np.save(os.path.join(folder, tensor["file"]), np.ascontiguousarray(array).reshape(array.shape))
    if call["kind"] == "reference":
        inputs = load_inputs()  # the function may have written into them
        with np.errstate(all="ignore"):
            measure_bounds(arrays)

def serve_one(connection):
    # What is still computed when nobody waits for it any more is ended by SIGIO.
    directory = connection.makefile().readline().rstrip("\n")
    code = 0
    if directory:
        fcntl.fcntl(connection, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(connection, fcntl.F_SETFL, fcntl.fcntl(connection, fcntl.F_GETFL) | os.O_ASYNC)
        os.dup2(os.open(os.path.join(directory, "stderr"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 2)
        try:
            run(directory)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 3
        except BaseException:
            traceback.print_exc()
            code = 3
        sys.stderr.flush()
    connection.send(bytes([code]))

def serve():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    listener = socket.socket(fileno=3)
    while True:
        ready, _, _ = select.select([listener, sys.stdin], [], [])
        if sys.stdin in ready:
            return
        connection, _ = listener.accept()
        if os.fork() == 0:
            serve_one(connection)
            os._exit(0)
        connection.close()

if sys.argv[1] == "--serve":
    import fcntl, select, socket
    serve()
else:
    run(sys.argv[1])
)python";

}  // namespace opdk::verify
