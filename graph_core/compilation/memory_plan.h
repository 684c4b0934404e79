// Places blocks of memory in one arena: two blocks may share bytes when their lifetimes don't overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace opdk {

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

// Best fit: each block goes into the smallest gap between the blocks that live at the same time. Tried with two orders
// (by first step; up to 4096 blocks also largest first), the smaller arena wins. `reuse` false: every block has its own
// bytes. Sizes are rounded up to the alignment; a block of no bytes still gets an address of its own.
ArenaPlan PlanArena(std::span<const Lifetime> lifetimes, bool reuse = true);

}  // namespace opdk
