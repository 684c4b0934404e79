"""TensorFlow's operators, each in a graph of its own."""
import sys

import numpy as np
import tensorflow as tf

from agreement import run_cases, run_graph

raw = tf.raw_ops
rng = np.random.default_rng(17)


def real(*shape, low=-2.0, high=2.0, dtype=np.float32):
    return rng.uniform(low, high, shape).astype(dtype)


def ints(*shape, low=-9, high=9, dtype=np.int32):
    return rng.integers(low, high, shape).astype(dtype)


def bools(*shape):
    return rng.integers(0, 2, shape).astype(bool)


def const(*values, dtype=np.int32):
    return tf.constant(np.array(values[0] if len(values) == 1 else values, dtype))


CASES = {}


def case(name, build, *feeds, tolerance=1e-4):
    assert name not in CASES, name
    CASES[name] = lambda: run_graph(build, feeds, tolerance, name)


# One input, any value.
for name in ("Abs Acosh Asinh Atan Ceil Cos Cosh Digamma Elu Erf Erfc Exp Expm1 Floor Lgamma Neg Relu Relu6 Rint Round "
             "Selu Sigmoid Sign Sin Sinh Softplus Softsign Square Tan Tanh ZerosLike OnesLike Snapshot StopGradient "
             "IsFinite IsInf IsNan Identity L2Loss").split():
    operator = getattr(raw, name)
    argument = {"Elu": "features", "Relu": "features", "Relu6": "features", "Selu": "features", "Softplus": "features",
                "Softsign": "features", "Identity": "input", "Snapshot": "input", "StopGradient": "input",
                "L2Loss": "t"}.get(name, "x")
    low, high = (1.1, 3.0) if name in ("Acosh", "Digamma", "Lgamma") else (-2.0, 2.0)
    case(name, lambda x, op=operator, arg=argument: op(**{arg: x}), real(3, 17, low=low, high=high))
for name in "Acos Asin Atanh Erfinv".split():
    case(name, lambda x, op=getattr(raw, name): op(x=x), real(33, low=-0.9, high=0.9))
for name in "Inv Log Log1p Reciprocal Rsqrt Sqrt Ndtri".split():
    case(name, lambda x, op=getattr(raw, name): op(x=x), real(33, low=0.1, high=0.9))
case("Invert", lambda x: raw.Invert(x=x), ints(31))
case("LogicalNot", lambda x: raw.LogicalNot(x=x), bools(31))
case("CheckNumerics", lambda x: raw.CheckNumerics(tensor=x, message="no"), real(5))
case("PreventGradient", lambda x: raw.PreventGradient(input=x), real(5))

# Two inputs that broadcast.
for name in ("Add AddV2 Sub Mul Maximum Minimum SquaredDifference RealDiv DivNoNan MulNoNan Xdivy Atan2 FloorMod "
             "Equal NotEqual Less LessEqual Greater GreaterEqual").split():
    case(name, lambda x, y, op=getattr(raw, name): op(x=x, y=y), real(4, 1, 5), real(3, 5))
for name in "FloorDiv FloorMod TruncateDiv TruncateMod Mod Div Add Mul Maximum Equal".split():
    case(name + "/int", lambda x, y, op=getattr(raw, name): op(x=x, y=y), ints(4, 5),
         np.where(ints(4, 5) == 0, 3, ints(4, 5, low=1)))
for name in "Pow Xlogy Xlog1py".split():
    case(name, lambda x, y, op=getattr(raw, name): op(x=x, y=y), real(7, low=0.1), real(7, low=0.1))
for name in "BitwiseAnd BitwiseOr BitwiseXor".split():
    case(name, lambda x, y, op=getattr(raw, name): op(x=x, y=y), ints(9), ints(9))
for name in "LeftShift RightShift".split():
    case(name, lambda x, y, op=getattr(raw, name): op(x=x, y=y), ints(9, low=0), ints(9, low=0, high=4))
for name in "LogicalAnd LogicalOr".split():
    case(name, lambda x, y, op=getattr(raw, name): op(x=x, y=y), bools(2, 3), bools(3))
