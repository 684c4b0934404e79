#include "sdk/tools/atc/aipp.h"

#include <fmt/format.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include <cstring>
#include <utility>
#include <vector>

#include "graph_core/base/file.h"
#include "graph_core/ir/node_kind.h"
#include "graph_core/loading/aipp_facts.h"
#include "sdk/tools/atc/aipp.pb.h"
#include "sdk/tools/atc/dynamic_aipp.h"

namespace opdk::atc {
namespace {

using Dims = std::vector<int64_t>;

Status Wrong(std::string_view what) { return Status(ErrorCode::kUsage, what); }
Status NotHere(std::string_view what) {
  return Wrong(fmt::format("{} isn't there", what)).Hint("preprocess the images before a run");
}

class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, google::protobuf::io::ColumnNumber column, const std::string& message) override {
    if (text.empty()) text = fmt::format("line {}, column {}: {}", line + 1, column + 1, message);
  }
  std::string text;
};

// The colour that a formula gives, of three: sums of products with 256ths.
struct ColourMatrix {
  float factors[3][3];
  float before[3], behind[3];
};

template <typename Field>
float FirstOf(const Field& field) {
  return field.empty() ? 0.0F : static_cast<float>(field[0]);
}

ColourMatrix MatrixOf(const Aipp& aipp) {
  return {{{FirstOf(aipp.matrix_r0c0()), FirstOf(aipp.matrix_r0c1()), FirstOf(aipp.matrix_r0c2())},
           {FirstOf(aipp.matrix_r1c0()), FirstOf(aipp.matrix_r1c1()), FirstOf(aipp.matrix_r1c2())},
           {FirstOf(aipp.matrix_r2c0()), FirstOf(aipp.matrix_r2c1()), FirstOf(aipp.matrix_r2c2())}},
          {FirstOf(aipp.input_bias_0()), FirstOf(aipp.input_bias_1()), FirstOf(aipp.input_bias_2())},
          {FirstOf(aipp.output_bias_0()), FirstOf(aipp.output_bias_1()), FirstOf(aipp.output_bias_2())}};
}

// Operators one behind the other, from an input on.
class Chain {
 public:
  Chain(Graph& graph, Node* data, Dims image)
      : graph_(graph), prefix_(data->name()), last_{data, 0}, dims_(std::move(image)) {}

  const Endpoint& last() const { return last_; }
  const Dims& dims() const { return dims_; }

  // One that reads the last one's result, and constants behind it.
  void Add(const char* type, AttrMap attrs, Dims dims, const std::vector<Endpoint>& others = {},
           const std::vector<std::string>& ports = {"x"}) {
    last_ = Made(type, std::move(attrs), last_, others, ports);
    dims_ = std::move(dims);
  }
  Endpoint Branch(const char* type, AttrMap attrs, const Endpoint& from, const std::vector<Endpoint>& others = {},
                  const std::vector<std::string>& ports = {"x"}) {
    return Made(type, std::move(attrs), from, others, ports);
  }
  void Continue(const Endpoint& from, Dims dims) {
    last_ = from;
    dims_ = std::move(dims);
  }

  Endpoint Floats(const std::vector<float>& values, const Dims& dims) {
    return Constant(ge::DT_FLOAT, values.data(), values.size() * sizeof(float), dims);
  }
  Endpoint Integers(const Dims& values) {
    return Constant(ge::DT_INT64, values.data(), values.size() * sizeof(int64_t),
                    {static_cast<int64_t>(values.size())});
  }

