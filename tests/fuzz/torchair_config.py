"""Sets and reads random options of torchair's CompilerConfig: each is taken, and read back as it was set, or refused.

    torchair_config.py [--inputs N] [--seconds S] [--seed N]

Needs opdk's Python package in the PYTHONPATH, and no PyTorch.
"""
import argparse
import importlib.util
import math
import os
import random
import sys
import time

import opdk


def configuration():
    """Returns the module of the options, without PyTorch, which the rest of the package needs."""
    place = os.path.join(os.path.dirname(os.path.dirname(opdk.__file__)), "torchair", "configs", "compiler_config.py")
    spec = importlib.util.spec_from_file_location("compiler_config", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Shout(str):
    """A text that is none: of another type."""


class Odd:
    """A value that equals everything, as arrays do in a way."""

    def __eq__(self, other):
        return True

    __hash__ = None


VALUES = (None, True, False, 0, 1, -1, 2**63, -2**70, 1.0, math.nan, "", "txt", "py", "air", "csv", "all", "input",
          "stats", "max-autotune", "reduce-overhead", "zip", "product", "0|2-4", "5-1", "x" * 300, "\0", "\ud800", "../..",
          b"txt", (), ("fuse_vector",), (1, None), [], ["a"], {}, set(), object(), Shout("txt"), Odd(), int, print)
WRONG = ("", "moed", "mode ", "_find", "_options", "_values", "__class__", "__dict__", "data_dump", "fusion_config", "tYpe",
         "\0", "é", "x" * 1000, "aoe_config", "debug.graph_dump")


def names_of(node):
    return list(dir(node))


def walk(config, chance, wrong):
    """Returns a node of the tree and a name: one that it has, most often."""
    node = config
    while True:
        names = names_of(node)
        name = chance.choice(names) if chance.randrange(8) else chance.choice(wrong)
        if name in names and chance.randrange(4):
            below = getattr(node, name)
            if isinstance(below, type(config).__mro__[1]):
                node = below
                continue
        return node, name


def same(left, right):
    return left is right or (type(left) is type(right) and left == right)


def run_one(module, chance):
    """Runs one input: a config, and calls on it."""
    config = module.CompilerConfig()
    for _ in range(chance.randrange(1, 8)):
        node, name = walk(config, chance, WRONG)
        value = chance.choice(VALUES)
        try:
            if chance.randrange(4) == 0:
                getattr(node, name)
                continue
            setattr(node, name, value)
        except (opdk.OpdkError, AttributeError) as error:
            # Python itself looks for names in double underscores.
            assert not isinstance(error, AttributeError) or name.startswith("__"), (name, value, error)
            continue
        if name.startswith("__"):
            continue
        read = getattr(node, name)
        read = read.type if isinstance(read, module.Options) else read
        assert same(read, value), f"{name} was set to {value!r} and is {read!r}"
        if name == "threads":
            assert type(read) is int and -2**31 <= read < 2**31, f"a session can't have {read!r} threads"
        if name == "disabled_passes":
            assert all(isinstance(one, str) for one in read), f"{read!r} aren't names"
    module.checked(config)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=20000)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    module = configuration()
    begin = time.monotonic()
    for number in range(options.inputs):
        seed = f"{options.seed}/{number}"
        try:
            run_one(module, random.Random(seed))
        except BaseException:
            print(f"input {seed}", file=sys.stderr)
            raise
        if time.monotonic() - begin > options.seconds:
            break
    print(f"{number + 1} inputs, {time.monotonic() - begin:.1f} s")


if __name__ == "__main__":
    main()
