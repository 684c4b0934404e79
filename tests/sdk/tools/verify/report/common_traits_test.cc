// Traits that failing cases are said to have in common.
#include "sdk/tools/verify/report/common_traits.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "sdk/tools/verify/cases/read_case.h"

namespace opdk::verify {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class CommonTrait : public testing::Test {
 protected:
  // Adds a case of Foo on AI CPU that has passed or failed. `body`: "{inputs: …, attrs: …}" without its name.
  void Add(bool passed, const std::string& body) {
    const auto read = ReadCases(fmt::format("Foo: [{{name: case {}, {}}}]", cases_.size(), body), "cases.yaml");
    ASSERT_TRUE(read.ok()) << read.status().ToString();
    CaseReport report;
    report.op = "Foo";
    report.engine = "ai_cpu";
    report.dtype = "float";
    report.written = read->front();
    report.result.outcome = passed ? Outcome::kPassed : Outcome::kFailed;
    cases_.push_back(std::move(report));
  }
  void AddShapes(bool passed, const std::vector<std::string>& shapes, const std::string& rest = "") {
    for (const std::string& shape : shapes) Add(passed, fmt::format("inputs: {{x: {{shape: [{}]}}}}{}", shape, rest));
  }

  std::vector<CaseReport> cases_;
};

TEST_F(CommonTrait, IsTheSignOfAnAttribute) {
  AddShapes(true, {"2", "3", "9", "2, 3"}, ", attrs: {axis: 0}");
  AddShapes(true, {"8", "17"}, ", attrs: {axis: 1}");
  AddShapes(false, {"2", "8", "2, 3"}, ", attrs: {axis: -2}");
  AddShapes(false, {"3"}, ", attrs: {axis: -1}");
  EXPECT_THAT(CommonTraits(cases_),
              ElementsAre("Foo on ai_cpu: all 4 failing cases have a negative axis, and none of the 6 that pass"));
}

TEST_F(CommonTrait, IsTheNumberOfElementsFromWhichItFails) {
  AddShapes(true, {"1", "2", "3", "4, 4", "7", "299"});
  AddShapes(false, {"300", "2, 300", "1025"});
  ASSERT_EQ(CommonTraits(cases_).size(), 1U);
  EXPECT_THAT(CommonTraits(cases_)[0], HasSubstr("of x from 300 up, and none of the 6 that pass"));
}

TEST_F(CommonTrait, IsADtype) {
  AddShapes(true, {"1", "2", "3", "4", "5", "6"});
  for (const int count : {1, 2, 3}) Add(false, fmt::format("inputs: {{x: {{dtype: int64, shape: [{}]}}}}", count));
  EXPECT_THAT(CommonTraits(cases_),
              ElementsAre("Foo on ai_cpu: all 3 failing cases have int64 x, and none of the 6 that pass"));
}

TEST_F(CommonTrait, CombinesTwoTraitsWhereOneDoesNotSuffice) {
  AddShapes(true, {"1", "2", "3"}, ", attrs: {exclusive: true}");
  AddShapes(true, {"1", "2", "3"}, ", attrs: {reverse: true}");
  AddShapes(false, {"1", "2", "3"}, ", attrs: {exclusive: true, reverse: true}");
  ASSERT_EQ(CommonTraits(cases_).size(), 1U);
  EXPECT_THAT(CommonTraits(cases_)[0], HasSubstr("exclusive"));
  EXPECT_THAT(CommonTraits(cases_)[0], HasSubstr(" with "));
  EXPECT_THAT(CommonTraits(cases_)[0], HasSubstr("reverse"));
}

TEST_F(CommonTrait, IsNotSaidWhereEveryCaseFailsOrNothingTells) {
  AddShapes(false, {"1", "2", "3", "4"});
  EXPECT_THAT(CommonTraits(cases_), IsEmpty());
  AddShapes(true, {"1", "2", "3", "4", "1", "2"});
  EXPECT_THAT(CommonTraits(cases_), IsEmpty());
}

}  // namespace
}  // namespace opdk::verify
