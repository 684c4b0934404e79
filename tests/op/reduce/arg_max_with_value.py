import numpy as np


def arg_max_with_value(x, dimension, keep_dims, choose=np.argmax):
    places = choose(x, axis=dimension, keepdims=True)
    values = np.take_along_axis(x, places, dimension)
    shape = places.shape if keep_dims else np.delete(places.shape, dimension)
    return places.astype(np.int32).reshape(shape), values.reshape(shape)
