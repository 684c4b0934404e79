// Scope fusion passes: how a project turns a name scope of a TensorFlow graph into one operator.
//
//   class MyPass : public ge::ScopeBasePass { … };
//   REGISTER_SCOPE_FUSION_PASS("MyPass", MyPass, false);
//
// A pass compiles, its classes hold what it puts into them (so that it can be unit-tested), and its registration is
// kept on a list of this package. No TensorFlow model is read here, so no pass is ever run; `opdk build --cann` names
// each.
#pragma once

#include <cstdint>
#include <memory>
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
#include "opdk/registrations.h"
#include "opdk/visibility.h"
#include "register/register_error_codes.h"
#include "register/register_fmk_types.h"
#include "register/register_types.h"

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

// A name scope. Owns its sub-scopes when it made them (AddSubScope of a test), never its father.
class OPDK_HIDDEN Scope {
 public:
  Scope() = default;
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

  Status Init(const std::string& name, const std::string& sub_type = "", Scope* father_scope = nullptr) {
    name_ = name;
    sub_type_ = sub_type;
    father_ = father_scope;
    if (father_ != nullptr) father_->sub_scopes_.push_back(this);
    return SUCCESS;
  }
  Status Init(const char* name, const char* sub_type = "", Scope* father_scope = nullptr) {
    if (name == nullptr || sub_type == nullptr) return FAILED;
    return Init(std::string(name), std::string(sub_type), father_scope);
  }
  const std::string& Name() const { return name_; }
  Status Name(AscendString& name) const {
    name = AscendString(name_.c_str());
    return SUCCESS;
  }
  const std::string& SubType() const { return sub_type_; }
  Status SubType(AscendString& sub_type) const {
    sub_type = AscendString(sub_type_.c_str());
    return SUCCESS;
  }
  // The part of the name after the last '/' but one: "conv" of "net/conv/".
  const std::string LastName() const {
    std::string name = name_;
    if (!name.empty() && name[name.size() - 1] == '/') name.erase(name.size() - 1);
    const size_t slash = name.rfind('/');
    return slash == std::string::npos ? name : name.substr(slash + 1);
  }
  Status LastName(AscendString& name) const {
    name = AscendString(LastName().c_str());
    return SUCCESS;
  }
  const std::unordered_map<std::string, OperatorPtr>& AllNodesMap() const { return nodes_; }
  Status AllNodesMap(std::unordered_map<AscendString, OperatorPtr>& node_map) const {
    for (const std::pair<const std::string, OperatorPtr>& node : nodes_) node_map[node.first.c_str()] = node.second;
    return SUCCESS;
  }
  // nullptr when there is none.
  Scope* GetSubScope(const std::string& scope_name) const {
    for (Scope* scope : sub_scopes_) {
      if (scope->Name() == scope_name) return scope;
    }
    return nullptr;
  }
  Scope* GetSubScope(const char* scope_name) const {
    return scope_name == nullptr ? nullptr : GetSubScope(std::string(scope_name));
  }
  // Direct ones first, then those below each.
  const std::vector<Scope*>& GetAllSubScopes() const {
    all_sub_scopes_ = sub_scopes_;
    for (size_t i = 0; i < all_sub_scopes_.size(); ++i) {
      const std::vector<Scope*>& below = all_sub_scopes_[i]->sub_scopes_;
      all_sub_scopes_.insert(all_sub_scopes_.end(), below.begin(), below.end());
    }
    return all_sub_scopes_;
  }
  const Scope* GetFatherScope() const { return father_; }

 private:
  std::string name_;
  std::string sub_type_;
  Scope* father_ = nullptr;
  std::vector<Scope*> sub_scopes_;
  mutable std::vector<Scope*> all_sub_scopes_;
  std::unordered_map<std::string, OperatorPtr> nodes_;
};

// What a matched scope becomes.
class OPDK_HIDDEN FusionScopesResult {
 public:
  // One of the operators a scope becomes, when it becomes several.
  class OPDK_HIDDEN InnerNodeInfo {
   public:
    using Ends = std::vector<std::pair<std::string, int32_t>>;

    explicit InnerNodeInfo(const std::string& fusion_node_name) : fusion_node_name_(fusion_node_name) {}
    explicit InnerNodeInfo(const char* fusion_node_name) : fusion_node_name_(fusion_node_name) {}
    InnerNodeInfo(const std::string& fusion_node_name, const std::string& name, const std::string& type)
        : fusion_node_name_(fusion_node_name), name_(name), type_(type) {}
    InnerNodeInfo(const char* fusion_node_name, const char* name, const char* type)
        : fusion_node_name_(fusion_node_name), name_(name), type_(type) {}

