// y = x + f(v) with x: [7, 40]:
//
//   f = tanh, v: [40]       refused: the loop over rows would compute each tanh 7 times
//   f = neg, v: [40]        fused: cheaper to compute 7 times than to write and read
//   f = tanh, v: [7, 1]     fused: the loop over rows computes it once for each
#include "graph_core/engines/ai_core/fusion/cost_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "graph_core/engines/ai_core/canonical/kernel_stages.h"

namespace opdk {
namespace {

constexpr int kMaxInputs = 12;
// Below this a kernel is one task, whatever its loops are; as in vector_step.
constexpr int64_t kSerialElements = 16 * 1024;

bool IsPermutation(const KernelNode& node) {
  int previous = -1;
  for (const AxisMap& map : node.maps) {
    if (map.axis < 0) continue;
    if (map.axis < previous) return true;
    previous = map.axis;
  }
  return false;
}

// Returns whether a vector along the last axis is read in one piece.
bool ReadsWholeVectors(const KernelNode& node) {
  return node.maps.empty() || node.maps.back().axis < 0 || node.maps.back().step == 1;
}

class Rule {
 public:
  explicit Rule(const CanonicalKernel& kernel) : kernel_(kernel), ir_(kernel.ir) {}

  std::string Check() {
    if (ir_.inputs > kMaxInputs) return fmt::format("it would read {} tensors, at most {}", ir_.inputs, kMaxInputs);
    const std::vector<int>& dims = Get(ir_.outputs[0]).dims;
    for (int output : ir_.outputs) {
      if (Get(output).dims != dims) return "two outputs of different extents need two loop nests";
    }
    FindNeeded();
    for (int number : needed_) {
      if (std::string why = CheckOperation(Get(number)); !why.empty()) return why;
    }
    nest_ = ChooseLoopNest(ir_, dims, reductions_);
    if (!reductions_.empty() && !nest_.row_mode && !IsSmallTotal()) return "its reductions keep different axes";
    if (std::string why = CheckBroadcasts(dims); !why.empty()) return why;
    return CheckPlaces(dims);
  }

 private:
  const KernelNode& Get(int number) const { return ir_.nodes[static_cast<size_t>(number)]; }

  void FindNeeded() {
    needed_.insert(ir_.outputs.begin(), ir_.outputs.end());
    for (int i = static_cast<int>(ir_.nodes.size()); i-- > 0;) {
      if (needed_.count(i) == 0) continue;
      needed_.insert(Get(i).inputs.begin(), Get(i).inputs.end());
      if (IsReduction(Get(i))) reductions_.push_back(i);
    }
  }

  std::string CheckOperation(const KernelNode& node) const {
    switch (node.op) {
      case KernelOp::kInput:
      case KernelOp::kNumber:
      case KernelOp::kParam:
      case KernelOp::kUnary:
      case KernelOp::kBinary:
      case KernelOp::kSelect:
      case KernelOp::kCast:
      case KernelOp::kReduce:
        return "";
      case KernelOp::kMap:
        if (!ReadsWholeVectors(node)) return "a slice with a step along the last axis reads no whole vectors";
        if (IsPermutation(node) && !reductions_.empty()) return "a transposition and a reduction want different loops";
        return "";
      default:
        return fmt::format("{} is a kernel of its own", NameOf(node));
    }
  }

  bool IsSmallTotal() const {
    return kernel_.elements <= kSerialElements &&
           std::all_of(reductions_.begin(), reductions_.end(), [&](int number) { return Get(number).dims.empty(); });
  }

  // Checks that nothing expensive is computed again for each repetition of a broadcast. Returns why not, or "".
  std::string CheckBroadcasts(const std::vector<int>& dims) const {
    // Loops outside of which a value is computed once. A value that depends on these loops alone isn't repeated.
    std::set<int> outer;
    if (nest_.row_mode) {
      const std::vector<int>& kept = Get(reductions_[0]).dims;
      outer.insert(kept.begin(), kept.end());
    } else {
      for (size_t axis : nest_.outer) outer.insert(dims[axis]);
    }
    const KernelStages stages = ChooseStages(ir_, ir_.outputs);
    for (int number : needed_) {
      const KernelNode& node = Get(number);
      if (!WorthStoring(node) || node.dims.size() >= dims.size() || stages.whole.count(number) > 0) continue;
      bool once = std::all_of(node.dims.begin(), node.dims.end(), [&](int dim) { return outer.count(dim) > 0; });
      if (!once) return fmt::format("{} would be computed again for each repetition of a broadcast", NameOf(node));
    }
    return "";
  }

  // Checks that nothing expensive is computed at two positions, because each element would be computed once for each
  // position. Returns why not, or "".
  std::string CheckPlaces(const std::vector<int>& dims) {
    std::vector<AxisMap> own;
    for (int dim : dims) own.push_back({dim, -1, 1});
    for (int output : ir_.outputs) Visit(output, own);
    for (int reduction : reductions_) {
      std::vector<AxisMap> domain;
      for (int dim : Get(Get(reduction).inputs[0]).dims) domain.push_back({dim, -1, 1});
      Visit(Get(reduction).inputs[0], domain);
    }
    for (const auto& [number, places] : places_) {
      if (WorthStoring(Get(number)) && places.size() > 1) {
        return fmt::format("{} would be computed at {} positions", NameOf(Get(number)), places.size());
      }
    }
    return "";
  }

  // Notes the positions at which `number` and its inputs are read. `at`: where each axis of the node is read, with
  // `axis` as the extent of the loop. Whole passes over a row (a reduction, then the output) read everything at its own
  // position. Only shifts and permutations give different positions.
  void Visit(int number, const std::vector<AxisMap>& at) {
    const KernelNode& node = Get(number);
    std::vector<std::tuple<int, int, int64_t>> place;
    for (const AxisMap& map : at) place.emplace_back(map.axis, map.start, map.step);
    if (!places_[number].insert(place).second || node.op == KernelOp::kReduce) return;
    if (node.op != KernelOp::kMap) {
      for (int input : node.inputs) Visit(input, at);
      return;
    }
    std::vector<AxisMap> source;
    for (const AxisMap& map : node.maps) {
      AxisMap composed = map;
      if (map.axis >= 0) {
        const AxisMap& outer = at[static_cast<size_t>(map.axis)];
        composed.axis = outer.axis;
        composed.step = map.step * outer.step;
        // Two shifts of one axis count as a position of their own, different from every single shift.
        if (outer.start >= 0)
          composed.start = map.start < 0 ? outer.start : ir_.symbols * (map.start + 1) + outer.start;
      }
      source.push_back(composed);
    }
    Visit(node.inputs[0], source);
  }

  const CanonicalKernel& kernel_;
  const KernelIr& ir_;
  LoopNest nest_;
  std::set<int> needed_;
  std::vector<int> reductions_;
  std::map<int, std::set<std::vector<std::tuple<int, int, int64_t>>>> places_;
};

}  // namespace

std::string WhyNotOneKernel(const StepPlan& plan) {
  if (plan.no_fuse) return "its author says so (schedule_hint no_fuse)";
  for (const StepSpec& step : plan.steps) {
    if (!step.is_vector()) return "the cube unit computes a part of it";
  }
  if (plan.steps.size() > 1) return "it needs several kernels";
  return plan.steps.empty() ? "" : Rule(plan.steps[0].kernel).Check();
}

}  // namespace opdk
