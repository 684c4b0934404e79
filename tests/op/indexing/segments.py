import numpy as np


# In the order of the rows, which decides what a product with infinities is; 1 changes nothing.
def unsorted_segment_prod(x, segment_ids, num_segments):
    ids = segment_ids.ravel()
    rows = x.reshape((len(ids), -1) if len(ids) else (0, 1)).astype(np.complex128)
    shape = x.shape[segment_ids.ndim:]
    result = np.ones((int(num_segments.ravel()[0]), int(np.prod(shape))), np.complex128)
    named = set()
    for segment, row in zip(ids, rows):
        if segment >= len(result):
            raise Refused("no segment %d" % segment)
        if segment < 0:
            continue
        joined = np.where(result[segment] == 1, row, result[segment] * row)
        result[segment] = joined if segment in named else row
        named.add(segment)
    return result.reshape((len(result),) + shape)
