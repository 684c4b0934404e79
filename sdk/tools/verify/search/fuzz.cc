#include "sdk/tools/verify/search/fuzz.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "graph_core/base/type_names.h"
#include "sdk/tools/verify/cases/write_case.h"
#include "sdk/tools/verify/isolation/isolated.h"
#include "sdk/tools/verify/report/run_report.h"
#include "sdk/tools/verify/search/coverage.h"
#include "sdk/tools/verify/search/reduction.h"
#include "sdk/tools/verify/search/variation.h"

namespace opdk::verify {
namespace {

using Clock = std::chrono::steady_clock;
using Verdict = Judgement::Verdict;
using nlohmann::json;

// A round is so many batches however many run at once: the same seed draws the same runs on every machine.
constexpr size_t kBatches = 4;
constexpr size_t kBatchRuns = 32;
constexpr size_t kMostFailures = 4;      // of one batch: more say nothing new
constexpr size_t kAttempts = 40;         // at a variation that verification accepts
constexpr size_t kNoteBytes = 2U << 20;  // the case being run, as text

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// What a child leaves behind however it ends: the edges it has run, how many runs it has begun, the case it is at.
struct Note {
  uint8_t* memory;

  uint8_t* map() const { return memory; }
  uint64_t& begun() const { return *reinterpret_cast<uint64_t*>(memory + kCoverageSlots); }
  char* text() const { return reinterpret_cast<char*>(memory + kCoverageSlots + sizeof(uint64_t)); }
  static size_t Bytes() { return kCoverageSlots + sizeof(uint64_t) + kNoteBytes; }

  void Write(uint64_t run, const std::string& case_text) const {
    begun() = run;
    const size_t size = std::min(case_text.size(), kNoteBytes - 1);
    std::memcpy(text(), case_text.data(), size);
    text()[size] = '\0';
  }
};

// What tells two uses apart without looking into the package's code.
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

class Search {
 public:
  Search(CaseSpace space, std::vector<SearchCase> corpus, const Bench& bench, const FuzzOptions& options)
      : space_(std::move(space)),
        corpus_(std::move(corpus)),
        seeds_(corpus_.size()),
        bench_(bench),
        options_(options),
        memory_(Note::Bytes() * kBatches),
        edges_(kCoverageSlots) {
    for (const char* check : kCheapChecks) {
      const auto& wanted = options.checks;
      if (std::find(wanted.begin(), wanted.end(), check) != wanted.end()) cheap_.emplace_back(check);
    }
  }

  Result<FuzzReport> Run(const std::function<void(const FuzzReport&)>& progress) {
    if (memory_.data() == nullptr) return Status(ErrorCode::kInternal, "no shared memory").Hint("check ulimit -v");
    while ((found_.empty() || options_.keep_going) && !Over() && (options_.runs == 0 || report_.runs < options_.runs)) {
      Round();
      report_.seconds = SecondsSince(start_);
      progress(report_);
    }
    for (FuzzFailure& failure : found_) {
      ReduceFailure(failure, bench_, options_);
      report_.failures.push_back(std::move(failure));
    }
    return std::move(report_);
  }

 private:
  struct Batch {
    size_t number;  // over all rounds
    size_t first;   // of its runs, over all rounds
    size_t runs;
    Note note;
  };

  bool Over() const {
    return (options_.seconds > 0 && SecondsSince(start_) >= options_.seconds) ||
           (options_.interrupted != nullptr && *options_.interrupted != 0);
  }

