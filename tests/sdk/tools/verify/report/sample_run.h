// A run with one case of each kind, as the report tests write it.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "sdk/tools/verify/compare/compare.h"
#include "sdk/tools/verify/report/run_report.h"

namespace opdk::verify {

// A text that must survive XML, HTML, JSON and a shell.
inline constexpr const char* kAwkward = "is </script> \"odd\" & 'so' <b>on</b> ]]> é";

inline ge::Tensor FloatTensor(const std::vector<float>& values, std::vector<int64_t> shape) {
  return ge::Tensor(ge::TensorDesc(ge::Shape(shape), ge::FORMAT_ND, ge::DT_FLOAT),
                    reinterpret_cast<const uint8_t*>(values.data()), values.size() * sizeof(float));
}

inline CaseReport MakeCase(const std::string& op, const std::string& name, const std::string& engine) {
  CaseReport report;
  report.op = op;
  report.name = name;
  report.dtype = "float";
  report.engine = engine;
  report.id = fmt::format("{}/{}/float/{}", op, name, engine);
  report.place = fmt::format("tests/op/{}.yaml:3: {} {}", op, op, name);
  report.written = *ReadCaseText(
      op, "{name: n, inputs: {x: {shape: [2, 4], data: [1, 2, 3, 4, 5, 6, 7, 8]}}, attrs: {k: 3, t: '3'}}", "n.yaml");
  report.reproducer = fmt::format("opdk test --case '{}: [{{name: n}}]' --engine {}", op, engine);
  report.digest = "0123456789abcdef";
  report.seconds = 0.25;
  return report;
}

inline CaseReport PassedCase(const std::string& op, const std::string& name, const std::string& engine) {
  CaseReport report = MakeCase(op, name, engine);
  report.result.outcome = Outcome::kPassed;
  report.result.kernel = "kernel_" + op;
  report.result.package = "mine";
  report.result.golden = "literal";
  report.result.kernel_ms = 0.5;
  report.result.roofline_share = 0.375;
  report.result.checks = {"determinism", "unwritten_output"};
  const ge::Tensor tensor = FloatTensor({1, 2, 3, 4, 5, 6, 7, 8}, {2, 4});
  const CaseTensor expected{tensor, true, {}, {}};
  report.result.outputs.push_back({"y", "float[2,4]", Compare(tensor, expected, DefaultStandard(ge::DT_FLOAT)), ""});
  return report;
}

// Returns a failed case: in y[., 7] each element is one too large, which is every eighth element.
inline CaseReport WrongCase(const std::string& op, const std::string& name, const std::string& engine) {
  CaseReport report = PassedCase(op, name, engine);
  std::vector<float> right;
  for (int i = 0; i < 128; ++i) right.push_back(static_cast<float>(i));
  std::vector<float> wrong = right;
  for (size_t i = 7; i < wrong.size(); i += 8) wrong[i] += 1;
  const CaseTensor expected{FloatTensor(right, {8, 16}), true, {}, {}};
  const Comparison comparison = Compare(FloatTensor(wrong, {8, 16}), expected, DefaultStandard(ge::DT_FLOAT));
  report.result.outcome = Outcome::kFailed;
  report.result.reason = "output y: " + comparison.Explain();
  report.result.outputs = {{"y", "float[8,16]", comparison, "Pass, 95.00 % within 0.01"}};
  report.result.findings = {{"determinism", "two runs differ at [3, 4]", "a race? run with --threads 1"}};
  return report;
}

inline CaseReport CrashedCase(const std::string& op, const std::string& name, const std::string& engine) {
  CaseReport report = MakeCase(op, name, engine);
  report.seed = 9007199254740993;  // no double
  report.end = ChildReport::End::kSignal;
  report.signal = "SIGSEGV";
  report.result = Failure("crashed with SIGSEGV (Segmentation fault)");
  report.output = "printed \x01 and \xff\n  in Crash(float*) (libmine.so)\n";
  return report;
}

inline RunReport SampleRun() {
  RunReport run;
  run.command = "opdk test --plugins 'my plugins'";
  run.start = "2026-11-21T16:02:47Z";
  run.seconds = 12.5;
  run.environment = {"0.1.0",
                     "g++ 12",
                     "A CPU",
                     {"avx2", "avx512f"},
                     2,
                     "Linux 6 x86_64",
                     {{"mine", "me", "1.2.3", "/p/libmine.so", "abcdef", false}}};
  run.cases = {PassedCase("Add", kAwkward, "ai_core"),  WrongCase("Add", kAwkward, "ai_cpu"),
               CrashedCase("Mul", "crashes", "ai_cpu"), MakeCase("Mul", "has no golden", "ai_core"),
               MakeCase("Mul", "is refused", "ai_cpu"), MakeCase("Mul", "elsewhere", "ai_core")};
  run.cases[3].result.outcome = Outcome::kNotVerified;
  run.cases[4].result.outcome = Outcome::kRefused;
  run.cases[4].expects_refusal = true;
  run.cases[5].result.outcome = Outcome::kUnsupported;
  run.selected = run.cases.size();
  return run;
}

}  // namespace opdk::verify
