import numpy as np


def masked_scatter(x, mask, updates):
    y = x.reshape(-1).copy()
    updates = updates.reshape(-1)
    places = np.flatnonzero(np.broadcast_to(mask, x.shape))
    if len(places) > len(updates):
        raise Refused("%d updates for %d places" % (len(updates), len(places)))
    y[places] = updates[: len(places)]
    return y.reshape(x.shape)
