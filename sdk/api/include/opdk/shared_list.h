// A list whose copies share their elements until one of them changes: the declaration of an operator stands once for
// all nodes of its type.
#pragma once

#include <atomic>
#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace opdk {

// Readers see a `const std::vector`. Like a vector, one list is not thread-safe for writing; copies are independent of
// each other, on any threads.
template <typename T>
class SharedList {
 public:
  using value_type = T;
  using const_iterator = typename std::vector<T>::const_iterator;

  SharedList() = default;
  SharedList(std::initializer_list<T> items) : SharedList(std::vector<T>(items)) {}
  SharedList(std::vector<T> items) : held_(items.empty() ? nullptr : new Held{std::move(items)}) {}
  SharedList(const SharedList& other) : held_(other.held_) {
    if (held_ != nullptr) held_->owners.fetch_add(1, std::memory_order_relaxed);
  }
  SharedList(SharedList&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
  SharedList& operator=(SharedList other) noexcept {
    std::swap(held_, other.held_);
    return *this;
  }
  ~SharedList() {
    if (held_ != nullptr) Release(held_);
  }

  const std::vector<T>& list() const { return held_ == nullptr ? None() : held_->items; }
  operator const std::vector<T>&() const { return list(); }
  const_iterator begin() const { return list().begin(); }
  const_iterator end() const { return list().end(); }
  size_t size() const { return list().size(); }
  bool empty() const { return list().empty(); }
  const T& operator[](size_t i) const { return list()[i]; }
  const T& front() const { return list().front(); }
  const T& back() const { return list().back(); }
  bool operator==(const SharedList& other) const { return held_ == other.held_ || list() == other.list(); }

  // Returns the elements for writing. Copies them first if another list shares them.
  std::vector<T>& Edit() {
    if (held_ == nullptr || held_->owners.load(std::memory_order_acquire) != 1) {
      *this = SharedList(new Held{list()});
    }
    return held_->items;
  }
  void push_back(T item) { Edit().push_back(std::move(item)); }
  void clear() { *this = SharedList(); }

 private:
  struct Held {
    std::vector<T> items;
    std::atomic<size_t> owners = 1;
  };
  explicit SharedList(Held* held) : held_(held) {}

  // Every use of an operator's data would hold a copy of these two, which costs a package 1 % of its size.
  [[gnu::noinline]] static void Release(Held* held) {
    if (held->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete held;
  }
  [[gnu::noinline]] static const std::vector<T>& None() {
    static const std::vector<T> none;
    return none;
  }

  Held* held_ = nullptr;
};

}  // namespace opdk
