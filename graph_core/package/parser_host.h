// Answers to the questions of a framework's parser that reads a model.
#pragma once

#include <string>
#include <vector>

#include "graph_core/package/package_registry.h"
#include "opdk/model_parser.h"

namespace opdk {

// Answers by the packages of a registry, which must outlive this object.
class ParserHost final : public ParserContext {
 public:
  explicit ParserHost(const PackageRegistry& packages) : packages_(packages) {}

  const domi::OpRegistrationData* FindMapping(domi::FrameworkType framework,
                                              const std::string& origin_type) const override;
  std::vector<std::string> OriginTypes(domi::FrameworkType framework) const override;
  Result<ge::Operator> CreateOperator(const std::string& name, const std::string& type) const override;
  int64_t MaxNodes() const override;
  std::string DescribeSearch() const override;
  Status InferOutputs(ge::Operator& op) const override;
  bool HasCustomPrototype(const std::string& type) const override;
  Result<MixedPartition> PartitionMixed(const MixedGraph& graph, const MixedOptions& options) const override;
  std::vector<ScopePass> ScopePasses() const override;
  Result<ScopeFusionAnswer> RunScopePass(const ScopePass& pass, ScopeGraphSource& graph) const override;

 private:
  const PackageRegistry& packages_;
};

}  // namespace opdk
