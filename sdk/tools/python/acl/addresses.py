"""Conversions between addresses, bytes and NumPy arrays. Only ptr_to_bytes copies: keep the object of an address."""
import ctypes

# NumPy's numbers of types, as pyACL takes them.
_TYPES = {0: "bool", 1: "int8", 2: "uint8", 3: "int16", 4: "uint16", 5: "int32", 6: "uint32", 7: "int64", 8: "uint64",
          9: "int64", 10: "uint64", 11: "float32", 12: "float64", 23: "float16"}


def bytes_to_ptr(data):
    """Returns the address of a bytes object."""
    return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0


def ptr_to_bytes(address, size):
    return ctypes.string_at(address, size)


def numpy_to_ptr(array):
    """Returns the address of a contiguous array's data."""
    if not array.flags["C_CONTIGUOUS"]:
        raise ValueError("the array isn't contiguous: numpy.ascontiguousarray makes it so")
    return array.ctypes.data


numpy_contiguous_to_ptr = numpy_to_ptr


def ptr_to_numpy(address, shape, type_number):
    """Returns an array over the memory at an address; `type_number`: NumPy's, 11 for float32."""
    import numpy

    if type_number not in _TYPES:
        raise ValueError(f"{type_number} is no number of a type")
    dtype = numpy.dtype(_TYPES[type_number])
    size = dtype.itemsize
    for extent in shape:
        size *= extent
    memory = (ctypes.c_char * size).from_address(address)
    return numpy.frombuffer(memory, dtype).reshape(shape)
