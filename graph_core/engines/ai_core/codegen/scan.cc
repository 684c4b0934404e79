// A scan is a stage whose elements are computed in order along one axis, each from the one before it.
#include <algorithm>

#include "graph_core/engines/ai_core/codegen/output_group.h"

namespace opdk::codegen {
namespace {

using Halide::Expr;
using Halide::Func;
using Halide::RDom;
using Halide::TailStrategy;
using Halide::Var;
using Halide::VarOrRVar;

// Rows whose running results hide each other's latency.
constexpr int kRowsAtOnce = 4;

}  // namespace

void OutputGroup::DefineScan(Stage& stage) {
  const KernelNode& node = Get(stage.node);
  const auto axis = static_cast<size_t>(node.axes[0]);
  const auto place = [&](const Expr& at) {
    Index index(stage.vars.begin(), stage.vars.end());
    index[axis] = at;
    return index;
  };
  const auto element = [&](const Expr& at) { return stage.result(Reversed(place(at))); };
  stage.result(Reversed(stage.vars)) = Halide::undef(ToStage(evaluator_.At(node.inputs[0], place(0))).type());
  element(0) = ToStage(evaluator_.At(node.inputs[0], place(0)));
  const RDom domain({{1, parameters_.Symbol(node.dims[axis]) - 1}}, "k");
  const Expr at = domain[0];
  element(at) = ToStage(math_.Reduce(node.reduce, element(at - 1), evaluator_.At(node.inputs[0], place(at))));
}

void OutputGroup::ScheduleScan(Stage& stage) {
  const KernelNode& node = Get(stage.node);
  const auto axis = static_cast<size_t>(node.axes[0]);
  Func& func = stage.result;
  func.compute_root();
  BindWhole(stage);
  func.update(0).unscheduled();
  auto scan = func.update(1);
  if (stage.vars.size() == 1) return scan.unscheduled();
  const std::vector<Var> outer(stage.vars.begin(), stage.vars.begin() + node.axes[0]);
  const Halide::RVar along = func.rvars(1)[0];
  const Expr rows = Extent({node.dims.begin(), node.dims.begin() + node.axes[0]});
  if (axis + 1 == stage.vars.size()) {
    Var row = ParallelRows(scan, outer, rows), group("group"), member("member");
    scan.split(row, group, member, kRowsAtOnce, TailStrategy::GuardWithIf).reorder(member, along, group).unroll(member);
    return;
  }
  std::vector<VarOrRVar> order;
  for (size_t i = stage.vars.size() - 1; i-- > axis + 1;) order.emplace_back(stage.vars[i]);
  order.emplace_back(along);
  Var last = stage.vars.back();
  if (!outer.empty()) {
    order.insert(order.begin(), last);
    order.emplace_back(ParallelRows(scan, outer, rows));
    scan.reorder(order).vectorize(last, lanes_, TailStrategy::GuardWithIf);
    return;
  }
  const auto [block, inner] = ShareRow(scan, last, node.dims.back());
  order.insert(order.begin(), inner);
  order.emplace_back(block);
  scan.reorder(order).vectorize(inner, lanes_, TailStrategy::GuardWithIf).parallel(block);
}

Func OutputGroup::BuildScan() {
  for (Stage& stage : stages_) ScheduleStageRoot(stage);
  const auto is_output = [&](const Stage& stage) { return stage.node == outputs_[0]; };
  const Func output = std::find_if(stages_.begin(), stages_.end(), is_output)->result;
  ConstrainBuffers(output);
  return output;
}

}  // namespace opdk::codegen
