#include "graph_core/program/om_container.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "graph_core/base/sha256.h"
#include "opdk/crc32c.h"

namespace opdk {
namespace {

std::string Example() {
  const std::string graph = "a graph", weights(200, 'w');
  const OmSection sections[] = {{OmPartition::kModelDef, graph}, {OmPartition::kWeightsData, weights}};
  return WriteOm("a_model", sections);
}

const std::string kWeightsCrc = fmt::format("{:08x}", Crc32c(std::string(200, 'w')));

// Corrects the checksums, like somebody who changes a file on purpose.
std::string Sealed(std::string bytes) {
  bytes.replace(12, 64, 64, '\0');
  // A changed table gives the weights another place, so their checksum is wrong too.
  const size_t weights = bytes.find(std::string(200, 'w'));
  const std::string rest = bytes.substr(256, weights - 256) + kWeightsCrc + bytes.substr(weights + 200);
  bytes.replace(12, 64, Sha256(bytes.substr(0, 256) + Sha256(rest)));
  return bytes;
}

TEST(OmContainer, ReadsTheSectionsThatWereWritten) {
  const std::string bytes = Example();
  const auto sections = ReadOm(bytes);
  ASSERT_TRUE(sections.ok()) << sections.status().ToString();
  ASSERT_EQ(sections->size(), 2u);
  EXPECT_EQ((*sections)[0].type, OmPartition::kModelDef);
  EXPECT_EQ((*sections)[0].bytes, "a graph");
  EXPECT_EQ((*sections)[1].bytes, std::string(200, 'w'));
  EXPECT_EQ((*sections)[1].bytes.data() - bytes.data(), static_cast<ptrdiff_t>(256 + 4 + 40 + 20 + 64));
}

TEST(OmContainer, HasTheHeaderOfGe) {
  const std::string bytes = Example();
  const auto number = [&](size_t at) {
    uint32_t value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
  };
  EXPECT_EQ(bytes.substr(0, 4), "IMOD");
  EXPECT_EQ(number(4), 256u);
  EXPECT_EQ(number(8), 0x20000000u);
  EXPECT_EQ(number(76), bytes.size() - 256);
  EXPECT_EQ(bytes.substr(84, 8), std::string("a_model\0", 8));
  EXPECT_EQ(number(156), 1u);
  EXPECT_EQ(number(184), bytes.size() - 256);
}

TEST(OmContainer, IsRefusedWhenAnyByteIsAnother) {
  const std::string bytes = Example();
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    const auto sections = ReadOm(changed);
    ASSERT_FALSE(sections.ok()) << "byte " << i;
    EXPECT_EQ(sections.status().code(), ErrorCode::kModelInvalid);
  }
}

TEST(OmContainer, IsRefusedWhereverItIsCutOff) {
  const std::string bytes = Example();
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(ReadOm(std::string_view(bytes).substr(0, size)).ok()) << size;
  }
}

TEST(OmContainer, SectionsOutsideOfTheFileAreRefusedThoughTheChecksumFits) {
  std::mt19937 random(1);  // NOLINT: the same numbers each time
  const std::string bytes = Example();
  for (int i = 0; i < 2000; ++i) {
    std::string changed = bytes;
    changed[256 + random() % 44] = static_cast<char>(random());
    changed = Sealed(std::move(changed));
    const auto sections = ReadOm(changed);
    if (!sections.ok()) continue;
    for (const OmSection& section : *sections) {
      ASSERT_GE(section.bytes.data(), changed.data());
      ASSERT_LE(section.bytes.data() + section.bytes.size(), changed.data() + changed.size());
    }
  }
}

}  // namespace
}  // namespace opdk
