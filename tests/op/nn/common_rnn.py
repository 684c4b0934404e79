import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from recurrent_steps import activation, run  # noqa: E402


def common_rnn(x, w, r, b, sequence_lens, initial_h, activation_alpha, activation_beta, activations, clip, direction,
               hidden_size, rounding):
    functions = activation(activations or ["Tanh"] * 2, activation_alpha, activation_beta, clip)

    def step(d, from_x, state, rows, bias):
        return (functions[d](from_x + rows @ state[0] + bias.sum(0)),)

    return run(x, w, r, b, sequence_lens, [initial_h], direction, step, rounding)
