// Pieces of the graphs that passes look for and put in.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ge/fusion/pass/pattern_fusion_pass.h"
#include "graph/graph.h"
#include "op_proto/graph/structural.h"

namespace opdk::graph_fusion {

// Returns the Data number `index`, which matches any tensor.
inline ge::op::Data Any(int64_t index) {
  ge::op::Data data(("x" + std::to_string(index)).c_str());
  data.set_attr_index(index);
  return data;
}

inline std::vector<ge::Operator> AnyOf(int64_t count) {
  std::vector<ge::Operator> inputs;
  for (int64_t i = 0; i < count; ++i) inputs.push_back(Any(i));
  return inputs;
}

// Returns a constant.
inline ge::op::Const Constant(const char* name, const ge::Tensor& value) {
  ge::op::Const constant(name);
  constant.set_attr_value(value);
  constant.update_output_desc_y(value.GetTensorDesc());
  return constant;
}

template <typename T>
ge::Tensor TensorOf(const std::vector<T>& values, ge::DataType type) {
  const ge::TensorDesc desc(ge::Shape({static_cast<int64_t>(values.size())}), ge::FORMAT_ND, type);
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(T));
}

inline ge::Graph GraphOf(const char* name, const std::vector<ge::Operator>& inputs, const ge::Operator& output) {
  ge::Graph graph(name);
  graph.SetInputs(inputs).SetOutputs(std::vector<ge::Operator>{output});
  return graph;
}

inline ge::fusion::GraphUniqPtr ReplacementOf(const std::vector<ge::Operator>& inputs, const ge::Operator& output) {
  return std::make_unique<ge::Graph>(GraphOf("replacement", inputs, output));
}

// Lets the output of the pattern's node of this name have users outside of the match. The node stays then.
inline void CaptureOutput(ge::fusion::Pattern& pattern, const char* name) {
  const ge::GNodePtr node = pattern.GetGraph().FindNodeByName(name);
  if (node != nullptr) pattern.CaptureTensor({*node, 0});
}

// Returns the node that the pattern's node of this name matched.
inline ge::GNode MatchedNode(const ge::fusion::MatchResult& match, const char* name) {
  ge::GNode node;
  const ge::GNodePtr wanted = match.GetPatternGraph().FindNodeByName(name);
  if (wanted != nullptr) (void)match.GetMatchedNode(*wanted, node);
  return node;
}

}  // namespace opdk::graph_fusion
