#include "graph/operator_reg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "opdk/declaration.h"

namespace ge {

const TensorType kBytes({DT_UINT8, DT_INT8});

REG_OP(TypeForms)
    .INPUT(list, TensorType({DT_INT32, DT_FLOAT}))
    .INPUT(braces, {DT_INT8, DT_FLOAT})
    .INPUT(one, TensorType(DT_BOOL))
    .INPUT(bare, DT_BF16)
    .INPUT(named, kBytes)
    .INPUT(group, ge::TensorType::IndexNumberType())
    .INPUT(text, "T")
    .OPTIONAL_INPUT(symbol, T)
    .DYNAMIC_INPUT(all, TensorType::ALL())
    .OUTPUT(y, T)
    .DYNAMIC_OUTPUT(z, L)
    .DATATYPE(T, TensorType({DT_INT64}))
    .DATATYPE(L, ListTensorType(TensorType::ALL()))
    .OPDK_END_PROTOTYPE(TypeForms)

        namespace {
  using ::testing::ElementsAre;
  using ::testing::IsEmpty;

  std::vector<DataType> Admitted(const op::TypeForms& form, const std::string& name) {
    const opdk::OpDesc& desc = opdk::DescOf(form);
    for (const auto* ports : {&desc.ir_inputs, &desc.ir_outputs}) {
      for (const opdk::IrPort& port : *ports) {
        if (port.name == name) return opdk::AdmittedTypes(desc, port).List();
      }
    }
    ADD_FAILURE() << "no port " << name;
    return {};
  }

  TEST(PortTypes, AreKeptInEachFormThatListsThem) {
    const op::TypeForms form("f");
    EXPECT_THAT(Admitted(form, "list"), ElementsAre(DT_FLOAT, DT_INT32));
    EXPECT_THAT(Admitted(form, "braces"), ElementsAre(DT_FLOAT, DT_INT8));
    EXPECT_THAT(Admitted(form, "one"), ElementsAre(DT_BOOL));
    EXPECT_THAT(Admitted(form, "bare"), ElementsAre(DT_BF16));
    EXPECT_THAT(Admitted(form, "named"), ElementsAre(DT_INT8, DT_UINT8));
    EXPECT_THAT(Admitted(form, "group"), ElementsAre(DT_INT32, DT_INT64));
    EXPECT_EQ(Admitted(form, "all"), TensorType::ALL().Types());
    EXPECT_THAT(Admitted(form, "symbol"), ElementsAre(DT_INT64));
    EXPECT_THAT(Admitted(form, "y"), ElementsAre(DT_INT64));
    EXPECT_THAT(Admitted(form, "text"), IsEmpty());
    EXPECT_THAT(Admitted(form, "z"), IsEmpty());
  }

  TEST(PortTypes, KeepTheirTextForMessages) {
    const op::TypeForms form("f");
    const opdk::OpDesc& desc = opdk::DescOf(form);
    const auto text = [&](size_t input) { return opdk::TypesText(desc, desc.ir_inputs.list().at(input)); };
    EXPECT_EQ(text(0), "TensorType({DT_INT32, DT_FLOAT})");
    EXPECT_EQ(text(1), "{DT_INT8, DT_FLOAT}");
    EXPECT_EQ(text(4), "kBytes");
    EXPECT_EQ(text(7), "TensorType({DT_INT64})") << "of its symbol";
  }

}  // namespace
}  // namespace ge
