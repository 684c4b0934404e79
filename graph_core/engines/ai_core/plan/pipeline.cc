#include "graph_core/engines/ai_core/plan/pipeline.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace opdk {
namespace {

constexpr bool kRequired = true, kOptional = false;

// The way of an expression from the result of an operator's function to the kernels that are loaded and run. Behind the
// last pass the code generator asks canonical/kernel_stages.h and loop_nest.h: which values a kernel stores, and which
// loops it gets. The answers follow from the kernel alone.
constexpr ExpressionPass kPasses[] = {
    {"check_expression_size", CheckSize, kRequired,
     "Refuses what would take hours to compile. First: the passes behind it may take more than linear time."},
    {"lower_cubes", LowerCubes, kRequired,
     "Matrix products and convolutions of dtypes that oneDNN lacks become casts, byte sums or generated code. Before "
     "epilogues are matched: the cast behind a float16 product ends its chain."},
    {"match_epilogues", MatchEpilogues, kOptional,
     "Which operations behind a cube its primitive applies itself: bias, activation, residual. Before the division: "
     "what a primitive takes is no vector kernel's. Left out, each cube stands alone."},
    {"divide_into_steps", DivideIntoSteps, kRequired,
     "Each cube with its epilogue is a step; what lies between becomes vector steps. From here on steps, not outputs."},
    {"put_on_blocks", PutOnBlocks, kRequired,
     "Vector steps over tensors with channel blocks are written over their storage. Before kernels are built, since "
     "it changes shapes."},
    {"sink_reshapes", SinkKernelReshapes, kOptional,
     "Reshapes move through slices to the inputs, where they cost nothing. Before kernels are built: a kernel node "
     "can't be moved any more. Left out, axes are split for them, or they are computed."},
    {"build_kernels", BuildKernels, kRequired,
     "Expressions become kernel nodes over classes of axes that must have the same extent; extents of 1 go."},
    {"split_axes", SplitKernelAxes, kOptional,
     "A reshape between operations that splits or joins axes goes: the axis is split in the whole kernel. Before "
     "merging, which would hide the parts. Left out, such reshapes are computed."},
    {"merge_axes", MergeKernelAxes, kOptional,
     "Neighbouring axes that behave alike everywhere become one, so that loops are long and kernels shared. Behind "
     "splitting: parts that nobody needs apart come together again."},
    {"number_kernels", NumberKernels, kRequired,
     "Extents and numbers become arguments, equal nodes one. The text of the result is the key of the kernel cache, "
     "so a kernel made without a pass is another kernel, not the same one under the same key."},
    {"use_direct_kernels", UseDirectKernels, kOptional,
     "Kernels written by hand take the place of generated code: softmax, transpositions, copies, sums. Late: they are "
     "recognised by the canonical form. Left out, all vector kernels are generated."},
    {"join_attention", JoinAttention, kOptional,
     "A product, a softmax by hand over its rows and a product with the result become one step. Behind the choice of "
     "kernels by hand: it takes no other softmax. Left out, what lies between is written to memory."},
};

}  // namespace

std::span<const ExpressionPass> ExpressionPasses() { return kPasses; }

void ExpressionDump::Add(std::string_view pass, const ExpressionDraft& draft) {
  auto text = std::find_if(texts_.begin(), texts_.end(), [&](const auto& entry) { return entry.first == pass; });
  if (text == texts_.end()) text = texts_.insert(text, {pass, ""});
  text->second += "// node " + node_ + "\n" + Print(draft) + "\n";
}

Status ExpressionDump::Write(const PassContext& context) const {
  for (const auto& [pass, text] : texts_) OPDK_TRY(WriteDump(kExpressionStage, pass, text, context));
  return Status();
}

Result<StepPlan> MakePlan(std::span<const tbe::Tensor> outputs, const std::vector<bool>& needed, int input_count,
                          const PortBlocks& blocks, const PassContext& context, ExpressionDump* dump,
                          std::span<const IndexCheckDraft> checks) {
  ExpressionDraft draft;
  draft.checks.assign(checks.begin(), checks.end());
  draft.outputs.assign(outputs.begin(), outputs.end());
  draft.needed = needed;
  draft.blocks = blocks;
  draft.plan.inputs = input_count;
  draft.plan.outputs = static_cast<int>(outputs.size());
  for (const ExpressionPass& pass : kPasses) {
    if (IsDisabled({pass.name, pass.required}, context)) continue;
    const auto start = std::chrono::steady_clock::now();
    OPDK_TRY(const Changed changed, pass.run(draft));
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    if (context.record != nullptr) {
      AddRun(kExpressionStage, pass.name, time.count(), changed == Changed::kYes, *context.record);
    }
    if (dump != nullptr) dump->Add(pass.name, draft);
  }
  return std::move(draft.plan);
}

}  // namespace opdk
