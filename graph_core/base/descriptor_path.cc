#include "graph_core/base/descriptor_path.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdint>

namespace opdk {

std::string PathOfDescriptor(int descriptor) {
  static std::atomic<uint32_t> number{0};
  std::string path = "/proc/self/";
  // "/" and "./" lead nowhere else, and spell the number.
  for (uint32_t rest = number++, bit = 0; bit < 32; ++bit, rest >>= 1) path += (rest & 1) != 0 ? "./" : "/";
  return fmt::format("{}fd/{}", path, descriptor);
}

}  // namespace opdk
