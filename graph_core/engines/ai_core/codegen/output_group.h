// One output function of a kernel: the outputs that have the same dims, computed together, and the stages below them.
//
// Loop structure, with P the dims that every reduction keeps and Q the others:
//   no reduction        outer dims fused and parallel, innermost vectorised
//   over the last axis  P fused and parallel; per iteration: reductions in lanes of a vector, then Q vectorised
//   over other axes     P without the last dim, and blocks of that dim, parallel; per block: reductions and Q,
//   vectorised
//                       along the block
//   anything else       each reduction is a loop nest of its own before the output
#pragma once

#include <Halide.h>

#include <vector>

#include "graph_core/engines/ai_core/canonical/kernel_ir.h"
#include "graph_core/engines/ai_core/canonical/kernel_stages.h"
#include "graph_core/engines/ai_core/codegen/evaluator.h"

namespace opdk::codegen {

class OutputGroup {
 public:
  // Takes `outputs`, nodes with the same dims. `vector_bytes`: of the target.
  OutputGroup(const KernelIr& ir, const Math& math, const Parameters& parameters, std::vector<int> outputs,
              int vector_bytes);

  // Defines and schedules everything; call once.
  Halide::Func Build();

 private:
  struct Stage {
    int node = -1;
    bool reduction = false;
    Halide::Func result;
    Halide::Func lanes;   // defined when the last axis of the operand is reduced
    Halide::Func joined;  // of a single result: the lanes of all parts of the operand
    int registers = 1;    // of lanes
    std::vector<Halide::Var> vars;
  };

  bool IsReduction(int node) const { return opdk::IsReduction(Get(node)); }
  void DefineReduce(Stage& stage);
  void DefineScatter(Stage& stage);
  void DefineScan(Stage& stage);
  void DefineLanes(Stage& stage, const Index& kept);
  void DefineStage(int node);
  Halide::Func DefineOutput();
  void ScheduleOutput(Halide::Func output, const LoopNest& nest);
  void ScheduleTransposed(Halide::Func output, size_t axis);
  void ScheduleStageAt(Stage& stage, const Halide::Func& output, const Halide::Var& row);
  void ScheduleStageRoot(Stage& stage);
  void BindWhole(Stage& stage);
  void ScheduleWhole(Stage& stage);
  // Returns the elements of a block of an axis of the output: the hint's, in whole vectors, or `chosen`.
  int Block(size_t axis, int chosen) const;
  void ScheduleScatter(Stage& stage);
  void ScheduleScan(Stage& stage);
  // Builds a group whose only output is a scan. The scan is computed in the output itself, without memory of its own.
  Halide::Func BuildScan();
  // Fuses `loops` (outermost first), divides them into tasks; returns the loop of one iteration.
  Halide::Var ParallelRows(Halide::Stage func, std::vector<Halide::Var> loops, const Halide::Expr& iterations);
  // Divides a row's elements, `symbol` of them, among the tasks in whole vectors; returns the loop of a task and that
  // of an element.
  std::pair<Halide::Var, Halide::Var> ShareRow(Halide::Stage func, const Halide::Var& row, int symbol);
  void VectoriseUpdates(Stage& stage);
  void ConstrainBuffers(Halide::Func output);
  Halide::Expr Extent(const std::vector<int>& dims) const;
  const KernelNode& Get(int node) const { return ir_.nodes[static_cast<size_t>(node)]; }

  const KernelIr& ir_;
  const Math& math_;
  const Parameters& parameters_;
  std::vector<int> outputs_;
  std::vector<int> dims_;
  KernelStages chosen_;
  int lanes_;
  Evaluator evaluator_;
  std::vector<Stage> stages_;
  std::vector<Halide::Var> vars_;  // of the output, outermost first
};

}  // namespace opdk::codegen
