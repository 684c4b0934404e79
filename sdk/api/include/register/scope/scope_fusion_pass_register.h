// Scope fusion passes: turn a name scope of a TensorFlow graph into one operator, or a few.
//
//   class MyPass : public ge::ScopeBasePass { … };
//   REGISTER_SCOPE_FUSION_PASS("MyPass", MyPass, false);
//
// A pass runs while a TensorFlow model is read, after function calls are inlined and before control flow becomes
// functional. It sees the nodes that the outputs need. A general pass (true) always runs; any other pass runs if the
// parser's option enable_scope_fusion_passes names it. The patterns of DefinePatterns are matched batch by batch; each
// pattern matches the outermost scopes that fit. LastMatchScopesAndOPs chooses the scopes that become one operator, and
// GenerateFusionResult names that operator. The type of a fused operator is an origin type of TensorFlow, which
// REGISTER_CUSTOM_OP maps with FusionParseParamsFn.
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
#include "opdk/registrations.h"
#include "opdk/scope_fusion.h"
#include "opdk/visibility.h"
#include "register/register_error_codes.h"
#include "register/register_fmk_types.h"
#include "register/register_types.h"
#include "register/scope/fusion_scopes_result.h"
#include "register/scope/scope_graph.h"
#include "register/scope/scope_pattern.h"

namespace ge {

// Scopes and nodes that together become one operator: the nodes in `scopes`, and `nodes`.
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

// Batches of patterns. Each batch is matched after the batch before it and sees its sub-types.
using ScopeFusionPatterns = std::vector<std::vector<ScopePattern*>>;

class ScopePassRun;

// Base class of scope fusion passes. One object is made for each graph.
class OPDK_HIDDEN ScopeBasePass {
 public:
  virtual ~ScopeBasePass() {}

 protected:
  friend class ScopePassRun;

  // Returns lists of batches of patterns. The caller deletes the patterns. Of each list only the matches of the last
  // batch count.
  virtual std::vector<ScopeFusionPatterns> DefinePatterns() = 0;
  virtual std::string PassName() = 0;
  // Chooses the scopes that are fused, after a match. Any result but SUCCESS: nothing is fused.
  virtual Status LastMatchScopesAndOPs(std::shared_ptr<ScopeGraph>& scope_graph,
                                       std::vector<ScopesResult>& results) = 0;
  // Describes the replacement of one result's scopes. Type kScopeInvalidType: this result isn't fused.
  virtual void GenerateFusionResult(const std::vector<Scope*>& scopes, FusionScopesResult* fusion_rlt) = 0;
};

// Runs a pass over a graph, for the host.
class OPDK_HIDDEN ScopePassRun {
 public:
  static void Run(opdk::ScopePassEntry::Create create, opdk::ScopeGraphSource& source,
                  opdk::ScopeFusionAnswer& answer) {
    const std::unique_ptr<ScopeBasePass> pass(create());
    if (pass == nullptr) {
      answer.problem = "it can't be made";
      return;
    }
    const std::shared_ptr<ScopeGraph> graph = std::make_shared<ScopeGraph>();
    graph->tree_.Build(source);
    const Patterns patterns(pass->DefinePatterns());
    if (!MatchAll(graph->tree_, patterns.batches)) return;
    std::vector<ScopesResult> results;
    std::shared_ptr<ScopeGraph> shown = graph;
    if (pass->LastMatchScopesAndOPs(shown, results) != SUCCESS) return;
    for (const ScopesResult& result : results) {
      if (!Fuse(*pass, result, answer)) return;
    }
  }

 private:
  struct Patterns {
    explicit Patterns(std::vector<ScopeFusionPatterns> defined) : batches(std::move(defined)) {}
    Patterns(const Patterns&) = delete;
    Patterns& operator=(const Patterns&) = delete;
    ~Patterns() {
      // A pattern may stand in several batches.
      std::set<const ScopePattern*> all;
      for (const ScopeFusionPatterns& of_one : batches) {
        for (const std::vector<ScopePattern*>& batch : of_one) all.insert(batch.begin(), batch.end());
      }
      for (const ScopePattern* pattern : all) delete pattern;
    }
    std::vector<ScopeFusionPatterns> batches;
  };

  // Appends the outermost scopes below `outer` that match; scopes inside a match aren't searched.
  static void MatchBelow(const Scope& outer, const ScopePattern& pattern, std::vector<Scope*>& found) {
    std::vector<const Scope*> open(1, &outer);
    while (!open.empty()) {
      const Scope* const current = open.back();
      open.pop_back();
      for (Scope* scope : current->sub_scopes_) {
        if (!pattern.Match(scope)) {
          open.push_back(scope);
          continue;
        }
        scope->sub_type_ = pattern.SubType();
        found.push_back(scope);
      }
    }
  }

  // Returns whether the last batch of one of the lists matched. A batch without a match ends its list.
  static bool MatchAll(const ScopeTree& tree, const std::vector<ScopeFusionPatterns>& lists) {
    bool matched = false;
    for (const ScopeFusionPatterns& batches : lists) {
      std::vector<Scope*> before, last;
      for (size_t i = 0; i < batches.size(); ++i) {
        std::vector<Scope*> found;
        for (const ScopePattern* pattern : batches[i]) {
          if (pattern != nullptr) MatchBelow(*tree.scopes_[0], *pattern, found);
        }
        if (found.empty()) break;
        std::vector<Scope*>& kept = i + 1 == batches.size() ? last : before;
        kept.insert(kept.end(), found.begin(), found.end());
      }
      matched = matched || !last.empty();
      // A match of an earlier batch is dropped if no scope of the last batch lies around it.
      for (Scope* scope : before) {
        if (!LiesIn(last, *scope)) scope->sub_type_.clear();
      }
    }
    return matched;
  }

