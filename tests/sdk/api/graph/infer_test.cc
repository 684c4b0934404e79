// Shape rules by hand: opdk/infer.h, and the macros that are made of it.
#include "opdk/infer.h"

#include <gmock/gmock.h>

#include "opdk/op_desc.h"

namespace opdk {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Rules : public testing::Test {
 protected:
  void SetUp() override { static_cast<void>(TakeInferError()); }

  // Makes an operator with these inputs and an output y. The inputs are x0, x1 … of the dynamic input x, or have
  // `names`.
  ge::Operator Make(const std::vector<Dims>& inputs, const std::vector<std::string>& names = {}) {
    desc_.name = desc_.type = "Test";
    desc_.ir_outputs = {{"y", PortKind::kRequired, ""}};
    desc_.outputs = {{"y", 0, ge::TensorDesc(ge::Shape(), ge::FORMAT_ND, ge::DT_UNDEFINED)}};
    if (names.empty()) desc_.ir_inputs = {{"x", PortKind::kDynamic, ""}};
    for (size_t i = 0; i < inputs.size(); ++i) {
      const std::string name = names.empty() ? "x" + std::to_string(i) : names[i];
      if (!names.empty()) desc_.ir_inputs.push_back({name, PortKind::kRequired, ""});
      desc_.inputs.push_back({name, names.empty() ? 0 : static_cast<int>(i),
                              ge::TensorDesc(ge::Shape(inputs[i]), ge::FORMAT_ND, ge::DT_FLOAT16)});
    }
    return OperatorOver(desc_, [](int, ge::Tensor&) { return false; });
  }
  Dims Shape() const { return desc_.outputs[0].desc.GetShape().GetDims(); }
  ge::DataType Type() const { return desc_.outputs[0].desc.GetDataType(); }

  OpDesc desc_;
};

TEST_F(Rules, ABroadcastKnowsWhatAnUnknownExtentMayBe) {
  ge::Operator op = Make({{-1, 1, 3}, {4, 3}}, {"a", "b"});
  EXPECT_EQ(ge::BroadcastInferOutput(op, "a", "b", "y"), ge::GRAPH_SUCCESS);
  EXPECT_THAT(Shape(), ElementsAre(-1, 4, 3));
  EXPECT_EQ(Type(), ge::DT_FLOAT16) << "nobody else says it";
}

TEST_F(Rules, ABroadcastHasTheOnlyTypeThatItsPortAdmits) {
  ge::Operator op = Make({{2}, {2}}, {"a", "b"});
  desc_.ir_outputs.Edit()[0].admitted = ge::TensorType(ge::DT_BOOL);
  EXPECT_EQ(ge::BroadcastInferOutput(op, "a", "b", "y"), ge::GRAPH_SUCCESS);
  EXPECT_EQ(Type(), ge::DT_BOOL);
  desc_.outputs[0].desc.SetDataType(ge::DT_UNDEFINED);
  desc_.ir_outputs.Edit()[0].types = "T";
  desc_.ir_symbols = {{"T", "", ge::TensorType(ge::DT_INT8)}};
  EXPECT_EQ(ge::BroadcastInferOutput(op, "a", "b", "y"), ge::GRAPH_SUCCESS);
  EXPECT_EQ(Type(), ge::DT_INT8) << "of its symbol";
  desc_.outputs[0].desc.SetDataType(ge::DT_UNDEFINED);
  desc_.ir_outputs.Edit()[0] = {"y", PortKind::kRequired, "", ge::TensorType({ge::DT_BOOL, ge::DT_FLOAT16})};
  EXPECT_EQ(ge::BroadcastInferOutput(op, "a", "b", "y"), ge::GRAPH_SUCCESS);
  EXPECT_EQ(Type(), ge::DT_FLOAT16);
}

TEST_F(Rules, ABroadcastOfAnUnknownRankHasAnUnknownRank) {
  ge::Operator op = Make({{-2}, {4, 3}}, {"a", "b"});
  EXPECT_EQ(ge::BroadcastInferOutput(op, "a", "b", "y"), ge::GRAPH_SUCCESS);
  EXPECT_THAT(Shape(), ElementsAre(-2));
}

TEST_F(Rules, ABroadcastLeavesADtypeThatIsSet) {
  ge::Operator op = Make({{2}, {2}}, {"a", "b"});
  desc_.outputs[0].desc.SetDataType(ge::DT_BOOL);
  EXPECT_EQ(ge::BroadcastInferOutput(op, "a", "b", "y"), ge::GRAPH_SUCCESS);
  EXPECT_EQ(Type(), ge::DT_BOOL);
}

TEST_F(Rules, AReductionDropsItsAxesOrKeepsThemAsOne) {
  ge::Operator op = Make({{2, -1, 4}}, {"a"});
  EXPECT_EQ(InferReduced(op, "a", {-1}, false, "y"), ge::GRAPH_SUCCESS);
  EXPECT_THAT(Shape(), ElementsAre(2, -1));
  EXPECT_EQ(InferReduced(op, "a", {0, 1}, true, "y"), ge::GRAPH_SUCCESS);
  EXPECT_THAT(Shape(), ElementsAre(1, 1, 4));
  EXPECT_EQ(InferReduced(op, "a", {}, false, "y"), ge::GRAPH_SUCCESS);
  EXPECT_THAT(Shape(), IsEmpty());
  EXPECT_EQ(InferReduced(op, "a", {3}, false, "y"), ge::GRAPH_FAILED);
  EXPECT_THAT(TakeInferError(), HasSubstr("axes [3] name an axis twice or one that a [2,-1,4] does not have"));
}

TEST_F(Rules, AConcatAddsUpItsAxis) {
  ge::Operator op = Make({{2, 3}, {-1, 5}});
  EXPECT_EQ(InferConcat(op, "x", -1, "y"), ge::GRAPH_SUCCESS);
  EXPECT_THAT(Shape(), ElementsAre(2, 8)) << "the other axes are the same, so the known one counts";
  EXPECT_EQ(InferConcat(op, "x", 2, "y"), ge::GRAPH_FAILED);
}

TEST_F(Rules, AConcatWithAnUnknownEntryDoesNotKnowItsAxis) {
  ge::Operator op = Make({{2, 3}, {-2}});
  EXPECT_EQ(InferConcat(op, "x", 1, "y"), ge::GRAPH_SUCCESS);
  EXPECT_THAT(Shape(), ElementsAre(2, -1));
}

TEST_F(Rules, SetsTheExtentOfTheLastAxis) {
  ge::Operator op = Make({{2, 3}, {}, {-2}}, {"a", "scalar", "any"});
  EXPECT_EQ(InferLastAxis(op, "a", 7, "y"), ge::GRAPH_SUCCESS);
  EXPECT_THAT(Shape(), ElementsAre(2, 7));
  EXPECT_EQ(InferLastAxis(op, "any", 7, "y"), ge::GRAPH_SUCCESS);
  EXPECT_THAT(Shape(), ElementsAre(-2));
  EXPECT_EQ(InferLastAxis(op, "scalar", 7, "y"), ge::GRAPH_FAILED);
  EXPECT_THAT(TakeInferError(), HasSubstr("scalar is a scalar"));
}

}  // namespace
}  // namespace opdk