 private:
  Endpoint Made(const char* type, AttrMap attrs, const Endpoint& from, const std::vector<Endpoint>& others,
                const std::vector<std::string>& ports) {
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

  Endpoint Constant(ge::DataType dtype, const void* data, size_t bytes, const Dims& dims) {
    const ge::TensorDesc desc(ge::Shape(dims), ge::FORMAT_ND, dtype);
    return {graph_.AddConst(prefix_ + "_aipp_const", ge::Tensor(desc, static_cast<const uint8_t*>(data), bytes)), 0};
  }

  Graph& graph_;
  std::string prefix_;
  Endpoint last_;
  Dims dims_;
};

int64_t ChannelsOf(const Aipp& aipp) { return aipp.input_format() == Aipp::YUV400_U8 ? 1 : 3; }

Status CheckSupported(const Aipp& aipp) {
  const bool known = aipp.input_format() == Aipp::RGB888_U8 || aipp.input_format() == Aipp::YUV400_U8 ||
                     aipp.input_format() == Aipp::YUV420SP_U8;
  if (!known) {
    return NotHere(fmt::format("input_format {}", Aipp::InputFormat_Name(aipp.input_format())))
        .Hint("RGB888_U8, YUV400_U8 and YUV420SP_U8 are");
  }
  if (aipp.support_rotation()) return NotHere("support_rotation");
  if (aipp.single_line_mode()) return NotHere("single_line_mode");
  if (aipp.ax_swap_switch()) return NotHere("ax_swap_switch");
  if (aipp.csc_switch() && ChannelsOf(aipp) != 3) return Wrong("csc_switch needs three channels");
  if (aipp.rbuv_swap_switch() && ChannelsOf(aipp) != 3) return Wrong("rbuv_swap_switch needs three channels");
  return Status();
}

struct Extents {
  int64_t height = 0, width = 0;  // of the image
  int64_t top = 0, left = 0;      // of what is cropped out of it
  int64_t crop_height = 0, crop_width = 0;
  bool resized = false;
  int64_t resized_height = 0, resized_width = 0;         // to which that is scaled
  int64_t above = 0, below = 0, before = 0, behind = 0;  // of padding
};

// How large the image and its parts are, so that what comes out fits the input.
Result<Extents> ExtentsOf(const Aipp& aipp, int64_t height, int64_t width) {
  Extents extents;
  if (aipp.padding()) {
    extents.above = aipp.top_padding_size();
    extents.below = aipp.bottom_padding_size();
    extents.before = aipp.left_padding_size();
    extents.behind = aipp.right_padding_size();
  }
  const int64_t inner_height = height - extents.above - extents.below,
                inner_width = width - extents.before - extents.behind;
  if (extents.above < 0 || extents.below < 0 || extents.before < 0 || extents.behind < 0 || inner_height <= 0 ||
      inner_width <= 0) {
    return Wrong(fmt::format("the padding leaves nothing of {} x {}", height, width));
  }
  extents.height = aipp.src_image_size_h() > 0 ? aipp.src_image_size_h() : inner_height;
  extents.width = aipp.src_image_size_w() > 0 ? aipp.src_image_size_w() : inner_width;
  // Nothing else bounds what is read of a file.
  constexpr int64_t kMostPixels = 65536;
  if (extents.height > kMostPixels || extents.width > kMostPixels) {
    return Wrong(fmt::format("an image of {} x {} is too large", extents.height, extents.width));
  }
  extents.crop_height = extents.height;
  extents.crop_width = extents.width;
  if (aipp.crop()) {
    extents.top = aipp.load_start_pos_h();
    extents.left = aipp.load_start_pos_w();
    extents.crop_height = aipp.crop_size_h() > 0 ? aipp.crop_size_h() : inner_height;
    extents.crop_width = aipp.crop_size_w() > 0 ? aipp.crop_size_w() : inner_width;
  }
  if (extents.top < 0 || extents.left < 0 || extents.top + extents.crop_height > extents.height ||
      extents.left + extents.crop_width > extents.width) {
    return Wrong(fmt::format("what is cropped lies outside of an image of {} x {}", extents.height, extents.width));
  }
  extents.resized = aipp.resize();
  extents.resized_height = extents.crop_height;
  extents.resized_width = extents.crop_width;
  if (aipp.resize()) {
    extents.resized_height = aipp.resize_output_h() > 0 ? aipp.resize_output_h() : inner_height;
    extents.resized_width = aipp.resize_output_w() > 0 ? aipp.resize_output_w() : inner_width;
  }
  if (extents.resized_height != inner_height || extents.resized_width != inner_width) {
    return Wrong(fmt::format("the images give {} x {}, and the input takes {} x {}",
                             extents.resized_height + extents.above + extents.below,
                             extents.resized_width + extents.before + extents.behind, height, width));
  }
  const bool odd = extents.height % 2 != 0 || extents.width % 2 != 0 || extents.top % 2 != 0 || extents.left % 2 != 0 ||
                   extents.crop_height % 2 != 0 || extents.crop_width % 2 != 0;
  if (aipp.input_format() == Aipp::YUV420SP_U8 && odd) return Wrong("extents and places of YUV420SP_U8 are even");
  return extents;
}

AttrMap Slice(const Dims& offsets, const Dims& size) { return {{"offsets", offsets}, {"size", size}}; }

// Luminance beside the two others, each of those four times: [N, H, W, 3], cropped.
void JoinPlanes(const Extents& e, int64_t batch, Chain& chain) {
  const Endpoint image = chain.last();
  const int64_t h = e.crop_height, w = e.crop_width;
  const Endpoint light = chain.Branch("SliceD", Slice({0, e.top, e.left, 0}, {batch, h, w, 1}), image);
  const Endpoint rest =
      chain.Branch("SliceD", Slice({0, e.height + e.top / 2, e.left, 0}, {batch, h / 2, w, 1}), image);
  const std::vector<std::string> with_shape = {"x", "shape"};
  const Endpoint pairs =
      chain.Branch("Reshape", {}, rest, {chain.Integers({batch, h / 2, 1, w / 2, 1, 2})}, with_shape);
  const Endpoint four =
      chain.Branch("BroadcastTo", {}, pairs, {chain.Integers({batch, h / 2, 2, w / 2, 2, 2})}, with_shape);
  const Endpoint colours = chain.Branch("Reshape", {}, four, {chain.Integers({batch, h, w, 2})}, with_shape);
  chain.Continue(
      chain.Branch("ConcatD", {{"concat_dim", int64_t{3}}, {"N", int64_t{2}}}, light, {colours}, {"x0", "x1"}),
      {batch, h, w, 3});
}

// As integers have it: the sum of products, of which the lowest 8 bits go, between 0 and 255.
void ConvertColours(const ColourMatrix& matrix, Chain& chain) {
  const Dims dims = chain.dims(), row = {1, 1, 1, 3};
  const std::vector<std::string> two = {"x1", "x2"};
  chain.Add("Sub", {}, dims, {chain.Floats({matrix.before[0], matrix.before[1], matrix.before[2]}, row)}, two);
  const Endpoint from = chain.last();
  Endpoint sum;
  for (int column = 0; column < 3; ++column) {
    const Endpoint channel = chain.Branch("SliceD", Slice({0, 0, 0, column}, {dims[0], dims[1], dims[2], 1}), from);
    const Endpoint factors =
        chain.Floats({matrix.factors[0][column], matrix.factors[1][column], matrix.factors[2][column]}, row);
    const Endpoint product = chain.Branch("Mul", {}, channel, {factors}, two);
    sum = column == 0 ? product : chain.Branch("Add", {}, sum, {product}, two);
  }
  chain.Continue(sum, dims);
  chain.Add("Mul", {}, dims, {chain.Floats({1.0F / 256}, {})}, two);
  chain.Add("Floor", {}, dims);
  chain.Add("Add", {}, dims, {chain.Floats({matrix.behind[0], matrix.behind[1], matrix.behind[2]}, row)}, two);
  chain.Add("ClipByValueV2", {}, dims, {chain.Floats({0}, {}), chain.Floats({255}, {})},
            {"x", "clip_value_min", "clip_value_max"});
}

void Resize(const Extents& e, Chain& chain) {
  const Dims dims = {chain.dims()[0], e.resized_height, e.resized_width, chain.dims()[3]};
  chain.Add("Resize", {{"mode", std::string("linear")}}, dims, {Endpoint(), Endpoint(), chain.Integers(dims)},
            {"x", "roi", "scales", "sizes"});
}

// For whoever asks the model how it was made (graph_core/loading/aipp_facts.h).
void Record(const Aipp& aipp, const Extents& e, const Node& data, const Dims& shape, ge::DataType dtype, Graph& graph) {
  const auto first = [](const auto& field) { return field.empty() ? int64_t{0} : int64_t{field[0]}; };
  const auto reciprocal = [](const auto& field) { return field.empty() ? 1.0F : field[0]; };
  const std::vector<int64_t> numbers = {aipp.input_format(),
                                        e.width,
                                        e.height,
                                        aipp.crop(),
                                        e.left,
                                        e.top,
                                        aipp.crop() ? e.crop_width : 0,
                                        aipp.crop() ? e.crop_height : 0,
                                        e.resized,
                                        e.resized ? e.resized_width : 0,
                                        e.resized ? e.resized_height : 0,
                                        aipp.padding(),
                                        e.before,
                                        e.behind,
                                        e.above,
                                        e.below,
                                        aipp.csc_switch(),
                                        aipp.rbuv_swap_switch(),
                                        aipp.ax_swap_switch(),
                                        aipp.single_line_mode(),
                                        first(aipp.matrix_r0c0()),
                                        first(aipp.matrix_r0c1()),
                                        first(aipp.matrix_r0c2()),
                                        first(aipp.matrix_r1c0()),
                                        first(aipp.matrix_r1c1()),
                                        first(aipp.matrix_r1c2()),
                                        first(aipp.matrix_r2c0()),
                                        first(aipp.matrix_r2c1()),
                                        first(aipp.matrix_r2c2()),
                                        first(aipp.output_bias_0()),
                                        first(aipp.output_bias_1()),
                                        first(aipp.output_bias_2()),
                                        first(aipp.input_bias_0()),
                                        first(aipp.input_bias_1()),
                                        first(aipp.input_bias_2()),
                                        aipp.mean_chn_0(),
                                        aipp.mean_chn_1(),
                                        aipp.mean_chn_2(),
                                        aipp.mean_chn_3()};
  const std::vector<float> factors = {aipp.min_chn_0(),
                                      aipp.min_chn_1(),
                                      aipp.min_chn_2(),
                                      aipp.min_chn_3(),
                                      reciprocal(aipp.var_reci_chn_0()),
                                      reciprocal(aipp.var_reci_chn_1()),
                                      reciprocal(aipp.var_reci_chn_2()),
                                      reciprocal(aipp.var_reci_chn_3())};
  AttrMap& attrs = graph.attrs();
  attrs[AippAttr(data.name(), "numbers")] = numbers;
  attrs[AippAttr(data.name(), "factors")] = factors;
  attrs[AippAttr(data.name(), "dims")] = shape;
  attrs[AippAttr(data.name(), "dtype")] = static_cast<int64_t>(dtype);
  Attr& inputs = attrs[std::string(kAippInputs)];
  if (!std::holds_alternative<std::vector<std::string>>(inputs)) inputs = std::vector<std::string>();
  std::get<std::vector<std::string>>(inputs).push_back(data.name());
}

void Normalise(const Aipp& aipp, Chain& chain) {
  const Dims dims = chain.dims();
  const auto channels = static_cast<size_t>(dims[3]);
  std::vector<float> less = {static_cast<float>(aipp.mean_chn_0()) + aipp.min_chn_0(),
                             static_cast<float>(aipp.mean_chn_1()) + aipp.min_chn_1(),
                             static_cast<float>(aipp.mean_chn_2()) + aipp.min_chn_2()};
  const auto reciprocal = [](const auto& field) { return field.empty() ? 1.0F : field[0]; };
  std::vector<float> factors = {reciprocal(aipp.var_reci_chn_0()), reciprocal(aipp.var_reci_chn_1()),
                                reciprocal(aipp.var_reci_chn_2())};
  less.resize(channels);
  factors.resize(channels);
  const Dims row = {1, 1, 1, dims[3]};
  chain.Add("Sub", {}, dims, {chain.Floats(less, row)}, {"x1", "x2"});
  chain.Add("Mul", {}, dims, {chain.Floats(factors, row)}, {"x1", "x2"});
}

void Pad(const Aipp& aipp, const Extents& e, Chain& chain) {
  Dims dims = chain.dims();
  dims[1] += e.above + e.below;
  dims[2] += e.before + e.behind;
  const float value = aipp.has_padding_value() ? aipp.padding_value() : aipp.cpadding_value();
  chain.Add("PadV3", {}, dims,
            {chain.Integers({0, 0, e.above, e.below, e.before, e.behind, 0, 0}), chain.Floats({value}, {})},
            {"x", "paddings", "constant_values"});
}

Result<Node*> InputOf(const Aipp& aipp, const Graph& graph) {
  const std::vector<Node*> inputs = graph.inputs();
  if (aipp.has_related_input_name()) {
    for (Node* input : inputs) {
      if (input->name() == aipp.related_input_name()) return input;
    }
    return Wrong(fmt::format("the model has no input '{}'", aipp.related_input_name()));
  }
  if (aipp.related_input_rank() < inputs.size()) return inputs[aipp.related_input_rank()];
  return Wrong(
      fmt::format("related_input_rank is {}, and the model has {} inputs", aipp.related_input_rank(), inputs.size()));
}

// `channels`: of its images.
Status CheckInput(const Node& data, int64_t channels) {
  const ge::TensorDesc& desc = data.op().outputs.at(0).desc;
  const ge::DataType wanted = desc.GetDataType();
  const Dims shape = desc.GetShape().GetDims();
  const bool planar = shape.size() == 4 && shape[1] == channels;
  if (!planar || shape[0] <= 0 || shape[2] <= 0 || shape[3] <= 0) {
    return Wrong(fmt::format("the input '{}' is no batch of images of {} channels: [N, {}, H, W], all known",
                             data.name(), channels, channels));
  }
  if (wanted != ge::DT_FLOAT && wanted != ge::DT_FLOAT16) {
    return Wrong(fmt::format("the input '{}' is not of float or float16", data.name()));
  }
  return Status();
}

// Of which the configuration says no format.
Status InsertDynamic(const Aipp& aipp, Node* data, Graph& graph) {
  const Dims shape = data->op().outputs.at(0).desc.GetShape().GetDims();
  OPDK_TRY(CheckInput(*data, shape.size() == 4 && shape[1] == 1 ? 1 : 3));
  if (aipp.support_rotation()) return NotHere("support_rotation");
  return InsertDynamicAipp(aipp.max_src_image_size(), data, graph);
}

Status Insert(const Aipp& aipp, Graph& graph) {
  if (aipp.aipp_mode() == Aipp::undefined) return Wrong("aipp_mode is missing: it is static or dynamic");
  const bool dynamic = aipp.aipp_mode() == Aipp::dynamic;
  if (!dynamic) OPDK_TRY(CheckSupported(aipp));
  OPDK_TRY(Node * data, InputOf(aipp, graph));
  if (dynamic) return InsertDynamic(aipp, data, graph);
  OPDK_TRY(CheckInput(*data, ChannelsOf(aipp)));
  ge::TensorDesc& desc = data->op().outputs.at(0).desc;
  const ge::DataType wanted = desc.GetDataType();
  const Dims shape = desc.GetShape().GetDims();
  OPDK_TRY(const Extents extents, ExtentsOf(aipp, shape[2], shape[3]));
  const bool is_yuv = aipp.input_format() == Aipp::YUV420SP_U8;
  const Dims image = is_yuv ? Dims{shape[0], extents.height * 3 / 2, extents.width, 1}
                            : Dims{shape[0], extents.height, extents.width, shape[1]};
  const std::vector<Use> uses = data->uses(0);
  desc = ge::TensorDesc(ge::Shape(image), ge::FORMAT_NHWC, ge::DT_UINT8);
  desc.SetOriginShape(ge::Shape(image));
  desc.SetOriginFormat(ge::FORMAT_NHWC);
  for (Port& port : data->op().inputs) port.desc = desc;

  Chain chain(graph, data, image);
  if (is_yuv) {
    JoinPlanes(extents, shape[0], chain);
  } else if (aipp.crop()) {
    chain.Add("SliceD",
              Slice({0, extents.top, extents.left, 0}, {shape[0], extents.crop_height, extents.crop_width, shape[1]}),
              {shape[0], extents.crop_height, extents.crop_width, shape[1]});
  }
  chain.Add("Cast", {{"dst_type", static_cast<int64_t>(ge::DT_FLOAT)}}, chain.dims());
  if (aipp.csc_switch()) ConvertColours(MatrixOf(aipp), chain);
  if (aipp.rbuv_swap_switch()) {
    chain.Add("ReverseV2", {}, chain.dims(), {chain.Integers({3})}, {"x", "axis"});
  }
  if (extents.resized) Resize(extents, chain);
  Normalise(aipp, chain);
  if (aipp.padding()) Pad(aipp, extents, chain);
  chain.Add("TransposeD", {{"perm", Dims{0, 3, 1, 2}}}, shape);
  if (wanted != ge::DT_FLOAT) chain.Add("Cast", {{"dst_type", static_cast<int64_t>(wanted)}}, shape);
  for (const Use& use : uses) graph.Connect(chain.last(), use.node, use.index);
  Record(aipp, extents, *data, shape, wanted, graph);
  return Status();
}

}  // namespace

Status InsertAippOfText(const std::string& text, Graph& graph) {
  InsertedOperators inserted;
  google::protobuf::TextFormat::Parser parser;
  FirstError error;
  parser.RecordErrorsTo(&error);
  if (!parser.ParseFromString(text, &inserted)) return Wrong(fmt::format("no AIPP configuration: {}", error.text));
  if (inserted.aipp_op().empty()) return Wrong("it has no aipp_op");
  for (const Aipp& aipp : inserted.aipp_op()) OPDK_TRY(Insert(aipp, graph));
  return Status();
}

Status InsertAipp(const std::string& path, Graph& graph) {
  OPDK_TRY(const std::string text, ReadFile(path, kTextFile));
  Status status = InsertAippOfText(text, graph);
  return status.ok() ? Status() : std::move(status).At(path);
}

}  // namespace opdk::atc
