#include "sdk/tools/verify/cases/mutate_use.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <span>

#include "graph_core/base/type_names.h"

namespace opdk::verify {
namespace {

bool HasAtMost(const OperatorUse& use, int64_t elements) {
  return std::all_of(use.inputs.begin(), use.inputs.end(), [&](const UseInput& input) {
    const int64_t count = ElementCount(input.shape);
    return input.fixed || (count >= 0 && count <= elements);
  });
}

std::set<int64_t> ExtentsOf(const OperatorUse& use) {
  std::set<int64_t> extents;
  for (const UseInput& input : use.inputs) {
    if (!input.fixed) extents.insert(input.shape.begin(), input.shape.end());
  }
  extents.erase(1);  // an extent of 1 is broadcast, and stands for no extent of its own
  return extents;
}

void Replace(OperatorUse& use, int64_t from, int64_t to) {
  for (UseInput& input : use.inputs) {
    if (!input.fixed) std::replace(input.shape.begin(), input.shape.end(), from, to);
  }
}

// Replaces the extent of last axes only.
void ReplaceLast(OperatorUse& use, int64_t from, int64_t to) {
  for (UseInput& input : use.inputs) {
    if (!input.fixed && !input.shape.empty() && input.shape.back() == from) input.shape.back() = to;
  }
}

// Draws all extents anew; equal extents stay equal. The inputs must have at most `most` elements.
void DrawExtents(OperatorUse& use, std::span<const int64_t> choices, int64_t most, std::mt19937_64& generator) {
  const OperatorUse original = use;
  for (int attempt = 0; attempt < 8; ++attempt) {
    use = original;
    // Extents are replaced by negative marks first, because a new extent may equal an old one.
    int64_t mark = -2;
    std::vector<int64_t> marks;
    for (const int64_t extent : ExtentsOf(original)) {
      Replace(use, extent, mark);
      marks.push_back(mark--);
    }
    for (const int64_t each : marks) Replace(use, each, choices[generator() % choices.size()]);
    if (HasAtMost(use, most)) return;
  }
  use = original;
}

// Returns whether windows slide one large tensor over another, which runs very long.
bool SlidesLargeOverLarge(const OperatorUse& use) {
  constexpr int64_t kMostPairs = 1 << 24;
  int64_t pairs = 1;
  size_t windows = 0;
  for (const UseInput& input : use.inputs) {
    if (input.fixed || input.shape.size() < 3) continue;
    ++windows;
    pairs *= std::max<int64_t>(1, ElementCount(input.shape));
    if (windows >= 2 && pairs > kMostPairs) return true;
  }
  return false;
}

class Changes {
 public:
  explicit Changes(const OperatorUse& use) : use_(use) {}

  void Extents() {
    for (const int64_t extent : ExtentsOf(use_)) {
      for (const int64_t other : kEdgeExtents) {
        if (other == extent) continue;
        OperatorUse changed = use_;
        Replace(changed, extent, other);
        Add(std::move(changed));
        if (LastAxesAreNotAlone(extent)) {
          changed = use_;
          ReplaceLast(changed, extent, other);
          Add(std::move(changed));
        }
      }
    }
  }

  // Changes one axis of one input alone.
  void Axes(std::initializer_list<int64_t> extents) {
    for (size_t i = 0; i < use_.inputs.size(); ++i) {
      for (size_t axis = 0; axis < use_.inputs[i].shape.size(); ++axis) {
        for (const int64_t other : extents) {
          OperatorUse changed = use_;
          if (changed.inputs[i].fixed || changed.inputs[i].shape[axis] == other) continue;
          changed.inputs[i].shape[axis] = other;
          Add(std::move(changed));
        }
      }
    }
  }

