def equal(x1, x2):
    return x1 == x2


def not_equal(x1, x2):
    return x1 != x2
