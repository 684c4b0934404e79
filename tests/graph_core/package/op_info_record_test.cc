#include "graph_core/package/op_info_record.h"

#include <gtest/gtest.h>

namespace opdk {
namespace {

constexpr const char* kYaml = R"(Clip:
  precision_reduce: false
  ai_core:
    dtype:
      x, min, y: [float, float16]
    format:
      x, y: [NCHW, ND]
    limits: {x: {rank: [1, 8], dims: {0: [1, 4096], -1: [2, 2]}}}
    dynamic_shape: false
    in_place: {y: x}
    value_depend: [min]
  ai_cpu:
    allow: {x: [float, int32], y: {dtype: [float], format: [NCHW]}}
    block_dim: -1
Same:
  ai_core:
    dtype:
      x, y: float
    view: {y: x}
Join:
  ai_core:
    dtype:
      x, y: float
    joins: {whole: y, parts: x, axis: concat_dim}
  ai_cpu:
    dtype:
      x, y: float
    splits: {whole: x, parts: y, axis: split_dim}
)";

void ExpectSame(const std::optional<PartsInfo>& a, const std::optional<PartsInfo>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  EXPECT_EQ(a->whole, b->whole);
  EXPECT_EQ(a->parts, b->parts);
  EXPECT_EQ(a->axis, b->axis);
}

void ExpectSame(const EngineOpInfo& a, const EngineOpInfo& b) {
  EXPECT_EQ(a.engine, b.engine);
  EXPECT_EQ(a.place, b.place);
  ASSERT_EQ(a.ports.size(), b.ports.size());
  for (size_t i = 0; i < a.ports.size(); ++i) {
    EXPECT_EQ(a.ports[i].name, b.ports[i].name);
    EXPECT_EQ(a.ports[i].dtypes, b.ports[i].dtypes);
    EXPECT_EQ(a.ports[i].formats, b.ports[i].formats);
  }
  EXPECT_EQ(a.columns, b.columns);
  ASSERT_EQ(a.allow.size(), b.allow.size());
  for (const auto& [port, allowed] : a.allow) {
    EXPECT_EQ(allowed.dtypes, b.allow.at(port).dtypes);
    EXPECT_EQ(allowed.formats, b.allow.at(port).formats);
  }
  EXPECT_EQ(a.dynamic_shape, b.dynamic_shape);
  ASSERT_EQ(a.limits.size(), b.limits.size());
  for (const auto& [port, limit] : a.limits) {
    EXPECT_EQ(limit.min_rank, b.limits.at(port).min_rank);
    EXPECT_EQ(limit.max_rank, b.limits.at(port).max_rank);
    EXPECT_EQ(limit.dims, b.limits.at(port).dims);
  }
  EXPECT_EQ(a.in_place, b.in_place);
  EXPECT_EQ(a.view, b.view);
  ExpectSame(a.joins, b.joins);
  ExpectSame(a.splits, b.splits);
  EXPECT_EQ(a.block_dim, b.block_dim);
  EXPECT_EQ(a.value_depend, b.value_depend);
}

TEST(OpInfoRecord, ReadsBackTheParsedInformation) {
  const auto parsed = ParseOpInfo(kYaml, "p:op_info/clip.yaml");
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  const auto bytes = WriteOpInfo(*parsed);
  ASSERT_TRUE(bytes.has_value());
  const auto read = ReadOpInfo(*bytes);
  ASSERT_TRUE(read.has_value());
  ASSERT_EQ(read->size(), parsed->size());
  for (size_t i = 0; i < read->size(); ++i) {
    EXPECT_EQ((*read)[i].type, (*parsed)[i].type);
    EXPECT_EQ((*read)[i].place, (*parsed)[i].place);
    EXPECT_EQ((*read)[i].precision_reduce, (*parsed)[i].precision_reduce);
    ASSERT_EQ((*read)[i].engines.size(), (*parsed)[i].engines.size());
    for (size_t e = 0; e < (*read)[i].engines.size(); ++e) ExpectSame((*read)[i].engines[e], (*parsed)[i].engines[e]);
  }
}

TEST(OpInfoRecord, BytesThatWereCutOrChangedDoNoHarm) {
  const std::string bytes = *WriteOpInfo(*ParseOpInfo(kYaml, "p:op_info/clip.yaml"));
  for (size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(ReadOpInfo(bytes.substr(0, length)).has_value()) << length;
  }
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x5a);
    static_cast<void>(ReadOpInfo(changed));
  }
}

TEST(OpInfoRecord, AttributesAreParsedEachTime) {
  const auto parsed =
      ParseOpInfo("A:\n  ai_core:\n    dtype:\n      x, y: float\n  attrs:\n    alpha: float\n", "p:a.yaml");
  ASSERT_TRUE(parsed.ok()) << parsed.status().ToString();
  EXPECT_FALSE(WriteOpInfo(*parsed).has_value());
}

}  // namespace
}  // namespace opdk
