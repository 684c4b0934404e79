#include "sdk/tools/verify/cases/flow_text.h"

#include <gtest/gtest.h>

namespace opdk::verify {
namespace {

TEST(FlowText, IsOneLineThatReadsAsTheSame) {
  const YAML::Node node = YAML::Load(
      "name: 'it''s: #odd'\n"
      "inputs:\n"
      "  x:\n"
      "    shape: [2, 2]\n"
      "    data:\n"
      "      - 1\n"
      "      - -.inf\n"
      "      - nan\n"
      "      - 0x10\n"
      "attrs: {text: \"3\", list: [], flag: true}\n");
  const std::string flow = FlowText(node);
  EXPECT_EQ(flow.find('\n'), std::string::npos) << flow;
  const YAML::Node again = YAML::Load(flow);
  EXPECT_EQ(again["name"].Scalar(), "it's: #odd");
  EXPECT_EQ(again["inputs"]["x"]["data"].size(), 4U);
  EXPECT_EQ(again["inputs"]["x"]["data"][3].Scalar(), "0x10");
  EXPECT_EQ(again["attrs"]["text"].Scalar(), "3");
  EXPECT_TRUE(again["attrs"]["list"].IsSequence());
  EXPECT_EQ(YAML::Dump(YAML::Load(flow)), YAML::Dump(YAML::Load(FlowText(again))));
  EXPECT_TRUE(node["inputs"]["x"]["data"].Style() == YAML::EmitterStyle::Block) << "the original is changed";
}

TEST(FlowText, LongListsStayOnOneLine) {
  YAML::Node node;
  for (int i = 0; i < 5000; ++i) node["data"].push_back(i);
  EXPECT_EQ(FlowText(node).find('\n'), std::string::npos);
}

}  // namespace
}  // namespace opdk::verify
