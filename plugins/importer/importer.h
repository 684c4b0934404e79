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

// Builds the graph of one model. A reader declares the types of values (values()), adds the inputs, then the nodes,
// producers before consumers (OrderNodes), and finishes the graph.
class Importer {
 public:
  // All three must outlive the importer.
  Importer(const Framework& framework, const ParserContext& context, const ParseRequest& request);
  // Makes an importer for a graph inside of the model (RegionOf). The graph uses the mappings of `outer` and is counted
  // together with it.
  explicit Importer(const Importer& outer);
  Importer& operator=(const Importer&) = delete;

  Values& values() { return values_; }
  const MappingTable& mappings() const { return shared_->mappings; }
  // Adds a warning for the user about a model that can be read nevertheless.
  void Warn(std::string text) { shared_->warnings.push_back(std::move(text)); }

  // Adds an input of the graph. A shape in the request replaces the model's shape. `dim_names`: the name of each
  // unknown dimension, "" for a dimension without a name; empty: no dimension has a name. E2001: the input has no
  // element type, or another input has its name. E1001: the request's shape has another number of axes.
  Status AddInput(const std::string& name, const ge::TensorDesc& desc, const std::vector<std::string>& dim_names = {});

  // Limits the input that was added last to fewer numbers than its element type has. `type` and `numbers`: kHeldType
  // and kHeldNumbers (opdk/parser_options.h).
  void LimitInput(const std::string& type, const std::vector<float>& numbers);

  // Adds an input of a graph inside of the model. The graph around it may know more of the input's type and shape.
  Status AddRegionInput(const std::string& name, const ge::TensorDesc& desc);

  // Adds a variable, and a value of the same name. E2001: an operator has its name.
  Status AddVariable(const std::string& name, const ge::TensorDesc& desc);

  // Adds a node: finds its mapping, upgrades it when the mapping is this package's, makes its operator and connects it.
  // E2001: the node's inputs don't fit the operator, or nothing gives them. E2002: no package maps the node. E2009: an
  // attribute is unknown, or the prototype of the node's name declares another type for it. Also the errors of the
  // mapping.
  Status AddNode(SourceNode node);
  // Adds a node whose operator exists already, as an operator of Ascend IR without links. E2001: the node's inputs
  // don't fit the operator, or nothing gives them.
  Status AddOperator(const SourceNode& node, ge::Operator op);
  // Adds a node of control flow: an operator of the graph core's `type` with the node's attributes. `regions`: its
  // graphs, by name (FinishRegion).
  Status AddControl(const SourceNode& node, const std::string& type,
                    const std::vector<std::pair<std::string, ge::Graph>>& regions);
  // Orders the producer of the value `before` ahead of the producer of `after`. E2001: nothing gives one of the values.
  Status Order(const std::string& before, const std::string& after);
  // Returns whether a reader may read a graph inside of the model once more, for other types. CountReadAgain counts
  // such a reading. All graphs of a model share one limit, because nested graphs would read each other again and again.
  bool MayReadAgain() const { return shared_->reads_again > 0; }
  void CountReadAgain() { --shared_->reads_again; }
  // Counts a node that a reader adds by itself (function calls, constants) towards the limit of AddNode. E2001.
  Status CountNode();
  // Refuses a model of more nodes than the limit, as a reader that counts before it writes out knows it. E2001.
  Status CheckNodes(int64_t count) const;

  // Finishes the graph, whose outputs are the values `outputs`. `names`: the outputs' names, if they differ from the
  // values' names. `effects`: values whose operators run for their effect. Warns once of declarations that inference
  // contradicts (Values::FalseDeclarations).
  Result<ParseResult> Finish(const std::string& graph_name, const std::vector<std::string>& outputs,
                             const std::vector<std::string>& names = {}, const std::vector<std::string>& effects = {});
  Result<ge::Graph> FinishRegion(const std::string& graph_name, const std::vector<std::string>& outputs,
                                 const std::vector<std::string>& names = {},
                                 const std::vector<std::string>& effects = {});

 private:
  Status Append(const SourceNode& node, const Mapping& mapping);
  // Runs the mapping on the node and returns the operator.
  Result<ge::Operator> Map(const SourceNode& node, const Mapping& mapping, const std::string& name) const;
  Status Connect(const SourceNode& node, ge::Operator& op);
  // Replaces an operator by the graph its ParseOpToGraphFn makes of it.
  Status InlineGraph(const SourceNode& node, const Mapping& mapping, const ge::Operator& op);

  // Data that all graphs of a model share.
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
