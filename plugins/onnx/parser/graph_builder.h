// From mapped nodes to a ge::Graph.
#pragma once

#include <onnx/onnx_pb.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "graph/graph.h"
#include "opdk/model_parser.h"
#include "opdk/status.h"
#include "plugins/onnx/parser/expander.h"

namespace opdk::onnx_plugin {

// Builds the graph of one model. The model gives its initializers' bytes away while it is built.
class GraphBuilder {
 public:
  GraphBuilder(onnx::ModelProto& model, const ParserContext& context, std::string model_directory);

  // E2001: a value nobody produces, a node whose inputs don't fit its operator; E2002; the errors of DecodeTensor.
  Result<ge::Graph> Build(Expander& expanded);

 private:
  struct Value {
    ge::Operator op;
    int output = 0;
  };

  Status AddInputs();
  Status AddNode(const MappedNode& node, const ValueTypes& types);
  // The operator a mapping makes of a node.
  Result<ge::Operator> Map(const MappedNode& node, const std::string& name, const ValueTypes& types) const;
  Status Connect(const MappedNode& node, ge::Operator& op);
  // Replaces an operator by the graph its ParseOpToGraphFn makes of it.
  Status InlineGraph(const MappedNode& node, const ge::Operator& op);
  Result<Value> FindValue(const std::string& name, const std::string& user);
  Result<Value> AddConst(const std::string& name, onnx::TensorProto& tensor);
  std::string UniqueName(const std::string& wanted);
  Status SetOutputs(ge::Graph& graph);

  onnx::ModelProto& model_;
  const ParserContext& context_;
  std::string directory_;
  std::unordered_map<std::string, onnx::TensorProto*> constants_;  // not yet made into operators
  std::unordered_map<std::string, Value> values_;
  UniqueNames names_;
  std::vector<ge::Operator> inputs_;
};

}  // namespace opdk::onnx_plugin
