// Scope fusion passes as an author writes them, from patterns to operators.
#include <string>
#include <vector>

#include "register/scope/scope_fusion_pass_register.h"

namespace ge {
namespace {

ScopeFusionPatterns OneBatch(ScopePattern* pattern) { return {{pattern}}; }

// Makes each scope of this sub-type a result of its own.
Status EachOf(const ScopeGraph& graph, const std::string& sub_type, std::vector<ScopesResult>& results) {
  for (Scope* scope : graph.GetScopeTree()->GetAllScopes()) {
    if (scope->SubType() != sub_type) continue;
    ScopesResult result;
    std::vector<Scope*> scopes = {scope};
    result.SetScopes(scopes);
    results.push_back(result);
  }
  return results.empty() ? FAILED : SUCCESS;
}

// "…/scale/": y = x * constant is one operator, whose mapping reads the constant.
class ScalePass : public ScopeBasePass {
 protected:
  std::vector<ScopeFusionPatterns> DefinePatterns() override {
    ScopePattern* pattern = new ScopePattern();
    pattern->SetSubType("scale")
        .AddNodeOpTypeFeature(NodeOpTypeFeature("Mul", 1))
        .AddNodeOpTypeFeature(NodeOpTypeFeature("AddV2", -1))
        .AddScopeFeature(ScopeFeature("", 0, "scale", ""));
    return {OneBatch(pattern)};
  }
  std::string PassName() override { return "ScalePass"; }
  Status LastMatchScopesAndOPs(std::shared_ptr<ScopeGraph>& graph, std::vector<ScopesResult>& results) override {
    return EachOf(*graph, "scale", results);
  }
  void GenerateFusionResult(const std::vector<Scope*>& scopes, FusionScopesResult* result) override {
    const std::string& name = scopes[0]->Name();
    result->SetName(name.substr(0, name.size() - 1));
    result->SetType("ScaleOfScope");
    result->InsertInputs("mul", {0, kFusionDisableIndex});
    result->InsertOutputs("mul", {0});
  }
};
REGISTER_SCOPE_FUSION_PASS("ScalePass", ScalePass, true);

// Scopes of a multiplication are "factor"s; a scope "affine" with one of these and an addition is a product and a sum.
class AffinePass : public ScopeBasePass {
 protected:
  std::vector<ScopeFusionPatterns> DefinePatterns() override {
    ScopeAttrValue kind;
    kind.SetStringValue("plain");
    ScopePattern* factor = new ScopePattern();
    factor->SetSubType("factor")
        .AddNodeOpTypeFeature(NodeOpTypeFeature("Mul", 1))
        .AddNodeOpTypeFeature(NodeOpTypeFeature("AddV2", 0))
        .AddNodeAttrFeature(NodeAttrFeature("Mul", "_kind", DT_STRING, kind));
    ScopePattern* affine = new ScopePattern();
    affine->SetSubType("affine")
        .AddNodeOpTypeFeature(NodeOpTypeFeature("Const", 0, 2))
        .AddNodeOpTypeFeature(NodeOpTypeFeature("AddV2", 1))
        .AddScopeFeature(ScopeFeature("factor", 1, "affine", "fac"));
    return {{{factor}, {affine}}};
  }
  std::string PassName() override { return "AffinePass"; }
  Status LastMatchScopesAndOPs(std::shared_ptr<ScopeGraph>& graph, std::vector<ScopesResult>& results) override {
    return EachOf(*graph, "affine", results);
  }
  void GenerateFusionResult(const std::vector<Scope*>& scopes, FusionScopesResult* result) override {
    result->InsertInputs("factor/mul", {0, kFusionDisableIndex});
    result->InsertOutputs("add", {0});
    result->SetType(kScopeToMultiNodes);
    result->SetName(scopes[0]->Name().c_str());
    FusionScopesResult::InnerNodeInfo* product = result->AddInnerNode("product", "Muls");
    CHECK_INNER_NODE_CONDITION(
        product->InsertInput(kInputFromFusionScope, 0).InsertOutput("sum", 0).BuildInnerNode() == GRAPH_SUCCESS,
        result);
    product->MutableOperator()->SetAttr("value", ValueOf(*scopes[0], "factor/factor"));
    FusionScopesResult::InnerNodeInfo* sum = result->AddInnerNode("sum", "Adds");
    CHECK_INNER_NODE_CONDITION(
        sum->InsertInput("product", 0).InsertOutput(kOutputToFusionScope, 0).BuildInnerNode() == GRAPH_SUCCESS, result);
    sum->MutableOperator()->SetAttr("value", ValueOf(*scopes[0], "shift"));
    sum->SetInputFormat("x", "NHWC");
    CHECK_INNER_NODE_CONDITION(result->CheckInnerNodesInfo() == GRAPH_SUCCESS, result);
  }

