// TensorData: the bytes of a tensor, and the manager that frees them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/ge_error_codes.h"

namespace gert {

using TensorAddress = void*;
using ConstTensorAddress = void* const;
using ConstTensorAddressPtr = const void*;

// Places of a tensor. Device and host share one memory here.
enum TensorPlacement : int32_t {
  kOnDeviceHbm,
  kOnHost,
  kFollowing,  // on the host, right behind the Tensor
  kOnDeviceP2p,
  kTensorPlacementEnd
};

enum TensorOperateType : int32_t { kGetTensorAddress, kFreeTensor, kPlusShareCount, kTensorOperateType };

// Handles an address that isn't the bytes' own. By `operate_type`: stores the bytes' address in *out, frees the bytes,
// or adds an owner.
using TensorAddrManager = ge::graphStatus (*)(TensorAddress addr, TensorOperateType operate_type, void** out);

// Bytes with their manager. Moved, never copied; the destructor frees the bytes through the manager.
class TensorData {
 public:
  // Refers to bytes. Without a manager `addr` is the address of bytes that the caller frees.
  explicit TensorData(TensorAddress addr = nullptr, TensorAddrManager manager = nullptr)
      : addr_(addr), manager_(manager) {}
  TensorData(TensorAddress addr, TensorAddrManager manager, size_t size, TensorPlacement placement)
      : addr_(addr), manager_(manager), size_(size), placement_(placement) {}
  TensorData(const TensorData&) = delete;
  TensorData& operator=(const TensorData&) = delete;
  TensorData(TensorData&& other) noexcept { Take(other); }
  TensorData& operator=(TensorData&& other) noexcept {
    if (this == &other) return *this;
    (void)Free();
    Take(other);
    return *this;
  }
  ~TensorData() { (void)Free(); }

  // Returns the address of the bytes; nullptr when there are none or the manager fails.
  TensorAddress GetAddr() const {
    if (manager_ == nullptr || addr_ == nullptr) return addr_;
    TensorAddress bytes = nullptr;
    return manager_(addr_, kGetTensorAddress, &bytes) == ge::GRAPH_SUCCESS ? bytes : nullptr;
  }
  size_t GetSize() const { return size_; }
  void SetSize(size_t size) { size_ = size; }
  TensorPlacement GetPlacement() const { return placement_; }
  void SetPlacement(TensorPlacement placement) { placement_ = placement; }

  // Frees the bytes through the manager and returns its status. If the manager fails, the bytes stay.
  ge::graphStatus Free() {
    if (manager_ == nullptr) return ge::GRAPH_SUCCESS;
    const ge::graphStatus freed = manager_(addr_, kFreeTensor, nullptr);
    if (freed == ge::GRAPH_SUCCESS) Forget();
    return freed;
  }
  ge::graphStatus SetAddr(ConstTensorAddressPtr addr, TensorAddrManager manager) {
    const ge::graphStatus freed = Free();
    if (freed != ge::GRAPH_SUCCESS) return freed;
    addr_ = const_cast<TensorAddress>(addr);
    manager_ = manager;
    return ge::GRAPH_SUCCESS;
  }
  // Gives the address and its manager (nullptr: none) to the caller, who must free the bytes.
  TensorAddress Release(TensorAddrManager& manager) {
    manager = manager_;
    const TensorAddress addr = addr_;
    Forget();
    return addr;
  }
  bool IsSharedWith(const TensorData& other) const {
    return addr_ == other.addr_ && manager_ == other.manager_ && size_ == other.size_ && placement_ == other.placement_;
  }
  // Frees its own bytes and shares the other's.
  ge::graphStatus ShareFrom(const TensorData& other) {
    if (IsSharedWith(other)) return ge::GRAPH_SUCCESS;
    const ge::graphStatus freed = Free();
    if (freed != ge::GRAPH_SUCCESS) return freed;
    addr_ = other.addr_;
    manager_ = other.manager_;
    size_ = other.size_;
    placement_ = other.placement_;
    return manager_ == nullptr ? ge::GRAPH_SUCCESS : manager_(addr_, kPlusShareCount, nullptr);
  }

 private:
  void Forget() {
    addr_ = nullptr;
    manager_ = nullptr;
  }
  void Take(TensorData& other) {
    addr_ = other.addr_;
    manager_ = other.manager_;
    size_ = other.size_;
    placement_ = other.placement_;
    other.Forget();
    other.size_ = 0;
    other.placement_ = kTensorPlacementEnd;
  }

  TensorAddress addr_ = nullptr;
  TensorAddrManager manager_ = nullptr;
  size_t size_ = 0;
  TensorPlacement placement_ = kTensorPlacementEnd;
};

}  // namespace gert
