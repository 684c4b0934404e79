import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from recurrent_steps import activation, run  # noqa: E402


def common_lstm(x, w, r, b, sequence_lens, initial_h, initial_c, p, activation_alpha, activation_beta, activations, clip,
                direction, hidden_size, input_forget, rounding):
    names = activations or ["Sigmoid", "Tanh", "Tanh"] * 2
    clipped = activation(names, activation_alpha, activation_beta, clip)
    whole = activation(names, activation_alpha, activation_beta, 0)

    def step(d, from_x, state, rows, bias):
        f, g, h = clipped[3 * d], clipped[3 * d + 1], whole[3 * d + 2]
        p_i, p_o, p_f = p[d].astype(float).reshape(3, -1) if p is not None else (0, 0, 0)
        i, o, forget, cell = (from_x + state[0] @ rows.T + bias.sum(0)).reshape(4, -1)
        i = f(i + p_i * state[1])
        forget = 1 - i if input_forget else f(forget + p_f * state[1])
        c = forget * state[1] + i * g(cell)
        return f(o + p_o * c) * h(c), c

    return run(x, w, r, b, sequence_lens, [initial_h, initial_c], direction, step, rounding)
