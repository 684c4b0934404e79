"""ATen's operators, each in a graph of its own, against PyTorch: cases/*.txt."""
import pathlib
import sys
import traceback

import torch
import torch.nn.functional as F  # noqa: F401 (the cases name it)

from agreement import Left, compiled, differences, flat, read_cases


def gradients_of(function, inputs):
    """Returns the gradients of a sum of the results, each times a number of its own, for each input of floating
    point."""
    leaves = [value.detach().clone().requires_grad_(value.is_floating_point()) for value in inputs]
    total = sum((result * torch.linspace(-1, 1, result.numel()).view(result.shape)).sum()
                for result in flat(function(*leaves)))
    total.backward()
    return [leaf.grad for leaf in leaves if leaf.requires_grad]


def run(expression, stays, gradients, inputs):
    """Returns what is wrong; "" where nothing is."""
    function = eval(f"lambda {', '.join(inputs)}: {expression}", {"torch": torch, "F": F})
    with Left() as left:
        if gradients:
            theirs, ours = (gradients_of(way, inputs.values()) for way in (function, compiled(function)))
        else:
            with torch.no_grad():
                theirs, ours = (way(*inputs.values()) for way in (function, compiled(function)))
    if bool(left.lines) != stays:
        return "; ".join(left.lines) or "nothing stays in PyTorch"
    return differences(theirs, ours)


def main():
    failures = count = 0
    chosen = sys.argv[1:]
    for path in sorted((pathlib.Path(__file__).parent / "cases").glob("*.txt")):
        if chosen and path.stem not in chosen:
            continue
        for number, expression, stays, gradients, inputs in read_cases(path):
            count += 1
            try:
                wrong = run(expression, stays, gradients, inputs)
            except Exception as error:  # one case that fails ends no other
                wrong = "".join(traceback.format_exception_only(error)).strip()[:400]
            if wrong:
                failures += 1
                print(f"{path.name}:{number}: {expression}: {wrong}", flush=True)
    print(f"{count - failures} of {count} cases agree")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main())
