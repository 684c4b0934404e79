"""The common parts of the references of recurrent networks."""
import numpy as np

# Defaults of alpha and beta, None: it has no such parameter.
FUNCTIONS = {
    "Affine": (1, 0, lambda x, a, b: a * x + b),
    "Elu": (1, None, lambda x, a, b: np.where(x < 0, a * np.expm1(np.minimum(x, 0)), x)),
    "HardSigmoid": (float(np.float32(0.2)), 0.5, lambda x, a, b: np.minimum(np.maximum(a * x + b, 0), 1)),
    "LeakyRelu": (float(np.float32(0.01)), None, lambda x, a, b: np.where(x < 0, a * x, x)),
    "Relu": (None, None, lambda x, a, b: np.where(x < 0, 0, x)),
    "ScaledTanh": (1, 1, lambda x, a, b: a * np.tanh(b * x)),
    "Sigmoid": (None, None, lambda x, a, b: np.exp(np.minimum(x, 0)) / (1 + np.exp(-abs(x)))),
    "Softplus": (None, None, lambda x, a, b: np.logaddexp(x, 0)),
    "Softsign": (None, None, lambda x, a, b: np.where(np.isinf(x), np.sign(x), x / (1 + abs(x)))),
    "Tanh": (None, None, lambda x, a, b: np.tanh(x)),
    "ThresholdedRelu": (1, None, lambda x, a, b: np.where(x <= a, 0, x)),
}


def activation(names, alphas, betas, clip):
    """Returns the functions of these names; those with parameters take the next ones of the lists."""
    alphas, betas = list(alphas), list(betas)
    functions = []
    for name in names:
        alpha, beta, function = FUNCTIONS[name]
        alpha = alphas.pop(0) if alpha is not None and alphas else alpha
        beta = betas.pop(0) if beta is not None and betas else beta
        limit = clip if clip > 0 else np.inf
        functions.append(lambda x, f=function, a=alpha, b=beta: f(np.minimum(np.maximum(x, -limit), limit), a, b))
    return functions


def run(x, w, r, b, sequence_lens, initial, direction, step, rounding):
    x, w, r = (value.astype(np.float64) for value in (x, w, r))
    steps, batch, _ = x.shape
    directions, rows, hidden = r.shape
    y = np.zeros((steps, directions, batch, hidden))
    last = [np.zeros((directions, batch, hidden)) if value is None else value.astype(np.float64) for value in initial]
    for length in () if sequence_lens is None else sequence_lens:
        if not 0 <= length <= steps:
            raise Refused("no %d steps" % length)
    for d in range(directions):
        bias = np.zeros((2, rows)) if b is None else b[d].astype(np.float64).reshape(2, rows)
        for i in range(batch):
            order = range(steps if sequence_lens is None else int(sequence_lens[i]))
            state = tuple(value[d, i] for value in last)
            for t in reversed(order) if direction == "reverse" or d == 1 else order:
                # A state that forgets nothing collects its steps' roundings, however little the gates heed their
                # inputs.
                state = tuple(rounding(new) for new in step(d, w[d] @ x[t, i], state, r[d], bias))
                y[t, d, i] = state[0]
            for value, new in zip(last, state):
                value[d, i] = new
    return [y] + last
