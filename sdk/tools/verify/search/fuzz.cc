#include "sdk/tools/verify/search/fuzz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "graph_core/base/json_reading.h"
#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/cases/write_case.h"
#include "sdk/tools/verify/isolation/isolated.h"
#include "sdk/tools/verify/report/run_report.h"
#include "sdk/tools/verify/search/batch_note.h"
#include "sdk/tools/verify/search/reduction.h"
#include "sdk/tools/verify/search/repetition.h"
#include "sdk/tools/verify/search/variation.h"

namespace opdk::verify {
namespace {

using Clock = std::chrono::steady_clock;
using Verdict = Judgement::Verdict;
using nlohmann::json;

// Number of batches in a round, independent of the number that run at once. So equal seeds draw equal runs on every
// machine.
constexpr size_t kBatches = 4;
constexpr size_t kBatchRuns = 32;
constexpr size_t kMostFailures = 4;       // of one batch: more failures say nothing new
constexpr size_t kAttempts = 40;          // to find a variation that verification accepts
constexpr size_t kMostNotRepeatable = 2;  // of one kind

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Returns a text that tells two uses apart without looking into the package's code.
std::string FeatureOf(const SearchCase& found, const std::string& kernel) {
  std::string feature = kernel;
  for (const SearchPort& port : found.inputs) {
    feature += ";";
    for (const SearchTensor& tensor : port.entries) {
      feature += fmt::format("{}{}{},", DtypeName(tensor.dtype), tensor.shape.size(), tensor.data.empty() ? "e" : "");
    }
  }
  for (const auto& [name, value] : found.attrs) feature += "," + name;
  return feature;
}

// The cases from which a batch draws. A run that reaches something new in the pool joins it.
struct Pool {
  std::vector<size_t> cases;  // of the search's corpus
  std::vector<size_t> deep;   // the cases that ran new edges
  std::vector<size_t> first;  // seeds that no batch has run yet, in reverse order
  std::set<std::string> features;
  std::vector<uint8_t> edges = std::vector<uint8_t>(kCoverageSlots);

  std::vector<size_t> TakeSeeds(size_t most) {
    std::vector<size_t> seeds;
    for (; seeds.size() < most && !first.empty(); first.pop_back()) seeds.push_back(first.back());
    return seeds;
  }
};

class Search {
 public:
  Search(CaseSpace space, const EngineSeeds& seeds, const TestHarness& harness, const FuzzOptions& options)
      : space_(std::move(space)),
        corpus_(seeds.cases),
        harness_(harness),
        options_(options),
        memory_(BatchNote::Bytes() * kBatches) {
    for (const char* check : kCheapChecks) {
      const auto& wanted = options.checks;
      if (std::find(wanted.begin(), wanted.end(), check) != wanted.end()) cheap_.emplace_back(check);
    }
    for (size_t i = corpus_.size(); i-- > 0;) {
      all_.cases.insert(all_.cases.begin(), i);
      if (i < seeds.fresh) fresh_.cases.insert(fresh_.cases.begin(), i);
      (i < seeds.fresh ? fresh_ : all_).first.push_back(i);
    }
    has_kept_ = seeds.fresh < corpus_.size();
  }

  Result<FuzzReport> Run(const std::function<void(const FuzzReport&)>& progress) {
    if (memory_.data() == nullptr) return Status(ErrorCode::kInternal, "no shared memory").Hint("check ulimit -v");
    while ((found_.empty() || options_.keep_going) && !HasEnded() &&
           (options_.runs == 0 || report_.runs < options_.runs)) {
      Round();
      report_.seconds = SecondsSince(start_);
      progress(report_);
    }
    for (FuzzFailure& failure : found_) {
      ReduceFailure(failure, harness_, options_);
      if (!failure.not_repeatable.empty()) NotRepeatable(failure.judgement.kind);
      report_.failures.push_back(std::move(failure));
    }
    std::move(passing_by_.begin(), passing_by_.end(), std::back_inserter(report_.failures));
    return std::move(report_);
  }

 private:
  struct Batch {
    size_t number;  // over all rounds
    size_t first;   // first run of the batch, over all rounds
    size_t runs;
    BatchNote note;
    Pool* pool;
    std::vector<size_t> seeds;  // the seeds that it runs first
  };

