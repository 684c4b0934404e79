"""Networks of torchvision with seeded weights, and a small language model of any length, against PyTorch."""
import sys

import torch
import torchvision
from torch import nn
from torch.nn import functional

from agreement import Left, compiled, differences

NETWORKS = sys.argv[1:] or (
    "convnext_tiny", "densenet121", "efficientnet_b0", "googlenet", "mobilenet_v2", "mobilenet_v3_small", "regnet_y_400mf",
    "resnet50", "shufflenet_v2_x1_0", "squeezenet1_1", "swin_t", "vit_b_32")


def network(name):
    """Returns the network with statistics and scales that differ from their first values."""
    torch.manual_seed(7)
    options = {"init_weights": True, "aux_logits": False} if name == "googlenet" else {}
    model = getattr(torchvision.models, name)(weights=None, **options).eval()
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            module.running_mean.uniform_(-0.1, 0.1)
            module.running_var.uniform_(0.8, 1.2)
    for parameter in model.parameters():
        if not parameter.any():
            nn.init.normal_(parameter, std=0.02)
    return model


class Block(nn.Module):
    """A block of a transformer that looks back."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.before, self.behind = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mixed, self.joined = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        batch, length, width = x.shape
        parts = (part.view(batch, length, self.heads, width // self.heads).transpose(1, 2)
                 for part in self.mixed(self.before(x)).chunk(3, -1))
        seen = functional.scaled_dot_product_attention(*parts, is_causal=True)
        x = x + self.joined(seen.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(functional.gelu(self.up(self.behind(x))))


class LanguageModel(nn.Module):
    """Embeddings, blocks, scores of the next word."""

    def __init__(self, words=97, width=64, longest=64):
        super().__init__()
        self.words, self.places = nn.Embedding(words, width), nn.Embedding(longest, width)
        self.blocks = nn.Sequential(*(Block(width, 4) for _ in range(3)))
        self.last, self.scores = nn.LayerNorm(width), nn.Linear(width, words, bias=False)

    def forward(self, words):
        x = self.words(words) + self.places(torch.arange(words.shape[1]))
        return self.scores(self.last(self.blocks(x)))


def agrees(name):
    model = network(name)
    image = torch.randn(1, 3, 224, 224)
    with Left() as left, torch.no_grad():
        wrong = differences(model(image), compiled(model)(image))
    return "; ".join(left.lines) or wrong


def any_length_agrees():
    torch.manual_seed(7)
    model = LanguageModel().eval()
    graphs = []
    with Left() as left, torch.no_grad():
        ours = compiled(model, dynamic=True)
        for shape in ((2, 7), (2, 9), (3, 31), (4, 60)):
            words = torch.randint(0, 97, shape)
            graphs.append(differences(model(words), ours(words)))
    return "; ".join(left.lines + [wrong for wrong in graphs if wrong])


def main():
    failures = 0
    for name in (*NETWORKS, "language_model"):
        wrong = any_length_agrees() if name == "language_model" else agrees(name)
        failures += bool(wrong)
        print(f"{name}: {wrong[:1000] or 'agrees'}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
