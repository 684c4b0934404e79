// Numbers the nodes of an expression.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tbe {

// Gives each address the number of addresses that came before it. Most expressions have few nodes and are walked many
// thousand times while a graph is compiled: the first addresses are searched one by one and take no memory of the heap.
// Further ones lie in a table of open addressing.
class PointerIndex {
 public:
  // Returns the number of the address, and whether the address is new.
  std::pair<size_t, bool> Add(const void* address) {
    if (size_ < kFew) {
      const size_t place = PlaceAmongFew(address);
      if (place < size_) return {place, false};
      few_[size_] = address;
      return {size_++, true};
    }
    if (2 * (size_ + 1) > slots_.size()) Grow();
    Slot& slot = SlotOf(address);
    if (slot.address != nullptr) return {slot.number, false};
    slot = {address, size_};
    return {size_++, true};
  }

  // Returns the number of an address that was added. Throws std::out_of_range for any other.
  size_t At(const void* address) {
    const size_t number = slots_.empty() ? PlaceAmongFew(address) : NumberInTable(address);
    if (number >= size_) throw std::out_of_range("the address was not added");
    return number;
  }

 private:
  struct Slot {
    const void* address = nullptr;
    size_t number = 0;
  };
  static constexpr size_t kFew = 16;
  static constexpr size_t kFirstSlots = 64;  // a power of two

  size_t PlaceAmongFew(const void* address) const {
    const auto* const end = few_.data() + size_;
    return static_cast<size_t>(std::find(few_.data(), end, address) - few_.data());
  }

  size_t NumberInTable(const void* address) {
    const Slot& slot = SlotOf(address);
    return slot.address == nullptr ? size_ : slot.number;
  }

  Slot& SlotOf(const void* address) {
    const auto bits = reinterpret_cast<uintptr_t>(address);
    size_t place = ((bits >> 4) * 0x9e3779b97f4a7c15ULL) >> 32;
    for (;; ++place) {
      Slot& slot = slots_[place & (slots_.size() - 1)];
      if (slot.address == address || slot.address == nullptr) return slot;
    }
  }

  void Grow() {
    std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(std::max(kFirstSlots, 2 * slots_.size())));
    for (size_t i = 0; old.empty() && i < kFew; ++i) SlotOf(few_[i]) = {few_[i], i};
    for (const Slot& slot : old) {
      if (slot.address != nullptr) SlotOf(slot.address) = slot;
    }
  }

  std::array<const void*, kFew> few_{};
  std::vector<Slot> slots_;
  size_t size_ = 0;
};

}  // namespace tbe
