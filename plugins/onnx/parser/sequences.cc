#include "plugins/onnx/parser/sequences.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "plugins/onnx/parser/captured_values.h"
#include "plugins/onnx/parser/function_body.h"
#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {
namespace {

using Names = std::vector<std::string>;
using Nodes = Sequences::Nodes;

// Since this opset the axes of Squeeze and Unsqueeze and the parts of Split are inputs.
constexpr int64_t kListsAreInputs = 13;

int64_t IntOf(const onnx::NodeProto& node, const char* name, int64_t fallback) {
  for (const auto& attribute : node.attribute()) {
    if (attribute.name() == name) return attribute.i();
  }
  return fallback;
}

void SetInt(onnx::NodeProto& node, const char* name, int64_t value) {
  auto* attribute = node.add_attribute();
  attribute->set_name(name);
  attribute->set_type(onnx::AttributeProto::INT);
  attribute->set_i(value);
}

void SetInts(onnx::NodeProto& node, const char* name, const std::vector<int64_t>& values) {
  auto* attribute = node.add_attribute();
  attribute->set_name(name);
  attribute->set_type(onnx::AttributeProto::INTS);
  for (const int64_t value : values) attribute->add_ints(value);
}

// The body of a SequenceMap as a function, for its call with one element of each sequence.
onnx::FunctionProto FunctionOfBody(const onnx::GraphProto& body, onnx::NodeProto& call) {
  onnx::FunctionProto function;
  function.set_name(body.name());
  for (const auto& input : body.input()) function.add_input(input.name());
  for (const auto& output : body.output()) function.add_output(output.name());
  for (const auto& initializer : body.initializer()) {
    auto* constant = function.add_node();
    constant->set_op_type("Constant");
    constant->add_output(initializer.name());
    auto* value = constant->add_attribute();
    value->set_name("value");
    value->set_type(onnx::AttributeProto::TENSOR);
    *value->mutable_t() = initializer;
  }
  function.mutable_node()->MergeFrom(body.node());
  // What it uses from outside keeps its name.
  for (const std::string& value : CapturedValues(body)) {
    function.add_input(value);
    call.add_input(value);
  }
  return function;
}

}  // namespace

// One node that is replaced.
class Sequences::Call {
 public:
  Call(Sequences& sequences, const onnx::NodeProto& node, int64_t opset)
      : sequences_(sequences), values_(sequences.values_), node_(node), opset_(opset) {}

  Result<Nodes> Replace() {
    using Method = Status (Call::*)();
    static const std::map<std::string, Method> kMethods = {{"SequenceConstruct", &Call::Construct},
                                                           {"SequenceEmpty", &Call::Construct},
                                                           {"SequenceInsert", &Call::Insert},
                                                           {"SequenceErase", &Call::Erase},
                                                           {"SequenceAt", &Call::At},
                                                           {"SequenceLength", &Call::Length},
                                                           {"SequenceMap", &Call::Map},
                                                           {"SplitToSequence", &Call::Split},
                                                           {"ConcatFromSequence", &Call::Concat},
                                                           {"Identity", &Call::Same}};
    const auto method = kMethods.find(node_.op_type());
    if (method == kMethods.end()) return Refuse("it takes a sequence, of which only sequence operators know");
    OPDK_TRY((this->*method->second)());
    return std::move(nodes_);
  }

 private:
  Status Refuse(const std::string& why) const {
    return Status(ErrorCode::kOperatorUnknown, fmt::format("{}: {}", NodeTitle(node_), why))
        .Hint("sequences are followed while the model is read: lengths and positions must be constants");
  }
  Status Misfit(const std::string& why) const {
    return Status(ErrorCode::kModelInvalid, fmt::format("{}: {}", NodeTitle(node_), why));
  }

  std::string Input(int i) const { return i < node_.input_size() ? node_.input(i) : ""; }

  Result<const Elements*> Sequence(int i) const {
    const auto found = sequences_.elements_.find(Input(i));
    if (found != sequences_.elements_.end()) return &found->second;
    return Misfit(fmt::format("input '{}' is no sequence", Input(i)));
  }
  void Give(int output, Elements elements) {
    if (output < node_.output_size()) sequences_.elements_[node_.output(output)] = std::move(elements);
  }