case("AddN", lambda x, y, z: raw.AddN(inputs=[x, y, z]), real(5), real(5), real(5))
case("AccumulateNV2", lambda x, y: raw.AccumulateNV2(inputs=[x, y], shape=[5]), real(5), real(5))
case("ApproximateEqual", lambda x, y: raw.ApproximateEqual(x=x, y=y, tolerance=0.5), real(9), real(9))
case("BiasAdd", lambda x, b: raw.BiasAdd(value=x, bias=b), real(2, 3, 4), real(4))
case("BiasAddV1", lambda x, b: raw.BiasAddV1(value=x, bias=b), real(2, 3, 4), real(4))
case("ClipByValue", lambda x: raw.ClipByValue(t=x, clip_value_min=-1.0, clip_value_max=1.0), real(9))
case("Select", lambda c, x, y: raw.Select(condition=c, x=x, y=y), bools(3, 4), real(3, 4), real(3, 4))
case("SelectV2", lambda c, x, y: raw.SelectV2(condition=c, t=x, e=y), bools(4), real(3, 4), real(3, 1))
case("LeakyRelu", lambda x: raw.LeakyRelu(features=x, alpha=0.1), real(9))
case("LeakyRelu/default", lambda x: raw.LeakyRelu(features=x), real(9))
case("Complex", lambda x, y: raw.Complex(real=x, imag=y), real(9), real(9))
case("Cast", lambda x: raw.Cast(x=x, DstT=tf.int32), real(9, low=-9, high=9))
case("Cast/half", lambda x: raw.Cast(x=x, DstT=tf.float16), real(9))
case("Bitcast", lambda x: raw.Bitcast(input=x, type=tf.int32), real(9))

# Activations' gradients.
for name, arguments in {"ReluGrad": "gradients features", "Relu6Grad": "gradients features",
                        "EluGrad": "gradients outputs", "SeluGrad": "gradients outputs",
                        "SoftplusGrad": "gradients features", "SoftsignGrad": "gradients features",
                        "LeakyReluGrad": "gradients features", "SigmoidGrad": "y dy", "TanhGrad": "y dy",
                        "SqrtGrad": "y dy", "RsqrtGrad": "y dy", "InvGrad": "y dy", "ReciprocalGrad": "y dy"}.items():
    case(name, lambda x, y, op=getattr(raw, name), args=arguments.split(): op(**dict(zip(args, (x, y)))),
         real(21, low=0.2), real(21, low=0.2))

# Reductions.
for name in "Sum Mean Prod Max Min".split():
    case(name, lambda x, op=getattr(raw, name): op(input=x, axis=const([0, 2])), real(3, 4, 5))
    case(name + "/keep", lambda x, op=getattr(raw, name): op(input=x, axis=const(-1), keep_dims=True), real(3, 17))
case("Sum/none", lambda x: raw.Sum(input=x, axis=tf.constant([], tf.int32)), real(3, 4))
case("Mean/none", lambda x: raw.Mean(input=x, axis=tf.constant([], tf.int32)), real(3, 4))
for name in "All Any".split():
    case(name, lambda x, op=getattr(raw, name): op(input=x, axis=const([1])), bools(3, 4))
for name in "ArgMax ArgMin".split():
    case(name, lambda x, op=getattr(raw, name): op(input=x, dimension=const(1)), real(3, 7))
    case(name + "/int32", lambda x, op=getattr(raw, name): op(input=x, dimension=const(-1), output_type=tf.int32),
         real(3, 7))
for name in "Cumsum Cumprod".split():
    case(name, lambda x, op=getattr(raw, name): op(x=x, axis=const(1), exclusive=True, reverse=True), real(3, 7))
