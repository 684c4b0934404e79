#!/usr/bin/env python3
"""Exports networks with seeded random weights, an input and PyTorch's own output.

usage: export_networks.py DIR [NETWORK...]     default: all; --list names them

Writes DIR/<network>.onnx, <network>_input.npy and <network>_output.npy. Exit code 77 where PyTorch is absent.
"""
import argparse
import pathlib
import sys

try:
    import numpy
    import torch
    import torchvision
except ImportError as error:
    print(f"SKIPPED: {error}; install python3-torch and python3-torchvision to run this", file=sys.stderr)
    sys.exit(77)

OPSET = 17


class Recurrent(torch.nn.Module):
    """Classifies sequences [N, T, 24] by the last step of two bidirectional layers."""

    def __init__(self, kind, **options):
        super().__init__()
        self.layers = kind(24, 32, num_layers=2, batch_first=True, bidirectional=True, **options)
        self.head = torch.nn.Linear(64, 10)

    def forward(self, x):
        return self.head(self.layers(x)[0][:, -1])


class Encoder(torch.nn.Module):
    """Encodes tokens [N, T, 64] with attention in both directions."""

    def __init__(self):
        super().__init__()
        layer = torch.nn.TransformerEncoderLayer(64, 4, 128, batch_first=True, activation="gelu")
        self.layers = torch.nn.TransformerEncoder(layer, 2)

    def forward(self, x):
        return self.layers(x)


class Decoder(torch.nn.Module):
    """Decodes tokens [N, T, 64] that see those before them and a memory."""

    def __init__(self):
        super().__init__()
        self.layers = torch.nn.TransformerDecoder(torch.nn.TransformerDecoderLayer(64, 4, 128, batch_first=True), 2)

    def forward(self, x):
        ahead = torch.triu(torch.full((x.shape[1], x.shape[1]), float("-inf")), 1)
        return self.layers(x, x.flip(1), tgt_mask=ahead)


class Segmentation(torch.nn.Module):
    """The scores of each pixel alone."""

    def __init__(self, make):
        super().__init__()
        self.network = make(weights=None, weights_backbone=None)

    def forward(self, x):
        return self.network(x)["out"]


class Detection(torch.nn.Module):
    """Rows of a box, its score and its class. Scores that an untrained head gives are kept apart by a damped last
    layer."""

    def __init__(self, make, damping, **options):
        super().__init__()
        self.network = make(weights=None, weights_backbone=None, **options)
        self.damping = damping

    def damp(self):
        for name, module in self.network.named_modules():
            last = name.endswith(("cls_logits", "bbox_reg", "bbox_pred", "cls_score")) or "module_list" in name
            if last and hasattr(module, "weight"):
                module.weight.data.mul_(self.damping)

    def forward(self, x):
        found = self.network([x[0]])[0]
        return torch.cat([found["boxes"], found["scores"][:, None], found["labels"][:, None].float()], 1)


def classifier(name):
    return lambda: getattr(torchvision.models, name)(weights=None)


def segmentation(name):
    return lambda: Segmentation(getattr(torchvision.models.segmentation, name))


def detection(name, damping, **options):
    return lambda: Detection(getattr(torchvision.models.detection, name), damping, **options)


