#!/usr/bin/env python3
"""Exports torchvision networks with seeded random weights, an input and PyTorch's own output.

usage: export_torchvision.py DIR [NETWORK...]     resnet18, mobilenet_v2, vit_b_32 (default: all)

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

NETWORKS = ("resnet18", "mobilenet_v2", "vit_b_32")
OPSET = 17


def randomize(model, generator):
    """Weights that keep a signal alive: untrained ones may shrink it layer by layer, or be zero as a ViT's head is."""
    for module in model.modules():
        if isinstance(module, (torch.nn.Conv2d, torch.nn.Linear)):
            fan_in = module.weight[0].numel()
            module.weight.data.normal_(0, (1.6 / fan_in) ** 0.5, generator=generator)
            if module.bias is not None:
                module.bias.data.normal_(0, 0.1, generator=generator)
        elif isinstance(module, torch.nn.MultiheadAttention):
            module.in_proj_weight.data.normal_(0, module.embed_dim ** -0.5, generator=generator)
            module.in_proj_bias.data.normal_(0, 0.1, generator=generator)
        elif isinstance(module, torch.nn.BatchNorm2d):
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
    model = getattr(torchvision.models, network)(weights=None).eval()
    randomize(model, generator)
    image = torch.randn(1, 3, 224, 224, generator=generator)
    # Not under no_grad: attention would take its fused path, which can't be exported.
    output = model(image).detach().numpy()
    spread = float(output.max() - output.min())
    if not numpy.isfinite(output).all() or not 1e-2 < spread < 1e4:
        sys.exit(f"{network}: its output has a spread of {spread}: these weights test nothing")
    path = directory / f"{network}.onnx"
    partial = directory / f"{network}.partial"
    torch.onnx.export(model, image, str(partial), opset_version=OPSET, input_names=["image"], output_names=["scores"])
    numpy.save(directory / f"{network}_input.npy", image.numpy())
    numpy.save(directory / f"{network}_output.npy", output)
    partial.replace(path)
    print(f"{path}: {path.stat().st_size / 1e6:.0f} MB, output between {output.min():.3g} and {output.max():.3g}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("networks", nargs="*", metavar="NETWORK", default=NETWORKS)
    arguments = parser.parse_args()
    arguments.directory.mkdir(parents=True, exist_ok=True)
    for network in arguments.networks:
        if network not in NETWORKS:
            sys.exit(f"no network '{network}'; there are {', '.join(NETWORKS)}")
        export(network, arguments.directory)


if __name__ == "__main__":
    main()
