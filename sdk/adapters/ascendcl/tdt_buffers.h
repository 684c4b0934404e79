// Buffers that queues pass on.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "acl/acl_tdt_queue.h"
#include "sdk/adapters/ascendcl/handles.h"

namespace opdk::acl {

struct TdtBuffer {
  std::shared_ptr<std::byte> memory;  // shared by its references
  size_t size = 0;
  size_t length = 0;  // of its data
  std::array<std::byte, 96> user_data{};
  std::vector<std::shared_ptr<TdtBuffer>> chain;  // behind it, where it is a head
  bool is_behind = false;                         // in another buffer's chain
};

// Returns the buffers that the caller holds, without buffers in queues.
Handles<TdtBuffer>& TdtBuffers();

std::shared_ptr<TdtBuffer> NewTdtBuffer(size_t size);
// Makes another buffer with the same memory. Its chain refers to the memory of the buffer's chain.
std::shared_ptr<TdtBuffer> ReferenceTo(const TdtBuffer& buffer);

// Takes a buffer with its chain from the caller. ACL_ERROR_INVALID_PARAM: `handle` is none, or stands behind a head.
Outcome TakeFromCaller(acltdtBuf handle, std::shared_ptr<TdtBuffer>& buffer);
acltdtBuf GiveToCaller(std::shared_ptr<TdtBuffer> buffer);

}  // namespace opdk::acl