# Name -> (network, shape of its input).
NETWORKS = {
    "resnet18": (classifier("resnet18"), (1, 3, 224, 224)),
    "mobilenet_v2": (classifier("mobilenet_v2"), (1, 3, 224, 224)),
    "vit_b_32": (classifier("vit_b_32"), (1, 3, 224, 224)),
    "swin_t": (classifier("swin_t"), (1, 3, 224, 224)),
    "maxvit_t": (classifier("maxvit_t"), (1, 3, 224, 224)),
    "fcn_resnet50": (segmentation("fcn_resnet50"), (1, 3, 96, 96)),
    "deeplabv3_mobilenet_v3_large": (segmentation("deeplabv3_mobilenet_v3_large"), (1, 3, 128, 128)),
    "lraspp_mobilenet_v3_large": (segmentation("lraspp_mobilenet_v3_large"), (1, 3, 128, 128)),
    "r3d_18": (lambda: torchvision.models.video.r3d_18(weights=None), (1, 3, 8, 64, 64)),
    "lstm": (lambda: Recurrent(torch.nn.LSTM), (2, 13, 24)),
    "gru": (lambda: Recurrent(torch.nn.GRU), (2, 13, 24)),
    "rnn": (lambda: Recurrent(torch.nn.RNN, nonlinearity="tanh"), (2, 13, 24)),
    "encoder": (Encoder, (2, 11, 64)),
    "decoder": (Decoder, (2, 11, 64)),
    "fasterrcnn_resnet50_fpn": (detection("fasterrcnn_resnet50_fpn", 0.02, min_size=96, max_size=128,
                                          box_score_thresh=1e-3), (1, 3, 96, 128)),
    "retinanet_resnet50_fpn": (detection("retinanet_resnet50_fpn", 1e-3, min_size=96, max_size=128), (1, 3, 96, 128)),
    "ssd300_vgg16": (detection("ssd300_vgg16", 0.02), (1, 3, 96, 128)),
    "ssdlite320_mobilenet_v3_large": (detection("ssdlite320_mobilenet_v3_large", 0.02), (1, 3, 96, 128)),
}


def randomize(model, generator):
    """Weights that keep a signal alive: untrained ones may shrink it layer by layer, or be zero as a ViT's head is."""
    for module in model.modules():
        if isinstance(module, (torch.nn.Conv2d, torch.nn.Conv3d, torch.nn.Linear)):
            fan_in = module.weight[0].numel()
            module.weight.data.normal_(0, (1.6 / fan_in) ** 0.5, generator=generator)
            if module.bias is not None:
                module.bias.data.normal_(0, 0.1, generator=generator)
        elif isinstance(module, torch.nn.MultiheadAttention):
            module.in_proj_weight.data.normal_(0, module.embed_dim ** -0.5, generator=generator)
            module.in_proj_bias.data.normal_(0, 0.1, generator=generator)
        elif isinstance(module, (torch.nn.BatchNorm2d, torch.nn.BatchNorm3d)):
            module.running_mean.normal_(0, 0.2, generator=generator)
            module.running_var.uniform_(0.5, 1.5, generator=generator)
            module.weight.data.uniform_(0.8, 1.2, generator=generator)
            module.bias.data.normal_(0, 0.1, generator=generator)
        elif isinstance(module, torch.nn.LayerNorm):
            module.weight.data.uniform_(0.8, 1.2, generator=generator)
            module.bias.data.normal_(0, 0.1, generator=generator)


def export(network, directory):
    generator = torch.Generator().manual_seed(20)
    torch.manual_seed(20)
    make, shape = NETWORKS[network]
    model = make().eval()
    randomize(model, generator)
    if isinstance(model, Detection):
        model.damp()
    given = torch.randn(*shape, generator=generator)
    # Not under no_grad: attention would take its fused path, which can't be exported.
    output = model(given).detach().numpy()
    spread = float(output.max() - output.min())
    if not numpy.isfinite(output).all() or not 1e-2 < spread < 1e4:
        sys.exit(f"{network}: its output has a spread of {spread}: these weights test nothing")
    path = directory / f"{network}.onnx"
    partial = directory / f"{network}.partial"
    torch.onnx.export(model, given, str(partial), opset_version=OPSET, input_names=["input"], output_names=["output"])
    numpy.save(directory / f"{network}_input.npy", given.numpy())
    numpy.save(directory / f"{network}_output.npy", output)
    partial.replace(path)
    print(f"{path}: {path.stat().st_size / 1e6:.0f} MB, output between {output.min():.3g} and {output.max():.3g}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="name the networks and do nothing")
    parser.add_argument("directory", nargs="?", type=pathlib.Path, default=pathlib.Path())
    parser.add_argument("networks", nargs="*", metavar="NETWORK", default=NETWORKS)
    arguments = parser.parse_args()
    if arguments.list:
        return print("\n".join(NETWORKS))
    arguments.directory.mkdir(parents=True, exist_ok=True)
    for network in arguments.networks:
        if network not in NETWORKS:
            sys.exit(f"no network '{network}'; there are {', '.join(NETWORKS)}")
        export(network, arguments.directory)


if __name__ == "__main__":
    main()
