// Files that the tools wrote, or a person for them: results, failures, peaks, dumps of graphs, sources.
#include <nlohmann/json.hpp>

#include "graph_core/ir/model_json.h"
#include "sdk/tools/author/cann/cann_files.h"
#include "sdk/tools/author/cann/cann_project.h"
#include "sdk/tools/author/cann/tbe_python.h"
#include "sdk/tools/author/check/registration_calls.h"
#include "sdk/tools/author/cpp_scan.h"
#include "sdk/tools/measure/roofline_file.h"
#include "sdk/tools/verify/bench/bench_row.h"
#include "sdk/tools/verify/report/run_log.h"
#include "sdk/tools/verify/search/failure_record.h"
#include "tests/fuzz/target.h"

namespace opdk::fuzz {

void Results(std::string_view bytes) {
  const auto results = verify::BenchResultsFrom(std::string(bytes), "fuzzed.json");
  if (results.ok()) {
    const std::string text = verify::ToJson(*results).dump();
    Expect(verify::BenchResultsFrom(text, "again.json").ok(), text);
  }
  const auto peaks = measure::PeaksFrom(bytes);
  if (peaks) Expect(measure::PeaksFrom(measure::PeaksText(*peaks)).has_value(), measure::PeaksText(*peaks));
  static_cast<void>(verify::ReadRunLog(FileOf(bytes, "results.jsonl")));
}

void Failure(std::string_view bytes) {
  const auto failure = verify::ReadFailure(FileOf(bytes, "failure.yaml"));
  if (!failure.ok()) return;
  static_cast<void>(failure->ToCase());
  const std::string text = failure->ToYaml();
  Expect(verify::ReadFailure(FileOf(text, "again.yaml")).ok(), text);
}

void DumpText(std::string_view bytes) { static_cast<void>(ProtoTextAsJson(bytes)); }

void SourceText(std::string_view bytes) {
  const std::string text(bytes);
  static_cast<void>(author::ScanSource(text));
  static_cast<void>(author::ScanTbePython(text));
  author::CannProject project;
  author::ReadCMakeLists(text, "CMakeLists.txt", project);
  static_cast<void>(author::FindRegistrations(bytes, {"REG_OP", "INFER_FUNC_REG", "REGISTER_CUSTOM_OP"}));
}

}  // namespace opdk::fuzz
