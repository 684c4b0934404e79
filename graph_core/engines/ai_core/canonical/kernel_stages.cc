// Softmax over the rows of x: [s0, s1], were it not written by hand:  m = max(x), e = exp(x - m), t = sum(e), y = e / t
//
//   reductions   m and t keep s0 both: a row is reduced inside the loop over s0 (loop_nest.cc)
//   e            dear, and read by two stages, t and y: computed for each of them it would be two exp per element, so a
//                row of it is stored
//   x - m        cheap: computed where it is read
//   result       nodes {m, e, t} in that order, none of them whole
//
// In log-softmax e is read by t alone: nodes {m, t}.
#include "graph_core/engines/ai_core/canonical/kernel_stages.h"

#include <algorithm>
#include <utility>

namespace opdk {
namespace {

// Operations for one element of a value that is read in several places. Each place repeats them; where there are more,
// neighbours of neighbours of neighbours would be computed again a million times.
constexpr int64_t kMostRepeated = 128;

// Returns whether a node reads its inputs at its own place only.
bool ReadsInPlace(const KernelNode& node) {
  return node.op == KernelOp::kUnary || node.op == KernelOp::kBinary || node.op == KernelOp::kSelect ||
         node.op == KernelOp::kCast || node.op == KernelOp::kReduce;
}

bool Contains(const std::vector<int>& values, int value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

class Chooser {
 public:
  Chooser(const KernelIr& ir, const std::vector<int>& outputs)
      : ir_(ir),
        outputs_(outputs),
        used_(ir.nodes.size(), false),
        elsewhere_(ir.nodes.size(), false),
        readers_(ir.nodes.size(), 0),
        operations_(ir.nodes.size(), 1) {}

  KernelStages Run() {
    for (int output : outputs_) used_[Index(output)] = true;
    for (size_t i = ir_.nodes.size(); i-- > 0;) {
      if (!used_[i]) continue;
      for (int input : ir_.nodes[i].inputs) used_[Index(input)] = true;
    }
    for (size_t i = 0; i < ir_.nodes.size(); ++i) {
      if (used_[i] && IsReduction(ir_.nodes[i])) result_.nodes.push_back(static_cast<int>(i));
    }
    result_.reduces = !result_.nodes.empty();
    const std::vector<int> reductions = result_.nodes;
    result_.nest = ChooseLoopNest(ir_, Get(outputs_[0]).dims, reductions);
    if (result_.nest.row_mode) ShareInRows();
    StoreWhole();
    std::sort(result_.nodes.begin(), result_.nodes.end());
    NoteUnheeded(reductions);
    return std::move(result_);
  }

 private:
  static size_t Index(int number) { return static_cast<size_t>(number); }
  const KernelNode& Get(int number) const { return ir_.nodes[Index(number)]; }

  // Stores values per row that two stages read. Goes from consumers to producers: a value below a stored value needs no
  // storage of its own.
  void ShareInRows() {
    const std::vector<int> kept = Get(result_.nodes[0]).dims;
    for (size_t i = ir_.nodes.size(); i-- > 0;) {
      const KernelNode& node = ir_.nodes[i];
      const int number = static_cast<int>(i);
      if (!used_[i] || IsReduction(node) || !WorthStoring(node) || node.dims.size() <= kept.size()) continue;
      const bool per_row = std::all_of(kept.begin(), kept.end(), [&](int dim) { return Contains(node.dims, dim); });
      if (per_row && ReadByTwoStages(number)) result_.nodes.push_back(number);
    }
  }

  // Returns whether at least two stages read `node` without crossing another stage. The outputs together count as one
  // stage.
  bool ReadByTwoStages(int node) const {
    std::set<int> roots;
    std::set<std::pair<int, int>> seen;
    auto visit = [&](auto& self, int root, int at) -> void {
      if (!seen.insert({root, at}).second) return;
      if (at == node) {
        roots.insert(root);
        return;
      }
      for (int input : Get(at).inputs) {
        if (Contains(result_.nodes, input)) continue;
        self(self, root, input);
      }
    };
    for (int output : outputs_) {
      if (!Contains(result_.nodes, output)) visit(visit, -1, output);
    }
    for (int stage : result_.nodes) {
      if (stage == node) continue;
      for (int input : Get(stage).inputs) {
        if (!Contains(result_.nodes, input)) visit(visit, stage, input);
      }
    }
    return roots.size() > 1;
  }

  // Stores values whole that are read at other places than the reader's own, if the author wants it or they cost much.
  // Otherwise an element would be computed again for each such read.
  void StoreWhole() {
    for (size_t i = ir_.nodes.size(); i-- > 0;) {
      if (!used_[i]) continue;
      const KernelNode& node = ir_.nodes[i];
      const bool in_place = ReadsInPlace(node);
      for (int input : node.inputs) {
        if (!in_place || elsewhere_[i]) elsewhere_[Index(input)] = true;
        ++readers_[Index(input)];
      }
    }
    const bool row_mode = result_.nest.row_mode;
    std::vector<bool> in_rows(ir_.nodes.size(), false);  // computed from values that are stored per row
    std::vector<int> found;
    for (size_t i = 0; i < ir_.nodes.size(); ++i) {
      const int number = static_cast<int>(i);
      const KernelNode& node = ir_.nodes[i];
      in_rows[i] = row_mode &&
                   (Contains(result_.nodes, number) || std::any_of(node.inputs.begin(), node.inputs.end(),
                                                                   [&](int input) { return in_rows[Index(input)]; }));
      if (!used_[i] || in_rows[i] || Contains(result_.nodes, number) || Contains(outputs_, number)) continue;
      if (elsewhere_[i]) operations_[i] = CountOperations(number, found);
      const bool repeated = operations_[i] > kMostRepeated && readers_[i] > 1;
      const bool wanted =
          node.storing == StoringHint::kMaterialize && (elsewhere_[i] || (!row_mode && ReadByTwoStages(number)));
      if (!wanted && (!repeated || node.storing == StoringHint::kRecompute)) continue;
      found.push_back(number);
      operations_[i] = 1;
    }
    result_.nodes.insert(result_.nodes.end(), found.begin(), found.end());
    result_.whole.insert(found.begin(), found.end());
  }

  // Returns how many operations an element of `number` takes with what is stored so far, at most one above
  // kMostRepeated.
  int64_t CountOperations(int number, const std::vector<int>& stored) const {
    int64_t operations = 0;
    std::set<int> seen;
    std::vector<int> open = {number};
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      if (!seen.insert(at).second) continue;
      const KernelNode& node = Get(at);
      ++operations;
      if (at != number && (Contains(result_.nodes, at) || Contains(stored, at))) continue;
      if (ReadsInPlace(node)) {
        open.insert(open.end(), node.inputs.begin(), node.inputs.end());
        continue;
      }
      for (const int input : node.inputs) operations += operations_[Index(input)];
    }
    return std::min(operations, kMostRepeated + 1);
  }

  void NoteUnheeded(const std::vector<int>& reductions) {
    for (size_t i = 0; i < ir_.nodes.size(); ++i) {
      const StoringHint hint = ir_.nodes[i].storing;
      const int number = static_cast<int>(i);
      if (!used_[i] || hint == StoringHint::kNone) continue;
      if (hint == StoringHint::kRecompute) {
        if (Contains(reductions, number)) result_.unheeded[number] = "a reduction's result is always stored";
      } else if (Contains(outputs_, number)) {
        result_.unheeded[number] = "the kernel writes it anyway";
      } else if (!Contains(result_.nodes, number)) {
        result_.unheeded[number] = elsewhere_[i] ? "it is made of a row's reductions, so it can't be stored before them"
                                                 : "no element of it is computed more often than once for a row";
      }
    }
  }

  const KernelIr& ir_;
  const std::vector<int>& outputs_;
  std::vector<bool> used_;
  std::vector<bool> elsewhere_;      // nodes that are read at another place than their reader's own
  std::vector<int> readers_;         // of each node
  std::vector<int64_t> operations_;  // for one element of a node that is read elsewhere
  KernelStages result_;
};

}  // namespace

KernelStages ChooseStages(const KernelIr& ir, const std::vector<int>& outputs) { return Chooser(ir, outputs).Run(); }

}  // namespace opdk
