// The scope fusion passes of the loaded packages, run on a graph of a model.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "opdk/model_parser.h"
#include "opdk/status.h"
#include "plugins/importer/importer.h"
#include "plugins/tensorflow/parser/node.h"

namespace opdk::tensorflow_plugin {

// Returns the general passes and the passes that `enabled` ("PassA,PassB") names. E1001: no pass has that name.
Result<std::vector<ScopePass>> ChooseScopePasses(const ParserContext& context, const std::string& enabled);

class ScopeNodes;

class ScopeFusion {
 public:
  // All must outlive the object.
  ScopeFusion(const ParserContext& context, const std::vector<ScopePass>& passes, importer::Importer& graph)
      : context_(context), passes_(passes), graph_(graph) {}

  // Fuses the scopes that the passes find in `nodes`, all of which `values` need, and in the needed nodes of the graphs
  // that nodes run. Every pass sees the graph before any fusion. Of results that share a node the first counts, by the
  // order of the passes, then of the results. The others are left, and the report says so. E2001: a value that nothing
  // gives. E2005: a result without a meaning. E6002: a pass threw.
  Status Run(std::vector<Node>& nodes, std::vector<std::string>& values);

  // Returns a line for each scope that was fused.
  const std::string& report() const { return report_; }

 private:
  // The scope that a node was fused with, and the pass, by node.
  using FusedNames = std::unordered_map<std::string, std::pair<std::string, std::string>>;
  Status Apply(const ScopePass& pass, const ScopeFusionResult& result, ScopeNodes& source, FusedNames& fused,
               std::vector<Node>& nodes, std::vector<std::string>& values);

  const ParserContext& context_;
  const std::vector<ScopePass>& passes_;
  importer::Importer& graph_;
  std::string report_;
};

}  // namespace opdk::tensorflow_plugin
