// ge::GNode: an operator seen as a node of a ge::Graph.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/attr_value.h"
#include "graph/ge_error_codes.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "opdk/visibility.h"

namespace opdk {
struct GraphAccess;
}  // namespace opdk

namespace ge {

class GNode;
class Graph;
class NodeImpl;
using GNodePtr = std::shared_ptr<GNode>;
using GraphPtr = std::shared_ptr<Graph>;

// A node of a ge::Graph. Copies are handles to the same node. A default-constructed node fails every call.
class OPDK_API GNode {
 public:
  GNode() = default;

  graphStatus GetType(AscendString& type) const;
  graphStatus GetName(AscendString& name) const;

  // Returns the producer of an input and its output's number; (nullptr, -1) when nothing feeds the input.
  std::pair<GNodePtr, int32_t> GetInDataNodesAndPortIndexs(int32_t index) const;
  std::vector<GNodePtr> GetInControlNodes() const;
  // Returns the inputs that an output feeds: node and input number.
  std::vector<std::pair<GNodePtr, int32_t>> GetOutDataNodesAndPortIndexs(int32_t index) const;
  std::vector<GNodePtr> GetOutControlNodes() const;

  // Reads the value that feeds an input, if it is known. GRAPH_FAILED when it isn't.
  graphStatus GetInputConstData(int32_t index, Tensor& data) const;
  graphStatus GetInputIndexByName(const AscendString& name, int32_t& index);
  graphStatus GetOutputIndexByName(const AscendString& name, int32_t& index);
  // Returns the number of slots, including those of absent optional inputs.
  size_t GetInputsSize() const;
  size_t GetOutputsSize() const;

  // Reads or sets the desc of a slot; fails when there is no slot with that number.
  graphStatus GetInputDesc(int32_t index, TensorDesc& tensor_desc) const;
  graphStatus UpdateInputDesc(int32_t index, const TensorDesc& tensor_desc);
  graphStatus GetOutputDesc(int32_t index, TensorDesc& tensor_desc) const;
  graphStatus UpdateOutputDesc(int32_t index, const TensorDesc& tensor_desc);

  // Reads an attribute; fails, with the argument untouched, when it isn't set or is of another type.
  graphStatus GetAttr(const AscendString& name, int64_t& attr_value) const;
  graphStatus GetAttr(const AscendString& name, int32_t& attr_value) const;
  graphStatus GetAttr(const AscendString& name, uint32_t& attr_value) const;
  graphStatus GetAttr(const AscendString& name, float& attr_value) const;
  graphStatus GetAttr(const AscendString& name, AscendString& attr_value) const;
  graphStatus GetAttr(const AscendString& name, bool& attr_value) const;
  graphStatus GetAttr(const AscendString& name, Tensor& attr_value) const;
  graphStatus GetAttr(const AscendString& name, DataType& attr_value) const;
  graphStatus GetAttr(const AscendString& name, AttrValue& attr_value) const;
  graphStatus GetAttr(const AscendString& name, std::vector<int64_t>& attr_value) const;
  graphStatus GetAttr(const AscendString& name, std::vector<int32_t>& attr_value) const;
  graphStatus GetAttr(const AscendString& name, std::vector<uint32_t>& attr_value) const;
  graphStatus GetAttr(const AscendString& name, std::vector<float>& attr_value) const;
  graphStatus GetAttr(const AscendString& name, std::vector<AscendString>& attr_value) const;
  graphStatus GetAttr(const AscendString& name, std::vector<bool>& attr_value) const;
  graphStatus GetAttr(const AscendString& name, std::vector<Tensor>& attr_value) const;
  graphStatus GetAttr(const AscendString& name, std::vector<uint8_t>& attr_value) const;
  graphStatus GetAttr(const AscendString& name, std::vector<std::vector<int64_t>>& attr_value) const;
  graphStatus GetAttr(const AscendString& name, std::vector<DataType>& attr_value) const;

  // Sets an attribute to a copy of the value.
  graphStatus SetAttr(const AscendString& name, int64_t& attr_value) const;
  graphStatus SetAttr(const AscendString& name, int32_t& attr_value) const;
  graphStatus SetAttr(const AscendString& name, uint32_t& attr_value) const;
  graphStatus SetAttr(const AscendString& name, float& attr_value) const;
  graphStatus SetAttr(const AscendString& name, AscendString& attr_value) const;
  graphStatus SetAttr(const AscendString& name, bool& attr_value) const;
  graphStatus SetAttr(const AscendString& name, Tensor& attr_value) const;
  graphStatus SetAttr(const AscendString& name, DataType& attr_value) const;
  graphStatus SetAttr(const AscendString& name, AttrValue& attr_value) const;
  graphStatus SetAttr(const AscendString& name, std::vector<int64_t>& attr_value) const;
  graphStatus SetAttr(const AscendString& name, std::vector<int32_t>& attr_value) const;
  graphStatus SetAttr(const AscendString& name, std::vector<uint32_t>& attr_value) const;
  graphStatus SetAttr(const AscendString& name, std::vector<float>& attr_value) const;
  graphStatus SetAttr(const AscendString& name, std::vector<AscendString>& attr_value) const;
  graphStatus SetAttr(const AscendString& name, std::vector<bool>& attr_value) const;
  graphStatus SetAttr(const AscendString& name, std::vector<Tensor>& attr_value) const;
  graphStatus SetAttr(const AscendString& name, std::vector<uint8_t>& attr_value) const;
  graphStatus SetAttr(const AscendString& name, std::vector<std::vector<int64_t>>& attr_value) const;
  graphStatus SetAttr(const AscendString& name, std::vector<DataType>& attr_value) const;
  bool HasAttr(const AscendString& name);

  // Reads a subgraph of the node by its number among the prototype's subgraphs.
  graphStatus GetSubgraph(uint32_t index, GraphPtr& graph) const;
  graphStatus GetALLSubgraphs(std::vector<GraphPtr>& graph_list) const;

 private:
  friend struct ::opdk::GraphAccess;
  std::shared_ptr<NodeImpl> impl_;
};

}  // namespace ge
