#include <gtest/gtest.h>

#include "tests/graph_core/pass_cases.h"

namespace opdk {
namespace {

class GraphFusionTest : public ::testing::TestWithParam<std::string> {};

TEST_P(GraphFusionTest, GivesTheGraphOfItsFile) { tests::RunCase(GetParam(), tests::CaseContext()); }

INSTANTIATE_TEST_SUITE_P(Cases, GraphFusionTest, ::testing::ValuesIn(tests::CaseFiles("op_impl/graph_fusion/cases")),
                         tests::CaseName);

}  // namespace
}  // namespace opdk