 private:
  static float ValueOf(const Scope& scope, const std::string& constant) {
    Tensor value;
    scope.AllNodesMap().at(scope.Name() + constant)->GetAttr("value", value);
    return *reinterpret_cast<const float*>(value.GetData());
  }
};
REGISTER_SCOPE_FUSION_PASS("AffinePass", AffinePass, false);

// "times/" and "plus/" beside each other are one operator of two scopes.
class TimesPlusPass : public ScopeBasePass {
 protected:
  std::vector<ScopeFusionPatterns> DefinePatterns() override {
    ScopePattern* times = new ScopePattern();
    times->SetSubType("times").AddNodeOpTypeFeature(NodeOpTypeFeature("Mul", 1)).AddScopeFeature({"", 0, "times", ""});
    ScopePattern* plus = new ScopePattern();
    plus->SetSubType("plus").AddNodeOpTypeFeature(NodeOpTypeFeature("AddV2", 1)).AddScopeFeature({"", 0, "plus", ""});
    return {{{times, plus}}};
  }
  std::string PassName() override { return "TimesPlusPass"; }
  Status LastMatchScopesAndOPs(std::shared_ptr<ScopeGraph>& graph, std::vector<ScopesResult>& results) override {
    ScopesResult result;
    std::vector<Scope*> scopes;
    for (Scope* scope : graph->GetScopeTree()->GetAllScopes()) {
      if (!scope->SubType().empty()) scopes.push_back(scope);
    }
    if (scopes.size() != 2) return FAILED;
    result.SetScopes(scopes);
    // A node beside the scopes belongs to them.
    std::vector<OperatorPtr> nodes;
    const auto beside = graph->GetNodesMap().find("between");
    if (beside != graph->GetNodesMap().end()) nodes.push_back(beside->second);
    result.SetNodes(nodes);
    results.push_back(result);
    return SUCCESS;
  }
  void GenerateFusionResult(const std::vector<Scope*>&, FusionScopesResult* result) override {
    result->SetName("times_plus");
    result->SetType("TimesPlus");
    result->InsertInputs("times/mul", {0, 1});
    result->InsertInputs("plus/add", {kFusionDisableIndex, 2});
    result->InsertOutputs("plus/add", {0});
  }
};
REGISTER_SCOPE_FUSION_PASS("TimesPlusPass", TimesPlusPass, false);

// Counts the nodes of a scope "count" by their messages.
class CountPass : public ScopeBasePass {
 protected:
  std::vector<ScopeFusionPatterns> DefinePatterns() override {
    ScopePattern* pattern = new ScopePattern();
    pattern->SetSubType("count").AddScopeFeature(ScopeFeature("", 0, "count", ""));
    return {OneBatch(pattern)};
  }
  std::string PassName() override { return "CountPass"; }
  Status LastMatchScopesAndOPs(std::shared_ptr<ScopeGraph>& graph, std::vector<ScopesResult>& results) override {
    return EachOf(*graph, "count", results);
  }
  void GenerateFusionResult(const std::vector<Scope*>& scopes, FusionScopesResult* result) override {
    result->SetName(scopes[0]->Name());
    result->SetType("CountOfScope");
    result->InsertInputs("first", {0});
    result->InsertOutputs("last", {0});
  }
};
REGISTER_SCOPE_FUSION_PASS("CountPass", CountPass, false);

}  // namespace
}  // namespace ge
