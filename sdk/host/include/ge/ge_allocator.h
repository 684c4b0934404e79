// Memory that the caller of a session provides for its runs (Session::RegisterExternalAllocator).
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

namespace ge {

class Allocator;

// A block of an allocator's memory with a count of its holders. The last holder's Free returns it to the allocator.
class MemBlock {
 public:
  MemBlock(Allocator& allocator, void* addr, size_t block_size)
      : allocator_(allocator), addr_(addr), block_size_(block_size) {}
  virtual ~MemBlock() = default;

  const void* GetAddr() const { return addr_; }
  void* GetAddr() { return addr_; }
  void SetAddr(void* addr) { addr_ = addr; }
  size_t GetSize() const { return block_size_; }
  void SetSize(size_t block_size) { block_size_ = block_size; }
  size_t AddCount() { return ++count_; }
  size_t SubCount() { return --count_; }
  size_t GetCount() const { return count_; }
  inline void Free();

 private:
  Allocator& allocator_;
  void* addr_;
  size_t block_size_;
  std::atomic<size_t> count_{1};
};

// The caller's allocator. Threads that run graphs call it; several at once if several streams share the allocator.
class Allocator {
 public:
  virtual ~Allocator() = default;
  // Returns a block of at least `size` bytes; nullptr when there is no memory.
  virtual MemBlock* Malloc(size_t size) = 0;
  virtual void Free(MemBlock* block) = 0;
  // Returns a block at `addr`, if the allocator can.
  virtual MemBlock* MallocAdvise(size_t size, void* addr) {
    (void)addr;
    return Malloc(size);
  }
};

inline void MemBlock::Free() {
  if (SubCount() == 0) allocator_.Free(this);
}

using AllocatorPtr = std::shared_ptr<Allocator>;

}  // namespace ge