  static bool LiesIn(const std::vector<Scope*>& scopes, const Scope& scope) {
    for (const Scope* outer : scopes) {
      if (scope.Name().compare(0, outer->Name().size(), outer->Name()) == 0) return true;
    }
    return false;
  }

  // Adds a result to the answer. False: the pass gave a null scope or node; `answer.problem` says which.
  static bool Fuse(ScopeBasePass& pass, const ScopesResult& scopes, opdk::ScopeFusionAnswer& answer) {
    opdk::ScopeFusionResult result;
    for (const Scope* scope : scopes.Scopes()) {
      if (scope == nullptr) {
        answer.problem = "one of the scopes that LastMatchScopesAndOPs gives is null";
        return false;
      }
      result.scopes.push_back(opdk::Neutral(scope->Name()));
    }
    FusionScopesResult made;
    for (const OperatorPtr& node : scopes.Nodes()) {
      if (node == nullptr) {
        answer.problem = "one of the nodes that LastMatchScopesAndOPs gives is null";
        return false;
      }
      result.nodes.push_back(opdk::Neutral(node->GetName()));
    }
    made.nodes_ = scopes.Nodes();
    static_cast<void>(made.Init());
    pass.GenerateFusionResult(scopes.Scopes(), &made);
    result.name = opdk::Neutral(made.name_);
    result.type = opdk::Neutral(made.type_);
    if (made.type_ == kScopeInvalidType) {
      answer.given_up.push_back(result.scopes.empty() ? result.name : result.scopes[0]);
      return true;
    }
    result.inputs = PortsOf(made.inputs_);
    result.outputs = PortsOf(made.outputs_);
    result.several = made.type_ == kScopeToMultiNodes;
    if (result.several) {
      for (const std::unique_ptr<FusionScopesResult::InnerNodeInfo>& node : made.inner_nodes_) {
        result.inner_nodes.push_back(InnerNodeOf(*node));
      }
    }
    answer.results.push_back(std::move(result));
    return true;
  }

  static std::vector<opdk::ScopeFusionPorts> PortsOf(
      const std::unordered_map<std::string, std::vector<int32_t>>& ports) {
    std::vector<opdk::ScopeFusionPorts> neutral;
    for (const std::pair<const std::string, std::vector<int32_t>>& node : ports) {
      opdk::ScopeFusionPorts of_node;
      of_node.node = opdk::Neutral(node.first);
      of_node.indices = node.second;
      neutral.push_back(std::move(of_node));
    }
    return neutral;
  }

  static opdk::ScopeFusionNode InnerNodeOf(const FusionScopesResult::InnerNodeInfo& node) {
    opdk::ScopeFusionNode neutral;
    neutral.name = opdk::Neutral(node.name_);
    neutral.type = opdk::Neutral(node.type_);
    static_cast<void>(node.GetInputs(neutral.inputs));
    static_cast<void>(node.GetOutputs(neutral.outputs));
    neutral.made = node.operator_;
    return neutral;
  }
};

// This package's scope fusion passes by name.
class OPDK_HIDDEN ScopeFusionPassRegistry {
 public:
  using CreateFn = ScopeBasePass* (*)();
  // Returns this package's registry.
  static ScopeFusionPassRegistry& GetInstance() {
    static ScopeFusionPassRegistry registry;
    return registry;
  }
  void RegisterScopeFusionPass(const std::string& pass_name, CreateFn create_fn, bool is_general) {
    (void)is_general;
    if (creators_.insert(std::make_pair(pass_name, create_fn)).second) names_.push_back(pass_name);
  }
  // Returns the names in order of registration.
  std::vector<std::string> GetAllRegisteredPasses() const { return names_; }
  // Makes a pass; nullptr when no pass has that name.
  std::unique_ptr<ScopeBasePass> CreateScopeFusionPass(const std::string& pass_name) const {
    const auto found = creators_.find(pass_name);
    return std::unique_ptr<ScopeBasePass>(found == creators_.end() ? nullptr : found->second());
  }

 private:
  std::unordered_map<std::string, CreateFn> creators_;
  std::vector<std::string> names_;
};

// Registers a scope fusion pass.
class OPDK_HIDDEN ScopeFusionPassRegistrar {
 public:
  ScopeFusionPassRegistrar(const char* pass_name, ScopeFusionPassRegistry::CreateFn create_fn, bool is_general) {
    if (pass_name == nullptr) return;
    ScopeFusionPassRegistry::GetInstance().RegisterScopeFusionPass(pass_name, create_fn, is_general);
    opdk::RegistrationList::Local().AppendFirst(
        opdk::ScopePassEntry(pass_name, create_fn, &ScopePassRun::Run, is_general));
  }
};

// Static helpers for texts and patterns, under CANN's names.
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
    return AscendString(StringReplaceAll(opdk::ToText(text), opdk::ToText(old_value), opdk::ToText(new_value)).c_str());
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
