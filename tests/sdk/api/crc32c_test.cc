#include "opdk/crc32c.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace opdk {
namespace {

// The values of RFC 3720, appendix B.4.
TEST(Crc32c, GivesTheKnownValues) {
  std::string ascending(32, '\0');
  for (size_t i = 0; i < ascending.size(); ++i) ascending[i] = static_cast<char>(i);
  EXPECT_EQ(Crc32c(std::string(32, '\0')), 0x8A9136AAU);
  EXPECT_EQ(Crc32c(std::string(32, '\xFF')), 0x62A8AB43U);
  EXPECT_EQ(Crc32c(ascending), 0x46DD794EU);
  EXPECT_EQ(Crc32c("123456789"), 0xE3069283U);
  EXPECT_EQ(Crc32c(""), 0U);
}

// Computes the sum bit by bit, as the polynomial says.
uint32_t Defined(std::string_view bytes) {
  uint32_t crc = ~0U;
  for (const char byte : bytes) {
    crc ^= static_cast<uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc % 2 == 0 ? 0 : 0x82F63B78);
  }
  return ~crc;
}

TEST(Crc32c, EqualsThePolynomialForAnySize) {
  std::string bytes(3 * 12288 + 9, '\0');
  uint32_t state = 1;
  for (char& byte : bytes) byte = static_cast<char>((state = state * 1664525 + 1013904223) >> 24);
  for (const size_t size : {1, 7, 8, 9, 4096, 12287, 12288, 12289, 12288 + 4095, 24575, 24576, 36864, 36873}) {
    for (const size_t begin : {0, 1, 5}) {
      const std::string_view part = std::string_view(bytes).substr(begin, size);
      EXPECT_EQ(Crc32c(part), Defined(part)) << begin << " " << size;
    }
  }
}

TEST(Crc32c, ABitMoreOrLessIsAnotherValue) {
  std::string bytes(67, 'w');
  const uint32_t whole = Crc32c(bytes);
  for (size_t i = 0; i < bytes.size() * 8; ++i) {
    bytes[i / 8] = static_cast<char>(bytes[i / 8] ^ 1 << i % 8);
    EXPECT_NE(Crc32c(bytes), whole) << i;
    bytes[i / 8] = static_cast<char>(bytes[i / 8] ^ 1 << i % 8);
  }
}

}  // namespace
}  // namespace opdk
