// Convolutions, pools and the operators that passes look for around them. With all passes and with none of the
// package's they compute the same, up to roundings.
#include "tests/op_impl/graph_fusion/random_network.h"

namespace opdk {
namespace {

using tests::Extents;

constexpr int64_t kChannels = 4, kExtent = 6;

// A chain of operators on [N, C, H, W], with branches that are added again.
class RandomImages : public tests::RandomNetwork {
 public:
  RandomImages(unsigned seed, int64_t batch) : RandomNetwork(seed, {batch, kChannels, kExtent, kExtent}) {
    for (int i = 0; i < 12; ++i) Add();
    Finish({now_, kept_});
  }

 private:
  void Convolve() {
    const std::string filter = Constant({kChannels, kChannels, 3, 3}, -0.3F, 0.3F);
    const std::string bias = Draw(2) == 0 ? ", bias: %" + Constant({kChannels}, -1, 1) : "";
    const int pad = std::min<int64_t>(dims_[2], dims_[3]) < 5 ? 1 : Draw(2);
    Step(fmt::format("Conv2D(x: %{}, filter: %{}{}) {{strides: [1,1,1,1], pads: [{},{},{},{}], data_format: \"NCHW\"}}",
                     now_, filter, bias, pad, pad, pad, pad));
    for (const size_t axis : {2U, 3U}) dims_[axis] += 2 * pad - 2;
  }

  // Adds the convolution with channels last, between transposes as converters write them.
  void ConvolveLast() {
    const bool depthwise = Draw(2) == 0;
    const std::string filter = Constant({3, 3, kChannels, depthwise ? 1 : kChannels}, -0.3F, 0.3F);
    Step(fmt::format("TransposeD(x: %{}) {{perm: [0,2,3,1]}}", now_));
    if (Draw(2) == 0) Step(fmt::format("Tanh(x: %{})", now_));
    Step(fmt::format("{}(x: %{}, filter: %{}) {{strides: [1,1,1,1], pads: [1,1,1,1], data_format: \"NHWC\"}}",
                     depthwise ? "DepthwiseConv2D" : "Conv2D", now_, filter));
    if (Draw(2) == 0) {
      Step(fmt::format("BiasAdd(x: %{}, bias: %{}) {{data_format: \"NHWC\"}}", now_, Constant({kChannels}, -1, 1)));
    }
    Step(fmt::format("TransposeD(x: %{}) {{perm: [0,3,1,2]}}", now_));
  }

  void Normalize() {
    const std::string scale = Constant({kChannels}, 0.5F, 2), offset = Constant({kChannels}, -1, 1);
    const std::string mean = Constant({kChannels}, -1, 1), variance = Constant({kChannels}, 0.5F, 2);
    Step(fmt::format("BNInfer(x: %{}, scale: %{}, offset: %{}, mean: %{}, variance: %{}) {{epsilon: 0.001}}", now_,
                     scale, offset, mean, variance));
  }

  void Pad(const std::string& value) {
    const Extents paddings = {0, 0, 0, 0, Draw(2), Draw(2), Draw(2), Draw(2)};
    const std::string filled = value.empty() ? "" : ", constant_values: %" + Const("float[](" + value + ")");
    Step(fmt::format("PadV3(x: %{}, paddings: %{}{}) {{mode: \"constant\", paddings_contiguous: true}}", now_,
                     IndexConstant(paddings), filled));
    dims_[2] += paddings[4] + paddings[5];
    dims_[3] += paddings[6] + paddings[7];
  }

  void Pool() {
    constexpr const char* kValues[] = {"", "0.0", "-3.4028234663852886e+38", "1.0"};
    const std::string pads = Draw(2) == 0 ? "0,0,0,0" : "1,1,1,1";
    const int64_t grown = pads[0] == '0' ? 0 : 2;
    const std::string attrs =
        fmt::format("ksize: [1,1,3,3], strides: [1,1,1,1], pads: [{}], data_format: \"NCHW\"", pads);
    if (std::min(dims_[2], dims_[3]) + grown < 5) return;
    if (Draw(3) == 0) Step(fmt::format("Relu(x: %{})", now_));
    Pad(kValues[Draw(4)]);
    if (Draw(2) == 0) {
      Step(fmt::format("MaxPoolV3(x: %{}) {{{}}}", now_, attrs));
    } else {
      Step(fmt::format("AvgPoolV2(x: %{}) {{{}, exclusive: {}}}", now_, attrs, Draw(2) == 0));
    }
    for (const size_t axis : {2U, 3U}) dims_[axis] += grown - 2;
    // Limits very low numbers, which a pool over padding of the lowest number may give.
    Step(fmt::format("Maximum(x1: %{}, x2: %{})", now_, Const("float[](-100.0)")));
  }

  // Adds two transposes, so that the axes end as they were, or height and width change places.
  void Transpose() {
    Extents first = {0, 1, 2, 3};
    std::shuffle(first.begin(), first.end(), random_);
    Extents back(4);
    for (size_t i = 0; i < 4; ++i) back[static_cast<size_t>(first[i])] = static_cast<int64_t>(i);
    if (Draw(2) == 0) {
      std::swap(back[2], back[3]);
      std::swap(dims_[2], dims_[3]);
    }
    Step(fmt::format("TransposeD(x: %{}) {{perm: [{}]}}", now_, fmt::join(first, ",")));
    if (Draw(3) == 0) Step(fmt::format("Relu(x: %{})", now_));
    Step(fmt::format("TransposeD(x: %{}) {{perm: [{}]}}", now_, fmt::join(back, ",")));
  }

  void ScaleChannels() {
    constexpr int kForms = 4;
    const Extents forms[kForms] = {{kChannels, 1, 1}, {1, kChannels, 1, 1}, {}, {1, 1, dims_[3]}};
    Scale(forms[Draw(kForms)]);
  }

  void Add() {
    constexpr int kDouble = 11, kFloat = 0, kHalf = 1;
    switch (Draw(15)) {
      case 0:
      case 1:
        return Convolve();
      case 2:
        return Normalize();
      case 3:
        return Pad("");
      case 4:
        return Transpose();
      case 5:
        return Step(fmt::format("Add(x1: %{}, x2: %{})", now_, Constant({}, 0, 0)));
      case 6:
        return Step(fmt::format("Mul(x1: %{}, x2: %{})", Constant({kChannels, 1, 1}, 1, 1), now_));
      case 7:
        Step(fmt::format("Tanh(x: %{})", now_));
        return Step(fmt::format("Pow(x1: %{}, x2: %{})", now_, Constant({}, 2, 2)));
      case 8:
        Step(fmt::format("Cast(x: %{}) {{dst_type: {}}}", now_, Draw(2) == 0 ? kDouble : kHalf));
        return Step(fmt::format("Cast(x: %{}) {{dst_type: {}}}", now_, kFloat));
      case 9:
        return Pool();
      case 10:
      case 11:
        Convolve();
        return ScaleChannels();
      case 12:
        return ScaleChannels();
      case 13:
        return ConvolveLast();
      default:
        // The kept value is an output, and is used beside the values computed from it.
        kept_ = now_;
        return Step(fmt::format("Relu(x: %{})", now_));
    }
  }

  std::string kept_ = "x";
};

TEST(GraphFusion, RandomImagesComputeTheSameWithAndWithoutPasses) {
  for (unsigned seed = 0; seed < 250; ++seed) {
    SCOPED_TRACE(seed);
    // Sometimes there is no image at all.
    tests::ExpectSameWithAndWithoutPasses(RandomImages(seed, seed % 10 == 9 ? 0 : 1));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace opdk