    InnerNodeInfo& SetName(const std::string& name) {
      name_ = name;
      return *this;
    }
    InnerNodeInfo& SetName(const char* name) { return SetName(std::string(name)); }
    InnerNodeInfo& SetType(const std::string& type) {
      type_ = type;
      return *this;
    }
    InnerNodeInfo& SetType(const char* type) { return SetType(std::string(type)); }
    InnerNodeInfo& InsertInput(const std::string& input_node, int32_t peer_out_idx) {
      inputs_.push_back(std::make_pair(input_node, peer_out_idx));
      return *this;
    }
    InnerNodeInfo& InsertInput(const char* input_node, int32_t peer_out_idx) {
      return InsertInput(std::string(input_node), peer_out_idx);
    }
    InnerNodeInfo& InsertOutput(const std::string& output_node, int32_t peer_in_idx) {
      outputs_.push_back(std::make_pair(output_node, peer_in_idx));
      return *this;
    }
    InnerNodeInfo& InsertOutput(const char* output_node, int32_t peer_in_idx) {
      return InsertOutput(std::string(output_node), peer_in_idx);
    }
    // Makes the operator from the loaded packages; GRAPH_PARAM_INVALID when none has the type.
    graphStatus BuildInnerNode() {
      if (name_.empty() || !OperatorFactory::IsExistOp(type_)) return GRAPH_PARAM_INVALID;
      operator_ = OperatorFactory::CreateOperator(fusion_node_name_ + "/" + name_, type_);
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
    // nullptr before BuildInnerNode.
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
    Ends GetOutputs() const { return outputs_; }

   private:
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
  void SetName(const char* name) { name_ = name == nullptr ? "" : name; }
  void SetType(const std::string& type) { type_ = type; }
  void SetType(const char* type) { type_ = type == nullptr ? "" : type; }
  void SetDescription(const std::string& description) { description_ = description; }
  void SetDescription(const char* description) { description_ = description == nullptr ? "" : description; }
  const std::string Name() const { return name_; }
  Status Name(AscendString& name) const {
    name = AscendString(name_.c_str());
    return SUCCESS;
  }
  const std::string& Type() const { return type_; }
  const std::string& Description() const { return description_; }
  const std::vector<OperatorPtr>& Nodes() const { return nodes_; }
  // Input i of the inner operator is input index_map[i] of the fused one; kFusionDisableIndex: not one of them.
  void InsertInputs(const std::string& inner_op_name, const std::vector<int32_t>& index_map) {
    inputs_[inner_op_name] = index_map;
  }
  void InsertInputs(const char* inner_op_name, const std::vector<int32_t>& index_map) {
    InsertInputs(std::string(inner_op_name), index_map);
  }
  void InsertOutputs(const std::string& inner_op_name, const std::vector<int32_t>& index_map) {
    outputs_[inner_op_name] = index_map;
  }
  void InsertOutputs(const char* inner_op_name, const std::vector<int32_t>& index_map) {
    InsertOutputs(std::string(inner_op_name), index_map);
  }
  const std::unordered_map<std::string, std::vector<int32_t>>& Inputs() const { return inputs_; }
  const std::unordered_map<std::string, std::vector<int32_t>>& Outputs() const { return outputs_; }

  // Owned by the result.
  InnerNodeInfo* AddInnerNode(const std::string& name, const std::string& type) {
    inner_nodes_.push_back(std::unique_ptr<InnerNodeInfo>(new InnerNodeInfo(name_, name, type)));
    return inner_nodes_.back().get();
  }
  InnerNodeInfo* AddInnerNode(const char* name, const char* type) {
    return AddInnerNode(std::string(name), std::string(type));
  }
  InnerNodeInfo* MutableRecentInnerNode() { return inner_nodes_.empty() ? nullptr : inner_nodes_.back().get(); }
  InnerNodeInfo* MutableInnerNode(uint32_t index) {
    return index < inner_nodes_.size() ? inner_nodes_[index].get() : nullptr;
  }
  // GRAPH_PARAM_INVALID for an inner node without a name, a type or any end.
  graphStatus CheckInnerNodesInfo() {
    for (const std::unique_ptr<InnerNodeInfo>& node : inner_nodes_) {
      if (node->GetName().empty() || node->GetType().empty() ||
          (node->GetInputs().empty() && node->GetOutputs().empty())) {
        return GRAPH_PARAM_INVALID;
      }
    }
    return GRAPH_SUCCESS;
  }

 private:
  std::string name_;
  std::string type_;
  std::string description_;
  std::vector<OperatorPtr> nodes_;
  std::unordered_map<std::string, std::vector<int32_t>> inputs_;
  std::unordered_map<std::string, std::vector<int32_t>> outputs_;
  std::vector<std::unique_ptr<InnerNodeInfo>> inner_nodes_;
};

class OPDK_HIDDEN ScopeTree {
 public:
  Status Init() { return SUCCESS; }
  const std::vector<Scope*>& GetAllScopes() const { return scopes_; }