  onnx::NodeProto& Add(const std::string& type, const Names& inputs, const Names& outputs) {
    auto* node = nodes_.Add();
    node->set_op_type(type);
    node->set_name(fmt::format("{}/{}_{}", node_.name().empty() ? node_.output(0) : node_.name(), type, nodes_.size()));
    for (const std::string& input : inputs) node->add_input(input);
    for (const std::string& output : outputs) node->add_output(output);
    return *node;
  }
  std::string NewName() { return values_.NewName(node_.output(0)); }
  std::string NewInts(const std::vector<int64_t>& numbers) {
    const ge::TensorDesc desc(ge::Shape({static_cast<int64_t>(numbers.size())}), ge::FORMAT_ND, ge::DT_INT64);
    return values_.NewConstant(node_.output(0), ge::Tensor(desc, reinterpret_cast<const uint8_t*>(numbers.data()),
                                                           numbers.size() * sizeof(int64_t)));
  }
  // A node whose list was an attribute once.
  void AddListed(const std::string& type, const std::string& input, const Names& outputs, const char* list,
                 const std::vector<int64_t>& numbers, std::optional<int64_t> axis = std::nullopt) {
    const bool is_input = opset_ >= kListsAreInputs;
    onnx::NodeProto& node = Add(type, is_input ? Names{input, NewInts(numbers)} : Names{input}, outputs);
    if (!is_input) SetInts(node, list, numbers);
    if (axis) SetInt(node, "axis", *axis);
  }

  // Where input `i` points in a sequence, which has `end` places; `fallback` where it is absent.
  Result<int64_t> Position(int i, int64_t end, int64_t fallback) {
    if (Input(i).empty()) return fallback;
    const auto numbers = values_.Ints(Input(i));
    if (!numbers || numbers->size() != 1) return Refuse(fmt::format("position '{}' is no constant", Input(i)));
    const int64_t length = static_cast<int64_t>(Sequence(0).value()->size());
    const int64_t position = numbers->front() < 0 ? numbers->front() + length : numbers->front();
    if (position >= 0 && position < end) return position;
    return Misfit(fmt::format("position {} in a sequence of {}", numbers->front(), length));
  }

  Status Construct() {
    Give(0, {node_.input().begin(), node_.input().end()});
    return {};
  }

  Status Same() {
    OPDK_TRY(const Elements* elements, Sequence(0));
    Give(0, Elements(*elements));
    return {};
  }

  Status Insert() {
    OPDK_TRY(const Elements* sequence, Sequence(0));
    Elements elements = *sequence;
    const auto length = static_cast<int64_t>(elements.size());
    OPDK_TRY(const int64_t position, Position(2, length + 1, length));
    elements.insert(elements.begin() + position, Input(1));
    Give(0, std::move(elements));
    return {};
  }

  Status Erase() {
    OPDK_TRY(const Elements* sequence, Sequence(0));
    Elements elements = *sequence;
    if (elements.empty()) return Misfit("there is nothing to erase in an empty sequence");
    const auto length = static_cast<int64_t>(elements.size());
    OPDK_TRY(const int64_t position, Position(1, length, length - 1));
    elements.erase(elements.begin() + position);
    Give(0, std::move(elements));
    return {};
  }

  Status At() {
    OPDK_TRY(const Elements* elements, Sequence(0));
    OPDK_TRY(const int64_t position, Position(1, static_cast<int64_t>(elements->size()), 0));
    Add("Identity", {(*elements)[static_cast<size_t>(position)]}, {node_.output(0)});
    return {};
  }

  Status Length() {
    OPDK_TRY(const Elements* elements, Sequence(0));
    SetInt(Add("Constant", {}, {node_.output(0)}), "value_int", static_cast<int64_t>(elements->size()));
    return {};
  }

  Status Concat() {
    OPDK_TRY(const Elements* elements, Sequence(0));
    if (elements->empty()) return Misfit("an empty sequence has no concatenation");
    const int64_t axis = IntOf(node_, "axis", 0);
    Names parts = *elements;
    if (IntOf(node_, "new_axis", 0) != 0) {
      for (std::string& part : parts) {
        const std::string whole = NewName();
        AddListed("Unsqueeze", part, {whole}, "axes", {axis});
        part = whole;
      }
    }
    SetInt(Add("Concat", parts, {node_.output(0)}), "axis", axis);
    return {};
  }

