#include "sdk/tools/verify/search/seeds.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>

#include "opdk/output_file.h"
#include "sdk/tools/verify/cases/write_case.h"
#include "sdk/tools/verify/derive/derive_all.h"
#include "sdk/tools/verify/search/failure_record.h"

namespace opdk::verify {
namespace {

namespace fs = std::filesystem;

constexpr size_t kDerivedSeeds = 48;

fs::path CorpusOf(const std::string& op, const std::string& state) { return fs::path(state) / "corpus" / op; }

}  // namespace

Result<Seeds> SeedsOf(const std::string& op, const std::vector<OpCase>& cases, const std::string& state,
                      const TestHarness& harness) {
  Seeds seeds;
  std::copy_if(cases.begin(), cases.end(), std::back_inserter(seeds.cases),
               [&](const OpCase& each) { return each.op == op; });
  seeds.written = seeds.cases.size();
  DeriveRequest request;
  request.every_operator = true;
  request.filters = {op};
  request.plugins = {harness.packages->Providers(op).front().package->path};
  request.options.most = kDerivedSeeds;
  OPDK_TRY(const DerivedAll derived, DeriveAll(request, seeds.cases, harness, {.parallel = 1}));
  if (!derived.failures.empty()) seeds.crash = derived.failures[0];
  seeds.cases.insert(seeds.cases.end(), derived.cases.begin(), derived.cases.end());
  seeds.derived = derived.cases.size();
  for (const std::string& file : CaseFilesIn(CorpusOf(op, state).string())) {
    // A case that doesn't fit the operator any more is left out.
    const auto kept = ReadCaseFile(file);
    if (kept.ok()) seeds.cases.insert(seeds.cases.end(), kept->begin(), kept->end());
  }
  seeds.corpus = seeds.cases.size() - seeds.derived - seeds.written;
  if (seeds.cases.empty() && seeds.crash.empty()) {
    return Status(ErrorCode::kNothingSelected, fmt::format("no legal inputs of {} were found to begin with", op))
        .Hint("write one case of it: its shapes, attributes and values are varied then");
  }
  return seeds;
}

EngineSeeds ForEngine(const Seeds& seeds, const std::string& op, const std::string& engine, const TestHarness& harness,
                      size_t max_elements) {
  EngineSeeds found;
  const auto made = harness.packages->Declared(op, "case");
  if (!made.ok()) return found;
  for (size_t i = 0; i < seeds.cases.size(); ++i) {
    const OpCase& op_case = seeds.cases[i];
    if (i == seeds.written + seeds.derived) found.fresh = found.cases.size();
    for (const ge::DataType dtype : op_case.dtypes) {
      const auto instance = Instantiate(op_case, dtype, **made);
      if (!instance.ok() || instance->expects_refusal() || !instance->fails_at_run.empty() || instance->refused) {
        continue;
      }
      auto seed = SearchCaseOf(op_case, *instance, engine);
      if (seed && seed->IsBounded(4 * max_elements)) found.cases.push_back(*std::move(seed));
    }
  }
  if (seeds.corpus == 0 || found.fresh == 0) found.fresh = found.cases.size();
  return found;
}

Status KeepCorpus(const std::vector<SearchCase>& kept, const std::string& state) {
  for (const SearchCase& found : kept) {
    const FailureRecord named = RecordOf(found.ToCase(), found.dtype(), found.engine);
    const fs::path path = CorpusOf(found.op, state) / (named.id + ".yaml");
    OPDK_TRY(MakeStateDirectory((fs::path(state) / "corpus").string()));
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    const Status kept_case =
        WriteFile(path, CaseFileText(found.op, {found.ToCase("corpus " + named.id)}), {.synced = false});
    if (kept_case.ok()) continue;
    return Status(ErrorCode::kWriteFailed, fmt::format("the corpus can't be kept: {}", kept_case.message()))
        .Hint("--state DIR");
  }
  return Status();
}

}  // namespace opdk::verify
