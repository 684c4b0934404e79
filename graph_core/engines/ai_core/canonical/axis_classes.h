// Classes of axes that have the same extent and meaning throughout a kernel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace opdk {

class AxisClasses {
 public:
  // Adds a class and returns its number. A `pinned` class is never merged, because index arithmetic reads its axis.
  int New(int64_t extent, bool pinned = false);
  int Find(int axis) const;
  void Unify(int a, int b);
  void Pin(int axis) { pinned_[Index(axis)] = true; }
  bool pinned(int axis) const { return pinned_[Index(axis)]; }
  int64_t extent(int axis) const { return extent_[Index(axis)]; }
  // Returns whether Merge joined this class to the class in front of it.
  bool absorbed(int axis) const { return absorbed_[Index(axis)]; }

  // Merges neighbours: classes that stand side by side in every tensor that has either. `tensors`: the axes of each,
  // outermost first. No merged extent passes `limit`. Returns whether any were merged.
  bool Merge(const std::vector<std::vector<int>>& tensors, int64_t limit);

 private:
  size_t Index(int axis) const { return static_cast<size_t>(Find(axis)); }
  static bool Neighbours(const std::vector<std::vector<int>>& tensors, int first, int second);

  std::vector<int> parent_;
  std::vector<int64_t> extent_;
  std::vector<bool> pinned_;
  std::vector<bool> absorbed_;
};

}  // namespace opdk
