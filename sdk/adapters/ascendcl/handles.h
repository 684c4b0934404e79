// Objects that callers hold by address. Each address is known to be one of this process and still there, or not.
#pragma once

#include <cstddef>
#include <memory>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "sdk/adapters/ascendcl/call.h"

namespace opdk::acl {

// Thread-safe. An object lives as long as a finder uses it.
template <typename T>
class Handles {
 public:
  explicit Handles(const char* what) : what_(what) {}

  T* Add(std::shared_ptr<T> object) {
    T* const address = object.get();
    const std::lock_guard lock(mutex_);
    gone_.erase(address);
    live_.emplace(address, std::move(object));
    return address;
  }

  // Finds the object at an address. ACL_ERROR_INVALID_PARAM: NULL, destroyed, or no object of this kind.
  Outcome Find(const void* address, std::shared_ptr<T>& object) const {
    if (address == nullptr) return IsNull(what_);
    const std::shared_lock lock(mutex_);
    const auto found = live_.find(address);
    if (found == live_.end()) return Unknown(address);
    object = found->second;
    return {};
  }
  bool Has(const void* address) const {
    const std::shared_lock lock(mutex_);
    return live_.contains(address);
  }

  Outcome Remove(const void* address, std::shared_ptr<T>* removed = nullptr) {
    if (address == nullptr) return IsNull(what_);
    std::shared_ptr<T> object;  // goes when the lock is free
    const std::lock_guard lock(mutex_);
    const auto found = live_.find(address);
    if (found == live_.end()) return Unknown(address);
    object = std::move(found->second);
    live_.erase(found);
    gone_.insert(address);
    if (removed != nullptr) *removed = object;
    return {};
  }

  size_t size() const {
    const std::shared_lock lock(mutex_);
    return live_.size();
  }
  const char* what() const { return what_; }
  template <typename Visit>
  void ForEach(Visit visit) const {
    const std::shared_lock lock(mutex_);
    for (const auto& [address, object] : live_) visit(object);
  }

 private:
  Outcome Unknown(const void* address) const {
    return Fail(ACL_ERROR_INVALID_PARAM,
                std::string("the ") + what_ +
                    (gone_.contains(address) ? " was destroyed before" : " is unknown: nothing made it"));
  }

  const char* what_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<const void*, std::shared_ptr<T>> live_;
  std::unordered_set<const void*> gone_;  // addresses that nothing has taken since
};

}  // namespace opdk::acl
