#include "sdk/tools/verify/search/failure_record.h"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "sdk/tools/verify/cases/write_case.h"
#include "sdk/tools/verify/search/search_case.h"

namespace opdk::verify {
namespace {

using testing::HasSubstr;

class KeptFailures : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "opdk_failures_XXXXXX").string();
    directory_ = ::mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }
  static OpCase CaseFrom(const std::string& yaml) { return ReadCases(yaml, "cases.yaml")->front(); }

  std::string directory_;
};

TEST_F(KeptFailures, CaseComesBackWithEveryElementAndText) {
  const OpCase op_case = CaseFrom(
      "Op:\n  - name: 'a: \"b\" #c'\n    dtypes: [float16]\n    inputs:\n      x: {shape: [2, 2], data: [1e-7, -0.0, "
      "nan,"
      " 65504]}\n    attrs: {mode: 'x, y'}\n    tolerance: {rtol: 1e-3}\n");
  FailureRecord record = RecordOf(op_case, ge::DT_FLOAT16, "ai_core");
  record.found_by = "test";
  record.kind = "values";
  record.checks = {"bounds", "unwritten_output"};
  record.reason = "two\nlines: \"quoted\"";
  record.plugins = {"/a b/lib.so"};
  record.seed = 18446744073709551615U;
  ASSERT_TRUE(KeepFailure(record, directory_).ok());
  const auto read = FindFailure(record.id.substr(0, 4), directory_);
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_EQ(read->reason, record.reason);
  EXPECT_EQ(read->plugins, record.plugins);
  EXPECT_EQ(read->checks, record.checks);
  EXPECT_EQ(read->seed, record.seed);
  EXPECT_EQ(read->dtype, ge::DT_FLOAT16);
  const auto again = read->ToCase();
  ASSERT_TRUE(again.ok()) << again.status().ToString();
  EXPECT_EQ(again->name, "a: \"b\" #c");
  EXPECT_EQ(CaseText(*again), CaseText(op_case));
  EXPECT_EQ(RecordOf(*again, ge::DT_FLOAT16, "ai_core").id, record.id);
}

TEST_F(KeptFailures, AnotherEngineOrDtypeIsAnotherFailure) {
  const OpCase op_case = CaseFrom("Op:\n  - {name: a, inputs: {x: {data: 1}}}\n");
  const std::string id = RecordOf(op_case, ge::DT_FLOAT, "ai_core").id;
  EXPECT_NE(id, RecordOf(op_case, ge::DT_FLOAT, "ai_cpu").id);
  EXPECT_NE(id, RecordOf(op_case, ge::DT_DOUBLE, "ai_core").id);
}

TEST_F(KeptFailures, UnknownIdListsTheKeptFailures) {
  const auto found = FindFailure("12345678", directory_);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.status().code(), ErrorCode::kNothingSelected);
  EXPECT_THAT(found.status().hint(), HasSubstr("opdk repro --list"));
}

TEST_F(KeptFailures, DamagedFileIsRefusedWithItsPlace) {
  const std::string path = directory_ + "/bad.yaml";
  std::ofstream(path) << "id: a\nop: Op\nengin: ai_cpu\n";
  const auto read = FindFailure(path, directory_);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.status().code(), ErrorCode::kCaseInvalid);
  EXPECT_THAT(read.status().ToString(), HasSubstr("did you mean engine?"));
  EXPECT_THAT(read.status().ToString(), HasSubstr("bad.yaml:3:1"));
}

TEST_F(KeptFailures, IdThatIsNoHashIsRefusedWithItsPlace) {
  const FailureRecord record =
      RecordOf(CaseFrom("Op:\n  - {name: a, inputs: {x: {data: 1}}}\n"), ge::DT_FLOAT, "ai_core");
  const std::string path = directory_ + "/kept.yaml";
  for (const char* id : {"", "../../kept", "1b2c3d", "0A1B2C3D", "0a1b2c3d4", "0a1b\\02c3"}) {
    std::string text = record.ToYaml();
    text.replace(text.find("id: \"" + record.id), 5 + record.id.size(), std::string("id: \"") + id);
    std::ofstream(path) << text;
    const auto read = ReadFailure(path);
    ASSERT_FALSE(read.ok()) << id;
    EXPECT_THAT(read.status().ToString(), HasSubstr("must be 8 hexadecimal digits")) << id;
    EXPECT_THAT(read.status().ToString(), HasSubstr("kept.yaml:2:5")) << id;
  }
}

TEST(SearchCase, YamlHoldsTheExactElementsOfEveryDtype) {
  SearchCase found;
  found.op = "Op";
  const long double big = 9223372036854775807.0L;
  found.inputs.push_back({"x", PortKind::kRequired, {{ge::DT_INT64, {2}, {big, -big - 1}, {}}}});
  found.inputs.push_back({"f", PortKind::kRequired, {{ge::DT_FLOAT, {4}, {0.1F, -0.0L, NAN, INFINITY}, {}}}});
  EXPECT_EQ(CaseText(found.ToCase()),
            "{name: found, dtypes: [int64], inputs: {x: {shape: [2], data: [9223372036854775807, "
            "-9223372036854775808]}, f: {dtype: float, shape: [4], data: [0.1, -0, nan, inf]}}}");
}

}  // namespace
}  // namespace opdk::verify
