// Operators, graphs and patterns that the tests of matching and rewriting are about.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ge/fusion/pattern.h"
#include "ge/fusion/pattern_matcher.h"
#include "graph/graph.h"
#include "graph/operator_reg.h"
#include "opdk/author_graph.h"
#include "tests/sdk/cann_project/op_proto/everything.h"

namespace ge {

REG_OP(FusionTurn)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .ATTR(angle, Int, 90)
    .OP_END_FACTORY_REG(FusionTurn);
REG_OP(FusionJoin)
    .INPUT(a, TensorType::ALL())
    .INPUT(b, TensorType::ALL())
    .OPTIONAL_INPUT(c, TensorType::ALL())
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(FusionJoin);
REG_OP(FusionHalves)
    .INPUT(x, TensorType::ALL())
    .OUTPUT(left, TensorType::ALL())
    .OUTPUT(right, TensorType::ALL())
    .OP_END_FACTORY_REG(FusionHalves);

namespace fusion::testing {

inline op::FusionTurn Turn(const std::string& name, const Operator& x, int64_t angle = 90) {
  op::FusionTurn turn(name.c_str());
  turn.SetInput(0U, x, 0U);
  turn.set_attr_angle(angle);
  return turn;
}

inline op::FusionJoin Join(const std::string& name, const Operator& a, const Operator& b) {
  op::FusionJoin join(name.c_str());
  join.SetInput(0U, a, 0U);
  join.SetInput(1U, b, 0U);
  return join;
}

inline op::Const Scalar(const std::string& name, float value) {
  op::Const constant(name.c_str());
  constant.set_attr_value(Tensor(TensorDesc(Shape({1}), FORMAT_ND, DT_FLOAT), reinterpret_cast<uint8_t*>(&value), 4));
  return constant;
}

inline Graph GraphOf(const std::vector<Operator>& inputs, const std::vector<Operator>& outputs) {
  Graph graph("g");
  graph.SetInputs(inputs).SetOutputs(outputs);
  return graph;
}

inline std::unique_ptr<Pattern> PatternOf(const std::vector<Operator>& inputs, const std::vector<Operator>& outputs) {
  return std::make_unique<Pattern>(GraphOf(inputs, outputs));
}

inline GNode NodeIn(const Graph& graph, const char* name) { return *graph.FindNodeByName(name); }

inline std::string Name(const GNode& node) {
  AscendString name;
  (void)node.GetName(name);
  return opdk::ToText(name);
}

// Returns the graph as "turn2 = FusionTurn(turn1)", one text for each operator with inputs, and "-> turn2" for each
// output.
inline std::vector<std::string> Texts(const Graph& graph) {
  std::vector<std::string> texts;
  for (const Operator& op : opdk::OperatorsOf(graph)) {
    std::string inputs;
    for (const opdk::OperatorLink& link : opdk::LinksOf(op)) {
      if (link.source == nullptr) continue;
      inputs += (inputs.empty() ? "" : ", ") + link.source->GetName();
      if (link.source_output != 0) inputs += ":" + std::to_string(link.source_output);
    }
    for (const Operator* control : opdk::ControlLinksOf(op)) inputs += " after " + control->GetName();
    if (!inputs.empty()) texts.push_back(op.GetName() + " = " + op.GetOpType() + "(" + inputs + ")");
  }
  for (const auto& [op, index] : opdk::DataOf(graph).outputs) {
    texts.push_back("-> " + op.GetName() + (index == 0 ? "" : ":" + std::to_string(index)));
  }
  return texts;
}

// Returns every match as MatchResult::ToAscendString.
inline std::vector<std::string> Matches(std::unique_ptr<Pattern> pattern, const Graph& graph,
                                        std::unique_ptr<PatternMatcherConfig> config = nullptr) {
  PatternMatcher matcher(std::move(pattern), std::make_shared<Graph>(graph), std::move(config));
  std::vector<std::string> texts;
  while (const auto match = matcher.MatchNext()) texts.push_back(opdk::ToText(match->ToAscendString()));
  return texts;
}

}  // namespace fusion::testing
}  // namespace ge