 private:
  std::vector<Scope*> scopes_;
};

class OPDK_HIDDEN ScopeGraph {
 public:
  Status Init() { return SUCCESS; }
  const ScopeTree* GetScopeTree() const { return &tree_; }
  const std::unordered_map<std::string, OperatorPtr>& GetNodesMap() const { return nodes_; }
  Status GetNodesMap(std::unordered_map<AscendString, OperatorPtr>& nodes_map) const {
    for (const std::pair<const std::string, OperatorPtr>& node : nodes_) nodes_map[node.first.c_str()] = node.second;
    return SUCCESS;
  }

 private:
  ScopeTree tree_;
  std::unordered_map<std::string, OperatorPtr> nodes_;
};

// The value an attribute must have.
class OPDK_HIDDEN ScopeAttrValue {
 public:
  void SetIntValue(int64_t value) { int_ = value; }
  void SetFloatValue(float value) { float_ = value; }
  void SetStringValue(const std::string& value) { string_ = value; }
  void SetStringValue(const char* value) { string_ = value == nullptr ? "" : value; }
  void SetBoolValue(bool value) { bool_ = value; }

 private:
  int64_t int_ = 0;
  float float_ = 0.0f;
  std::string string_;
  bool bool_ = false;
};

// The scope holds `num` operators of the type, or `num` and any multiple of `step` more.
class OPDK_HIDDEN NodeOpTypeFeature {
 public:
  NodeOpTypeFeature(const std::string& node_type, int num, int step = 0)
      : node_type_(node_type), num_(num), step_(step) {}
  NodeOpTypeFeature(const char* node_type, int num, int step = 0) : node_type_(node_type), num_(num), step_(step) {}

 private:
  std::string node_type_;
  int num_;
  int step_;
};

class OPDK_HIDDEN NodeAttrFeature {
 public:
  NodeAttrFeature(const std::string& node_type, const std::string& attr_name, ge::DataType data_type,
                  ScopeAttrValue& attr_value)
      : node_type_(node_type), attr_name_(attr_name), data_type_(data_type), attr_value_(attr_value) {}
  NodeAttrFeature(const char* node_type, const char* attr_name, ge::DataType data_type, ScopeAttrValue& attr_value)
      : node_type_(node_type), attr_name_(attr_name), data_type_(data_type), attr_value_(attr_value) {}

 private:
  std::string node_type_;
  std::string attr_name_;
  ge::DataType data_type_;
  ScopeAttrValue attr_value_;
};

class OPDK_HIDDEN ScopeFeature {
 public:
  ScopeFeature(const std::string& sub_type, int32_t num, const std::string& suffix = "",
               const std::string& sub_scope_mask = "", int step = 0)
      : sub_type_(sub_type), num_(num), suffix_(suffix), sub_scope_mask_(sub_scope_mask), step_(step) {}
  ScopeFeature(const char* sub_type, int32_t num, const char* suffix, const char* sub_scope_mask, int step = 0)
      : sub_type_(sub_type), num_(num), suffix_(suffix), sub_scope_mask_(sub_scope_mask), step_(step) {}

 private:
  std::string sub_type_;
  int32_t num_;
  std::string suffix_;
  std::string sub_scope_mask_;
  int step_;
};

class OPDK_HIDDEN ScopePattern {
 public:
  ScopePattern& SetSubType(const std::string& sub_type) {
    sub_type_ = sub_type;
    return *this;
  }
  ScopePattern& SetSubType(const char* sub_type) { return SetSubType(std::string(sub_type)); }
  ScopePattern& AddNodeOpTypeFeature(NodeOpTypeFeature feature) {
    type_features_.push_back(feature);
    return *this;
  }
  ScopePattern& AddNodeAttrFeature(NodeAttrFeature feature) {
    attr_features_.push_back(feature);
    return *this;
  }
  ScopePattern& AddScopeFeature(ScopeFeature feature) {
    scope_features_.push_back(feature);
    return *this;
  }
  const std::string& SubType() const { return sub_type_; }

