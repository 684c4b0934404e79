#include "sdk/tools/verify/search/shrink.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace opdk::verify {
namespace {

SearchCase CaseOf(std::vector<int64_t> shape, std::vector<long double> data) {
  SearchCase found;
  found.op = "Op";
  found.engine = "ai_cpu";
  found.inputs.push_back({"x", PortKind::kRequired, {{ge::DT_FLOAT, std::move(shape), std::move(data), {}}}});
  return found;
}

FirstFailing Where(const std::function<bool(const SearchCase&)>& fails, size_t* tried = nullptr) {
  return [fails, tried](const std::vector<SearchCase>& candidates) -> std::optional<size_t> {
    for (size_t i = 0; i < candidates.size(); ++i) {
      if (tried != nullptr) ++*tried;
      if (fails(candidates[i])) return i;
    }
    return std::nullopt;
  };
}

const SearchTensor& X(const SearchCase& found) { return found.inputs[0].entries[0]; }

TEST(SearchCase, ValuesAreRoundedToWhatTheirDtypeHolds) {
  EXPECT_EQ(RoundTo(ge::DT_BOOL, 5), 1);
  EXPECT_EQ(RoundTo(ge::DT_BOOL, 0), 0);
  EXPECT_EQ(RoundTo(ge::DT_INT8, 300), 127);
  EXPECT_EQ(RoundTo(ge::DT_INT8, -2.7L), -2);
  EXPECT_EQ(RoundTo(ge::DT_FLOAT, 0.1L), 0.1F);
}

TEST(Shrink, EndsAtTheSmallestExtentAndTheSimplestValueThatFail) {
  std::vector<long double> data(3 * 5 * 48);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<long double>(static_cast<float>(i) * 1.37F - 20);
  const SearchCase smallest =
      Shrink(CaseOf({3, 5, 48}, data), Where([](const SearchCase& found) {
               const SearchTensor& x = X(found);
               return !x.shape.empty() && x.shape.back() >= 17 &&
                      std::any_of(x.data.begin(), x.data.end(), [](long double value) { return value > 100; });
             }));
  EXPECT_EQ(X(smallest).shape, std::vector<int64_t>{17});
  EXPECT_EQ(std::count(X(smallest).data.begin(), X(smallest).data.end(), 0.0L), 16);
  EXPECT_EQ(*std::max_element(X(smallest).data.begin(), X(smallest).data.end()), 101.0L);
}

TEST(Shrink, LeavesOutPartsThatTheFailureDoesNotNeed) {
  SearchCase found = CaseOf({2}, {1, 2});
  found.inputs.push_back({"bias", PortKind::kOptional, {{ge::DT_FLOAT, {2}, {3, 4}, {}}}});
  found.inputs.push_back(
      {"more", PortKind::kDynamic, {{ge::DT_FLOAT, {2}, {3, 4}, {}}, {ge::DT_FLOAT, {2}, {5, 6}, {}}}});
  found.attrs = {{"axis", Written("1")}, {"mode", Written("2")}};
  const SearchCase smallest = Shrink(found, Where([](const SearchCase& candidate) {
                                       return candidate.attrs.contains("mode") && !candidate.inputs[2].entries.empty();
                                     }));
  EXPECT_TRUE(smallest.inputs[1].entries.empty());
  EXPECT_EQ(smallest.inputs[2].entries.size(), 1U);
  EXPECT_EQ(smallest.attrs, (std::map<std::string, Written>{{"mode", Written("2")}}));
}

TEST(Shrink, EqualExtentsOfSeveralInputsShrinkTogether) {
  SearchCase found = CaseOf({9}, std::vector<long double>(9, 2));
  found.inputs.push_back({"y", PortKind::kRequired, {{ge::DT_FLOAT, {9}, std::vector<long double>(9, 3), {}}}});
  const SearchCase smallest = Shrink(found, Where([](const SearchCase& candidate) {
                                       const auto& x = candidate.inputs[0].entries[0].shape;
                                       return x == candidate.inputs[1].entries[0].shape && x.size() == 1 && x[0] >= 4;
                                     }));
  EXPECT_EQ(X(smallest).shape, std::vector<int64_t>{4});
  EXPECT_EQ(smallest.inputs[1].entries[0].shape, std::vector<int64_t>{4});
}

TEST(Shrink, AxesMergeWhereTheOrderOfElementsMatters) {
  const SearchCase smallest = Shrink(CaseOf({2, 4}, {9, 1, 9, 2, 9, 3, 9, 9}), Where([](const SearchCase& candidate) {
                                       const auto& data = X(candidate).data;
                                       return data.size() > 5 && data[1] == 1 && data[3] == 2 && data[5] == 3;
                                     }));
  EXPECT_EQ(X(smallest).shape, std::vector<int64_t>{6});
  EXPECT_EQ(X(smallest).data, (std::vector<long double>{0, 1, 0, 2, 0, 3}));
}

TEST(Shrink, NanStaysWhereOnlyNanFails) {
  const SearchCase smallest =
      Shrink(CaseOf({4}, {1, NAN, 3, -INFINITY}), Where([](const SearchCase& candidate) {
               const auto& data = X(candidate).data;
               return std::any_of(data.begin(), data.end(), [](long double value) { return std::isnan(value); });
             }));
  ASSERT_EQ(X(smallest).data.size(), 1U);
  EXPECT_TRUE(std::isnan(X(smallest).data[0]));
}

TEST(Shrink, IsDeterministicAndKeepsToItsBudget) {
  const auto fails = [](const SearchCase& candidate) { return X(candidate).data.size() >= 3; };
  const SearchCase from = CaseOf({4, 8}, std::vector<long double>(32, 7.25L));
  EXPECT_EQ(Shrink(from, Where(fails)).ToCase(), Shrink(from, Where(fails)).ToCase());
  size_t tried = 0;
  Shrink(from, Where(fails, &tried), 5);
  EXPECT_LE(tried, 5U);
}

}  // namespace
}  // namespace opdk::verify