  void Ranks() {
    const auto lengthen = [](UseInput& input) {
      if (!input.fixed) input.shape.insert(input.shape.begin(), 2);
    };
    const auto shorten = [](UseInput& input) {
      if (!input.fixed && !input.shape.empty()) input.shape.erase(input.shape.begin());
    };
    OperatorUse longer = use_, shorter = use_, scalars = use_;
    for (size_t i = 0; i < use_.inputs.size(); ++i) {
      lengthen(longer.inputs[i]);
      shorten(shorter.inputs[i]);
      if (!scalars.inputs[i].fixed) scalars.inputs[i].shape.clear();
      OperatorUse one = use_;
      shorten(one.inputs[i]);
      Add(std::move(one));
      one = use_;
      lengthen(one.inputs[i]);
      Add(std::move(one));
      one = use_;
      if (!one.inputs[i].fixed) one.inputs[i].shape.clear();
      Add(std::move(one));
    }
    Add(std::move(longer));
    Add(std::move(shorter));
    Add(std::move(scalars));
  }

  void Ports() {
    for (size_t i = 0; i < use_.inputs.size(); ++i) {
      const UseInput& input = use_.inputs[i];
      if (input.optional) {
        OperatorUse without = use_;
        std::erase_if(without.inputs, [&](const UseInput& other) { return other.port == input.port; });
        Add(std::move(without));
      }
      if (!input.dynamic || (i > 0 && use_.inputs[i - 1].port == input.port)) continue;
      for (size_t entries = 1; entries <= 3; ++entries) {
        OperatorUse changed = use_;
        std::erase_if(changed.inputs, [&](const UseInput& other) { return other.port == input.port; });
        changed.inputs.insert(changed.inputs.begin() + static_cast<ptrdiff_t>(i), entries, input);
        Add(std::move(changed));
      }
    }
  }

  std::vector<OperatorUse> Take() { return std::move(changes_); }

 private:
  // Returns whether an axis before the last one has this extent, as in a square. Then a change of the last axis alone
  // gives rows that are longer than columns.
  bool LastAxesAreNotAlone(int64_t extent) const {
    return std::any_of(use_.inputs.begin(), use_.inputs.end(), [&](const UseInput& input) {
      return input.shape.size() > 1 &&
             std::find(input.shape.begin(), input.shape.end() - 1, extent) != input.shape.end() - 1;
    });
  }
  void Add(OperatorUse changed) {
    if (HasAtMost(changed, kMostDerivedElements)) changes_.push_back(std::move(changed));
  }
  const OperatorUse& use_;
  std::vector<OperatorUse> changes_;
};

}  // namespace

std::vector<OperatorUse> ExtentChanges(const OperatorUse& use) {
  Changes changes(use);
  changes.Extents();
  return changes.Take();
}

std::vector<OperatorUse> BroadcastChanges(const OperatorUse& use) {
  Changes changes(use);
  changes.Axes({1});
  return changes.Take();
}

std::vector<OperatorUse> AxisChanges(const OperatorUse& use) {
  Changes changes(use);
  changes.Axes({2, 3, 16, 17});
  return changes.Take();
}

std::vector<OperatorUse> PortChanges(const OperatorUse& use) {
  Changes changes(use);
  changes.Ranks();
  changes.Ports();
  return changes.Take();
}

void ChangeAllExtents(OperatorUse& use, std::mt19937_64& generator) {
  DrawExtents(use, kEdgeExtents, kMostDerivedElements, generator);
}

bool EnlargeExtents(OperatorUse& use, std::mt19937_64& generator) {
  constexpr int64_t kLargeExtents[] = {1, 3, 17, 64, 129, 300, 1031, 4099, 20001};
  const OperatorUse original = use;
  for (int attempt = 0; attempt < 8; ++attempt) {
    use = original;
    DrawExtents(use, kLargeExtents, kMostLargeElements, generator);
    if (SlidesLargeOverLarge(use)) continue;
    if (std::any_of(use.inputs.begin(), use.inputs.end(), [](const UseInput& input) {
          return !input.fixed && ElementCount(input.shape) >= kLeastLargeElements;
        })) {
      return true;
    }
  }
  use = original;
  return false;
}

}  // namespace opdk::verify
