// Places blocks of memory in one arena: two blocks may share bytes when their lifetimes don't overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace opdk {

// Upper bound of blocks for placing by size, which takes quadratic time. Models with more blocks are placed by time
// alone; then no steps run at the same time.
inline constexpr size_t kMostPlacedBySize = 4096;

// A block's bytes, live from step `first` to step `last`, both inclusive.
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

// Returns whether `earlier` has surely ended when `later` begins, of two blocks whose lives don't overlap in the order
// of the steps. Steps on streams may still overlap.
using HasEnded = std::function<bool(size_t earlier, size_t later)>;

// Places the blocks by best fit: each block goes into the smallest gap between the blocks that live at the same time.
// Tries several orders and takes the smallest arena. The first order is by first step. For up to kMostPlacedBySize
// blocks it also tries size, length of life, both, and then places the highest blocks earlier.
//
// `reuse` false: every block has its own bytes. Sizes are rounded up to the alignment; an empty block still gets an
// address of its own. Without `has_ended`, steps run one after the other.
ArenaPlan PlanArena(std::span<const Lifetime> lifetimes, bool reuse = true, const HasEnded& has_ended = {});

}  // namespace opdk
