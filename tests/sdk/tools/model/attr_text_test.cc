#include "sdk/tools/model/attr_text.h"

#include <gmock/gmock.h>

#include <cmath>

namespace opdk {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<Attr> AttrFrom(const std::string& type, const std::string& text) {
  OpDesc prototype;
  prototype.type = "Operator";
  prototype.ir_attrs.push_back({"a", type, false, {}});
  OPDK_TRY(AttrMap attrs, ParseAttrs(prototype, {"a=" + text}));
  return attrs.at("a");
}

template <typename T>
T Value(const std::string& type, const std::string& text) {
  auto attr = AttrFrom(type, text);
  EXPECT_TRUE(attr.ok()) << attr.status().ToString();
  return attr.ok() ? std::get<T>(*attr) : T();
}

TEST(AttrText, IsTypedByThePrototype) {
  EXPECT_EQ(Value<int64_t>("Int", "-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(Value<float>("Float", "1e-3"), 1e-3F);
  EXPECT_TRUE(std::isinf(Value<float>("Float", "inf")));
  EXPECT_TRUE(Value<bool>("Bool", "true"));
  EXPECT_EQ(Value<std::string>("String", "a=b, c"), "a=b, c");
  EXPECT_EQ(Value<ge::DataType>("Type", "float16"), ge::DT_FLOAT16);
  EXPECT_THAT(Value<std::vector<int64_t>>("ListInt", "[1, -2,3]"), ElementsAre(1, -2, 3));
  EXPECT_THAT(Value<std::vector<int64_t>>("ListInt", ""), ElementsAre());
  EXPECT_THAT(Value<std::vector<float>>("ListFloat", "1,0.5"), ElementsAre(1, 0.5F));
  EXPECT_THAT(Value<std::vector<bool>>("ListBool", "true,false"), ElementsAre(true, false));
  EXPECT_THAT(Value<std::vector<std::string>>("ListString", "a,b"), ElementsAre("a", "b"));
  EXPECT_THAT(Value<std::vector<ge::DataType>>("ListType", "float,bool"), ElementsAre(ge::DT_FLOAT, ge::DT_BOOL));
  EXPECT_THAT(Value<std::vector<std::vector<int64_t>>>("ListListInt", "1,2;3"),
              ElementsAre(ElementsAre(1, 2), ElementsAre(3)));
}

TEST(AttrText, OtherTextIsRefused) {
  for (const auto& [type, text] : std::vector<std::pair<std::string, std::string>>{{"Int", "1.5"},
                                                                                   {"Int", ""},
                                                                                   {"Int", "9223372036854775808"},
                                                                                   {"Float", "x"},
                                                                                   {"Bool", "yes"},
                                                                                   {"Type", "flaot"},
                                                                                   {"ListInt", "1,,2"},
                                                                                   {"ListInt", "1,"},
                                                                                   {"ListListInt", "1,2;a"}}) {
    const auto attr = AttrFrom(type, text);
    EXPECT_EQ(attr.status().code(), ErrorCode::kUsage) << type << " " << text;
  }
  EXPECT_THAT(AttrFrom("ListInt", "x").status().message(), HasSubstr("integers, like 1,2,3"));
  EXPECT_EQ(AttrFrom("Tensor", "1").status().code(), ErrorCode::kAttrInvalid);
}

}  // namespace
}  // namespace opdk
