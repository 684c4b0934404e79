// From a model's nodes to a list in which every node has a mapping.
#pragma once

#include <onnx/onnx_pb.h>

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "opdk/model_parser.h"
#include "opdk/status.h"
#include "plugins/onnx/parser/function_body.h"
#include "plugins/onnx/parser/mapping_table.h"
#include "plugins/onnx/parser/unique_names.h"
#include "plugins/onnx/parser/upgrade.h"
#include "plugins/onnx/parser/value_types.h"

namespace opdk::onnx_plugin {

// A node and the mapping that takes it: in opset-17 form when the mapping is this package's own.
struct MappedNode {
  onnx::NodeProto proto;
  Mapping mapping;
  bool verified = false;  // against ONNX's definition of its opset
};

// Domain ("ai.onnx" for the standard one) -> opset.
using OpsetImports = std::map<std::string, int64_t>;

// Inlines functions, upgrades old opsets, turns Constant nodes into constants, infers types on the way.
class Expander : public ConstantPool {
 public:
  Expander(const onnx::ModelProto& model, const ParserContext& context);

  // E2001, E2002, E2004.
  Status Run();

  // Results, in an order in which producers come before consumers.
  std::vector<MappedNode>& nodes() { return nodes_; }
  // Constants by value name, without the graph's initializers.
  std::unordered_map<std::string, onnx::TensorProto>& constants() { return constants_; }
  const ValueTypes& types() const { return types_; }

  std::string AddConstant(const std::string& hint, onnx::TensorProto tensor) override;
  std::string NewValue(const std::string& hint) override;

 private:
  using Nodes = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

  Status DeclareValues();
  Status ExpandAll(const Nodes& nodes, const OpsetImports& imports, int depth);
  Status Expand(const onnx::NodeProto& node, const OpsetImports& imports, int depth);
  Status ExpandConstant(const onnx::NodeProto& node);
  Status ExpandFunction(const onnx::NodeProto& call, const onnx::FunctionProto& function, int depth);
  Status EmitUpgraded(const onnx::NodeProto& node, int64_t opset, const Mapping& mapping);

  const onnx::ModelProto& model_;
  MappingTable table_;
  ValueTypes types_;
  std::unordered_map<std::string, const onnx::FunctionProto*> functions_;
  UniqueNames names_;
  std::unordered_map<std::string, onnx::TensorProto> constants_;
  std::vector<MappedNode> nodes_;
  int64_t max_nodes_;
  int64_t expanded_ = 0;
};

// E2001 when a domain is imported twice or a version is not positive.
Result<OpsetImports> ReadImports(const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>& imports);

}  // namespace opdk::onnx_plugin
