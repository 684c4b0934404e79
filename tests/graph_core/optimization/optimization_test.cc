#include <gtest/gtest.h>

#include "tests/graph_core/pass_cases.h"

namespace opdk {
namespace {

class OptimizationTest : public ::testing::TestWithParam<std::string> {};

TEST_P(OptimizationTest, GivesTheGraphOfItsFile) { tests::RunCase(GetParam(), tests::CaseContext()); }

INSTANTIATE_TEST_SUITE_P(Cases, OptimizationTest,
                         ::testing::ValuesIn(tests::CaseFiles("graph_core/optimization/cases")), tests::CaseName);

}  // namespace
}  // namespace opdk
