// CANN's ini files as YAML, and each way in which they can be wrong.
#include "sdk/tools/author/cann/ini_op_info.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graph_core/package/op_info.h"

namespace opdk::cli {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const author::SourcePrototype kPair = {
    "Pair",
    3,
    {{"x", author::SourcePort::Kind::kRequired, ""}, {"bias", author::SourcePort::Kind::kOptional, ""}},
    {{"y", author::SourcePort::Kind::kRequired, ""}},
    {{"axis", "Int", "0", false}}};

Result<author::ConvertedInfo> Convert(const std::string& text, bool core,
                                      std::vector<author::ImportNote>* notes = nullptr) {
  std::vector<author::ImportNote> unused;
  OPDK_TRY(const auto sections, author::ParseIni("[Pair]\n" + text, "a.ini"));
  return core ? author::ConvertAiCore(sections.at(0), &kPair, notes == nullptr ? unused : *notes)
              : author::ConvertAiCpu(sections.at(0), &kPair, notes == nullptr ? unused : *notes);
}

const std::string kCpu = "opInfo.engine=DNN_VM_AICPU\n";
const std::string kCore =
    "input0.name=x\ninput0.dtype=float16,float32\ninput0.format=NCHW,ND\ninput0.paramType=required\n"
    "input1.name=bias\ninput1.dtype=float16,float\ninput1.paramType=optional\n"
    "output0.name=y\noutput0.dtype=float16,float\noutput0.paramType=required\n";

TEST(IniAiCpu, TypesNarrowPortsAndBlocksAreKept) {
  const auto info = Convert(kCpu +
                                "opInfo.flagSupportBlockDim=True\nopInfo.blockDimByIndex=0\n"
                                "input0.type=DT_FLOAT, DT_BFLOAT16\noutput0.name=y\noutput0.format=NCHW\n",
                            false);
  ASSERT_TRUE(info.ok()) << info.status().ToString();
  EXPECT_EQ(info->yaml,
            "  ai_cpu:\n    allow:\n      x: [float, bfloat16]\n      y: {format: [NCHW]}\n    block_dim: 0\n");
  EXPECT_TRUE(ParseOpInfo("Pair:\n" + info->yaml, "p.yaml").ok());
}

TEST(IniAiCpu, WithoutTypesTheKernelTakesTheTypesOfThePrototype) {
  const auto info = Convert(kCpu, false);
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->yaml, "  ai_cpu: {}\n");
  EXPECT_TRUE(ParseOpInfo("Pair:\n" + info->yaml, "p.yaml").ok());
}

TEST(IniAiCpu, KeysWithoutMeaningAreListed) {
  std::vector<author::ImportNote> notes;
  ASSERT_TRUE(Convert(kCpu + "opInfo.computeCost=100\nopInfo.optionalInputPlaceholder=True\n", false, &notes).ok());
  ASSERT_THAT(notes, SizeIs(1));
  EXPECT_EQ(notes[0].place, "a.ini:1");
  EXPECT_THAT(notes[0].text, HasSubstr("opInfo.computeCost"));
  notes.clear();
  ASSERT_TRUE(Convert(kCpu, false, &notes).ok());
  ASSERT_THAT(notes, SizeIs(1));
  EXPECT_THAT(notes[0].text, HasSubstr("optionalInputPlaceholder is not set"));
}

