"""Training by AOTAutograd's forward and backward graphs, step by step beside PyTorch's own."""
import copy
import sys

import torch
from torch import nn
from torch.nn import functional

from agreement import Left, compiled

STEPS = 12


class Words(nn.Module):
    """The mean of words' vectors, through a layer that normalizes."""

    def __init__(self):
        super().__init__()
        self.words, self.norm = nn.Embedding(50, 16), nn.LayerNorm(16)
        self.query, self.scores = nn.Linear(16, 48), nn.Linear(16, 10)

    def forward(self, words):
        query, key, value = self.query(self.words(words)).chunk(3, -1)
        weights = functional.softmax(query @ key.transpose(1, 2) / 4, -1)
        return self.scores(self.norm(weights @ value).mean(1))


def images():
    return nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(8, 16, 3, groups=2), nn.GELU(), nn.AvgPool2d(2, 1), nn.GroupNorm(4, 16),
        nn.Conv2d(16, 16, 3, dilation=1, padding=1), nn.Hardswish(),
        nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(64, 32), nn.LayerNorm(32), nn.SiLU(), nn.Linear(32, 10))


CASES = {
    "images": (images, lambda: torch.randn(16, 1, 12, 12), ()),
    "words": (Words, lambda: torch.randint(0, 50, (16, 7)), ()),
    # Random numbers are PyTorch's, so that the same seed drops the same.
    "dropout": (lambda: nn.Sequential(nn.Linear(8, 32), nn.Tanh(), nn.Dropout(0.2), nn.Linear(32, 10)),
                lambda: torch.randn(16, 8), ("dropout",)),
}


def train(model, run, batches):
    """Returns the losses of some steps."""
    optimizer = torch.optim.SGD(model.parameters(), 0.05, momentum=0.9)
    losses = []
    torch.manual_seed(11)
    for inputs, labels in batches:
        optimizer.zero_grad()
        loss = functional.cross_entropy(run(inputs), labels)
        loss.backward()
        optimizer.step()
        losses.append(float(loss))
    return losses


def wrong_with(make, batch, stays):
    torch.manual_seed(3)
    model = make()
    twin = copy.deepcopy(model)
    batches = [(batch(), torch.randint(0, 10, (16,))) for _ in range(3)] * (STEPS // 3)
    theirs = train(model, model, batches)
    with Left() as left:
        ours = train(twin, compiled(twin), batches)
        model.eval()
        twin.eval()
        with torch.no_grad():  # with what was learnt, compiled again
            off = float((model(batches[0][0]) - compiled(twin)(batches[0][0])).abs().max())
    surprising = [line for line in left.lines if not any(name in line for name in stays)]
    if surprising or (stays and not left.lines):
        return "; ".join(surprising) or "nothing stays in PyTorch"
    if max(abs(a - b) for a, b in zip(theirs, ours)) > 1e-4 * max(theirs) or off > 1e-2:
        return f"losses {ours}, PyTorch's are {theirs}; results are off by {off}"
    return "" if theirs[-1] < theirs[0] else "nothing is learnt"


def main():
    failures = 0
    for name, case in CASES.items():
        wrong = wrong_with(*case)
        failures += bool(wrong)
        print(f"{name}: {wrong or 'agrees'}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