case("CumulativeLogsumexp", lambda x: raw.CumulativeLogsumexp(x=x, axis=const(0)), real(7))
case("EuclideanNorm", lambda x: raw.EuclideanNorm(input=x, axis=const([1])), real(3, 7))
case("TopKV2", lambda x: raw.TopKV2(input=x, k=const(3)), real(4, 9))
case("Softmax", lambda x: raw.Softmax(logits=x), real(4, 9))
case("LogSoftmax", lambda x: raw.LogSoftmax(logits=x), real(4, 9))
case("SoftmaxCrossEntropyWithLogits", lambda x, y: raw.SoftmaxCrossEntropyWithLogits(features=x, labels=tf.nn.softmax(y)),
     real(4, 9), real(4, 9))
case("SparseSoftmaxCrossEntropyWithLogits",
     lambda x, y: raw.SparseSoftmaxCrossEntropyWithLogits(features=x, labels=y), real(4, 9), ints(4, low=0))

# Shapes.
case("Shape", lambda x: raw.Shape(input=x), real(3, 4))
case("Shape/int64", lambda x: raw.Shape(input=x, out_type=tf.int64), real(3, 4))
case("ShapeN", lambda x, y: raw.ShapeN(input=[x, y]), real(3, 4), real(5))
case("Size", lambda x: raw.Size(input=x), real(3, 4))
case("Rank", lambda x: raw.Rank(input=x), real(3, 4))
case("Reshape", lambda x: raw.Reshape(tensor=x, shape=const([2, -1])), real(3, 4))
case("Reshape/of nothing", lambda x: raw.Reshape(tensor=x, shape=const([0, 5])), real(2, 0))
case("ExpandDims", lambda x: raw.ExpandDims(input=x, axis=const(-1)), real(3, 4))
case("Squeeze", lambda x: raw.Squeeze(input=x), real(3, 1, 4, 1))
case("Squeeze/axis", lambda x: raw.Squeeze(input=x, axis=[1]), real(3, 1, 4, 1))
case("Pack", lambda x, y: raw.Pack(values=[x, y], axis=1), real(3, 4), real(3, 4))
case("Pack/last", lambda x, y: raw.Pack(values=[x, y], axis=-1), real(3, 4), real(3, 4))
case("Unpack", lambda x: raw.Unpack(value=x, num=3, axis=1), real(2, 3, 4))
case("ConcatV2", lambda x, y: raw.ConcatV2(values=[x, y], axis=const(1)), real(2, 3), real(2, 4))
case("Concat", lambda x, y: raw.Concat(values=[x, y], concat_dim=const(0)), real(2, 3), real(4, 3))
case("Split", lambda x: raw.Split(axis=const(1), value=x, num_split=3), real(2, 6))
case("SplitV", lambda x: raw.SplitV(value=x, size_splits=const([1, 3, 2]), axis=const(1), num_split=3), real(2, 6))
case("Transpose", lambda x: raw.Transpose(x=x, perm=const([2, 0, 1])), real(2, 3, 4))
case("Transpose/from the end", lambda x: raw.Transpose(x=x, perm=const([-1, 0, -2])), real(2, 3, 4))
case("Transpose/from the end, computed", lambda x, p: raw.Transpose(x=x, perm=p), real(2, 3, 4),
     np.array([-1, 0, -2], np.int32))
case("ConjugateTranspose/from the end", lambda x: raw.ConjugateTranspose(x=x, perm=const([-1, 0])), real(2, 3))
case("ConjugateTranspose", lambda x: raw.ConjugateTranspose(x=x, perm=const([1, 0])), real(2, 3))
case("InvertPermutation", lambda x: raw.InvertPermutation(x=x), np.array([2, 0, 3, 1], np.int32))
case("BroadcastTo", lambda x: raw.BroadcastTo(input=x, shape=const([2, 3, 4])), real(3, 1))
case("BroadcastArgs", lambda x, y: raw.BroadcastArgs(s0=raw.Shape(input=x), s1=y), real(2, 1, 3),
     np.array([4, 1], np.int32))
case("BroadcastGradientArgs", lambda x, y: list(raw.BroadcastGradientArgs(s0=raw.Shape(input=x), s1=y)),
     real(2, 1, 3), np.array([4, 1], np.int32))