  bool HasEnded() const {
    return (options_.seconds > 0 && SecondsSince(start_) >= options_.seconds) ||
           (options_.interrupted != nullptr && *options_.interrupted != 0);
  }

  void Round() {
    std::memset(memory_.data(), 0, BatchNote::Bytes() * kBatches);
    size_t runs = kBatches * kBatchRuns;
    if (options_.runs > 0) runs = std::min(runs, options_.runs - report_.runs);
    std::vector<Batch> batches;
    size_t first = planned_;
    for (size_t i = 0; i < kBatches; ++i) {
      const size_t own = runs / kBatches + (i < runs % kBatches ? 1 : 0);
      // Every other batch also uses the cases that earlier searches kept.
      Pool* pool = has_kept_ && i % 2 == 1 ? &all_ : &fresh_;
      batches.push_back(
          {next_batch_++, first, own, {memory_.data() + i * BatchNote::Bytes()}, pool, pool->TakeSeeds(own)});
      first += own;
    }
    planned_ = first;
    // Each run has its own limits; Ctrl-C ends a batch after its run, so that nothing is lost.
    const RunOptions run = SearchRun(cheap_, options_);
    const IsolationOptions isolation{
        .parallel = options_.parallel,
        .timeout_s = (4 * run.seconds + run.golden_seconds) * static_cast<double>(kBatchRuns * kAttempts),
        .memory_bytes = kRunMemory};
    std::array<ChildReport, kBatches> reports;
    RunIsolated(
        kBatches, [&](size_t i) { return RunBatch(batches[i]); }, isolation,
        [&](size_t i, ChildReport&& report) {
          reports[i] = std::move(report);
          return true;
        });
    for (size_t i = 0; i < kBatches; ++i) Collect(batches[i], reports[i]);
  }

  SearchCase Next(const Pool& pool, SearchRandom& random, const std::vector<SearchCase>& more) const {
    const size_t known = pool.cases.size() + more.size();
    // The latest cases are varied as often as all others together, and the cases that went farthest into the code most
    // often.
    size_t index = static_cast<size_t>(random() % known);
    if (random() % 2 == 0) index = known - 1 - static_cast<size_t>(random() % std::min<size_t>(known, 8));
    const bool deep = !pool.deep.empty() && random() % 2 == 0;
    if (deep) index = pool.deep.size() - 1 - static_cast<size_t>(random() % std::min<size_t>(pool.deep.size(), 4));
    if (deep) return Varied(corpus_[pool.deep[index]], space_, random);
    const size_t own = pool.cases.size();
    return Varied(index < own ? corpus_[pool.cases[index]] : more[index - own], space_, random);
  }

  const std::vector<std::string>& ChecksOf(size_t run) const {
    return run % kAllChecksEvery == kAllChecksEvery - 1 ? options_.checks : cheap_;
  }

