// From a framework's nodes to a ge::Graph.
#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"
#include "opdk/model_parser.h"
#include "opdk/status.h"
#include "plugins/importer/framework.h"
#include "plugins/importer/mapping_table.h"
#include "plugins/importer/source_node.h"
#include "plugins/importer/unique_names.h"
#include "plugins/importer/upgrade.h"
#include "plugins/importer/values.h"

namespace opdk::importer {

// Builds the graph of one model. A reader declares what it knows of values (values()), adds the inputs, then the nodes,
// producers before consumers (OrderNodes), and asks for the graph.
class Importer {
 public:
  // Both must outlive the importer.
  Importer(const Framework& framework, const ParserContext& context);

  Values& values() { return values_; }
  const MappingTable& mappings() const { return mappings_; }
  // What the user should know of a model that is read all the same.
  void Warn(std::string text) { warnings_.push_back(std::move(text)); }

  // An input of the graph. `dim_names`: the names of unknown dimensions, one per dimension, "" where there is none;
  // empty: none has one. E2001: it has no element type, or its name is taken by another input.
  Status AddInput(const std::string& name, const ge::TensorDesc& desc, const std::vector<std::string>& dim_names = {});

  // One node: finds its mapping, upgrades it when the mapping is this package's, makes its operator and connects it.
  // E2001: its inputs don't fit the operator, or nobody gives them; E2002: nobody maps it; E2009: nobody knows one of
  // its attributes; the errors of its mapping.
  Status AddNode(SourceNode node);
  // Counts what a reader writes out by itself (function calls, constants) towards the limit that AddNode keeps. E2001.
  Status CountNode();

  // The graph, of which these values are the outputs.
  Result<ParseResult> Finish(const std::string& graph_name, const std::vector<std::string>& outputs);

 private:
  Status Append(const SourceNode& node, const Mapping& mapping);
  // The operator a mapping makes of a node.
  Result<ge::Operator> Map(const SourceNode& node, const Mapping& mapping, const std::string& name) const;
  Status Connect(const SourceNode& node, ge::Operator& op);
  // Replaces an operator by the graph its ParseOpToGraphFn makes of it.
  Status InlineGraph(const SourceNode& node, const Mapping& mapping, const ge::Operator& op);

  const Framework& framework_;
  const ParserContext& context_;
  MappingTable mappings_;
  UniqueNames names_;
  Values values_;
  std::vector<ge::Operator> inputs_;
  std::vector<std::string> warnings_;
  int64_t max_nodes_;
  int64_t counted_ = 0;
};

}  // namespace opdk::importer
