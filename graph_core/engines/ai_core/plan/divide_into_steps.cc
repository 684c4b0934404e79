// Divides an expression into steps: cube nodes with their epilogues, and what lies between them.
//
//   relu(conv(x, w) + b) * softmax(y)   the chain conv, + b, relu is found beforehand; its end, relu, is replaced by
//                                       the placeholder of a value that a step of the cube unit fills:
//     step 0: value 4 = conv(x, w), bias b, relu
//     step 1: output  = value 4 * softmax(y)          one vector step for all that is left
//
// A cube that reads computed data, conv(exp(x), w), gets a vector step of its own before it: value 5 = exp(x).
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "graph_core/engines/ai_core/plan/hints.h"
#include "graph_core/engines/ai_core/plan/passes.h"
#include "tbe/walk.h"

namespace opdk {
namespace {

using tbe::Kind;
using tbe::Tensor;
using tbe::TensorNode;

bool IsEmpty(const std::vector<int64_t>& shape) { return std::find(shape.begin(), shape.end(), 0) != shape.end(); }

class Planner {
 public:
  explicit Planner(ExpressionDraft& draft)
      : outputs_(draft.outputs),
        needed_(draft.needed),
        plan_(draft.plan),
        kernels_(draft.kernels),
        checks_(draft.checks) {
    for (int i = 0; i < plan_.inputs; ++i) {
      plan_.values.emplace_back();
      plan_.values.back().c0 = draft.blocks.input(static_cast<size_t>(i));
    }
    for (size_t i = 0; i < outputs_.size(); ++i) {
      const Tensor& output = outputs_[i];
      plan_.values.push_back({output.dtype(), output.shape(), draft.blocks.output(i)});
    }
    if (draft.chains.empty()) draft.chains = CubesAlone(outputs_);
    for (const CubeChain& chain : draft.chains) chains_.emplace(chain.last.get(), &chain);
  }

  Status Run();

 private:
  // Returns the value that holds a tensor's result. Emits a step that computes it if there is no such value yet.
  Result<int> ValueOf(const Tensor& tensor);
  // Emits the step of a chain. Returns a placeholder of the value that holds the chain's result.
  Result<Tensor> EmitCube(const CubeChain& chain);
  Result<Requantization> EmitRequantization(const RequantizationMatch& match);
  void EmitVector(std::vector<Tensor> expressions, std::vector<int> outputs);
  // Places a check, which reads its indices from a value. All other readers of the indices read that value too.
  Status PlaceCheck(const IndexCheckDraft& draft, const tbe::RewriteFn& replace);
  Tensor PlaceholderOf(int value, const Tensor& like) const;
  int64_t BlockOf(int value) const { return plan_.values[static_cast<size_t>(value)].c0; }
  int OutputValue(const Tensor& tensor) const;
  int NewValue(const Tensor& tensor);

  const std::vector<Tensor>& outputs_;
  const std::vector<bool>& needed_;
  StepPlan& plan_;
  std::vector<ExpressionDraft::Kernel>& kernels_;
  const std::vector<IndexCheckDraft>& checks_;
  std::map<const TensorNode*, const CubeChain*> chains_;  // by the last node of the chain
  tbe::Replacements rewritten_;                           // chains' results are placeholders
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

void Planner::EmitVector(std::vector<Tensor> expressions, std::vector<int> outputs) {
  kernels_.push_back({plan_.steps.size(), expressions, {}});
  StepSpec& step = plan_.steps.emplace_back();
  step.expressions = std::move(expressions);
  step.outputs = std::move(outputs);
}

Result<int> Planner::ValueOf(const Tensor& tensor) {
  Tensor source = rewritten_.at(tensor.get());
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
  EmitVector({source}, {value});
  return value;
}

Result<Requantization> Planner::EmitRequantization(const RequantizationMatch& match) {
  Requantization values;
  values.scale_by_channel = match.scale_by_channel;
  values.taken_by_channel = match.taken_by_channel;
  values.is_signed = match.is_signed;
  OPDK_TRY(values.scale, ValueOf(match.scale));
  OPDK_TRY(values.zero_point, ValueOf(match.zero_point));
  if (match.taken) {
    OPDK_TRY(values.taken, ValueOf(match.taken));
  }
  if (match.fill) {
    OPDK_TRY(values.fill, ValueOf(match.fill));
  }
  return values;
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
  if (chain.requantization) {
    OPDK_TRY(step.requantization, EmitRequantization(*chain.requantization));
  }
  int result = OutputValue(chain.last);
  if (result < 0) result = NewValue(chain.last);
  step.outputs = {result};
  step.y_c0 = BlockOf(result);
  for (const Epilogue& epilogue : step.epilogues) {
    if (epilogue.value < 0 || BlockOf(epilogue.value) == step.y_c0) continue;
    return Status(ErrorCode::kExpression,
                  "channel blocks: the operand that is added to the cube's result has another layout");
  }
  plan_.steps.push_back(std::move(step));
  return PlaceholderOf(result, chain.last);
}

Status Planner::PlaceCheck(const IndexCheckDraft& draft, const tbe::RewriteFn& replace) {
  OPDK_TRY(const std::vector<Tensor> rewritten, tbe::Rewrite(std::span(&draft.indices, 1), replace, &rewritten_));
  IndexCheck& check = plan_.checks.emplace_back(draft.check);
  Tensor source = rewritten[0];
  while (source->kind == Kind::kReshape || source->kind == Kind::kBroadcast) source = source->inputs[0];
  if (source->kind == Kind::kConst || source->kind == Kind::kParam) {
    check.number = std::get<int64_t>(source->value);
    return Status();
  }
  if (IsEmpty(draft.indices.shape())) {
    plan_.checks.pop_back();
    return Status();
  }
  OPDK_TRY(check.value, ValueOf(draft.indices));
  rewritten_[draft.indices.get()] = PlaceholderOf(check.value, draft.indices);
  return Status();
}

Status Planner::Run() {
  const tbe::RewriteFn replace = [this](const Tensor& node, const std::vector<Tensor>&) -> Result<Tensor> {
    const auto chain = chains_.find(node.get());
    return chain == chains_.end() ? Tensor() : EmitCube(*chain->second);
  };
  for (const IndexCheckDraft& check : checks_) OPDK_TRY(PlaceCheck(check, replace));
  std::vector<Tensor> expressions;
  std::vector<int> values;
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (!needed_[i] || IsEmpty(outputs_[i].shape())) continue;
    OPDK_TRY(const std::vector<Tensor> rewritten, tbe::Rewrite(std::span(&outputs_[i], 1), replace, &rewritten_));
    int value = plan_.inputs + static_cast<int>(i);
    if (rewritten[0]->kind == Kind::kInput && rewritten[0]->input_index == value) continue;
    expressions.push_back(rewritten[0]);
    values.push_back(value);
  }
  if (!expressions.empty()) EmitVector(std::move(expressions), std::move(values));
  return Status();
}

}  // namespace

Result<Changed> DivideIntoSteps(ExpressionDraft& draft) {
  OPDK_TRY(Planner(draft).Run());
  return Changed::kYes;
}

}  // namespace opdk
