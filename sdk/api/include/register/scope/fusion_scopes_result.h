// FusionScopesResult: the operators that a scope fusion pass makes of matched scopes. Packages include
// register/scope/scope_fusion_pass_register.h.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ge/ge_api_error_codes.h"
#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/operator.h"
#include "graph/operator_factory.h"
#include "graph/types.h"
#include "graph/utils/type_utils.h"
#include "opdk/neutral_text.h"
#include "opdk/visibility.h"

#define CHECK_INNER_NODE_CONDITION(cond, fusion_rlt)  \
  do {                                                \
    if (!(cond)) {                                    \
      if ((fusion_rlt) != nullptr) {                  \
        (fusion_rlt)->SetType(ge::kScopeInvalidType); \
      }                                               \
      return;                                         \
    }                                                 \
  } while (0)

namespace ge {

const int32_t kFusionDisableIndex = 99999;
const char* const kScopeToMultiNodes = "ScopeToMultiNodes";
const char* const kScopeInvalidType = "ScopeInvalidType";
const char* const kInputFromFusionScope = "InputFromFusionScope";
const char* const kOutputToFusionScope = "OutputToFusionScope";

class ScopePassRun;

// The replacement of a matched scope.
class OPDK_HIDDEN FusionScopesResult {
 public:
  // One of several operators that replace a scope (type kScopeToMultiNodes). GetName gives its whole name, the fused
  // scope's name and its own: "net/conv/scale". Functions refer to the other operators by their own names.
  class OPDK_HIDDEN InnerNodeInfo {
   public:
    using Ends = std::vector<std::pair<std::string, int32_t>>;

    explicit InnerNodeInfo(const std::string& fusion_node_name) : fusion_node_name_(fusion_node_name) {}
    explicit InnerNodeInfo(const char* fusion_node_name) : fusion_node_name_(opdk::ToText(fusion_node_name)) {}
    InnerNodeInfo(const std::string& fusion_node_name, const std::string& name, const std::string& type)
        : fusion_node_name_(fusion_node_name), name_(WholeName(name)), type_(type) {}
    InnerNodeInfo(const char* fusion_node_name, const char* name, const char* type)
        : InnerNodeInfo(opdk::ToText(fusion_node_name), opdk::ToText(name), opdk::ToText(type)) {}

