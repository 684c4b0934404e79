#include "graph_core/ir/to_operators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "graph_core/ir/from_operators.h"
#include "graph_core/ir/text.h"
#include "tests/graph_core/case_files.h"

namespace opdk {
namespace {

using ::testing::HasSubstr;

// Returns the graph's lines in any order. The graph's outputs have no name of their own.
std::multiset<std::string> LinesOf(const Graph& graph) {
  std::string text = Print(graph);
  if (const size_t at = text.find("%outputs = "); at != std::string::npos) text.replace(at, 8, "%net_output");
  std::istringstream lines(text);
  std::multiset<std::string> result;
  for (std::string line; std::getline(lines, line);) result.insert(line);
  return result;
}

class ToOperatorsTest : public ::testing::TestWithParam<std::string> {};

TEST_P(ToOperatorsTest, AndBackIsTheSameGraph) {
  const auto graph = Parse(tests::ReadFile(GetParam()), GetParam());
  ASSERT_TRUE(graph.ok()) << graph.status().ToString();
  const auto operators = ToOperators(*graph);
  const bool fused = tests::CaseName({GetParam(), 0}) == "fused";
  if (fused || graph->net_output() == nullptr) {
    EXPECT_THAT(operators.status().message(), HasSubstr(fused ? "has no operator form" : "has no NetOutput"));
    return;
  }
  ASSERT_TRUE(operators.ok()) << operators.status().ToString();
  const auto back = FromOperators(*operators);
  ASSERT_TRUE(back.ok()) << back.status().ToString();
  EXPECT_EQ(LinesOf(*back), LinesOf(*graph));
}

INSTANTIATE_TEST_SUITE_P(Cases, ToOperatorsTest, ::testing::ValuesIn(tests::CaseFiles("graph_core/ir/cases")),
                         tests::CaseName);

}  // namespace
}  // namespace opdk
