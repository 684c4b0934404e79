#include "graph_core/engines/ai_core/codegen/output_group.h"

#include <algorithm>
#include <string>

namespace opdk::codegen {
namespace {

using Halide::Expr;
using Halide::Func;
using Halide::RDom;
using Halide::Var;

std::vector<Var> MakeVars(size_t count) {
  std::vector<Var> vars;
  for (size_t i = 0; i < count; ++i) vars.emplace_back("d" + std::to_string(i));
  return vars;
}

Index ToIndex(const std::vector<Var>& vars) { return {vars.begin(), vars.end()}; }

// Parts that the operand of a single result is divided into, whatever the number of threads: the result depends on it.
constexpr int kParts = 8;
// Accumulators of such a part, so that none waits for the one before it.
constexpr int kRegisters = 4;

bool Contains(const std::vector<int>& values, int value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

}  // namespace

OutputGroup::OutputGroup(const KernelIr& ir, const Math& math, const Parameters& parameters, std::vector<int> outputs,
                         int vector_bytes)
    : ir_(ir),
      math_(math),
      parameters_(parameters),
      outputs_(std::move(outputs)),
      dims_(ir.nodes[static_cast<size_t>(outputs_[0])].dims),
      chosen_(ChooseStages(ir, outputs_)),
      evaluator_(ir, math, parameters),
      vars_(MakeVars(dims_.size())) {
  int widest = 1;
  for (const KernelNode& node : ir.nodes) widest = std::max(widest, ComputeType(node.dtype).bytes());
  lanes_ = vector_bytes / widest;
}

namespace {

// Makes `value` depend on the domain. Halide finds the domain in the value, and would combine a constant value only
// once.
Expr InDomain(const RDom& domain, const Expr& value, const Expr& identity) {
  for (int i = 0; i < domain.dimensions(); ++i) {
    if (Halide::Internal::expr_uses_var(value, domain[i].name())) return value;
  }
  return Halide::select(domain[0] >= 0, value, identity);
}

}  // namespace

// Defines the reduction in `lanes_` accumulators that are joined at the end. A reduction to a single result has as many
// accumulators for each of kParts parts, so that threads share the work.
void OutputGroup::DefineLanes(Stage& stage, const Index& kept) {
  const KernelNode& node = Get(stage.node);
  const KernelNode& operand = Get(node.inputs[0]);
  size_t last = operand.dims.size() - 1;
  Expr extent = parameters_.Symbol(operand.dims[last]);
  const bool divided = kept.empty();
  // Short rows of an operand would be the last part of all of them.
  if (divided && operand.dims.size() == 1) stage.registers = kRegisters;
  const int width = stage.registers * lanes_;
  Var lane("lane"), part("part");
  std::vector<Expr> left{lane};
  if (divided) left.push_back(part);
  left.insert(left.end(), kept.rbegin(), kept.rend());
  Expr identity = math_.Identity(node.reduce, ComputeType(node.dtype));
  stage.lanes = Func("lanes");
  stage.lanes(left) = ToStage(identity);

  auto update = [&](const Expr& blocks, bool tail) {
    const bool by_part = divided && !tail;
    Expr count = by_part ? (blocks + kParts - 1) / kParts : blocks;
    Halide::Region region{{0, count}};
    for (size_t axis = last; axis-- > 0;) {
      if (Contains(node.axes, static_cast<int>(axis))) region.push_back({0, parameters_.Symbol(operand.dims[axis])});
    }
    RDom domain(region, "k");
    Expr block = by_part ? part * count + domain[0] : Expr(domain[0]);
    Expr position = tail ? (extent / width) * width + domain[0] + lane : block * width + lane;
    if (tail) domain.where(position < extent);
    if (by_part) domain.where(block < blocks);
    std::vector<Expr> target = left;
    if (divided && tail) target[1] = 0;
    Index index(operand.dims.size());
    size_t next_kept = 0;
    int next_reduced = static_cast<int>(region.size());
    for (size_t axis = 0; axis < last; ++axis) {
      index[axis] = Contains(node.axes, static_cast<int>(axis)) ? Expr(domain[--next_reduced]) : kept[next_kept++];
    }
    index[last] = position;
    Expr value = InDomain(domain, evaluator_.At(node.inputs[0], index), identity);
    Expr accumulated = stage.lanes(target);
    if (node.dtype == ge::DT_BOOL) accumulated = accumulated != Halide::cast<uint8_t>(0);
    stage.lanes(target) = ToStage(math_.Reduce(node.reduce, accumulated, value));
  };
  update(extent / width, false);
  update(Halide::select(extent % width != 0, 1, 0), true);

  auto join = [&](std::vector<Expr> values) {
    for (Expr& value : values) {
      if (node.dtype == ge::DT_BOOL) value = value != Halide::cast<uint8_t>(0);
    }
    for (size_t count = values.size(); count > 1; count /= 2) {
      for (size_t i = 0; i < count / 2; ++i) {
        values[i] = math_.Reduce(node.reduce, values[i], values[i + count / 2]);
      }
    }
    return ToStage(values[0]);
  };
  Func lanes = stage.lanes;
  if (divided) {
    std::vector<Expr> parts;
    for (int i = 0; i < kParts; ++i) {
      for (int j = 0; j < stage.registers; ++j) parts.push_back(stage.lanes(lane + j * lanes_, i));
    }
    stage.joined = Func("joined");
    stage.joined(lane) = join(std::move(parts));
    lanes = stage.joined;
    left.pop_back();
  }
  std::vector<Expr> values;
  for (int i = 0; i < lanes_; ++i) {
    left[0] = i;
    values.push_back(lanes(left));
  }
  left.erase(left.begin());
  stage.result(left) = join(std::move(values));
}

void OutputGroup::DefineReduce(Stage& stage) {
  const KernelNode& node = Get(stage.node);
  Index kept = ToIndex(stage.vars);
  bool compute = node.op == KernelOp::kCompute;
  if (!compute) {
    const KernelNode& operand = Get(node.inputs[0]);
    if (Contains(node.axes, static_cast<int>(operand.dims.size()) - 1)) return DefineLanes(stage, kept);
  }
  const std::vector<Expr> left = Reversed(kept);
  const Expr identity = math_.Identity(node.reduce, ComputeType(node.dtype));
  stage.result(left) = ToStage(identity);
  std::vector<int> reduced = node.reduce_dims;
  if (!compute) {
    for (int axis : node.axes) reduced.push_back(Get(node.inputs[0]).dims[static_cast<size_t>(axis)]);
  }
  Halide::Region region;
  for (size_t i = reduced.size(); i-- > 0;) region.push_back({0, parameters_.Symbol(reduced[i])});
  RDom domain(region, "k");
  Index reduce_index;
  for (int i = static_cast<int>(reduced.size()); i-- > 0;) reduce_index.push_back(domain[i]);
  Expr value;
  if (compute) {
    value = evaluator_.Body(node, kept, reduce_index);
  } else {
    Index index;
    size_t next_kept = 0, next_reduced = 0;
    for (size_t axis = 0; axis < Get(node.inputs[0]).dims.size(); ++axis) {
      index.push_back(Contains(node.axes, static_cast<int>(axis)) ? reduce_index[next_reduced++] : kept[next_kept++]);
    }
    value = evaluator_.At(node.inputs[0], index);
  }
  Expr accumulated = stage.result(left);
  if (node.dtype == ge::DT_BOOL) accumulated = accumulated != Halide::cast<uint8_t>(0);
  stage.result(left) = ToStage(math_.Reduce(node.reduce, accumulated, InDomain(domain, value, identity)));
}

void OutputGroup::DefineStage(int node) {
  Stage stage;
  stage.node = node;
  stage.reduction = IsReduction(node);
  stage.result = Func(stage.reduction ? "reduced" : "shared");
  stage.vars = MakeVars(Get(node).dims.size());
  if (Get(node).op == KernelOp::kScatter) {
    DefineScatter(stage);
  } else if (Get(node).op == KernelOp::kScan) {
    DefineScan(stage);
  } else if (stage.reduction) {
    DefineReduce(stage);
  } else {
    stage.result(Reversed(stage.vars)) = ToStage(evaluator_.At(node, ToIndex(stage.vars)));
  }
  evaluator_.SetStage(node, stage.result);
  stages_.push_back(std::move(stage));
}

Func OutputGroup::DefineOutput() {
  std::vector<Expr> values;
  for (int output : outputs_) {
    values.push_back(Store(evaluator_.At(output, ToIndex(vars_)), Get(output).dtype));
  }
  Func output("out");
  if (values.size() == 1) {
    output(Reversed(vars_)) = values[0];
  } else {
    output(Reversed(vars_)) = Halide::Tuple(values);
  }
  return output;
}

Func OutputGroup::Build() {
  for (int node : chosen_.nodes) DefineStage(node);
  if (outputs_.size() == 1 && Get(outputs_[0]).op == KernelOp::kScan) return BuildScan();
  Func output = DefineOutput();
  ConstrainBuffers(output);
  int transposed = chosen_.reduces ? -1 : TransposedAxis(ir_, outputs_[0]);
  if (transposed >= 0) {
    ScheduleTransposed(output, static_cast<size_t>(transposed));
  } else {
    ScheduleOutput(output, chosen_.nest);
  }
  return output;
}

}  // namespace opdk::codegen
