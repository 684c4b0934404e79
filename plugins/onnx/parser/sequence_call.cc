#include "plugins/onnx/parser/sequence_call.h"

#include <fmt/format.h>

#include "plugins/onnx/parser/importer_steps.h"
#include "plugins/onnx/parser/onnx_framework.h"

namespace opdk::onnx_plugin {
namespace {

// Since this opset the axes of Squeeze and Unsqueeze and the parts of Split are inputs.
constexpr int64_t kListsAreInputs = 13;

}  // namespace

const onnx::AttributeProto* AttributeOf(const onnx::NodeProto& node, const char* name) {
  for (const auto& attribute : node.attribute()) {
    if (attribute.name() == name) return &attribute;
  }
  return nullptr;
}

int64_t IntOf(const onnx::NodeProto& node, const char* name, int64_t fallback) {
  const auto* attribute = AttributeOf(node, name);
  return attribute == nullptr ? fallback : attribute->i();
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

Status SequenceCall::Refuse(const std::string& why) const {
  return Status(ErrorCode::kOperatorUnknown, fmt::format("{}: {}", NodeTitle(node_), why))
      .Hint("take the tensors out of the sequence in front of the node");
}

Status SequenceCall::Misfit(const std::string& why) const {
  return Status(ErrorCode::kModelInvalid, fmt::format("{}: {}", NodeTitle(node_), why));
}

std::string SequenceCall::NewInts(const std::vector<int64_t>& numbers) {
  return AddInt64s(sequences_.graph(), numbers);
}

std::string SequenceCall::Number(int64_t number) { return AddInt64s(sequences_.graph(), {number}, true); }

Result<Sequence> SequenceCall::SequenceAt(int i) const {
  if (const Sequence* found = sequences_.Find(Input(i)); found != nullptr) return *found;
  return Misfit(fmt::format("input '{}' is no sequence", Input(i)));
}

void SequenceCall::Give(int output, Sequence sequence) {
  if (output < node_.output_size()) sequences_.Define(node_.output(output), std::move(sequence));
}

onnx::NodeProto& SequenceCall::Add(const std::string& type, const Names& inputs, const Names& outputs) {
  auto* node = nodes_.Add();
  node->set_op_type(type);
  node->set_name(fmt::format("{}/{}_{}", node_.name().empty() ? node_.output(0) : node_.name(), type, nodes_.size()));
  for (const std::string& input : inputs) node->add_input(input);
  for (const std::string& output : outputs) node->add_output(output);
  return *node;
}

onnx::NodeProto& SequenceCall::AddListed(Sequences::Nodes& nodes, const std::string& type, const std::string& input,
                                         const Names& outputs, const char* list, const std::vector<int64_t>& numbers) {
  onnx::NodeProto& node = *nodes.Add();
  node.set_op_type(type);
  node.set_name(outputs.front());
  node.add_input(input);
  for (const std::string& output : outputs) node.add_output(output);
  if (opset_ >= kListsAreInputs) {
    node.add_input(NewInts(numbers));
  } else {
    SetInts(node, list, numbers);
  }
  return node;
}

}  // namespace opdk::onnx_plugin
