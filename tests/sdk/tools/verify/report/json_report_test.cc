#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "sdk/tools/verify/report/writers.h"
#include "tests/sdk/tools/verify/report/sample_run.h"

namespace opdk::verify {
namespace {

using nlohmann::json;

json Entry(const json& report, const std::string& id) {
  for (const json& entry : report.at("report_list")) {
    if (entry.at("case_name") == id) return entry;
  }
  return nullptr;
}

TEST(JsonReport, HasTheFieldsOfMsopstsReport) {
  const json report = json::parse(JsonReport(SampleRun()));
  EXPECT_EQ(report.at("run_cmd"), "opdk test --plugins 'my plugins'");
  EXPECT_EQ(report.at("summary").at("test case count"), 5);
  EXPECT_EQ(report.at("summary").at("success count"), 2);
  EXPECT_EQ(report.at("summary").at("failed count"), 2);
  ASSERT_EQ(report.at("report_list").size(), 5U);
  for (const json& entry : report.at("report_list")) {
    EXPECT_TRUE(entry.at("status").is_string());
    EXPECT_TRUE(entry.at("expect").is_string());
    const json& info = entry.at("trace_detail").at("st_case_info");
    EXPECT_EQ(info.at("case_name"), entry.at("case_name"));
    EXPECT_TRUE(info.at("op_params").is_object());
    for (const char* paths : {"input_data_path", "expect_data_paths", "planned_output_data_paths"}) {
      EXPECT_TRUE(info.at(paths).is_array());
    }
    for (const json& stage : entry.at("trace_detail").at("stage_result")) {
      EXPECT_TRUE(stage.at("status").is_string() && stage.at("result").is_string() &&
                  stage.at("stage_name").is_string());
    }
  }
}

TEST(JsonReport, SuccessIsStatusAsExpected) {
  const json report = json::parse(JsonReport(SampleRun()));
  EXPECT_EQ(Entry(report, "Mul/is refused/float/ai_cpu").at("status"), "failed");
  EXPECT_EQ(Entry(report, "Mul/is refused/float/ai_cpu").at("expect"), "failed");
  EXPECT_EQ(Entry(report, "Mul/crashes/float/ai_cpu").at("status"), "failed");
  EXPECT_EQ(Entry(report, "Mul/crashes/float/ai_cpu").at("expect"), "success");
  size_t as_expected = 0;
  for (const json& entry : report.at("report_list")) as_expected += entry.at("status") == entry.at("expect") ? 1 : 0;
  EXPECT_EQ(as_expected, report.at("summary").at("success count"));
}

TEST(JsonReport, RefusalThatDidNotComeIsNoSuccess) {
  RunReport run = SampleRun();
  run.cases[4].result = Failure("the kernel ran");
  const json entry = Entry(json::parse(JsonReport(run)), "Mul/is refused/float/ai_cpu");
  EXPECT_EQ(entry.at("status"), "success");
  EXPECT_EQ(entry.at("expect"), "failed");
}

TEST(JsonReport, UnverifiedIsNeverASuccess) {
  const json report = json::parse(JsonReport(SampleRun()));
  EXPECT_EQ(Entry(report, "Mul/has no golden/float/ai_core").at("status"), "not verified");
  EXPECT_EQ(report.at("summary").at("not verified count"), 1);
}

TEST(JsonReport, CaseParametersHaveMsopstsNames) {
  const json report = json::parse(JsonReport(SampleRun()));
  const json params = report["report_list"][0]["trace_detail"]["st_case_info"]["op_params"];
  EXPECT_EQ(params.at("op"), "Add");
  EXPECT_EQ(params.at("input_desc"),
            json::parse(R"([{"name":"x","type":"float","shape":[2,4],"value":[1,2,3,4,5,6,7,8]}])"));
  EXPECT_EQ(params.at("output_desc"), json::parse(R"([{"name":"y","type":"float","shape":[2,4]}])"));
  EXPECT_EQ(params.at("attr"), json::parse(R"([{"name":"k","value":3},{"name":"t","value":"3"}])"));
}

TEST(JsonReport, AllThatIsKnownOfACaseComesBack) {
  const json report = json::parse(JsonReport(SampleRun()));
  const CaseReport crashed = CaseReportFrom(Entry(report, "Mul/crashes/float/ai_cpu").at("opdk"));
  EXPECT_EQ(crashed.signal, "SIGSEGV");
  EXPECT_EQ(crashed.seed, 9007199254740993U);
  EXPECT_TRUE(crashed.crashed());
  const CaseReport wrong = CaseReportFrom(report["report_list"][1]["opdk"]);
  EXPECT_EQ(wrong.name, kAwkward);
  EXPECT_EQ(wrong.result.outputs.at(0).comparison.bad, 16);
  EXPECT_EQ(wrong.result.outputs.at(0).comparison.pattern, "only where axis 1 mod 8 = 7");
  EXPECT_EQ(wrong.result.outputs.at(0).msopst, "Pass, 95.00 % within 0.01");
  EXPECT_EQ(wrong.result.findings.at(0).check, "determinism");
  EXPECT_EQ(report["opdk"]["environment"]["packages"][0]["sha256"], "abcdef");
  EXPECT_EQ(report["opdk"]["environment"]["cpu_features"], json({"avx2", "avx512f"}));
  EXPECT_EQ(report["not_run"][0]["reason"], "not for this engine");
}

}  // namespace
}  // namespace opdk::verify