  // Runs a batch in the child.
  std::string RunBatch(const Batch& batch) const {
    std::seed_seq seed{options_.seed, options_.seed >> 32, uint64_t{batch.number}};
    SearchRandom random(seed);
    std::vector<uint8_t> edges = batch.pool->edges;
    std::set<std::string> features = batch.pool->features;
    std::vector<SearchCase> kept;
    std::vector<std::string> before;  // the cases that ran in this process
    std::vector<uint8_t> map(kCoverageSlots);
    json answer = {{"kept", json::array()},
                   {"features", json::array()},
                   {"deep_seeds", json::array()},
                   {"failures", json::array()}};
    for (size_t run = 0; run < batch.runs && !HasEnded(); ++run) {
      const bool seeded = run < batch.seeds.size();
      const RunOptions options = SearchRun(ChecksOf(batch.first + run), options_);
      SearchCase found;
      Judgement judgement{Verdict::kRefused, "", "", ""};
      std::fill(map.begin(), map.end(), uint8_t{0});
      for (size_t attempt = 0; attempt < kAttempts && judgement.verdict == Verdict::kRefused; ++attempt) {
        found = seeded && attempt == 0 ? corpus_[batch.seeds[run]] : Next(*batch.pool, random, kept);
        if (attempt > 0) before.push_back(batch.note.text());
        batch.note.Write(run + 1, CaseText(found.ToCase()));
        RecordCoverageIn(map.data());
        judgement = Judge(found, harness_, options);
        RecordCoverageIn(nullptr);
      }
      batch.note.Count(judgement.verdict);
      MergeCoverage(map.data(), batch.note.map());
      if (judgement.verdict == Verdict::kFailed) {
        if (!IsKnown(judgement.kind)) {
          json failure = ToJson(judgement);
          failure["case"] = CaseText(found.ToCase());
          failure["run"] = batch.first + run + 1;
          failure["before"] = before;
          answer["failures"].push_back(std::move(failure));
          if (answer["failures"].size() >= kMostFailures) break;
        }
        before.push_back(batch.note.text());
        continue;
      }
      before.push_back(batch.note.text());
      if (judgement.verdict != Verdict::kPassed && judgement.verdict != Verdict::kNotVerified) continue;
      const std::string feature = FeatureOf(found, judgement.kernel);
      const bool fresh = features.insert(feature).second;
      const bool deeper = MergeCoverage(map.data(), edges.data()) > 0;
      if (!deeper && !fresh) continue;
      answer["features"].push_back(feature);
      if (seeded) {
        if (deeper) answer["deep_seeds"].push_back(batch.seeds[run]);
        continue;
      }
      answer["kept"].push_back({{"case", CaseText(found.ToCase())}, {"deeper", deeper}, {"feature", feature}});
      kept.push_back(std::move(found));
    }
    return Dump(answer);
  }

  void Collect(const Batch& batch, const ChildReport& report) {
    const BatchNote& note = batch.note;
    const size_t new_edges = MergeCoverage(note.map(), all_.edges.data());
    report_.edges += new_edges;
    MergeCoverage(note.map(), batch.pool->edges.data());
    report_.passed += note.count(Verdict::kPassed);
    report_.failed += note.count(Verdict::kFailed);
    report_.refused += note.count(Verdict::kRefused);
    report_.unsupported += note.count(Verdict::kUnsupported);
    report_.not_verified += note.count(Verdict::kNotVerified);
    report_.runs += note.judged();
    const json answer = ParseJson(report.answer);
    if (report.end != ChildReport::End::kDone || answer.is_discarded()) {
      CollectEnd(batch, report);
      return;
    }
    for (const json& seed : answer.at("deep_seeds")) batch.pool->deep.push_back(seed.get<size_t>());
    for (const json& feature : answer.at("features")) batch.pool->features.insert(feature.get<std::string>());
    for (const json& kept : answer.at("kept")) {
      auto found = FromText(kept.at("case"));
      if (!found) continue;
      const bool is_new = all_.features.insert(kept.at("feature")).second;
      const bool deeper = kept.at("deeper");
      std::vector<Pool*> pools = {batch.pool};
      if (has_kept_ && batch.pool != &all_) pools.push_back(&all_);
      for (Pool* pool : pools) {
        if (deeper) pool->deep.push_back(corpus_.size());
        pool->cases.push_back(corpus_.size());
      }
      // A case that adds nothing to the kept corpus isn't kept again.
      if (!has_kept_ || is_new || (deeper && new_edges > 0)) report_.kept.push_back(*found);
      corpus_.push_back(*std::move(found));
    }
    for (const json& feature : answer.at("features")) all_.features.insert(feature.get<std::string>());
    for (const json& failure : answer.at("failures")) {
      const size_t run = failure.at("run").get<size_t>();
      Add(failure.at("case"), JudgementFrom(failure), run, run - batch.first, failure.at("before"));
    }
  }

  // Collects the results of a child that ended within a run, or after its last run (then all its runs are judged).
  void CollectEnd(const Batch& batch, const ChildReport& report) {
    const BatchNote& note = batch.note;
    const size_t run = batch.first + note.begun();
    const std::string kind = KindOfEnd(report);
    const bool within = note.begun() > note.judged();
    if (within) {
      ++report_.runs;
      ++CountOf(kind);
    }
    // Finding the names of a call stack takes longer than many runs.
    if (IsKnown(kind)) return;
    Add(note.text(), JudgementOfEnd(report, SearchRun(ChecksOf(run - 1), options_)), run, note.begun(), {}, within);
  }

