import numpy as np


def bitcast(x, type):
    type = np.dtype("float32" if str(type) == "float" else type)
    if type.itemsize > x.dtype.itemsize:
        return np.ascontiguousarray(x).view(type).reshape(x.shape[:-1])
    y = np.frombuffer(x.tobytes(), type)
    pieces = x.dtype.itemsize // type.itemsize
    return y.reshape(x.shape + ((pieces,) if pieces > 1 else ()))
