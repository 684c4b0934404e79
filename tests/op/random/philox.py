import numpy as np

M32 = np.uint64(0xFFFFFFFF)


def words(count, seed, seed2):
    """Returns `count` numbers of 64 random bits."""
    low = lambda x: x & M32
    high = lambda x: x >> np.uint64(32)
    at = np.arange((count + 1) // 2, dtype=np.uint64)
    key, stream = (np.uint64(int(x) & 0xFFFFFFFFFFFFFFFF) for x in (seed, seed2))
    x = [low(at), high(at), np.full_like(at, low(stream)), np.full_like(at, high(stream))]
    k = [int(low(key)), int(high(key))]
    for _ in range(10):
        a, b = np.uint64(0xD2511F53) * x[0], np.uint64(0xCD9E8D57) * x[2]
        x = [high(b) ^ x[1] ^ np.uint64(k[0]), low(b), high(a) ^ x[3] ^ np.uint64(k[1]), low(a)]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    pairs = np.stack([x[1] << np.uint64(32) | x[0], x[3] << np.uint64(32) | x[2]], -1)
    return pairs.reshape(-1)[:count]


def uniform(count, bits, seed, seed2):
    return (words(count, seed, seed2) >> np.uint64(64 - bits)).astype(np.float64) * 2.0 ** -bits


def normal(count, seed, seed2):
    pairs = uniform(count + count % 2, 53, seed, seed2).reshape(-1, 2)
    radius, angle = np.sqrt(-2 * np.log1p(-pairs[:, 0])), 2 * np.pi * pairs[:, 1]
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], -1).reshape(-1)[:count]
