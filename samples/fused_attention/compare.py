#!/usr/bin/env python3
"""Fails unless two .npy files hold the same numbers, up to rounding.   compare.py A.npy B.npy"""
import sys

import numpy

a, b = (numpy.load(path) for path in sys.argv[1:3])
if a.shape != b.shape or a.size == 0:
    sys.exit(f"shapes {a.shape} and {b.shape}")
worst = float(numpy.abs(a - b).max())
print(f"{a.size} elements, largest difference {worst:.1e}")
if not worst < 1e-5:
    sys.exit("they differ")
