#include "plugins/onnx/parser/upgrade.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "plugins/onnx/parser/node_order.h"

namespace opdk::onnx_plugin {
namespace {

std::map<std::string, UpgradeFn>& Upgrades() {
  static std::map<std::string, UpgradeFn> upgrades;
  return upgrades;
}

onnx::NodeProto MakeNode(const onnx::NodeProto& origin, const std::string& type, const std::vector<std::string>& inputs,
                         const std::vector<std::string>& outputs) {
  onnx::NodeProto node;
  node.set_name(fmt::format("{}/{}", origin.name().empty() ? origin.output(0) : origin.name(), type));
  node.set_op_type(type);
  for (const auto& input : inputs) node.add_input(input);
  for (const auto& output : outputs) node.add_output(output);
  return node;
}

}  // namespace

UpgradeRegister::UpgradeRegister(std::initializer_list<const char*> types, UpgradeFn function) {
  for (const char* type : types) Upgrades()[type] = function;
}

const onnx::AttributeProto* UpgradeContext::Find(const std::string& attr) const {
  for (const auto& attribute : node_.attribute()) {
    if (attribute.name() == attr) return &attribute;
  }
  return nullptr;
}

int64_t UpgradeContext::IntOr(const std::string& attr, int64_t fallback) const {
  const auto* found = Find(attr);
  return found == nullptr ? fallback : found->i();
}

onnx::AttributeProto UpgradeContext::Take(const std::string& attr) {
  onnx::AttributeProto taken;
  auto* attributes = node_.mutable_attribute();
  for (int i = 0; i < attributes->size(); ++i) {
    if (attributes->Get(i).name() != attr) continue;
    taken = attributes->Get(i);
    attributes->DeleteSubrange(i, 1);
    break;
  }
  return taken;
}

void UpgradeContext::SetInt(const std::string& attr, int64_t value) {
  Take(attr);
  auto* attribute = node_.add_attribute();
  attribute->set_name(attr);
  attribute->set_type(onnx::AttributeProto::INT);
  attribute->set_i(value);
}

std::string UpgradeContext::Input(int index) const { return index < node_.input_size() ? node_.input(index) : ""; }

void UpgradeContext::SetInput(int index, const std::string& value) {
  while (node_.input_size() <= index) node_.add_input("");
  node_.set_input(index, value);
}

void UpgradeContext::IntsToInput(const std::string& attr, int index) {
  const onnx::AttributeProto taken = Take(attr);
  if (taken.name().empty()) return;
  SetInput(index, AddInts(attr, {taken.ints().begin(), taken.ints().end()}));
}

std::string UpgradeContext::AddInts(const std::string& hint, const std::vector<int64_t>& values) {
  onnx::TensorProto tensor;
  tensor.set_data_type(onnx::TensorProto::INT64);
  tensor.add_dims(static_cast<int64_t>(values.size()));
  for (int64_t value : values) tensor.add_int64_data(value);
  return pool_.AddConstant(fmt::format("{}/{}", node_.output_size() > 0 ? node_.output(0) : "", hint),
                           std::move(tensor));
}

std::string UpgradeContext::AddScalarLike(const std::string& hint, float scalar, const std::string& value) {
  const std::string name = fmt::format("{}/{}", node_.output_size() > 0 ? node_.output(0) : "", hint);
  const int32_t type = types_.ElementType(value);
  onnx::TensorProto tensor;
  tensor.set_data_type(onnx::TensorProto::FLOAT);
  tensor.add_float_data(scalar);
  const std::string constant = pool_.AddConstant(name, std::move(tensor));
  if (type == onnx::TensorProto::FLOAT || type == onnx::TensorProto::UNDEFINED) return constant;
  const std::string cast = pool_.NewValue(name + "/cast");
  auto* to = AddBefore("Cast", {constant}, {cast}).add_attribute();
  to->set_name("to");
  to->set_type(onnx::AttributeProto::INT);
  to->set_i(type);
  return cast;
}

onnx::NodeProto& UpgradeContext::AddBefore(const std::string& type, const std::vector<std::string>& inputs,
                                           const std::vector<std::string>& outputs) {
  before_.push_back(MakeNode(node_, type, inputs, outputs));
  return before_.back();
}

onnx::NodeProto& UpgradeContext::AddAfter(const std::string& type, const std::vector<std::string>& inputs,
                                          const std::vector<std::string>& outputs) {
  after_.push_back(MakeNode(node_, type, inputs, outputs));
  return after_.back();
}

Status UpgradeContext::Refuse(const std::string& why) const {
  return Status(ErrorCode::kModelInvalid, fmt::format("{} of opset {}: {}", NodeTitle(node_), opset_, why));
}

Status UpgradeNode(UpgradeContext& context) {
  // Opset 1 noted here which inputs might be overwritten.
  if (context.opset() < 6) context.Take("consumed_inputs");
  auto found = Upgrades().find(context.node().op_type());
  return found == Upgrades().end() ? Status() : found->second(context);
}

Status UpgradeLegacyBroadcast(UpgradeContext& context) {
  if (context.opset() >= 7) return {};
  const bool broadcast = context.Take("broadcast").i() != 0;
  const onnx::AttributeProto axis_attr = context.Take("axis");
  if (!broadcast || axis_attr.name().empty()) return {};
  const auto rank = context.types().Rank(context.Input(0));
  const auto other_rank = context.types().Rank(context.Input(1));
  if (!rank || !other_rank) return context.Refuse("attribute axis needs inputs of known rank");
  const int64_t axis = axis_attr.i() < 0 ? axis_attr.i() + *rank : axis_attr.i();
  if (axis < 0 || axis + *other_rank > *rank) {
    return context.Refuse(fmt::format("axis {} does not fit inputs of rank {} and {}", axis, *rank, *other_rank));
  }
  std::vector<int64_t> trailing;
  for (int64_t i = *other_rank; i < *rank - axis; ++i) trailing.push_back(i);
  if (trailing.empty()) return {};
  const std::string aligned = context.NewValue(context.Input(1) + "/aligned");
  context.AddBefore("Unsqueeze", {context.Input(1), context.AddInts("axes", trailing)}, {aligned});
  context.SetInput(1, aligned);
  return {};
}

}  // namespace opdk::onnx_plugin
