import numpy as np

NAMES = {"float": "float32", "bfloat16": "uint16"}


def bitcast(x, type, dtypes):
    if dtypes["x"] == "bfloat16":
        x = (x.view(np.uint32) >> 16).astype(np.uint16)
    to = np.dtype(NAMES.get(str(type), type))
    if to.itemsize > x.dtype.itemsize:
        y = np.ascontiguousarray(x).view(to).reshape(x.shape[:-1])
    else:
        pieces = x.dtype.itemsize // to.itemsize
        y = np.frombuffer(x.tobytes(), to).reshape(x.shape + ((pieces,) if pieces > 1 else ()))
    return (y.astype(np.uint32) << 16).view(np.float32) if str(type) == "bfloat16" else y
