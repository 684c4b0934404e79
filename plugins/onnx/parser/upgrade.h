// Opset upgrades: how a node of an older opset is rewritten to the opset-17 form that the prototypes have. The rewrite
// of an operator stands beside its mapping (plugins/onnx/<group>/<operator>.cc).
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

#include "opdk/registrations.h"
#include "opdk/status.h"
#include "plugins/onnx/parser/value_types.h"

namespace opdk::onnx_plugin {

inline constexpr int64_t kTargetOpset = 17;

// Where the constants that a model's nodes hold, or an upgrade makes, are kept.
class ConstantPool {
 public:
  virtual ~ConstantPool() = default;
  // Stores a tensor under a value name made from `hint` and returns that name.
  virtual std::string AddConstant(const std::string& hint, onnx::TensorProto tensor) = 0;
  // A value name no other value has.
  virtual std::string NewValue(const std::string& hint) = 0;
};

// One node being upgraded, from opset `opset`.
class UpgradeContext {
 public:
  UpgradeContext(int64_t opset, onnx::NodeProto& node, const ValueTypes& types, ConstantPool& pool)
      : opset_(opset), node_(node), types_(types), pool_(pool) {}

  int64_t opset() const { return opset_; }
  onnx::NodeProto& node() { return node_; }
  const ValueTypes& types() const { return types_; }

  // The node's attribute, or nullptr.
  const onnx::AttributeProto* Find(const std::string& attr) const;
  int64_t IntOr(const std::string& attr, int64_t fallback) const;
  // Removes an attribute and returns what it was; an empty message (no name) when the node has none.
  onnx::AttributeProto Take(const std::string& attr);
  void SetInt(const std::string& attr, int64_t value);

  // Input `index` or "" when the node has fewer.
  std::string Input(int index) const;
  // Makes `value` input `index`; inputs that lie before it and are missing become absent ones.
  void SetInput(int index, const std::string& value);
  // Moves an attribute of type INTS into an int64 input; nothing happens when it isn't set.
  void IntsToInput(const std::string& attr, int index);
  std::string AddInts(const std::string& hint, const std::vector<int64_t>& values);
  // A 0-d constant of `value`'s element type (float when not known).
  std::string AddScalarLike(const std::string& hint, float scalar, const std::string& value);
  std::string NewValue(const std::string& hint) { return pool_.NewValue(hint); }

  // Further nodes in opset-17 form, before and after this one.
  onnx::NodeProto& AddBefore(const std::string& type, const std::vector<std::string>& inputs,
                             const std::vector<std::string>& outputs);
  onnx::NodeProto& AddAfter(const std::string& type, const std::vector<std::string>& inputs,
                            const std::vector<std::string>& outputs);
  std::vector<onnx::NodeProto>& before() { return before_; }
  std::vector<onnx::NodeProto>& after() { return after_; }

  // E2001: the node uses something the upgrade can't express.
  Status Refuse(const std::string& why) const;

 private:
  int64_t opset_;
  onnx::NodeProto& node_;
  const ValueTypes& types_;
  ConstantPool& pool_;
  std::vector<onnx::NodeProto> before_;
  std::vector<onnx::NodeProto> after_;
};

using UpgradeFn = Status (*)(UpgradeContext& context);

// Rewrites context.node() to opset-17 form. Nodes without a registered upgrade only lose what every operator lost.
Status UpgradeNode(UpgradeContext& context);

// opset < 7: B's shape was laid against A's dimensions from `axis` on; since then only trailing dimensions match.
Status UpgradeLegacyBroadcast(UpgradeContext& context);

struct OPDK_HIDDEN UpgradeRegister {
  UpgradeRegister(std::initializer_list<const char*> types, UpgradeFn function);
};

}  // namespace opdk::onnx_plugin

// OPDK_UPGRADE_ONNX(Function, "Squeeze", "Unsqueeze"): `Function` rewrites older forms of these operators.
#define OPDK_UPGRADE_ONNX(function, ...) OPDK_UPGRADE_ONNX_AS(__COUNTER__, function, __VA_ARGS__)
#define OPDK_UPGRADE_ONNX_AS(number, function, ...) OPDK_UPGRADE_ONNX_NAMED(number, function, __VA_ARGS__)
#define OPDK_UPGRADE_ONNX_NAMED(number, function, ...) \
  static const ::opdk::onnx_plugin::UpgradeRegister g_upgrade_##function##number({__VA_ARGS__}, function)
