#include <algorithm>

#include "graph_core/engines/ai_core/codegen/output_group.h"

// Every split's tail is GuardWithIf: the default writes before the buffer when an extent is below the factor.
namespace opdk::codegen {
namespace {

using Halide::Expr;
using Halide::Func;
using Halide::TailStrategy;
using Halide::Var;
using Halide::VarOrRVar;

// Vectors per block of a reduction that keeps the last axis: runs that the processor foresees, in each row that it
// reads (4 KiB of rows make each row another page), and few enough for the sums to stay in the nearest cache.
constexpr int kBlockVectors = 32;
// Rows of a transposition's tile: a cache line of floats.
constexpr int kTileLines = 16;

}  // namespace

Expr OutputGroup::Extent(const std::vector<int>& dims) const {
  Expr extent = 1;
  for (int dim : dims) extent = extent * parameters_.Symbol(dim);
  return extent;
}

void OutputGroup::ConstrainBuffers(Func output) {
  bool first = true;  // the others of a tuple share its bounds
  for (Halide::OutputImageParam& buffer : output.output_buffers()) {
    Expr stride = 1;
    for (int i = 0; i < buffer.dimensions(); ++i) {
      Expr extent = parameters_.Symbol(dims_[dims_.size() - 1 - static_cast<size_t>(i)]);
      if (first) buffer.dim(i).set_bounds(0, extent);
      buffer.dim(i).set_stride(stride);
      stride = stride * extent;
    }
    first = false;
  }
}

int OutputGroup::Block(size_t axis, int chosen) const {
  const int64_t hint = TileOf(ir_, dims_[axis]);
  if (hint == 0) return chosen;
  if (axis + 1 != dims_.size()) return static_cast<int>(hint);
  return static_cast<int>((hint + lanes_ - 1) / lanes_) * lanes_;
}

Var OutputGroup::ParallelRows(Halide::Stage func, std::vector<Var> loops, const Expr& iterations) {
  Var row = loops.back();
  loops.pop_back();
  while (!loops.empty()) {
    Var fused("row");
    func.fuse(row, loops.back(), fused);
    row = fused;
    loops.pop_back();
  }
  Var task("task"), in_task("in_task");
  Expr chunk = Halide::max((iterations + parameters_.tasks - 1) / parameters_.tasks, 1);
  func.split(row, task, in_task, chunk, TailStrategy::GuardWithIf).parallel(task);
  return in_task;
}

std::pair<Var, Var> OutputGroup::ShareRow(Halide::Stage func, const Var& row, int symbol) {
  Var block("block"), inner("inner");
  const Expr share = (parameters_.Symbol(symbol) + parameters_.tasks - 1) / parameters_.tasks;
  func.split(row, block, inner, Halide::max((share + lanes_ - 1) / lanes_, 1) * lanes_, TailStrategy::GuardWithIf);
  return {block, inner};
}

void OutputGroup::ScheduleOutput(Func output, const LoopNest& nest) {
  std::vector<VarOrRVar> order;  // innermost first
  std::vector<Var> outer;
  Expr iterations = 1;
  for (size_t i : nest.outer) {
    outer.push_back(vars_[i]);
    iterations = iterations * parameters_.Symbol(dims_[i]);
  }
  Var inner("inner");
  bool vectorise = !nest.inner.empty();
  if (vectorise) {
    Var last = vars_.back();
    Expr extent = parameters_.Symbol(dims_.back());
    Var block("block");
    const bool one_dim = outer.empty() && dims_.size() == 1;
    if (nest.block_last || (!nest.row_mode && !one_dim && TileOf(ir_, dims_.back()) > 0)) {
      const int size = Block(dims_.size() - 1, lanes_ * kBlockVectors);
      output.split(last, block, inner, size, TailStrategy::GuardWithIf);
      outer.push_back(block);
      iterations = iterations * ((extent + size - 1) / size);
    } else if (one_dim) {
      // One dim: blocks of it are the parallel loop. Whole vectors, so that only the last task has a tail.
      int granule = Block(0, lanes_ * 4);
      Expr share = (extent + parameters_.tasks - 1) / parameters_.tasks;
      Expr chunk = Halide::max((share + granule - 1) / granule, 1) * granule;
      output.split(last, block, inner, chunk, TailStrategy::GuardWithIf).parallel(block);
    } else {
      inner = last;
    }
    order.push_back(inner);
    for (size_t i = nest.inner.size(); i-- > 0;) {
      if (nest.inner[i] + 1 != dims_.size()) order.push_back(vars_[nest.inner[i]]);
    }
  }
  for (size_t i = outer.size(); i-- > 0;) order.push_back(outer[i]);
  if (order.size() > 1) output.reorder(order);
  Var row;
  if (!outer.empty()) row = ParallelRows(output, outer, iterations);
  if (vectorise) output.vectorize(inner, lanes_, TailStrategy::GuardWithIf);
  for (Stage& stage : stages_) {
    if (nest.row_mode && chosen_.whole.count(stage.node) == 0) {
      ScheduleStageAt(stage, output, row);
    } else {
      ScheduleStageRoot(stage);
    }
  }
}

// Schedules tiles of one vector along the last axis and one cache line of the input along `axis`. Each line that is
// read is used up before it leaves the cache.
void OutputGroup::ScheduleTransposed(Func output, size_t axis) {
  Var last = vars_.back(), block("block"), inner("inner"), tile("tile"), line("line");
  const int width = Block(dims_.size() - 1, lanes_), lines = Block(axis, kTileLines);
  output.split(last, block, inner, width, TailStrategy::GuardWithIf);
  output.split(vars_[axis], tile, line, lines, TailStrategy::GuardWithIf);
  auto blocks = [&](size_t i, int factor) { return (parameters_.Symbol(dims_[i]) + factor - 1) / factor; };
  Expr iterations = blocks(dims_.size() - 1, width) * blocks(axis, lines);
  std::vector<Var> outer;
  for (size_t i = 0; i + 1 < dims_.size(); ++i) {
    if (i == axis) continue;
    outer.push_back(vars_[i]);
    iterations = iterations * parameters_.Symbol(dims_[i]);
  }
  outer.push_back(block);
  outer.push_back(tile);
  std::vector<VarOrRVar> order{inner, line};
  for (size_t i = outer.size(); i-- > 0;) order.push_back(outer[i]);
  output.reorder(order);
  ParallelRows(output, outer, iterations);
  if (width == lanes_) {
    output.vectorize(inner);
  } else {
    output.vectorize(inner, lanes_, TailStrategy::GuardWithIf);
  }
  for (Stage& stage : stages_) ScheduleStageRoot(stage);
}

// Vectorises all updates along the last var, which is the innermost dim.
void OutputGroup::VectoriseUpdates(Stage& stage) {
  Func& func = stage.result;
  if (stage.vars.empty()) return;
  Var last = stage.vars.back();
  func.vectorize(last, lanes_, TailStrategy::GuardWithIf);
  for (int i = 0; i < func.num_update_definitions(); ++i) {
    std::vector<VarOrRVar> order{last};
    for (const Halide::RVar& rvar : func.rvars(i)) order.push_back(rvar);
    for (size_t v = stage.vars.size() - 1; v-- > 0;) order.push_back(stage.vars[v]);
    func.update(i).reorder(order).vectorize(last, lanes_, TailStrategy::GuardWithIf);
  }
}

namespace {

// Vectorises an accumulator of `registers` registers of `width` lanes.
void VectoriseLanes(Func lanes, int width, int registers = 1) {
  Var lane = lanes.args()[0], outer("register"), inner("of_register");
  lanes.bound(lane, 0, registers * width).vectorize(lane, width);
  for (int i = 0; i < lanes.num_update_definitions(); ++i) {
    std::vector<VarOrRVar> order{inner, outer};
    for (const Halide::RVar& rvar : lanes.rvars(i)) order.push_back(rvar);
    const std::vector<Expr>& target = lanes.update_args(i);
    for (size_t v = 1; v < target.size(); ++v) {
      if (target[v].as<Halide::Internal::Variable>() != nullptr) order.push_back(lanes.args()[v]);
    }
    lanes.update(i).split(lane, outer, inner, width).reorder(order).vectorize(inner).unroll(outer);
  }
}

}  // namespace

void OutputGroup::ScheduleStageAt(Stage& stage, const Func& output, const Var& row) {
  stage.result.compute_at(output, row);
  if (stage.lanes.defined()) {
    stage.lanes.compute_at(output, row);
    VectoriseLanes(stage.lanes, lanes_);
  } else {
    VectoriseUpdates(stage);
  }
}

// Bounds the stage by its own extents. A reader whose vectors are partly masked off asks for all of their lanes.
// Without the bound the stage would read memory behind its inputs.
void OutputGroup::BindWhole(Stage& stage) {
  const std::vector<int>& dims = Get(stage.node).dims;
  for (size_t i = 0; i < dims.size(); ++i) stage.result.bound(stage.vars[i], 0, parameters_.Symbol(dims[i]));
}

// Schedules a stage that is stored whole before it is read. Index computations of any kind may read it.
void OutputGroup::ScheduleWhole(Stage& stage) {
  Func& func = stage.result;
  func.compute_root();
  BindWhole(stage);
  const std::vector<int>& dims = Get(stage.node).dims;
  if (dims.empty()) return;
  if (dims.size() > 1) {
    ParallelRows(func, {stage.vars.begin(), stage.vars.end() - 1}, Extent({dims.begin(), dims.end() - 1}));
  }
  func.vectorize(stage.vars.back(), lanes_, TailStrategy::GuardWithIf);
}

void OutputGroup::ScheduleStageRoot(Stage& stage) {
  if (Get(stage.node).op == KernelOp::kScatter) return ScheduleScatter(stage);
  if (Get(stage.node).op == KernelOp::kScan) return ScheduleScan(stage);
  if (!stage.reduction) return ScheduleWhole(stage);
  Func& func = stage.result;
  func.compute_root();
  BindWhole(stage);
  if (stage.lanes.defined()) {
    if (stage.joined.defined()) {
      stage.lanes.compute_root();
      stage.joined.compute_root();
      VectoriseLanes(stage.joined, lanes_);
    } else {
      Var row = ParallelRows(func, stage.vars, Extent(Get(stage.node).dims));
      stage.lanes.compute_at(func, row);
    }
    VectoriseLanes(stage.lanes, lanes_, stage.registers);
    if (stage.joined.defined()) {
      stage.lanes.update(0).specialize(parameters_.tasks > 1).parallel(stage.lanes.args()[1]);
    }
    return;
  }
  VectoriseUpdates(stage);
  for (int i = 0; i < func.num_update_definitions() && stage.vars.size() > 1; ++i) {
    func.update(i).parallel(stage.vars.front());
  }
}

}  // namespace opdk::codegen