  void Round() {
    std::memset(memory_.data(), 0, Note::Bytes() * kBatches);
    size_t runs = kBatches * kBatchRuns;
    if (options_.runs > 0) runs = std::min(runs, options_.runs - report_.runs);
    std::vector<Batch> batches;
    size_t first = planned_;
    for (size_t i = 0; i < kBatches; ++i) {
      const size_t own = runs / kBatches + (i < runs % kBatches ? 1 : 0);
      batches.push_back({next_batch_++, first, own, {memory_.data() + i * Note::Bytes()}});
      first += own;
    }
    planned_ = first;
    // Each run has its own limit; Ctrl-C ends a batch after its run, so that nothing is lost.
    const IsolationOptions isolation{.parallel = options_.parallel,
                                     .timeout_s = 2 * options_.timeout_s * static_cast<double>(kBatchRuns * kAttempts),
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

  SearchCase Next(SearchRandom& random, const std::vector<SearchCase>& more) const {
    const size_t known = corpus_.size() + more.size();
    // What was found last is varied as often as all the rest, and what went the farthest into the code most often.
    size_t index = static_cast<size_t>(random() % known);
    if (random() % 2 == 0) index = known - 1 - static_cast<size_t>(random() % std::min<size_t>(known, 8));
    if (!deep_.empty() && random() % 2 == 0) {
      index = deep_[deep_.size() - 1 - static_cast<size_t>(random() % std::min<size_t>(deep_.size(), 4))];
    }
    const SearchCase& from = index < corpus_.size() ? corpus_[index] : more[index - corpus_.size()];
    return Varied(from, space_, random);
  }

  const std::vector<std::string>& ChecksOf(size_t run) const {
    return run % kAllChecksEvery == kAllChecksEvery - 1 ? options_.checks : cheap_;
  }

  // In the child.
  std::string RunBatch(const Batch& batch) const {
    std::seed_seq seed{options_.seed, options_.seed >> 32, uint64_t{batch.number}};
    SearchRandom random(seed);
    std::vector<uint8_t> edges = edges_;
    std::set<std::string> features = features_;
    std::vector<SearchCase> kept;
    std::vector<uint8_t> map(kCoverageSlots);
    std::array<size_t, Judgement::kVerdicts> verdicts = {};
    json answer = {{"kept", json::array()},
                   {"features", json::array()},
                   {"deep_seeds", json::array()},
                   {"failures", json::array()}};
    for (size_t run = 0; run < batch.runs && !Over(); ++run) {
      const bool seeded = batch.first + run < seeds_;
      const RunOptions options = SearchRun(ChecksOf(batch.first + run), options_);
      SearchCase found;
      Judgement judgement{Verdict::kRefused, "", "", ""};
      std::fill(map.begin(), map.end(), uint8_t{0});
      for (size_t attempt = 0; attempt < kAttempts && judgement.verdict == Verdict::kRefused; ++attempt) {
        found = seeded && attempt == 0 ? corpus_[batch.first + run] : Next(random, kept);
        batch.note.Write(run + 1, CaseText(found.ToCase()));
        LimitTime(options_.timeout_s);
        RecordCoverageIn(map.data());
        judgement = Judge(found, bench_, options);
        RecordCoverageIn(nullptr);
      }
      LimitTime(0);
      ++verdicts[static_cast<size_t>(judgement.verdict)];
      MergeCoverage(map.data(), batch.note.map());
      if (judgement.verdict == Verdict::kFailed) {
        if (IsKnown(judgement.kind)) continue;
        json failure = ToJson(judgement);
        failure["case"] = CaseText(found.ToCase());
        failure["run"] = batch.first + run + 1;
        answer["failures"].push_back(std::move(failure));
        if (answer["failures"].size() >= kMostFailures) break;
        continue;
      }
      if (judgement.verdict != Verdict::kPassed && judgement.verdict != Verdict::kNotVerified) continue;
      const std::string feature = FeatureOf(found, judgement.kernel);
      const bool fresh = features.insert(feature).second;
      const bool deeper = MergeCoverage(map.data(), edges.data()) > 0;
      if (!deeper && !fresh) continue;
      answer["features"].push_back(feature);
      if (seeded) {
        if (deeper) answer["deep_seeds"].push_back(batch.first + run);
        continue;
      }
      answer["kept"].push_back({{"case", CaseText(found.ToCase())}, {"deeper", deeper}});
      kept.push_back(std::move(found));
    }
    answer["verdicts"] = verdicts;
    return Dump(answer);
  }

  void Collect(const Batch& batch, const ChildReport& report) {
    const Note& note = batch.note;
    report_.edges += MergeCoverage(note.map(), edges_.data());
    const json answer = json::parse(report.answer, nullptr, false);
    if (report.end != ChildReport::End::kDone || answer.is_discarded()) {
      report_.runs += note.begun();
      const size_t run = batch.first + note.begun();
      Add(note.text(), JudgementOfEnd(report, options_.timeout_s), run, ChecksOf(run - 1));
      return;
    }
    const auto verdicts = answer.at("verdicts").get<std::vector<size_t>>();
    report_.passed += verdicts[static_cast<size_t>(Verdict::kPassed)];
    report_.refused += verdicts[static_cast<size_t>(Verdict::kRefused)];
    report_.unsupported += verdicts[static_cast<size_t>(Verdict::kUnsupported)];
    report_.not_verified += verdicts[static_cast<size_t>(Verdict::kNotVerified)];
    for (const size_t count : verdicts) report_.runs += count;
    for (const json& feature : answer.at("features")) features_.insert(feature.get<std::string>());
    for (const json& seed : answer.at("deep_seeds")) deep_.push_back(seed.get<size_t>());
    for (const json& kept : answer.at("kept")) {
      auto found = FromText(kept.at("case"));
      if (!found) continue;
      if (kept.at("deeper")) deep_.push_back(corpus_.size());
      report_.kept.push_back(*found);
      corpus_.push_back(*std::move(found));
    }
    for (const json& failure : answer.at("failures")) {
      const size_t run = failure.at("run").get<size_t>();
      Add(failure.at("case"), JudgementFrom(failure), run, ChecksOf(run - 1));
    }
  }

  bool IsKnown(const std::string& kind) const {
    return std::any_of(found_.begin(), found_.end(),
                       [&](const FuzzFailure& known) { return known.judgement.kind == kind; });
  }

  void Add(const std::string& text, Judgement judgement, size_t run, const std::vector<std::string>& checks) {
    if (IsKnown(judgement.kind)) return;
    auto found = FromText(text);
    if (!found) return;
    // A busy machine makes everything slow: a hang is one that lasts.
    const bool hangs = judgement.kind == "timeout";
    const RunOptions options = SearchRun(checks, options_);
    if (hangs && JudgeIsolated(*found, bench_, options, 3 * options_.timeout_s).kind != "timeout") return;
    found_.push_back({*found, *found, std::move(judgement), checks, run});
  }

  std::optional<SearchCase> FromText(const std::string& text) const {
    const auto read = ReadCaseText(space_.prototype.type, text, corpus_.front().frame.file);
    if (!read.ok()) return std::nullopt;
    auto instance = Instantiate(*read, read->dtypes[0], space_.prototype);
    if (!instance.ok()) return std::nullopt;
    return SearchCaseOf(*read, *instance, space_.info->engine);
  }

  const CaseSpace space_;
  std::vector<SearchCase> corpus_;
  const size_t seeds_;        // the first of the corpus
  std::vector<size_t> deep_;  // those of the corpus that ran new edges
  const Bench& bench_;
  const FuzzOptions& options_;
  SharedMemory memory_;
  std::vector<uint8_t> edges_;
  std::set<std::string> features_;
  std::vector<std::string> cheap_;
  std::vector<FuzzFailure> found_;
  FuzzReport report_;
  size_t next_batch_ = 0;
  size_t planned_ = 0;  // runs
  const Clock::time_point start_ = Clock::now();
};

}  // namespace

RunOptions SearchRun(const std::vector<std::string>& checks, const FuzzOptions& options) {
  // An output may well be larger than the inputs, but not so large that one run costs as much as hundreds.
  return {.standard = "", .checks = checks, .most_elements = 16 * static_cast<int64_t>(options.max_elements)};
}

Result<FuzzReport> Fuzz(const std::string& op, const std::string& engine, const std::vector<SearchCase>& seeds,
                        const Bench& bench, const FuzzOptions& options,
                        const std::function<void(const FuzzReport&)>& progress) {
  OPDK_TRY(CaseSpace space, SpaceOf(op, engine, *bench.packages));
  OPDK_CHECK(!seeds.empty(), "a search begins with a case");
  space.max_elements = options.max_elements;
  return Search(std::move(space), seeds, bench, options).Run(progress);
}

}  // namespace opdk::verify