case("Tile", lambda x: raw.Tile(input=x, multiples=const([2, 3])), real(2, 3))
case("Pad", lambda x: raw.Pad(input=x, paddings=const([[1, 2], [0, 3]])), real(2, 3))
case("PadV2", lambda x: raw.PadV2(input=x, paddings=const([[1, 2], [0, 3]]), constant_values=tf.constant(7.0)), real(2, 3))
case("MirrorPad", lambda x: raw.MirrorPad(input=x, paddings=const([[1, 1], [2, 0]]), mode="REFLECT"), real(3, 4))
case("MirrorPad/symmetric", lambda x: raw.MirrorPad(input=x, paddings=const([[1, 1], [2, 0]]), mode="SYMMETRIC"),
     real(3, 4))
case("Slice", lambda x: raw.Slice(input=x, begin=const([1, 0]), size=const([2, -1])), real(4, 5))
case("StridedSlice", lambda x: x[1:, ::-2, tf.newaxis, ..., 0], real(3, 5, 2, 4))
case("StridedSlice/all", lambda x: x[-1, 1:3], real(3, 5, 2))
case("Gather", lambda x, i: raw.Gather(params=x, indices=i), real(5, 3), ints(4, low=0, high=5))
case("GatherV2", lambda x, i: raw.GatherV2(params=x, indices=i, axis=const(1)), real(2, 5), ints(4, low=0, high=5))
case("GatherV2/batch", lambda x, i: raw.GatherV2(params=x, indices=i, axis=const(1), batch_dims=1), real(2, 5),
     ints(2, 4, low=0, high=5))
case("GatherNd", lambda x, i: raw.GatherNd(params=x, indices=i), real(5, 3), ints(4, 2, low=0, high=3))
case("ScatterNd", lambda i, x: raw.ScatterNd(indices=i, updates=x, shape=const([8])), np.array([[4], [3], [1]], np.int32),
     real(3))
for name in "TensorScatterUpdate TensorScatterAdd TensorScatterSub TensorScatterMax TensorScatterMin".split():
    case(name, lambda x, i, u, op=getattr(raw, name): op(tensor=x, indices=i, updates=u), real(8),
         np.array([[4], [3], [1]], np.int32), real(3))
case("OneHot", lambda i: raw.OneHot(indices=i, depth=const(5), on_value=2.0, off_value=-1.0), ints(2, 3, low=0, high=5))
case("Fill", lambda x: raw.Fill(dims=raw.Shape(input=x), value=3.0), real(2, 3))
case("Range", lambda x: raw.Range(start=const(1), limit=raw.Size(input=x), delta=const(2)), real(9))
case("LinSpace", lambda x: raw.LinSpace(start=x, stop=2.0, num=const(7)), real())
case("ReverseV2", lambda x: raw.ReverseV2(tensor=x, axis=const([1])), real(2, 5))
case("ReverseSequence", lambda x: raw.ReverseSequence(input=x, seq_lengths=const([2, 5], dtype=np.int64), seq_dim=1),
     real(2, 5))
case("Roll", lambda x: raw.Roll(input=x, shift=const([2]), axis=const([1])), real(2, 5))
case("DynamicPartition", lambda x, i: list(raw.DynamicPartition(data=x, partitions=i, num_partitions=3)), real(6, 2),
     np.array([2, 0, 2, 2, 0, 2], np.int32))
case("DynamicPartition/two axes", lambda x, i: list(raw.DynamicPartition(data=x, partitions=i, num_partitions=2)),
     real(2, 3, 2), np.array([[1, 0, 0], [0, 1, 0]], np.int32))
case("DynamicPartition/constant", lambda x: list(raw.DynamicPartition(
    data=x, partitions=const([1, 1, 0]), num_partitions=2)), ints(3, dtype=np.int64))
case("DynamicPartition/nothing", lambda x, i: list(raw.DynamicPartition(data=x, partitions=i, num_partitions=2)),
     real(0, 2), ints(0))
