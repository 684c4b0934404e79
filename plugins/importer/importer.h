// From a framework's nodes to a ge::Graph.
#pragma once

#include <memory>
#include <string>
#include <utility>
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
  // All three must outlive the importer.
  Importer(const Framework& framework, const ParserContext& context, const ParseRequest& request);
  // For a graph inside of the model (RegionOf): with the same mappings, and counted together with it.
  explicit Importer(const Importer& outer);
  Importer& operator=(const Importer&) = delete;

  Values& values() { return values_; }
  const MappingTable& mappings() const { return shared_->mappings; }
  // What the user should know of a model that is read all the same.
  void Warn(std::string text) { shared_->warnings.push_back(std::move(text)); }

  // An input of the graph, with the shape that the request gives it, if any. `dim_names`: the names of unknown
  // dimensions, one per dimension, "" where there is none; empty: none has one. E2001: it has no element type, or its
  // name is taken by another input. E1001: the request's shape has another number of axes.
  Status AddInput(const std::string& name, const ge::TensorDesc& desc, const std::vector<std::string>& dim_names = {});

  // An input of a graph inside of the model, of which the outside may know more.
  Status AddRegionInput(const std::string& name, const ge::TensorDesc& desc);

  // The variable of that name, which is a value of the name as well. E2001: an operator has its name.
  Status AddVariable(const std::string& name, const ge::TensorDesc& desc);

  // One node: finds its mapping, upgrades it when the mapping is this package's, makes its operator and connects it.
  // E2001: its inputs don't fit the operator, or nobody gives them; E2002: nobody maps it; E2009: nobody knows one of
  // its attributes, or the prototype of its name declares another type; the errors of its mapping.
  Status AddNode(SourceNode node);
  // A node that is an operator already, one of Ascend IR without links. E2001: its inputs don't fit it, or nobody gives
  // them.
  Status AddOperator(const SourceNode& node, ge::Operator op);
  // A node of control flow: an operator of that type of the graph core, with the node's attributes and its graphs by
  // name (FinishRegion).
  Status AddControl(const SourceNode& node, const std::string& type,
                    const std::vector<std::pair<std::string, ge::Graph>>& regions);
  // What gives one value runs before what gives another one. E2001: nothing gives it.
  Status Order(const std::string& before, const std::string& after);
  // Whether a reader may read a graph inside of the model once more, for other types, and that it does. The limit is
  // one of all graphs together: nested ones would read each other again and again.
  bool MayReadAgain() const { return shared_->reads_again > 0; }
  void CountReadAgain() { --shared_->reads_again; }
  // Counts what a reader writes out by itself (function calls, constants) towards the limit that AddNode keeps. E2001.
  Status CountNode();
  // Refuses a model of more nodes than the limit, as a reader that counts before it writes out knows it. E2001.
  Status CheckNodes(int64_t count) const;

  // Warns once of declarations that inference contradicts (Values::FalseDeclarations).
  // The graph, of which these values are the outputs; `names`: what they are called, where not by the values' names;
  // `effects`: values whose operators run for what they do.
  Result<ParseResult> Finish(const std::string& graph_name, const std::vector<std::string>& outputs,
                             const std::vector<std::string>& names = {}, const std::vector<std::string>& effects = {});
  Result<ge::Graph> FinishRegion(const std::string& graph_name, const std::vector<std::string>& outputs,
                                 const std::vector<std::string>& names = {},
                                 const std::vector<std::string>& effects = {});

 private:
  Status Append(const SourceNode& node, const Mapping& mapping);
  // The operator a mapping makes of a node.
  Result<ge::Operator> Map(const SourceNode& node, const Mapping& mapping, const std::string& name) const;
  Status Connect(const SourceNode& node, ge::Operator& op);
  // Replaces an operator by the graph its ParseOpToGraphFn makes of it.
  Status InlineGraph(const SourceNode& node, const Mapping& mapping, const ge::Operator& op);

  // What a model's graphs have in common.
  struct Shared {
    Shared(const Framework& framework, const ParserContext& context, const ParseRequest& asked)
        : mappings(framework, context), request(asked) {}
    MappingTable mappings;
    const ParseRequest& request;
    std::vector<std::string> warnings;
    std::vector<std::string> false_declarations;
    int64_t counted = 0;
    bool extents_were_read = false;
    int reads_again = 200;
  };

  const Framework& framework_;
  const ParserContext& context_;
  std::shared_ptr<Shared> shared_;
  UniqueNames names_;
  Values values_;
  std::vector<ge::Operator> inputs_;
};

}  // namespace opdk::importer
