#include "op_impl/graph_fusion/channel_steps.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "op_impl/graph_fusion/node_facts.h"
#include "op_proto/elementwise/arithmetic.h"
#include "op_proto/elementwise/division.h"

namespace opdk::graph_fusion {
namespace {

using Ints = std::vector<int64_t>;

template <typename Step>
ge::Operator Made(const char* name, ge::Operator& x1, ge::Operator& x2) {
  Step step(name);
  step.set_input_x1(x1).set_input_x2(x2);
  return step;
}

bool IsQuotient(const std::string& type) { return type == "Div" || type == "RealDiv"; }

// Returns one number for each channel. A single number is repeated. nullopt: a number isn't finite, or is a divisor of
// 0.
template <typename T>
std::optional<ge::Tensor> Numbers(const ge::Tensor& operand, int64_t channels, bool divides) {
  const std::span values(reinterpret_cast<const T*>(operand.GetData()), operand.GetSize() / sizeof(T));
  const auto fits = [divides](T value) { return std::isfinite(value) && !(divides && value == 0); };
  if (!std::all_of(values.begin(), values.end(), fits)) return std::nullopt;
  std::vector<T> each(values.begin(), values.end());
  if (each.size() == 1) each.resize(static_cast<size_t>(channels), each[0]);
  const ge::TensorDesc desc(ge::Shape({channels}), ge::FORMAT_ND, operand.GetDataType());
  return ge::Tensor(desc, reinterpret_cast<const uint8_t*>(each.data()), each.size() * sizeof(T));
}

}  // namespace

bool IsFactor(const std::string& type) { return type == "Mul" || IsQuotient(type); }
bool ChannelStep::is_factor() const { return IsFactor(type); }

const std::vector<ChannelStep>& ChannelSteps() {
  static const std::vector<ChannelStep> steps = {
      {"Add", false}, {"Add", true},      {"Sub", false}, {"Mul", false}, {"Mul", true},
      {"Div", false}, {"RealDiv", false}, {"Add", false}, {"Add", true},  {"Sub", false},
  };
  return steps;
}

ge::Operator StepOf(const std::string& type, const char* name, ge::Operator& x1, ge::Operator& x2) {
  if (type == "Add") return Made<ge::op::Add>(name, x1, x2);
  if (type == "Sub") return Made<ge::op::Sub>(name, x1, x2);
  if (type == "Mul") return Made<ge::op::Mul>(name, x1, x2);
  if (type == "Div") return Made<ge::op::Div>(name, x1, x2);
  return Made<ge::op::RealDiv>(name, x1, x2);
}

std::optional<ge::Tensor> ChannelNumbers(const ge::GNode& step, const ge::GNode& inner, size_t axis) {
  std::optional<ge::Tensor> operand = ConstantInput(step, 1);
  if (!operand) operand = ConstantInput(step, 0);
  const ge::TensorDesc y = OutputOf(inner);
  const Ints dims = y.GetShape().GetDims();
  if (!operand || axis >= dims.size() || dims[axis] < 1) return std::nullopt;
  const Ints given = operand->GetTensorDesc().GetShape().GetDims();
  if (given.size() > dims.size()) return std::nullopt;
  const size_t missing = dims.size() - given.size();
  for (size_t i = 0; i < given.size(); ++i) {
    if (given[i] != 1 && (i + missing != axis || given[i] != dims[axis])) return std::nullopt;
  }
  // In fewer bits new weights would differ from the old ones by more than results may.
  const ge::DataType type = operand->GetDataType();
  const bool divides = IsQuotient(TypeOf(step));
  if (type != y.GetDataType()) return std::nullopt;
  if (type == ge::DT_FLOAT) return Numbers<float>(*operand, dims[axis], divides);
  return type == ge::DT_DOUBLE ? Numbers<double>(*operand, dims[axis], divides) : std::nullopt;
}

ge::Tensor AlongAxis(const ge::Tensor& numbers, size_t axis, size_t rank) {
  Ints dims(rank, 1);
  dims[axis] = numbers.GetTensorDesc().GetShape().GetDims()[0];
  const ge::TensorDesc desc(ge::Shape(dims), ge::FORMAT_ND, numbers.GetDataType());
  return ge::Tensor(desc, numbers.GetData(), numbers.GetSize());
}

bool MayScale(const ge::GNode& node, int32_t input) {
  const auto [source, output] = node.GetInDataNodesAndPortIndexs(input);
  return IsWeight(node, input) && source->GetOutDataNodesAndPortIndexs(output).size() == 1;
}

}  // namespace opdk::graph_fusion
