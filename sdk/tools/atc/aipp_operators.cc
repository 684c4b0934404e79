#include "sdk/tools/atc/aipp_operators.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "graph_core/ir/node_kind.h"

namespace opdk::atc {
namespace {

using Dims = std::vector<int64_t>;

// Operators one behind the other, from an input on: images of [N, H, W, C].
class Chain {
 public:
  Chain(Graph& graph, Node* data) : graph_(graph), prefix_(data->name()), last_{data, 0} {}

  const Endpoint& last() const { return last_; }
  void Continue(const Endpoint& from) { last_ = from; }

  // Adds an operator that reads the last result, then the constants.
  void Add(const char* type, AttrMap attrs, const std::vector<Endpoint>& others = {},
           const std::vector<std::string>& ports = {"x"}) {
    last_ = Branch(type, std::move(attrs), last_, others, ports);
  }
  Endpoint Branch(const char* type, AttrMap attrs, const Endpoint& from, const std::vector<Endpoint>& others = {},
                  const std::vector<std::string>& ports = {"x"}) {
    OpDesc op = StructuralDesc(fmt::format("{}_aipp_{}", prefix_, type), type);
    op.attrs = std::move(attrs);
    for (const std::string& port : ports) op.inputs.push_back({port, -1, ge::TensorDesc()});
    op.outputs.push_back({"y", -1, ge::TensorDesc()});
    Node* node = graph_.AddNode(std::move(op));
    graph_.Connect(from, node, 0);
    for (size_t i = 0; i < others.size(); ++i) {
      if (others[i].node != nullptr) graph_.Connect(others[i], node, static_cast<int>(i) + 1);
    }
    return {node, 0};
  }
  Endpoint Reshaped(const Endpoint& from, const Dims& shape) {
    return Branch("Reshape", {}, from, {Integers(shape)}, {"x", "shape"});
  }
  // Exchanges the first and the last of the channels.
  void Reverse() { Add("ReverseV2", {}, {Integers({3})}, {"x", "axis"}); }

  Endpoint Floats(const std::vector<float>& values, const Dims& dims) {
    return Constant(ge::DT_FLOAT, values.data(), values.size() * sizeof(float), dims);
  }
  Endpoint Integers(const Dims& values) {
    return Constant(ge::DT_INT64, values.data(), values.size() * sizeof(int64_t),
                    {static_cast<int64_t>(values.size())});
  }

 private:
  Endpoint Constant(ge::DataType dtype, const void* data, size_t bytes, const Dims& dims) {
    const ge::TensorDesc desc(ge::Shape(dims), ge::FORMAT_ND, dtype);
    return {graph_.AddConst(prefix_ + "_aipp_const", ge::Tensor(desc, static_cast<const uint8_t*>(data), bytes)), 0};
  }

