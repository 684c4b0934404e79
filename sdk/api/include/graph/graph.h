// ge::Graph: a set of linked operators with inputs and outputs, as an author or a parser builds it.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/attr_value.h"
#include "graph/ge_error_codes.h"
#include "graph/gnode.h"
#include "graph/operator.h"
#include "opdk/neutral_text.h"
#include "opdk/visibility.h"

namespace ge {

class GraphImpl;
using GraphImplPtr = std::shared_ptr<GraphImpl>;

// A graph. Copies are handles to the same graph. The inputs and their consumers, the outputs and targets and their
// producers, and the operators added belong to it. Saving and loading need loaded packages (a running graph core).
class OPDK_API Graph {
 public:
  enum class DumpFormat : uint32_t { kOnnx, kTxt, kReadable };

  // Refers to no graph: IsValid() is false and every call fails.
  Graph() = default;
  explicit Graph(const std::string& name) : Graph(name.c_str()) {}
  explicit Graph(const char* name);
  virtual ~Graph() = default;
  Graph(const Graph&) = default;
  Graph(Graph&&) = default;
  Graph& operator=(const Graph&) = default;
  Graph& operator=(Graph&&) = default;

  // Sets the graph's inputs, in order; the operators that they feed belong to the graph.
  Graph& SetInputs(const std::vector<Operator>& inputs);
  // Sets the graph's outputs: all outputs of each operator, the outputs with these numbers, or the output with this
  // name ("": all).
  Graph& SetOutputs(const std::vector<Operator>& outputs);
  Graph& SetOutputs(const std::vector<std::pair<Operator, std::vector<size_t>>>& output_indexs);
  Graph& SetOutputs(const std::vector<std::pair<Operator, std::string>>& outputs) {
    std::vector<std::pair<Operator, AscendString>> named;
    for (const auto& output : outputs) named.emplace_back(output.first, opdk::Neutral(output.second));
    return SetOutputs(named);
  }
  Graph& SetOutputs(const std::vector<std::pair<Operator, AscendString>>& outputs);
  Graph& SetOutputs(const std::vector<std::pair<GNode, int32_t>>& outputs);
  // Sets operators that run even if none of their outputs is read.
  Graph& SetTargets(const std::vector<Operator>& targets);

  // Returns whether inputs, outputs or operators were set.
  bool IsValid() const;
  graphStatus SetValid();
  // Adds an operator; fails when an operator of that name was added before.
  graphStatus AddOp(const Operator& op);
  // Finds operators by name or type. The results are handles to the graph's operators. GRAPH_FAILED: there is none of
  // that name.
  graphStatus FindOpByName(const std::string& name, Operator& op) const { return FindOpByName(name.c_str(), op); }
  graphStatus FindOpByName(const char* name, Operator& op) const;
  graphStatus FindOpByType(const std::string& type, std::vector<Operator>& ops) const {
    return FindOpByType(type.c_str(), ops);
  }
  graphStatus FindOpByType(const char* type, std::vector<Operator>& ops) const;
  graphStatus GetAllOpName(std::vector<std::string>& op_name) const {
    std::vector<ge::AscendString> texts;
    const graphStatus status = GetAllOpName(texts);
    if (status == GRAPH_SUCCESS) op_name = opdk::ToTexts(texts);
    return status;
  }
  graphStatus GetAllOpName(std::vector<AscendString>& names) const;

  // Writes the graph as bytes of ge.proto.ModelDef, or reads it from them. GRAPH_FAILED on errors, which are logged.
  graphStatus SaveToFile(const std::string& file_name) const { return SaveToFile(file_name.c_str()); }
  graphStatus SaveToFile(const char* file_name) const;
  graphStatus LoadFromFile(const std::string& file_name) { return LoadFromFile(file_name.c_str()); }
  graphStatus LoadFromFile(const char* file_name);
  graphStatus LoadFromSerializedModelArray(const void* serialized_model, size_t size);
  graphStatus SaveToMem(std::vector<uint8_t>& bytes) const;
  graphStatus LoadFromMem(const uint8_t* data, size_t size);

  std::string GetName() const {
    return opdk::ReadText([this](AscendString& name) { return GetName(name); });
  }
  graphStatus GetName(AscendString& name) const;
  // Makes a run of the graph repeat as often as a variable of the session says (Session::RunGraph).
  void SetNeedIteration(bool need_iteration);

  // Lists nodes. GetAllNodes also lists the nodes of subgraphs.
  std::vector<GNode> GetAllNodes() const;
  std::vector<GNode> GetDirectNode() const;
  GNodePtr FindNodeByName(const AscendString& name) const;
  graphStatus RemoveNode(GNode& node);
  // Removes a node. contain_subgraph: also removes the node's subgraphs.
  graphStatus RemoveNode(GNode& node, bool contain_subgraph);
  // Removes an edge; ports of -1 name the control edge.
  graphStatus RemoveEdge(GNode& src_node, int32_t src_port_index, GNode& dst_node, int32_t dst_port_index);
  GNode AddNodeByOp(const Operator& op);
  graphStatus AddDataEdge(GNode& src_node, int32_t src_port_index, GNode& dst_node, int32_t dst_port_index);
  graphStatus AddControlEdge(GNode& src_node, GNode& dst_node);

  // Returns handles to the graph's subgraphs; nullptr when there is none of that name.
  std::vector<GraphPtr> GetAllSubgraphs() const;
  GraphPtr GetSubGraph(const char* name) const;
  // Adds a subgraph; fails when a subgraph of that name exists.
  graphStatus AddSubGraph(const Graph& subgraph);
  graphStatus RemoveSubgraph(const char* name);
  // Returns the graph, or the node, that has this graph as a subgraph; nullptr when there is none.
  GraphPtr GetParentGraph() const;
  GNodePtr GetParentNode() const;

  graphStatus SetAttr(const AscendString& name, const AttrValue& attr_value);
  graphStatus GetAttr(const AscendString& name, AttrValue& attr_value) const;

  // Makes this graph a deep copy: operators, links and attributes. The bytes of tensors stay shared.
  graphStatus CopyFrom(const Graph& src_graph);
  // Makes a graph of these inputs and the operators that they feed; nullptr when there are no inputs.
  static GraphPtr ConstructFromInputs(const std::vector<Operator>& inputs, const AscendString& name);

  // Writes the graph. kTxt: GE's ModelDef as protobuf text; kOnnx: an ONNX model as protobuf text; kReadable: the graph
  // core's text form.
  graphStatus Dump(DumpFormat format, std::ostream& o_stream) const;
  // Writes ge_proto_<8 digits>_graph_0_<suffix>.txt, ge_onnx_….pbtxt or ge_readable_….txt into the folder of graph
  // dumps.
  graphStatus DumpToFile(DumpFormat format, const AscendString& suffix) const;

 private:
  friend struct ::opdk::GraphAccess;
  GraphImplPtr impl_;
};

inline Graph Operator::GetSubgraph(const std::string& name) const { return GetSubgraph(name.c_str()); }
inline Graph Operator::GetDynamicSubgraph(const std::string& name, uint32_t index) const {
  return GetDynamicSubgraph(name.c_str(), index);
}
inline Graph Operator::GetSubgraphImpl(const std::string& name) const { return GetSubgraph(name.c_str()); }

}  // namespace ge
