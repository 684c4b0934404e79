// ScopePattern: describes the scopes that a scope fusion pass looks for. Packages include
// register/scope/scope_fusion_pass_register.h.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/operator.h"
#include "graph/types.h"
#include "opdk/neutral_text.h"
#include "opdk/visibility.h"
#include "register/scope/scope_graph.h"

namespace ge {

// The value that an attribute must have.
class OPDK_HIDDEN ScopeAttrValue {
 public:
  void SetIntValue(int64_t value) { int_ = value; }
  void SetFloatValue(float value) { float_ = value; }
  void SetStringValue(const std::string& value) { string_ = value; }
  void SetStringValue(const char* value) { string_ = opdk::ToText(value); }
  void SetBoolValue(bool value) { bool_ = value; }

 private:
  friend class NodeAttrFeature;

  int64_t int_ = 0;
  float float_ = 0.0f;
  std::string string_;
  bool bool_ = false;
};

// The number of operators of a type in the scope and its sub-scopes: `num` of them (-1 and 0: none). With a `step`: any
// number of at least 1 that leaves the remainder `num` when divided by `step`.
class OPDK_HIDDEN NodeOpTypeFeature {
 public:
  NodeOpTypeFeature(const std::string& node_type, int num, int step = 0)
      : node_type_(node_type), num_(num), step_(step) {}
  NodeOpTypeFeature(const char* node_type, int num, int step = 0)
      : node_type_(opdk::ToText(node_type)), num_(num), step_(step) {}

  bool Match(const Scope* scope) const {
    if (scope == nullptr) return false;
    const std::map<std::string, int>::const_iterator found = scope->counts_.find(node_type_);
    const int count = found == scope->counts_.end() ? 0 : found->second;
    if (step_ != 0) return count > 0 && count % step_ == num_;
    return count == num_ || (count == 0 && num_ == -1);
  }

 private:
  std::string node_type_;
  int num_;
  int step_;
};

// An attribute of an operator of that type that lies directly in the scope; one such operator must have the value.
// `data_type` says its kind: an integer, a number, a text (DT_STRING) or a truth value.
class OPDK_HIDDEN NodeAttrFeature {
 public:
  NodeAttrFeature(const std::string& node_type, const std::string& attr_name, ge::DataType data_type,
                  ScopeAttrValue& attr_value)
      : node_type_(node_type), attr_name_(attr_name), data_type_(data_type), attr_value_(attr_value) {}
  NodeAttrFeature(const char* node_type, const char* attr_name, ge::DataType data_type, ScopeAttrValue& attr_value)
      : node_type_(opdk::ToText(node_type)),
        attr_name_(opdk::ToText(attr_name)),
        data_type_(data_type),
        attr_value_(attr_value) {}

  bool Match(const Scope* scope) const {
    if (scope == nullptr) return false;
    for (const size_t node : scope->own_nodes_) {
      if (opdk::ToText(scope->source_->NodeType(node)) == node_type_ && Holds(*scope->source_->NodeOperator(node))) {
        return true;
      }
    }
    return false;
  }

 private:
  bool Holds(const Operator& op) const {
    switch (data_type_) {
      case DT_FLOAT:
      case DT_DOUBLE: {
        float value = 0.0f;
        return op.GetAttr(attr_name_.c_str(), value) == GRAPH_SUCCESS &&
               std::fabs(value - attr_value_.float_) <= std::numeric_limits<float>::epsilon();
      }
      case DT_INT32:
      case DT_INT64: {
        int64_t value = 0;
        return op.GetAttr(attr_name_.c_str(), value) == GRAPH_SUCCESS && value == attr_value_.int_;
      }
      case DT_STRING: {
        AscendString value;
        return op.GetAttr(attr_name_.c_str(), value) == GRAPH_SUCCESS && opdk::ToText(value) == attr_value_.string_;
      }
      case DT_BOOL: {
        bool value = false;
        return op.GetAttr(attr_name_.c_str(), value) == GRAPH_SUCCESS && value == attr_value_.bool_;
      }
      default:
        return false;
    }
  }

  std::string node_type_;
  std::string attr_name_;
  ge::DataType data_type_;
  ScopeAttrValue attr_value_;
};

// Matches of an earlier batch inside the scope: `num` scopes of that sub-type (with a `step` other than 0 any number).
// `suffix`: the scope's own last name. `sub_scope_mask`: a part of the last name of a scope inside. An empty text isn't
// checked.
class OPDK_HIDDEN ScopeFeature {
 public:
  ScopeFeature(const std::string& sub_type, int32_t num, const std::string& suffix = "",
               const std::string& sub_scope_mask = "", int step = 0)
      : sub_type_(sub_type), num_(num), suffix_(suffix), sub_scope_mask_(sub_scope_mask), step_(step) {}
  ScopeFeature(const char* sub_type, int32_t num, const char* suffix, const char* sub_scope_mask, int step = 0)
      : ScopeFeature(opdk::ToText(sub_type), num, opdk::ToText(suffix), opdk::ToText(sub_scope_mask), step) {}

  bool Match(const Scope* scope) const {
    if (scope == nullptr) return false;
    if (!suffix_.empty() && suffix_ != scope->LastName()) return false;
    int32_t count = 0;
    bool masked = sub_scope_mask_.empty();
    for (const Scope* inner : scope->GetAllSubScopes()) {
      if (!sub_type_.empty() && inner->SubType() == sub_type_) ++count;
      if (!masked) masked = inner->LastName().find(sub_scope_mask_) != std::string::npos;
    }
    return masked && (sub_type_.empty() || step_ != 0 || count == num_);
  }

 private:
  std::string sub_type_;
  int32_t num_;
  std::string suffix_;
  std::string sub_scope_mask_;
  int step_;
};

// A pattern of scopes. All features must hold. A scope that matches gets the pattern's sub-type.
class OPDK_HIDDEN ScopePattern {
 public:
  ScopePattern& SetSubType(const std::string& sub_type) {
    sub_type_ = sub_type;
    return *this;
  }
  ScopePattern& SetSubType(const char* sub_type) { return SetSubType(opdk::ToText(sub_type)); }
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

  bool Match(const Scope* scope) const {
    // A scope with a function's results (_Retval) never matches, so that they stay.
    return NodeOpTypeFeature("_Retval", -1).Match(scope) && AllMatch(type_features_, scope) &&
           AllMatch(attr_features_, scope) && AllMatch(scope_features_, scope);
  }

 private:
  template <typename Feature>
  static bool AllMatch(const std::vector<Feature>& features, const Scope* scope) {
    for (const Feature& feature : features) {
      if (!feature.Match(scope)) return false;
    }
    return true;
  }

  std::string sub_type_;
  std::vector<NodeOpTypeFeature> type_features_;
  std::vector<NodeAttrFeature> attr_features_;
  std::vector<ScopeFeature> scope_features_;
};

}  // namespace ge
