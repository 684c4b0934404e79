#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph_core/package/op_info.h"
#include "graph_core/package/prototype_types.h"

namespace opdk {
namespace {

OpDesc LeakyRelu() {
  OpDesc op;
  op.type = "LeakyRelu";
  const ge::TensorType admitted({ge::DT_FLOAT, ge::DT_FLOAT16});
  op.ir_inputs = {{"x", PortKind::kRequired, "TensorType({DT_FLOAT, DT_FLOAT16})", admitted}};
  op.ir_outputs = {{"y", PortKind::kRequired, "TensorType::FLOAT()", ge::TensorType::FLOAT()}};
  op.ir_attrs = {{"alpha", "Float", false, Attr(0.01F)}, {"mode", "String", true, Attr()}};
  return op;
}

std::string Validate(const std::string& yaml) {
  const auto parsed = ParseOpInfo("LeakyRelu:\n" + yaml, "f.yaml");
  if (!parsed.ok()) return parsed.status().ToString();
  const Status status = ValidateOpInfo(parsed->at(0), LeakyRelu());
  if (status.ok()) return "";
  EXPECT_EQ(status.code(), ErrorCode::kOpInfoInvalid);
  return status.places().at(0) + ": " + status.message();
}

constexpr const char* kSection = "  ai_core:\n    dtype: {x: float, y: float}\n";

TEST(ValidateOpInfo, AcceptsPortsAndAttributesOfThePrototype) {
  EXPECT_EQ(Validate(std::string(kSection) + "    in_place: {y: x}\n    value_depend: x\n"
                                             "  attrs: {alpha: {type: float, default: 0.01}, mode: str}\n"),
            "");
}

TEST(ValidateOpInfo, RefusesPortsAndAttributesThatThePrototypeLacks) {
  EXPECT_EQ(Validate("  ai_core:\n    dtype: {x: float, y: float, z: float}\n"),
            "f.yaml:2:3: LeakyRelu has no port 'z'; did you mean x, y?");
  EXPECT_EQ(Validate("  ai_cpu:\n    dtype: {x: float}\n"),
            "f.yaml:2:3: ai_cpu does not list port 'y' of LeakyRelu under dtype");
  EXPECT_EQ(Validate("  ai_core:\n    dtype: {x: [float, int8], y: float}\n"),
            "f.yaml:2:3: port 'x' of LeakyRelu lists int8, which the prototype does not admit (TensorType({DT_FLOAT, "
            "DT_FLOAT16}))");
  EXPECT_EQ(Validate(std::string(kSection) + "  attrs: {alhpa: float}\n"),
            "f.yaml:4:11: LeakyRelu has no attribute 'alhpa'; did you mean alpha?");
  EXPECT_EQ(Validate(std::string(kSection) + "  attrs: {alpha: int}\n"),
            "f.yaml:4:11: attribute 'alpha' is Int here but Float in the prototype of LeakyRelu");
  EXPECT_EQ(Validate(std::string(kSection) + "  attrs: {alpha: {type: float, default: 0.2}}\n"),
            "f.yaml:4:11: the default of attribute 'alpha' is not the one in the prototype of LeakyRelu");
  EXPECT_EQ(Validate(std::string(kSection) + "  attrs: {mode: {type: str, default: a}}\n"),
            "f.yaml:4:11: attribute 'mode' has a default here but is required in the prototype of LeakyRelu");
  EXPECT_EQ(Validate(std::string(kSection) + "    in_place: {x: y}\n"),
            "f.yaml:2:3: in_place: {x: y} must name an output and then an input; outputs: y; inputs: x");
  for (const char* half : {"{x: x}", "{y: y}"}) {
    EXPECT_EQ(Validate(std::string(kSection) + "    view: " + half + "\n"),
              fmt::format("f.yaml:2:3: view: {} must name an output and then an input; outputs: y; inputs: x", half));
  }
  EXPECT_EQ(Validate(std::string(kSection) + "  layout: {data: [x, z]}\n"),
            "f.yaml:1:1: layout: data names 'z', but LeakyRelu has no port of that name");
  EXPECT_EQ(Validate(std::string(kSection) + "  layout: {data: x, axes: alpha}\n"),
            "f.yaml:1:1: layout: axes names 'alpha', but LeakyRelu has no input and no attribute (Int, ListInt) of "
            "that name");
  EXPECT_EQ(Validate(std::string(kSection) + "  layout: {data: x, order: alpha}\n"),
            "f.yaml:1:1: layout: order names 'alpha', but LeakyRelu has no attribute (String) of that name");
  EXPECT_EQ(Validate(std::string(kSection) + "  layout: {data: x, filter: z}\n"),
            "f.yaml:1:1: layout: filter names 'z', but LeakyRelu has no port and no attribute (ListInt) of that name");
  EXPECT_EQ(Validate(std::string(kSection) + "    joins: {whole: x, parts: y, axis: mode}\n"),
            "f.yaml:2:3: joins: whole is one of y, parts one of x, not 'x' and 'y'");
  EXPECT_EQ(Validate(std::string(kSection) + "    splits: {whole: x, parts: y, axis: mode}\n"),
            "f.yaml:2:3: splits: LeakyRelu has no attribute (Int) and no input 'mode' that could be the axis");
  EXPECT_EQ(Validate(std::string(kSection) + "    splits: {whole: x, parts: y, axis: x}\n"), "");
  EXPECT_THAT(Validate(std::string(kSection) + "    joins: {whole: y, parts: x}\n"),
              ::testing::HasSubstr("joins needs whole, parts and axis"));
  EXPECT_EQ(Validate(std::string(kSection) + "    value_depend: y\n"),
            "f.yaml:2:3: value_depend lists 'y', which is no input of LeakyRelu; did you mean x?");
}

// Returns a prototype whose ports x and y have the type T, and whose port index is free.
OpDesc Gather() {
  OpDesc op;
  op.type = "Gather";
  op.ir_inputs = {{"x", PortKind::kRequired, "T"},
                  {"index", PortKind::kRequired, "", ge::TensorType::IndexNumberType()}};
  op.ir_outputs = {{"y", PortKind::kRequired, "T"}};
  op.ir_symbols = {{"T", "TensorType({DT_FLOAT, DT_INT8})", ge::TensorType({ge::DT_FLOAT, ge::DT_INT8})}};
  return op;
}

OpInfo Completed(const std::string& yaml, const OpDesc& prototype) {
  OpInfo info = ParseOpInfo("Op:\n" + yaml, "f.yaml").value().at(0);
  const Status status = CompleteOpInfo(info, prototype);
  EXPECT_TRUE(status.ok()) << status.ToString();
  return info;
}

TEST(CompleteOpInfo, GivesSectionsWithoutDtypeThePrototypesTypes) {
  const OpInfo info = Completed("  in_place: {y: x}\n  engines: [ai_core, ai_cpu]\n", Gather());
  for (const EngineOpInfo& section : info.engines) {
    ASSERT_EQ(section.columns, 4u) << section.engine;
    const std::vector<ge::DataType> values = {ge::DT_FLOAT, ge::DT_FLOAT, ge::DT_INT8, ge::DT_INT8};
    EXPECT_EQ(section.FindPort("x")->dtypes, values);
    EXPECT_EQ(section.FindPort("y")->dtypes, values);
    EXPECT_THAT(section.FindPort("index")->dtypes,
                testing::ElementsAre(ge::DT_INT32, ge::DT_INT64, ge::DT_INT32, ge::DT_INT64));
    EXPECT_EQ(section.FindPort("x")->formats, std::vector<ge::Format>(4, ge::FORMAT_ND));
  }
}

TEST(CompleteOpInfo, KeepsTypesThatASectionLists) {
  const OpInfo info = Completed(
      "  ai_core:\n    dtype: {x: int8, y: int8, index: int32}\n  ai_cpu:\n    allow: {x: float}\n", Gather());
  EXPECT_EQ(info.engines[0].columns, 1u);
  EXPECT_EQ(info.engines[1].columns, 0u);
}

TEST(CompleteOpInfo, CombinesPortsWithoutSymbolsFreelyAndAsksNoAiCpuSectionForColumns) {
  const OpInfo info = Completed("  engines: [ai_core, ai_cpu]\n", LeakyRelu());
  EXPECT_EQ(info.engines[0].columns, 6u);
  EXPECT_EQ(info.engines[1].columns, 0u);
  OpDesc single = LeakyRelu();
  single.ir_outputs.Edit()[0].admitted = ge::TensorType(ge::DT_FLOAT);
  EXPECT_EQ(Completed("  engines: [ai_cpu]\n", single).engines[0].columns, 2u) << "only x has a list";
}

TEST(CompleteOpInfo, RefusesAnAiCoreSectionWhoseTypesArentKnown) {
  OpDesc unknown = Gather();
  unknown.ir_symbols.clear();
  OpInfo info = ParseOpInfo("Op:\n  engines: [ai_core]\n", "f.yaml").value().at(0);
  EXPECT_EQ(CompleteOpInfo(info, unknown).message(),
            "the prototype of Gather gives port 'x' no list of types (T): dtype must list them");
  OpDesc wide = Gather();
  wide.ir_symbols.Edit()[0].admitted = wide.ir_inputs.Edit()[1].admitted = ge::TensorType::ALL();
  wide.ir_outputs.Edit()[0] = {"y", PortKind::kRequired, "", ge::TensorType::ALL()};
  EXPECT_EQ(CompleteOpInfo(info, wide).message(),
            "the prototype of Gather admits more than 1024 combinations of types: dtype must list those of the kernel");
}

TEST(ValidateOpInfo, ChecksTraitsOfSectionsWithoutDtype) {
  EXPECT_EQ(Validate("  in_place: {y: x}\n  engines: [ai_core, ai_cpu]\n"), "");
  EXPECT_EQ(Validate("  in_place: {z: x}\n  engines: [ai_core]\n"),
            "f.yaml:3:13: in_place: {z: x} must name an output and then an input; outputs: y; inputs: x");
  EXPECT_EQ(Validate("  limits: {z: {rank: 2}}\n  engines: [ai_cpu]\n"),
            "f.yaml:3:13: limits: LeakyRelu has no port 'z'; did you mean x, y?");
}

TEST(ValidateOpInfo, SectionsWithoutSignaturesNarrowWhatThePrototypeHas) {
  EXPECT_EQ(Validate("  ai_cpu: {}\n"), "");
  EXPECT_EQ(Validate("  ai_cpu:\n    allow: {x: float}\n    block_dim: -1\n"), "");
  EXPECT_EQ(Validate("  ai_cpu:\n    allow: {xs: float}\n"), "f.yaml:2:3: LeakyRelu has no port 'xs'; did you mean x?");
  EXPECT_EQ(Validate("  ai_cpu:\n    allow: {x: int8}\n"),
            "f.yaml:2:3: port 'x' of LeakyRelu lists int8, which the prototype does not admit (TensorType({DT_FLOAT, "
            "DT_FLOAT16}))");
}

TEST(ValidateOpInfo, ComparesWithTheTypesOfAPortsSymbol) {
  const OpInfo info =
      ParseOpInfo("Gather:\n  ai_cpu:\n    dtype: {x: double, y: double, index: int32}\n", "f.yaml").value().at(0);
  EXPECT_EQ(ValidateOpInfo(info, Gather()).message(),
            "port 'x' of Gather lists double, which the prototype does not admit (TensorType({DT_FLOAT, DT_INT8}))");
}

}  // namespace
}  // namespace opdk
