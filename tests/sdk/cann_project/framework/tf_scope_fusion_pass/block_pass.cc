#include <string>
#include <vector>

#include "register/scope/scope_fusion_pass_register.h"

namespace ge {

const char* WhereAmI() { return "tf_scope_fusion_pass"; }

class BlockPass : public ScopeBasePass {
 protected:
  std::vector<ScopeFusionPatterns> DefinePatterns() override {
    ScopeFusionPatterns batches;
    ScopePattern* inner = new (std::nothrow) ScopePattern();
    ScopePattern* block = new (std::nothrow) ScopePattern();
    if (inner == nullptr || block == nullptr) {
      ScopeUtil::FreeScopePatterns(batches);
      return {};
    }
    ScopeAttrValue value;
    value.SetIntValue(1);
    value.SetFloatValue(0.5f);
    value.SetStringValue("text");
    value.SetBoolValue(true);
    inner->SetSubType("inner")
        .AddNodeOpTypeFeature(NodeOpTypeFeature("Mul", 1, 0))
        .AddNodeAttrFeature(NodeAttrFeature("Mul", "_rate", DT_FLOAT, value))
        .AddNodeAttrFeature(NodeAttrFeature("Mul", "_steps", DT_INT32, value))
        .AddNodeAttrFeature(NodeAttrFeature("Mul", "_kind", DT_STRING, value))
        .AddNodeAttrFeature(NodeAttrFeature("Mul", "_done", DT_BOOL, value))
        .AddScopeFeature(ScopeFeature("", 0, "scale"));
    block->SetSubType("block").AddScopeFeature(ScopeFeature("inner", 1, "block"));
    std::vector<ScopePattern*> batch;
    batch.push_back(inner);
    batches.push_back(batch);
    batch[0] = block;
    batches.push_back(batch);
    return {batches};
  }
  std::string PassName() override { return std::string("BlockPass"); }
  Status LastMatchScopesAndOPs(std::shared_ptr<ScopeGraph>& scope_graph, std::vector<ScopesResult>& results) override {
    if (scope_graph == nullptr) {
      return domi::PARAM_INVALID;
    }
    const ScopeTree* tree = scope_graph->GetScopeTree();
    for (auto& scope : tree->GetAllScopes()) {
      if (scope->SubType() != "block" || scope->GetFatherScope() == nullptr) continue;
      ScopesResult result;
      std::vector<Scope*> scopes;
      scopes.push_back(scope);
      result.SetScopes(scopes);
      std::vector<OperatorPtr> nodes;
      for (auto& node : scope->AllNodesMap()) nodes.push_back(node.second);
      result.SetNodes(nodes);
      results.push_back(result);
    }
    return scope_graph->GetNodesMap().empty() || results.empty() ? FAILED : SUCCESS;
  }
  void GenerateFusionResult(const std::vector<Scope*>& scopes, FusionScopesResult* fusion_rlt) override {
    if (fusion_rlt == nullptr || scopes.size() != 1) {
      return;
    }
    fusion_rlt->InsertInputs("mul", {0, kFusionDisableIndex});
    fusion_rlt->InsertOutputs("mul", {0});
    fusion_rlt->SetType(kScopeToMultiNodes);
    AscendString name;
    scopes[0]->Name(name);
    fusion_rlt->SetName(name.GetString());
    fusion_rlt->SetDescription("");
    auto inner = fusion_rlt->AddInnerNode("scale", "BlockScale");
    CHECK_INNER_NODE_CONDITION(inner != nullptr, fusion_rlt);
    Status status = inner->InsertInput(kInputFromFusionScope, 0).InsertOutput(kOutputToFusionScope, 0).BuildInnerNode();
    CHECK_INNER_NODE_CONDITION(status == SUCCESS, fusion_rlt);
    inner->MutableOperator()->SetAttr("scale", 2.0f);
    CHECK_INNER_NODE_CONDITION(fusion_rlt->CheckInnerNodesInfo() == GRAPH_SUCCESS, fusion_rlt);
  }
};

REGISTER_SCOPE_FUSION_PASS("BlockPass", BlockPass, false);

}  // namespace ge
