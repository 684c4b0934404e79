// Attributes of an operator's ports.
#include <gtest/gtest.h>

#include "graph/operator_reg.h"

namespace ge {

REG_OP(PortAttrTest).INPUT(x, TensorType::ALL()).OUTPUT(y, TensorType::ALL()).OP_END_FACTORY_REG(PortAttrTest);

namespace {

TEST(PortAttrs, ByNumberAndByNameAreTheSame) {
  op::PortAttrTest op("n");
  op.SetInputAttr(0, "k", int64_t{5}).SetOutputAttr("y", "k", "text");
  int64_t number = 0;
  EXPECT_EQ(op.GetInputAttr("x", "k", number), GRAPH_SUCCESS);
  EXPECT_EQ(number, 5);
  AscendString text;
  EXPECT_EQ(op.GetOutputAttr(0, "k", text), GRAPH_SUCCESS);
  EXPECT_EQ(text, "text");
}

TEST(PortAttrs, InputsAndOutputsHaveTheirOwn) {
  op::PortAttrTest op("n");
  op.SetInputAttr(0, "k", std::vector<int64_t>{1, 2});
  std::vector<int64_t> list;
  EXPECT_EQ(op.GetOutputAttr(0, "k", list), GRAPH_FAILED);
  EXPECT_EQ(op.GetInputAttr(0, "other", list), GRAPH_FAILED);
  float wrong_type = 1;
  EXPECT_EQ(op.GetInputAttr(0, "k", wrong_type), GRAPH_FAILED);
  EXPECT_EQ(wrong_type, 1);
}

TEST(PortAttrs, UnknownPortsFail) {
  op::PortAttrTest op("n");
  op.SetInputAttr(1, "k", true).SetInputAttr("z", "k", true).SetInputAttr(-1, "k", true);
  bool value = false;
  EXPECT_EQ(op.GetInputAttr(1, "k", value), GRAPH_FAILED);
  EXPECT_EQ(op.GetInputAttr("z", "k", value), GRAPH_FAILED);
  EXPECT_EQ(Operator().GetInputAttr(0, "k", value), GRAPH_FAILED);
}

}  // namespace
}  // namespace ge
