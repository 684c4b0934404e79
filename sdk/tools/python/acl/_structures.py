"""Structures of acl.h, and dictionaries of them."""
import ctypes


class Dims(ctypes.Structure):
    """aclmdlIODims"""
    _fields_ = [("name", ctypes.c_char * 128), ("dimCount", ctypes.c_size_t), ("dims", ctypes.c_int64 * 128)]


def as_dictionary(dims):
    return {"name": dims.name.decode(errors="replace"), "dimCount": dims.dimCount,
            "dims": list(dims.dims[:dims.dimCount])}
