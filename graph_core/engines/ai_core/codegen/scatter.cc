// A scatter is a stage that starts as its base and takes one update after the other, in the order of the ids: results
// are the same however many threads run. What runs in parallel are the elements of a row.
#include <algorithm>

#include "graph_core/engines/ai_core/codegen/output_group.h"

namespace opdk::codegen {
namespace {

using Halide::Expr;
using Halide::Func;
using Halide::RDom;
using Halide::RVar;
using Halide::TailStrategy;
using Halide::Var;
using Halide::VarOrRVar;

}  // namespace

void OutputGroup::DefineScatter(Stage& stage) {
  const KernelNode& node = Get(stage.node);
  const KernelNode& ids = Get(node.inputs[1]);
  const Index at(stage.vars.begin(), stage.vars.end());
  std::vector<Expr> left = Reversed(at);
  stage.result(left) = ToStage(evaluator_.At(node.inputs[0], at));

  Halide::Region region;
  for (size_t i = ids.dims.size(); i-- > 0;) region.push_back({0, parameters_.Symbol(ids.dims[i])});
  if (region.empty()) region.push_back({0, 1});
  RDom domain(region, "k");
  Index update;
  for (size_t i = ids.dims.size(); i-- > 0;) update.push_back(domain[static_cast<int>(i)]);
  const Expr id = evaluator_.At(node.inputs[1], update);
  const bool has_rows = node.axes[0] >= 0;
  const Expr rows = has_rows ? Expr(parameters_.Symbol(node.dims[0])) : Expr(1);
  // Compared in the ids' own type: a large int64 must not become a small int32. A condition inside the value, not on
  // the domain: Halide drops a domain that only its own condition mentions.
  const Expr named = id >= Halide::cast(id.type(), 0) && id < Halide::cast(id.type(), rows);
  if (has_rows) left.back() = Halide::max(Halide::min(Halide::cast<int32_t>(id), rows - 1), 0);
  for (size_t i = has_rows ? 1 : 0; i < stage.vars.size(); ++i) update.emplace_back(stage.vars[i]);
  const Expr value = evaluator_.At(node.inputs[2], update);
  const Expr before = stage.result(left);
  const Expr total = node.dtype == ge::DT_BOOL ? before != Halide::cast<uint8_t>(0) : before;
  const Expr combined = node.overwrite ? value : math_.Reduce(node.reduce, total, value);
  stage.result(left) = Halide::select(named, ToStage(combined), before);
}

void OutputGroup::ScheduleScatter(Stage& stage) {
  const KernelNode& node = Get(stage.node);
  Func& func = stage.result;
  func.compute_root();
  if (stage.vars.empty()) {
    func.update(0).unscheduled();
    return;
  }
  func.vectorize(stage.vars.back(), lanes_, TailStrategy::GuardWithIf);
  if (stage.vars.size() > 1) func.parallel(stage.vars.front());
  std::vector<Var> row(stage.vars.begin() + (node.axes[0] >= 0 ? 1 : 0), stage.vars.end());
  if (row.empty()) {
    func.update(0).unscheduled();
    return;
  }
  auto update = func.update(0);
  const auto [block, inner] = ShareRow(update, row.back(), node.dims.back());
  std::vector<VarOrRVar> order{inner};
  for (size_t i = row.size() - 1; i-- > 0;) order.emplace_back(row[i]);
  for (const RVar& rvar : func.rvars(0)) order.emplace_back(rvar);
  order.emplace_back(block);
  update.reorder(order).vectorize(inner, lanes_, TailStrategy::GuardWithIf).parallel(block);
}

}  // namespace opdk::codegen