for name in "DynamicStitch ParallelDynamicStitch".split():
    case(name, lambda x, y, z, op=getattr(raw, name): op(indices=[const(5), const([3, 1]), z], data=[x, y, y]), real(4),
         real(2, 4), np.array([2, 0], np.int32))
    case(name + "/constant", lambda x, op=getattr(raw, name): op(indices=[const([[3, 1], [0, 2]])], data=[x]),
         real(2, 2, 3))
    case(name + "/nothing", lambda x, z, op=getattr(raw, name): op(indices=[z], data=[x]), real(0, 3), ints(0))
case("DynamicStitch/twice", lambda x, y: raw.DynamicStitch(indices=[const([0, 1]), const([1, 2])], data=[x, y]),
     real(2, 3), real(2, 3))
case("DynamicPartition/stitched", lambda x, i: raw.DynamicStitch(
    indices=raw.DynamicPartition(data=tf.range(5), partitions=i, num_partitions=2),
    data=[-part for part in raw.DynamicPartition(data=x, partitions=i, num_partitions=2)]), real(5, 2),
     np.array([1, 0, 0, 1, 0], np.int32))
case("Where", lambda x: raw.Where(condition=x), bools(3, 4))
case("Unique", lambda x: raw.Unique(x=x), ints(9, low=0, high=4))
case("UniqueWithCounts", lambda x: raw.UniqueWithCounts(x=x), ints(9, low=0, high=4))
case("MatrixBandPart", lambda x: raw.MatrixBandPart(input=x, num_lower=const(1, dtype=np.int64),
                                                    num_upper=const(0, dtype=np.int64)), real(4, 5))
case("MatrixDiag", lambda x: raw.MatrixDiag(diagonal=x), real(2, 4))
case("MatrixDiagPart", lambda x: raw.MatrixDiagPart(input=x), real(2, 4, 4))
case("MatrixSetDiag", lambda x, d: raw.MatrixSetDiag(input=x, diagonal=d), real(4, 4), real(4))
case("MatrixDiagV3", lambda x: tf.linalg.diag(x, k=1), real(3))
case("Diag", lambda x: raw.Diag(diagonal=x), real(4))
case("DiagPart", lambda x: raw.DiagPart(input=x), real(4, 4))
case("SpaceToBatchND", lambda x: raw.SpaceToBatchND(input=x, block_shape=const([2, 2]), paddings=const([[0, 0], [2, 0]])),
     real(1, 4, 6, 2))
case("BatchToSpaceND", lambda x: raw.BatchToSpaceND(input=x, block_shape=const([2, 2]), crops=const([[0, 0], [1, 0]])),
     real(4, 2, 3, 2))
case("SpaceToDepth", lambda x: raw.SpaceToDepth(input=x, block_size=2), real(1, 4, 6, 2))
case("DepthToSpace", lambda x: raw.DepthToSpace(input=x, block_size=2), real(1, 2, 3, 8))
case("EnsureShape", lambda x: raw.EnsureShape(input=x, shape=[2, 3]), real(2, 3))
case("IdentityN", lambda x, y: raw.IdentityN(input=[x, y]), real(2), ints(3))
case("Bucketize", lambda x: raw.Bucketize(input=x, boundaries=[-1.0, 0.0, 1.0]), real(9))
case("LowerBound", lambda y: raw.LowerBound(sorted_inputs=tf.constant([[1.0, 2.0, 3.0]]), values=y),
     real(1, 4, low=0, high=4))
case("InTopK", lambda x, i: raw.InTopK(predictions=x, targets=i, k=2), real(4, 5), ints(4, low=0, high=5))
case("InTopKV2", lambda x, i: raw.InTopKV2(predictions=x, targets=i, k=const(2)), real(4, 5), ints(4, low=0, high=5))
for name in "UnsortedSegmentSum UnsortedSegmentMax UnsortedSegmentMin UnsortedSegmentProd".split():
    case(name, lambda x, i, op=getattr(raw, name): op(data=x, segment_ids=i, num_segments=const(4)), real(6, 2),
         np.array([0, 2, 1, 0, 3, 3], np.int32))
