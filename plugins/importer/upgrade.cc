#include "plugins/importer/upgrade.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "plugins/importer/attribute_check.h"
#include "plugins/importer/framework.h"

namespace opdk::importer {
namespace {

using UpgradeKey = std::pair<int, std::string>;

std::map<UpgradeKey, UpgradeFn>& Upgrades() {
  static std::map<UpgradeKey, UpgradeFn> upgrades;
  return upgrades;
}

}  // namespace

UpgradeRegister::UpgradeRegister(domi::FrameworkType framework, std::initializer_list<const char*> types,
                                 UpgradeFn function) {
  for (const char* type : types) Upgrades()[{static_cast<int>(framework), type}] = function;
}

UpgradeFn FindUpgrade(domi::FrameworkType framework, const std::string& type) {
  const auto found = Upgrades().find({static_cast<int>(framework), type});
  return found == Upgrades().end() ? nullptr : found->second;
}

UpgradeContext::Given::Given(const SourceNode& node) : title(NodeTitle(node)), type(node.type), inputs(node.inputs) {
  for (const auto& [name, value] : node.attributes) attributes.push_back(name);
}

void UpgradeContext::Misread(const std::string& attr, const std::string& what) const {
  if (misread_.ok())
    misread_ = Status(ErrorCode::kAttrInvalid, fmt::format("{}: its attribute '{}' is {}", given_.title, attr, what));
}

Status UpgradeContext::CheckAllRead(const std::set<std::string>& ignored) const {
  const bool same_operator = node_.type == given_.type && node_.domain != kIrDomain;
  for (const std::string& name : given_.attributes) {
    const bool left = same_operator && node_.attributes.contains(name);
    if (left || read_.contains(name) || ignored.contains(name) || ignored.contains(name.substr(0, name.find('.'))))
      continue;
    return UnknownAttribute(given_.title, name, given_.type, {read_.begin(), read_.end()}).Hint("correct the model");
  }
  for (size_t i = 0; i < given_.inputs.size(); ++i) {
    if (same_operator || taken_.contains(i)) continue;
    return Status(ErrorCode::kModelInvalid, fmt::format("{}: {} doesn't take its input {}, '{}'", given_.title,
                                                        given_.type, i, given_.inputs[i]));
  }
  return {};
}

void UpgradeContext::SetInput(size_t index, const std::string& value) {
  if (node_.inputs.size() <= index) node_.inputs.resize(index + 1);
  node_.inputs[index] = value;
}

void UpgradeContext::IntsToInput(const std::string& attr, size_t index) {
  if (const auto taken = Take<std::vector<int64_t>>(attr)) SetInput(index, AddInts(attr, *taken));
}

std::string UpgradeContext::NameOf(const std::string& hint) const {
  return fmt::format("{}/{}", node_.outputs.empty() ? "" : node_.outputs.front(), hint);
}

std::string UpgradeContext::AddInts(const std::string& hint, const std::vector<int64_t>& values) {
  const ge::TensorDesc desc(ge::Shape({static_cast<int64_t>(values.size())}), ge::FORMAT_ND, ge::DT_INT64);
  return values_.NewConstant(
      NameOf(hint), ge::Tensor(desc, reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(int64_t)));
}

std::string UpgradeContext::AddInt(const std::string& hint, int64_t value) {
  const ge::TensorDesc desc(ge::Shape(), ge::FORMAT_ND, ge::DT_INT64);
  return values_.NewConstant(NameOf(hint), ge::Tensor(desc, reinterpret_cast<const uint8_t*>(&value), sizeof(value)));
}

std::string UpgradeContext::AddScalar(const std::string& hint, float value) {
  const ge::TensorDesc desc(ge::Shape(), ge::FORMAT_ND, ge::DT_FLOAT);
  return values_.NewConstant(NameOf(hint), ge::Tensor(desc, reinterpret_cast<const uint8_t*>(&value), sizeof(value)));
}

SourceNode UpgradeContext::NewNode(const std::string& type, std::vector<std::string> inputs,
                                   std::vector<std::string> outputs) const {
  SourceNode node;
  const std::string& origin = node_.name.empty() && !node_.outputs.empty() ? node_.outputs.front() : node_.name;
  node.name = fmt::format("{}/{}", origin, type);
  node.domain = framework_.StandardDomain();
  node.type = type;
  node.version = std::max(node_.version, framework_.TargetVersion());
  node.inputs = std::move(inputs);
  node.outputs = std::move(outputs);
  return node;
}

SourceNode& UpgradeContext::AddBefore(const std::string& type, std::vector<std::string> inputs,
                                      std::vector<std::string> outputs) {
  return before_.emplace_back(NewNode(type, std::move(inputs), std::move(outputs)));
}

SourceNode& UpgradeContext::AddAfter(const std::string& type, std::vector<std::string> inputs,
                                     std::vector<std::string> outputs) {
  return after_.emplace_back(NewNode(type, std::move(inputs), std::move(outputs)));
}

std::string AddIrStep(UpgradeContext& context, const std::string& type, std::vector<std::string> inputs,
                      AttrMap attributes) {
  const std::string output = context.values().NewName(fmt::format("{}/{}", context.node().outputs.front(), type));
  SourceNode& step = context.AddBefore(type, std::move(inputs), {output});
  step.domain = kIrDomain;
  step.attributes = std::move(attributes);
  return output;
}

void BecomeIr(UpgradeContext& context, const std::string& type, std::vector<std::string> inputs, AttrMap attributes) {
  SourceNode& node = context.node();
  node.domain = kIrDomain;
  node.type = type;
  node.inputs = std::move(inputs);
  node.attributes = std::move(attributes);
}

std::string AddIrStepAfter(UpgradeContext& context, size_t index, const std::string& type, AttrMap attributes) {
  std::string& output = context.node().outputs.at(index);
  const std::string given = context.values().NewName(fmt::format("{}/{}", output, type));
  SourceNode& step = context.AddAfter(type, {given}, {output});
  step.domain = kIrDomain;
  step.attributes = std::move(attributes);
  output = given;
  return given;
}

Status UpgradeContext::Refuse(const std::string& why) const {
  const bool counted = framework_.TargetVersion() > 0;
  return Status(ErrorCode::kModelInvalid,
                fmt::format("{}{}: {}", NodeTitle(node_),
                            counted ? fmt::format(" of {} {}", framework_.VersionWord(), node_.version) : "", why));
}

}  // namespace opdk::importer
