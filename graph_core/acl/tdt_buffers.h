// Buffers that queues pass on.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "acl/acl_tdt_queue.h"
#include "graph_core/acl/handles.h"

namespace opdk::acl {

struct TdtBuffer {
  std::shared_ptr<std::byte> memory;  // shared by its references
  size_t size = 0;
  size_t length = 0;  // of its data
  std::array<std::byte, 96> user_data{};
  std::vector<std::shared_ptr<TdtBuffer>> chain;  // behind it, where it is a head
  bool is_behind = false;                         // in somebody's chain
};

// Those that the caller holds: not the ones that are in a queue.
Handles<TdtBuffer>& TdtBuffers();

std::shared_ptr<TdtBuffer> NewTdtBuffer(size_t size);
// Another one with the same memory, of the chain too.
std::shared_ptr<TdtBuffer> ReferenceTo(const TdtBuffer& buffer);

// With its chain: it becomes nobody's. ACL_ERROR_INVALID_PARAM: it is none, or one behind a head.
Outcome TakeFromCaller(acltdtBuf handle, std::shared_ptr<TdtBuffer>& buffer);
acltdtBuf GiveToCaller(std::shared_ptr<TdtBuffer> buffer);

}  // namespace opdk::acl
