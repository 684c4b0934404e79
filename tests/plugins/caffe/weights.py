"""Weights of networks in Caffe's binary form."""
import numpy as np


def varint(number):
    out = b""
    while True:
        byte, number = number & 127, number >> 7
        out += bytes([byte | (128 if number else 0)])
        if not number:
            return out


def field(number, payload):
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def blob_bytes(blob, old=False):
    """Returns a BlobProto; `old`: with four extents and no shape, 1s in front."""
    blob = np.asarray(blob, np.float32)
    if old:
        extents = (1,) * (4 - blob.ndim) + blob.shape
        shape = b"".join(varint(number << 3) + varint(extent) for number, extent in enumerate(extents, 1))
    else:
        shape = field(7, field(1, b"".join(varint(n) for n in blob.shape)))
    return shape + field(5, blob.tobytes())


def caffemodel(layers, old=False):
    """Returns a NetParameter: name -> (type, arrays)."""
    net = b""
    for name, (kind, blobs) in layers.items():
        layer = field(1, name.encode()) + field(2, kind.encode())
        for blob in blobs:
            layer += field(7, blob_bytes(blob, old))
        net += field(100, layer)
    return net
