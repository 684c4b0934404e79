"""Caffe's layers and networks with seeded weights, as OpenCV and opdk read them."""
import pathlib
import sys
import tempfile

import cv2
import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from comparison import compare, run_cases  # noqa: E402
from opdk_process import OpdkProcess  # noqa: E402
from weights import caffemodel  # noqa: E402

rng = np.random.default_rng(29)
opdk = OpdkProcess()


def real(*shape, low=-1.0, high=1.0):
    return rng.uniform(low, high, shape).astype(np.float32)


class Net:
    """A network's text and weights, layer by layer; shapes are followed so that weights have theirs."""

    def __init__(self, *shape):
        self.text = 'name: "net"\nlayer { name: "data" type: "Input" top: "data" input_param { shape { %s } } }\n' % " ".join(
            f"dim: {n}" for n in shape)
        self.layers = {}
        self.shape = shape
        self.detects = False
        self.last = "data"
        self.count = 0

    def add(self, kind, parameters="", blobs=(), bottoms=None, top=None, name=None):
        self.count += 1
        name = name or f"{kind.lower()}{self.count}"
        top = top or name
        bottoms = bottoms or [self.last]
        self.text += 'layer { name: "%s" type: "%s" %s top: "%s" %s }\n' % (
            name, kind, " ".join(f'bottom: "{b}"' for b in bottoms), top, parameters)
        self.layers[name] = (kind, blobs)
        self.last = top
        return top

    def conv(self, channels_in, channels_out, kernel, stride=1, pad=0, group=1, bottoms=None, relu=True, bias=True):
        scale = (2.0 / (channels_in // group * kernel * kernel)) ** 0.5
        blobs = [real(channels_out, channels_in // group, kernel, kernel) * scale]
        if bias:
            blobs.append(real(channels_out) * 0.1)
        top = self.add("Convolution", "convolution_param { num_output: %d kernel_size: %d stride: %d pad: %d group: %d%s }" % (
            channels_out, kernel, stride, pad, group, "" if bias else " bias_term: false"), blobs, bottoms)
        if relu:
            self.add("ReLU", "", (), [top], top)  # in place
        return top

    def norm(self, channels, relu=True):
        top = self.last
        self.add("BatchNorm", "batch_norm_param { eps: 1e-4 }",
                 [real(channels), real(channels, low=0.5, high=1.5), np.array([1.25], np.float32)], [top], top)
        self.add("Scale", "scale_param { bias_term: true }", [real(channels, low=0.5, high=1.5), real(channels)], [top], top)
        if relu:
            self.add("ReLU", "", (), [top], top)
        return top

    def pool(self, kind, kernel, stride, pad=0, bottoms=None):
        return self.add("Pooling", "pooling_param { pool: %s kernel_size: %d stride: %d pad: %d }" % (kind, kernel, stride, pad),
                        (), bottoms)

    def dense(self, inputs, outputs, relu=False):
        top = self.add("InnerProduct", "inner_product_param { num_output: %d }" % outputs,
                       [real(outputs, inputs) * (2.0 / inputs) ** 0.5, real(outputs) * 0.1])
        if relu:
            self.add("ReLU", "", (), [top], top)
            self.add("Dropout", "dropout_param { dropout_ratio: 0.5 }", (), [top], top)
        return top

    def check(self, tolerance=1e-4):
        directory = pathlib.Path(tempfile.mkdtemp(prefix="opdk-caffe-"))
        (directory / "net.prototxt").write_text(self.text)
        (directory / "net.caffemodel").write_bytes(caffemodel(self.layers))
        x = real(*self.shape)
        reader = cv2.dnn.readNetFromCaffe(str(directory / "net.prototxt"), str(directory / "net.caffemodel"))
        reader.setPreferableBackend(cv2.dnn.DNN_BACKEND_OPENCV)
        reader.setInput(x)
        theirs = reader.forward()
        ours = opdk.run(str(directory / "net.prototxt"), {"data": x}, {}, str(directory / "net.caffemodel"))
        assert len(ours) == 1, f"outputs {list(ours)}"
        ours = next(iter(ours.values()))
        if self.detects:  # Caffe orders them by class; OpenCV has rows of zeros behind them
            theirs = theirs[:, :, theirs[0, 0, :, 2] > 0]
            theirs, ours = (rows[:, :, np.argsort(-rows[0, 0, :, 2], kind="stable")] for rows in (theirs, ours))
            assert theirs.size > 0, "nothing is detected"
        compare([theirs], [ours.reshape(theirs.shape)], tolerance)


CASES = {}


def case(name):
    def register(build):
        CASES[name] = build
        return build
    return register


def layer(name, shape, kind, parameters="", blobs=()):
    CASES["layer/" + name] = lambda: one(shape, kind, parameters, blobs)


def one(shape, kind, parameters, blobs):
    net = Net(*shape)
    net.add(kind, parameters, [np.asarray(b, np.float32) for b in blobs])
    return net


image = (2, 4, 9, 7)
layer("Convolution", image, "Convolution", "convolution_param { num_output: 6 kernel_h: 3 kernel_w: 2 pad: 1 stride: 2 }",
      [real(6, 4, 3, 2), real(6)])
layer("Convolution/dilated", image, "Convolution", "convolution_param { num_output: 6 kernel_size: 3 dilation: 2 }",
      [real(6, 4, 3, 3), real(6)])
layer("Convolution/groups", image, "Convolution",
      "convolution_param { num_output: 6 kernel_size: 3 group: 2 bias_term: false }", [real(6, 2, 3, 3)])
layer("Deconvolution", image, "Deconvolution", "convolution_param { num_output: 6 kernel_size: 4 stride: 2 pad: 1 }",
      [real(4, 6, 4, 4), real(6)])
layer("InnerProduct", image, "InnerProduct", "inner_product_param { num_output: 5 }", [real(5, 252), real(5)])
for pool in ("MAX", "AVE"):
    layer(f"Pooling/{pool}", image, "Pooling", "pooling_param { pool: %s kernel_size: 3 stride: 2 }" % pool)
    layer(f"Pooling/{pool}/padded", image, "Pooling", "pooling_param { pool: %s kernel_size: 3 stride: 2 pad: 1 }" % pool)
    layer(f"Pooling/{pool}/global", image, "Pooling", "pooling_param { pool: %s global_pooling: true }" % pool)
layer("ReLU/leaky", image, "ReLU", "relu_param { negative_slope: 0.1 }")
layer("PReLU", image, "PReLU", "", [real(4)])
layer("ELU", image, "ELU", "elu_param { alpha: 0.5 }")
layer("Sigmoid", image, "Sigmoid")
layer("TanH", image, "TanH")
layer("AbsVal", image, "AbsVal")
layer("BNLL", image, "BNLL")
layer("Power", image, "Power", "power_param { power: 2 scale: 0.5 shift: 3 }")
layer("Exp", image, "Exp", "exp_param { base: 2 scale: 0.5 shift: 1 }")
layer("LRN", image, "LRN", "lrn_param { local_size: 3 alpha: 0.5 beta: 0.75 }")
layer("BatchNorm", image, "BatchNorm", "", [real(4), real(4, low=0.5, high=2), [2.0]])
layer("Scale", image, "Scale", "scale_param { bias_term: true }", [real(4), real(4)])
layer("Softmax", image, "Softmax")
layer("Softmax/axis", image, "Softmax", "softmax_param { axis: 2 }")
layer("Flatten", image, "Flatten")
layer("Reshape", image, "Reshape", "reshape_param { shape { dim: 0 dim: -1 dim: 3 } }")
layer("Permute", image, "Permute", "permute_param { order: 0 order: 2 order: 3 order: 1 }")
layer("Normalize", image, "Normalize", "norm_param { across_spatial: false channel_shared: false }", [real(4)])
layer("MVN", image, "MVN")


@case("layer/Eltwise")
def eltwise():
    net = Net(*image)
    a = net.conv(4, 4, 1)
    net.add("Eltwise", "eltwise_param { operation: SUM coeff: 0.5 coeff: -2 }", (), [a, "data"])
    b = net.last
    net.add("Eltwise", "eltwise_param { operation: PROD }", (), [b, "data"])
    net.add("Eltwise", "eltwise_param { operation: MAX }", (), [net.last, "data"])
    return net


@case("layer/Slice and Concat")
def slices():
    net = Net(*image)
    net.text += ('layer { name: "cut" type: "Slice" bottom: "data" top: "a" top: "b" '
                 'slice_param { axis: 1 slice_point: 1 } }\n')
    net.add("Concat", "", (), ["b", "a"])
    return net


@case("layer/PriorBox")
def prior_box():
    net = Net(1, 3, 30, 40)
    net.pool("MAX", 8, 8)
    net.add("PriorBox", "prior_box_param { min_size: 6 max_size: 12 aspect_ratio: 2 flip: true clip: false "
                        "variance: 0.1 variance: 0.1 variance: 0.2 variance: 0.2 }", (), [net.last, "data"])
    return net


@case("layer/Crop")
def crop():
    net = Net(*image)
    small = net.pool("MAX", 3, 2)
    net.add("Crop", "crop_param { axis: 2 offset: 1 }", (), ["data", small])
    return net


@case("network/LeNet")
def lenet():
    net = Net(1, 1, 28, 28)
    net.conv(1, 20, 5, relu=False)
    net.pool("MAX", 2, 2)
    net.conv(20, 50, 5, relu=False)
    net.pool("MAX", 2, 2)
    net.dense(800, 500, relu=True)
    net.dense(500, 10)
    net.add("Softmax")
    return net


@case("network/AlexNet")
def alexnet():
    net = Net(1, 3, 227, 227)
    net.conv(3, 96, 11, 4)
    net.add("LRN", "lrn_param { local_size: 5 alpha: 0.0001 beta: 0.75 }")
    net.pool("MAX", 3, 2)
    net.conv(96, 256, 5, 1, 2, 2)
    net.add("LRN", "lrn_param { local_size: 5 alpha: 0.0001 beta: 0.75 }")
    net.pool("MAX", 3, 2)
    net.conv(256, 384, 3, 1, 1)
    net.conv(384, 384, 3, 1, 1, 2)
    net.conv(384, 256, 3, 1, 1, 2)
    net.pool("MAX", 3, 2)
    net.dense(9216, 512, relu=True)
    net.dense(512, 100)
    net.add("Softmax")
    return net


@case("network/VGG-16")
def vgg():
    net, channels = Net(1, 3, 64, 64), 3
    for count, width in ((2, 64), (2, 128), (3, 256), (3, 512), (3, 512)):
        for _ in range(count):
            net.conv(channels, width, 3, 1, 1)
            channels = width
        net.pool("MAX", 2, 2)
    net.dense(2048, 512, relu=True)
    net.dense(512, 100)
    net.add("Softmax")
    return net


@case("network/GoogLeNet")
def googlenet():
    net = Net(1, 3, 96, 96)
    net.conv(3, 64, 7, 2, 3)
    net.pool("MAX", 3, 2)
    net.add("LRN", "lrn_param { local_size: 5 alpha: 0.0001 beta: 0.75 }")
    net.conv(64, 192, 3, 1, 1)
    net.pool("MAX", 3, 2)
    channels = 192
    for widths in ((64, 96, 128, 16, 32, 32), (128, 128, 192, 32, 96, 64)):
        x = net.last
        a = net.conv(channels, widths[0], 1, bottoms=[x])
        net.conv(channels, widths[1], 1, bottoms=[x])
        b = net.conv(widths[1], widths[2], 3, 1, 1)
        net.conv(channels, widths[3], 1, bottoms=[x])
        c = net.conv(widths[3], widths[4], 5, 1, 2)
        net.pool("MAX", 3, 1, 1, [x])
        d = net.conv(channels, widths[5], 1)
        net.add("Concat", "", (), [a, b, c, d])
        channels = widths[0] + widths[2] + widths[4] + widths[5]
    net.add("Pooling", "pooling_param { pool: AVE global_pooling: true }")
    net.dense(channels, 100)
    net.add("Softmax")
    return net


@case("network/ResNet-18")
def resnet():
    net = Net(1, 3, 64, 64)
    net.conv(3, 64, 7, 2, 3, relu=False, bias=False)
    net.norm(64)
    net.pool("MAX", 3, 2)
    channels = 64
    for width in (64, 128, 256, 512):
        for block in range(2):
            x, stride = net.last, 2 if width != 64 and block == 0 else 1
            short = x
            if channels != width:
                net.conv(channels, width, 1, stride, 0, 1, [x], False, False)
                short = net.norm(width, relu=False)
            net.conv(channels, width, 3, stride, 1, 1, [x], False, False)
            net.norm(width)
            net.conv(width, width, 3, 1, 1, relu=False, bias=False)
            y = net.norm(width, relu=False)
            net.add("Eltwise", "", (), [short, y])
            net.add("ReLU", "", (), [net.last], net.last)
            channels = width
    net.add("Pooling", "pooling_param { pool: AVE global_pooling: true }")
    net.dense(512, 100)
    return net


@case("network/SqueezeNet")
def squeezenet():
    net = Net(1, 3, 112, 112)
    net.conv(3, 64, 3, 2)
    net.pool("MAX", 3, 2)
    channels = 64
    for squeeze, expand in ((16, 64), (16, 64), (32, 128), (48, 192)):
        net.conv(channels, squeeze, 1)
        x = net.last
        a = net.conv(squeeze, expand, 1, bottoms=[x])
        b = net.conv(squeeze, expand, 3, 1, 1, bottoms=[x])
        net.add("Concat", "", (), [a, b])
        channels = 2 * expand
    net.add("Dropout", "", (), [net.last], net.last)
    net.conv(channels, 100, 1)
    net.add("Pooling", "pooling_param { pool: AVE global_pooling: true }")
    net.add("Softmax")
    return net


@case("network/MobileNet")
def mobilenet():
    net = Net(1, 3, 64, 64)
    net.conv(3, 32, 3, 2, 1, relu=False, bias=False)
    net.norm(32)
    channels = 32
    for width, stride in ((64, 1), (128, 2), (128, 1), (256, 2), (512, 2)):
        net.conv(channels, channels, 3, stride, 1, channels, relu=False, bias=False)
        net.norm(channels)
        net.conv(channels, width, 1, relu=False, bias=False)
        net.norm(width)
        channels = width
    net.add("Pooling", "pooling_param { pool: AVE global_pooling: true }")
    net.dense(512, 100)
    return net


def ssd_head(net, source, channels, priors, classes, name):
    """Deltas and scores of a feature map, [N, priors of all places * numbers], and its prior boxes."""
    flat = []
    for numbers, kind in ((4, "loc"), (classes, "conf")):
        net.conv(channels, priors * numbers, 3, 1, 1, bottoms=[source], relu=False)
        net.add("Permute", "permute_param { order: 0 order: 2 order: 3 order: 1 }")
        flat.append(net.add("Flatten", "flatten_param { axis: 1 }", name=f"{name}_{kind}"))
    boxes = net.add("PriorBox", "prior_box_param { min_size: 8 max_size: 14 aspect_ratio: 2 flip: true clip: false "
                                "variance: 0.1 variance: 0.1 variance: 0.2 variance: 0.2 }", (), [source, "data"], name=f"{name}_boxes")
    return (*flat, boxes)


def ssd(parameters, code="CENTER_SIZE"):
    net = Net(1, 3, 48, 48)
    net.conv(3, 16, 3, 2, 1)
    first = net.conv(16, 24, 3, 2, 1)
    second = net.conv(24, 24, 3, 2, 1)
    heads = [ssd_head(net, source, 24, 4, 5, name) for source, name in ((first, "first"), (second, "second"))]
    loc, conf = (net.add("Concat", "concat_param { axis: 1 }", (), [head[i] for head in heads]) for i in (0, 1))
    boxes = net.add("Concat", "concat_param { axis: 2 }", (), [head[2] for head in heads])
    net.add("Reshape", "reshape_param { shape { dim: 0 dim: -1 dim: 5 } }", (), [conf])
    net.add("Softmax", "softmax_param { axis: 2 }")
    scores = net.add("Flatten", "flatten_param { axis: 1 }")
    net.add("DetectionOutput", "detection_output_param { num_classes: 5 share_location: true background_label_id: 0 "
                               "code_type: %s %s }" % (code, parameters), (), [loc, scores, boxes])
    net.detects = True
    return net


CASES["network/SSD"] = lambda: ssd("nms_param { nms_threshold: 0.45 top_k: 100 } keep_top_k: 20 confidence_threshold: 0.05")
CASES["network/SSD/all boxes"] = lambda: ssd("nms_param { nms_threshold: 0.3 } keep_top_k: 200 confidence_threshold: 0.25", "CORNER")


@case("network/FCN")
def fcn():
    net = Net(1, 3, 64, 48)
    net.conv(3, 16, 3, 1, 1)
    skip = net.pool("MAX", 2, 2)
    net.conv(16, 32, 3, 1, 1)
    net.pool("MAX", 2, 2)
    net.conv(32, 5, 1, relu=False)
    net.add("Deconvolution", "convolution_param { num_output: 5 kernel_size: 4 stride: 2 bias_term: false }", [real(5, 5, 4, 4)])
    up = net.last
    short = net.conv(16, 5, 1, bottoms=[skip], relu=False)
    net.add("Crop", "crop_param { axis: 2 offset: 1 }", (), [up, short])
    net.add("Eltwise", "", (), [net.last, short])
    net.add("Deconvolution", "convolution_param { num_output: 5 kernel_size: 2 stride: 2 bias_term: false }", [real(5, 5, 2, 2)])
    return net


if __name__ == "__main__":
    sys.exit(run_cases({name: lambda build=build: build().check() for name, build in CASES.items()}, sys.argv[1:]))