 private:
  std::string sub_type_;
  std::vector<NodeOpTypeFeature> type_features_;
  std::vector<NodeAttrFeature> attr_features_;
  std::vector<ScopeFeature> scope_features_;
};

class OPDK_HIDDEN ScopesResult {
 public:
  void SetScopes(std::vector<Scope*>& scopes) { scopes_ = scopes; }
  void SetNodes(std::vector<OperatorPtr>& nodes) { nodes_ = nodes; }
  const std::vector<Scope*>& Scopes() const { return scopes_; }
  const std::vector<OperatorPtr>& Nodes() const { return nodes_; }

 private:
  std::vector<Scope*> scopes_;
  std::vector<OperatorPtr> nodes_;
};

// Batches of patterns: each batch is matched on what the one before it left.
using ScopeFusionPatterns = std::vector<std::vector<ScopePattern*>>;

class OPDK_HIDDEN ScopeBasePass {
 public:
  virtual ~ScopeBasePass() {}

 protected:
  virtual std::vector<ScopeFusionPatterns> DefinePatterns() = 0;
  virtual std::string PassName() = 0;
  virtual Status LastMatchScopesAndOPs(std::shared_ptr<ScopeGraph>& scope_graph,
                                       std::vector<ScopesResult>& results) = 0;
  virtual void GenerateFusionResult(const std::vector<Scope*>& scopes, FusionScopesResult* fusion_rlt) = 0;
};

class OPDK_HIDDEN ScopeFusionPassRegistry {
 public:
  using CreateFn = ScopeBasePass* (*)();
  // This package's own.
  static ScopeFusionPassRegistry& GetInstance() {
    static ScopeFusionPassRegistry registry;
    return registry;
  }
  void RegisterScopeFusionPass(const std::string& pass_name, CreateFn create_fn, bool is_general) {
    (void)is_general;
    if (creators_.insert(std::make_pair(pass_name, create_fn)).second) names_.push_back(pass_name);
  }
  // In order of registration.
  std::vector<std::string> GetAllRegisteredPasses() const { return names_; }
  // nullptr when there is none of that name.
  std::unique_ptr<ScopeBasePass> CreateScopeFusionPass(const std::string& pass_name) const {
    const auto found = creators_.find(pass_name);
    return std::unique_ptr<ScopeBasePass>(found == creators_.end() ? nullptr : found->second());
  }

 private:
  std::unordered_map<std::string, CreateFn> creators_;
  std::vector<std::string> names_;
};

class OPDK_HIDDEN ScopeFusionPassRegistrar {
 public:
  ScopeFusionPassRegistrar(const char* pass_name, ScopeFusionPassRegistry::CreateFn create_fn, bool is_general) {
    if (pass_name == nullptr) return;
    ScopeFusionPassRegistry::GetInstance().RegisterScopeFusionPass(pass_name, create_fn, is_general);
    opdk::RegistrationList::Local().AppendFirst(opdk::RegistrationEntry(
        opdk::EntryKind::kScopePass, sizeof(opdk::RegistrationEntry), pass_name, opdk::SourcePlace()));
  }
};

class OPDK_HIDDEN ScopeUtil {
 public:
  static std::string StringReplaceAll(std::string text, const std::string& old_value, const std::string& new_value) {
    if (old_value.empty()) return text;
    for (size_t at = text.find(old_value); at != std::string::npos; at = text.find(old_value, at + new_value.size())) {
      text.replace(at, old_value.size(), new_value);
    }
    return text;
  }
  static AscendString StringReplaceAll(const char* text, const char* old_value, const char* new_value) {
    return AscendString(StringReplaceAll(std::string(text), std::string(old_value), std::string(new_value)).c_str());
  }
  static void FreeScopePatterns(ScopeFusionPatterns& patterns) {
    for (std::vector<ScopePattern*>& batch : patterns) FreeOneBatchPattern(batch);
    patterns.clear();
  }
  static void FreeOneBatchPattern(std::vector<ScopePattern*>& one_batch_pattern) {
    for (ScopePattern* pattern : one_batch_pattern) delete pattern;
    one_batch_pattern.clear();
  }
};

}  // namespace ge

#define REGISTER_SCOPE_FUSION_PASS(pass_name, scope_pass, is_general) \
  OPDK_REGISTER_SCOPE_PASS_AS(__COUNTER__, pass_name, scope_pass, is_general)
#define OPDK_REGISTER_SCOPE_PASS_AS(number, pass_name, scope_pass, is_general) \
  OPDK_REGISTER_SCOPE_PASS_NAMED(number, pass_name, scope_pass, is_general)
#define OPDK_REGISTER_SCOPE_PASS_NAMED(number, pass_name, scope_pass, is_general)                    \
  static ::ge::ScopeFusionPassRegistrar register_scope_fusion_pass##number __attribute__((unused)) ( \
      pass_name, []() -> ::ge::ScopeBasePass* { return new scope_pass(); }, is_general)
