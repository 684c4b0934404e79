#include "sdk/tools/atc/aipp.h"

#include <fmt/format.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "graph_core/base/file.h"
#include "graph_core/loading/aipp_facts.h"
#include "opdk/aipp_parameters.h"
#include "sdk/tools/atc/aipp.pb.h"
#include "sdk/tools/atc/aipp_extents.h"
#include "sdk/tools/atc/aipp_operators.h"
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

// Fields by the beginning of their names, and the range of values that CANN accepts.
struct FieldRange {
  std::string_view begin;
  double low, high;
};
constexpr FieldRange kRanges[] = {{"mean_chn_", 0, kMostAippPixel},
                                  {"min_chn_", 0, kMostAippPixel},
                                  {"var_reci_chn_", -kMostAippReciprocal, kMostAippReciprocal},
                                  {"matrix_r", -32768, 32767},
                                  {"input_bias_", 0, 255},
                                  {"output_bias_", 0, 255}};

std::vector<double> NumbersOf(const Aipp& aipp, const google::protobuf::FieldDescriptor& field) {
  const google::protobuf::Reflection& reflection = *aipp.GetReflection();
  const bool real = field.cpp_type() == google::protobuf::FieldDescriptor::CPPTYPE_FLOAT;
  if (!field.is_repeated()) return {real ? reflection.GetFloat(aipp, &field) : reflection.GetInt32(aipp, &field)};
  std::vector<double> numbers;
  const int count = reflection.FieldSize(aipp, &field);
  numbers.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) {
    numbers.push_back(real ? reflection.GetRepeatedFloat(aipp, &field, i)
                           : reflection.GetRepeatedInt32(aipp, &field, i));
  }
  return numbers;
}

Status CheckRanges(const Aipp& aipp) {
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  aipp.GetReflection()->ListFields(aipp, &fields);
  for (const google::protobuf::FieldDescriptor* field : fields) {
    for (const FieldRange& range : kRanges) {
      if (!field->name().starts_with(range.begin)) continue;
      for (const double number : NumbersOf(aipp, *field)) {
        if (number >= range.low && number <= range.high) continue;
        return Wrong(fmt::format("{} is {}, outside of {} to {}", field->name(), number, range.low, range.high));
      }
    }
  }
  return Status();
}

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
  if (aipp.csc_switch() && ImageChannels(aipp) != 3) return Wrong("csc_switch needs three channels");
  if (aipp.rbuv_swap_switch() && ImageChannels(aipp) != 3) return Wrong("rbuv_swap_switch needs three channels");
  return CheckRanges(aipp);
}

