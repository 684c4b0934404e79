#include "opdk/crc32c.h"

#include <gtest/gtest.h>

#include <string>

namespace opdk {
namespace {

// Of RFC 3720, appendix B.4.
TEST(Crc32c, GivesTheKnownValues) {
  std::string ascending(32, '\0');
  for (size_t i = 0; i < ascending.size(); ++i) ascending[i] = static_cast<char>(i);
  EXPECT_EQ(Crc32c(std::string(32, '\0')), 0x8A9136AAU);
  EXPECT_EQ(Crc32c(std::string(32, '\xFF')), 0x62A8AB43U);
  EXPECT_EQ(Crc32c(ascending), 0x46DD794EU);
  EXPECT_EQ(Crc32c("123456789"), 0xE3069283U);
  EXPECT_EQ(Crc32c(""), 0U);
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
