// Numbers the nodes of an expression.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tbe {

// Gives each address the number of addresses that came before it. Expressions are walked many thousand times while a
// graph is compiled; a table of open addressing allocates no memory for each node.
class PointerIndex {
 public:
  PointerIndex() : slots_(kFirstSlots) {}

  // Returns the number of the address, and whether the address is new.
  std::pair<size_t, bool> Add(const void* address) {
    if (2 * (size_ + 1) > slots_.size()) Grow();
    Slot& slot = SlotOf(address);
    if (slot.address != nullptr) return {slot.number, false};
    slot = {address, size_};
    return {size_++, true};
  }

  // Returns the number of an address that was added. Throws std::out_of_range for any other.
  size_t At(const void* address) {
    const Slot& slot = SlotOf(address);
    if (slot.address == nullptr) throw std::out_of_range("the address was not added");
    return slot.number;
  }

 private:
  struct Slot {
    const void* address = nullptr;
    size_t number = 0;
  };
  static constexpr size_t kFirstSlots = 64;  // a power of two

  Slot& SlotOf(const void* address) {
    const auto bits = reinterpret_cast<uintptr_t>(address);
    size_t place = ((bits >> 4) * 0x9e3779b97f4a7c15ULL) >> 32;
    for (;; ++place) {
      Slot& slot = slots_[place & (slots_.size() - 1)];
      if (slot.address == address || slot.address == nullptr) return slot;
    }
  }

  void Grow() {
    std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
    for (const Slot& slot : old) {
      if (slot.address != nullptr) SlotOf(slot.address) = slot;
    }
  }

  std::vector<Slot> slots_;
  size_t size_ = 0;
};

}  // namespace tbe
