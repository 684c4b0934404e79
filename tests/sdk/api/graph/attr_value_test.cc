#include "graph/attr_value.h"

#include <gtest/gtest.h>

#include "graph/inference_context.h"

namespace ge {
namespace {

TEST(AttrValues, HoldOneTypeAtATime) {
  AttrValue value;
  int64_t number = 1;
  float real = 2;
  EXPECT_EQ(value.GetAttrValue(number), GRAPH_FAILED);
  EXPECT_EQ(value.SetAttrValue(int64_t{5}), GRAPH_SUCCESS);
  EXPECT_EQ(value.GetAttrValue(real), GRAPH_FAILED);
  EXPECT_EQ(value.GetAttrValue(number), GRAPH_SUCCESS);
  EXPECT_EQ(number, 5);
  EXPECT_EQ(value.SetAttrValue(true), GRAPH_SUCCESS);
  EXPECT_EQ(value.GetAttrValue(number), GRAPH_FAILED);
}

TEST(AttrValues, TypedAccessConverts) {
  AttrValue value;
  value.SetAttrValue(int64_t{300});
  int small = 0;
  EXPECT_EQ(value.GetValue<AttrValue::INT>(small), GRAPH_SUCCESS);
  EXPECT_EQ(small, 300);
  EXPECT_EQ(AttrValue::CreateFrom<AttrValue::STR>("text"), "text");
  AscendString text;
  EXPECT_EQ(value.GetValue(text), GRAPH_FAILED);
}

TEST(AttrValues, NamedAttributesAreValues) {
  NamedAttrs first;
  AttrValue value;
  value.SetAttrValue(std::vector<int64_t>{1, 2});
  first.SetName("f");
  first.SetAttr("k", value);
  NamedAttrs second = first;
  second.SetName("s");
  EXPECT_EQ(first.GetName(), "f");
  EXPECT_EQ(second.GetAttrNames(), std::vector<std::string>{"k"});
  EXPECT_EQ(second.GetAttr("missing", value), GRAPH_FAILED);
}

TEST(InferenceContexts, KeepMarksAndOwnResources) {
  static int alive = 0;
  struct Counted : ResourceContext {
    Counted() { ++alive; }
    ~Counted() override { --alive; }
  };
  {
    InferenceContextPtr context = InferenceContext::Create();
    context->SetMarks(std::vector<AscendString>{"a", "b"});
    EXPECT_EQ(context->GetMarks().at(1), "b");
    EXPECT_EQ(context->SetResourceContext("k", new Counted), GRAPH_SUCCESS);
    EXPECT_EQ(context->SetResourceContext("k", new Counted), GRAPH_SUCCESS);
    EXPECT_EQ(alive, 1);
    EXPECT_EQ(context->GetResourceContext("other"), nullptr);
    context->SetOutputHandleShapesAndTypes({{ShapeAndType(Shape({2}), DT_INT8)}});
    EXPECT_EQ(context->GetOutputHandleShapesAndTypes()[0][0].GetDataType(), DT_INT8);
  }
  EXPECT_EQ(alive, 0);
}

}  // namespace
}  // namespace ge