case("SegmentSum", lambda x, i: raw.SegmentSum(data=x, segment_ids=i), real(4, 2), np.array([0, 0, 1, 2], np.int32))
case("SegmentMean", lambda x, i: raw.SegmentMean(data=x, segment_ids=i), real(5, 2), np.array([0, 0, 0, 2, 2], np.int32))
for kind in (np.int32, np.int64):
    case(f"DenseBincount/{kind.__name__}", lambda x, t=kind: raw.DenseBincount(
        input=x, size=const(4, dtype=t), weights=tf.constant([], tf.float32)), ints(9, low=0, high=6, dtype=kind))
case("DenseBincount/weights", lambda x, w: raw.DenseBincount(input=x, size=const(4), weights=w), ints(9, low=0, high=6),
     real(9))
case("Bincount", lambda x: raw.Bincount(arr=x, size=const(5), weights=tf.constant([], tf.int32)), ints(9, low=0, high=5))
case("HistogramFixedWidth", lambda x: raw.HistogramFixedWidth(values=x, value_range=tf.constant([-1.0, 1.0]),
                                                              nbins=const(4)), real(30))

# Products.
for a in (False, True):
    for b in (False, True):
        case(f"MatMul/{a}{b}", lambda x, y, ta=a, tb=b: raw.MatMul(a=x, b=y, transpose_a=ta, transpose_b=tb),
             real(*((5, 3) if a else (3, 5))), real(*((7, 5) if b else (5, 7))))
case("BatchMatMul", lambda x, y: raw.BatchMatMul(x=x, y=y, adj_y=True), real(2, 3, 5), real(2, 7, 5))
case("BatchMatMulV2", lambda x, y: raw.BatchMatMulV2(x=x, y=y), real(2, 1, 3, 5), real(4, 5, 7))
case("BatchMatMulV3", lambda x, y: raw.BatchMatMulV3(x=x, y=y, Tout=tf.float32), real(2, 3, 5), real(2, 5, 7))
case("Einsum", lambda x, y: raw.Einsum(inputs=[x, y], equation="bij,bjk->bik"), real(2, 3, 5), real(2, 5, 7))
case("Cross", lambda x, y: raw.Cross(a=x, b=y), real(4, 3), real(4, 3))
for adjoint in (False, True):
    case(f"MatrixInverse/{adjoint}", lambda x, a=adjoint: raw.MatrixInverse(input=x, adjoint=a), real(2, 4, 4))
case("MatrixInverse/complex", lambda x, y: raw.MatrixInverse(input=tf.complex(x, y), adjoint=True), real(3, 3),
     real(3, 3))
case("MatrixDeterminant", lambda x: raw.MatrixDeterminant(input=x), real(3, 3))

# Images.
for padding in ("SAME", "VALID"):
    for stride in (1, 2):
        strides = [1, stride, stride, 1]
        case(f"Conv2D/{padding}{stride}", lambda x, s=strides, p=padding: raw.Conv2D(
            input=x, filter=tf.constant(real(3, 3, 4, 6)), strides=s, padding=p), real(2, 9, 8, 4))
        case(f"DepthwiseConv2dNative/{padding}{stride}", lambda x, s=strides, p=padding: raw.DepthwiseConv2dNative(
            input=x, filter=tf.constant(real(3, 3, 4, 2)), strides=s, padding=p), real(2, 9, 8, 4))
        for name in "MaxPool AvgPool".split():
            argument = {"MaxPool": "input", "AvgPool": "value"}[name]
            case(f"{name}/{padding}{stride}", lambda x, s=strides, p=padding, op=getattr(raw, name), arg=argument: op(
                **{arg: x}, ksize=[1, 3, 3, 1], strides=s, padding=p), real(2, 9, 8, 4))