    InnerNodeInfo& SetName(const std::string& name) {
      name_ = WholeName(name);
      return *this;
    }
    InnerNodeInfo& SetName(const char* name) { return SetName(opdk::ToText(name)); }
    InnerNodeInfo& SetType(const std::string& type) {
      type_ = type;
      return *this;
    }
    InnerNodeInfo& SetType(const char* type) { return SetType(opdk::ToText(type)); }
    // Feeds the node's next input from output `peer_out_idx` of the inner node `input_node`. kInputFromFusionScope:
    // from that input of the fused scope. `peer_out_idx` -1: `input_node` runs before this node.
    InnerNodeInfo& InsertInput(const std::string& input_node, int32_t peer_out_idx) {
      inputs_.push_back(
          std::make_pair(input_node == kInputFromFusionScope ? input_node : WholeName(input_node), peer_out_idx));
      return *this;
    }
    InnerNodeInfo& InsertInput(const char* input_node, int32_t peer_out_idx) {
      return InsertInput(opdk::ToText(input_node), peer_out_idx);
    }
    // Sends the node's next output to input `peer_in_idx` of the inner node `output_node`. kOutputToFusionScope: to
    // that output of the fused scope. `peer_in_idx` -1: `output_node` runs behind this node.
    InnerNodeInfo& InsertOutput(const std::string& output_node, int32_t peer_in_idx) {
      outputs_.push_back(
          std::make_pair(output_node == kOutputToFusionScope ? output_node : WholeName(output_node), peer_in_idx));
      return *this;
    }
    InnerNodeInfo& InsertOutput(const char* output_node, int32_t peer_in_idx) {
      return InsertOutput(opdk::ToText(output_node), peer_in_idx);
    }
    // Makes the operator from the loaded packages; GRAPH_PARAM_INVALID when none has the type.
    graphStatus BuildInnerNode() {
      if (name_.empty() || !OperatorFactory::IsExistOp(type_)) return GRAPH_PARAM_INVALID;
      operator_ = OperatorFactory::CreateOperator(name_, type_);
      return GRAPH_SUCCESS;
    }
    graphStatus SetInputFormat(const std::string& input_name, const std::string& format) {
      TensorDesc desc = operator_.GetInputDesc(input_name);
      return Formatted(desc, format) ? operator_.UpdateInputDesc(input_name, desc) : GRAPH_PARAM_INVALID;
    }
    graphStatus SetOutputFormat(const std::string& output_name, const std::string& format) {
      TensorDesc desc = operator_.GetOutputDesc(output_name);
      return Formatted(desc, format) ? operator_.UpdateOutputDesc(output_name, desc) : GRAPH_PARAM_INVALID;
    }
    graphStatus SetDynamicInputFormat(const std::string& input_name, uint32_t index, const std::string& format) {
      TensorDesc desc = operator_.GetDynamicInputDesc(input_name, index);
      return Formatted(desc, format) ? operator_.UpdateDynamicInputDesc(input_name, index, desc) : GRAPH_PARAM_INVALID;
    }
    graphStatus SetDynamicOutputFormat(const std::string& output_name, uint32_t index, const std::string& format) {
      TensorDesc desc = operator_.GetDynamicOutputDesc(output_name, index);
      return Formatted(desc, format) ? operator_.UpdateDynamicOutputDesc(output_name, index, desc)
                                     : GRAPH_PARAM_INVALID;
    }
    // Returns the operator; nullptr before BuildInnerNode.
    Operator* MutableOperator() { return operator_.IsEmpty() ? nullptr : &operator_; }
    std::string GetName() const { return name_; }
    graphStatus GetName(AscendString& name) const {
      name = AscendString(name_.c_str());
      return GRAPH_SUCCESS;
    }
    std::string GetType() const { return type_; }
    graphStatus GetType(AscendString& type) const {
      type = AscendString(type_.c_str());
      return GRAPH_SUCCESS;
    }
    Ends GetInputs() const { return inputs_; }
    graphStatus GetInputs(std::vector<std::pair<AscendString, int32_t>>& inputs) const {
      for (const Ends::value_type& end : inputs_) inputs.push_back(std::make_pair(end.first.c_str(), end.second));
      return GRAPH_SUCCESS;
    }
    Ends GetOutputs() const { return outputs_; }
    graphStatus GetOutputs(std::vector<std::pair<AscendString, int32_t>>& outputs) const {
      for (const Ends::value_type& end : outputs_) outputs.push_back(std::make_pair(end.first.c_str(), end.second));
      return GRAPH_SUCCESS;
    }

   private:
    friend class ScopePassRun;

    std::string WholeName(const std::string& name) const {
      if (fusion_node_name_.empty()) return name;
      const bool slash = fusion_node_name_[fusion_node_name_.size() - 1] == '/';
      return fusion_node_name_ + (slash ? "" : "/") + name;
    }
    static bool Formatted(TensorDesc& desc, const std::string& format) {
      const ge::Format parsed = TypeUtils::SerialStringToFormat(format);
      if (parsed == FORMAT_RESERVED) return false;
      desc.SetFormat(parsed);
      desc.SetOriginFormat(parsed);
      return true;
    }
    std::string fusion_node_name_;
    std::string name_;
    std::string type_;
    Ends inputs_;
    Ends outputs_;
    Operator operator_;
  };

