#include <gtest/gtest.h>

#include "tests/graph_core/pass_cases.h"

namespace opdk {
namespace {

class GraphFusionTest : public ::testing::TestWithParam<std::string> {};

TEST_P(GraphFusionTest, Case) { testing::RunCase(GetParam(), testing::CaseContext()); }

INSTANTIATE_TEST_SUITE_P(Cases, GraphFusionTest, ::testing::ValuesIn(testing::CaseFiles("op_impl/graph_fusion/cases")),
                         testing::CaseName);

}  // namespace
}  // namespace opdk