for padding in ("SAME", "VALID"):
    for stride, rate in ((1, 1), (2, 1), (1, 2), (2, 3)):
        strides, rates = [1, stride, stride, 1], [1, rate, rate, 1]
        case(f"Dilation2D/{padding}{stride}{rate}", lambda x, s=strides, r=rates, p=padding: raw.Dilation2D(
            input=x, filter=tf.constant(real(3, 2, 4)), strides=s, rates=r, padding=p), real(2, 9, 8, 4))
        case(f"ExtractImagePatches/{padding}{stride}{rate}", lambda x, s=strides, r=rates, p=padding:
             raw.ExtractImagePatches(images=x, ksizes=[1, 3, 2, 1], strides=s, rates=r, padding=p), real(2, 9, 8, 4))
    case(f"ExtractVolumePatches/{padding}", lambda x, p=padding: raw.ExtractVolumePatches(
        input=x, ksizes=[1, 2, 3, 2, 1], strides=[1, 2, 1, 2, 1], padding=p), real(2, 5, 6, 7, 3))
case("erosion2d", lambda x: tf.nn.erosion2d(x, tf.constant(real(3, 2, 4)), [1, 1, 1, 1], "SAME", "NHWC", [1, 1, 1, 1]),
     real(2, 9, 8, 4))
case("Conv2D/explicit", lambda x: raw.Conv2D(input=x, filter=tf.constant(real(3, 3, 4, 6)), strides=[1, 2, 2, 1],
                                             padding="EXPLICIT", explicit_paddings=[0, 0, 1, 0, 2, 1, 0, 0]),
     real(2, 9, 8, 4))
case("Conv2D/dilated", lambda x: raw.Conv2D(input=x, filter=tf.constant(real(3, 3, 4, 6)), strides=[1, 1, 1, 1],
                                            padding="SAME", dilations=[1, 2, 2, 1]), real(2, 9, 8, 4))
case("Conv2D/groups", lambda x: raw.Conv2D(input=x, filter=tf.constant(real(3, 3, 2, 6)), strides=[1, 1, 1, 1],
                                           padding="SAME"), real(2, 9, 8, 4))
case("Conv3D", lambda x: raw.Conv3D(input=x, filter=tf.constant(real(3, 3, 3, 2, 4)), strides=[1, 2, 2, 2, 1],
                                    padding="SAME"), real(1, 5, 6, 7, 2))
case("MaxPool3D", lambda x: raw.MaxPool3D(input=x, ksize=[1, 2, 2, 2, 1], strides=[1, 2, 2, 2, 1], padding="SAME"),
     real(1, 5, 6, 7, 2))
case("AvgPool3D", lambda x: raw.AvgPool3D(input=x, ksize=[1, 2, 2, 2, 1], strides=[1, 2, 2, 2, 1], padding="SAME"),
     real(1, 5, 6, 7, 2))
case("Conv2DBackpropInput", lambda x: raw.Conv2DBackpropInput(
    input_sizes=const([2, 9, 8, 4]), filter=tf.constant(real(3, 3, 4, 6)), out_backprop=x, strides=[1, 2, 2, 1],
    padding="SAME"), real(2, 5, 4, 6))
case("Conv2DBackpropFilter", lambda x, y: raw.Conv2DBackpropFilter(
    input=x, filter_sizes=const([3, 3, 4, 6]), out_backprop=y, strides=[1, 2, 2, 1], padding="SAME"),
     real(2, 9, 8, 4), real(2, 5, 4, 6))
