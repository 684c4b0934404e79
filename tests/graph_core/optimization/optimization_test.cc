#include <gtest/gtest.h>

#include "tests/graph_core/pass_cases.h"

namespace opdk {
namespace {

class OptimizationTest : public ::testing::TestWithParam<std::string> {};

TEST_P(OptimizationTest, Case) { testing::RunCase(GetParam(), testing::CaseContext()); }

INSTANTIATE_TEST_SUITE_P(Cases, OptimizationTest,
                         ::testing::ValuesIn(testing::CaseFiles("graph_core/optimization/cases")), testing::CaseName);

}  // namespace
}  // namespace opdk
