// Upgrades: how a node of an older version of its framework is rewritten to the form that this package's mappings take.
// The rewrite of an operator stands beside its mapping.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "opdk/status.h"
#include "opdk/visibility.h"
#include "plugins/importer/source_node.h"
#include "plugins/importer/values.h"
#include "register/register_fmk_types.h"

namespace opdk::importer {

class Framework;

// One node being upgraded.
class UpgradeContext {
 public:
  UpgradeContext(const Framework& framework, SourceNode& node, Values& values)
      : framework_(framework), node_(node), values_(values), given_(node) {}

  // Returns the version of the node as the model has it.
  int64_t version() const { return node_.version; }
  SourceNode& node() { return node_; }
  Values& values() { return values_; }

  // Returns the node's attribute. Empty when the node has no attribute of this name and type.
  template <typename T>
  std::optional<T> Get(const std::string& attr) const {
    read_.insert(attr);
    const auto found = node_.attributes.find(attr);
    const T* value = found == node_.attributes.end() ? nullptr : std::get_if<T>(&found->second);
    return value == nullptr ? std::nullopt : std::optional<T>(*value);
  }
  // Returns the node's attribute of any type. nullptr: the node has none of this name.
  const Attr* Attribute(const std::string& attr) const {
    read_.insert(attr);
    const auto found = node_.attributes.find(attr);
    return found == node_.attributes.end() ? nullptr : &found->second;
  }
  int64_t IntOr(const std::string& attr, int64_t fallback) const { return Get<int64_t>(attr).value_or(fallback); }
  bool Has(const std::string& attr) const {
    read_.insert(attr);
    return node_.attributes.contains(attr);
  }
  // Takes the attribute out of the node and returns it, else like Get.
  template <typename T>
  std::optional<T> Take(const std::string& attr) {
    std::optional<T> value = Get<T>(attr);
    if (value) Drop(attr);
    return value;
  }
  void Drop(const std::string& attr) {
    read_.insert(attr);
    node_.attributes.erase(attr);
  }
  // Renames the attribute. Does nothing when the node has none of this name.
  void Rename(const std::string& attr, const std::string& to) {
    read_.insert(attr);
    auto taken = node_.attributes.extract(attr);
    if (taken.empty()) return;
    taken.key() = to;
    node_.attributes.insert(std::move(taken));
  }
  // Turns an integer attribute that is 0 or 1 (as ONNX writes truth values) into a truth value.
  Status IntToBool(const std::string& attr) {
    const auto value = Get<int64_t>(attr);
    if (!value) return {};
    if (*value != 0 && *value != 1) return Refuse(attr + " is " + std::to_string(*value) + ", not 0 or 1");
    Set(attr, *value == 1);
    return {};
  }
  void Set(const std::string& attr, Attr value) { node_.attributes.insert_or_assign(attr, std::move(value)); }

  // Returns the name of input `index`, or "" when the node has fewer inputs.
  std::string Input(size_t index) const {
    taken_.insert(index);
    return index < node_.inputs.size() ? node_.inputs[index] : "";
  }
  // Returns the names of all inputs, in order.
  std::vector<std::string> Inputs() const {
    for (size_t i = 0; i < node_.inputs.size(); ++i) taken_.insert(i);
    return node_.inputs;
  }
  // Makes `value` input `index`. Missing inputs in front of it become absent inputs.
  void SetInput(size_t index, const std::string& value);
  // Moves an attribute that is a list of integers into an int64 input; nothing happens when it isn't set.
  void IntsToInput(const std::string& attr, size_t index);
  // Adds constants called after the node and `hint`; the values' names are returned.
  std::string AddInts(const std::string& hint, const std::vector<int64_t>& values);
  std::string AddInt(const std::string& hint, int64_t value);  // a scalar
  std::string AddScalar(const std::string& hint, float value);

  // Adds further nodes before and after this node. They have the target version's form.
  SourceNode& AddBefore(const std::string& type, std::vector<std::string> inputs, std::vector<std::string> outputs);
  SourceNode& AddAfter(const std::string& type, std::vector<std::string> inputs, std::vector<std::string> outputs);
  std::vector<SourceNode>& before() { return before_; }
  std::vector<SourceNode>& after() { return after_; }

  // Returns E2001: the node uses a feature that the upgrade can't express.
  Status Refuse(const std::string& why) const;
  // Notes that an attribute's value is of no use ("7, which is no truth value").
  void Misread(const std::string& attr, const std::string& what) const;
  // Returns the first note of Misread, as E2009.
  const Status& misread() const { return misread_; }
  // Checks that the upgrade left no attribute or input out. E2009: an attribute that the upgrade neither read nor
  // moved, unless its name, or the part before its first dot, is among `ignored`. E2001: an input that the upgrade
  // didn't take.
  Status CheckAllRead(const std::set<std::string>& ignored) const;

 private:
  SourceNode NewNode(const std::string& type, std::vector<std::string> inputs, std::vector<std::string> outputs) const;
  std::string NameOf(const std::string& hint) const;

  const Framework& framework_;
  SourceNode& node_;
  Values& values_;
  // The node as the model has it; its attributes by name only.
  struct Given {
    explicit Given(const SourceNode& node);
    std::string title, type;
    std::vector<std::string> inputs, attributes;
  };
  const Given given_;
  mutable std::set<std::string, std::less<>> read_;
  mutable std::set<size_t> taken_;
  mutable Status misread_;
  std::vector<SourceNode> before_;
  std::vector<SourceNode> after_;
};

// Adds an operator of Ascend IR with one output before the node. Returns the name of that output.
std::string AddIrStep(UpgradeContext& context, const std::string& type, std::vector<std::string> inputs,
                      AttrMap attributes = {});
// Makes such an operator of the node, with these inputs and attributes.
void BecomeIr(UpgradeContext& context, const std::string& type, std::vector<std::string> inputs,
              AttrMap attributes = {});
// Adds an operator of Ascend IR behind the node, which takes over the node's output `index` and its name. Returns the
// name of the operator's input, which is the node's new output.
std::string AddIrStepAfter(UpgradeContext& context, size_t index, const std::string& type, AttrMap attributes = {});

using UpgradeFn = Status (*)(UpgradeContext& context);

// Returns the upgrade registered for an operator of a framework's standard domain, or of another domain as
// "domain::Type". nullptr: there is none.
UpgradeFn FindUpgrade(domi::FrameworkType framework, const std::string& type);

struct OPDK_HIDDEN UpgradeRegister {
  UpgradeRegister(domi::FrameworkType framework, std::initializer_list<const char*> types, UpgradeFn function);
};

}  // namespace opdk::importer

// OPDK_UPGRADE(ONNX, Function, "Squeeze", "Unsqueeze"): `Function` rewrites older forms of these operators.
#define OPDK_UPGRADE(framework, function, ...) OPDK_UPGRADE_AS(__COUNTER__, framework, function, __VA_ARGS__)
#define OPDK_UPGRADE_AS(number, framework, function, ...) OPDK_UPGRADE_NAMED(number, framework, function, __VA_ARGS__)
#define OPDK_UPGRADE_NAMED(number, framework, function, ...)                                                    \
  static const ::opdk::importer::UpgradeRegister g_upgrade_##function##number(::domi::framework, {__VA_ARGS__}, \
                                                                              function)
