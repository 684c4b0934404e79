#include "graph_core/engines/ai_core/plan/make_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "graph_core/engines/ai_core/expression/expression_users.h"
#include "graph_core/engines/ai_core/plan/cube_lowering.h"
#include "graph_core/engines/ai_core/plan/epilogue.h"
#include "graph_core/engines/ai_core/plan/hints.h"
#include "graph_core/engines/ai_core/plan/on_blocks.h"

namespace opdk {
namespace {

using tbe::Kind;
using tbe::Tensor;
using tbe::TensorNode;

bool IsEmpty(const std::vector<int64_t>& shape) { return std::find(shape.begin(), shape.end(), 0) != shape.end(); }

class Planner {
 public:
  Planner(std::span<const Tensor> outputs, const std::vector<bool>& needed, int input_count, const PortBlocks& blocks)
      : outputs_(outputs), needed_(needed), has_blocks_(blocks.any()) {
    plan_.inputs = input_count;
    plan_.outputs = static_cast<int>(outputs.size());
    plan_.values.resize(static_cast<size_t>(input_count));
    for (size_t i = 0; i < plan_.values.size(); ++i) plan_.values[i].c0 = blocks.input(i);
    for (size_t i = 0; i < outputs.size(); ++i) {
      plan_.values.push_back({outputs[i].dtype(), outputs[i].shape(), blocks.output(i)});
    }
  }

  Result<StepPlan> Run();

 private:
  // The same tensor with every cube node replaced by a placeholder of the value that holds its result.
  Result<Tensor> Rewrite(const Tensor& tensor);
  // The value that holds a tensor; a step computes it when it isn't one already.
  Result<int> ValueOf(const Tensor& tensor);
  Result<Tensor> EmitCube(const CubeChain& chain);
  Status EmitVector(std::vector<Tensor> expressions, std::vector<int> outputs);
  Tensor PlaceholderOf(int value, const Tensor& like) const;
  int64_t BlockOf(int value) const { return plan_.values[static_cast<size_t>(value)].c0; }
  Status PutOnBlocks(std::vector<Tensor>& expressions, const std::vector<int>& outputs) const;
  int OutputValue(const Tensor& tensor) const;
  int NewValue(const Tensor& tensor);

