#include "graph_core/base/descriptor_path.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <filesystem>

namespace opdk {
namespace {

// Returns a number, spelled with "/" and "./". Behind a directory's "/" it doesn't change where the path leads.
std::string Detour() {
  static std::atomic<uint32_t> number{0};
  std::string detour;
  for (uint32_t rest = number++, bit = 0; bit < 32; ++bit, rest >>= 1) detour += (rest & 1) != 0 ? "./" : "/";
  return detour;
}

}  // namespace

std::string PathOfDescriptor(int descriptor) { return fmt::format("/proc/self/{}fd/{}", Detour(), descriptor); }

std::string RespelledPath(const std::string& path) {
  const auto absolute = std::filesystem::absolute(path);
  return fmt::format("{}/{}{}", absolute.parent_path().string(), Detour(), absolute.filename().string());
}

}  // namespace opdk
