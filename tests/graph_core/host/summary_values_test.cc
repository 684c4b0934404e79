#include "graph_core/host/summary_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph_core/ir/text.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;

TEST(TakeSummaries, BecomeOutputsBehindTheGraphsOwn) {
  auto graph = Parse(R"(graph net {
  %x = Data {index: 0} : float[2]
  %y = Relu(x: %x) : y: float[2]
  %loss = Summary(x: %y)
  %o = NetOutput(x: [%x]) {output_names: ["x"]}
}
)");
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  const auto names = TakeSummaries(*graph);
  ASSERT_TRUE(names.ok()) << names.status().ToString();
  EXPECT_EQ(*names, (std::vector<std::string>{"loss"}));
  EXPECT_EQ(graph->Find("loss"), nullptr);
  const Node& outputs = *graph->net_output();
  ASSERT_EQ(outputs.inputs().size(), 2u);
  EXPECT_EQ(outputs.input(1).node->name(), "y");
  EXPECT_EQ(*outputs.op().GetAttr<std::vector<std::string>>("output_names"), (std::vector<std::string>{"x", "loss"}));
}

TEST(TakeSummaries, InARegionShowNothing) {
  auto graph = Parse(R"(graph net {
  %c = Data {index: 0} : bool[]
  %x = Data {index: 1} : float[2]
  %if = If(cond: %c, input: [%x]) : output: [float[2]]
    then_branch yes {
      %a = Data {index: 0} : float[2]
      %loss = Summary(x: %a)
      %o = NetOutput(x: [%a])
    }
    else_branch no {
      %a = Data {index: 0} : float[2]
      %o = NetOutput(x: [%a])
    }
  %o = NetOutput(x: [%if:output0])
}
)");
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  const auto names = TakeSummaries(*graph);
  ASSERT_FALSE(names.ok());
  const std::string text = names.status().ToString();
  EXPECT_THAT(text, HasSubstr("E2005"));
  EXPECT_THAT(text, HasSubstr("node if/then_branch/loss (Summary)"));
  EXPECT_THAT(text, HasSubstr("an output of the control operator"));
}

}  // namespace
}  // namespace opdk
