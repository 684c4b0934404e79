#include "opdk/crc32c.h"

#include <array>
#include <cstddef>
#include <cstring>

namespace opdk {
namespace {

constexpr uint32_t kPolynomial = 0x82F63B78;  // reflected

constexpr std::array<uint32_t, 256> Table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t rest = i;
    for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ (rest % 2 == 0 ? 0 : kPolynomial);
    table[i] = rest;
  }
  return table;
}

uint32_t Plain(uint32_t crc, std::string_view bytes) {
  static constexpr std::array<uint32_t, 256> kTable = Table();
  for (const char byte : bytes) crc = crc >> 8 ^ kTable[(crc ^ static_cast<uint8_t>(byte)) & 0xFF];
  return crc;
}

#ifdef __x86_64__
__attribute__((target("sse4.2"))) uint32_t ByInstruction(uint32_t crc, std::string_view bytes) {
  uint64_t wide = crc;
  size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, sizeof word);
    wide = __builtin_ia32_crc32di(wide, word);
  }
  return Plain(static_cast<uint32_t>(wide), bytes.substr(i));
}
#endif

}  // namespace

uint32_t Crc32c(std::string_view bytes) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("sse4.2")) return ~ByInstruction(~0U, bytes);
#endif
  return ~Plain(~0U, bytes);
}

}  // namespace opdk
