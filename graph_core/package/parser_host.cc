#include "graph_core/package/parser_host.h"

#include "graph_core/base/limits.h"
#include "graph_core/ir/graph.h"
#include "graph_core/mixed/mixed_compute.h"
#include "graph_core/package/fence.h"
#include "graph_core/package/operator_calls.h"
#include "graph_core/package/scope_passes.h"
#include "opdk/neutral_text.h"
#include "opdk/scope_fusion.h"

namespace opdk {

const domi::OpRegistrationData* ParserHost::FindMapping(domi::FrameworkType framework,
                                                        const std::string& origin_type) const {
  return packages_.FindMapping(framework, origin_type);
}

std::vector<std::string> ParserHost::OriginTypes(domi::FrameworkType framework) const {
  return packages_.OriginTypes(framework);
}

Result<ge::Operator> ParserHost::CreateOperator(const std::string& name, const std::string& type) const {
  return packages_.CreateOperator(name, type);
}

int64_t ParserHost::MaxNodes() const { return NodeLimit(); }

std::string ParserHost::DescribeSearch() const { return packages_.DescribeSearch(); }

bool ParserHost::HasCustomPrototype(const std::string& type) const { return packages_.HasCustomPrototype(type); }

Status ParserHost::InferOutputs(ge::Operator& op) const {
  OpDesc& desc = DescOf(op);
  if (desc.type == kData) return {};
  if (const auto* value = desc.type == kConst ? desc.GetAttr<ge::Tensor>("value") : nullptr; value != nullptr) {
    desc.outputs.front().desc = value->GetTensorDesc();
    return {};
  }
  const std::vector<OperatorLink> links = LinksOf(op);
  const ConstInputFn constants = [&links](int input, ge::Tensor& value) {
    const ge::Operator* source = links[static_cast<size_t>(input)].source;
    if (source == nullptr || DescOf(*source).type != kConst) return false;
    const auto* held = DescOf(*source).GetAttr<ge::Tensor>("value");
    if (held != nullptr) value = *held;
    return held != nullptr;
  };
  OPDK_TRY(VerifyOperator(packages_, desc, constants));
  return InferOperatorShape(packages_, desc, constants);
}

Result<MixedPartition> ParserHost::PartitionMixed(const MixedGraph& graph, const MixedOptions& options) const {
  return opdk::PartitionMixed(graph, options);
}

std::vector<ScopePass> ParserHost::ScopePasses() const { return opdk::ScopePasses(packages_); }

Result<ScopeFusionAnswer> ParserHost::RunScopePass(const ScopePass& pass, ScopeGraphSource& graph) const {
  ScopeFusionAnswer answer;
  OPDK_TRY(Fence(
      [&] {
        pass.entry->run(pass.entry->create, graph, answer);
        return Status();
      },
      [&pass] { return pass.place(); }));
  if (const std::string problem = ToText(answer.problem); !problem.empty()) {
    return Status(ErrorCode::kGraphInvalid, problem).At(pass.place());
  }
  return answer;
}

}  // namespace opdk