  Graph& graph_;
  std::string prefix_;
  Endpoint last_;
};

// Returns attributes of a slice from `offsets` on; a size of -1: all following elements.
AttrMap Slice(const Dims& offsets, const Dims& size) { return {{"offsets", offsets}, {"size", size}}; }

template <typename Field>
float FirstOf(const Field& field) {
  return field.empty() ? 0.0F : static_cast<float>(field[0]);
}

// Factors in 256ths for sums of products, a row for each channel of the result.
struct ColourMatrix {
  float factors[3][3];
  float before[3], behind[3];
};

ColourMatrix MatrixOf(const Aipp& aipp) {
  return {{{FirstOf(aipp.matrix_r0c0()), FirstOf(aipp.matrix_r0c1()), FirstOf(aipp.matrix_r0c2())},
           {FirstOf(aipp.matrix_r1c0()), FirstOf(aipp.matrix_r1c1()), FirstOf(aipp.matrix_r1c2())},
           {FirstOf(aipp.matrix_r2c0()), FirstOf(aipp.matrix_r2c1()), FirstOf(aipp.matrix_r2c2())}},
          {FirstOf(aipp.input_bias_0()), FirstOf(aipp.input_bias_1()), FirstOf(aipp.input_bias_2())},
          {FirstOf(aipp.output_bias_0()), FirstOf(aipp.output_bias_1()), FirstOf(aipp.output_bias_2())}};
}

// The planes of YUV420SP: luminance [N, H, W, 1], and pairs of the colours [N, H / 2, W / 2, 2].
struct Planes {
  Endpoint light, pairs;
};

// Returns the planes of an image with known extents. Rows are cropped in place.
Planes PlanesOfKnownExtents(const AippExtents& e, Chain& chain) {
  const Endpoint image = chain.last();
  const int64_t h = e.crop_height, w = e.crop_width;
  const Endpoint light = chain.Branch("SliceD", Slice({0, e.top, e.left, 0}, {-1, h, w, 1}), image);
  const Endpoint rest = chain.Branch("SliceD", Slice({0, e.height + e.top / 2, e.left, 0}, {-1, h / 2, w, 1}), image);
  return {light, chain.Reshaped(rest, {-1, h / 2, w / 2, 2})};
}

// Returns the planes of an image with unknown extents. The rows become the last axis, and a third of them holds the
// colours. 0 keeps an extent.
//
//   [N, R, W, 1]  ->  [N, W, R, 1]  ->  [N, W, 3, R / 3]  ->  light [N, W, 2, R / 3], colours [N, W, 1, R / 3]
Planes PlanesOfOpenExtents(Chain& chain) {
  const Endpoint columns = chain.Branch("TransposeD", {{"perm", Dims{0, 2, 1, 3}}}, chain.last());
  const Endpoint thirds = chain.Reshaped(columns, {0, 0, 3, -1});
  const Endpoint light = chain.Branch("SliceD", Slice({0, 0, 0, 0}, {-1, -1, 2, -1}), thirds);
  const Endpoint rest = chain.Branch("SliceD", Slice({0, 0, 2, 0}, {-1, -1, 1, -1}), thirds);
  return {chain.Branch("TransposeD", {{"perm", Dims{0, 2, 1, 3}}}, chain.Reshaped(light, {0, 0, -1, 1})),
          chain.Reshaped(chain.Branch("TransposeD", {{"perm", Dims{0, 3, 1, 2}}}, rest), {0, 0, -1, 2})};
}

// Gives each pair of colours to the four pixels that share the pair: [N, H, W, 2].
Endpoint Spread(const Endpoint& pairs, const AippExtents& e, Chain& chain) {
  const int64_t h = e.crop_height, w = e.crop_width;
  if (h >= 0 && w >= 0) {
    const Endpoint apart = chain.Reshaped(pairs, {-1, h / 2, 1, w / 2, 1, 2});
    return chain.Reshaped(chain.Branch("TileD", {{"multiples", Dims{1, 1, 2, 1, 2, 1}}}, apart), {-1, h, w, 2});
  }
  return chain.Branch("Resize", {{"mode", std::string("nearest")}}, pairs,
                      {Endpoint(), chain.Floats({1, 2, 2, 1}, {4})}, {"x", "roi", "scales"});
}

// Makes [N, H, W, 3] from YUV420SP, cropped. `swaps`: the colours lie in the image in the other order.
void JoinPlanes(const AippExtents& e, bool swaps, bool crops, Chain& chain) {
  const bool known = e.height >= 0 && e.width >= 0;
  const Planes planes = known ? PlanesOfKnownExtents(e, chain) : PlanesOfOpenExtents(chain);
  chain.Continue(planes.pairs);
  if (swaps) chain.Reverse();
  AippExtents spread = e;
  if (!known) spread.crop_height = spread.crop_width = -1;
  const Endpoint colours = Spread(chain.last(), spread, chain);
  chain.Continue(
      chain.Branch("ConcatD", {{"concat_dim", int64_t{3}}, {"N", int64_t{2}}}, planes.light, {colours}, {"x0", "x1"}));
  if (!known && crops) chain.Add("SliceD", Slice({0, e.top, e.left, 0}, {-1, e.crop_height, e.crop_width, -1}));
}

// Converts colours like integer arithmetic: sums of products, without their lowest 8 bits, from 0 to 255. Keeps the
// first `channels` of three.
void ConvertColours(const ColourMatrix& matrix, int64_t channels, Chain& chain) {
  const auto rows = [&](const float* first, const float* second, const float* third) {
    std::vector<float> values = {*first, *second, *third};
    values.resize(static_cast<size_t>(channels));
    return chain.Floats(values, {1, 1, 1, channels});
  };
  const std::vector<std::string> two = {"x1", "x2"};
  chain.Add("Sub", {}, {chain.Floats({matrix.before[0], matrix.before[1], matrix.before[2]}, {1, 1, 1, 3})}, two);
  const Endpoint from = chain.last();
  Endpoint sum;
  for (int column = 0; column < 3; ++column) {
    const Endpoint channel = chain.Branch("SliceD", Slice({0, 0, 0, column}, {-1, -1, -1, 1}), from);
    const Endpoint factors = rows(&matrix.factors[0][column], &matrix.factors[1][column], &matrix.factors[2][column]);
    const Endpoint product = chain.Branch("Mul", {}, channel, {factors}, two);
    sum = column == 0 ? product : chain.Branch("Add", {}, sum, {product}, two);
  }
  chain.Continue(sum);
  chain.Add("Mul", {}, {chain.Floats({1.0F / 256}, {})}, two);
  chain.Add("Floor", {});
  chain.Add("Add", {}, {rows(&matrix.behind[0], &matrix.behind[1], &matrix.behind[2])}, two);
  chain.Add("ClipByValueV2", {}, {chain.Floats({0}, {}), chain.Floats({255}, {})},
            {"x", "clip_value_min", "clip_value_max"});
}

void Normalise(const Aipp& aipp, int64_t channels, Chain& chain) {
  std::vector<float> less = {static_cast<float>(aipp.mean_chn_0()) + aipp.min_chn_0(),
                             static_cast<float>(aipp.mean_chn_1()) + aipp.min_chn_1(),
                             static_cast<float>(aipp.mean_chn_2()) + aipp.min_chn_2()};
  std::vector<float> factors = {ReciprocalOf(aipp.var_reci_chn_0()), ReciprocalOf(aipp.var_reci_chn_1()),
                                ReciprocalOf(aipp.var_reci_chn_2())};
  less.resize(static_cast<size_t>(channels));
  factors.resize(static_cast<size_t>(channels));
  const Dims row = {1, 1, 1, channels};
  chain.Add("Sub", {}, {chain.Floats(less, row)}, {"x1", "x2"});
  chain.Add("Mul", {}, {chain.Floats(factors, row)}, {"x1", "x2"});
}

void Pad(const Aipp& aipp, const AippExtents& e, Chain& chain) {
  const float value = aipp.has_padding_value() ? aipp.padding_value() : aipp.cpadding_value();
  chain.Add("PadV3", {},
            {chain.Integers({0, 0, e.above, e.below, e.before, e.behind, 0, 0}), chain.Floats({value}, {})},
            {"x", "paddings", "constant_values"});
}

}  // namespace

float ReciprocalOf(const google::protobuf::RepeatedField<float>& field) { return field.empty() ? 1.0F : field[0]; }

Endpoint AddAipp(const Aipp& aipp, const AippExtents& extents, const AippResult& result, Node* data, Graph& graph) {
  Chain chain(graph, data);
  const bool swaps = aipp.rbuv_swap_switch();
  if (aipp.input_format() == Aipp::YUV420SP_U8) {
    JoinPlanes(extents, swaps, aipp.crop(), chain);
  } else {
    if (aipp.crop()) {
      chain.Add("SliceD", Slice({0, extents.top, extents.left, 0}, {-1, extents.crop_height, extents.crop_width, -1}));
    }
    if (swaps) chain.Reverse();
  }
  chain.Add("Cast", {{"dst_type", static_cast<int64_t>(ge::DT_FLOAT)}});
  if (aipp.csc_switch()) {
    ConvertColours(MatrixOf(aipp), result.channels, chain);
  } else if (result.channels < ImageChannels(aipp)) {
    chain.Add("SliceD", Slice({0, 0, 0, 0}, {-1, -1, -1, result.channels}));
  }
  if (extents.resized) {
    chain.Add("ResizeD", {{"sizes", Dims{extents.resized_height, extents.resized_width}},
                          {"mode", std::string("linear")},
                          {"data_format", std::string("NHWC")}});
  }
  Normalise(aipp, result.channels, chain);
  if (aipp.padding()) Pad(aipp, extents, chain);
  if (!result.channels_last) chain.Add("TransposeD", {{"perm", Dims{0, 3, 1, 2}}});
  if (result.dtype != ge::DT_FLOAT) chain.Add("Cast", {{"dst_type", static_cast<int64_t>(result.dtype)}});
  return chain.last();
}

}  // namespace opdk::atc
