#include "graph_core/base/byte_pool.h"

#include "graph_core/base/aligned_memory.h"
#include "opdk/crc32c.h"

namespace opdk {

size_t BytePool::Put(std::string_view bytes) {
  const uint32_t key = Crc32c(bytes);
  const auto [begin, end] = places_.equal_range(key);
  for (auto place = begin; place != end; ++place) {
    const auto [offset, size] = place->second;
    if (std::string_view(bytes_).substr(offset, size) == bytes) return offset;
  }
  bytes_.resize(AlignUp(bytes_.size()));
  const size_t offset = bytes_.size();
  bytes_ += bytes;
  places_.emplace(key, Place{offset, bytes.size()});
  return offset;
}

}  // namespace opdk
