// The name scopes of a TensorFlow graph, as a scope fusion pass sees them. Packages include
// register/scope/scope_fusion_pass_register.h.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ge/ge_api_error_codes.h"
#include "graph/ascend_string.h"
#include "graph/operator.h"
#include "opdk/neutral_text.h"
#include "opdk/scope_fusion.h"
#include "opdk/visibility.h"

namespace ge {

class ScopeTree;
class ScopePassRun;

// A name scope: "net/conv/" has the nodes "net/conv/MatMul", "net/conv/inner/Relu" and so on. The outermost scope is
// "root" and has all nodes. Owns nothing.
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
    return Init(opdk::ToText(name), opdk::ToText(sub_type), father_scope);
  }
  const std::string& Name() const { return name_; }
  Status Name(AscendString& name) const {
    name = AscendString(name_.c_str());
    return SUCCESS;
  }
  // Returns the sub-type of the pattern that the scope matches (ScopePattern::SetSubType); "" when it matches none.
  const std::string& SubType() const { return sub_type_; }
  Status SubType(AscendString& sub_type) const {
    sub_type = AscendString(sub_type_.c_str());
    return SUCCESS;
  }
  // Returns the innermost name without TensorFlow's number: "conv" for "net/conv_2/".
  const std::string LastName() const {
    std::string name = name_;
    if (!name.empty() && name[name.size() - 1] == '/') name.erase(name.size() - 1);
    const size_t slash = name.rfind('/');
    if (slash != std::string::npos) name.erase(0, slash + 1);
    const size_t number = name.rfind('_');
    if (number == std::string::npos || number + 1 == name.size()) return name;
    const bool digits = name.find_first_not_of("0123456789", number + 1) == std::string::npos;
    const bool above_zero = name.find_first_not_of('0', number + 1) != std::string::npos;
    return digits && above_zero ? name.substr(0, number) : name;
  }
  Status LastName(AscendString& name) const {
    name = AscendString(LastName().c_str());
    return SUCCESS;
  }
  // Returns the nodes of this scope and its sub-scopes by their whole names.
  const std::unordered_map<std::string, OperatorPtr>& AllNodesMap() const {
    if (!all_nodes_.empty() || source_ == nullptr) return all_nodes_;
    AddNodesTo(all_nodes_);
    for (const Scope* scope : GetAllSubScopes()) scope->AddNodesTo(all_nodes_);
    return all_nodes_;
  }
  Status AllNodesMap(std::unordered_map<AscendString, OperatorPtr>& node_map) const {
    for (const std::pair<const std::string, OperatorPtr>& node : AllNodesMap()) {
      node_map[node.first.c_str()] = node.second;
    }
    return SUCCESS;
  }
  // Returns the sub-scope with that whole name ("net/conv/") directly in this scope; nullptr when there is none.
  Scope* GetSubScope(const std::string& scope_name) const {
    for (Scope* scope : sub_scopes_) {
      if (scope->Name() == scope_name) return scope;
    }
    return nullptr;
  }
  Scope* GetSubScope(const char* scope_name) const { return GetSubScope(opdk::ToText(scope_name)); }
  // Returns all sub-scopes: direct ones first, then those below each.
  const std::vector<Scope*>& GetAllSubScopes() const {
    all_sub_scopes_ = sub_scopes_;
    for (size_t i = 0; i < all_sub_scopes_.size(); ++i) {
      const std::vector<Scope*>& below = all_sub_scopes_[i]->sub_scopes_;
      all_sub_scopes_.insert(all_sub_scopes_.end(), below.begin(), below.end());
    }
    return all_sub_scopes_;
  }
  // Returns the scope around this one; nullptr for the outermost scope.
  const Scope* GetFatherScope() const { return father_; }

 private:
  friend class NodeAttrFeature;
  friend class NodeOpTypeFeature;
  friend class ScopePassRun;
  friend class ScopeTree;

  void AddNodesTo(std::unordered_map<std::string, OperatorPtr>& nodes) const {
    for (const size_t node : own_nodes_) nodes[opdk::ToText(source_->NodeName(node))] = source_->NodeOperator(node);
  }

  std::string name_;
  std::string sub_type_;
  Scope* father_ = nullptr;
  std::vector<Scope*> sub_scopes_;
  mutable std::vector<Scope*> all_sub_scopes_;
  opdk::ScopeGraphSource* source_ = nullptr;
  std::vector<size_t> own_nodes_;      // without those of sub-scopes
  std::map<std::string, int> counts_;  // number of nodes of each type, with sub-scopes
  mutable std::unordered_map<std::string, OperatorPtr> all_nodes_;
};

// All scopes of a graph; owns them.
class OPDK_HIDDEN ScopeTree {
 public:
  Status Init() { return SUCCESS; }
  // Returns all scopes, the outermost first, each before its sub-scopes.
  const std::vector<Scope*>& GetAllScopes() const { return scopes_; }

 private:
  friend class ScopeGraph;
  friend class ScopePassRun;

  Scope* Add(opdk::ScopeGraphSource& source, const std::string& name, Scope* father) {
    owned_.push_back(std::unique_ptr<Scope>(new Scope()));
    Scope* scope = owned_.back().get();
    static_cast<void>(scope->Init(name, "", father));
    scope->source_ = &source;
    scopes_.push_back(scope);
    return scope;
  }

  void Build(opdk::ScopeGraphSource& source) {
    Scope* const root = Add(source, "root", nullptr);
    std::unordered_map<std::string, Scope*> known;
    for (size_t node = 0; node < source.NodeCount(); ++node) {
      const std::string name = opdk::ToText(source.NodeName(node));
      const std::string type = opdk::ToText(source.NodeType(node));
      Scope* scope = root;
      ++scope->counts_[type];
      for (size_t slash = name.find('/'); slash != std::string::npos; slash = name.find('/', slash + 1)) {
        // Two slashes in a row aren't a scope without a name.
        if (slash == 0 || name[slash - 1] == '/') continue;
        Scope*& inner = known[name.substr(0, slash + 1)];
        if (inner == nullptr) inner = Add(source, name.substr(0, slash + 1), scope);
        scope = inner;
        ++scope->counts_[type];
      }
      scope->own_nodes_.push_back(node);
    }
  }

  std::vector<std::unique_ptr<Scope>> owned_;
  std::vector<Scope*> scopes_;
};

// A graph as a scope fusion pass sees it: its scopes and nodes.
class OPDK_HIDDEN ScopeGraph {
 public:
  Status Init() { return tree_.Init(); }
  const ScopeTree* GetScopeTree() const { return &tree_; }
  // Returns all nodes by name.
  const std::unordered_map<std::string, OperatorPtr>& GetNodesMap() const {
    return tree_.scopes_.empty() ? no_nodes_ : tree_.scopes_[0]->AllNodesMap();
  }
  Status GetNodesMap(std::unordered_map<AscendString, OperatorPtr>& nodes_map) const {
    for (const std::pair<const std::string, OperatorPtr>& node : GetNodesMap()) {
      nodes_map[node.first.c_str()] = node.second;
    }
    return SUCCESS;
  }

 private:
  friend class ScopePassRun;

  ScopeTree tree_;
  std::unordered_map<std::string, OperatorPtr> no_nodes_;
};

}  // namespace ge
