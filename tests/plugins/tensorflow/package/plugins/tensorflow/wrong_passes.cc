// A pass that does what its scope is called: wrong answers, each in its own way.
#include <stdexcept>
#include <string>
#include <vector>

#include "register/scope/scope_fusion_pass_register.h"

namespace ge {
namespace {

class WrongPass : public ScopeBasePass {
 protected:
  std::vector<ScopeFusionPatterns> DefinePatterns() override {
    ScopePattern* pattern = new ScopePattern();
    pattern->SetSubType("wrong").AddNodeOpTypeFeature(NodeOpTypeFeature("Mul", 1, 0));
    return {{{pattern}}};
  }
  std::string PassName() override { return "WrongPass"; }
  Status LastMatchScopesAndOPs(std::shared_ptr<ScopeGraph>& graph, std::vector<ScopesResult>& results) override {
    for (Scope* scope : graph->GetScopeTree()->GetAllScopes()) {
      if (scope->SubType() != "wrong") continue;
      const std::string name = scope->LastName();
      ScopesResult result;
      std::vector<Scope*> scopes = {name == "null_scope" ? nullptr : scope};
      std::vector<OperatorPtr> nodes;
      if (name == "null_node") nodes.push_back(nullptr);
      if (name == "strange_node") nodes.push_back(OperatorPtr(new Operator("nowhere", "Mul")));
      if (name == "nothing") scopes.clear();
      if (name == "strange_scope") {
        stray_.Init("elsewhere/");
        scopes[0] = &stray_;
      }
      if (name == "throws_early") throw std::runtime_error("no luck");
      if (name == "resets_graph") graph.reset();
      result.SetScopes(scopes);
      result.SetNodes(nodes);
      results.push_back(result);
      wanted_ = name;
      if (graph == nullptr) break;
    }
    return SUCCESS;
  }
  void GenerateFusionResult(const std::vector<Scope*>& scopes, FusionScopesResult* result) override {
    if (wanted_ == "throws") throw std::runtime_error("no such luck");
    if (wanted_ == "throws_number") throw 7;
    CHECK_INNER_NODE_CONDITION(wanted_ != "invalid", result);
    if (wanted_ != "no_name") result->SetName(scopes.empty() ? "somewhere" : scopes[0]->Name());
    result->SetType(wanted_ == "no_type" ? "" : wanted_ == "unmapped" ? "Unmapped" : "ScaleOfScope");
    if (wanted_ == "by_operator") result->SetType("MappedByOperator");
    result->InsertInputs(wanted_ == "misspelt" ? "mull" : "mul", {Index(), kFusionDisableIndex});
    if (wanted_ == "also_other") result->InsertInputs("addition", {1});
    if (wanted_ == "more_inputs") result->InsertInputs("mul", {0, kFusionDisableIndex, 1});
    if (wanted_ == "twice") result->InsertInputs("mul", {0, 0});
    if (wanted_ == "gap") result->InsertInputs("mul", {1, kFusionDisableIndex});
    if (wanted_ != "no_output") result->InsertOutputs("mul", {wanted_ == "output_index" ? -7 : 0});
    AddInnerNodes(*result);
  }

 private:
  int32_t Index() const { return wanted_ == "index" ? 50000 : 0; }

  void AddInnerNodes(FusionScopesResult& result) const {
    const bool several = wanted_.compare(0, 6, "inner_") == 0;
    if (!several) return;
    result.SetType(kScopeToMultiNodes);
    if (wanted_ == "inner_none") return;
    const char* const no_name = nullptr;
    if (wanted_ == "inner_null") result.AddInnerNode(no_name, "Muls");
    FusionScopesResult::InnerNodeInfo* a =
        result.AddInnerNode("a", wanted_ == "inner_type" ? "NoSuchOperator" : "Muls");
    FusionScopesResult::InnerNodeInfo* b = result.AddInnerNode(wanted_ == "inner_same" ? "a" : "b", "Muls");
    if (wanted_ == "inner_no_type") b->SetType("");
    if (wanted_ == "inner_no_name") b->SetName("");
    a->InsertInput(kInputFromFusionScope, wanted_ == "inner_input" ? 4 : 0);
    if (wanted_ == "inner_circle") a->InsertInput("b", 0);
    b->InsertInput(wanted_ == "inner_unknown" ? "aa" : "a", wanted_ == "inner_negative" ? -5 : 0);
    if (wanted_ == "inner_port") a->InsertOutput("b", -9);
    if (wanted_ == "inner_both") a->InsertOutput("b", 0).InsertOutput("b", 0);
    b->InsertOutput(kOutputToFusionScope, wanted_ == "inner_output" ? 3 : 0);
    for (FusionScopesResult::InnerNodeInfo* node : {a, b}) {
      if (node->BuildInnerNode() == GRAPH_SUCCESS) node->MutableOperator()->SetAttr("value", 1.0f);
    }
  }

  std::string wanted_;
  Scope stray_;
};
REGISTER_SCOPE_FUSION_PASS("WrongPass", WrongPass, false);

// Two results share a node, and a pass that can't be made.
class GreedyPass : public ScopeBasePass {
 protected:
  std::vector<ScopeFusionPatterns> DefinePatterns() override {
    ScopePattern* pattern = new ScopePattern();
    pattern->SetSubType("greedy").AddNodeOpTypeFeature(NodeOpTypeFeature("Mul", 1));
    return {{{pattern}}};
  }
  std::string PassName() override { return "GreedyPass"; }
  Status LastMatchScopesAndOPs(std::shared_ptr<ScopeGraph>& graph, std::vector<ScopesResult>& results) override {
    for (int i = 0; i < 2; ++i) {
      ScopesResult result;
      std::vector<Scope*> scopes;
      for (Scope* scope : graph->GetScopeTree()->GetAllScopes()) {
        if (scope->SubType() == "greedy") scopes.push_back(scope);
      }
      result.SetScopes(scopes);
      results.push_back(result);
    }
    return SUCCESS;
  }
  void GenerateFusionResult(const std::vector<Scope*>& scopes, FusionScopesResult* result) override {
    result->SetName(scopes[0]->LastName());
    result->SetType("ScaleOfScope");
    result->InsertInputs("mul", {0, kFusionDisableIndex});
    result->InsertOutputs("mul", {0});
  }
};
REGISTER_SCOPE_FUSION_PASS("GreedyPass", GreedyPass, false);

class NoPass : public GreedyPass {
 public:
  static void* operator new(std::size_t) noexcept { return nullptr; }
  static void operator delete(void*) {}
};
REGISTER_SCOPE_FUSION_PASS("NoPass", NoPass, false);

}  // namespace
}  // namespace ge
