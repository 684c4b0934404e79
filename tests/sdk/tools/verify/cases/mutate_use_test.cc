// The other uses of an operator that a use leads to.
#include "sdk/tools/verify/cases/mutate_use.h"

#include <gmock/gmock.h>

#include <set>

#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/cases/mutate_attrs.h"

namespace opdk::verify {
namespace {

using testing::Contains;
using testing::IsSupersetOf;

OperatorUse UseOfShape(const std::vector<int64_t>& shape) {
  OperatorUse use;
  UseInput x;
  x.port = "x";
  x.shape = shape;
  use.inputs = {x};
  return use;
}

OpDesc WithAttr(const std::string& type, Attr default_value) {
  OpDesc op;
  op.ir_attrs.push_back({"a", type, false, std::move(default_value)});
  return op;
}

std::set<std::string> ValuesOfA(const std::vector<OperatorUse>& uses) {
  std::set<std::string> values;
  for (const OperatorUse& use : uses) values.insert(use.attrs.contains("a") ? use.attrs.at("a").Text() : "default");
  return values;
}

TEST(AttrChanges, CountAxesFromEitherEnd) {
  const auto values = ValuesOfA(AttrChanges(UseOfShape({2, 3, 4}), WithAttr("Int", int64_t{0}), {}));
  EXPECT_THAT(values, IsSupersetOf({"-3", "-2", "-1", "0", "1", "2"}));
  EXPECT_THAT(values, IsSupersetOf({"16777217", "5000000001"})) << "what float and 32 bits can't hold";
}

TEST(AttrChanges, GiveListsEachAxisCountedFromEitherEnd) {
  const auto values = ValuesOfA(AttrChanges(UseOfShape({2, 3}), WithAttr("ListInt", std::vector<int64_t>{0, 1}), {}));
  EXPECT_THAT(values, IsSupersetOf({"[-2]", "[-1]", "[0]", "[1]", "[-2, -1]", "[1, 0]"}));
}

TEST(AttrChanges, TryOrdersOfThreeAxesWhereTheGivenOnesAreTheirOwnInverse) {
  const auto changes = AttrChanges(UseOfShape({2, 3}), WithAttr("ListInt", std::vector<int64_t>{1, 0}), {});
  EXPECT_THAT(ValuesOfA(changes), IsSupersetOf({"[1, 2, 0]", "[2, 0, 1]"}));
  for (const OperatorUse& use : changes) {
    if (use.attrs.at("a").Text() == "[1, 2, 0]") {
      EXPECT_EQ(use.inputs[0].shape, (std::vector<int64_t>{5, 2, 3}));
    }
  }
}

TEST(AttrChanges, TakeTheAttributeAwayWhereItMayBeLeftOut) {
  OperatorUse use = UseOfShape({2});
  use.attrs["a"] = Written("0.5");
  EXPECT_THAT(ValuesOfA(AttrChanges(use, WithAttr("Float", 1.0F), {})), Contains("default"));
}

TEST(EnlargeExtents, MakesAnInputLargeAndKeepsEqualExtentsEqual) {
  std::mt19937_64 generator(1);
  int enlarged = 0;
  for (int i = 0; i < 20; ++i) {
    OperatorUse use = UseOfShape({3, 2, 3});
    if (!EnlargeExtents(use, generator)) continue;
    ++enlarged;
    const auto& shape = use.inputs[0].shape;
    EXPECT_EQ(shape[0], shape[2]);
    EXPECT_GE(ElementCount(shape), kLeastLargeElements);
    EXPECT_LE(ElementCount(shape), kMostLargeElements);
  }
  EXPECT_GT(enlarged, 0);
}

TEST(EnlargeExtents, DoesNotSlideOneLargeTensorOverAnother) {
  std::mt19937_64 generator(1);
  for (int i = 0; i < 20; ++i) {
    OperatorUse use = UseOfShape({1, 1, 7, 7});
    use.inputs.push_back(use.inputs[0]);
    if (EnlargeExtents(use, generator)) {
      EXPECT_LE(ElementCount(use.inputs[0].shape) * ElementCount(use.inputs[1].shape), 1 << 24);
    }
  }
}

TEST(BroadcastChanges, GiveEachAxisOfEachInputTheExtentOne) {
  OperatorUse use = UseOfShape({2, 3});
  use.inputs.push_back(use.inputs[0]);
  std::set<std::vector<int64_t>> first, second;
  for (const OperatorUse& changed : BroadcastChanges(use)) {
    first.insert(changed.inputs[0].shape);
    second.insert(changed.inputs[1].shape);
  }
  const std::set<std::vector<int64_t>> expected = {{2, 3}, {1, 3}, {2, 1}};
  EXPECT_EQ(first, expected);
  EXPECT_EQ(second, expected);
}

}  // namespace
}  // namespace opdk::verify