  std::span<const Tensor> outputs_;
  const std::vector<bool>& needed_;
  bool has_blocks_;
  StepPlan plan_;
  std::map<const TensorNode*, CubeChain> chains_;  // by the last node of the chain
  std::map<const TensorNode*, Tensor> rewritten_;
};

Tensor Planner::PlaceholderOf(int value, const Tensor& like) const {
  auto node = std::make_shared<TensorNode>();
  node->kind = Kind::kInput;
  node->input_index = value;
  node->dtype = like.dtype();
  node->shape = like.shape();
  return Tensor(std::move(node));
}

int Planner::OutputValue(const Tensor& tensor) const {
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (needed_[i] && outputs_[i].get() == tensor.get()) return plan_.inputs + static_cast<int>(i);
  }
  return -1;
}

int Planner::NewValue(const Tensor& tensor) {
  plan_.values.push_back({tensor.dtype(), tensor.shape()});
  return static_cast<int>(plan_.values.size()) - 1;
}

Status Planner::PutOnBlocks(std::vector<Tensor>& expressions, const std::vector<int>& outputs) const {
  int64_t c0 = 0;
  for (const PlanValue& value : plan_.values) c0 = std::max(c0, value.c0);
  std::vector<bool> outputs_have;
  for (int output : outputs) outputs_have.push_back(BlockOf(output) != 0);
  OPDK_TRY(expressions, OnBlocks(
                            expressions, outputs_have, [&](int input) { return BlockOf(input) != 0; }, c0));
  return Status();
}

Status Planner::EmitVector(std::vector<Tensor> expressions, std::vector<int> outputs) {
  StepSpec step;
  if (has_blocks_) {
    step.unheeded = UnheededTiles(expressions);
    OPDK_TRY(PutOnBlocks(expressions, outputs));
  }
  OPDK_TRY(step.kernel, Canonicalise(expressions));
  step.direct = FindDirectPattern(step.kernel.ir);
  step.expressions = std::move(expressions);
  step.outputs = std::move(outputs);
  plan_.steps.push_back(std::move(step));
  return Status();
}

Result<int> Planner::ValueOf(const Tensor& tensor) {
  OPDK_TRY(Tensor source, Rewrite(tensor));
  // A reshape of a value is that value, seen with another shape.
  bool reshaped = source->kind == Kind::kReshape;
  while (source->kind == Kind::kReshape) source = source->inputs[0];
  if (source->kind == Kind::kInput) {
    if (reshaped && BlockOf(source->input_index) != 0) {
      return Status(ErrorCode::kExpression, "channel blocks: a reshaped tensor's data can't be in blocks");
    }
    return source->input_index;
  }
  int value = NewValue(source);
  OPDK_TRY(EmitVector({source}, {value}));
  return value;
}

Result<Tensor> Planner::EmitCube(const CubeChain& chain) {
  const Tensor& cube = chain.cube;
  StepSpec step;
  step.cube = cube;
  step.unheeded = UnheededByCube(chain.cube, chain.last);
  OPDK_TRY(CheckCube(*cube));
  for (size_t i = 0; i < cube->inputs.size(); ++i) {
    OPDK_TRY(int value, ValueOf(cube->inputs[i]));
    if (i == 0) step.x_c0 = BlockOf(value);
    if (i == 2) {
      step.bias = value;
    } else {
      step.cube_inputs.push_back(value);
    }
  }
  for (const EpilogueMatch& match : chain.epilogues) {
    if (!match.operand) {
      step.epilogues.push_back(match.epilogue);
      continue;
    }
    OPDK_TRY(int value, ValueOf(match.operand));
    if (match.is_bias) {
      step.bias = value;
    } else {
      step.epilogues.push_back(match.epilogue);
      step.epilogues.back().value = value;
    }
  }
  int result = OutputValue(chain.last);
  if (result < 0) result = NewValue(chain.last);
  step.outputs = {result};
  step.y_c0 = BlockOf(result);
  for (const Epilogue& epilogue : step.epilogues) {
    if (epilogue.value < 0 || BlockOf(epilogue.value) == step.y_c0) continue;
    return Status(ErrorCode::kExpression, "channel blocks: what is added to the cube's result is stored otherwise");
  }
  plan_.steps.push_back(std::move(step));
  return PlaceholderOf(result, chain.last);
}

Result<Tensor> Planner::Rewrite(const Tensor& tensor) {
  if (auto found = rewritten_.find(tensor.get()); found != rewritten_.end()) return found->second;
  Tensor result = tensor;
  if (auto chain = chains_.find(tensor.get()); chain != chains_.end()) {
    OPDK_TRY(result, EmitCube(chain->second));
  } else {
    std::vector<Tensor> inputs;
    bool changed = false;
    for (const Tensor& input : tensor->inputs) {
      OPDK_TRY(Tensor rewritten, Rewrite(input));
      changed = changed || rewritten.get() != input.get();
      inputs.push_back(std::move(rewritten));
    }
    if (changed) {
      auto node = std::make_shared<TensorNode>(*tensor);
      node->inputs = std::move(inputs);
      result = Tensor(std::move(node));
    }
  }
  rewritten_[tensor.get()] = result;
  return result;
}

Result<StepPlan> Planner::Run() {
  for (CubeChain& chain : FindCubeChains(outputs_)) {
    const TensorNode* last = chain.last.get();
    chains_.emplace(last, std::move(chain));
  }
  std::vector<Tensor> expressions;
  std::vector<int> values;
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (!needed_[i] || IsEmpty(outputs_[i].shape())) continue;
    OPDK_TRY(Tensor rewritten, Rewrite(outputs_[i]));
    int value = plan_.inputs + static_cast<int>(i);
    if (rewritten->kind == Kind::kInput && rewritten->input_index == value) continue;
    expressions.push_back(std::move(rewritten));
    values.push_back(value);
  }
  if (!expressions.empty()) OPDK_TRY(EmitVector(std::move(expressions), std::move(values)));
  return std::move(plan_);
}

}  // namespace

namespace {

// Compiling takes more than linear time: seconds for an expression of this size, hours for one a hundred times as
// large.
constexpr size_t kMostOperations = 1024;
constexpr size_t kMostInputs = 128;

// Before anything walks the expression: a chain of a million operations is deeper than the stack.
Status CheckSize(std::span<const Tensor> outputs) {
  std::vector<const TensorNode*> waiting;
  std::set<const TensorNode*> seen;
  size_t inputs = 0;
  for (const Tensor& output : outputs) {
    if (output) waiting.push_back(output.get());
  }
  while (!waiting.empty()) {
    const TensorNode* node = waiting.back();
    waiting.pop_back();
    if (!seen.insert(node).second) continue;
    inputs += node->kind == Kind::kInput ? 1 : 0;
    if (seen.size() - inputs > kMostOperations || inputs > kMostInputs) {
      return Status(
          ErrorCode::kExpression,
          fmt::format("its expression is too large to compile: a kernel has at most {} operations and {} inputs",
                      kMostOperations, kMostInputs));
    }
    for (const Tensor& input : node->inputs) waiting.push_back(input.get());
  }
  return Status();
}

}  // namespace

Result<StepPlan> MakePlan(std::span<const Tensor> outputs, const std::vector<bool>& needed, int input_count,
                          const PortBlocks& blocks) {
  OPDK_TRY(CheckSize(outputs));
  const std::vector<Tensor> lowered = LowerCubes(outputs);
  OPDK_TRY(StepPlan plan, Planner(lowered, needed, input_count, blocks).Run());
  const ExpressionUsers users(outputs);
  const std::vector<Tensor>& nodes = users.nodes();
  plan.no_fuse = std::any_of(nodes.begin(), nodes.end(), [](const Tensor& node) { return node->hints.no_fuse; });
  return plan;
}

}  // namespace opdk