// Records the configuration in the model, for callers that ask how the model was made
// (graph_core/loading/aipp_facts.h).
void Record(const Aipp& aipp, const AippExtents& e, const Node& data, const Dims& shape, ge::DataType dtype,
            Graph& graph) {
  const auto known = [](int64_t extent) { return std::max<int64_t>(extent, 0); };
  const auto first = [](const auto& field) { return field.empty() ? int64_t{0} : int64_t{field[0]}; };
  const std::vector<int64_t> numbers = {aipp.input_format(),
                                        known(e.width),
                                        known(e.height),
                                        aipp.crop(),
                                        e.left,
                                        e.top,
                                        aipp.crop() ? known(e.crop_width) : 0,
                                        aipp.crop() ? known(e.crop_height) : 0,
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
                                      ReciprocalOf(aipp.var_reci_chn_0()),
                                      ReciprocalOf(aipp.var_reci_chn_1()),
                                      ReciprocalOf(aipp.var_reci_chn_2()),
                                      ReciprocalOf(aipp.var_reci_chn_3())};
  AttrMap& attrs = graph.attrs();
  attrs[AippAttr(data.name(), "numbers")] = numbers;
  attrs[AippAttr(data.name(), "factors")] = factors;
  attrs[AippAttr(data.name(), "dims")] = shape;
  attrs[AippAttr(data.name(), "dtype")] = static_cast<int64_t>(dtype);
  Attr& inputs = attrs[std::string(kAippInputs)];
  if (!std::holds_alternative<std::vector<std::string>>(inputs)) inputs = std::vector<std::string>();
  std::get<std::vector<std::string>>(inputs).push_back(data.name());
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

// Replaces the shapes of the input `index` in each gear by shapes of images.
Status ImagesOfGears(const Aipp& aipp, const ImageAxes& axes, size_t index, AippTargets& targets) {
  for (std::vector<Dims>& gear : targets.gears) {
    Dims& shape = gear.at(index);
    auto extents = ExtentsOf(aipp, shape.at(axes.height), shape.at(axes.width));
    if (!extents.ok()) {
      return std::move(extents).status().At(fmt::format("the gear of {} x {}", shape[axes.height], shape[axes.width]));
    }
    shape = ImageShape(aipp, *extents, shape[0]);
  }
  return Status();
}

Status InsertStatic(const Aipp& aipp, Node* data, AippTargets& targets, Graph& graph) {
  OPDK_TRY(const ImageAxes axes, AxesOf(*data, ImageChannels(aipp), targets.channels_last));
  ge::TensorDesc& desc = data->op().outputs.at(0).desc;
  const ge::DataType wanted = desc.GetDataType();
  const Dims shape = desc.GetShape().GetDims();
  OPDK_TRY(const AippExtents extents, ExtentsOf(aipp, shape[axes.height], shape[axes.width]));
  const std::vector<Node*> inputs = graph.inputs();
  const auto index = static_cast<size_t>(std::find(inputs.begin(), inputs.end(), data) - inputs.begin());
  Dims of_gears;
  for (const std::vector<Dims>& gear : targets.gears) {
    of_gears.insert(of_gears.end(), gear.at(index).begin(), gear.at(index).end());
  }
  OPDK_TRY(ImagesOfGears(aipp, axes, index, targets));
  const Dims image = ImageShape(aipp, extents, shape[0]);
  const std::vector<Use> uses = data->uses(0);
  desc = ge::TensorDesc(ge::Shape(image), ge::FORMAT_NHWC, ge::DT_UINT8);
  desc.SetOriginShape(ge::Shape(image));
  desc.SetOriginFormat(ge::FORMAT_NHWC);
  for (Port& port : data->op().inputs) port.desc = desc;
  const Endpoint made = AddAipp(aipp, extents, {shape[axes.channels], axes.channels == 3, wanted}, data, graph);
  for (const Use& use : uses) graph.Connect(made, use.node, use.index);
  Record(aipp, extents, *data, shape, wanted, graph);
  if (!of_gears.empty()) graph.attrs()[AippAttr(data->name(), "gear_dims")] = of_gears;
  return Status();
}

Status Insert(const Aipp& aipp, Node* data, AippTargets& targets, Graph& graph) {
  if (aipp.aipp_mode() == Aipp::undefined) return Wrong("aipp_mode is missing: it is static or dynamic");
  if (aipp.aipp_mode() != Aipp::dynamic) OPDK_TRY(CheckSupported(aipp));
  if (aipp.aipp_mode() != Aipp::dynamic) return InsertStatic(aipp, data, targets, graph);
  if (aipp.support_rotation()) return NotHere("support_rotation");
  // Each run brings the format of its images.
  OPDK_TRY(const ImageAxes axes, AxesOf(*data, 3, targets.channels_last));
  return InsertDynamicAipp(aipp.max_src_image_size(), axes, data, targets.gears, graph);
}

// Keeps the extents that name the gears; the inputs have other extents now.
void RecordGears(const AippTargets& targets, Graph& graph) {
  if (targets.gears.empty()) return;
  const std::vector<Node*> inputs = graph.inputs();
  Dims values;
  for (size_t i = 0; i < inputs.size() && values.empty(); ++i) {
    const Dims shape = inputs[i]->op().outputs.at(0).desc.GetShape().GetDims();
    for (const std::vector<Dims>& gear : targets.gears) {
      for (size_t axis = 0; axis < shape.size(); ++axis) {
        if (shape[axis] < 0) values.push_back(gear.at(i).at(axis));
      }
    }
  }
  graph.attrs()[std::string(kAippGearValues)] = values;
}

}  // namespace

Status InsertAippOfText(const std::string& text, AippTargets& targets, Graph& graph) {
  InsertedOperators inserted;
  google::protobuf::TextFormat::Parser parser;
  FirstError error;
  parser.RecordErrorsTo(&error);
  parser.SetRecursionLimit(100);  // protobuf's own for bytes; its own for text is none
  if (!parser.ParseFromString(text, &inserted)) return Wrong(fmt::format("no AIPP configuration: {}", error.text));
  if (inserted.aipp_op().empty()) return Wrong("it has no aipp_op");
  RecordGears(targets, graph);
  std::set<const Node*> taken;
  for (const Aipp& aipp : inserted.aipp_op()) {
    OPDK_TRY(Node * data, InputOf(aipp, graph));
    if (!taken.insert(data).second) {
      return Wrong(fmt::format("two aipp_op are for the input '{}'", data->name()))
          .Hint("related_input_rank or related_input_name says which input each is for");
    }
    OPDK_TRY(Insert(aipp, data, targets, graph));
  }
  return Status();
}

Status InsertAipp(const std::string& path, AippTargets& targets, Graph& graph) {
  OPDK_TRY(const std::string text, ReadFile(path, kTextFile));
  Status status = InsertAippOfText(text, targets, graph);
  return status.ok() ? Status() : std::move(status).At(path);
}

}  // namespace opdk::atc
