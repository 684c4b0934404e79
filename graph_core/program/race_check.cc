#include "graph_core/program/race_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "graph_core/base/tensor_size.h"

namespace opdk {
namespace {

// Bytes that a step reads or writes, in the arena or in a block outside of it.
struct Access {
  int block = -1;  // -1: the arena
  size_t begin = 0, end = 0;
  bool writes = false;
};

class SectionCheck {
 public:
  SectionCheck(const Function& function, const StreamSection& section) : function_(function), section_(section) {
    const auto count = static_cast<size_t>(section.end - section.begin);
    before_.assign(count, std::vector<bool>(count, false));
    std::vector<int> last(static_cast<size_t>(section.streams), -1);
    for (int s = section.begin; s < section.end; ++s) {
      const Step& step = StepAt(s);
      int& previous = last[static_cast<size_t>(step.stream)];
      if (previous >= 0) AddEdge(previous, s);
      for (const int wait : step.waits) AddEdge(wait, s);
      previous = s;
      for (const int tensor : step.inputs) AddAccess(s, tensor, false);
      for (const int tensor : step.outputs) AddAccess(s, tensor, true);
    }
  }

  Status Run() const {
    for (int a = section_.begin; a < section_.end; ++a) {
      for (int b = a + 1; b < section_.end; ++b) {
        if (!before_[Index(b)][Index(a)]) OPDK_TRY(CheckPair(a, b));
      }
    }
    return Status();
  }

 private:
  const Step& StepAt(int s) const { return function_.steps[static_cast<size_t>(s)]; }
  size_t Index(int s) const { return static_cast<size_t>(s - section_.begin); }

  void AddEdge(int from, int to) {
    std::vector<bool>& all = before_[Index(to)];
    all[Index(from)] = true;
    for (size_t i = 0; i < all.size(); ++i) all[i] = all[i] || before_[Index(from)][i];
  }

  void AddAccess(int s, int tensor, bool writes) {
    accesses_.resize(before_.size());
    if (tensor < 0) return;
    const TensorSlot& slot = function_.tensors[static_cast<size_t>(tensor)];
    const Block& block = function_.blocks[static_cast<size_t>(slot.block)];
    const auto bytes = TensorBytes(slot.dtype, slot.shape);
    const bool in_arena = block.kind == BlockKind::kArena;
    const size_t begin = slot.offset + (in_arena ? block.offset : 0);
    accesses_[Index(s)].push_back(
        {in_arena ? -1 : slot.block, begin, begin + (bytes.ok() ? *bytes : block.bytes), writes});
  }

  Status CheckPair(int a, int b) const {
    for (const Access& one : accesses_[Index(a)]) {
      for (const Access& other : accesses_[Index(b)]) {
        if (one.block != other.block || !(one.writes || other.writes)) continue;
        const size_t begin = std::max(one.begin, other.begin), end = std::min(one.end, other.end);
        if (begin >= end) continue;
        return Status(
            ErrorCode::kInternal,
            fmt::format("steps {} and {} of function '{}' run at the same time, and both touch bytes {} to {} "
                        "of {}",
                        a, b, function_.name, begin, end,
                        one.block < 0 ? "the arena" : fmt::format("block {}", one.block)));
      }
    }
    return Status();
  }

  const Function& function_;
  const StreamSection& section_;
  std::vector<std::vector<bool>> before_;  // by step of the section: the steps that have ended before it begins
  std::vector<std::vector<Access>> accesses_;
};

}  // namespace

Status CheckRaces(const Program& program) {
  for (const Function& function : program.functions) {
    for (const StreamSection& section : function.sections) OPDK_TRY(SectionCheck(function, section).Run());
  }
  return Status();
}

}  // namespace opdk