  Status Init() { return SUCCESS; }
  void SetName(const std::string& name) { name_ = name; }
  void SetName(const char* name) { name_ = opdk::ToText(name); }
  void SetType(const std::string& type) { type_ = type; }
  void SetType(const char* type) { type_ = opdk::ToText(type); }
  void SetDescription(const std::string& description) { description_ = description; }
  void SetDescription(const char* description) { description_ = opdk::ToText(description); }
  const std::string Name() const { return name_; }
  Status Name(AscendString& name) const {
    name = AscendString(name_.c_str());
    return SUCCESS;
  }
  const std::string& Type() const { return type_; }
  const std::string& Description() const { return description_; }
  const std::vector<OperatorPtr>& Nodes() const { return nodes_; }
  // Maps input i of the scope's node `inner_op_name` to input index_map[i] of the fused operator. `inner_op_name`: the
  // end of the node's name, from a scope's name on ("mul", "inner/mul"). kFusionDisableIndex and missing entries: the
  // input isn't an input of the fused operator.
  void InsertInputs(const std::string& inner_op_name, const std::vector<int32_t>& index_map) {
    inputs_[inner_op_name] = index_map;
  }
  void InsertInputs(const char* inner_op_name, const std::vector<int32_t>& index_map) {
    InsertInputs(opdk::ToText(inner_op_name), index_map);
  }
  void InsertOutputs(const std::string& inner_op_name, const std::vector<int32_t>& index_map) {
    outputs_[inner_op_name] = index_map;
  }
  void InsertOutputs(const char* inner_op_name, const std::vector<int32_t>& index_map) {
    InsertOutputs(opdk::ToText(inner_op_name), index_map);
  }
  const std::unordered_map<std::string, std::vector<int32_t>>& Inputs() const { return inputs_; }
  const std::unordered_map<std::string, std::vector<int32_t>>& Outputs() const { return outputs_; }

  // Adds an inner node, which the result owns.
  InnerNodeInfo* AddInnerNode(const std::string& name, const std::string& type) {
    inner_nodes_.push_back(std::unique_ptr<InnerNodeInfo>(new InnerNodeInfo(name_, name, type)));
    return inner_nodes_.back().get();
  }
  InnerNodeInfo* AddInnerNode(const char* name, const char* type) {
    return AddInnerNode(opdk::ToText(name), opdk::ToText(type));
  }
  InnerNodeInfo* MutableRecentInnerNode() { return inner_nodes_.empty() ? nullptr : inner_nodes_.back().get(); }
  InnerNodeInfo* MutableInnerNode(uint32_t index) {
    return index < inner_nodes_.size() ? inner_nodes_[index].get() : nullptr;
  }
  // Checks the inner nodes. GRAPH_PARAM_INVALID: two inner nodes have the same name, or they don't take and give as
  // many values of the fused scope as InsertInputs and InsertOutputs name.
  graphStatus CheckInnerNodesInfo() {
    std::set<std::string> names;
    size_t taken = 0, given = 0;
    for (const std::unique_ptr<InnerNodeInfo>& node : inner_nodes_) {
      if (!names.insert(node->GetName()).second) return GRAPH_PARAM_INVALID;
      for (const InnerNodeInfo::Ends::value_type& end : node->GetInputs()) taken += end.first == kInputFromFusionScope;
      for (const InnerNodeInfo::Ends::value_type& end : node->GetOutputs()) given += end.first == kOutputToFusionScope;
    }
    return taken == CountIndices(inputs_) && given == CountIndices(outputs_) ? GRAPH_SUCCESS : GRAPH_PARAM_INVALID;
  }

 private:
  friend class ScopePassRun;

  static size_t CountIndices(const std::unordered_map<std::string, std::vector<int32_t>>& ports) {
    size_t count = 0;
    for (const std::pair<const std::string, std::vector<int32_t>>& node : ports) {
      for (const int32_t index : node.second) count += index != kFusionDisableIndex;
    }
    return count;
  }

  std::string name_;
  std::string type_;
  std::string description_;
  std::vector<OperatorPtr> nodes_;
  std::unordered_map<std::string, std::vector<int32_t>> inputs_;
  std::unordered_map<std::string, std::vector<int32_t>> outputs_;
  std::vector<std::unique_ptr<InnerNodeInfo>> inner_nodes_;
};

}  // namespace ge
