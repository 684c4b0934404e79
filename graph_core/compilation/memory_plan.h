// Places blocks of memory in one arena: two blocks may share bytes when their lifetimes don't overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace opdk {

// Placing by size takes quadratic time: models of more blocks are placed by time alone, which steps that run beside
// each other don't allow.
inline constexpr size_t kMostPlacedBySize = 4096;

// Bytes that are needed from step `first` to step `last`, both inclusive.
struct Lifetime {
  size_t bytes = 0;
  int first = 0;
  int last = 0;
};

struct ArenaPlan {
  std::vector<size_t> offsets;  // one per lifetime, in bytes from the arena's start
  size_t planned = 0;           // bytes of the arena
  size_t theoretical_min = 0;   // largest sum of live bytes at any one step: no plan can need less
  size_t without_reuse = 0;     // sum of all bytes
};

// Of two blocks whose lives don't meet in the order of the steps, whether the earlier one has ended before the later
// one
// begins: steps may run beside each other.
using HasEnded = std::function<bool(size_t earlier, size_t later)>;

// Best fit: each block goes into the smallest gap between the blocks that live at the same time. Tried in several
// orders (by first step; up to kMostPlacedBySize blocks also by size, by how long they live, by both, and then with the
// highest ones placed earlier), the smallest arena wins.
// `reuse` false: every block has its own bytes. Sizes are rounded up to the alignment; a block of no bytes still gets
// an address of its own. Without `has_ended` steps run one after the other.
ArenaPlan PlanArena(std::span<const Lifetime> lifetimes, bool reuse = true, const HasEnded& has_ended = {});

}  // namespace opdk
