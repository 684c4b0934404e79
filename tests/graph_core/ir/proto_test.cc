#include "graph_core/ir/proto.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph_core/ir/text.h"
#include "tests/graph_core/case_files.h"
#include "tests/graph_core/ir/random_graph.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;

class ProtoFileTest : public ::testing::TestWithParam<std::string> {};

TEST_P(ProtoFileTest, ReadsBackTheSameGraph) {
  auto graph = Parse(tests::ReadFile(GetParam()));
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  std::string bytes = *Serialize(*graph);
  auto read = Deserialize(bytes);
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(Print(*read), Print(*graph));
  EXPECT_EQ(*Serialize(*read), bytes);
}

INSTANTIATE_TEST_SUITE_P(Cases, ProtoFileTest, ::testing::ValuesIn(tests::CaseFiles("graph_core/ir/cases")),
                         tests::CaseName);

class RandomProtoTest : public ::testing::TestWithParam<uint32_t> {};

TEST_P(RandomProtoTest, ReadsBackTheSameGraph) {
  Graph graph = tests::RandomGraph(GetParam()).Make(20);
  auto read = Deserialize(*Serialize(graph));
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(Print(*read), Print(graph));
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomProtoTest, ::testing::Range(1u, 51u));

TEST(ProtoTest, PlacementsAreKept) {
  auto graph = Parse("graph g { %a = Relu : float[1] }");
  ASSERT_TRUE(graph.ok());
  graph->Find("a")->placement() = {"ai_core", "builtin", "relu", {}};
  auto read = Deserialize(*Serialize(*graph));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->Find("a")->placement().engine, "ai_core");
  EXPECT_EQ(read->Find("a")->placement().package, "builtin");
  EXPECT_EQ(read->Find("a")->placement().kernel, "relu");
}

// Protobuf's wire format by hand, as GE writes it, independent of our own .proto file.
class Wire {
 public:
  Wire& Bytes(int field, const std::string& value) {
    Varint(static_cast<uint64_t>(field) << 3 | 2);
    Varint(value.size());
    bytes_ += value;
    return *this;
  }
  Wire& Int(int field, uint64_t value) {
    Varint(static_cast<uint64_t>(field) << 3);
    Varint(value);
    return *this;
  }
  const std::string& Take() const { return bytes_; }

 private:
  void Varint(uint64_t value) {
    for (; value >= 128; value >>= 7) bytes_ += static_cast<char>(value | 128);
    bytes_ += static_cast<char>(value);
  }
  std::string bytes_;
};

TEST(ProtoTest, ReadsGesFieldNumbers) {
  std::string shape = Wire().Int(1, 2).Int(1, 3).Take();
  std::string desc = Wire().Int(2, 8).Bytes(3, shape).Bytes(4, "NCHW").Take();  // proto DT_INT64 is 8
  std::string index = Wire().Bytes(1, "index").Bytes(2, Wire().Int(3, 0).Take()).Take();
  std::string data = Wire().Bytes(1, "in").Bytes(2, "Data").Bytes(10, index).Bytes(34, desc).Take();
  std::string axes = Wire().Bytes(1, Wire().Int(3, 1).Int(3, 7).Int(20, 2).Take()).Take();  // list of ints
  std::string attr = Wire().Bytes(1, "axes").Bytes(2, axes).Take();
  std::string relu = Wire()
                         .Bytes(1, "r")
                         .Bytes(2, "Relu")
                         .Bytes(5, "in:0")
                         .Bytes(5, "")
                         .Bytes(5, "in:-1")
                         .Bytes(10, attr)
                         .Bytes(33, desc)
                         .Bytes(34, desc)
                         .Take();
  std::string graph = Wire().Bytes(1, "from_ge").Bytes(6, relu).Bytes(6, data).Take();
  auto read = Deserialize(Wire().Bytes(1, "model").Int(2, 1).Bytes(7, graph).Take(), "ge.air");
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(Print(*read),
            "graph from_ge {\n"
            "  %in = Data {index: 0} : int64[2,3]@NCHW\n"
            "  %r = Relu(x0: %in, x1: _) after(%in) {axes: [1, 7]} : int64[2,3]@NCHW\n"
            "}\n");
}

TEST(ProtoTest, RefusesATruncatedFile) {
  auto graph = Parse("graph g { %a = Data {index: 0} : float[1,2,3] }");
  ASSERT_TRUE(graph.ok());
  std::string bytes = *Serialize(*graph);
  for (size_t size = 1; size < bytes.size(); size += 7) {
    auto read = Deserialize(std::string_view(bytes).substr(0, size), "cut.air");
    // A cut may fall between two fields. The rest is a smaller model then, but never a crash.
    if (!read.ok()) {
      EXPECT_THAT(read.status().ToString(), HasSubstr("cut.air"));
    }
  }
  EXPECT_EQ(Deserialize(bytes.substr(0, bytes.size() - 3)).status().code(), ErrorCode::kModelInvalid);
  EXPECT_EQ(Deserialize("not a model at all").status().code(), ErrorCode::kModelInvalid);
}

// Each graph is the two branches of an If in the one before: 2^30 nodes from 1 KB.
TEST(ProtoTest, CountsGraphsThatNameEachOtherBeforeItCopiesThem) {
  constexpr int kLevels = 30;
  std::string model;
  for (int level = 0; level <= kLevels; ++level) {
    Wire op = Wire().Bytes(1, "i").Bytes(2, level == kLevels ? "Relu" : "If");
    const std::string inner = "g" + std::to_string(level + 1);
    if (level < kLevels) op = op.Bytes(35, inner).Bytes(35, inner);
    model += Wire().Bytes(7, Wire().Bytes(1, "g" + std::to_string(level)).Bytes(6, op.Take()).Take()).Take();
  }
  const auto read = Deserialize(model, "doubling.air");
  EXPECT_EQ(read.status().code(), ErrorCode::kGraphInvalid);
  EXPECT_THAT(read.status().message(), HasSubstr("more than 2000000 nodes when its subgraphs are written out"));
}

TEST(ProtoTest, RefusesEdgesToNowhere) {
  std::string op = Wire().Bytes(1, "r").Bytes(2, "Relu").Bytes(5, "gone:0").Take();
  auto read = Deserialize(Wire().Bytes(7, Wire().Bytes(1, "g").Bytes(6, op).Take()).Take());
  EXPECT_EQ(read.status().code(), ErrorCode::kGraphInvalid);
  EXPECT_THAT(read.status().message(), HasSubstr("gone:0"));
}

}  // namespace
}  // namespace opdk