  // Returns the count of runs that failed in this way.
  size_t& CountOf(const std::string& kind) {
    if (IsTimeout(kind)) return report_.timed_out;
    return kind.starts_with("crash") || kind == "exit" ? report_.crashed : report_.failed;
  }

  void NotRepeatable(const std::string& kind) {
    --CountOf(kind);
    ++report_.not_repeatable;
  }

  static bool Holds(const std::vector<FuzzFailure>& failures, const std::string& kind, size_t most) {
    return std::count_if(failures.begin(), failures.end(), [&](const FuzzFailure& known) {
             return known.judgement.kind == kind;
           }) >= static_cast<std::ptrdiff_t>(most);
  }
  bool IsKnown(const std::string& kind) const { return Holds(found_, kind, 1); }

  // Adds a failure. `run_of_process`: the run's number in its process, from 1. `before`: earlier cases of that process,
  // as far as they are known. `counted`: the failure is counted among the runs.
  void Add(const std::string& text, Judgement judgement, size_t run, size_t run_of_process,
           const std::vector<std::string>& before, bool counted = true) {
    if (IsKnown(judgement.kind)) return;
    auto found = FromText(text);
    if (!found) return;
    std::vector<SearchCase> earlier;
    for (const std::string& each : before) {
      if (auto one = FromText(each)) earlier.push_back(*std::move(one));
    }
    const std::vector<std::string>& checks = ChecksOf(run - 1);
    std::string why =
        WhyNotRepeatable(*found, judgement.kind, earlier, run_of_process, harness_, SearchRun(checks, options_));
    if (why.empty()) {
      found_.push_back({*found, *found, std::move(judgement), checks, run, false, ""});
      return;
    }
    if (counted) NotRepeatable(judgement.kind);
    if (Holds(passing_by_, judgement.kind, kMostNotRepeatable)) return;
    passing_by_.push_back({*found, *found, std::move(judgement), checks, run, false, std::move(why)});
  }

  std::optional<SearchCase> FromText(const std::string& text) const {
    const auto read = ReadCaseText(space_.prototype.type, text, corpus_.front().frame.file);
    if (!read.ok()) return std::nullopt;
    auto instance = Instantiate(*read, read->dtypes[0], space_.prototype);
    if (!instance.ok()) return std::nullopt;
    return SearchCaseOf(*read, *instance, space_.info->engine);
  }

  const CaseSpace space_;
  std::vector<SearchCase> corpus_;  // seeds, then new cases
  Pool fresh_;                      // without the cases that earlier searches kept
  Pool all_;
  bool has_kept_ = false;
  const TestHarness& harness_;
  const FuzzOptions& options_;
  SharedMemory memory_;
  std::vector<std::string> cheap_;
  std::vector<FuzzFailure> found_;
  std::vector<FuzzFailure> passing_by_;  // failures that aren't repeatable
  FuzzReport report_;
  size_t next_batch_ = 0;
  size_t planned_ = 0;  // runs
  const Clock::time_point start_ = Clock::now();
};

}  // namespace

RunOptions SearchRun(const std::vector<std::string>& checks, const FuzzOptions& options) {
  // An output may be larger than the inputs, but one run mustn't cost as much as hundreds.
  return {.standard = "",
          .checks = checks,
          .most_elements = 16 * static_cast<int64_t>(options.max_elements),
          .seconds = options.timeout_s,
          .golden_seconds = kGoldenPatience * options.timeout_s};
}

Result<FuzzReport> Fuzz(const std::string& op, const std::string& engine, const EngineSeeds& seeds,
                        const TestHarness& harness, const FuzzOptions& options,
                        const std::function<void(const FuzzReport&)>& progress) {
  OPDK_TRY(CaseSpace space, SpaceOf(op, engine, *harness.packages));
  OPDK_CHECK(!seeds.cases.empty(), "a search begins with a case");
  space.max_elements = options.max_elements;
  return Search(std::move(space), seeds, harness, options).Run(progress);
}

}  // namespace opdk::verify