TEST(IniAiCore, ColumnsBecomeSignatures) {
  std::vector<author::ImportNote> notes;
  const auto info = Convert(kCore +
                                "attr.list=axis\nattr_axis.type=int\nattr_axis.paramType=optional\n"
                                "attr_axis.defaultValue=0\nheavyOp.flag=true\nopFile.value=pair_file\n",
                            true, &notes);
  ASSERT_TRUE(info.ok()) << info.status().ToString();
  EXPECT_EQ(info->yaml,
            "  ai_core:\n    dtype:\n      x: [float16, float]\n      bias: [float16, float]\n"
            "      y: [float16, float]\n    format:\n      x: [NCHW, ND]\n");
  EXPECT_EQ(info->attrs, "  attrs:\n    axis: {type: int, default: 0}\n");
  EXPECT_EQ(info->python_file, "pair_file");
  ASSERT_THAT(notes, SizeIs(1));
  EXPECT_THAT(notes[0].text, HasSubstr("heavyOp.flag"));
  EXPECT_TRUE(ParseOpInfo("Pair:\n" + info->yaml + info->attrs, "p.yaml").ok());
}

TEST(IniAiCore, AnOutputWithAnInputsNameIsInPlace) {
  const author::SourcePrototype ref = {"Ref",
                                       1,
                                       {{"var", author::SourcePort::Kind::kRequired, ""}},
                                       {{"var", author::SourcePort::Kind::kRequired, ""}},
                                       {}};
  const auto sections = author::ParseIni(
      "[Ref]\ninput0.name=var\ninput0.dtype=float\ninput0.paramType=required\ninput0.valueDepend=required\n"
      "output0.name=var\noutput0.dtype=float\noutput0.paramType=required\n",
      "a.ini");
  std::vector<author::ImportNote> notes;
  const auto info = author::ConvertAiCore(sections->at(0), &ref, notes);
  ASSERT_TRUE(info.ok()) << info.status().ToString();
  EXPECT_THAT(info->yaml, HasSubstr("in_place: {var: var}\n    value_depend: [var]\n"));
  EXPECT_TRUE(ParseOpInfo("Ref:\n" + info->yaml, "p.yaml").ok());
}

struct Broken {
  const char* name;
  bool core;
  std::string text;
  const char* place;
  const char* message;
};

class BrokenIni : public testing::TestWithParam<Broken> {};

TEST_P(BrokenIni, IsRefusedAtItsLine) {
  const auto info = Convert(GetParam().text, GetParam().core);
  ASSERT_FALSE(info.ok());
  EXPECT_EQ(info.status().code(), ErrorCode::kDefinitionInvalid);
  EXPECT_THAT(info.status().message(), HasSubstr(GetParam().message));
  ASSERT_FALSE(info.status().places().empty());
  EXPECT_EQ(info.status().places()[0], GetParam().place);
}