  // The extents of the parts along the axis.
  Result<std::vector<int64_t>> PartsOf(int64_t axis) {
    const std::optional<int64_t> extent = values_.Dim(Input(0), axis);
    if (Input(1).empty()) {
      if (!extent) return Refuse(fmt::format("the extent of '{}' along axis {} isn't known", Input(0), axis));
      return std::vector<int64_t>(static_cast<size_t>(*extent), 1);
    }
    const auto split = values_.Ints(Input(1));
    if (!split) return Refuse(fmt::format("the parts '{}' are no constant", Input(1)));
    const std::optional<int> rank = values_.Rank(Input(1));
    if (!rank || *rank != 0) return *split;
    const int64_t part = split->front();
    if (part <= 0) return Misfit(fmt::format("parts of {}", part));
    if (!extent) return Refuse(fmt::format("the extent of '{}' along axis {} isn't known", Input(0), axis));
    std::vector<int64_t> parts(static_cast<size_t>(*extent / part), part);
    if (*extent % part != 0) parts.push_back(*extent % part);
    return parts;
  }

  Status Split() {
    const int64_t axis = IntOf(node_, "axis", 0);
    OPDK_TRY(const std::vector<int64_t> parts, PartsOf(axis));
    Elements elements;
    for (size_t i = 0; i < parts.size(); ++i) elements.push_back(NewName());
    if (!parts.empty()) AddListed("Split", Input(0), elements, "split", parts, axis);
    if (Input(1).empty() && IntOf(node_, "keepdims", 1) == 0) {
      for (std::string& element : elements) {
        const std::string slice = NewName();
        AddListed("Squeeze", element, {slice}, "axes", {axis});
        element = slice;
      }
    }
    Give(0, std::move(elements));
    return {};
  }

  Status Map() {
    OPDK_TRY(const Elements* first, Sequence(0));
    const auto body = std::find_if(node_.attribute().begin(), node_.attribute().end(),
                                   [](const auto& attribute) { return attribute.name() == "body"; });
    if (body == node_.attribute().end()) return Misfit("its attribute body, a graph, is missing");
    const size_t length = first->size();
    std::vector<Elements> given(static_cast<size_t>(node_.output_size()));
    for (size_t i = 0; i < length; ++i) {
      onnx::NodeProto call;
      call.set_op_type(node_.op_type());
      call.set_name(fmt::format("{}/{}", node_.name().empty() ? node_.output(0) : node_.name(), i));
      for (const std::string& input : node_.input()) {
        const auto sequence = sequences_.elements_.find(input);
        const bool whole = sequence == sequences_.elements_.end();
        if (!whole && sequence->second.size() != length) {
          return Misfit(
              fmt::format("'{}' has {} elements, '{}' has {}", Input(0), length, input, sequence->second.size()));
        }
        call.add_input(whole ? input : sequence->second[i]);
      }
      for (int output = 0; output < node_.output_size(); ++output) {
        call.add_output(values_.NewName(node_.output(output)));
        given[static_cast<size_t>(output)].push_back(call.output(output));
      }
      const onnx::FunctionProto function = FunctionOfBody(body->g(), call);
      OPDK_TRY(const Nodes nodes, InstantiateBody(call, function, values_));
      nodes_.MergeFrom(nodes);
    }
    for (size_t output = 0; output < given.size(); ++output) Give(static_cast<int>(output), std::move(given[output]));
    return {};
  }

  Sequences& sequences_;
  importer::Values& values_;
  const onnx::NodeProto& node_;
  const int64_t opset_;
  Nodes nodes_;
};

bool Sequences::Concern(const onnx::NodeProto& node) const {
  return IsAbout(node.op_type()) || std::any_of(node.input().begin(), node.input().end(),
                                                [&](const std::string& input) { return elements_.contains(input); });
}

Status Sequences::RefuseCaptured(const onnx::NodeProto& node) const {
  for (const auto& attribute : node.attribute()) {
    if (!attribute.has_g()) continue;
    for (const std::string& value : CapturedValues(attribute.g())) {
      if (!elements_.contains(value)) continue;
      return Status(ErrorCode::kOperatorUnknown,
                    fmt::format("{}: its {} uses '{}', a sequence", NodeTitle(node), attribute.name(), value))
          .Hint("take the tensors out of the sequence in front of the node");
    }
  }
  return {};
}

Result<Nodes> Sequences::Replace(const onnx::NodeProto& node, int64_t opset) {
  return Call(*this, node, opset).Replace();
}

}  // namespace opdk::onnx_plugin
