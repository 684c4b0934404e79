import os
import sys

import numpy as np

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../random"))
from philox import uniform


def dropout(x, ratio, training_mode, seed):
    ratio = float(ratio.reshape(-1)[0]) if ratio is not None and ratio.size else 0.5
    if training_mode is None or training_mode.size == 0 or not training_mode.reshape(-1)[0] or ratio == 0:
        return x, np.ones(x.shape, bool)
    mask = (uniform(x.size, 53, seed, 0) >= ratio).reshape(x.shape)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(mask, x.astype(np.float64) / (1 - ratio), 0), mask
