import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from recurrent_steps import activation, run  # noqa: E402


def common_gru(x, w, r, b, sequence_lens, initial_h, activation_alpha, activation_beta, activations, clip, direction,
               hidden_size, linear_before_reset, rounding):
    functions = activation(activations or ["Sigmoid", "Tanh"] * 2, activation_alpha, activation_beta, clip)

    def step(d, from_x, state, rows, bias):
        f, g = functions[2 * d:2 * d + 2]
        x_z, x_r, x_h = (from_x + bias[0]).reshape(3, -1)
        b_z, b_r, b_h = bias[1].reshape(3, -1)
        r_z, r_r, r_h = rows.reshape(3, rows.shape[1], -1)
        h = state[0]
        z, reset = f(x_z + r_z @ h + b_z), f(x_r + r_r @ h + b_r)
        new = reset * (r_h @ h + b_h) if linear_before_reset else r_h @ (reset * h) + b_h
        return ((1 - z) * g(x_h + new) + z * h,)

    return run(x, w, r, b, sequence_lens, [initial_h], direction, step, rounding)