INSTANTIATE_TEST_SUITE_P(
    Each, BrokenIni,
    testing::Values(
        Broken{"NoEquals", false, kCpu + "opInfo.computeCost 100\n", "a.ini:3", "neither a [section] nor"},
        Broken{"NoDot", false, "engine=DNN_VM_AICPU\n", "a.ini:2", "one dot between them"},
        Broken{"OpenSection", false, "[Other\n", "a.ini:2", "not closed by ]"},
        Broken{"NamelessSection", false, "[]\n", "a.ini:2", "must name an operator type"},
        Broken{"SectionTwice", false, kCpu + "[Pair]\n", "a.ini:3", "stands twice"},
        Broken{"KeyTwice", false, kCpu + kCpu, "a.ini:3", "opInfo.engine stands twice"},
        Broken{"NoText", false, kCpu + std::string("\0\n", 2), "a.ini:3", "no text file"},
        Broken{"NoEngine", false, "opInfo.computeCost=1\n", "a.ini:1", "opInfo.engine is missing"},
        Broken{"UnknownEngine", false, "opInfo.engine=DNN_VM_AICPUX\n", "a.ini:2", "did you mean 'DNN_VM_AICPU'?"},
        Broken{"UnknownKey", false, kCpu + "opInfo.kernelSO=l.so\n", "a.ini:3", "did you mean 'kernelSo'?"},
        Broken{"UnknownPortKey", false, kCpu + "input0.typ=DT_FLOAT\n", "a.ini:3", "did you mean 'type'?"},
        Broken{"UnknownName", false, kCpu + "inptu0.type=DT_FLOAT\n", "a.ini:3", "unknown name 'inptu0'"},
        Broken{"UnknownType", false, kCpu + "input0.type=DT_FLAOT\n", "a.ini:3", "did you mean 'DT_FLOAT'?"},
        Broken{"UnknownFormat", false, kCpu + "input0.format=NCHV\n", "a.ini:3", "did you mean 'NCHW'?"},
        Broken{"UnknownPort", false, kCpu + "input0.name=biass\n", "a.ini:3", "did you mean 'bias'?"},
        Broken{"TooManyPorts", false, kCpu + "output1.type=DT_FLOAT\n", "a.ini:3", "has no output 1"},
        Broken{"NotABool", false, kCpu + "opInfo.flagAsync=No\n", "a.ini:3", "must be True or False, not 'No'"},
        Broken{"SubtypeOutOfRange", false, kCpu + "opInfo.subTypeOfInferShape=5\n", "a.ini:3", "from 1 to 4"},
        Broken{"CoreUnequalColumns", true, kCore + "output0.format=ND\n", "a.ini:12", "output0.format has 1 entries"},
        Broken{"CoreUnknownType", true, "input0.name=x\ninput0.dtype=flot\ninput0.paramType=required\n", "a.ini:3",
               "did you mean 'float'?"},
        Broken{"CoreNoParamType", true, "input0.name=x\ninput0.dtype=float\n", "a.ini:2", "paramType is missing"},
        Broken{"CoreWrongParamType", true, "input0.name=x\ninput0.dtype=float\ninput0.paramType=dynamic\n", "a.ini:4",
               "x is dynamic here but required in the prototype"},
        Broken{"CoreNoDtype", true, "input0.name=x\ninput0.paramType=required\n", "a.ini:2", "dtype is missing"},
        Broken{"CoreUnknownKey", true, kCore + "heavyOp.flags=true\n", "a.ini:12", "did you mean 'flag'?"},
        Broken{"CoreUnknownPattern", true, kCore + "op.pattern=reduces\n", "a.ini:12", "did you mean 'reduce'?"},
        Broken{"CoreUnknownAttr", true, kCore + "attr.list=axes\nattr_axes.type=int\n", "a.ini:13",
               "did you mean 'axis'?"},
        Broken{"CoreAttrWithoutType", true, kCore + "attr.list=axis\n", "a.ini:12", "attr_axis.type is missing"},
        Broken{"CoreUnknownAttrType", true, kCore + "attr.list=axis\nattr_axis.type=integer\n", "a.ini:13",
               "unknown attribute type 'integer'"},
        Broken{"CoreUnlistedAttr", true, kCore + "attr_axis.type=int\n", "a.ini:12", "attr.list doesn't name it"},
        Broken{"CoreEmpty", true, "op.pattern=reduce\n", "a.ini:1", "neither inputs nor outputs"}),
    [](const auto& broken) { return std::string(broken.param.name); });

TEST(Ini, TakesCommentsBlankLinesAndBothLineEnds) {
  const auto sections = author::ParseIni("\xEF\xBB\xBF# note\r\n\r\n[A]\r\n; note\r\n a.b = c d \r\n", "a.ini");
  ASSERT_TRUE(sections.ok()) << sections.status().ToString();
  EXPECT_EQ(sections->at(0).Value("a", "b"), "c d");
  EXPECT_EQ(sections->at(0).entries[0].place, "a.ini:5");
  EXPECT_THAT(*author::ParseIni("", "a.ini"), IsEmpty());
  EXPECT_THAT(author::ParseIni("a.b=c\n", "a.ini").status().message(), HasSubstr("before the first"));
  EXPECT_EQ(author::ReadIni("/nowhere.ini", "x/nowhere.ini").status().code(), ErrorCode::kFileNotFound);
}

}  // namespace
}  // namespace opdk::cli
