#include "graph_core/engines/ai_core/measured_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "graph_core/base/aligned_memory.h"
#include "graph_core/base/disturbance.h"
#include "graph_core/base/tensor_size.h"
#include "graph_core/engines/ai_core/plan/plan_bytes.h"
#include "graph_core/engines/ai_core/prepared_ai_core_kernel.h"
#include "opdk/parallel.h"

namespace opdk {
namespace {

// Undisturbed ones.
constexpr int kSamples = 8;
constexpr int kMostRounds = 24;
constexpr double kMostTime = 30e3;  // microseconds

// The node's tensors: constants where they lie, zeros for the others.
class Stage {
 public:
  // Makes arguments for a node. Returns false if the size of a tensor isn't known or there is no memory.
  bool Fill(const Node& node) {
    for (size_t i = 0; i < node.inputs().size(); ++i) {
      const Node* from = node.inputs()[i].node;
      const ge::Tensor* value = from == nullptr ? nullptr : from->ConstValue();
      constant_.push_back(value != nullptr);
      TensorArg& arg = inputs_.emplace_back();
      if (from == nullptr) continue;
      if (!Place(node.op().inputs[i].desc, value == nullptr ? nullptr : ConstantAddress(*value), arg)) return false;
    }
    for (const Port& port : node.op().outputs) {
      if (!Place(port.desc, nullptr, outputs_.emplace_back())) return false;
    }
    // Now that they keep their addresses.
    auto shape = shapes_.begin();
    for (std::vector<TensorArg>* args : {&inputs_, &outputs_}) {
      for (TensorArg& arg : *args) {
        if (arg.data != nullptr) arg.shape = &*shape++;
      }
    }
    return true;
  }

  KernelArgs args(void* workspace) { return {inputs_, outputs_, workspace}; }
  const std::vector<bool>& constant() const { return constant_; }

 private:
  bool Place(const ge::TensorDesc& desc, void* data, TensorArg& arg) {
    const auto bytes = TensorBytes(desc.GetDataType(), desc.GetShape().GetDims());
    if (!bytes.ok()) return false;
    shapes_.push_back(desc.GetShape().GetDims());
    if (data == nullptr) {
      AlignedMemory zeros = AllocateAligned(*bytes);
      if (zeros == nullptr) return false;
      std::memset(zeros.get(), 0, *bytes);
      data = zeros.get();
      owned_.push_back(std::move(zeros));
    }
    arg = {data, *bytes, desc.GetDataType(), nullptr};
    return true;
  }

  std::vector<TensorArg> inputs_, outputs_;
  std::vector<std::vector<int64_t>> shapes_;
  std::vector<bool> constant_;
  std::vector<AlignedMemory> owned_;
};

// Microseconds of a run on so many threads; nullopt: the machine is too busy to tell.
std::optional<double> Measure(const NodePlan& plan, int threads, Stage& stage, AiCoreStores& stores) {
  const ThreadScope scope(threads);
  const std::vector<bool> kept(stage.constant().size(), false);
  const auto prepared = PreparedAiCoreKernel::Make(plan.steps, plan.options(), stage.args(nullptr), stage.constant(),
                                                   kept, {}, stores, {}, {});
  if (!prepared.ok()) return std::nullopt;
  const auto call = (*prepared)->NewCall();
  const AlignedMemory workspace = AllocateAligned((*prepared)->workspace_bytes());
  if (!call.ok() || workspace == nullptr || !(*call)->Run(stage.args(workspace.get())).ok()) return std::nullopt;
  Disturbance disturbance;
  int samples = 0;
  double best = 0, spent = 0;
  for (int round = 0; round < kMostRounds && samples < kSamples && spent < kMostTime; ++round) {
    disturbance.Start();
    const auto start = std::chrono::steady_clock::now();
    if (!(*call)->Run(stage.args(workspace.get())).ok()) return std::nullopt;
    const double time = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
    spent += time;
    if (disturbance.Happened(time * 1e-6)) continue;
    best = samples++ == 0 ? time : std::min(best, time);
  }
  return samples < kSamples ? std::nullopt : std::optional(best);
}

}  // namespace

std::optional<KernelWork> MeasuredWork(const Node& node, const NodePlan& plan, AiCoreStores& stores,
                                       bool& may_measure) {
  const std::vector<StepSpec>& steps = plan.steps->steps;
  if (steps.empty() || !std::all_of(steps.begin(), steps.end(), [](const StepSpec& step) { return step.is_cube(); })) {
    return std::nullopt;
  }
  const int threads = ThreadCount();
  const std::string problem = fmt::format("time of {} threads {}", HashText(WriteNodePlan(plan)), threads);
  KernelWork work;
  const std::string known = stores.algorithms.Find(problem);
  if (std::sscanf(known.c_str(), "%lf %lf", &work.microseconds, &work.wide) == 2) return work;
  Stage stage;
  if (!may_measure || !stage.Fill(node)) return std::nullopt;
  const auto alone = Measure(plan, 1, stage, stores);
  const auto wide = alone ? Measure(plan, threads, stage, stores) : std::nullopt;
  may_measure = wide.has_value();
  if (!wide) return std::nullopt;
  work.microseconds = *alone;
  work.wide = *wide;
  const MeasuredAlgorithm measured[] = {{"alone", *alone}, {"wide", *wide}};
  stores.algorithms.Keep(problem, fmt::format("{:.2f} {:.2f}", *alone, *wide), measured);
  return work;
}

}  // namespace opdk