case("MaxPoolGrad", lambda x, g: raw.MaxPoolGrad(
    orig_input=x, orig_output=raw.MaxPool(input=x, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"), grad=g,
    ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"), real(1, 4, 6, 2), real(1, 2, 3, 2))
case("AvgPoolGrad", lambda g: raw.AvgPoolGrad(orig_input_shape=const([1, 4, 6, 2]), grad=g, ksize=[1, 2, 2, 1],
                                              strides=[1, 2, 2, 1], padding="VALID"), real(1, 2, 3, 2))
case("BiasAddGrad", lambda g: raw.BiasAddGrad(out_backprop=g), real(2, 3, 4))
for version in ("", "V2", "V3"):
    case("FusedBatchNorm" + version, lambda x, op=getattr(raw, "FusedBatchNorm" + version): op(
        x=x, scale=tf.constant(real(4)), offset=tf.constant(real(4)), mean=tf.constant(real(4)),
        variance=tf.constant(real(4, low=0.5)), epsilon=1e-3, is_training=False).y, real(2, 5, 6, 4))
    case(f"FusedBatchNorm{version}/training", lambda x, op=getattr(raw, "FusedBatchNorm" + version): op(
        x=x, scale=tf.constant(real(4)), offset=tf.constant(real(4)), mean=tf.constant([], tf.float32),
        variance=tf.constant([], tf.float32), epsilon=1e-3, is_training=True)[:3], real(2, 5, 6, 4))
case("FusedBatchNormGradV3", lambda g, x: raw.FusedBatchNormGradV3(
    y_backprop=g, x=x, scale=tf.constant(real(4)), reserve_space_1=tf.constant(real(4)),
    reserve_space_2=tf.constant(real(4, low=0.5)), reserve_space_3=tf.constant(real(0)), epsilon=1e-3,
    is_training=True)[:3], real(2, 5, 6, 4), real(2, 5, 6, 4))
case("LRN", lambda x: raw.LRN(input=x, depth_radius=2), real(1, 3, 4, 7))
for corners, half in ((False, False), (True, False), (False, True)):
    case(f"ResizeBilinear/{corners}{half}", lambda x, c=corners, h=half: raw.ResizeBilinear(
        images=x, size=const([7, 9]), align_corners=c, half_pixel_centers=h), real(1, 4, 5, 2))
    case(f"ResizeNearestNeighbor/{corners}{half}", lambda x, c=corners, h=half: raw.ResizeNearestNeighbor(
        images=x, size=const([7, 9]), align_corners=c, half_pixel_centers=h), real(1, 4, 5, 2))
    case(f"ResizeBicubic/{corners}{half}", lambda x, c=corners, h=half: raw.ResizeBicubic(
        images=x, size=const([7, 9]), align_corners=c, half_pixel_centers=h), real(1, 4, 5, 2))
case("CropAndResize", lambda x: raw.CropAndResize(
    image=x, boxes=tf.constant([[0.1, 0.2, 0.8, 0.9]]), box_ind=const([0]), crop_size=const([3, 4])), real(1, 8, 8, 2))
case("RGBToHSV", lambda x: raw.RGBToHSV(images=x), real(2, 5, 7, 3, low=0, high=1))
case("RGBToHSV/grey", lambda x: raw.RGBToHSV(images=tf.tile(x, [1, 3])), np.array([[0], [0.25], [1]], np.float64))
case("HSVToRGB", lambda x: raw.HSVToRGB(images=x), real(2, 5, 7, 3, low=0, high=1))
case("HSVToRGB/one", lambda x: raw.HSVToRGB(images=x), np.array([1, 0.5, 0.25], np.float64))
case("NonMaxSuppressionV3", lambda b, s: raw.NonMaxSuppressionV3(
    boxes=b, scores=s, max_output_size=const(3), iou_threshold=0.5, score_threshold=0.1),
     np.array([[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, 2, 1, 3], [5, 5, 6, 6]], np.float32), real(4, low=0.2, high=1))

# Text form of types that few use.
case("FFT", lambda x, y: raw.FFT(input=tf.complex(x, y)), real(8), real(8))
case("FakeQuantWithMinMaxArgs", lambda x: raw.FakeQuantWithMinMaxArgs(inputs=x, min=-1, max=1), real(9))
case("Real", lambda x, y: raw.Real(input=tf.complex(x, y)), real(4), real(4))
case("ComplexAbs", lambda x, y: raw.ComplexAbs(x=tf.complex(x, y)), real(4), real(4))
case("DynamicShapes", lambda x: tf.reshape(x, [raw.Shape(input=x)[0] * 2, -1]), real(3, 4))


if __name__ == "__main__":
    sys.exit(run_cases(CASES, sys.argv[1:]))
