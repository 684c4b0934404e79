#include "graph_core/ir/model_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "graph_core/ir/text.h"

namespace opdk {
namespace {

TEST(ModelJson, HasNodesByNameAndValuesLeftOut) {
  const auto graph = Parse(R"(graph net {
  %x = Data {index: 0} : float[64]
  %k = Const {value: float[64](12345.5 ...)}
  %sum = Add(x1: %x, x2: %k) : float[64]
  %o = NetOutput(x: [%sum])
})");
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  const auto text = ModelJson(*graph);
  ASSERT_TRUE(text.ok()) << text.status().ToString();
  const auto json = nlohmann::json::parse(*text, nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["name"], "net");
  std::vector<std::string> types;
  for (const auto& op : json["graph"][0]["op"]) types.push_back(op["type"]);
  EXPECT_THAT(types, ::testing::UnorderedElementsAre("Data", "Const", "Add", "NetOutput"));
  EXPECT_LT(text->size(), 64 * sizeof(float) * 64);
}

TEST(ModelJson, OfADumpSaysTheSameAsItsText) {
  const auto json = ProtoTextAsJson("name: \"dumped\" graph { name: \"g\" op { name: \"a\" type: \"Relu\" } }");
  ASSERT_TRUE(json.ok()) << json.status().ToString();
  const auto read = nlohmann::json::parse(*json, nullptr, false);
  ASSERT_FALSE(read.is_discarded());
  EXPECT_EQ(read["graph"][0]["op"][0]["type"], "Relu");
}

TEST(ModelJson, TextThatIsNoDumpIsRefused) {
  EXPECT_EQ(ProtoTextAsJson("graph { no_such_field: 1 }").status().code(), ErrorCode::kModelInvalid);
  EXPECT_EQ(ProtoTextAsJson("{\"json\": 1}").status().code(), ErrorCode::kModelInvalid);
}

TEST(ModelJson, TextThatNestsWithoutEndIsRefused) {
  std::string text = "graph { op { attr { key: \"a\" value { ";
  for (int i = 0; i < 100'000; ++i) text += "func { attr { key: \"a\" value { ";
  EXPECT_EQ(ProtoTextAsJson(text).status().code(), ErrorCode::kModelInvalid);
}

}  // namespace
}  // namespace opdk
